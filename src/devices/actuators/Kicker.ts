// Kicks a ball (F2, S5): 8 bytes float32 speed (m/s) and angle (rad, 0: straight) arm it for Timeout. As soon as it is charged and a
// ball is in reach of its plate (BallReach.ts), or gets there within the step, the ball receives the impulse
//   J = m (u + speed (cos a f + sin a z) - v)      u: velocity of the plate, f: ahead, z: up; sideways v does not change
// through its centre, so it gets no spin. The robot receives -J along the same line, which conserves momentum and angular momentum.
// The kicker only pushes. After a kick it is disarmed, and charged again after Recharge.
//
// A bar that projects over the ball by Overhang blocks steep chips. The plate then acts like the wedge of a real chipper: it
// pushes the ball ahead at the chip's horizontal speed and lifts it as soon as it is clear of the bar. Left out: energy (a
// heavy ball is kicked as fast as a light one), scatter, and the motion of the plate.

import { SimError } from "../../describe/SimError.js";
import type { ElementReader } from "../../describe/xml/ElementReader.js";
import { rotate } from "../../math/Quat.js";
import { cos, PI, sin } from "../../math/Trigonometry.js";
import { dot, scale, type Vec3 } from "../../math/Vec3.js";
import { applyImpulse } from "../../physics/Bodies.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { readNumbers, roundNumbers } from "../NumberMessage.js";
import { ballBefore, type NearBall, type PlateSize } from "./BallReach.js";

export { isBallInReach } from "./BallReach.js";

export interface KickerSettings extends PlateSize {
  /** Maximum speeds of a straight kick and of a chip, m/s; 0: it cannot kick that way. */
  readonly speed: number;
  readonly chipSpeed: number;
  readonly rechargeSec: number;
  /** Time for which a command arms it, s; infinite: until it kicks. */
  readonly timeoutSec: number;
  /** Projection of a bar over the ball, ahead of the plate's face, m. */
  readonly overhang: number;
}

const TAKES: readonly PayloadField[] = [
  { name: "speed", type: "float32", unit: "m/s" },
  { name: "angle", type: "float32", unit: "rad" },
];
const SENDS: readonly PayloadField[] = [
  { name: "ballInReach", type: "uint8", unit: "" },
  { name: "charged", type: "uint8", unit: "" },
];

export const KICKER: DeviceType<KickerSettings> = {
  element: "Kicker",
  summary: "kicks a ball in front of it, straight or as a chip: speed and angle in; sends whether a ball is in reach",
  role: "actuator",
  read: readSettings,
  sends: () => SENDS,
  takes: TAKES,
  create: (settings, host) => new Kicker(settings, host),
};

/** A smaller angle is a straight kick, rad. */
const STRAIGHT = 1e-3;
const STEEPEST = PI / 2;
/** Minimum horizontal speed of a chip under a bar, m/s: a steeper chip comes out flatter. */
const MIN_PUSH = 0.2;
/** A ball that is still under the bar after this time is lifted anyway, s. */
const LONGEST_PUSH = 0.1;

function readSettings(element: ElementReader): KickerSettings {
  const length = (child: string, otherwise?: number): number =>
    element.number(child, { above: 0, max: 1000 }) ?? otherwise ?? missing(element, child);
  const atLeast0 = (child: string, otherwise: number): number =>
    element.number(child, { min: 0, max: 1000 }) ?? otherwise;
  return Object.freeze({
    width: length("Width"),
    height: length("Height"),
    reach: length("Reach", 0.003),
    speed: atLeast0("MaxSpeed", 0),
    chipSpeed: atLeast0("MaxChipSpeed", 0),
    rechargeSec: atLeast0("Recharge", 0.1),
    timeoutSec: element.number("Timeout", { min: 1e-9, max: Number.POSITIVE_INFINITY, infinite: true }) ?? 0.2,
    overhang: atLeast0("Overhang", 0),
  });
}

function missing(element: ElementReader, child: string): never {
  throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
}

/** Speed in m/s and angle above the ground in rad; speed 0 disarms the kicker. */
interface KickOrder {
  readonly speed: number;
  readonly angle: number;
}

/** Checks a command to a Kicker and rounds it to float32; throws COMMAND_NOT_FINITE or VALUE_OUT_OF_RANGE. */
export function kickCommand(order: KickOrder, where: string): Command {
  const [speed, angle] = roundNumbers([order.speed, order.angle], TAKES, where);
  const check = (name: string, value: number, max: number, allowed: string): void => {
    if (value >= 0 && value <= max) return;
    throw new SimError("VALUE_OUT_OF_RANGE", { where: `${where}/${name}`, found: value, allowed });
  };
  check("speed", speed, Number.POSITIVE_INFINITY, "0 or more, m/s");
  // pi / 2 rounded to float32 is slightly larger
  check("angle", angle, STEEPEST + 1e-6, "0 to pi / 2, rad");
  return { speed, angle };
}

/** Target velocity of the ball, along the axes of the plate and relative to the plate at the kick. */
interface Stroke {
  readonly ahead: number;
  readonly speed: number;
  /** Velocity of the plate ahead and up, before the recoil. */
  readonly ownAhead: number;
  readonly ownUp: number;
}

