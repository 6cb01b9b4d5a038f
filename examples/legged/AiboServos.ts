// Sends target angles to the servos of the AIBO. Between two frames a servo turns evenly: it is told to be no faster than needed to
// arrive at the next frame. Angles stay within the ranges of Sony's software and speeds within the limits of the joints.

import { AIBO_JOINTS } from "../../robots/AiboJoints.js";
import type { RobotClient } from "../../src/client/index.js";
import { jointRange, within } from "./LegKinematics.js";
import type { Pose } from "./Pose.js";

/** Interval of the frames, s. */
export const FRAME = 0.008;
/** A servo may always be this fast, rad/s. */
const SLOWEST = 0.05;

const SPEEDS = new Map(AIBO_JOINTS.map(({ name, speed }) => [name, speed]));

export class AiboServos {
  readonly #targets = new Map<string, number>();

  /** Goes to the pose by the next frame, or with a `seconds` as near to it as an even motion of that duration comes. */
  move(robot: Pick<RobotClient, "latest" | "motor">, pose: Pose, seconds = FRAME): void {
    for (const joint in pose) {
      const limit = SPEEDS.get(joint);
      if (limit === undefined) throw new Error(`the AIBO has no joint ${joint}`);
      const angle = within(pose[joint], ...jointRange(joint));
      const before = this.#targets.get(joint) ?? robot.latest(joint)?.[0] ?? 0;
      const share = Math.min(1, FRAME / seconds);
      const target = before + (angle - before) * share;
      this.#targets.set(joint, target);
      const measured = robot.latest(joint)?.[0] ?? before;
      const speed = within(Math.abs(target - measured) / FRAME, SLOWEST, limit);
      robot.motor(joint, { MaxVel: speed, Angle: target });
    }
  }

  /** Forgets what it has sent: for a robot that was reset. */
  forget(): void {
    this.#targets.clear();
  }
}
