// What a player knows by its own sensors: its place on the field and where the ball is. Pictures count only while the robot stands or
// walks upright.

import type { Frame, RobotClient } from "../../../src/client/index.js";
import type { RandomStream } from "../../../src/math/RandomStream.js";
import { atan2, cos, hypot, sin } from "../../../src/math/Trigonometry.js";
import type { AiboPilot } from "../AiboPilot.js";
import { FRAME } from "../AiboServos.js";
import { History } from "../History.js";
import { BallFilter } from "./BallFilter.js";
import { type BallSight, seeBall } from "./BallSight.js";
import { type ColorBlob, findBlobs } from "./Blobs.js";
import { type CameraPose, cameraFrom, cameraPose, HEIGHT, type Stance, stanceOf, WIDTH } from "./CameraPose.js";
import { classify } from "./ColorClasses.js";
import { beaconSpot, FIELD, goalColor, type TeamColor } from "./FieldMap.js";
import { type GoalSight, seeBeacons, seeGoals } from "./LandmarkSight.js";
import { Localization } from "./Localization.js";
import { Odometry } from "./Odometry.js";
import { into, outOf, type Placement, type Spot, wrap } from "./Placement.js";
import { type RobotSight, seeRobots } from "./RobotSight.js";
import type { BeaconFix, GoalFix } from "./SightChance.js";

/** While its particles are spread less than this, it takes no ball for real that is far away and so far beyond the lines, m. */
const [SURE, FAR, MARGIN] = [0.3, 1, 0.6];

/**
 * A goal is aimed at by sight if it is seen within this angle of where it should be, rad, and at least so wide, pixels: a beacon's band is
 * that wide from 0.7 m on. It is taken for no nearer than this, m, and for this time after the sight, s.
 */
const [MAX_SURPRISE, MIN_OPENING, NEAREST_GOAL, OPENING_SEC] = [0.7, 28, 0.4, 2.5];

/** A robot nearer than this may block it, m, for this time after the last sight, s. */
const [CROWD, CROWDED_SEC] = [0.55, 2];

export class Senses {
  readonly localization: Localization;
  readonly ball = new BallFilter();
  readonly odometry = new Odometry();
  /** Pictures taken so far, and those that showed the ball. */
  pictures = 0;
  ballPictures = 0;
  /** When a beacon or goal was last seen, s. */
  landmarkAt = Number.NEGATIVE_INFINITY;
  /** The opening of the goal that the team attacks, as last seen: its place in the frame of the odometry, and when. */
  #opening: { readonly place: Spot; readonly time: number } | undefined;
  /** The ball when it was last seen, m ahead and to the left. */
  ballAtSight: Spot = [1, 0];
  /** How the body stood at the last picture. */
  stance: Stance = { height: 0.102, noseDown: 0.115 };
  /** Other robots in the last picture. */
  robots: readonly RobotSight[] = [];
  readonly #team: TeamColor;
  readonly #classes = new Uint8Array(WIDTH * HEIGHT);
  /** By time: where the robot and its camera were. */
  readonly #moments = new History<{ readonly placement: Placement; readonly camera: CameraPose }>();
  /** The odometry at the last picture. */
  #placed: Placement = this.odometry.placement;
  #placedAt = 0;
  /** When another robot was last seen near. */
  #crowdedAt = Number.NEGATIVE_INFINITY;

  constructor(team: TeamColor, random: RandomStream) {
    this.#team = team;
    this.localization = new Localization(random);
  }

  /** Knows nothing any more: the robot was carried elsewhere. */
  forget(): void {
    this.localization.scatter();
    this.ball.forget();
    this.#opening = undefined;
  }

