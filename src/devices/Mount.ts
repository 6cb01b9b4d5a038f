// Where a device sits: what it sees of the world (S6). The sensor's frame is given in model space; a body of the physics
// stands in its centre of mass c, turned as model space, so with body position x and orientation R
//   place = x + R (p - c)      turning = R q      velocity = that of the body at `place`
// A joint has no place of its own: it gets the origin, at rest.

import type { DeviceDescription } from "../describe/Robot.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { multiply, rotate } from "../math/Quat.js";
import { add, sub, type Vec3, ZERO } from "../math/Vec3.js";
import { BodyMotion } from "../physics/BodyMotion.js";
import type { Physics } from "../physics/Physics.js";
import type { DeviceHost } from "./Device.js";

const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

export class Mount implements DeviceHost {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  readonly #motion: BodyMotion | undefined;

  constructor(physics: Physics, robot: string, description: DeviceDescription) {
    this.physics = physics;
    this.robot = robot;
    this.description = description;
    const { body } = description;
    this.#motion = body === undefined ? undefined : new BodyMotion(physics, robot, body);
  }

  pose(): Pose {
    const motion = this.#motion;
    if (!motion) return ORIGIN;
    const orientation = motion.orientation();
    const { pose } = this.description;
    return {
      position: add(motion.position(), rotate(orientation, sub(pose.position, motion.center))),
      orientation: multiply(orientation, pose.orientation),
    };
  }

  velocity(): { readonly linear: Vec3; readonly angular: Vec3 } {
    const motion = this.#motion;
    if (!motion) return AT_REST;
    return { linear: motion.velocityAt(this.pose().position), angular: motion.angularVelocity() };
  }
}
