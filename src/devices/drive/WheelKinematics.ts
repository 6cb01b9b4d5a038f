// Converts between the velocity of a robot and the speeds of its wheels (F2). Wheel i stands at the angle a_i from forward, counter-
// clockwise, at the distance R_i, with its axle towards the robot's centre; r_i is its radius. For forward f, left l, turn w:
//   speed_i = (R_i w - f sin a_i + l cos a_i) / r_i
// This holds for omni wheels at any angles and, at 90 and 270 degrees, for the two wheels of a differential drive, which cannot
// move left. The inverse is the least-squares fit to all wheels; a component that no wheel can produce is 0.

import { cos, sin } from "../../math/Trigonometry.js";

/** Velocity in the frame of the robot. */
export interface PlanarVelocity {
  /** m/s. */
  readonly forward: number;
  readonly left: number;
  /** rad/s, counter-clockwise. */
  readonly turn: number;
}

/** Places in an array of its three numbers. */
export const FORWARD = 0;
export const LEFT = 1;
export const TURN = 2;

export interface WheelPlace {
  /** rad. */
  readonly angle: number;
  /** From the robot's centre, m. */
  readonly distance: number;
  readonly radius: number;
}

type Row = readonly [number, number, number];

/** Smaller entries count as 0, since the computed cos 90° is not exactly 0. */
const NOTHING = 1e-12;

export class WheelKinematics {
  /** Wheel speed per unit of forward, left and turn. */
  readonly #rows: readonly Row[];
  readonly #inverse: readonly (readonly number[])[];

  constructor(wheels: readonly WheelPlace[]) {
    this.#rows = wheels.map(({ angle, distance, radius }): Row => {
      const clean = (x: number): number => (Math.abs(x) < NOTHING ? 0 : x / radius);
      return [clean(-sin(angle)), clean(cos(angle)), distance / radius];
    });
    this.#inverse = pseudoInverse(this.#rows);
  }

  /** Speed of each wheel, rad/s. */
  wheelSpeeds({ forward, left, turn }: PlanarVelocity): number[] {
    const speeds = new Float64Array(this.#rows.length);
    this.writeSpeeds(forward, left, turn, speeds);
    return [...speeds];
  }

  /** The same, into an array. */
  writeSpeeds(forward: number, left: number, turn: number, into: Float64Array): void {
    const rows = this.#rows;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      into[i] = row[0] * forward + row[1] * left + row[2] * turn;
    }
  }

  bodyVelocity(speeds: ArrayLike<number>): PlanarVelocity {
    const sum = (row: readonly number[]): number => row.reduce((total, x, i) => total + x * speeds[i], 0);
    const [forward, left, turn] = this.#inverse.map(sum);
    return { forward, left, turn };
  }
}

/** (JᵀJ)⁻¹ Jᵀ by elimination; a column that is empty or depends on earlier ones gives zeros. */
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
