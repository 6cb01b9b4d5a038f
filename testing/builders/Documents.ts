// Robot and world documents for tests, and simple kinds of devices.

import type { RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { type RobotOptions, readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import type { ComponentKind, ComponentKinds } from "../../src/describe/xml/ElementReader.js";

const sensor = (element: string, read: ComponentKind["read"] = () => undefined): ComponentKind => ({
  element,
  role: "sensor",
  read,
});

const KINDS: readonly ComponentKind[] = [
  sensor("Inclinometer"),
  {
    ...sensor("CameraSensor", (element) => ({ fov: element.number("Fov", { above: 0, max: 179 }) })),
    defaultRateHz: 20,
  },
  // a kind with nested elements
  sensor("Probe", (element) => ({
    curve: element.child("Curve")?.numbers("Points"),
    side: element.word("Side", ["left", "right"]),
    serial: element.attribute("serial"),
  })),
  {
    ...sensor("Feeler", (element) => ({ solid: element.text("Solid") })),
    names: (settings) => [{ child: "Solid", sort: "solid", name: (settings as { solid: string }).solid }],
  },
  { element: "JointHinge", role: "joint", read: (element) => ({ gear: element.number("Gear") }) },
];

export const FAKE_KINDS: ComponentKinds = {
  elements: KINDS.map(({ element }) => element),
  has: (element) => KINDS.some((kind) => kind.element === element),
  type: (element) => KINDS.find((kind) => kind.element === element) as ComponentKind,
};

export interface RobotParts {
  readonly settings?: string;
  /** Additional elements of the body "Trunk", after its sphere. */
  readonly inTrunk?: string;
  /** Bodies in addition to Trunk and Arm. */
  readonly bodies?: string;
  readonly joints?: string;
}

/** A robot of two bodies, each a sphere of 1 kg; each body and device begins on a new line. */
export const robotXml = ({ settings = "", inTrunk = "", bodies = "", joints = "" }: RobotParts = {}): string =>
  `<Client>
<CSettings><Name>R</Name>${settings}</CSettings>
<Entity><RigidBodies>
<Body name="Trunk"><Sphere name="Ball"><Mass>1</Mass><Radius>0.1</Radius></Sphere>
${inTrunk}
</Body>
<Body name="Arm"><Sphere name="Fist"><Mass>1</Mass><Radius>0.1</Radius><Position>1 0 0</Position></Sphere></Body>
${bodies}
</RigidBodies>
<Joints>
${joints}
</Joints></Entity></Client>`;

export function readRobot(parts: RobotParts | string = {}, options: Partial<RobotOptions> = {}): RobotDescription {
  const text = typeof parts === "string" ? parts : robotXml(parts);
  return readRobotDocument(text, { kinds: FAKE_KINDS, ...options }).robot;
}

/** Files by path. */
export function filesOf(files: Readonly<Record<string, string | Uint8Array>>): (path: string) => Uint8Array {
  return (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    if (file === undefined) throw new Error(`no ${path}`);
    return typeof file === "string" ? new TextEncoder().encode(file) : file;
  };
}
