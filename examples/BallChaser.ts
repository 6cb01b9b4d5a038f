// Follows the orange ball at a distance with robots/segway-follower.xml: pictures in, forward and turning out. It knows
// nothing but what the robot's own sensors send, late as they are.

import type { Frame, Picture, RobotClient } from "../src/client/index.js";
import { BallTracker } from "./BallTracker.js";
import { Odometry } from "./Odometry.js";
import { type Blob, findBall } from "./OrangeBall.js";
import { SegwayDriver, within } from "./SegwayDriver.js";

/** Kept from the ball, m. */
export const KEEP = 1.5;
/** Of the distance and of the bearing: how much faster for each m and rad, 1/s. */
const [APPROACH, TURN] = [0.9, 3];
const [TOP_FORWARD, TOP_BACK, TOP_TURN] = [1.6, 0.8, 2];
/** A picture later than this without the ball and it is lost, s; looks for it turning so fast, rad/s. */
const [LOST, SEARCH] = [0.4, 1.2];

export interface Look {
  readonly picture: Picture;
  /** Undefined: no ball in it. */
  readonly blob: Blob | undefined;
}

export class BallChaser {
  readonly #usesStamp: boolean;
  #driver = new SegwayDriver();
  #odometry = new Odometry();
  #tracker = new BallTracker();
  /** Capture time of the last picture, as it is believed. */
  #lookedAt = 0;

  /** Without `usesStamp` it takes every picture for one of this very moment: to see what that costs. */
  constructor({ usesStamp = true } = {}) {
    this.#usesStamp = usesStamp;
  }

  /** Answers one frame; gives back what was seen, if a picture came with it. */
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
    // who has to turn far does so first
    const ahead = Math.max(0, 1 - Math.abs(ball.bearing));
    const forward = ahead * (APPROACH * (ball.distance - KEEP) + ball.away);
    this.#driver.forward = Math.min(TOP_FORWARD, Math.max(-TOP_BACK, forward));
    this.#driver.turn = within(TURN * ball.bearing + ball.round, TOP_TURN);
  }
}
