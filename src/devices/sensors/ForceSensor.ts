// Force and torque through a joint (S1): 6 float32, force x y z, N, and torque x y z, N·m, of Body2 (or the world) on Body1 at the
// anchor of `<Joint>`, along the axes of the body that carries the sensor. They include constraint, motor, stop and friction
// forces. The anchor moves with Body1. Like an accelerometer the sensor gives the mean over the last step: an impact reads
// impulse / dt. On joining all are 0. Where several joints share a load that statics does not determine, the solver
// chooses each share; the sum is right. No memory.

import { SimError } from "../../describe/SimError.js";
import { conjugate, multiply } from "../../math/Quat.js";
import { readForces, watchForces } from "../../physics/Joints.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { rotateBack } from "../FastRotation.js";

interface ForceSettings {
  readonly joint: string;
}

const real = (unit: string) => (name: string) => ({ name, type: "float32", unit }) as const;

const FIELDS: readonly PayloadField[] = [...["fx", "fy", "fz"].map(real("N")), ...["tx", "ty", "tz"].map(real("N·m"))];

export const FORCE_SENSOR: DeviceType<ForceSettings> = {
  element: "ForceSensor",
  summary: "force and torque of Body2 on Body1 at a joint's anchor, N and N·m",
  role: "sensor",
  read: (element) => {
    const joint = element.text("Joint")?.trim();
    if (!joint)
      throw element.error("ELEMENT_MISSING", { found: "no <Joint>", allowed: "<Joint>, the name of a joint" });
    return Object.freeze({ joint });
  },
  names: ({ joint }) => [{ child: "Joint", sort: "joint", name: joint }],
  sends: () => FIELDS,
  drawings: ({ joint }) => [
    { kind: "vector", first: 0, axes: "body", joint },
    { kind: "vector", first: 3, axes: "body", joint },
  ],
  takes: [],
  create: createForceSensor,
};

function createForceSensor({ joint }: ForceSettings, host: DeviceHost): Device {
  const { physics, robot, description } = host;
  try {
    watchForces(physics, robot, joint);
  } catch (problem) {
    // the error names the sensor instead of the joint
    if (!(problem instanceof SimError) || problem.code !== "FORCE_NOT_MEASURABLE") throw problem;
    const { code, found, allowed } = problem;
    throw new SimError(code, { where: `${robot}/${description.name}/Joint`, found: `"${joint}": ${found}`, allowed });
  }
  const sensorToBody = conjugate(description.pose.orientation);
  return {
    sample: () => {
      const [fx, fy, fz, tx, ty, tz] = readForces(physics, robot, joint);
      const orientation = multiply(host.pose().orientation, sensorToBody);
      return [...rotateBack(orientation, fx, fy, fz), ...rotateBack(orientation, tx, ty, tz)];
    },
  };
}
