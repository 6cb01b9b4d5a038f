// Where a device sits: what it sees of the world (S6). The sensor's frame is given in model space; a body of the physics
// stands in its centre of mass c, turned as model space, so with body position x and orientation R
//   place = x + R (p - c)      turning = R q      velocity = that of the body at `place`
// A joint has no place of its own: it gets the origin, at rest.

import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import { compose, ORIGIN, type Pose } from "../math/Pose.js";
import type { Quat } from "../math/Quat.js";
import type { RandomStream } from "../math/RandomStream.js";
import { sub, type Vec3, ZERO } from "../math/Vec3.js";
import { BodyMotion } from "../physics/BodyMotion.js";
import type { Physics } from "../physics/Physics.js";
import type { DeviceHost, Eyes } from "./Device.js";
import { multiplyFresh, rotateFresh } from "./Turning.js";

const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

/** Where a frame of model space is in its body, which the physics puts into its centre of mass. */
export function poseInBody(physics: Physics, robot: string, body: string, { position, orientation }: Pose): Pose {
  const { center } = new BodyMotion(physics, robot, body);
  return { position: sub(position, center), orientation };
}

/** Where such a frame is now, in the world: for those who ask now and then. */
export function placeOf(physics: Physics, robot: string, body: string, pose: Pose): Pose {
  const motion = new BodyMotion(physics, robot, body);
  const { position, orientation } = pose;
  const place = { position: sub(position, motion.center), orientation };
  return compose({ position: motion.position(), orientation: motion.orientation() }, place);
}

export interface MountOptions {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  readonly stream: RandomStream;
  readonly eyes?: Eyes | undefined;
}

export class Mount implements DeviceHost {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  readonly stream: RandomStream;
  readonly eyes: Eyes | undefined;
  readonly #motion: BodyMotion | undefined;
  /** The sensor's frame in model space, as arrays of our own. */
  readonly #position: Vec3;
  readonly #orientation: Quat;

  constructor({ physics, robot, description, stream, eyes }: MountOptions) {
    this.physics = physics;
    this.robot = robot;
    this.description = description;
    this.stream = stream;
    this.eyes = eyes;
    const { body, pose } = description;
    this.#motion = body === undefined ? undefined : new BodyMotion(physics, robot, body);
    this.#position = [...pose.position];
    this.#orientation = [...pose.orientation];
  }

  pose(): Pose {
    const motion = this.#motion;
    if (!motion) return ORIGIN;
    const turning = motion.orientation();
    return {
      position: this.#place(motion, turning),
      orientation: multiplyFresh(turning, this.#orientation),
    };
  }

  velocity(): { readonly linear: Vec3; readonly angular: Vec3 } {
    const motion = this.#motion;
    if (!motion) return AT_REST;
    const place = this.#place(motion, motion.orientation());
    return { linear: motion.velocityAt(place), angular: motion.angularVelocity() };
  }

  #place(motion: BodyMotion, turning: Quat): Vec3 {
    const p = this.#position;
    const { center } = motion;
    const x = motion.position();
    const arm = rotateFresh(turning, p[0] - center[0], p[1] - center[1], p[2] - center[2]);
    return [x[0] + arm[0], x[1] + arm[1], x[2] + arm[2]];
  }
}
