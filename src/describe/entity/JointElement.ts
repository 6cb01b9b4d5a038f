// Reads joints (R6). Anchor and axes are in model space. The parameters of each axis are those of ODE (W4).

import { type Vec3, ZERO } from "../../math/Vec3.js";
import type { NumberRange } from "../xml/ElementReader.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { AXES_OF_KIND, type AxisParameters, type JointInput, type JointKind, type ServoParameters } from "./Joint.js";

/** The joint kind of each XML element. */
export const JOINT_ELEMENTS: Readonly<Record<string, JointKind>> = Object.freeze(
  Object.fromEntries((Object.keys(AXES_OF_KIND) as JointKind[]).map((kind) => [`Joint${kind}`, kind])),
);

type Parameters = { -readonly [K in keyof AxisParameters]?: AxisParameters[K] };

/** Reads a joint without its settings as a device (DeviceElement.ts). */
export function readJoint(joint: XmlReader, name: string): JointInput {
  const kind = JOINT_ELEMENTS[joint.name];
  const axes = joint.part(() => readAxes(joint, kind)) ?? Array<Vec3>(AXES_OF_KIND[kind][1]).fill(ZERO);
  const parameters = axes.map((): Parameters => ({}));
  readGroup(joint, "Limits", ["LoStop", "HiStop", "Bounce", "StopERP", "StopCFM"], parameters);
  readGroup(joint, "Motor", ["Vel", "FMax", "CFM", "FudgeFactor"], parameters);
  const suspension = readSuspension(joint, kind, parameters);
  const body1 = joint.part(() => joint.needed("Body1").ownText()) ?? "";
  const erp = axes.length > 0 ? joint.number("ERP") : undefined;
  if (erp !== undefined) for (const p of parameters) p.ERP = erp;
  const servo = kind === "Servo" ? readServo(joint, parameters[0] ?? {}) : readSteering(joint, kind, parameters);
  return {
    name,
    kind,
    body1,
    body2: joint.text("Body2"),
    anchor: joint.vector("AnchorPos"),
    axes,
    parameters,
    suspension,
    servo,
    damping: joint.number("Damping"),
    armature: joint.number("Armature"),
    collide: joint.flag("Collide"),
  };
}

/** Reads Axis1, Axis2 and Axis3, as many as the kind has. A joint with one axis may call it Axis. */
function readAxes(joint: XmlReader, kind: JointKind): readonly Vec3[] {
  const [min, max] = AXES_OF_KIND[kind];
  if (max === 0) return [];
  const numbered = ["Axis1", "Axis2", "Axis3"].slice(0, max);
  const only = joint.vector("Axis");
  if (only !== undefined) {
    const other = numbered.find((name) => joint.has(name));
    if (other === undefined && min === 1) return [only];
    const allowed = min === 1 ? "only one of them" : numbered.join(", ");
    throw joint.error("PROPERTY_MISPLACED", { found: `<Axis>${other ? ` beside <${other}>` : ""}`, allowed }, "Axis");
  }
  if (max === 1) return [joint.has("Axis1") ? joint.needed("Axis1").ownVector() : joint.needed("Axis").ownVector()];
  // Axis1 and Axis3 without Axis2: Axis2 is missing
  const count = numbered.findLastIndex((name) => joint.has(name)) + 1;
  joint.known(...numbered);
  const axes = numbered.slice(0, Math.max(min, count)).map((name) => joint.part(() => joint.needed(name).ownVector()));
  return axes.map((axis) => joint.report.require(axis));
}

const INFINITE: NumberRange = { infinite: true };

