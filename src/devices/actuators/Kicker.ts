// Kicks a ball (F2, S5): 8 bytes float32 speed (m/s) and angle (rad, 0: straight) arm it, for Timeout. As soon as it is charged and a ball is
// in reach of its plate (BallReach.ts), or arrives there within the step, the ball gets the impulse
//   J = m (u + speed (cos a f + sin a z) - v)      u: the plate's own velocity, f: ahead, z: up; sideways v stays as it is
// through its centre, so that it gets no spin, and the robot gets -J in the same line: momentum, turning included, is kept. It only pushes. Then it
// is disarmed, and charged again after Recharge.
//
// A bar that juts out over the ball by Overhang is in the way of steep chips. As a real chipper's wedge does, the plate then
// pushes the ball ahead first, at the chip's speed along the ground, and lifts it as soon as it is out from under the bar. Left
// out: energy (a heavy ball is kicked as fast as a light one), scatter, and what the plate looks like meanwhile.

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
  /** The fastest straight kick and the fastest chip, m/s; 0: it has none. */
  readonly speed: number;
  readonly chipSpeed: number;
  readonly rechargeSec: number;
  /** s; infinite: it stays armed. */
  readonly timeoutSec: number;
  /** How far a bar juts out over the ball, beyond the plate's face, m. */
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

/** Flatter than this is straight, rad. */
const STRAIGHT = 1e-3;
const STEEPEST = PI / 2;
/** The least speed at which a chip leaves the bar, m/s: a steeper one comes out flatter. */
const MIN_PUSH = 0.2;
/** A ball that does not come out from under the bar is lifted all the same after this, s. */
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

/** m/s, and rad above the ground; speed 0 disarms the kicker. */
export interface KickOrder {
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
  // as a float32 a right angle is a little more
  check("angle", angle, STEEPEST + 1e-6, "0 to pi / 2, rad");
  return { speed, angle };
}

/** What a ball shall reach: along the plate's axes, over the velocity that the plate had as it struck. */
interface Stroke {
  readonly ahead: number;
  readonly speed: number;
  /** Of the plate, ahead and up, before the kick threw the robot back. */
  readonly ownAhead: number;
  readonly ownUp: number;
}

/** Remembers what it was told and for how long, when it is charged again, and a chip that is under way. */
class Kicker implements Device {
  readonly #settings: KickerSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  readonly #stepSec: number;
  #speed = 0;
  #angle = 0;
  /** Steps for which that still holds, until it is charged, and that a push ahead may still last. */
  #holds = 0;
  #charging = 0;
  #pushing = 0;
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
    const { speed: most, chipSpeed, timeoutSec } = this.#settings;
    const isChip = (angle as number) > STRAIGHT;
    this.#angle = isChip ? Math.min(angle as number, STEEPEST) : 0;
    this.#speed = Math.min(speed as number, isChip ? chipSpeed : most);
    this.#holds = this.#stepsOf(timeoutSec);
  }

  #stepsOf(sec: number): number {
    return Math.max(1, Math.round(Math.min(sec / this.#stepSec, Number.MAX_SAFE_INTEGER)));
  }

  prepare(): void {
    this.pushed = undefined;
    if (this.#pushing > 0) this.#goOn();
    else if (this.#speed > 0 && this.#charging === 0) this.#strike();
  }

  tick(): void {
    if (this.#charging > 0) this.#charging--;
    if (this.#holds > 0) this.#holds--;
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
    this.#charging = rechargeSec > 0 ? this.#stepsOf(rechargeSec) : 0;
    if (isHeld) this.#pushing = this.#stepsOf(LONGEST_PUSH);
    this.#push(near, ahead, this.#stroke.ownAhead + this.#stroke.ahead);
    if (this.#angle > 0 && !isHeld) this.#push(near, up, this.#stroke.ownUp + this.#speed * sin(this.#angle));
    this.#speed = 0;
  }

  /** A chip with a bar over the ball: ahead until it is out from under it, then up. */
  #goOn(): void {
    this.#pushing--;
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
      this.#pushing = 0;
      return;
    }
    this.#push(near, ahead, ownAhead + along);
    if (near.gap < overhang && this.#pushing > 0) return;
    this.#pushing = 0;
    this.#push(near, up, ownUp + Math.sqrt(Math.max(0, speed * speed - along * along)));
  }

  /** Until it moves along a direction at this speed; never against it. */
  #push({ ball, position, velocity }: NearBall, direction: Vec3, speed: number): void {
    const { physics, robot, description } = this.#host;
    // what weight takes away during the step comes on top
    const missed = speed - dot(velocity, direction) - this.#stepSec * dot(physics.gravity, direction);
    if (missed <= 0 || description.body === undefined) return;
    const impulse = scale(direction, ball.mass * missed);
    this.pushed = ball.entity;
    applyImpulse(physics, ball.entity, ball.body, impulse, position);
    applyImpulse(physics, robot, description.body, scale(impulse, -1), position);
  }

  sample(): readonly number[] {
    const near = ballBefore(this.#host.physics, this.#host.pose(), this.#settings);
    return [near ? 1 : 0, this.#charging === 0 ? 1 : 0];
  }

  save(): readonly number[] {
    const { ahead, speed, ownAhead, ownUp } = this.#stroke;
    return [this.#speed, this.#angle, this.#holds, this.#charging, this.#pushing, ahead, speed, ownAhead, ownUp];
  }

  restore([speed, angle, holds, charging, pushing, ...stroke]: readonly number[]): void {
    [this.#speed, this.#angle, this.#holds, this.#charging, this.#pushing] = [speed, angle, holds, charging, pushing];
    this.#stroke = { ahead: stroke[0], speed: stroke[1], ownAhead: stroke[2], ownUp: stroke[3] };
    this.pushed = undefined;
  }
}
