// Walk of the QRIO on flat ground (L3). The robot is a linear inverted pendulum: with w² = g / height, its capture point is
// x = c + c' / w, and x' = w (x - p) for the pressure point p under the feet. Every frame measures the centre of mass c by joint angles,
// gyroscope and accelerometer, chooses p within the sole, and moves c by c'' = w² (c - p). The swinging foot lands where it catches the
// capture point: at x(T) - b, with the offset b of the periodic gait. A push moves the capture point, and with it the next step.

import { SIDES, type Side } from "../../robots/QrioJoints.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { cos, exp, PI, sin } from "../../src/math/Trigonometry.js";
import { type Command, checkCommand } from "./Gaits.js";
import { within } from "./LegKinematics.js";
import { bodyAngles, type Feet, type Legs } from "./QrioBody.js";
import { type Footprint, HEIGHT, type Pair, pelvisTurn, QrioEstimate, RATE } from "./QrioEstimate.js";
import { ANKLE_HEIGHT, YAW } from "./QrioLeg.js";

/** Duration of a step and of one that catches a push, s; width between the ankles and lift, m. */
const [STEP, QUICK, WIDTH, LIFT] = [0.32, 0.24, 0.092, 0.025];
/** Middle of the sole in front of the ankle, and how far the pressure point may leave it, m. */
const [SOLE, SOLE_X, SOLE_Y] = [0.01, 0.05, 0.024];
/** Largest step forward, and nearest and widest distance of the feet to the side, m. */
const [LONGEST, NEAREST, WIDEST] = [0.16, 0.08, 0.17];
/** How fast errors of the capture point are corrected by the pressure point. */
const [STAND_GAIN, STEP_GAIN] = [1.35, 2];
/** A standing robot steps when its capture point is this far from the middle, m. */
const STEP_OUT = [0.056, 0.075] as const;
/** Share of a measurement in the place where the ground carries. */
const TRUST_LOAD = 0.3;
/** The trunk rights itself as a damped spring: 1/s², 1/s. */
const [RIGHT, DAMP] = [40, 12];
/** Its largest angular acceleration, rad/s², and how far that moves the pressure point, m s²/rad: inertia / weight. */
const [RIGHTING, SHIFT] = [20, 0.08 / 68];
/** The trunk bows no further than this to catch a push, rad. */
const BOW = 0.5;
/** Force under a sole that is on the ground, N. */
const TOUCH = 8;

export const QRIO_TOP: Command = { forward: 0.15, left: 0.04, turn: 0.6 };

export interface Senses {
  readonly legs: Legs;
  /** Roll and pitch of the torso, and their rates. */
  readonly tilt: Pair;
  readonly rates: Pair;
  readonly soles: Readonly<Record<Side, SoleLoad>>;
}

/** Force under a sole, N, and where it acts, forward and left of the sole's middle, m. */
export interface SoleLoad {
  readonly force: number;
  readonly x: number;
  readonly y: number;
}

const other = (side: Side): Side => (side === "Left" ? "Right" : "Left");
const sign = (side: Side): number => (side === "Left" ? 1 : -1);
const turned = ([x, y]: Pair, angle: number): Pair => [
  x * cos(angle) - y * sin(angle),
  x * sin(angle) + y * cos(angle),
];

