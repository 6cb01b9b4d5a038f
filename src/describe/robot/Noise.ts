// What spoils a sensor's numbers (S2), as data; applied in the order of the fields. Units are those of the sensor.

export interface Noise {
  /** Standard deviation of what is added to every number of every sample. */
  readonly gaussian: number;
  /** Added to every number, always the same. */
  readonly bias: number;
  /** Standard deviation of a random walk after one second. */
  readonly drift: number;
  /** What the sensor cannot exceed. */
  readonly min: number;
  readonly max: number;
  /** Numbers are rounded to multiples of this; 0: not at all. */
  readonly quantum: number;
  /** Probability from 0 to 1 that a sample is not taken. */
  readonly dropout: number;
}

export const NO_NOISE: Noise = Object.freeze({
  gaussian: 0,
  bias: 0,
  drift: 0,
  min: Number.NEGATIVE_INFINITY,
  max: Number.POSITIVE_INFINITY,
  quantum: 0,
  dropout: 0,
});

/** What is left of a number that is off already: kept within min and max, then rounded to multiples of quantum. */
export function boundValue(value: number, { min, max, quantum }: Noise): number {
  const x = Math.min(max, Math.max(min, value));
  const steps = x / quantum;
  // too many to count: finer than the number itself
  return quantum > 0 && Number.isFinite(steps) ? Math.round(steps) * quantum : x;
}
