// Drives a robot on wheels with a velocity in its own frame (F2, S5): forward, left (m/s) and turn (rad/s, counter-clockwise), kept for
// Timeout and then zero; or with speeds or voltages of its wheels (F7, DriveMessage.ts). Forward is +y of model space. Limits ramp
// the velocity (VelocityRamp.ts), a gyroscope keeps its turning (YawLoop.ts), the inverse kinematics make wheel speeds of it
// (WheelKinematics.ts), all scaled alike where a motor could not follow, and each wheel has a speed servo (WheelServo.ts). With a
// Rate it sends odometry: the motion that the wheels' speeds mean. Whether the robot moves that way is up to the ground.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { Command, Device, DeviceHost, DeviceType } from "../Device.js";
import { driveNumbers, VELOCITY, VELOCITY_FIELDS, VOLTAGES } from "./DriveCommand.js";
import { readDriveMessage } from "./DriveMessage.js";
import { type RampLimits, ramp } from "./VelocityRamp.js";
import { type PlanarVelocity, WheelKinematics, type WheelPlace } from "./WheelKinematics.js";
import { type MotorLimits, type ServoGains, WheelServo } from "./WheelServo.js";
import { type YawGains, YawLoop } from "./YawLoop.js";

export interface DriveSettings {
  readonly wheels: readonly (WheelPlace & { readonly joint: string })[];
  readonly motor: MotorLimits;
  readonly gains: ServoGains;
  /** Undefined: it has no gyroscope. */
  readonly gyro: YawGains | undefined;
  /** Full voltage, at which MotorTorque and MotorSpeed hold, V. */
  readonly supply: number;
  readonly plane: RampLimits;
  readonly turning: RampLimits;
  /** s; infinite: what was told last holds for good. */
  readonly timeoutSec: number;
}

export const VELOCITY_DRIVE: DeviceType<DriveSettings> = {
  element: "VelocityDrive",
  summary: "drives a robot on wheels: forward, left, turn in (or wheel speeds, or volts); sends odometry",
  role: "actuator",
  read: readSettings,
  names: ({ wheels }) => wheels.map(({ joint }) => ({ child: "Wheel", sort: "joint", name: joint })),
  sends: () => VELOCITY_FIELDS,
  takes: VELOCITY_FIELDS,
  create: (settings, host) => new VelocityDrive(settings, host),
};

/** Larger numbers are slips of the pen. */
const MAX = 1e6;
const POSITIVE = { min: 1e-9, max: MAX } as const;

