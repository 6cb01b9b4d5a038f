// Drives a robot on wheels with a velocity in its own frame (F2, S5): 12 bytes float32 forward, left (m/s) and turn (rad/s, counter-
// clockwise), kept for Timeout and then zero. Forward is +y of model space. Limits ramp what was asked for (VelocityRamp.ts),
// the inverse kinematics make wheel speeds of it (WheelKinematics.ts), all scaled alike where a motor could not follow, and each
// wheel has a speed servo (WheelServo.ts). With a Rate it sends odometry: the motion that the wheels' speeds mean. Whether
// the robot moves that way is up to the ground: wheels slip.

import type { ElementReader } from "../describe/ElementReader.js";
import { SimError } from "../describe/SimError.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "./Device.js";
import { type RampLimits, ramp } from "./VelocityRamp.js";
import { type PlanarVelocity, WheelKinematics, type WheelPlace } from "./WheelKinematics.js";
import { type MotorLimits, type ServoGains, WheelServo } from "./WheelServo.js";

export interface DriveSettings {
  readonly wheels: readonly (WheelPlace & { readonly joint: string })[];
  readonly motor: MotorLimits;
  readonly gains: ServoGains;
  readonly plane: RampLimits;
  readonly turning: RampLimits;
  /** s; infinite: what was told last holds for good. */
  readonly timeoutSec: number;
}

const FIELDS: readonly PayloadField[] = [
  { name: "forward", type: "float32", unit: "m/s" },
  { name: "left", type: "float32", unit: "m/s" },
  { name: "turn", type: "float32", unit: "rad/s" },
];
const BYTES = 12;
const STANDING: PlanarVelocity = Object.freeze({ forward: 0, left: 0, turn: 0 });

export const VELOCITY_DRIVE: DeviceType<DriveSettings> = {
  element: "VelocityDrive",
  summary: "drives a robot on wheels: forward, left, turn in; wheel-speed servos with a torque limit; sends odometry",
  role: "actuator",
  read: readSettings,
  names: ({ wheels }) => wheels.map(({ joint }) => ({ child: "Wheel", sort: "joint", name: joint })),
  sends: () => FIELDS,
  takes: FIELDS,
  create: (settings, host) => new VelocityDrive(settings, host),
};

/** Larger numbers are slips of the pen. */
const MOST = 1e6;
const POSITIVE = { min: 1e-9, max: MOST } as const;

