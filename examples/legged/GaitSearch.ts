// Search for the parameters of a trot (L3): an evolution strategy with a step size per parameter (separable CMA-ES, Ros and Hansen
// 2008). Parameters are scaled to 0 .. 1 of their range. The same seed gives the same candidates.

import { RandomStream } from "../../src/math/RandomStream.js";
import { exp, log } from "../../src/math/Trigonometry.js";
import type { Gait } from "./Gaits.js";
import { within } from "./LegKinematics.js";

interface Parameter {
  readonly min: number;
  readonly max: number;
  readonly get: (gait: Gait) => number;
  readonly set: (gait: Gait, value: number) => Gait;
}

type LegValue = keyof Gait["front"];

const ofLeg = (leg: "front" | "hind", value: LegValue, min: number, max: number): Parameter => ({
  min,
  max,
  get: (gait) => gait[leg][value],
  set: (gait, to) => ({ ...gait, [leg]: { ...gait[leg], [value]: to } }),
});

const PARAMETERS: readonly Parameter[] = [
  { min: 0.25, max: 0.6, get: ({ cycle }) => cycle, set: (gait, cycle) => ({ ...gait, cycle }) },
  {
    min: 0.2,
    max: 0.7,
    get: ({ top }) => top.forward,
    set: (gait, forward) => ({ ...gait, top: { ...gait.top, forward } }),
  },
  ...(["front", "hind"] as const).flatMap((leg) => [
    ofLeg(leg, "height", 70, 130),
    ofLeg(leg, "ahead", leg === "front" ? 0 : -70, leg === "front" ? 80 : 30),
    ofLeg(leg, "outward", 0, 30),
    ofLeg(leg, "lift", 8, 55),
    ofLeg(leg, "duty", 0.35, 0.7),
  ]),
];

const COUNT = PARAMETERS.length;
/** First step size, of the range. */
const FIRST_STEP = 0.12;

/** All that changes: as JSON it is a line of the output. */
export interface SearchState {
  readonly generation: number;
  readonly mean: readonly number[];
  readonly variance: readonly number[];
  readonly step: number;
  readonly path: readonly number[];
  readonly stepPath: readonly number[];
  readonly best: { readonly score: number; readonly gait: Gait };
}

/**
 * The state in the last whole line of an output; undefined: it has none. A line that a killed search did not finish is left out. Throws for
 * text that no search has written.
 */
export function lastState(text: string): SearchState | undefined {
  const lines = text.split("\n");
  // what follows the last line end is not whole
  const last = lines.slice(0, -1).at(-1);
  if (last === undefined) return undefined;
  const state = JSON.parse(last) as Partial<SearchState> | null;
  const lists = [state?.mean, state?.variance, state?.path, state?.stepPath];
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.length === COUNT && list.every((value) => Number.isFinite(value));
  const isState = lists.every(isList) && Number.isInteger(state?.generation) && Number.isFinite(state?.step);
  if (!isState || !state?.best) throw new Error("the last line is no state of a search");
  return state as SearchState;
}

export class GaitSearch {
  readonly #seed: number;
  readonly #size: number;
  #state: SearchState;

  /** `size`: candidates of a generation. */
  constructor(seed: number, size: number, start: Gait | SearchState) {
    this.#seed = seed;
    this.#size = size;
    const zeros = Array<number>(COUNT).fill(0);
    this.#state =
      "mean" in start
        ? start
        : {
            generation: 0,
            mean: PARAMETERS.map(({ min, max, get }) => within((get(start) - min) / (max - min), 0, 1)),
            variance: Array<number>(COUNT).fill(1),
            step: FIRST_STEP,
            path: zeros,
            stepPath: zeros,
            best: { score: Number.NEGATIVE_INFINITY, gait: start },
          };
  }

  get state(): SearchState {
    return this.#state;
  }

  /** The candidates of this generation: always the same for a generation of a seed. */
  candidates(): readonly Gait[] {
    return this.#points().map((point) => this.#gait(point));
  }

  #points(): readonly (readonly number[])[] {
    const { generation, mean, variance, step } = this.#state;
    const stream = new RandomStream(this.#seed).split(`generation ${generation}`);
    return Array.from({ length: this.#size }, () =>
      mean.map((value, i) => within(value + step * Math.sqrt(variance[i]) * stream.normal(), 0, 1)),
    );
  }

  #gait(point: readonly number[]): Gait {
    const { best } = this.#state;
    const named = { ...best.gait, name: `Search ${this.#seed}` };
    return PARAMETERS.reduce((gait, { min, max, set }, i) => set(gait, min + point[i] * (max - min)), named);
  }

  /** Takes the scores of the candidates, higher is better, and moves on to the next generation. */
  tell(scores: readonly number[]): void {
    const { generation, mean, variance, step, path, stepPath, best } = this.#state;
    const points = this.#points();
    const order = points.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
    const weights = logWeights(Math.floor(this.#size / 2));
    const weight = 1 / weights.reduce((sum, w) => sum + w * w, 0);
    const next = mean.map((_, i) => weights.reduce((sum, w, k) => sum + w * points[order[k]][i], 0));
    const moved = next.map((value, i) => (value - mean[i]) / step);
    // learning rates of Ros and Hansen
    const [pathRate, stepRate] = [4 / (COUNT + 4), (weight + 2) / (COUNT + weight + 3)];
    const damping = 1 + stepRate;
    const stepNext = stepPath.map(
      (p, i) =>
        (1 - stepRate) * p + (Math.sqrt(stepRate * (2 - stepRate) * weight) * moved[i]) / Math.sqrt(variance[i]),
    );
    const pathNext = path.map((p, i) => (1 - pathRate) * p + Math.sqrt(pathRate * (2 - pathRate) * weight) * moved[i]);
    const rate =
      ((COUNT + 2) / 3) *
      (2 / (weight * (COUNT + 1.4) ** 2) +
        (1 - 1 / weight) * Math.min(1, (2 * weight - 1) / ((COUNT + 2) ** 2 + weight)));
    const learn = Math.min(0.9, rate);
    const varianceNext = variance.map((v, i) => {
      const spread = weights.reduce((sum, w, k) => sum + w * ((points[order[k]][i] - mean[i]) / step) ** 2, 0);
      return (1 - learn) * v + learn * ((1 / weight) * pathNext[i] ** 2 + (1 - 1 / weight) * spread);
    });
    const length = Math.sqrt(stepNext.reduce((sum, p) => sum + p * p, 0));
    const expected = Math.sqrt(COUNT) * (1 - 1 / (4 * COUNT) + 1 / (21 * COUNT * COUNT));
    const [first] = order;
    this.#state = {
      generation: generation + 1,
      mean: next,
      variance: varianceNext,
      step: Math.min(0.3, step * exp((stepRate / damping) * (length / expected - 1))),
      path: pathNext,
      stepPath: stepNext,
      best: scores[first] > best.score ? { score: scores[first], gait: this.#gait(points[first]) } : best,
    };
  }
}

/** Weights of the better half: they fall with the logarithm of the rank and sum to 1. */
function logWeights(count: number): readonly number[] {
  const raw = Array.from({ length: count }, (_, i) => log(count + 0.5) - log(i + 1));
  const sum = raw.reduce((total, w) => total + w, 0);
  return raw.map((w) => w / sum);
}
