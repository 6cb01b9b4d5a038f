// Guards all calls from the world into a plug-in (S6). An exception or a wrong result becomes a PLUGIN_FAILED that names plug-in,
// element and robot; it removes that robot and no other (W7). A watch is notified before and after every call, so that a call
// that never returns can be named. Built-in devices have no guard.

import type { DeviceDescription } from "../../describe/robot/RobotDescription.js";
import type { AnyRobotType } from "../../describe/robot/text/RobotType.js";
import { type SimError, showValue } from "../../describe/SimError.js";
import type { AnyDeviceType, Command, Device, DeviceHost, DeviceLook, PayloadField } from "../Device.js";
import { countValues, valueNames } from "../Payload.js";
import { CallGuard, type PluginOrigin, WatchedKind } from "./CallGuard.js";
import { checkDrawings } from "./PluginDrawings.js";
import { checkFields } from "./PluginFields.js";

const kindOf = (what: string, { source }: PluginOrigin): WatchedKind => new WatchedKind(`plug-in ${source}, ${what}`);

export function guardRobotType(type: AnyRobotType, origin: PluginOrigin): AnyRobotType {
  const guard = new CallGuard(origin, kindOf(type.type, origin), type.type);
  return Object.freeze({
    ...type,
    keys: Object.freeze({ ...type.keys }),
    read: (values: Parameters<AnyRobotType["read"]>[0]) => {
      const document = guard.callThatMayRefuse("read", () => type.read(values));
      guard.check("read", typeof document === "string", document, "a robot's document: a text of XML");
      return document;
    },
  });
}

export function guardDeviceType(type: AnyDeviceType, origin: PluginOrigin): AnyDeviceType {
  const kind = kindOf(type.element, origin);
  const guard = new CallGuard(origin, kind, type.element);
  const sends = (by: CallGuard, settings: unknown, description: DeviceDescription) => {
    const fields = by.call("sends", () => type.sends(settings, description));
    return by.call("sends", () => checkFields(fields, "sends"));
  };
  const drawings = (by: CallGuard, settings: unknown, description: DeviceDescription) => {
    const found = by.call("drawings", () => type.drawings?.(settings, description) ?? []);
    const size = countValues(sends(by, settings, description));
    return by.call("drawings", () => checkDrawings(found, size, "drawings"));
  };
  const { names } = type;
  return Object.freeze({
    ...type,
    takes: Object.freeze([...type.takes]),
    read: (element) => {
      const settings = guard.callThatMayRefuse("read", () => type.read(element));
      guard.check("read", isPlain(settings), settings, "plain data: numbers, texts, lists, objects");
      return freezeDeep(settings);
    },
    ...(names && {
      names: (settings) =>
        checkNames(
          guard.call("names", () => names.call(type, settings)),
          guard,
        ),
    }),
    sends: (settings, description) => sends(guard, settings, description),
    drawings: (settings, description) => drawings(guard, settings, description),
    create: (settings, host) => {
      const { name } = host.description;
      const own = new CallGuard(origin, kind, type.element, `${host.robot}/${name}`);
      const device = own.callThatMayRefuse("create", () => type.create(settings, destructurable(host)));
      // checked here for the first time, so that the error names the robot
      drawings(own, settings, host.description);
      return guardDevice(device, own, { fields: sends(own, settings, host.description), type });
    },
  } satisfies AnyDeviceType);
}

/** A host whose methods work when destructured: `({ physics, pose }) => pose()`. */
function destructurable(host: DeviceHost): DeviceHost {
  const { physics, robot, description, stream, renderContext, airwaves } = host;
  return {
    physics,
    robot,
    description,
    stream,
    renderContext,
    airwaves,
    pose: () => host.pose(),
    velocity: () => host.velocity(),
  };
}

function checkNames(names: ReturnType<NonNullable<AnyDeviceType["names"]>>, guard: CallGuard): typeof names {
  const sorts = ["body", "solid", "joint"];
  const isGood =
    Array.isArray(names) &&
    names.every(
      ({ child, sort, name }) => typeof child === "string" && typeof name === "string" && sorts.includes(sort),
    );
  guard.check("names", isGood, names, 'a list of { child, sort: "body", "solid" or "joint", name }');
  return names;
}

interface Made {
  readonly fields: readonly PayloadField[];
  readonly type: AnyDeviceType;
}

const METHODS = ["prepare", "tick", "sample", "read", "act", "look", "save", "restore"] as const;

