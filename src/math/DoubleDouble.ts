// Error-free arithmetic: the rounding error of one addition or one product, itself an exact float64
// (Knuth's TwoSum, Dekker's TwoProduct). A pair hi + lo with |lo| <= ulp(hi)/2 carries about 106 bits.
// Leaves out: products beyond about 1e300 or below 1e-290, where Dekker's split overflows or the error underflows.

/** Returns the error of `sum`, so that a + b = sum + error exactly, where sum is the rounded a + b. */
export function sumError(a: number, b: number, sum: number): number {
  const bPart = sum - a;
  return a - (sum - bPart) + (b - bPart);
}

/** Returns the error of `product`, so that a * b = product + error exactly, where product is the rounded a * b. */
export function productError(a: number, b: number, product: number): number {
  // each factor as a sum of two halves of at most 26 bits, whose products are exact
  const aScaled = SPLITTER * a;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = SPLITTER * b;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** Returns the remainder of quotient = n / d: (nHi + nLo) / (dHi + dLo) = quotient + rest, to about 100 bits. */
export function quotientRest(quotient: number, nHi: number, nLo: number, dHi: number, dLo: number): number {
  const product = quotient * dHi;
  return (nHi - product - productError(quotient, dHi, product) + (nLo - quotient * dLo)) / dHi;
}

/** Returns the remainder of root = sqrt(hi): sqrt(hi + lo) = root + rest, to about 100 bits. */
export function rootRest(root: number, hi: number, lo: number): number {
  if (root === 0) return 0;
  const square = root * root;
  return (hi - square - productError(root, root, square) + lo) / (2 * root);
}

const SPLITTER = 134217729; // 2^27 + 1
