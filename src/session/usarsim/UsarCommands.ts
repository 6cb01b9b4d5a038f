// Translates commands of USARSim to messages of the robot's devices: DRIVE, MULTIDRIVE, SET {Type Joint}, MISPKG, ACT. A line acts as a
// whole or not at all: every message is made and every name found before the first one is sent. Orders: 0 position, 1 velocity, 2 torque.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError, showValue } from "../../describe/SimError.js";
import type { DeviceMessage } from "../clients/FrameSink.js";
import { axesOf, findAxis, linksOf, propertyMessage, propertyOf, type UsarAxis } from "./UsarJoints.js";
import { isSameName, readUsarNumber, readWord, type UsarLine } from "./UsarLine.js";
import { driveOf, type UsarDrive, type UsarWheel, wheelsOf } from "./UsarWheels.js";

type Order = 0 | 1 | 2;

/** Values of earlier lines that hold for later ones. */
interface Memory {
  /** Speeds that the client has set for the wheels of a VelocityDrive, rad/s. */
  wheelSpeeds: readonly number[];
  /** USARSim keeps it from DRIVE to DRIVE. */
  isNormalized: boolean;
  packages: ReadonlyMap<string, readonly UsarAxis[]>;
}

/** Blocks of DRIVE that order nothing. */
const FLAGS = ["Normalized", "Light", "Flip"];
/** Speed of a wheel without a maximum of its own at {Normalized True} 100, rad/s. */
const FULL_SPEED = 10;
/** The motor of a torque command aims at this speed, rad/s or m/s. */
const FAST = 1e4;

export class UsarCommands {
  readonly axes: readonly UsarAxis[];
  readonly wheels: readonly UsarWheel[];
  readonly drive: UsarDrive | undefined;
  readonly #robot: RobotDescription;
  #memory: Memory;
  /** The memory after the line that was read last; `commit` keeps it once the messages are accepted. */
  #next: Memory | undefined;

  constructor(robot: RobotDescription) {
    this.#robot = robot;
    this.axes = axesOf(robot);
    this.wheels = wheelsOf(robot, this.axes);
    this.drive = driveOf(robot);
    this.#memory = { wheelSpeeds: this.#stopped(), isNormalized: false, packages: new Map() };
  }

  /** The messages of a line. Throws a SimError. */
  read(line: UsarLine): readonly DeviceMessage[] {
    this.#next = { ...this.#memory };
    return line.type === "SET" ? this.#setJoint(line) : (this.#readCommand(line) ?? []);
  }

