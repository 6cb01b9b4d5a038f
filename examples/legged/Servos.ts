// Sends target angles to servos. Between two frames a servo turns evenly: it is told to be no faster than needed to arrive at the next
// frame. Angles stay within the ranges and speeds within the limits of the joints.

import type { RobotClient } from "../../src/client/index.js";
import { within } from "./LegKinematics.js";
import type { Pose } from "./Pose.js";

/** Interval of the frames, s. */
export const FRAME = 0.008;
/** A servo may always be this fast, rad/s. */
const SLOWEST = 0.05;

export interface ServoLimits {
  readonly name: string;
  /** rad. */
  readonly range: readonly [min: number, max: number];
  /** rad/s. */
  readonly speed: number;
}

export class Servos {
  readonly #limits: ReadonlyMap<string, ServoLimits>;
  readonly #spare: number;
  readonly #targets = new Map<string, number>();

  /** `spare`: speed beyond what is needed, rad/s, for a servo that carries a load while it moves. */
  constructor(limits: readonly ServoLimits[], spare = 0) {
    this.#spare = spare;
    this.#limits = new Map(limits.map((joint) => [joint.name, joint]));
  }

  /** Goes to the pose by the next frame, or with a `seconds` as near to it as an even motion of that duration comes. */
  move(robot: Pick<RobotClient, "name" | "latest" | "motor">, pose: Pose, seconds = FRAME): void {
    for (const joint in pose) {
      const limits = this.#limits.get(joint);
      if (limits === undefined) throw new Error(`${robot.name} has no joint ${joint}`);
      const angle = within(pose[joint], ...limits.range);
      const before = this.#targets.get(joint) ?? robot.latest(joint)?.[0] ?? 0;
      const share = Math.min(1, FRAME / seconds);
      const target = before + (angle - before) * share;
      this.#targets.set(joint, target);
      const measured = robot.latest(joint)?.[0] ?? before;
      const speed = within(Math.abs(target - measured) / FRAME + this.#spare, SLOWEST, limits.speed);
      robot.motor(joint, { MaxVel: speed, Angle: target });
    }
  }

  /** Forgets what it has sent: for a robot that was reset. */
  forget(): void {
    this.#targets.clear();
  }
}