/** Reads `<Limits axis="2">` or `<Motor>`: numbers of one axis. Default: axis 1. */
function readGroup(joint: XmlReader, group: string, names: readonly (keyof AxisParameters)[], all: Parameters[]): void {
  const seen = new Set<number>();
  for (const element of joint.children(group))
    element.attempt(() => {
      const axis = axisOf(element, all.length);
      if (seen.has(axis)) throw element.error("ELEMENT_REPEATED", { found: `<${group}> of axis ${axis} again` });
      seen.add(axis);
      for (const unsupported of group === "Motor" ? ["LoVel", "HiVel"] : [])
        if (element.child(unsupported))
          element.report.add(element.error("PARAMETER_UNSUPPORTED", { found: unsupported }, unsupported));
      for (const name of names) {
        const value = element.number(name, INFINITE);
        if (value !== undefined) all[axis - 1][name] = value;
      }
      element.finish();
    });
}

function axisOf(element: XmlReader, axes: number): number {
  const text = element.attribute("axis") ?? "1";
  if (!/^[123]$/.test(text) || Number(text) > axes)
    throw element.error("VALUE_OUT_OF_RANGE", {
      found: `axis="${text.slice(0, 20)}"`,
      allowed:
        axes === 0 ? `no <${element.name}>: this joint has no axis` : `axis="1"${axes > 1 ? ` to "${axes}"` : ""}`,
    });
  return Number(text);
}

function readSuspension(joint: XmlReader, kind: JointKind, all: Parameters[]): JointInput["suspension"] {
  const element = joint.child("Suspension");
  return element?.attempt(() => readSpring(element, joint, kind, all));
}

/** Stiffness and Damping, or ODE's ERP and CFM. */
function readSpring(
  element: XmlReader,
  joint: XmlReader,
  kind: JointKind,
  all: Parameters[],
): JointInput["suspension"] {
  if (kind !== "Hinge2") throw notHinge2(element, joint);
  const [erp, cfm] = [element.number("ERP"), element.number("CFM")];
  const [stiffness, damping] = [element.number("Stiffness"), element.number("Damping")];
  if (erp !== undefined) all[0].SuspensionERP = erp;
  if (cfm !== undefined) all[0].SuspensionCFM = cfm;
  element.finish();
  return stiffness === undefined && damping === undefined ? undefined : { stiffness, damping };
}

/** `<Steering>`: the servo of the first axis of a hinge-2. */
function readSteering(joint: XmlReader, kind: JointKind, all: Parameters[]): JointInput["servo"] {
  const element = joint.child("Steering");
  return element?.attempt(() => {
    if (kind !== "Hinge2") throw notHinge2(element, joint);
    const servo = readServo(element, all[0]);
    element.finish();
    return servo;
  });
}

const notHinge2 = (element: XmlReader, joint: XmlReader) =>
  element.error("PROPERTY_MISPLACED", {
    found: `<${element.name}> in a ${joint.name}`,
    allowed: `<${element.name}> in a JointHinge2`,
  });

/** Angle, Velocity or Torque is the target; which of them is given selects the control mode. */
function readServo(joint: XmlReader, first: Parameters): Partial<ServoParameters> {
  const fMax = joint.number("FMax", INFINITE);
  if (fMax !== undefined && first.FMax !== undefined)
    joint.report.add(
      joint.error(
        "PROPERTY_MISPLACED",
        { found: "<FMax> beside FMax of <Motor>", allowed: "only one of them" },
        "FMax",
      ),
    );
  if (fMax !== undefined) first.FMax = fMax;
  const servo: { -readonly [K in keyof ServoParameters]?: ServoParameters[K] } = {};
  for (const mode of ["Angle", "Velocity", "Torque"] as const) {
    const target = joint.number(mode);
    if (target === undefined) continue;
    if (servo.mode !== undefined)
      joint.report.add(
        joint.error(
          "PROPERTY_MISPLACED",
          { found: `<${mode}> beside <${servo.mode}>`, allowed: "only one of them" },
          mode,
        ),
      );
    servo.mode = mode;
    servo.target = target;
  }
  for (const name of ["Kp", "Kd", "MaxVel"] as const) {
    const value = joint.number(name);
    if (value !== undefined) servo[name] = value;
  }
  return servo;
}