/** Keeps the command and its remaining time, the time until it is charged, and a chip in progress. */
class Kicker implements Device {
  readonly #settings: KickerSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  readonly #stepSec: number;
  #speed = 0;
  #angle = 0;
  /** Steps until the command expires, until it is charged, and until a push ahead must end. */
  #holdSteps = 0;
  #chargeSteps = 0;
  #pushSteps = 0;
  #stroke: Stroke = { ahead: 0, speed: 0, ownAhead: 0, ownUp: 0 };
  pushed: string | undefined;

  constructor(settings: KickerSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#host = host;
    this.#where = `${host.robot}/${host.description.name}`;
    this.#stepSec = host.physics.stepSec;
  }

  read(payload: DataView): Command {
    const [speed, angle] = readNumbers(payload, TAKES, this.#where);
    return kickCommand({ speed, angle }, this.#where);
  }

  act({ speed, angle }: Command): void {
    const { speed: maxSpeed, chipSpeed, timeoutSec } = this.#settings;
    const isChip = (angle as number) > STRAIGHT;
    this.#angle = isChip ? Math.min(angle as number, STEEPEST) : 0;
    this.#speed = Math.min(speed as number, isChip ? chipSpeed : maxSpeed);
    this.#holdSteps = this.#stepsOf(timeoutSec);
  }

  #stepsOf(sec: number): number {
    return Math.max(1, Math.round(Math.min(sec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
  }

  prepare(): void {
    this.pushed = undefined;
    if (this.#pushSteps > 0) this.#continueChip();
    else if (this.#speed > 0 && this.#chargeSteps === 0) this.#strike();
  }

  tick(): void {
    if (this.#chargeSteps > 0) this.#chargeSteps--;
    if (this.#holdSteps > 0) this.#holdSteps--;
    else this.#speed = 0;
  }

  #strike(): void {
    const plate = this.#host.pose();
    const [ahead, up] = [rotate(plate.orientation, [0, 1, 0]), rotate(plate.orientation, [0, 0, 1])];
    const own = this.#host.velocity().linear;
    const near = ballBefore(this.#host.physics, plate, this.#settings, {
      speed: dot(own, ahead),
      aheadSec: this.#stepSec,
    });
    if (!near) return;
    const { rechargeSec, overhang } = this.#settings;
    const along = this.#speed * cos(this.#angle);
    const isHeld = overhang > 0 && this.#angle > 0;
    this.#stroke = {
      ahead: isHeld ? Math.max(along, Math.min(MIN_PUSH, this.#speed)) : along,
      speed: this.#speed,
      ownAhead: dot(own, ahead),
      ownUp: dot(own, up),
    };
    this.#chargeSteps = rechargeSec > 0 ? this.#stepsOf(rechargeSec) : 0;
    if (isHeld) this.#pushSteps = this.#stepsOf(LONGEST_PUSH);
    this.#push(near, ahead, this.#stroke.ownAhead + this.#stroke.ahead);
    if (this.#angle > 0 && !isHeld) this.#push(near, up, this.#stroke.ownUp + this.#speed * sin(this.#angle));
    this.#speed = 0;
  }

  /** A chip with a bar over the ball: ahead until the ball is clear of the bar, then up. */
  #continueChip(): void {
    this.#pushSteps--;
    const { physics } = this.#host;
    const plate = this.#host.pose();
    const [ahead, up] = [rotate(plate.orientation, [0, 1, 0]), rotate(plate.orientation, [0, 0, 1])];
    const { overhang, reach } = this.#settings;
    const { speed, ahead: along, ownAhead, ownUp } = this.#stroke;
    const near = ballBefore(physics, plate, {
      ...this.#settings,
      reach: overhang + 2 * reach + 2 * along * this.#stepSec,
    });
    if (!near) {
      this.#pushSteps = 0;
      return;
    }
    this.#push(near, ahead, ownAhead + along);
    if (near.gap < overhang && this.#pushSteps > 0) return;
    this.#pushSteps = 0;
    this.#push(near, up, ownUp + Math.sqrt(Math.max(0, speed * speed - along * along)));
  }

  /** Accelerates the ball to this speed along a direction; never slows it down. */
  #push({ ball, position, velocity }: NearBall, direction: Vec3, speed: number): void {
    const { physics, robot, description } = this.#host;
    // adds the speed that gravity takes away during the step
    const missed = speed - dot(velocity, direction) - this.#stepSec * dot(physics.gravity, direction);
    if (missed <= 0 || description.body === undefined) return;
    const impulse = scale(direction, ball.mass * missed);
    this.pushed = ball.entity;
    applyImpulse(physics, ball.entity, ball.body, impulse, position);
    applyImpulse(physics, robot, description.body, scale(impulse, -1), position);
  }

  sample(): readonly number[] {
    const near = ballBefore(this.#host.physics, this.#host.pose(), this.#settings);
    return [near ? 1 : 0, this.#chargeSteps === 0 ? 1 : 0];
  }

  save(): readonly number[] {
    const { ahead, speed, ownAhead, ownUp } = this.#stroke;
    return [
      this.#speed,
      this.#angle,
      this.#holdSteps,
      this.#chargeSteps,
      this.#pushSteps,
      ahead,
      speed,
      ownAhead,
      ownUp,
    ];
  }

  restore([speed, angle, hold, charge, push, ...stroke]: readonly number[]): void {
    [this.#speed, this.#angle, this.#holdSteps, this.#chargeSteps, this.#pushSteps] = [
      speed,
      angle,
      hold,
      charge,
      push,
    ];
    this.#stroke = { ahead: stroke[0], speed: stroke[1], ownAhead: stroke[2], ownUp: stroke[3] };
    this.pushed = undefined;
  }
}
