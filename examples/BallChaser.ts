// Follows the orange ball at a distance with robots/segway-follower.xml: pictures in, forward speed and turn rate out. It uses only
// the robot's own sensors, with their latency.

import type { Frame, Picture, RobotClient } from "../src/client/index.js";
import { BallTracker } from "./BallTracker.js";
import { Odometry } from "./Odometry.js";
import { type Blob, findBall } from "./OrangeBall.js";
import { SegwayDriver, within } from "./SegwayDriver.js";

/** Distance to keep from the ball, m. */
export const KEEP = 1.5;
/** Gains: speed per m of distance error and turn rate per rad of bearing, 1/s. */
const [APPROACH, TURN] = [0.9, 3];
const [TOP_FORWARD, TOP_BACK, TOP_TURN] = [1.6, 0.8, 2];
/** Time without a sighting after which the ball is lost, s; turn rate of the search, rad/s. */
const [LOST, SEARCH] = [0.4, 1.2];

export interface Look {
  readonly picture: Picture;
  /** Undefined: the picture shows no ball. */
  readonly blob: Blob | undefined;
}

export class BallChaser {
  readonly #usesStamp: boolean;
  #driver = new SegwayDriver();
  #odometry = new Odometry();
  #tracker = new BallTracker();
  /** Assumed capture time of the last picture. */
  #lookedAt = 0;

  /** `usesStamp` false: treats every picture as current, to measure what the stamp is worth. */
  constructor({ usesStamp = true } = {}) {
    this.#usesStamp = usesStamp;
  }

  /** Answers one frame; returns the sighting if the frame has a picture. */
  step(robot: RobotClient, frame: Frame): Look | undefined {
    if (frame.isReset)
      [this.#driver, this.#odometry, this.#tracker] = [new SegwayDriver(), new Odometry(), new BallTracker()];
    this.#odometry.move(robot, frame);
    const look = frame.has("Cam") ? this.#look(frame) : undefined;
    this.#steer();
    this.#driver.drive(robot, frame);
    return look;
  }

  #look(frame: Frame): Look {
    const picture = frame.picture("Cam");
    const blob = findBall(picture);
    this.#lookedAt = (this.#usesStamp ? picture.time : undefined) ?? frame.time;
    if (blob) this.#tracker.see(blob, this.#odometry.at(this.#lookedAt));
    return { picture, blob };
  }

  #steer(): void {
    const { seenAt } = this.#tracker;
    const ball = this.#tracker.from(this.#odometry.now);
    if (seenAt === undefined || this.#lookedAt - seenAt > LOST) {
      this.#driver.forward = 0;
      this.#driver.turn = ball.bearing < 0 ? -SEARCH : SEARCH;
      return;
    }
    // a large bearing is turned away first
    const ahead = Math.max(0, 1 - Math.abs(ball.bearing));
    const forward = ahead * (APPROACH * (ball.distance - KEEP) + ball.away);
    this.#driver.forward = Math.min(TOP_FORWARD, Math.max(-TOP_BACK, forward));
    this.#driver.turn = within(TURN * ball.bearing + ball.round, TOP_TURN);
  }
}