export class QrioWalk {
  #command: Command = { forward: 0, left: 0, turn: 0 };
  /** On both feet; moving the weight over one; standing on it while the other swings. */
  #state: "stand" | "shift" | "step" = "stand";
  #stance: Side = "Left";
  #prints: Record<Side, Footprint> = {
    Left: { x: 0, y: WIDTH / 2, heading: 0 },
    Right: { x: 0, y: -WIDTH / 2, heading: 0 },
  };
  /** Where the swinging foot started, where it lands, and its place now. */
  #from: Footprint = this.#prints.Right;
  #to: Footprint = this.#prints.Right;
  #lift = 0;
  #time = 0;
  /** Duration of this step, s. */
  #span = STEP;
  readonly #estimate = new QrioEstimate([SOLE, 0]);
  /** Angular acceleration of the trunk, rad/s². */
  readonly #righting: [number, number] = [0, 0];
  /** Where the ground carries it, by the sensors in the soles: forward and left of the middle, m. */
  #load: Pair = [0, 0];
  /** Weight on the left foot in the stand: -1 right, 1 left. */
  lean = 0;

  /** Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. Larger values are limited. */
  command({ forward, left, turn }: Command): void {
    checkCommand({ forward, left, turn }, "walk of the QRIO");
    const { forward: f, left: l, turn: t } = QRIO_TOP;
    this.#command = { forward: within(forward, -f / 2, f), left: within(left, -l, l), turn: within(turn, -t, t) };
  }

  get isStanding(): boolean {
    return this.#state === "stand";
  }

  /** Angles of the legs in the stand, without any balance: to begin with. */
  stand(): Legs {
    return this.#angles();
  }

  /** Angles of the legs for the next frame. */
  step(senses: Senses, seconds: number): Legs {
    this.#estimate.observe(senses, this.#carrying, this.#prints, seconds);
    this.#weigh(senses.soles);
    this.#choose(senses);
    const pressure = this.#pressure();
    if (this.#state === "step") this.#aim(pressure);
    this.#move(pressure, seconds);
    return this.#angles();
  }

  #angles(): Legs {
    const { center, tilt } = this.#estimate;
    return bodyAngles([...center, HEIGHT], pelvisTurn(tilt, this.#heading), this.#feet());
  }

  get #capture(): Pair {
    return this.#estimate.capture;
  }

  /** The feet that it stands on. */
  get #carrying(): readonly Side[] {
    return this.#state === "step" ? [this.#stance] : SIDES;
  }

  get #heading(): number {
    return (this.#prints.Left.heading + this.#prints.Right.heading) / 2;
  }

  /** Notes where the ground carries, apart from what righting the trunk moves it. */
  #weigh(soles: Senses["soles"]): void {
    const isStep = this.#state === "step";
    let [force, x, y] = [0, 0, 0];
    for (const side of this.#carrying) {
      const sole = soles[side];
      force += sole.force;
      x += sole.force * sole.x;
      y += sole.force * (sole.y + (isStep ? 0 : (sign(side) * WIDTH) / 2));
    }
    if (force < TOUCH) return;
    const [roll, pitch] = this.#righting;
    const near = (value: number, goal: number) => value + TRUST_LOAD * (goal - value);
    this.#load = [near(this.#load[0], x / force + SHIFT * pitch), near(this.#load[1], y / force - SHIFT * roll)];
  }

  /** Starts and ends steps. */
  #choose(senses: Senses): void {
    const { forward, left, turn } = this.#command;
    const wantsToWalk = forward !== 0 || left !== 0 || turn !== 0;
    if (this.#state === "stand") {
      const [x, y] = this.#fromMiddle(this.#capture);
      const isPushed = Math.abs(x) > STEP_OUT[0] || Math.abs(y) > STEP_OUT[1];
      if (!wantsToWalk && !isPushed) return;
      this.#stance = y > 0 ? "Left" : "Right";
      if (isPushed) {
        this.#lead(QUICK);
        return;
      }
      this.#state = "shift";
      this.#time = 0;
    }
    if (this.#state === "shift") {
      const [, y] = this.#fromMiddle(this.#capture);
      const goal = sign(this.#stance) * (WIDTH / 2 - catchWidth());
      if (sign(this.#stance) * (goal - y) < 0.004) this.#lead();
      return;
    }
    const swing = other(this.#stance);
    const hasLanded = this.#time > 0.6 * this.#span && senses.soles[swing].force > TOUCH;
    if (this.#time < this.#span && !hasLanded) return;
    const [landedX, landedY] = this.#estimate.soleInWorld(senses.legs, this.#stance, this.#prints, swing);
    this.#prints[swing] = { x: landedX, y: landedY, heading: this.#to.heading };
    this.#lift = 0;
    const [x, y] = this.#fromMiddle(this.#capture);
    const { Left, Right } = this.#prints;
    const isLevel = Math.abs(turned([Left.x - Right.x, Left.y - Right.y], -this.#heading)[0]) < 0.02;
    if (!wantsToWalk && isLevel && Math.abs(x) < STEP_OUT[0] / 2 && Math.abs(y) < 0.8 * STEP_OUT[1]) {
      this.#state = "stand";
      return;
    }
    this.#stance = swing;
    this.#lead();
  }

  /** Begins to swing the foot that does not carry. */
  #lead(span = STEP): void {
    this.#state = "step";
    this.#span = span;
    this.#time = 0;
    this.#from = this.#to = this.#prints[other(this.#stance)];
  }

  /** Relative to the middle of both soles: forward and left. */
  #fromMiddle([x, y]: Pair): Pair {
    const { Left, Right } = this.#prints;
    const [ahead, side] = turned([x - (Left.x + Right.x) / 2, y - (Left.y + Right.y) / 2], -this.#heading);
    return [ahead - SOLE, side];
  }

  #toWorld([ahead, side]: Pair): Pair {
    const { Left, Right } = this.#prints;
    const [x, y] = turned([ahead + SOLE, side], this.#heading);
    return [x + (Left.x + Right.x) / 2, y + (Left.y + Right.y) / 2];
  }

  /** Pressure point that brings the capture point to where it should be. */
  #pressure(): Pair {
    if (this.#state !== "step") {
      const [x, y] = this.#fromMiddle(this.#capture);
      const shift = sign(this.#stance) * (WIDTH / 2 - catchWidth());
      const goal = this.#state === "shift" ? shift : (this.lean * WIDTH) / 2;
      const gain = this.#state === "shift" ? 2 * STAND_GAIN : STAND_GAIN;
      return this.#toWorld([
        this.#share(x, STAND_GAIN * x, SOLE_X, 1),
        this.#share(y, y + (gain - 1) * (y - goal), WIDTH / 2 + SOLE_Y, 0),
      ]);
    }
    const print = this.#prints[this.#stance];
    const capture = this.#fromSole(print, this.#capture);
    const left = Math.max(0, this.#span - this.#time);
    const end = this.#nominalEnd();
    const decay = exp(-RATE * left);
    const [x, y] = [capture[0] - end[0] * decay, capture[1] - end[1] * decay];
    const [px, py] = turned(
      [this.#share(x, STEP_GAIN * x, SOLE_X, 1) + SOLE, this.#share(y, STEP_GAIN * y, SOLE_Y, 0)],
      print.heading,
    );
    return [print.x + px, print.y + py];
  }

  /** In the frame of a sole's middle. */
  #fromSole({ x, y, heading }: Footprint, place: Pair): Pair {
    const [ahead, side] = turned([place[0] - x, place[1] - y], -heading);
    return [ahead - SOLE, side];
  }

  /** Capture point at the end of a step of the periodic gait, from the middle of the carrying sole. */
  #nominalEnd(): Pair {
    const growth = exp(RATE * STEP);
    const { forward, left } = this.#command;
    const stride = STEP * forward;
    const side = -sign(this.#stance) * catchWidth() * growth;
    return [(stride * growth) / (growth - 1), side + (STEP * left * growth) / (growth - 1)];
  }

  /** Chooses where the swinging foot lands. */
  #aim(pressure: Pair): void {
    if (this.#time > 0.85 * this.#span) return;
    const print = this.#prints[this.#stance];
    const growth = exp(RATE * Math.max(0, this.#span - this.#time));
    const [x, y] = this.#fromSole(print, this.#capture);
    const [px, py] = this.#fromSole(print, pressure);
    const { forward, left, turn } = this.#command;
    const full = exp(RATE * STEP);
    const out = -sign(this.#stance);
    // the capture point when it lands, minus its place over the next sole
    const ahead = px + (x - px) * growth - (STEP * forward) / (full - 1);
    const side = py + (y - py) * growth + out * catchWidth() - (STEP * left) / (full - 1);
    const [dx, dy] = turned(
      [within(ahead, -LONGEST, LONGEST), out * within(out * side, NEAREST, WIDEST)],
      print.heading + (STEP * turn) / 2,
    );
    this.#to = { x: print.x + dx, y: print.y + dy, heading: print.heading + STEP * turn };
  }

  /**
   * Along one axis, relative to the middle of the sole: the wanted pressure point, within the sole. If the sole does not suffice, the
   * trunk turns faster into the push; if it more than suffices, the trunk rights itself.
   */
  #share(capture: number, wanted: number, reach: number, axis: 0 | 1): number {
    const sense = axis === 0 ? SHIFT : -SHIFT;
    const [tilt, rate] = [this.#estimate.tilt[axis], this.#estimate.tiltRate[axis]];
    const calm = within(-RIGHT * tilt - DAMP * rate, -RIGHTING, RIGHTING);
    const most = Math.abs(tilt) < BOW ? SHIFT * RIGHTING : 0;
    const extra = within(Math.abs(capture) - 0.8 * reach, -SHIFT * RIGHTING, most);
    const point = within(wanted, -reach - extra, reach + extra);
    const load = this.#load[1 - axis];
    const moved = within(sense * calm, Math.min(0, -reach - load), Math.max(0, reach - load));
    this.#righting[axis] = moved / sense;
    return point;
  }

  #move(pressure: Pair, seconds: number): void {
    this.#estimate.move(pressure, this.#righting, seconds);
    this.#time += seconds;
    if (this.#state !== "step") return;
    const share = within(this.#time / (0.92 * this.#span), 0, 1);
    const along = (1 - cos(PI * share)) / 2;
    const mix = (from: number, to: number) => from + (to - from) * along;
    const [from, to] = [this.#from, this.#to];
    this.#prints[other(this.#stance)] = {
      x: mix(from.x, to.x),
      y: mix(from.y, to.y),
      heading: mix(from.heading, to.heading),
    };
    this.#lift = LIFT * sin(PI * share);
  }

  #feet(): Feet {
    const foot = (side: Side) => {
      const { x, y, heading } = this.#prints[side];
      const up = this.#state === "step" && side !== this.#stance ? this.#lift : 0;
      return { ankle: [x, y, ANKLE_HEIGHT + up] as const, turn: fromAxisAngle(YAW, heading) };
    };
    return { Left: foot("Left"), Right: foot("Right") };
  }
}

/** Distance of the capture point from a sole's middle when the foot begins to carry. */
function catchWidth(): number {
  return WIDTH / (1 + exp(RATE * STEP));
}