  /** The messages of the last line have been accepted. */
  commit(): void {
    if (this.#next) this.#memory = this.#next;
    this.#next = undefined;
  }

  /** Mission packages that the client has moved, with their links. */
  get packages(): ReadonlyMap<string, readonly UsarAxis[]> {
    return this.#memory.packages;
  }

  #readCommand(line: UsarLine): readonly DeviceMessage[] | undefined {
    switch (line.type) {
      case "DRIVE":
        return this.#readDrive(line);
      case "MULTIDRIVE":
        if (line.blocks.length === 0) missing("MULTIDRIVE", "joint");
        return this.#orderAll(
          line.blocks.map(({ name, value }) => ({
            axis: findAxis(this.axes, name, "MULTIDRIVE"),
            value: readUsarNumber(value, `MULTIDRIVE/${name}`),
            order: 0,
          })),
        );
      case "MISPKG":
      case "ACT":
        return this.#readPackage(line);
    }
    return undefined;
  }

  #stopped(): readonly number[] {
    return this.drive?.settings.wheels.map(() => 0) ?? [];
  }

  get #following(): Memory {
    this.#next ??= { ...this.#memory };
    return this.#next;
  }

  // ---- DRIVE

  #readDrive(line: UsarLine): readonly DeviceMessage[] {
    const next = this.#following;
    next.isNormalized = line.flag("Normalized") ?? next.isNormalized;
    line.flag("Light");
    line.flag("Flip");
    if (line.find("Name") !== undefined) return this.#readNamed(line);
    const [left, right] = [line.number("Left"), line.number("Right")];
    if (left !== undefined && right !== undefined) return this.#driveSides(left, right);
    const [linear, lateral] = [line.number("LinearVelocity"), line.number("LateralVelocity")];
    const rotational = line.number("RotationalVelocity");
    if (linear !== undefined || lateral !== undefined || rotational !== undefined)
      return this.#driveVelocity(linear ?? 0, lateral ?? 0, rotational ?? 0);
    const isFlag = ({ name }: { readonly name: string }): boolean => FLAGS.some((flag) => isSameName(flag, name));
    if (line.blocks.length > 0 && line.blocks.every(isFlag)) return [];
    throw new SimError("LINE_UNSUPPORTED", {
      where: "DRIVE",
      found: line.blocks.map(({ name }) => `{${name} ...}`).join(" ") || "no block",
      allowed: "{Left} {Right}, {Name} {Order} {Value}, or {LinearVelocity} {LateralVelocity} {RotationalVelocity}",
    });
  }

  /** DRIVE {Name j} {Order o} {Value v}, any number of times. */
  #readNamed({ blocks }: UsarLine): readonly DeviceMessage[] {
    const orders: { axis: UsarAxis; value?: number; order: Order }[] = [];
    for (const { name, value } of blocks) {
      const last = orders.at(-1);
      if (isSameName(name, "Name")) orders.push({ axis: findAxis(this.axes, value, "DRIVE/Name"), order: 0 });
      else if (last && isSameName(name, "Order")) last.order = readOrder(value, "DRIVE/Order");
      else if (last && isSameName(name, "Value")) last.value = readUsarNumber(value, "DRIVE/Value");
      else if (!FLAGS.some((flag) => isSameName(flag, name)))
        throw new SimError("LINE_UNSUPPORTED", {
          where: "DRIVE",
          found: `{${name} ...}`,
          allowed: "{Name} {Order} {Value}",
        });
    }
    return this.#orderAll(
      orders.map(({ axis, order, value }) => ({ axis, order, value: value ?? missing("DRIVE", "Value") })),
    );
  }

  /** Speeds of the wheels of either side, rad/s, or per cent of the maximum. */
  #driveSides(left: number, right: number): readonly DeviceMessage[] {
    const { drive } = this;
    if (drive) {
      const unit = this.#following.isNormalized ? drive.settings.motor.speed / 100 : 1;
      const [l, r] = [left * unit * drive.radius, right * unit * drive.radius];
      this.#following.wheelSpeeds = this.#stopped();
      const turn = drive.halfWidth > 0 ? (r - l) / 2 / drive.halfWidth : 0;
      return [{ device: drive.name, payload: floats((l + r) / 2, 0, turn) }];
    }
    if (this.wheels.length === 0) throw this.#noWheels("{Left} {Right}");
    return this.#orderAll(
      this.wheels.map(({ axis, side, sign }) => ({
        axis,
        order: 1,
        value: (side === "left" ? left : right) * sign * (this.#following.isNormalized ? fullSpeed(axis) / 100 : 1),
      })),
    );
  }

  /** m/s forward, m/s to the right, rad/s to the right; normalized: per cent of MaxSpeed and MaxTurn, or of 1 m/s and 1 rad/s. */
  #driveVelocity(linear: number, lateral: number, rotational: number): readonly DeviceMessage[] {
    const { drive } = this;
    if (!drive) throw this.#noWheels("{LinearVelocity}");
    const share = (max: number): number => (this.#following.isNormalized ? (Number.isFinite(max) ? max : 1) / 100 : 1);
    const [speed, turn] = [share(drive.settings.plane.max), share(drive.settings.turning.max)];
    return [{ device: drive.name, payload: floats(linear * speed, -lateral * speed, -rotational * turn) }];
  }

  #noWheels(found: string): SimError {
    return new SimError("LINE_UNSUPPORTED", {
      where: `DRIVE of ${this.#robot.name}`,
      found: `${found} for a robot without ${found.startsWith("{Left") ? "wheels" : "a VelocityDrive"}`,
      allowed: "{Name} {Order} {Value}, MULTIDRIVE or SET {Type Joint}",
      advice: `Its joints are ${this.axes.map(({ name }) => name).join(", ") || "none"}.`,
    });
  }

  // ---- joints

  /** SET {Type Joint} {Name j} {Opcode o} {Params v}. */
  #setJoint(line: UsarLine): readonly DeviceMessage[] {
    const opcode = readWord(line.text("Opcode"), Object.keys(OPCODES) as (keyof typeof OPCODES)[], "SET/Opcode");
    const name = line.text("Name");
    const value = line.number("Params") ?? missing("SET", "Params");
    const isAll = isSameName(name, "AllJoints") || isSameName(name, "AllAngles");
    const chosen = isAll ? this.axes : [findAxis(this.axes, name, "SET/Name")];
    const order = OPCODES[opcode];
    if (order !== undefined) return this.#orderAll(chosen.map((axis) => ({ axis, order, value })));
    if (value < 0)
      throw new SimError("VALUE_OUT_OF_RANGE", { where: "SET/Params", found: value, allowed: "0 or more" });
    return chosen.map((one) => ({
      device: one.joint.name,
      payload: propertyMessage(propertyOf("FMax", one), value),
    }));
  }

  /** MISPKG {Name m} {Link i} {Value v} {Order o} ...; ACT without Order. */
  #readPackage({ type, blocks }: UsarLine): readonly DeviceMessage[] {
    const name = blocks.find((block) => isSameName(block.name, "Name"))?.value ?? missing(type, "Name");
    const links = linksOf(this.axes, this.#robot.name, name);
    const orders: { axis: UsarAxis; value?: number; order: Order }[] = [];
    for (const { name: key, value } of blocks) {
      const last = orders.at(-1);
      if (isSameName(key, "Link")) orders.push({ axis: linkOf(links, value, `${type}/Link`), order: 0 });
      else if (last && isSameName(key, "Value")) last.value = readUsarNumber(value, `${type}/Value`);
      else if (last && isSameName(key, "Order")) last.order = readOrder(value, `${type}/Order`);
      else if (!isSameName(key, "Name"))
        throw new SimError("LINE_UNSUPPORTED", {
          where: type,
          found: `{${key} ...}`,
          allowed: "{Name} {Link} {Value} {Order}",
        });
    }
    const messages = this.#orderAll(
      orders.map(({ axis, order, value }) => ({ axis, order, value: value ?? missing(type, "Value") })),
    );
    // the name as the client wrote it first
    const known = [...this.packages.keys()].find((one) => isSameName(one, name)) ?? name;
    this.#following.packages = new Map([...this.packages, [known, links]]);
    return messages;
  }

  #orderAll(orders: readonly { readonly axis: UsarAxis; readonly value: number; readonly order: Order }[]) {
    const speeds = [...this.#following.wheelSpeeds];
    let drives = false;
    const messages = orders.flatMap(({ axis, value, order }): readonly DeviceMessage[] => {
      const wheel = this.drive?.settings.wheels.findIndex(({ joint }) => joint === axis.joint.name) ?? -1;
      if (wheel < 0) return orderOf(axis, order, value);
      if (order !== 1) throw unordered(axis, order, "{Order 1}: a VelocityDrive controls this wheel");
      speeds[wheel] = value;
      drives = true;
      return [];
    });
    if (!drives || !this.drive) return messages;
    this.#following.wheelSpeeds = speeds;
    return [...messages, { device: this.drive.name, payload: wheelMessage(speeds) }];
  }
}

