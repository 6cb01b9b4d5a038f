// Turns a dribbler's bar (F2, S5): 4 bytes float32 rad/s, kept for Timeout, then off. A positive speed spins a ball towards the
// robot. A DC motor under speed control (WheelServos.ts, without its integral) gives full torque at a speed error of a tenth of
// MotorSpeed. With w the speed of the bar:
//   |T| <= MotorTorque (1 - |w| / MotorSpeed) while it accelerates, <= MotorTorque while it brakes
// Off means an open circuit: the bar turns freely except for the damping of its hinge. Friction alone acts on the ball. With a
// Rate it sends the speed of the bar.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { type MotorLimits, WheelServos } from "../drive/WheelServos.js";
import { readNumbers, roundNumbers } from "../NumberMessage.js";

export interface DribblerSettings {
  readonly joint: string;
  readonly motor: MotorLimits;
  /** s; infinite: a command holds until replaced. */
  readonly timeoutSec: number;
}

const FIELDS: readonly PayloadField[] = [{ name: "speed", type: "float32", unit: "rad/s" }];

export const DRIBBLER: DeviceType<DribblerSettings> = {
  element: "Dribbler",
  summary: "turns a dribbler's bar: rad/s in, a DC motor under speed control; sends the bar's speed",
  role: "actuator",
  read: readSettings,
  names: ({ joint }) => [{ child: "Joint", sort: "joint", name: joint }],
  sends: () => FIELDS,
  takes: FIELDS,
  create: (settings, host) => new Dribbler(settings, host),
};

const MAX_VALUE = 1e6;
/** The integral is not used. */
const GAINS = { gain: 10, integralSec: 1 } as const;

function readSettings(element: ElementReader): DribblerSettings {
  const missing = (child: string): never => {
    throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
  };
  const needed = (child: string): number => element.number(child, { above: 0, max: MAX_VALUE }) ?? missing(child);
  return Object.freeze({
    joint: element.text("Joint")?.trim() || missing("Joint"),
    motor: { torque: needed("MotorTorque"), speed: needed("MotorSpeed") },
    timeoutSec: element.number("Timeout", { min: 1e-9, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
  });
}

/** Checks the speed of the bar, rad/s, and rounds it to float32; throws COMMAND_NOT_FINITE. */
export function dribbleCommand(order: number, where: string): Command {
  const [speed] = roundNumbers([order], FIELDS, where);
  return { speed };
}

/** Keeps the commanded speed and the time for which it holds. */
class Dribbler implements Device {
  readonly #settings: DribblerSettings;
  readonly #servo: WheelServos;
  readonly #where: string;
  readonly #stepSec: number;
  readonly #target = new Float64Array(1);
  #commanded = 0;
  /** Steps until the command expires. */
  #holdSteps = 0;

  constructor(settings: DribblerSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#servo = new WheelServos(host, [settings.joint], settings.motor, GAINS);
    this.#where = `${host.robot}/${host.description.name}`;
    this.#stepSec = host.physics.stepSec;
    this.#drive();
  }

  #drive(): void {
    if (this.#commanded === 0) {
      this.#servo.release();
      return;
    }
    this.#servo.measure();
    this.#target[0] = this.#commanded;
    this.#servo.drive(this.#target);
  }

  tick(): void {
    if (this.#holdSteps > 0) this.#holdSteps--;
    else this.#commanded = 0;
    this.#drive();
  }

  read(payload: DataView): Command {
    const [speed] = readNumbers(payload, FIELDS, this.#where);
    return dribbleCommand(speed, this.#where);
  }

  act({ speed }: Command): void {
    const { motor, timeoutSec } = this.#settings;
    this.#holdSteps = Math.max(1, Math.round(Math.min(timeoutSec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
    this.#commanded = Math.min(motor.speed, Math.max(-motor.speed, speed as number));
    this.#drive();
  }

  sample(): readonly number[] {
    return [this.#servo.measure()[0]];
  }

  save(): readonly number[] {
    return [this.#commanded, this.#holdSteps];
  }

  restore([commanded, holdSteps]: readonly number[]): void {
    [this.#commanded, this.#holdSteps] = [commanded, holdSteps];
    this.#drive();
  }
}
