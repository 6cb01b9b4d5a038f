// Spoils a sensor's exact numbers (S2), in this order:
//   x + gaussian z          z standard normal, new for every number of every sample
//     + bias
//     + w                   drift: a random walk for each number, w = 0 at first, w += drift sqrt(dt) z (dt: since the sample before)
//   kept within min and max, rounded to multiples of quantum; dropout: the sample as a whole is not there
// Each part draws from a stream of its own, and none where it is zero: turning one on changes no other's numbers. What
// is dropped out has been drawn all the same. Counts and flags (whole numbers on the wire) are left alone.

import type { Noise } from "../describe/Noise.js";
import { NS_PER_SEC } from "../describe/WorldDescription.js";
import type { Hash64 } from "../math/Hash64.js";
import type { RandomState, RandomStream } from "../math/RandomStream.js";
import type { PayloadField } from "./Device.js";

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
  readonly #gaussian: RandomStream;
  readonly #drift: RandomStream;
  readonly #dropout: RandomStream;
  readonly #walk: Float64Array;
  #lastNs: number | null = null;

  /** `stream` is this source's own: it is split, never drawn from. */
  constructor(noise: Noise, stream: RandomStream, fields: readonly PayloadField[]) {
    this.#noise = noise;
    this.#fields = fields;
    this.#isPlain = isPlain(noise);
    this.#gaussian = stream.split("gaussian");
    this.#drift = stream.split("drift");
    this.#dropout = stream.split("dropout");
    this.#walk = new Float64Array(fields.length);
  }

  /** What the sensor says at this time instead of `values`; undefined: nothing. */
  apply(values: readonly number[], timeNs: number): readonly number[] | undefined {
    if (this.#isPlain) return values;
    const root = Math.sqrt((timeNs - (this.#lastNs ?? timeNs)) / NS_PER_SEC);
    this.#lastNs = timeNs;
    const out = values.map((value, i) => (isReal(this.#fields[i]) ? this.#spoil(value, i, root) : value));
    const { dropout } = this.#noise;
    return dropout > 0 && this.#dropout.uniform() < dropout ? undefined : out;
  }

  #spoil(value: number, i: number, rootSec: number): number {
    const { gaussian, bias, drift, min, max, quantum } = this.#noise;
    let x = value;
    if (gaussian > 0) x += this.#gaussian.normal(0, gaussian);
    x += bias;
    if (drift > 0) {
      this.#walk[i] += this.#drift.normal(0, drift) * rootSec;
      x += this.#walk[i];
    }
    x = Math.min(max, Math.max(min, x));
    return quantum > 0 && Number.isFinite(x) ? Math.round(x / quantum) * quantum : x;
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

function isPlain({ gaussian, bias, drift, min, max, quantum, dropout }: Noise): boolean {
  const untouched = gaussian === 0 && bias === 0 && drift === 0 && quantum === 0 && dropout === 0;
  return untouched && min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY;
}