/** Undefined: sets the maximum torque. */
const OPCODES: Readonly<
  Record<"Angle" | "Target" | "Velocity" | "Torque" | "Stiffness" | "MaxTorque", Order | undefined>
> = {
  Angle: 0,
  Target: 0,
  Velocity: 1,
  Torque: 2,
  Stiffness: undefined,
  MaxTorque: undefined,
};

const SERVO_PROPERTIES = ["Angle", "Velocity", "Torque"] as const;

function orderOf(one: UsarAxis, order: Order, value: number): readonly DeviceMessage[] {
  const { joint, maxTorque } = one;
  const message = (name: Parameters<typeof propertyOf>[0], x: number): DeviceMessage => ({
    device: joint.name,
    payload: propertyMessage(propertyOf(name, one), x),
  });
  if (joint.kind === "Servo") return [message(SERVO_PROPERTIES[order], value)];
  if (order === 0) throw unordered(one, order, "{Order 1} or {Order 2}: only a JointServo holds a position");
  if (order === 1) return [message("FMax", maxTorque), message("Vel", value)];
  return [message("FMax", Math.abs(value)), message("Vel", Math.sign(value) * FAST)];
}

const unordered = ({ name, joint }: UsarAxis, order: Order, allowed: string): SimError =>
  new SimError("LINE_UNSUPPORTED", { where: name, found: `{Order ${order}} for a Joint${joint.kind}`, allowed });

const fullSpeed = ({ joint }: UsarAxis): number => {
  const max = joint.servo?.MaxVel ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(max) ? max : FULL_SPEED;
};

function readOrder(text: string, where: string): Order {
  const order = readUsarNumber(text, where);
  if (order === 0 || order === 1 || order === 2) return order;
  throw new SimError("LINE_UNSUPPORTED", { where, found: order, allowed: "0: position, 1: velocity, 2: torque" });
}

function linkOf(links: readonly UsarAxis[], text: string, where: string): UsarAxis {
  const link = links[readUsarNumber(text, where) - 1];
  if (link) return link;
  throw new SimError("VALUE_OUT_OF_RANGE", { where, found: showValue(text), allowed: `1 to ${links.length}` });
}

function missing(type: string, name: string): never {
  throw new SimError("LINE_MALFORMED", {
    where: type,
    found: `no {${name} ...}`,
    allowed: `${type} with {${name} ...}`,
  });
}

const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

/** Message of a VelocityDrive with the speeds of its wheels (docs/protocol.md). */
function wheelMessage(speeds: readonly number[]): Uint8Array {
  const head = new Uint8Array(Uint32Array.of(1, speeds.length).buffer);
  const bytes = new Uint8Array(8 + 4 * speeds.length);
  bytes.set(head);
  bytes.set(floats(...speeds), 8);
  return bytes;
}
