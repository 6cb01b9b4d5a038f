// [M4] Implicit shares of springs and dampers.

import { describe, expect, test } from "vitest";
import { damperShare, springLag, stiffShare } from "./SmoothForces.js";

describe("a damper", () => {
  test.each([1e-6, 9e-3, 1.1e-2, 0.5, 3, 50])("decays by exp(-x) in one step, x = %d", (x) => {
    const t = damperShare(x);
    expect((1 - (1 - t) * x) / (1 + t * x)).toBeCloseTo(Math.exp(-x), 9);
  });

  test("is implicit if it is hard", () => {
    expect(damperShare(1e4)).toBeCloseTo(1, 3);
    expect(damperShare(1e9)).toBe(1);
  });
});

describe("a spring", () => {
  /** Modulus of the largest eigenvalue of q' = q + u', u' = (u - k q + lag k u) / (1 + (lag + s) k), with u = h v. */
  const growth = (kappa: number): number => {
    const lag = springLag(kappa);
    const give = 1 + (lag + stiffShare(kappa)) * kappa;
    const [a, b] = [kappa / give, (1 + lag * kappa) / give];
    const trace = 1 - a + b;
    const under = trace * trace - 4 * b;
    return under < 0 ? Math.sqrt(b) : (Math.abs(trace) + Math.sqrt(under)) / 2;
  };

  test.each([1e-6, 0.01, 0.2])("keeps its amplitude, h² k / m = %d", (kappa) => {
    expect(growth(kappa)).toBeCloseTo(1, 12);
  });

  test.each([0.3, 0.6, 1, 3, 30, 1e6])("is stable and damped if it is stiff, h² k / m = %d", (kappa) => {
    expect(growth(kappa)).toBeLessThan(1);
  });
});
