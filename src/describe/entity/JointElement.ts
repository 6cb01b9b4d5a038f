// Joints in documents (R6). Anchor and axes are in model space; parameters are ODE's, per axis (W4).

import type { Vec3 } from "../../math/Vec3.js";
import type { NumberRange } from "../xml/ElementReader.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { AXES_OF_KIND, type AxisParameters, type JointInput, type JointKind, type ServoParameters } from "./Joint.js";

/** XML name and kind. */
export const JOINT_ELEMENTS: Readonly<Record<string, JointKind>> = Object.freeze(
  Object.fromEntries((Object.keys(AXES_OF_KIND) as JointKind[]).map((kind) => [`Joint${kind}`, kind])),
);

type Parameters = { -readonly [K in keyof AxisParameters]?: AxisParameters[K] };

/** Everything but what makes it a device. */
export function readJoint(joint: XmlReader, name: string): JointInput {
  const kind = JOINT_ELEMENTS[joint.name];
  const axes = readAxes(joint, kind);
  const parameters = axes.map((): Parameters => ({}));
  readGroup(joint, "Limits", ["LoStop", "HiStop", "Bounce", "StopERP", "StopCFM"], parameters);
  readGroup(joint, "Motor", ["Vel", "FMax", "CFM", "FudgeFactor"], parameters);
  readSuspension(joint, kind, parameters);
  const erp = axes.length > 0 ? joint.number("ERP") : undefined;
  if (erp !== undefined) for (const p of parameters) p.ERP = erp;
  const servo = kind === "Servo" ? readServo(joint, parameters[0] ?? {}) : undefined;
  return {
    name,
    kind,
    body1: joint.needed("Body1").ownText(),
    body2: joint.text("Body2"),
    anchor: joint.vector("AnchorPos"),
    axes,
    parameters,
    servo,
    damping: joint.number("Damping"),
    armature: joint.number("Armature"),
    collide: joint.flag("Collide"),
  };
}

/** Axis1, Axis2, Axis3 as far as the kind has them; Axis is another name for the only one. */
function readAxes(joint: XmlReader, kind: JointKind): readonly Vec3[] {
  const [least, most] = AXES_OF_KIND[kind];
  if (most === 0) return [];
  const numbered = ["Axis1", "Axis2", "Axis3"].slice(0, most);
  const only = joint.vector("Axis");
  if (only !== undefined) {
    const other = numbered.find((name) => joint.has(name));
    if (other === undefined && least === 1) return [only];
    const allowed = least === 1 ? "either of them" : numbered.join(", ");
    throw joint.error("PROPERTY_MISPLACED", { found: `<Axis>${other ? ` beside <${other}>` : ""}`, allowed }, "Axis");
  }
  if (most === 1) return [joint.has("Axis1") ? joint.needed("Axis1").ownVector() : joint.needed("Axis").ownVector()];
  // a gap shows as an axis that is missing
  const count = numbered.findLastIndex((name) => joint.has(name)) + 1;
  joint.known(...numbered);
  return numbered.slice(0, Math.max(least, count)).map((name) => joint.needed(name).ownVector());
}

const INFINITE: NumberRange = { infinite: true };

/** `<Limits axis="2">`: numbers of one axis, the first unless said. */
function readGroup(joint: XmlReader, group: string, names: readonly (keyof AxisParameters)[], all: Parameters[]): void {
  const seen = new Set<number>();
  for (const element of joint.children(group)) {
    const axis = axisOf(element, all.length);
    if (seen.has(axis)) throw element.error("ELEMENT_REPEATED", { found: `<${group}> of axis ${axis} again` });
    seen.add(axis);
    for (const unsupported of group === "Motor" ? ["LoVel", "HiVel"] : [])
      if (element.child(unsupported))
        throw element.error(
          "PARAMETER_UNSUPPORTED",
          { found: unsupported, advice: "Set Vel and FMax instead." },
          unsupported,
        );
    for (const name of names) {
      const value = element.number(name, INFINITE);
      if (value !== undefined) all[axis - 1][name] = value;
    }
    element.finish();
  }
}

function axisOf(element: XmlReader, axes: number): number {
  const text = element.attribute("axis") ?? "1";
  if (!/^[123]$/.test(text) || Number(text) > axes)
    throw element.error("VALUE_OUT_OF_RANGE", {
      found: `axis="${text.slice(0, 20)}"`,
      allowed: axes === 0 ? "no such element: this joint has no axis" : `axis="1"${axes > 1 ? ` to "${axes}"` : ""}`,
    });
  return Number(text);
}

function readSuspension(joint: XmlReader, kind: JointKind, all: Parameters[]): void {
  const element = joint.child("Suspension");
  if (element === undefined) return;
  if (kind !== "Hinge2")
    throw element.error("PROPERTY_MISPLACED", { found: `<Suspension> in a ${joint.name}`, allowed: "a JointHinge2" });
  const [erp, cfm] = [element.number("ERP"), element.number("CFM")];
  if (erp !== undefined) all[0].SuspensionERP = erp;
  if (cfm !== undefined) all[0].SuspensionCFM = cfm;
  element.finish();
}

/** Angle, Velocity or Torque is the target, and says how the servo is controlled. */
function readServo(joint: XmlReader, first: Parameters): Partial<ServoParameters> {
  const fMax = joint.number("FMax", INFINITE);
  if (fMax !== undefined && first.FMax !== undefined)
    throw joint.error(
      "PROPERTY_MISPLACED",
      { found: "<FMax> beside that of <Motor>", allowed: "either of them" },
      "FMax",
    );
  if (fMax !== undefined) first.FMax = fMax;
  const servo: { -readonly [K in keyof ServoParameters]?: ServoParameters[K] } = {};
  for (const mode of ["Angle", "Velocity", "Torque"] as const) {
    const target = joint.number(mode);
    if (target === undefined) continue;
    if (servo.mode !== undefined)
      throw joint.error(
        "PROPERTY_MISPLACED",
        { found: `<${mode}> beside <${servo.mode}>`, allowed: "one of them" },
        mode,
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
