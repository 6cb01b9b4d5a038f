// x = quadrant * pi/2 + r with |r| <= pi/4 and r as a pair hi + lo.
// Method: Cody and Waite with pi/2 in three parts (33 + 33 + 53 bits) up to |x| = 1.6e6; above that, and where the
// remainder nearly cancels, exact integers with 1200 bits of pi (Machin's formula), right over all of float64.
import { sumError } from "./DoubleDouble.js";

/**
 * Remainder hi, lo of the latest `reduceAngle`; read it before the next call. Engines allocate a number for each value assigned to a
 * module's variable, but not for one in a typed array.
 */
export const remainder = new Float64Array(2);

const TWO_OVER_PI = 0.6366197723675814;
const HALF_PI_1 = 1.5707963267341256; // leading 33 bits of pi/2
const HALF_PI_2 = 6.077100506303966e-11; // next 33 bits
const HALF_PI_3 = 2.0222662487959506e-21; // rest, rounded
const QUADRANTS_MAX = 1048576; // 2^20: products with the 33-bit parts stay exact
const CANCELLATION = 1.3877787807814457e-17; // 2^-56

/** Returns the quadrant (0 to 3) of a finite x and leaves the remainder in `remainder`. */
export function reduceAngle(x: number): number {
  const count = Math.round(x * TWO_OVER_PI);
  if (count === 0) {
    remainder[0] = x;
    remainder[1] = 0;
    return 0;
  }
  if (Math.abs(count) > QUADRANTS_MAX) return reduceExactly(x);
  const first = x - count * HALF_PI_1; // exact
  const second = -count * HALF_PI_2; // exact
  const sum = first + second;
  const rest = sumError(first, second, sum) - count * HALF_PI_3;
  const hi = sum + rest;
  remainder[0] = hi;
  remainder[1] = sumError(sum, rest, hi);
  if (Math.abs(hi) < Math.abs(count) * CANCELLATION) return reduceExactly(x);
  return count & 3;
}

const SCALE_BITS = 1200n;
const KEPT_BITS = 220n;
const KEPT_UNIT = 5.934729841099874e-67; // 2^-220
let scaledHalfPi = 0n;
const view = new DataView(new ArrayBuffer(8));

function reduceExactly(x: number): number {
  if (scaledHalfPi === 0n) scaledHalfPi = computeHalfPi();
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn; // never subnormal here
  const mantissa = (bits & 0xfffffffffffffn) | 0x10000000000000n;
  const magnitude = mantissa << (SCALE_BITS + exponent - 1075n);
  // nearest multiple of pi/2
  const count = (2n * magnitude + scaledHalfPi) / (2n * scaledHalfPi);
  const kept = (magnitude - count * scaledHalfPi) >> (SCALE_BITS - KEPT_BITS);
  const hi = Number(kept);
  const lo = Number(kept - BigInt(hi));
  const sign = x < 0 ? -1 : 1;
  remainder[0] = sign * hi * KEPT_UNIT;
  remainder[1] = sign * lo * KEPT_UNIT;
  return (sign * Number(count & 3n)) & 3;
}

// pi/4 = 4 atan(1/5) - atan(1/239)
function computeHalfPi(): bigint {
  return (2n * (4n * inverseArcTangent(5n) - inverseArcTangent(239n))) >> 64n;
}

// atan(1/n) = 1/n - 1/(3 n^3) + 1/(5 n^5) ..., with 64 guard bits
function inverseArcTangent(n: bigint): bigint {
  let power = (1n << (SCALE_BITS + 64n)) / n;
  let sum = 0n;
  for (let k = 1n; power > 0n; k += 2n) {
    sum += k & 2n ? -power / k : power / k;
    power /= n * n;
  }
  return sum;
}
