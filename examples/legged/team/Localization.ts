// Where the robot is on the field: a particle filter (Monte Carlo localization, Fox 1999). Particles move with the odometry and are
// weighed by beacons and goals. Where all particles disagree with what is seen, some are put where the sight fits (sensor resetting,
// Lenser and Veloso 2000). Seeded: the same sights give the same estimate.

import type { RandomStream } from "../../../src/math/RandomStream.js";
import { atan2, cos, hypot, PI, pow, sin } from "../../../src/math/Trigonometry.js";
import { FIELD } from "./FieldMap.js";
import { type Placement, type Spot, wrap } from "./Placement.js";
import { BEACON_BEARING, type BeaconFix, beaconChance, type GoalFix, goalChance } from "./SightChance.js";

const COUNT = 100;
/** Noise of the walk: share of the way and of the turn, and per turn a shift. */
const [WAY_NOISE, TURN_NOISE] = [0.25, 0.25];
/** Drift that is added at every picture, m and rad: alone, and among robots that push. */
const [DRIFT, TWIST] = [0.004, 0.008];
const [PUSH_DRIFT, PUSH_TWIST] = [0.008, 0.025];
/** Rate of the mean of the likelihood; below this mean, particles are put where the sight fits: at most this share of them. */
const [MEAN_RATE, DOUBT, MAX_FRESH] = [0.15, 0.12, 0.25];
/** This share of them stays on the same side of the beacon, rad: then the robot was turned or pushed. The others are anywhere. */
const [PUSHED_SHARE, SIDE_ERROR] = [0.85, 0.15];
/**
 * A robot that others block moves its legs in vain, which it does not feel. Particles become blocked at the first rate, with other robots
 * near at the second, and free again at the third, 1/s; a blocked one moves by this share of the way.
 */
const BLOCKED = { alone: 0.05, crowded: 0.6, free: 0.8, share: 0.15 } as const;
const [MAX_X, MAX_Y] = [FIELD.halfLength + 0.35, FIELD.halfWidth + 0.3];

export class Localization {
  readonly #random: RandomStream;
  readonly #x = new Float64Array(COUNT);
  readonly #y = new Float64Array(COUNT);
  readonly #heading = new Float64Array(COUNT);
  readonly #weight = new Float64Array(COUNT);
  /** 1: blocked. */
  readonly #blocked = new Uint8Array(COUNT);
  /** Mean of the likelihood of the beacons that it sees. */
  #likelihood = DOUBT;
  #estimate: Placement = { x: 0, y: 0, heading: 0 };
  #spread = 3;

  constructor(random: RandomStream) {
    this.#random = random;
    this.scatter();
  }

  /** The mean of the particles near the most likely place. */
  get estimate(): Placement {
    return this.#estimate;
  }

  /** Standard deviation of the particles, m. */
  get spread(): number {
    return this.#spread;
  }

  /** Knows nothing: anywhere on the field. */
  scatter(): void {
    for (let i = 0; i < COUNT; i++)
      this.#place(
        i,
        this.#random.uniform(-MAX_X, MAX_X),
        this.#random.uniform(-MAX_Y, MAX_Y),
        this.#random.uniform(-PI, PI),
      );
    this.#weight.fill(1 / COUNT);
    [this.#likelihood, this.#spread] = [DOUBT, 3];
  }

