// Three linear equations with three unknowns, by Cramer's rule.

import type { Vec3 } from "../../../src/math/Vec3.js";

/** Rows of the matrix one after the other; undefined: it has no unique solution. */
export function solve3(m: readonly number[], [p, q, r]: Vec3): Vec3 | undefined {
  const [a, b, c, d, e, f, g, h, i] = m;
  const [x, y, z] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * x + b * y + c * z;
  if (Math.abs(determinant) < 1e-15 * Math.abs(a * e * i)) return undefined;
  return [
    (p * x + q * (c * h - b * i) + r * (b * f - c * e)) / determinant,
    (p * y + q * (a * i - c * g) + r * (c * d - a * f)) / determinant,
    (p * z + q * (b * g - a * h) + r * (a * e - b * d)) / determinant,
  ];
}
