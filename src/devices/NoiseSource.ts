// Spoils a sensor's exact numbers (S2), in this order:
//   x + gaussian z          z standard normal, new for every number of every sample
//     + bias
//     + w                   drift: a random walk for each number, w = 0 at first, w += drift sqrt(dt) z (dt: since the sample before)
//   kept within min and max, rounded to multiples of quantum; dropout: the sample as a whole is not there
// Each part draws from a stream of its own, and none where it is zero: turning one on changes no other's numbers. What
// is dropped out has been drawn all the same. Counts and flags (whole numbers on the wire) are left alone. An orientation
// x y z w stays of length 1: with e the sum of gaussian, bias and drift for each of its own axes, in rad, it becomes
//   q (e/2, 1) / |(e/2, 1)|      a turn by e, for small e; min, max and quantum do not touch it

import { boundValue, type Noise } from "../describe/robot/Noise.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { Hash64 } from "../math/Hash64.js";
import { normalizeQuat } from "../math/Quat.js";
import type { RandomState, RandomStream } from "../math/RandomStream.js";
import type { PayloadField } from "./Device.js";
import { multiplyFresh } from "./Turning.js";

export interface NoiseState {
  /** Where the random walks are. */
  readonly walk: readonly number[];
  /** Of the sample before; null: there was none. */
  readonly lastNs: number | null;
  readonly gaussian: RandomState;
  readonly drift: RandomState;
  readonly dropout: RandomState;
}

export class NoiseSource {
  readonly #noise: Noise;
  readonly #fields: readonly PayloadField[];
  readonly #isPlain: boolean;
  /** Where an orientation begins. */
  readonly #turnings: readonly number[];
  readonly #gaussian: RandomStream;
  readonly #drift: RandomStream;
  readonly #dropout: RandomStream;
  readonly #walk: Float64Array;
  #lastNs: number | null = null;

  /** `stream` is this source's own: it is split, never drawn from. */
  constructor(noise: Noise, stream: RandomStream, fields: readonly PayloadField[]) {
    this.#noise = noise;
    // one for each number
    this.#fields = fields.flatMap((field) => Array.from({ length: field.count ?? 1 }, () => field));
    this.#isPlain = isPlain(noise);
    this.#turnings = this.#fields.flatMap((_, i) => (isTurning(this.#fields, i) ? [i] : []));
    this.#gaussian = stream.split("gaussian");
    this.#drift = stream.split("drift");
    this.#dropout = stream.split("dropout");
    this.#walk = new Float64Array(this.#fields.length);
  }

  /** What the sensor says at this time instead of `values`; undefined: nothing. */
  apply(values: readonly number[], timeNs: number): readonly number[] | undefined {
    if (this.#isPlain) return values;
    const root = Math.sqrt((timeNs - (this.#lastNs ?? timeNs)) / NS_PER_SEC);
    this.#lastNs = timeNs;
    const turned = this.#turnings;
    const isTurned = (i: number) => turned.some((from) => i >= from && i < from + 4);
    const out = values.map((value, i) => {
      if (!isReal(this.#fields[i]) || isTurned(i)) return value;
      return boundValue(this.#spoil(value, i, root), this.#noise);
    });
    for (const from of turned) this.#turn(out, from, root);
    const { dropout } = this.#noise;
    return dropout > 0 && this.#dropout.uniform() < dropout ? undefined : out;
  }

  /** Number `i` with its errors, before bounds. */
  #spoil(value: number, i: number, rootSec: number): number {
    const { gaussian, bias, drift } = this.#noise;
    let x = value;
    if (gaussian > 0) x += this.#gaussian.normal(0, gaussian);
    x += bias;
    if (drift > 0) {
      this.#walk[i] += this.#drift.normal(0, drift) * rootSec;
      x += this.#walk[i];
    }
    return x;
  }

  #turn(out: number[], from: number, rootSec: number): void {
    const half = [0, 1, 2].map((k) => this.#spoil(0, from + k, rootSec) / 2);
    const [x, y, z, w] = out.slice(from, from + 4);
    const error = normalizeQuat([half[0], half[1], half[2], 1]);
    multiplyFresh([x, y, z, w], error).forEach((value, k) => {
      out[from + k] = value;
    });
  }

  save(): NoiseState {
    return Object.freeze({
      walk: Object.freeze([...this.#walk]),
      lastNs: this.#lastNs,
      gaussian: this.#gaussian.save(),
      drift: this.#drift.save(),
      dropout: this.#dropout.save(),
    });
  }

  restore({ walk, lastNs, gaussian, drift, dropout }: NoiseState): void {
    this.#walk.set(walk);
    this.#lastNs = lastNs;
    this.#gaussian.restore(gaussian);
    this.#drift.restore(drift);
    this.#dropout.restore(dropout);
  }

  addTo(hash: Hash64): void {
    hash.addFloats(this.#walk).addNumber(this.#lastNs ?? -1);
    for (const stream of [this.#gaussian, this.#drift, this.#dropout]) stream.addTo(hash);
  }
}

const isReal = ({ type }: PayloadField): boolean => type === "float32" || type === "float64";

/** x y z w without a unit: qx qy qz qw of a pose, x y z w of a ball joint. */
const isTurning = (fields: readonly PayloadField[], from: number): boolean =>
  ["x", "y", "z", "w"].every((axis, k) => {
    const field = fields[from + k];
    return field !== undefined && isReal(field) && field.unit === "" && field.name.endsWith(axis);
  });

function isPlain({ gaussian, bias, drift, min, max, quantum, dropout }: Noise): boolean {
  const untouched = gaussian === 0 && bias === 0 && drift === 0 && quantum === 0 && dropout === 0;
  return untouched && min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY;
}
