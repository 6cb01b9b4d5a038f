// Drives a wheeled robot with a velocity in its own frame (F2, S5): forward, left (m/s) and turn (rad/s, counter-clockwise), kept for
// Timeout and then zero; or with speeds or voltages of its wheels (F7, DriveMessage.ts). Forward is +y of model space. The velocity
// is limited by a ramp (VelocityRamp.ts), its yaw rate is controlled with a gyroscope (YawLoop.ts), inverse kinematics turn it into
// wheel speeds (WheelKinematics.ts), which are scaled down together where a motor is too slow, and each wheel has a speed servo
// (WheelServos.ts). With a Rate it sends odometry, the velocity computed from the wheel speeds. Slip is left to the physics.

import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { Command, Device, DeviceHost, DeviceType } from "../Device.js";
import { driveNumbers, VELOCITY, VELOCITY_FIELDS, VOLTAGES } from "./DriveCommand.js";
import { readDriveMessage } from "./DriveMessage.js";
import { limitVelocity, type RampLimits, type Ramps, ramp } from "./VelocityRamp.js";
import { FORWARD, LEFT, TURN, WheelKinematics, type WheelPlace } from "./WheelKinematics.js";
import { type MotorLimits, type ServoGains, WheelServos } from "./WheelServos.js";
import { type YawGains, YawLoop } from "./YawLoop.js";

export interface DriveSettings {
  readonly wheels: readonly (WheelPlace & { readonly joint: string })[];
  readonly motor: MotorLimits;
  readonly gains: ServoGains;
  /** Undefined: no gyroscope. */
  readonly gyro: YawGains | undefined;
  /** Supply voltage, to which MotorTorque and MotorSpeed refer, V. */
  readonly supply: number;
  readonly plane: RampLimits;
  readonly turning: RampLimits;
  /** s; infinite: a command holds until replaced. */
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

/** Larger numbers are taken for typing errors. */
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
    plane: { max: limit("MaxSpeed"), speedUp, brake: element.number("Braking", POSITIVE) ?? speedUp },
    turning: { max: limit("MaxTurn"), speedUp: turnUp, brake: element.number("TurnBraking", POSITIVE) ?? turnUp },
    timeoutSec: element.number("Timeout", { ...POSITIVE, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
  });
}

function missing(element: ElementReader, child: string): never {
  throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
}

const STANDING: readonly number[] = Object.freeze([0, 0, 0]);

/** Keeps the command and its remaining time, the target velocity, and the integrals of servos and yaw loop. */
class VelocityDrive implements Device {
  readonly #settings: DriveSettings;
  readonly #kinematics: WheelKinematics;
  readonly #servos: WheelServos;
  readonly #yaw: YawLoop | undefined;
  readonly #stepSec: number;
  readonly #where: string;
  #mode = VELOCITY;
  /** By mode: forward, left and turn, or one number per wheel. */
  #commanded: readonly number[] = STANDING;
  /** The same as a velocity within its limits. */
  readonly #wanted = new Float64Array(3);
  /** Limits of the target velocity in this step. */
  readonly #ramps: { -readonly [K in keyof Ramps]: Ramps[K] } & { readonly sec: number };
  /** Steps until the command expires. */
  #holdSteps = 0;
  /** Target velocity of the last and of the next step. The ramp starts from the former, however often commands arrive. */
  readonly #before = new Float64Array(3);
  readonly #aim = new Float64Array(3);
  /** Target speed of each wheel, rad/s. */
  readonly #speeds: Float64Array;

