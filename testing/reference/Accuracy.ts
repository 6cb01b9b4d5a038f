// Measures how far a float64 function is from the exact one.
import { RandomStream } from "../../src/math/RandomStream.js";
import { FixedPoint } from "./FixedPoint.js";

/** For arguments and results of usual size. */
export const FINE = new FixedPoint(400);
/** For all of float64. */
export const WIDE = new FixedPoint(1400);

type Exact = (fixed: FixedPoint, ...args: bigint[]) => bigint;

/** Returns the worst error in ulp over the rows of arguments, and the row where it is. */
export function worstUlps(
  actual: (...args: number[]) => number,
  exact: Exact,
  rows: readonly (readonly number[])[],
  fixed = FINE,
): { ulps: number; at: readonly number[] } {
  let worst: { ulps: number; at: readonly number[] } = { ulps: -1, at: [] };
  for (const row of rows) {
    const reference = exact(fixed, ...row.map((x) => fixed.from(x)));
    const ulps = fixed.ulpsBetween(actual(...row), reference);
    // NaN counts as the largest error
    if (!(ulps <= worst.ulps)) worst = { ulps, at: row };
  }
  return worst;
}

/** Makes rows of seeded arguments. */
export function drawRows(name: string, count: number, draw: (random: RandomStream) => number[]): number[][] {
  const random = new RandomStream("accuracy").split(name);
  return Array.from({ length: count }, () => draw(random));
}

/** A number of either sign and of any exponent from `low` to `high`. */
export function drawMagnitude(random: RandomStream, low: number, high: number): number {
  const sign = random.integer(2) === 0 ? -1 : 1;
  return sign * random.uniform(1, 2) * 2 ** (low + random.integer(high - low));
}

/** The `count` float64 on either side of x, and x itself. */
export function neighbours(x: number, count: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  const values: number[] = [];
  for (let step = -count; step <= count; step++) {
    view.setFloat64(0, x);
    view.setBigInt64(0, view.getBigInt64(0) + BigInt(step));
    values.push(view.getFloat64(0));
  }
  return values;
}