/** The device with all of its calls guarded; methods that it lacks stay undefined. */
function guardDevice(device: Device, guard: CallGuard, { fields, type }: Made): Device {
  guard.check("create", typeof device === "object" && device !== null, device, "a device: an object");
  for (const method of METHODS)
    guard.check(
      "create",
      ["function", "undefined"].includes(typeof device[method]),
      device[method],
      `${method}: a function`,
    );
  const needs = (isNeeded: boolean, method: keyof Device, why: string) =>
    guard.check(
      "create",
      !isNeeded || device[method] !== undefined,
      `no ${method}`,
      `a device with ${method}, since ${why}`,
    );
  needs(fields.length > 0, "sample", "it sends something");
  needs(type.takes.length > 0, "read", "it takes messages");
  needs(device.read !== undefined, "act", "it reads messages");
  needs(device.save !== undefined, "restore", "it has save");
  needs(device.restore !== undefined, "save", "it has restore");
  return { ...guardTicks(device, guard, fields), ...guardMessages(device, guard) };
}

/**
 * Guards the calls without a message. An error of `save` or `look` is thrown at the next tick instead: the snapshot or the viewer
 * that called them did nothing wrong.
 */
function guardTicks(device: Device, guard: CallGuard, fields: readonly PayloadField[]): Device {
  let failure: SimError | undefined;
  const later = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (problem) {
      failure = problem as SimError;
      return otherwise;
    }
  };
  const tick = () => device.tick?.();
  const sample = () => device.sample?.() as readonly number[];
  const save = () =>
    checkMemory(
      guard.call("save", () => device.save?.()),
      guard,
    );
  const look = () =>
    checkLook(
      guard.call("look", () => device.look?.()),
      guard,
    );
  return {
    tick: () => {
      if (failure) throw failure;
      guard.call("tick", tick);
    },
    ...(device.prepare && { prepare: () => guard.call("prepare", () => device.prepare?.()) }),
    ...(device.sample && { sample: () => checkSample(guard.call("sample", sample), fields, guard) }),
    ...(device.look && { look: () => later(look, DARK) }),
    ...(device.save && { save: () => later(save, []) }),
    ...(device.restore && {
      restore: (memory: readonly number[]) => {
        failure = undefined;
        guard.call("restore", () => device.restore?.(memory));
      },
    }),
  };
}

function guardMessages(device: Device, guard: CallGuard): Pick<Device, "read" | "act"> {
  return {
    ...(device.read && {
      read: (payload: DataView) => {
        // a plug-in may keep the payload, whose bytes the next message overwrites
        const own = copyOf(payload);
        const command = guard.callThatMayRefuse("read of a message", () => device.read?.(own)) as Command;
        guard.check("read of a message", isCommand(command), command, "an object of numbers and texts");
        return Object.freeze({ ...command });
      },
    }),
    ...(device.act && { act: (command: Command) => guard.call("act", () => device.act?.(command)) }),
  };
}

function copyOf({ buffer, byteOffset, byteLength }: DataView): DataView {
  return new DataView(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Checks the number of values and that none is NaN. */
function checkSample(values: readonly number[], fields: readonly PayloadField[], guard: CallGuard): readonly number[] {
  const isList = Array.isArray(values) || ArrayBuffer.isView(values);
  const count = countValues(fields);
  if (!isList || values.length !== count)
    throw guard.failure("sample", showValue(values), `a list of ${count} finite number${count === 1 ? "" : "s"}`);
  for (let i = 0; i < count; i++)
    if (typeof values[i] !== "number" || Number.isNaN(values[i]))
      throw guard.failure("sample", `${valueNames(fields)[i]} = ${showValue(values[i])}`, "numbers, and no NaN");
  return values;
}

const DARK: DeviceLook = Object.freeze({ radius: 0.001, color: Object.freeze([0, 0, 0] as const), brightness: 0 });

function checkLook(look: DeviceLook | undefined, guard: CallGuard): DeviceLook {
  const isByte = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 255;
  const { radius, color, brightness } = (look ?? {}) as Partial<DeviceLook>;
  const isColor = Array.isArray(color) && color.length === 3 && color.every(isByte);
  const isGood = isColor && isByte(brightness) && (brightness as number) <= 1 && Number(radius) > 0;
  guard.check("look", isGood, look, "radius above 0, color of three numbers from 0 to 255, brightness from 0 to 1");
  return look as DeviceLook;
}

function checkMemory(memory: readonly number[] | undefined, guard: CallGuard): readonly number[] {
  const isGood = Array.isArray(memory) && memory.every((value) => typeof value === "number");
  guard.check("save", isGood, memory, "a list of numbers");
  return [...(memory as readonly number[])];
}

const isCommand = (command: unknown): command is Command =>
  typeof command === "object" &&
  command !== null &&
  Object.values(command).every((value) => typeof value === "number" || typeof value === "string");

/** Whether it can be written as JSON: no functions, no cycles. */
function isPlain(value: unknown): boolean {
  try {
    return value === undefined || JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const child of Object.values(value)) freezeDeep(child);
  return Object.freeze(value);
}
