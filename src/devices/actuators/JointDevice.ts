// Every joint is a device (S5, W4, W9). It takes 8 bytes: the number of a property (JOINT_PROPERTY, +256 for the second axis, +512
// for the third) and its value. The physics' own rules check the value on arrival; it is set when its latency is over and kept
// until replaced. A servo takes its own properties and those of a motor; Vel switches it to velocity control. With a Rate a
// joint sends the fields of JointReport.ts. Ball and fixed joints have no axes and take nothing.

import {
  AXES_OF_KIND,
  isParameter,
  JOINT_PROPERTY,
  JOINT_PROPERTY_2004,
  type JointKind,
  type JointPropertyName,
  type OdeNumbers,
} from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { checkMotorFree, type JointCommand, setCommand, startCommand } from "../../physics/JointCommand.js";
import { checkAxisIndex, findJoint, readJointCommand } from "../../physics/Joints.js";
import type { Command, Device, DeviceHost, DeviceType } from "../Device.js";
import { PROPERTY_FIELDS, readProperty } from "../PropertyMessage.js";
import { createReport, reportFields } from "./JointReport.js";

interface JointSettings {
  /** Number of axes, which decides what it sends. */
  readonly axes: number;
}

const SUMMARIES: Readonly<Record<JointKind, string>> = {
  BallSocket: "two bodies turn freely about a point",
  Hinge: "turns about one axis, with motor and stops",
  Hinge2: "a wheel: steers and springs along axis 1, rolls about axis 2",
  Slider: "slides along one axis, with motor and stops",
  Universal: "turns about two axes, with motors and stops",
  Fixed: "holds two bodies together",
  AMotor: "motors about one to three axes, holding nothing",
  Servo: "a hinge under angle, velocity or torque control",
};

/** One device type per kind of joint. */
export const JOINT_DEVICES: readonly DeviceType<JointSettings>[] = (Object.keys(AXES_OF_KIND) as JointKind[]).map(
  (kind) => ({
    element: `Joint${kind}`,
    summary: SUMMARIES[kind],
    role: "joint",
    read: (element) => Object.freeze({ axes: countAxes(kind, element) }),
    sends: ({ axes }) => reportFields(kind, axes),
    takes: AXES_OF_KIND[kind][1] > 0 ? PROPERTY_FIELDS : [],
    create: (_, host) => createJoint(host),
  }),
);

/** Only an angular motor has a variable number of axes; `Axis` alone is one. */
function countAxes(kind: JointKind, element: ElementReader): number {
  const [min, max] = AXES_OF_KIND[kind];
  if (min === max) return min;
  return Math.max(min, ["Axis1", "Axis2", "Axis3"].filter((name) => element.child(name) !== undefined).length);
}

function createJoint(host: DeviceHost): Device {
  const { physics, robot, description } = host;
  const joint = findJoint(physics, robot, description.name);
  const report = createReport(host, joint);
  if (joint.axes.length === 0) return report;
  const where = `${robot}/${joint.name}`;
  // a joint outside the world, to check commands on
  const trial = startCommand(joint, physics.stepSec);
  const names = NAMES[description.odeNumbers ?? "0.16"];
  // by property number: a repeated command needs no second check
  const checked = new Map<number, Command>();
  return {
    ...report,
    read: (payload) => {
      const { property: number, value } = readProperty(payload, where);
      const before = checked.get(number);
      if (before && Object.is(before.value, value)) return before;
      const command = (before && withValue(before, value)) ?? readCommand({ number, value }, trial, names, where);
      // nothing else drives a servo
      if (joint.kind !== "Servo")
        checkMotorFree(
          readJointCommand(physics, robot, joint.name),
          command.axis as number,
          command.property as JointPropertyName,
          where,
        );
      checked.set(number, command);
      return command;
    },
    act: ({ property, axis, value }) =>
      physics.setJoint(robot, joint.name, property as JointPropertyName, value as number, axis as number),
  };
}

/** Property numbers of an axis: 2 to the power of this. */
const AXIS_BITS = 8;
type Names = ReadonlyMap<number, JointPropertyName>;
const namesOf = (numbers: Readonly<Partial<Record<JointPropertyName, number>>>): Names =>
  new Map(Object.entries(numbers).map(([name, number]) => [number, name as JointPropertyName]));
const NAMES: Readonly<Record<OdeNumbers, Names>> = {
  "0.16": namesOf(JOINT_PROPERTY),
  "2004": namesOf(JOINT_PROPERTY_2004),
};

function readCommand(
  { number, value }: { readonly number: number; readonly value: number },
  trial: JointCommand,
  names: Names,
  where: string,
): Command {
  const axis = number >> AXIS_BITS;
  const property = names.get(number - (axis << AXIS_BITS));
  if (property === undefined || axis < 0)
    throw new SimError("PARAMETER_UNKNOWN", {
      where,
      found: `property ${number}${names === NAMES["2004"] ? " with the numbers of 2004" : ""}`,
      allowed: `${[...names].map(([n, name]) => `${name} ${n}`).join(", ")}; +256 for the second axis, +512 for the third`,
    });
  if (property === "LoVel" || property === "HiVel") throw oldNumber(number, property, axis, where);
  checkAxisIndex(trial, axis, where);
  setCommand(trial, axis, property, value, where);
  return { property, axis, value };
}

/** Clients of today send no LoVel or HiVel: this one was built with headers of 2004, where these numbers are FMax and FudgeFactor. */
function oldNumber(number: number, property: JointPropertyName, axis: number, where: string): SimError {
  const meant = NAMES["2004"].get(JOINT_PROPERTY[property]);
  return new SimError("PARAMETER_UNSUPPORTED", {
    where: `${where}/axis ${axis + 1}/${property}`,
    found: `property ${number}, which is ${property} in ODE 0.16 and ${meant} in ODE's headers of 2004`,
    advice:
      "Write <OdeNumbers>2004</OdeNumbers> into CSettings, or start the server with --ode-numbers 2004, " +
      `if the client uses the headers of 2004. Otherwise leave ${property} out: set Vel and FMax.`,
  });
}

/** A command that was checked, with another value; undefined: the value is not allowed. */
function withValue({ property, axis }: Command, value: number): Command | undefined {
  return isParameter(property as JointPropertyName, value) ? { property, axis, value } : undefined;
}
