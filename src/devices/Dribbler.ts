// Turns a dribbler's bar (F2, S5): 4 bytes float32 rad/s, kept for Timeout and then off. Positive spins a ball towards the robot. A DC motor with
// its driver: at the voltage for the speed w0 told, at most MotorSpeed, it gives
//   T = MotorTorque / MotorSpeed (w0 - w)      w: speed of the bar; torque and speed are those after the step
// so that it never gives more than MotorTorque while it speeds up. Off, it is an open circuit: the bar turns freely, up to Drag,
// the torque of its bearings for each rad/s. What becomes of a ball is left to friction. With a Rate it sends the bar's speed.

import type { ElementReader } from "../describe/ElementReader.js";
import { readJoint, setDrive } from "../physics/Joints.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "./Device.js";
import { readNumbers } from "./NumberMessage.js";

export interface DribblerSettings {
  readonly joint: string;
  /** Held still, N·m, and without a load, rad/s. */
  readonly torque: number;
  readonly speed: number;
  /** N·m·s/rad. */
  readonly drag: number;
  /** s; infinite: it turns on. */
  readonly timeoutSec: number;
}

const FIELDS: readonly PayloadField[] = [{ name: "speed", type: "float32", unit: "rad/s" }];

export const DRIBBLER: DeviceType<DribblerSettings> = {
  element: "Dribbler",
  summary: "turns a dribbler's bar: rad/s in, a DC motor with a torque limit; sends the bar's speed",
  role: "actuator",
  read: readSettings,
  names: ({ joint }) => [{ child: "Joint", sort: "joint", name: joint }],
  sends: () => FIELDS,
  takes: FIELDS,
  create: (settings, host) => new Dribbler(settings, host),
};

const LARGEST = 1e6;

function readSettings(element: ElementReader): DribblerSettings {
  const missing = (child: string): never => {
    throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
  };
  const needed = (child: string): number => element.number(child, { above: 0, max: LARGEST }) ?? missing(child);
  return Object.freeze({
    joint: element.text("Joint")?.trim() || missing("Joint"),
    torque: needed("MotorTorque"),
    speed: needed("MotorSpeed"),
    drag: element.number("Drag", { min: 0, max: LARGEST }) ?? 0,
    timeoutSec: element.number("Timeout", { min: 1e-9, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
  });
}

/** Remembers the speed it was told and for how long that holds. */
class Dribbler implements Device {
  readonly #settings: DribblerSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  readonly #stepSec: number;
  #told = 0;
  /** Steps for which that still holds. */
  #holds = 0;

  constructor(settings: DribblerSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#host = host;
    this.#where = `${host.robot}/${host.description.name}`;
    this.#stepSec = host.physics.stepSec;
    this.#drive();
  }

  #drive(): void {
    const { joint, torque, speed, drag } = this.#settings;
    const { physics, robot, description } = this.#host;
    const damping = this.#told === 0 ? drag : torque / speed;
    const drive = { owner: description.name, torque: damping * this.#told, damping, friction: 0, inertia: 0 };
    setDrive(physics, robot, { joint, axis: 0 }, drive);
  }

  tick(): void {
    if (this.#holds > 0) this.#holds--;
    else this.#tell(0);
  }

  #tell(speed: number): void {
    if (speed === this.#told) return;
    this.#told = speed;
    this.#drive();
  }

  read(payload: DataView): Command {
    const [speed] = readNumbers(payload, FIELDS, this.#where);
    return { speed };
  }

  act({ speed }: Command): void {
    const { speed: most, timeoutSec } = this.#settings;
    this.#holds = Math.max(1, Math.round(Math.min(timeoutSec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
    this.#tell(Math.min(most, Math.max(-most, speed as number)));
  }

  sample(): readonly number[] {
    const { physics, robot } = this.#host;
    return [readJoint(physics, robot, this.#settings.joint)[0].velocity];
  }

  save(): readonly number[] {
    return [this.#told, this.#holds];
  }

  restore([told, holds]: readonly number[]): void {
    [this.#told, this.#holds] = [told, holds];
    this.#drive();
  }
}
