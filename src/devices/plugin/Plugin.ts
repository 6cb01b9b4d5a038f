// Registers device types and robot types (S6). Built-in types and plug-ins use the same interface. The types of a plug-in are checked,
// since they may be plain JavaScript, and their calls are guarded (PluginGuard.ts).

import { checkIsObject, checkObject, type KeysOf } from "../../describe/Check.js";
import { JOINT_ELEMENTS } from "../../describe/entity/JointElement.js";
import { SOLID_ELEMENTS } from "../../describe/entity/SolidElement.js";
import { checkRobotType, type RobotType, type TextKeys } from "../../describe/robot/text/RobotType.js";
import { SimError, showValue } from "../../describe/SimError.js";
import type { AnyDeviceType, DeviceType } from "../Device.js";
import type { DeviceRegistry } from "../DeviceRegistry.js";
import { type ActionType, guardAction } from "./Action.js";
import type { PluginOrigin } from "./CallGuard.js";
import { checkFields } from "./PluginFields.js";
import { guardDeviceType, guardRobotType } from "./PluginGuard.js";

/** The functions that a plug-in registers its types with. */
export interface Registration {
  /** Registers a sensor or an actuator by its XML element. */
  device<Settings>(type: DeviceType<Settings>): void;
  /** Registers a robot type, which text files name in their TYPE line (R8). */
  robotType<const Keys extends TextKeys>(type: RobotType<Keys>): void;
  /** Registers a function that lines of the console call by its name: `call NAME text` (E3). */
  action(type: ActionType): void;
}

export type Registrant = (ubersim: Registration) => void;

/** `origin`: the plug-in; undefined: built-in types, without checks and guards. */
export function createRegistration(kinds: DeviceRegistry, origin?: PluginOrigin): Registration {
  return {
    device: (type) => {
      if (origin) checkDeviceType(type, origin.source);
      kinds.add(origin ? guardDeviceType(type, origin) : type, origin?.source);
    },
    robotType: (type) => {
      if (origin) checkRobotType(type, origin.source);
      kinds.robotTypes.add(origin ? guardRobotType(type, origin) : type, origin?.source);
    },
    action: (type) => kinds.addAction(origin ? guardAction(type, origin) : type, origin?.source ?? "devices"),
  };
}

/** Members of a plug-in's device type; only the built-in camera sends pictures. */
const TYPE_KEYS = {
  element: true,
  summary: true,
  role: true,
  defaultRateHz: true,
  read: true,
  names: true,
  sends: true,
  drawings: true,
  takes: true,
  create: true,
} as const satisfies { readonly [K in keyof DeviceType]?: true };
const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/;
/** Other elements of a body. */
const BODY_ELEMENTS: readonly string[] = ["Body", "Mass", "CenterOfMass", "Inertia", ...SOLID_ELEMENTS];
const JOINTS: readonly string[] = Object.keys(JOINT_ELEMENTS);

function checkDeviceType(type: AnyDeviceType, source: string): void {
  checkIsObject(type, Object.keys(TYPE_KEYS), `${source}/device`);
  const { element } = type;
  checkElement(element, `${source}/device/element`);
  const where = `${source}/${element}`;
  checkObject<AnyDeviceType>(type, TYPE_KEYS as unknown as KeysOf<AnyDeviceType>, where);
  const refuse = (member: keyof DeviceType, allowed: string) =>
    new SimError("PLUGIN_REFUSED", { where: `${where}/${member}`, found: showValue(type[member]), allowed });
  if (typeof type.summary !== "string" || !/^[^\n]+$/.test(type.summary)) throw refuse("summary", "one line of text");
  if (type.role !== "sensor" && type.role !== "actuator")
    throw refuse("role", '"sensor" or "actuator"; a plug-in cannot add joints');
  for (const member of ["read", "sends", "create"] as const)
    if (typeof type[member] !== "function") throw refuse(member, "a function");
  for (const member of ["names", "drawings"] as const)
    if (type[member] !== undefined && typeof type[member] !== "function")
      throw refuse(member, "a function, or left out");
  const { defaultRateHz: rate } = type;
  if (rate !== undefined && !(typeof rate === "number" && rate > 0 && rate <= 1e9))
    throw refuse("defaultRateHz", "samples a second: a number above 0, or left out");
  checkFields(type.takes, `${where}/takes`);
}

function checkElement(element: unknown, where: string): void {
  if (typeof element !== "string" || !ELEMENT_NAME.test(element))
    throw new SimError("NAME_MALFORMED", { where, found: showValue(element), allowed: "the name of an XML element" });
  if (BODY_ELEMENTS.includes(element) || JOINTS.includes(element))
    throw new SimError("NAME_RESERVED", {
      where,
      found: `"${element}"`,
      allowed: `any element but ${[...BODY_ELEMENTS, ...JOINTS].join(", ")}`,
    });
}