  /** It is near this place: m and rad. */
  startAt({ x, y, heading }: Placement, distance: number, angle: number): void {
    const random = this.#random;
    for (let i = 0; i < COUNT; i++)
      this.#place(
        i,
        x + random.normal(0, distance),
        y + random.normal(0, distance),
        wrap(heading + random.normal(0, angle)),
      );
    this.#weight.fill(1 / COUNT);
    this.#likelihood = DOUBT;
    this.#summarize();
  }

  #place(i: number, x: number, y: number, heading: number): void {
    this.#x[i] = x;
    this.#y[i] = y;
    this.#heading[i] = heading;
  }

  /** It has walked by this within `seconds`, in its own frame, unless it is blocked. */
  move({ x: ahead, y: left, heading: turn }: Placement, seconds: number, isCrowded: boolean): void {
    const noise = hypot(ahead, left) * WAY_NOISE + (isCrowded ? PUSH_DRIFT : DRIFT);
    const turnNoise = Math.abs(turn) * TURN_NOISE + (isCrowded ? PUSH_TWIST : TWIST);
    const random = this.#random;
    const stop = seconds * (isCrowded ? BLOCKED.crowded : BLOCKED.alone);
    for (let i = 0; i < COUNT; i++) {
      const isFlipped = random.uniform() < (this.#blocked[i] ? seconds * BLOCKED.free : stop);
      if (isFlipped) this.#blocked[i] = 1 - this.#blocked[i];
      const share = this.#blocked[i] ? BLOCKED.share : 1;
      const [a, l] = [share * ahead + random.normal(0, noise), share * left + random.normal(0, noise)];
      const heading = this.#heading[i] + (share * turn) / 2;
      const [c, s] = [cos(heading), sin(heading)];
      this.#x[i] = clamp(this.#x[i] + a * c - l * s, MAX_X);
      this.#y[i] = clamp(this.#y[i] + a * s + l * c, MAX_Y);
      this.#heading[i] = wrap(this.#heading[i] + share * turn + random.normal(0, turnNoise));
    }
  }

  /** Weighs the particles by what one picture shows, and draws them again. */
  see(beacons: readonly BeaconFix[], goals: readonly GoalFix[]): void {
    if (beacons.length > 0 || goals.length > 0) this.#weigh(beacons, goals);
    this.#summarize();
  }

  #weigh(beacons: readonly BeaconFix[], goals: readonly GoalFix[]): void {
    let total = 0;
    let likelihood = 0;
    for (let i = 0; i < COUNT; i++) {
      let chance = 1;
      const place = { x: this.#x[i], y: this.#y[i], heading: this.#heading[i] };
      for (const beacon of beacons) chance *= beaconChance(place, beacon);
      likelihood += chance / COUNT;
      for (const goal of goals) chance *= goalChance(place, goal);
      this.#weight[i] *= chance;
      total += this.#weight[i];
    }
    // per beacon, so that pictures with two compare with those with one; goals are hidden too often by robots
    if (beacons.length > 0) this.#likelihood += MEAN_RATE * (pow(likelihood, 1 / beacons.length) - this.#likelihood);
    for (let i = 0; i < COUNT; i++) this.#weight[i] /= total;
    this.#resample(beacons);
  }

  /** Low variance resampling; in doubt, a share of the particles is put where a beacon would be seen as it is. */
  #resample(beacons: readonly BeaconFix[]): void {
    const fresh = beacons.length === 0 ? 0 : Math.max(0, 1 - this.#likelihood / DOUBT);
    const effective = 1 / this.#weight.reduce((sum, weight) => sum + weight * weight, 0);
    if (effective > COUNT / 2 && fresh < 0.02) return;
    const [x, y, heading] = [this.#x.slice(), this.#y.slice(), this.#heading.slice()];
    const blocked = this.#blocked.slice();
    const start = this.#random.uniform(0, 1 / COUNT);
    let [at, sum] = [0, this.#weight[0]];
    for (let i = 0; i < COUNT; i++) {
      const aim = start + i / COUNT;
      while (aim > sum && at < COUNT - 1) sum += this.#weight[++at];
      this.#place(i, x[at], y[at], heading[at]);
      this.#blocked[i] = blocked[at];
    }
    const many = Math.round(Math.min(MAX_FRESH, fresh) * COUNT);
    for (let i = 0; i < many; i++) this.#putAt(this.#random.integer(COUNT), beacons[i % beacons.length]);
    this.#weight.fill(1 / COUNT);
  }

  #putAt(i: number, { spot, bearing, distance, deviation }: BeaconFix): void {
    const random = this.#random;
    const isPushed = random.uniform() < PUSHED_SHARE;
    const side = atan2(this.#y[i] - spot[1], this.#x[i] - spot[0]);
    // the side of the field of a beacon is known: try until the place is on the field
    for (let tries = 0; tries < 8; tries++) {
      const direction = isPushed ? side + random.normal(0, SIDE_ERROR) : random.uniform(-PI, PI);
      const way = distance + random.normal(0, deviation);
      const [x, y] = [spot[0] + way * cos(direction), spot[1] + way * sin(direction)];
      if (Math.abs(x) > MAX_X || Math.abs(y) > MAX_Y) continue;
      this.#place(i, x, y, wrap(direction + PI - bearing + random.normal(0, BEACON_BEARING)));
      return;
    }
  }

  #summarize(): void {
    const [peakX, peakY] = this.#peak();
    let [total, x, y, c, s, square] = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < COUNT; i++) {
      const [px, py, weight] = [this.#x[i], this.#y[i], this.#weight[i]];
      square += weight * ((px - peakX) ** 2 + (py - peakY) ** 2);
      if ((px - peakX) ** 2 + (py - peakY) ** 2 > NEAR * NEAR) continue;
      total += weight;
      x += weight * px;
      y += weight * py;
      c += weight * cos(this.#heading[i]);
      s += weight * sin(this.#heading[i]);
    }
    this.#spread = Math.sqrt(square);
    if (total > 0) this.#estimate = { x: x / total, y: y / total, heading: atan2(s, c) };
  }

  /** Centre of the cell with the largest weight, of cells of CELL m that overlap by half. */
  #peak(): Spot {
    const sums = new Float64Array(COLUMNS * ROWS);
    let best = 0;
    for (let i = 0; i < COUNT; i++) {
      const cell = Math.floor((this.#x[i] + MAX_X) / CELL) + COLUMNS * Math.floor((this.#y[i] + MAX_Y) / CELL);
      sums[cell] += this.#weight[i];
      if (sums[cell] > sums[best]) best = cell;
    }
    return [((best % COLUMNS) + 0.5) * CELL - MAX_X, (Math.floor(best / COLUMNS) + 0.5) * CELL - MAX_Y];
  }
}

/** m: size of a cell, and how far from its centre particles count. */
const [CELL, NEAR] = [0.5, 0.6];
const COLUMNS = Math.floor((2 * MAX_X) / CELL) + 1;
const ROWS = Math.floor((2 * MAX_Y) / CELL) + 1;

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
