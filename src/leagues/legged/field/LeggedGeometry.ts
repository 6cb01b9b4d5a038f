// The sizes of the four-legged league's field of 2005 and 2006 (F1, L4) in m. x runs from the yellow goal to the sky-blue goal, y to the
// left, the origin is the centre. Lengths are between the centres of lines. docs/legged.md names sources and assumptions.

import { checkObject, type KeysOf } from "../../../describe/Check.js";
import { checkFieldSizes } from "../../shared/FieldSizes.js";

export interface LeggedGeometry {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  /** Carpet beyond the touch lines, and behind the goal lines. */
  readonly carpetMargin: number;
  readonly carpetMarginGoalLine: number;
  readonly lineThickness: number;
  /** 0: none. */
  readonly centerCircleRadius: number;
  readonly penaltyAreaWidth: number;
  /** 0: none. */
  readonly penaltyAreaDepth: number;
  /** Inner size. The depth counts from the outer edge of the goal line. */
  readonly goalWidth: number;
  readonly goalDepth: number;
  readonly goalHeight: number;
  readonly goalWallThickness: number;
  /** From the halfway line, and from the touch line outwards, to the axis of a beacon. */
  readonly beaconDistance: number;
  readonly beaconOutside: number;
  readonly beaconRadius: number;
  /** 0: no beacons. The lower half is white, the upper half has two colours. */
  readonly beaconHeight: number;
}

export type LeggedSize = keyof LeggedGeometry;

/** Rules of 2005, as teams of that year describe them. Assumed: height and thickness of the goals' walls. */
const YEAR_2005: LeggedGeometry = {
  fieldLength: 5.4,
  fieldWidth: 3.6,
  carpetMargin: 0.2,
  carpetMarginGoalLine: 0.3,
  lineThickness: 0.025,
  centerCircleRadius: 0.18,
  penaltyAreaWidth: 1.3,
  penaltyAreaDepth: 0.65,
  goalWidth: 0.8,
  goalDepth: 0.3,
  goalHeight: 0.3,
  goalWallThickness: 0.02,
  beaconDistance: 1.35,
  beaconOutside: 0.15,
  beaconRadius: 0.05,
  beaconHeight: 0.4,
};

export const LEGGED_SIZES = Object.keys(YEAR_2005) as readonly LeggedSize[];
const MAY_BE_NONE: readonly LeggedSize[] = [
  "carpetMargin",
  "carpetMarginGoalLine",
  "centerCircleRadius",
  "penaltyAreaDepth",
  "beaconHeight",
];

const KEYS = Object.fromEntries(LEGGED_SIZES.map((key) => [key, true])) as KeysOf<LeggedGeometry>;

export type LeggedInput = { readonly [K in LeggedSize]?: number | undefined };

/** Checks and completes sizes. Throws a SimError whose place ends in the element of the wrong size. */
export function describeLeggedField(input: LeggedInput = {}, where = "LeggedField"): LeggedGeometry {
  checkObject(input, KEYS, where);
  const given = Object.fromEntries(Object.entries(input).filter(([, size]) => size !== undefined));
  const field: LeggedGeometry = { ...YEAR_2005, ...given };
  checkFieldSizes(field, { names: LEGGED_SIZES, mayBeNone: MAY_BE_NONE, where });
  return Object.freeze(field);
}
