// Elementary functions in BigInt fixed point, the reference for src/math: slow, simple, and by other methods than src/math
// (no tables, no pairs of doubles). The integer v represents v / 2^bits. Absolute error below 2^(20 - bits).

const view = new DataView(new ArrayBuffer(8));

/** Splits a finite float64 into a signed integer and a power of two. */
export function decompose(x: number): { mantissa: bigint; exponent: number } {
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = field === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: x < 0 ? -magnitude : magnitude, exponent: Math.max(field, 1) - 1075 };
}

export class FixedPoint {
  readonly one: bigint;
  readonly pi: bigint;
  readonly ln2: bigint;
  private readonly shift: bigint;

  constructor(readonly bits: number) {
    this.shift = BigInt(bits);
    this.one = 1n << this.shift;
    this.pi = 16n * this.atanOfSmall(this.one / 5n) - 4n * this.atanOfSmall(this.one / 239n);
    this.ln2 = 2n * this.atanhOfSmall(this.one / 3n);
  }

  /** Exact as long as x is a multiple of 2^-bits, otherwise rounded down. */
  from(x: number): bigint {
    const { mantissa, exponent } = decompose(x);
    const shift = BigInt(exponent + this.bits);
    return shift >= 0n ? mantissa << shift : mantissa >> -shift;
  }

  /** How far `actual` is from `exact`, in units in the last place of `actual`. */
  ulpsBetween(actual: number, exact: bigint): number {
    const { exponent } = decompose(actual);
    const difference = this.from(actual) - exact;
    return Math.abs(Number((difference * 1048576n) >> BigInt(exponent + this.bits))) / 1048576;
  }

  sin(x: bigint): bigint {
    return this.sinOfTurns(x, 0n);
  }

  cos(x: bigint): bigint {
    return this.sinOfTurns(x, 1n);
  }

  tan(x: bigint): bigint {
    return this.divide(this.sin(x), this.cos(x));
  }

  asin(x: bigint): bigint {
    return this.atan2(x, this.sqrt(this.one - this.multiply(x, x)));
  }

  acos(x: bigint): bigint {
    return this.atan2(this.sqrt(this.one - this.multiply(x, x)), x);
  }

  atan2(y: bigint, x: bigint): bigint {
    if (y < 0n) return -this.atan2(-y, x);
    if (x < 0n) return this.pi - this.atan2(y, -x);
    if (y > x) return this.pi / 2n - this.atan2(x, y);
    // halve the angle five times: t / (1 + sqrt(1 + t^2))
    let t = this.divide(y, x);
    for (let i = 0; i < 5; i++) t = this.divide(t, this.one + this.sqrt(this.one + this.multiply(t, t)));
    return 32n * this.atanOfSmall(t);
  }

  exp(x: bigint): bigint {
    const count = floorDivide(x, this.ln2);
    const r = (x - count * this.ln2) / 256n;
    let term = this.one;
    let sum = this.one;
    for (let k = 1n; term !== 0n; k++) {
      term = this.multiply(term, r) / k;
      sum += term;
    }
    for (let i = 0; i < 8; i++) sum = this.multiply(sum, sum);
    return shiftRight(sum, -count);
  }

  log(x: bigint): bigint {
    // x = m 2^count with m from 0.7 to 1.4
    let count = BigInt(x.toString(2).length - 1) - this.shift;
    if (shiftRight(x, count) > (this.one * 7n) / 5n) count += 1n;
    const m = shiftRight(x, count);
    return count * this.ln2 + 2n * this.atanhOfSmall(this.divide(m - this.one, m + this.one));
  }

  hypot(x: bigint, y: bigint, z: bigint): bigint {
    return integerRoot(x * x + y * y + z * z);
  }

  multiply(a: bigint, b: bigint): bigint {
    return (a * b) >> this.shift;
  }

  divide(a: bigint, b: bigint): bigint {
    return (a << this.shift) / b;
  }

  sqrt(a: bigint): bigint {
    return integerRoot(a << this.shift);
  }

  // sin(x + turns * pi/2) by series after reduction to |r| <= pi/4
  private sinOfTurns(x: bigint, turns: bigint): bigint {
    const half = this.pi / 2n;
    const count = floorDivide(2n * x + half, 2n * half);
    const r = x - count * half;
    const quadrant = (count + turns) & 3n;
    const square = this.multiply(r, r);
    let term = quadrant & 1n ? this.one : r;
    let sum = term;
    for (let k = quadrant & 1n ? 1n : 2n; term !== 0n && term !== -1n; k += 2n) {
      term = -this.multiply(term, square) / (k * (k + 1n));
      sum += term;
    }
    return quadrant & 2n ? -sum : sum;
  }

  private atanOfSmall(t: bigint): bigint {
    return this.oddSeries(t, -this.multiply(t, t));
  }

  private atanhOfSmall(t: bigint): bigint {
    return this.oddSeries(t, this.multiply(t, t));
  }

  // t (1 + q/3 + q^2/5 + ...)
  private oddSeries(t: bigint, q: bigint): bigint {
    let power = t;
    let sum = 0n;
    for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
      sum += power / k;
      power = this.multiply(power, q);
    }
    return sum;
  }
}

function shiftRight(a: bigint, places: bigint): bigint {
  return places >= 0n ? a >> places : a << -places;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** Largest integer whose square is at most n (Newton). */
function integerRoot(n: bigint): bigint {
  if (n < 2n) return n < 0n ? 0n : n;
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