function readSettings(element: ElementReader): DriveSettings {
  const needed = (owner: ElementReader, child: string): number =>
    owner.number(child, POSITIVE) ?? missing(owner, child);
  const limit = (child: string): number => element.number(child, POSITIVE) ?? Number.POSITIVE_INFINITY;
  const wheels = element.children("Wheel").map((wheel) => ({
    joint: wheel.text("Joint")?.trim() || missing(wheel, "Joint"),
    angle: wheel.number("Angle", { min: -MOST, max: MOST }) ?? missing(wheel, "Angle"),
    distance: wheel.number("Distance", { min: 0, max: MOST }) ?? missing(wheel, "Distance"),
    radius: needed(wheel, "Radius"),
  }));
  if (wheels.length === 0) missing(element, "Wheel");
  const [speedUp, turnUp] = [limit("Acceleration"), limit("TurnAcceleration")];
  return Object.freeze({
    wheels,
    motor: { torque: needed(element, "MotorTorque"), speed: needed(element, "MotorSpeed") },
    gains: {
      gain: element.number("Gain", POSITIVE) ?? 50,
      integralSec: element.number("IntegralTime", POSITIVE) ?? 0.1,
    },
    plane: { most: limit("MaxSpeed"), speedUp, brake: element.number("Braking", POSITIVE) ?? speedUp },
    turning: { most: limit("MaxTurn"), speedUp: turnUp, brake: element.number("TurnBraking", POSITIVE) ?? turnUp },
    timeoutSec: element.number("Timeout", { ...POSITIVE, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
  });
}

function missing(element: ElementReader, child: string): never {
  throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
}

/** Remembers what it was told and for how long that holds, what it aims at, and the wheels' integrals. */
class VelocityDrive implements Device {
  readonly #settings: DriveSettings;
  readonly #kinematics: WheelKinematics;
  readonly #servos: readonly WheelServo[];
  readonly #stepSec: number;
  readonly #where: string;
  #told = STANDING;
  /** Steps for which that still holds. */
  #holds = 0;
  /** Aimed at in the last step and in the next, so that it does not matter how often it is told. */
  #before = STANDING;
  #aim = STANDING;
  /** Of each wheel, rad/s. */
  #speeds: readonly number[];

  constructor(settings: DriveSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#kinematics = new WheelKinematics(settings.wheels);
    this.#servos = settings.wheels.map(({ joint }) => new WheelServo(host, joint, settings.motor, settings.gains));
    this.#stepSec = host.physics.stepSec;
    this.#where = `${host.robot}/${host.description.name}`;
    this.#speeds = settings.wheels.map(() => 0);
    this.#drive();
  }

  tick(): void {
    this.#servos.forEach((servo, i) => {
      servo.learn(this.#speeds[i], this.#stepSec);
    });
    if (this.#holds > 0) this.#holds--;
    else this.#told = STANDING;
    this.#before = this.#aim;
    this.#drive();
  }

  #drive(): void {
    this.#aim = ramp(this.#before, this.#told, this.#settings, this.#stepSec);
    const wanted = this.#kinematics.wheelSpeeds(this.#aim);
    const fastest = wanted.reduce((most, speed) => Math.max(most, Math.abs(speed)), 0);
    const { speed } = this.#settings.motor;
    this.#speeds = fastest > speed ? wanted.map((one) => (one * speed) / fastest) : wanted;
    this.#servos.forEach((servo, i) => {
      servo.drive(this.#speeds[i]);
    });
  }

  sample(): readonly number[] {
    const { forward, left, turn } = this.#kinematics.bodyVelocity(this.#servos.map(({ speed }) => speed));
    return [forward, left, turn];
  }

  read(payload: DataView): Command {
    if (payload.byteLength !== BYTES)
      throw new SimError("PAYLOAD_SIZE_WRONG", {
        where: this.#where,
        found: `${payload.byteLength} bytes`,
        allowed: `${BYTES} bytes: float32 forward, left, turn`,
      });
    const [forward, left, turn] = FIELDS.map(({ name }, i) => {
      const value = payload.getFloat32(4 * i, true);
      if (!Number.isFinite(value))
        throw new SimError("COMMAND_NOT_FINITE", {
          where: `${this.#where}/${name}`,
          found: value,
          allowed: "a finite number",
        });
      return value;
    });
    return { forward, left, turn };
  }

  act({ forward, left, turn }: Command): void {
    this.#told = { forward: forward as number, left: left as number, turn: turn as number };
    const { timeoutSec } = this.#settings;
    this.#holds = Math.max(1, Math.round(Math.min(timeoutSec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
    // the step that comes is this command's already
    this.#drive();
  }

  save(): readonly number[] {
    const flat = ({ forward, left, turn }: PlanarVelocity): number[] => [forward, left, turn];
    const integrals = this.#servos.map(({ integral }) => integral);
    return [...flat(this.#told), ...flat(this.#before), ...flat(this.#aim), this.#holds, ...integrals, ...this.#speeds];
  }

  restore(memory: readonly number[]): void {
    const velocity = (at: number): PlanarVelocity => {
      const [forward, left, turn] = memory.slice(at, at + 3);
      return { forward, left, turn };
    };
    this.#told = velocity(0);
    this.#before = velocity(3);
    this.#aim = velocity(6);
    this.#holds = memory[9];
    const count = this.#servos.length;
    this.#servos.forEach((servo, i) => {
      servo.integral = memory[10 + i];
    });
    this.#speeds = memory.slice(10 + count, 10 + 2 * count);
    this.#drive();
  }
}
