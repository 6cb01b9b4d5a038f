// A parametric trot (L3): diagonal legs move together. A foot on the ground moves straight back at the commanded velocity; in the air
// it returns along half an ellipse. The body is level or leans forward, as the heights of the gait say.

import { type AiboLeg, FRONT, isFront, isLeft, LEGS, shoulderOf } from "../../robots/AiboGeometry.js";
import { asin, cos, PI, sin } from "../../src/math/Trigonometry.js";
import { type Command, checkCommand, checkGait, type Gait } from "./Gaits.js";
import { type FootPoint, legAngles, within } from "./LegKinematics.js";
import { legPose, type Pose } from "./Pose.js";

/** Changes of the command per second: m/s and rad/s. */
const [SPEED_UP, TURN_UP] = [0.8, 8];
/** Distance from shoulder to hip, mm. */
const LENGTH = 130;

export const STOP: Command = { forward: 0, left: 0, turn: 0 };

export class Trot {
  readonly gait: Gait;
  #goal: Command = STOP;
  #now: Command = STOP;
  /** 0 to 1. */
  #phase = 0;

  constructor(gait: Gait) {
    checkGait(gait);
    this.gait = gait;
  }

  /** Sets the velocity of the walk. Values beyond those of the gait are limited to them. Throws NUMBER_NOT_FINITE. */
  command({ forward, left, turn }: Command): void {
    checkCommand({ forward, left, turn }, `gait ${this.gait.name}`);
    const { top } = this.gait;
    this.#goal = {
      forward: within(forward, -top.forward, top.forward),
      left: within(left, -top.left, top.left),
      turn: within(turn, -top.turn, top.turn),
    };
  }

  /** The velocity at present. */
  get velocity(): Command {
    return this.#now;
  }

  /** Stands at once, with all feet down. The next step walks on to the commanded velocity. */
  stop(): void {
    [this.#now, this.#phase] = [STOP, 0];
  }

  /** The pose after `seconds` more. It stands on all four feet while it has no velocity. */
  step(seconds: number): Pose {
    const near = (now: number, goal: number, rate: number) => now + within(goal - now, -rate * seconds, rate * seconds);
    this.#now = {
      forward: near(this.#now.forward, this.#goal.forward, SPEED_UP),
      left: near(this.#now.left, this.#goal.left, SPEED_UP),
      turn: near(this.#now.turn, this.#goal.turn, TURN_UP),
    };
    this.#phase = (this.#phase + seconds / this.gait.cycle) % 1;
    return Object.assign({}, ...LEGS.map((leg) => legPose(leg, legAngles(leg, this.#foot(leg)))));
  }

  #foot(leg: AiboLeg): FootPoint {
    const { gait } = this;
    const { height, ahead, outward, lift, duty } = isFront(leg) ? gait.front : gait.hind;
    const side = isLeft(leg) ? 1 : -1;
    const [shoulderX, shoulderY] = shoulderOf(leg);
    const [x, y] = [shoulderX + ahead, shoulderY + side * (outward + FRONT.pawOut)];
    const { forward, left, turn } = this.#now;
    // velocity of the ground under the foot, mm/s
    const [u, v] = [-(1000 * forward - turn * y), -(1000 * left + turn * x)];
    const isMoving = forward !== 0 || left !== 0 || turn !== 0;
    const phase = (this.#phase + (leg === "LF" || leg === "RH" ? 0 : 0.5)) % 1;
    const stance = duty * gait.cycle;
    // -0.5 to 0.5 of the stride, and up
    const swing = (phase - duty) / (1 - duty);
    const along = phase < duty ? phase / duty - 0.5 : cos(PI * swing) / 2;
    const up = phase < duty || !isMoving ? 0 : lift * sin(PI * swing);
    const lean = asin((gait.hind.height - gait.front.height) / LENGTH);
    const [footX, footZ] = [ahead + u * stance * along, up + FRONT.pawRadius - height];
    return [
      footX * cos(lean) - footZ * sin(lean),
      outward + FRONT.pawOut + side * v * stance * along,
      footX * sin(lean) + footZ * cos(lean),
    ];
  }
}
