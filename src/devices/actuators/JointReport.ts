// The fields that a joint with a Rate sends (S1, W9), of Body1 relative to Body2, float32:
//   per axis  position rad (m), velocity rad/s (m/s), effort N·m (N): motor plus stop in the last step, 0 on joining
//   ball      orientation x y z w (w >= 0) of Body1 in Body2, then angular velocity in the axes of Body2, rad/s
// With q and w the relative orientation and angular velocity, an angular motor sends for each axis a (fixed in Body1): position
// 2 atan2(q·a, q.w), velocity w·a, and the effort of its motor. Without Body2 the world takes its place, with the orientation of
// the robot's placement. A fixed joint sends nothing. Left out: the deflection of a hinge-2's spring.

import type { Joint, JointKind } from "../../describe/entity/Joint.js";
import { conjugate, multiply, type Quat, rotate } from "../../math/Quat.js";
import { atan2 } from "../../math/Trigonometry.js";
import { dot, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import { JointMotion } from "../../physics/JointMotion.js";
import { readJointEfforts } from "../../physics/Joints.js";
import type { Device, DeviceHost, PayloadField } from "../Device.js";

export function reportFields(kind: JointKind, axes: number): readonly PayloadField[] {
  if (kind === "BallSocket") return BALL_FIELDS;
  const fields: PayloadField[] = [];
  const [place, speed, effort] = kind === "Slider" ? ["m", "m/s", "N"] : ["rad", "rad/s", "N·m"];
  for (let axis = 1; axis <= axes; axis++) {
    const end = axes > 1 ? String(axis) : "";
    fields.push(real(`position${end}`, place), real(`velocity${end}`, speed), real(`effort${end}`, effort));
  }
  return fields;
}

const real = (name: string, unit: string): PayloadField => ({ name, type: "float32", unit });

const BALL_FIELDS: readonly PayloadField[] = [
  ...["x", "y", "z", "w"].map((name) => real(name, "")),
  ...["wx", "wy", "wz"].map((name) => real(name, "rad/s")),
];

/** Physics and entity that have the joint. */
type ReportHost = Pick<DeviceHost, "physics" | "robot">;

export function createReport(host: ReportHost, joint: Joint): Pick<Device, "sample"> {
  const { physics, robot } = host;
  if (joint.kind === "Fixed") return {};
  if (joint.kind === "BallSocket") {
    const ends = new JointEnds(host, joint);
    return { sample: () => [...ends.orientation(), ...rotate(ends.orientation(), ends.velocityInBody1())] };
  }
  if (joint.kind === "AMotor") {
    const ends = new JointEnds(host, joint);
    return {
      sample: () => {
        const efforts = readJointEfforts(physics, robot, joint.name);
        return joint.axes.flatMap((axis, i) => [...sampleMotor(ends, axis), efforts[i] ?? 0]);
      },
    };
  }
  const motion = new JointMotion(physics, robot, joint);
  return { sample: () => motion.read() };
}

function sampleMotor(ends: JointEnds, axis: Vec3): number[] {
  const [x, y, z, w] = ends.orientation();
  return [2 * atan2(dot([x, y, z], axis), w), dot(ends.velocityInBody1(), axis)];
}

/** The two bodies of a joint, or one body and the world. */
class JointEnds {
  readonly #body1: BodyMotion;
  readonly #body2: BodyMotion | undefined;
  readonly #placed: Quat;

  constructor({ physics, robot }: ReportHost, { body1, body2 }: Joint) {
    this.#body1 = new BodyMotion(physics, robot, body1);
    this.#body2 = body2 === undefined ? undefined : new BodyMotion(physics, robot, body2);
    this.#placed = physics.placementOf(robot).orientation;
  }

  /** Orientation of Body1 in Body2. */
  orientation(): Quat {
    const q = multiply(conjugate(this.#body2?.orientation() ?? this.#placed), this.#body1.orientation());
    return q[3] < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
  }

  /** Angular velocity of Body1 relative to Body2, in the axes of Body1. */
  velocityInBody1(): Vec3 {
    const relative = sub(this.#body1.angularVelocity(), this.#body2?.angularVelocity() ?? ZERO);
    return rotate(conjugate(this.#body1.orientation()), relative);
  }
}
