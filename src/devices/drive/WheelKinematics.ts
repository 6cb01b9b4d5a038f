// From a robot's motion to the speeds of its wheels, and back (F2). Wheel i stands at the angle a_i from forward, counter-
// clockwise, at the distance R_i, its axle towards the robot's middle; r_i is its radius. For forward f, left l, turn w:
//   speed_i = (R_i w - f sin a_i + l cos a_i) / r_i
// It fits omni wheels at any angles and, at 90 and 270 degrees, the two wheels of a differential drive, to which left means
// nothing. Back it is the motion that fits all wheels best (least squares); a motion that no wheel feels is 0.

import { cos, sin } from "../../math/Trigonometry.js";

/** In the robot's own frame. */
export interface PlanarVelocity {
  /** m/s. */
  readonly forward: number;
  readonly left: number;
  /** rad/s, counter-clockwise. */
  readonly turn: number;
}

export interface WheelPlace {
  /** rad. */
  readonly angle: number;
  /** From the robot's middle, m. */
  readonly distance: number;
  readonly radius: number;
}

type Row = readonly [number, number, number];

/** cos 90° is not quite 0: what is smaller than this share of a wheel's row is. */
const NOTHING = 1e-12;

export class WheelKinematics {
  /** What one unit of forward, left and turn is to each wheel. */
  readonly #rows: readonly Row[];
  readonly #inverse: readonly (readonly number[])[];

  constructor(wheels: readonly WheelPlace[]) {
    this.#rows = wheels.map(({ angle, distance, radius }): Row => {
      const clean = (x: number): number => (Math.abs(x) < NOTHING ? 0 : x / radius);
      return [clean(-sin(angle)), clean(cos(angle)), distance / radius];
    });
    this.#inverse = pseudoInverse(this.#rows);
  }

  /** rad/s of each wheel. */
  wheelSpeeds({ forward, left, turn }: PlanarVelocity): number[] {
    return this.#rows.map(([f, l, t]) => f * forward + l * left + t * turn);
  }

  bodyVelocity(speeds: readonly number[]): PlanarVelocity {
    const sum = (row: readonly number[]): number => row.reduce((total, x, i) => total + x * speeds[i], 0);
    const [forward, left, turn] = this.#inverse.map(sum);
    return { forward, left, turn };
  }
}

/** (JᵀJ)⁻¹ Jᵀ by elimination; a column that depends on those before it, or is empty, gives zeros. */
function pseudoInverse(rows: readonly Row[]): number[][] {
  const columns = [0, 1, 2];
  const normal = columns.map((i) => columns.map((j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)));
  const right = columns.map((i) => rows.map((row) => row[i]));
  const scales = columns.map((i) => normal[i][i]);
  const used: number[] = [];
  for (const i of columns) {
    const pivot = normal[i][i];
    if (!(pivot > 1e-9 * scales[i])) continue;
    used.push(i);
    divide(normal[i], pivot);
    divide(right[i], pivot);
    for (const k of columns)
      if (k !== i) {
        const share = normal[k][i];
        subtract(normal[k], normal[i], share);
        subtract(right[k], right[i], share);
      }
  }
  return columns.map((i) => (used.includes(i) ? right[i] : right[i].map(() => 0)));
}

function divide(row: number[], by: number): void {
  for (let i = 0; i < row.length; i++) row[i] /= by;
}

function subtract(row: number[], other: readonly number[], share: number): void {
  for (let i = 0; i < row.length; i++) row[i] -= share * other[i];
}