  /** Takes one frame; `pilot` moves the robot. */
  sense(robot: RobotClient, frame: Frame, pilot: AiboPilot): void {
    this.odometry.step(pilot.velocity, FRAME);
    const { placement } = this.odometry;
    const stance = stanceOf(robot);
    const pose = stance && cameraPose(robot, stance);
    if (pose) this.#moments.note(frame.time, { placement, camera: pose });
    if (!frame.has("Camera")) return;
    const [x, y] = into(this.#placed, [placement.x, placement.y]);
    const seconds = Math.min(1, frame.time - this.#placedAt);
    const isCrowded = frame.time - this.#crowdedAt < CROWDED_SEC;
    const turn = wrap(placement.heading - this.#placed.heading);
    this.localization.move({ x, y, heading: turn }, seconds, isCrowded);
    [this.#placed, this.#placedAt] = [placement, frame.time];
    if (pilot.balance.posture !== "upright" || pilot.isGettingUp) return;
    const taken = frame.stamp("Camera") ?? frame.time;
    const moment = this.#moments.at(taken);
    if (!stance || !moment) return;
    this.stance = stance;
    const [ahead, left] = into(placement, [moment.placement.x, moment.placement.y]);
    const turned = wrap(moment.placement.heading - placement.heading);
    this.#look(frame, cameraFrom(moment.camera, { x: ahead, y: left, heading: turned }), taken);
  }

  #look(frame: Frame, camera: CameraPose, taken: number): void {
    classify(frame.picture("Camera").bytes, this.#classes);
    const blobs = findBlobs(this.#classes, WIDTH);
    this.pictures++;
    const ball = seeBall(blobs, this.#classes, camera);
    if (ball) this.#noteBall(ball, taken);
    this.robots = seeRobots(blobs, camera);
    if (this.robots.some(({ ahead, left }) => hypot(ahead, left) < CROWD)) this.#crowdedAt = frame.time;
    this.#noteLandmarks(blobs, camera, frame.time);
  }

  #noteBall(ball: BallSight, time: number): void {
    const { estimate, spread } = this.localization;
    const [x, y] = outOf(estimate, [ball.ahead, ball.left]);
    const isFar = hypot(ball.ahead, ball.left) > FAR;
    if (isFar && spread < SURE && (Math.abs(x) > FIELD.halfLength + MARGIN || Math.abs(y) > FIELD.halfWidth + MARGIN))
      return;
    this.ballPictures++;
    this.ballAtSight = [ball.ahead, ball.left];
    this.ball.see(ball, this.odometry.placement, time);
  }

  #noteLandmarks(blobs: readonly ColorBlob[], camera: CameraPose, time: number): void {
    const beacons = seeBeacons(blobs, camera).map(
      ({ color, isPinkAbove, bearing, distance, deviation }): BeaconFix => ({
        spot: beaconSpot(this.#team, color, isPinkAbove),
        bearing,
        distance,
        deviation,
      }),
    );
    const goals = seeGoals(blobs, camera);
    if (beacons.length + goals.length > 0) this.landmarkAt = time;
    for (const goal of goals) if (!this.#isOwn(goal)) this.#noteTarget(goal, time);
    this.localization.see(
      beacons,
      goals.map((goal): GoalFix => ({ isOwn: this.#isOwn(goal), left: goal.left, right: goal.right, from: goal.from })),
    );
  }

  #isOwn({ color }: GoalSight): boolean {
    return color === goalColor(this.#team);
  }

  /** The direction is that of the picture; the distance is what the player believes. */
  #noteTarget({ opening }: GoalSight, time: number): void {
    const [ahead, left] = into(this.localization.estimate, [FIELD.halfLength, 0]);
    const isLikely = Math.abs(wrap(opening.bearing - atan2(left, ahead))) < MAX_SURPRISE;
    if (!isLikely || opening.width < MIN_OPENING) return;
    const distance = Math.max(NEAREST_GOAL, hypot(ahead, left));
    const seen: Spot = [distance * cos(opening.bearing), distance * sin(opening.bearing)];
    this.#opening = { place: outOf(this.odometry.placement, seen), time };
  }

  /** The opening of the goal that the team attacks, m ahead and to the left; undefined: it was not seen lately. */
  openingHere(time: number): Spot | undefined {
    if (!this.#opening || time - this.#opening.time > OPENING_SEC) return undefined;
    return into(this.odometry.placement, this.#opening.place);
  }

  /** The ball ahead and to the left, m. */
  get ballHere(): Spot {
    return this.ball.relative(this.odometry.placement);
  }

  /** The ball on the field, m. */
  get ballOnField(): Spot {
    return outOf(this.localization.estimate, this.ballHere);
  }
}