function readSettings(element: ElementReader): DriveSettings {
  const needed = (owner: ElementReader, child: string): number =>
    owner.number(child, POSITIVE) ?? missing(owner, child);
  const limit = (child: string): number => element.number(child, POSITIVE) ?? Number.POSITIVE_INFINITY;
  const wheels = element.children("Wheel").map((wheel) => ({
    joint: wheel.text("Joint")?.trim() || missing(wheel, "Joint"),
    angle: wheel.number("Angle", { min: -MAX, max: MAX }) ?? missing(wheel, "Angle"),
    distance: wheel.number("Distance", { min: 0, max: MAX }) ?? missing(wheel, "Distance"),
    radius: needed(wheel, "Radius"),
  }));
  if (wheels.length === 0) missing(element, "Wheel");
  const gyroGain = element.number("GyroGain", POSITIVE);
  const gyroSec = element.number("GyroTime", POSITIVE) ?? 0.1;
  const [speedUp, turnUp] = [limit("Acceleration"), limit("TurnAcceleration")];
  return Object.freeze({
    wheels,
    motor: {
      torque: needed(element, "MotorTorque"),
      speed: needed(element, "MotorSpeed"),
      limit: limit("MotorLimit"),
    },
    gains: {
      gain: element.number("Gain", POSITIVE) ?? 50,
      integralSec: element.number("IntegralTime", POSITIVE) ?? 0.1,
    },
    gyro: gyroGain === undefined ? undefined : { gain: gyroGain, integralSec: gyroSec },
    supply: element.number("Supply", POSITIVE) ?? 24,
    plane: { most: limit("MaxSpeed"), speedUp, brake: element.number("Braking", POSITIVE) ?? speedUp },
    turning: { most: limit("MaxTurn"), speedUp: turnUp, brake: element.number("TurnBraking", POSITIVE) ?? turnUp },
    timeoutSec: element.number("Timeout", { ...POSITIVE, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
  });
}

function missing(element: ElementReader, child: string): never {
  throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
}

const STANDING: readonly number[] = Object.freeze([0, 0, 0]);

/** Remembers what it was told and for how long that holds, what it aims at, and the integrals of wheels and gyroscope. */
class VelocityDrive implements Device {
  readonly #settings: DriveSettings;
  readonly #kinematics: WheelKinematics;
  readonly #servos: readonly WheelServo[];
  readonly #yaw: YawLoop | undefined;
  readonly #stepSec: number;
  readonly #where: string;
  #mode = VELOCITY;
  /** By mode: forward, left and turn, or one for each wheel. */
  #told: readonly number[] = STANDING;
  /** Steps for which that still holds. */
  #holds = 0;
  /** Aimed at in the last step and in the next, so that it does not matter how often it is told. */
  #before: PlanarVelocity = asVelocity(STANDING);
  #aim: PlanarVelocity = asVelocity(STANDING);
  /** Of each wheel, rad/s. */
  #speeds: readonly number[];

  constructor(settings: DriveSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#kinematics = new WheelKinematics(settings.wheels);
    this.#servos = settings.wheels.map(({ joint }) => new WheelServo(host, joint, settings.motor, settings.gains));
    this.#yaw = settings.gyro && new YawLoop(host, settings.gyro);
    this.#stepSec = host.physics.stepSec;
    this.#where = `${host.robot}/${host.description.name}`;
    this.#speeds = settings.wheels.map(() => 0);
    this.#drive();
  }

  tick(): void {
    const isServo = this.#mode !== VOLTAGES;
    if (isServo) for (let i = 0; i < this.#servos.length; i++) this.#servos[i].learn(this.#speeds[i], this.#stepSec);
    if (this.#mode === VELOCITY) this.#yaw?.learn(this.#aim.turn, this.#stepSec);
    if (this.#holds > 0) this.#holds--;
    else this.#rest();
    this.#before = this.#aim;
    this.#drive();
  }

  /** Nobody says anything: it comes to a standstill by its own limits. */
  #rest(): void {
    if (this.#mode !== VELOCITY) this.#toVelocity();
    this.#told = STANDING;
  }

  /** From wheels told one by one back to a velocity: from the one that the wheels have. */
  #toVelocity(): void {
    this.#mode = VELOCITY;
    this.#before = this.#aim = this.#kinematics.bodyVelocity(this.#servos.map(({ speed }) => speed));
    this.#yaw?.forget();
  }

  #drive(): void {
    const servos = this.#servos;
    if (this.#mode === VOLTAGES) {
      const { supply } = this.#settings;
      for (let i = 0; i < servos.length; i++) servos[i].power(within(this.#told[i] / supply, 1));
      return;
    }
    this.#speeds = this.#mode === VELOCITY ? this.#wheelSpeeds() : this.#told.map((speed) => within(speed, this.#most));
    for (let i = 0; i < servos.length; i++) servos[i].drive(this.#speeds[i]);
  }

  get #most(): number {
    return this.#settings.motor.speed;
  }

  /** All scaled alike where one would be too fast. */
  #wheelSpeeds(): number[] {
    const ease = this.#yaw?.ease(this.#before.turn) ?? 1;
    this.#aim = ramp(this.#before, asVelocity(this.#told), { ...this.#settings, ease }, this.#stepSec);
    const { forward, left, turn } = this.#aim;
    const speeds = this.#kinematics.wheelSpeeds({ forward, left, turn: turn + (this.#yaw?.correction ?? 0) });
    let fastest = this.#most;
    for (let i = 0; i < speeds.length; i++) fastest = Math.max(fastest, Math.abs(speeds[i]));
    if (fastest > this.#most) for (let i = 0; i < speeds.length; i++) speeds[i] *= this.#most / fastest;
    return speeds;
  }

  sample(): readonly number[] {
    const { forward, left, turn } = this.#kinematics.bodyVelocity(this.#servos.map(({ speed }) => speed));
    return [forward, left, turn];
  }

  read(payload: DataView): Command {
    return readDriveMessage(payload, this.#servos.length, this.#where);
  }

  act(command: Command): void {
    const { mode, numbers } = driveNumbers(command, this.#servos.length);
    if (mode === VELOCITY && this.#mode !== VELOCITY) this.#toVelocity();
    this.#mode = mode;
    this.#told = numbers;
    const { timeoutSec } = this.#settings;
    this.#holds = Math.max(1, Math.round(Math.min(timeoutSec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
    // the step that comes is this command's already
    this.#drive();
  }

  forget(): void {
    const wheels = this.#servos.map(() => 0);
    this.restore([VELOCITY, 0, 0, ...STANDING, ...STANDING, ...wheels, ...wheels, ...wheels, ...STANDING]);
  }

  save(): readonly number[] {
    const flat = ({ forward, left, turn }: PlanarVelocity): number[] => [forward, left, turn];
    const integrals = this.#servos.map(({ integral }) => integral);
    const own = [this.#mode, this.#holds, this.#yaw?.integral ?? 0, ...flat(this.#before), ...flat(this.#aim)];
    const heats = this.#servos.map(({ heat }) => heat);
    return [...own, ...integrals, ...heats, ...this.#speeds, ...this.#told];
  }

  restore(memory: readonly number[]): void {
    const count = this.#servos.length;
    const [mode, holds, yaw] = memory;
    this.#mode = mode;
    this.#holds = holds;
    if (this.#yaw) this.#yaw.integral = yaw;
    this.#before = asVelocity(memory.slice(3, 6));
    this.#aim = asVelocity(memory.slice(6, 9));
    this.#servos.forEach((servo, i) => {
      servo.integral = memory[9 + i];
      servo.heat = memory[9 + count + i];
    });
    this.#speeds = memory.slice(9 + 2 * count, 9 + 3 * count);
    this.#told = memory.slice(9 + 3 * count);
    this.#drive();
  }
}

const asVelocity = ([forward, left, turn]: readonly number[]): PlanarVelocity => ({ forward, left, turn });

const within = (x: number, most: number): number => Math.min(most, Math.max(-most, x));
