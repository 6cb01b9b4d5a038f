// Measurement errors of a sensor (S2), applied in the order of the fields. Units are those of the sensor.

export interface Noise {
  /** Standard deviation of the white noise that is added to every number. */
  readonly gaussian: number;
  /** Constant that is added to every number. */
  readonly bias: number;
  /** Standard deviation of a random walk after one second. */
  readonly drift: number;
  /** Range of the sensor: numbers are clamped to it. */
  readonly min: number;
  readonly max: number;
  /** Numbers are rounded to multiples of this. 0: no rounding. */
  readonly quantum: number;
  /** Probability from 0 to 1 that a sample is dropped. */
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

/** Clamps a number to min and max, then rounds it to a multiple of quantum. */
export function boundValue(value: number, { min, max, quantum }: Noise): number {
  const x = Math.min(max, Math.max(min, value));
  const steps = x / quantum;
  // a quotient that overflows means that the quantum is finer than the number itself
  return quantum > 0 && Number.isFinite(steps) ? Math.round(steps) * quantum : x;
}
