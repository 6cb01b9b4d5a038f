// Adds noise to the exact numbers of a sensor (S2), in this order:
//   x + gaussian z          z standard normal, drawn for every number of every sample
//     + bias
//     + w                   drift, a random walk per number: w = 0 at first, w += drift sqrt(dt) z, dt since the last sample
//   clamped to min and max, rounded to multiples of quantum; dropout loses the sample as a whole
// Gaussian, drift and dropout draw from separate streams, and only if they are above 0: switching one on does not change the
// numbers of another. A sample that drops out has drawn its numbers. Integers (counts, flags) get no noise. An orientation
// x y z w keeps length 1: with e the sum of gaussian, bias and drift for each of its axes, rad, it becomes
//   q (e/2, 1) / |(e/2, 1)|      a rotation by e, for small e; min, max and quantum do not apply

import { boundValue, type Noise } from "../describe/robot/Noise.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import type { Hash64 } from "../math/Hash64.js";
import { normalizeQuat } from "../math/Quat.js";
import type { RandomState, RandomStream } from "../math/RandomStream.js";
import type { PayloadField } from "./Device.js";
import { multiplyFast } from "./FastRotation.js";
import { fixedCount } from "./Payload.js";

export interface NoiseState {
  /** Drift of each number. */
  readonly walk: readonly number[];
  /** Time of the last sample; null: none yet. */
  readonly lastNs: number | null;
  readonly gaussian: RandomState;
  readonly drift: RandomState;
  readonly dropout: RandomState;
}

export class NoiseSource {
  readonly #noise: Noise;
  readonly #fields: readonly PayloadField[];
  readonly #isPlain: boolean;
  /** Index of the x of each orientation. */
  readonly #orientations: readonly number[];
  readonly #gaussian: RandomStream;
  readonly #drift: RandomStream;
  readonly #dropout: RandomStream;
  readonly #walk: Float64Array;
  #lastNs: number | null = null;

  /** `stream` is split, never drawn from. */
  constructor(noise: Noise, stream: RandomStream, fields: readonly PayloadField[]) {
    this.#noise = noise;
    // one field per number
    this.#fields = fields.flatMap((field) => Array.from({ length: fixedCount(field) }, () => field));
    this.#isPlain = isPlain(noise);
    this.#orientations = this.#fields.flatMap((_, i) => (isOrientationAt(this.#fields, i) ? [i] : []));
    this.#gaussian = stream.split("gaussian");
    this.#drift = stream.split("drift");
    this.#dropout = stream.split("dropout");
    this.#walk = new Float64Array(this.#fields.length);
  }

  /** `values` with noise; undefined: the sample drops out. */
  apply(values: readonly number[], timeNs: number): readonly number[] | undefined {
    if (this.#isPlain) return values;
    const root = Math.sqrt((timeNs - (this.#lastNs ?? timeNs)) / NS_PER_SEC);
    this.#lastNs = timeNs;
    const orientations = this.#orientations;
    const isOrientation = (i: number) => orientations.some((from) => i >= from && i < from + 4);
    const out = values.map((value, i) => {
      if (!isReal(this.#fields[i]) || isOrientation(i)) return value;
      return boundValue(this.#disturb(value, i, root), this.#noise);
    });
    for (const from of orientations) this.#rotate(out, from, root);
    const { dropout } = this.#noise;
    return dropout > 0 && this.#dropout.uniform() < dropout ? undefined : out;
  }

  /** Number `i` with its errors, before bounds. */
  #disturb(value: number, i: number, rootSec: number): number {
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

  #rotate(out: number[], from: number, rootSec: number): void {
    const half = [0, 1, 2].map((k) => this.#disturb(0, from + k, rootSec) / 2);
    const [x, y, z, w] = out.slice(from, from + 4);
    const error = normalizeQuat([half[0], half[1], half[2], 1]);
    multiplyFast([x, y, z, w], error).forEach((value, k) => {
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
const isOrientationAt = (fields: readonly PayloadField[], from: number): boolean =>
  ["x", "y", "z", "w"].every((axis, k) => {
    const field = fields[from + k];
    return field !== undefined && isReal(field) && field.unit === "" && field.name.endsWith(axis);
  });

function isPlain({ gaussian, bias, drift, min, max, quantum, dropout }: Noise): boolean {
  const untouched = gaussian === 0 && bias === 0 && drift === 0 && quantum === 0 && dropout === 0;
  return untouched && min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY;
}
