import { expect, test } from "vitest";
import { drawMagnitude, drawRows, FINE } from "../../testing/reference/Accuracy.js";
import { productError, quotientRest, rootRest, sumError } from "./DoubleDouble.js";

const PAIRS = drawRows("pairs", 5000, (random) => [drawMagnitude(random, -60, 60), drawMagnitude(random, -60, 60)]);

test("a + b and a * b plus their errors are exact", () => {
  for (const [a, b] of PAIRS) {
    const [x, y] = [FINE.from(a), FINE.from(b)];
    expect(FINE.from(a + b) + FINE.from(sumError(a, b, a + b))).toBe(x + y);
    expect((FINE.from(a * b) + FINE.from(productError(a, b, a * b))) << BigInt(FINE.bits)).toBe(x * y);
  }
});

test("a quotient and a root with their rests are right to 100 bits", () => {
  const within = (value: bigint, exact: bigint) => {
    const [difference, size] = [value - exact, exact < 0n ? -exact : exact];
    return (difference < 0n ? -difference : difference) <= size >> 100n;
  };
  for (const [a, b] of PAIRS) {
    const [n, d] = [FINE.from(a), FINE.from(b)];
    expect(within(FINE.from(a / b) + FINE.from(quotientRest(a / b, a, 0, b, 0)), FINE.divide(n, d))).toBe(true);
    const root = Math.sqrt(Math.abs(a));
    expect(within(FINE.from(root) + FINE.from(rootRest(root, Math.abs(a), 0)), FINE.sqrt(n < 0n ? -n : n))).toBe(true);
  }
});