  constructor(settings: DriveSettings, host: DeviceHost) {
    const { wheels, motor, gains, gyro, plane, turning } = settings;
    this.#settings = settings;
    this.#stepSec = host.physics.stepSec;
    this.#ramps = { plane, turning, ease: 1, sec: this.#stepSec };
    this.#kinematics = new WheelKinematics(wheels);
    this.#servos = new WheelServos(
      host,
      wheels.map(({ joint }) => joint),
      motor,
      gains,
    );
    this.#yaw = gyro && new YawLoop(host, gyro);
    this.#where = `${host.robot}/${host.description.name}`;
    this.#speeds = new Float64Array(wheels.length);
    this.#drive();
  }

  tick(): void {
    const servos = this.#servos;
    servos.measure();
    if (this.#mode !== VOLTAGES) servos.update(this.#speeds, this.#isSteady, this.#stepSec);
    const yawRate = this.#yaw?.measure() ?? 0;
    if (this.#mode === VELOCITY) this.#yaw?.update(this.#aim[TURN], yawRate, this.#stepSec);
    if (this.#holdSteps > 0) this.#holdSteps--;
    else this.#stop();
    this.#before.set(this.#aim);
    this.#driveAt(yawRate);
  }

  /** The command has expired: brakes to a standstill within the limits. */
  #stop(): void {
    if (this.#mode !== VELOCITY) this.#toVelocity();
    if (this.#commanded !== STANDING) this.#take(STANDING);
  }

  #take(numbers: readonly number[]): void {
    this.#commanded = numbers;
    for (let k = 0; k < 3; k++) this.#wanted[k] = numbers[k];
    limitVelocity(this.#wanted, this.#settings);
  }

  /** Back from wheel commands to velocity control, starting at the velocity of the wheels. */
  #toVelocity(): void {
    this.#mode = VELOCITY;
    this.#aim.set(this.sample());
    this.#before.set(this.#aim);
    this.#yaw?.forget();
  }

  #drive(): void {
    this.#servos.measure();
    this.#driveAt(this.#yaw?.measure() ?? 0);
  }

  /** At the measured speeds of the wheels and this yaw rate. */
  #driveAt(yawRate: number): void {
    const servos = this.#servos;
    if (this.#mode === VOLTAGES) {
      const { supply } = this.#settings;
      servos.power(Float64Array.from(this.#commanded, (volts) => clamp(volts / supply, 1)));
      return;
    }
    const speeds = this.#speeds;
    if (this.#mode === VELOCITY) this.#aimWheels(yawRate);
    else for (let i = 0; i < speeds.length; i++) speeds[i] = clamp(this.#commanded[i], this.#maxSpeed);
    servos.drive(speeds);
  }

  /** The target velocity is the one of the step before. */
  get #isSteady(): boolean {
    if (this.#mode !== VELOCITY) return true;
    const [aim, before] = [this.#aim, this.#before];
    return aim[FORWARD] === before[FORWARD] && aim[LEFT] === before[LEFT] && aim[TURN] === before[TURN];
  }

  get #maxSpeed(): number {
    return this.#settings.motor.speed;
  }

  /** Sets the speeds of the wheels, scaled down together if one is above the motor's maximum. */
  #aimWheels(yawRate: number): void {
    const aim = this.#aim;
    this.#ramps.ease = this.#yaw?.ease(this.#before[TURN], yawRate) ?? 1;
    ramp(aim, this.#before, this.#wanted, this.#ramps);
    const speeds = this.#speeds;
    const turn = aim[TURN] + (this.#yaw?.correction ?? 0);
    this.#kinematics.writeSpeeds(aim[FORWARD], aim[LEFT], turn, speeds);
    const maxSpeed = this.#maxSpeed;
    let fastest = maxSpeed;
    for (let i = 0; i < speeds.length; i++) fastest = Math.max(fastest, Math.abs(speeds[i]));
    if (fastest > maxSpeed) for (let i = 0; i < speeds.length; i++) speeds[i] *= maxSpeed / fastest;
  }

  sample(): readonly number[] {
    const { forward, left, turn } = this.#kinematics.bodyVelocity(this.#servos.measure());
    return [forward, left, turn];
  }

  read(payload: DataView): Command {
    return readDriveMessage(payload, this.#servos.count, this.#where);
  }

  act(command: Command): void {
    const { mode, numbers } = driveNumbers(command, this.#servos.count);
    if (mode === VELOCITY && this.#mode !== VELOCITY) this.#toVelocity();
    this.#mode = mode;
    this.#take(numbers);
    const { timeoutSec } = this.#settings;
    this.#holdSteps = Math.max(1, Math.round(Math.min(timeoutSec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
    // the command acts in the step that starts now
    this.#drive();
  }

  forget(): void {
    const wheels = Array.from({ length: this.#servos.count }, () => 0);
    this.restore([VELOCITY, 0, 0, ...STANDING, ...STANDING, ...wheels, ...wheels, ...wheels, ...STANDING]);
  }

  save(): readonly number[] {
    const { integrals, heats } = this.#servos;
    const own = [this.#mode, this.#holdSteps, this.#yaw?.integral ?? 0, ...this.#before, ...this.#aim];
    return [...own, ...integrals, ...heats, ...this.#speeds, ...this.#commanded];
  }

  restore(memory: readonly number[]): void {
    const { count, integrals, heats } = this.#servos;
    const [mode, holds, yaw] = memory;
    this.#mode = mode;
    this.#holdSteps = holds;
    if (this.#yaw) this.#yaw.integral = yaw;
    this.#before.set(memory.slice(3, 6));
    this.#aim.set(memory.slice(6, 9));
    for (let i = 0; i < count; i++) {
      integrals[i] = memory[9 + i];
      heats[i] = memory[9 + count + i];
      this.#speeds[i] = memory[9 + 2 * count + i];
    }
    this.#take(memory.slice(9 + 3 * count));
    this.#drive();
  }
}

const clamp = (x: number, max: number): number => Math.min(max, Math.max(-max, x));
