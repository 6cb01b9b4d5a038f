// The place of a device on its body, and its access to the world (S6). The device frame (p, q) is given in model space. The
// frame of a body has its origin in the centre of mass c and the axes of model space. With body position x and orientation R:
//   position = x + R (p - c)      orientation = R q      velocity = velocity of the body at `position`
// A joint has no pose: it gets the origin, at rest.

import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import { compose, ORIGIN, type Pose } from "../math/Pose.js";
import type { Quat } from "../math/Quat.js";
import type { RandomStream } from "../math/RandomStream.js";
import { sub, type Vec3, ZERO } from "../math/Vec3.js";
import { BodyMotion } from "../physics/BodyMotion.js";
import type { Physics } from "../physics/Physics.js";
import type { DeviceHost, RenderContext } from "./Device.js";
import { multiplyFast, rotateFast } from "./FastRotation.js";
import type { Airwaves } from "./radio/Airwaves.js";

const AT_REST = Object.freeze({ linear: ZERO, angular: ZERO });

/** A pose of model space in the frame of its body, whose origin is the centre of mass. */
export function poseInBody(physics: Physics, robot: string, body: string, { position, orientation }: Pose): Pose {
  const { center } = new BodyMotion(physics, robot, body);
  return { position: sub(position, center), orientation };
}

/** A pose of model space in the world now. Finds the body each time: not for hot paths. */
export function placeOf(physics: Physics, robot: string, body: string, pose: Pose): Pose {
  const motion = new BodyMotion(physics, robot, body);
  const { position, orientation } = pose;
  const place = { position: sub(position, motion.center), orientation };
  return compose({ position: motion.position(), orientation: motion.orientation() }, place);
}

interface MountOptions {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  readonly stream: RandomStream;
  readonly renderContext?: RenderContext | undefined;
  readonly airwaves?: Airwaves | undefined;
}

export class Mount implements DeviceHost {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  readonly stream: RandomStream;
  readonly renderContext: RenderContext | undefined;
  readonly airwaves: Airwaves | undefined;
  readonly #motion: BodyMotion | undefined;
  /** Pose in model space, copied to plain arrays (see FastRotation.ts). */
  readonly #position: Vec3;
  readonly #orientation: Quat;

  constructor({ physics, robot, description, stream, renderContext, airwaves }: MountOptions) {
    this.physics = physics;
    this.robot = robot;
    this.description = description;
    this.stream = stream;
    this.renderContext = renderContext;
    this.airwaves = airwaves;
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
      orientation: multiplyFast(turning, this.#orientation),
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
    const arm = rotateFast(turning, p[0] - center[0], p[1] - center[1], p[2] - center[2]);
    return [x[0] + arm[0], x[1] + arm[1], x[2] + arm[2]];
  }
}
