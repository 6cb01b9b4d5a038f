// The sizes of a soccer field (F1) in m: the 2003 field, divisions A and B of the Small Size League, and variants of them. x runs from
// goal to goal, the origin is the centre. Lengths are between the centres of lines. Names are those of the league's geometry
// packets, which are filled from these sizes.

import { checkKind, checkObject, type KeysOf } from "../../../describe/Check.js";
import { checkFieldSizes, type FieldWords } from "../../shared/FieldSizes.js";

export type FieldType = "2003" | "division-a" | "division-b";

export interface FieldSizes {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  /** From the touch line, and from the goal line, to the wall; 0: the wall is the boundary. */
  readonly boundaryWidth: number;
  readonly boundaryWidthGoalLine: number;
  /** Width of the carpet beyond the lines. */
  readonly carpetMargin: number;
  /** Inner size; the depth counts from the outer edge of the goal line. */
  readonly goalWidth: number;
  readonly goalDepth: number;
  readonly goalHeight: number;
  readonly goalWallThickness: number;
  readonly wallThickness: number;
  /** 0: no walls. */
  readonly wallHeight: number;
  readonly lineThickness: number;
  /** 0: none. */
  readonly centerCircleRadius: number;
  /** Defence area; depth 0: none. */
  readonly penaltyAreaWidth: number;
  readonly penaltyAreaDepth: number;
  readonly goalCenterToPenaltyMark: number;
}

export interface FieldGeometry extends FieldSizes {
  readonly type: FieldType;
}

export type FieldSize = keyof FieldSizes;
export type FieldInput = { readonly [K in FieldSize]?: number | undefined } & { readonly type: FieldType };

/** Rule book of May 2026. The height of the outer walls is from an earlier edition; their thickness is our choice. */
const DIVISION_A: FieldSizes = {
  fieldLength: 12,
  fieldWidth: 9,
  boundaryWidth: 0.3,
  boundaryWidthGoalLine: 0.6,
  carpetMargin: 0.7,
  goalWidth: 1.8,
  goalDepth: 0.18,
  goalHeight: 0.16,
  goalWallThickness: 0.02,
  wallThickness: 0.05,
  wallHeight: 0.1,
  lineThickness: 0.01,
  centerCircleRadius: 0.5,
  penaltyAreaWidth: 3.6,
  penaltyAreaDepth: 1.8,
  goalCenterToPenaltyMark: 8,
};

const DIVISION_B: FieldSizes = {
  ...DIVISION_A,
  fieldLength: 9,
  fieldWidth: 6,
  boundaryWidthGoalLine: 0.3,
  goalWidth: 1,
  penaltyAreaWidth: 2,
  penaltyAreaDepth: 1,
  goalCenterToPenaltyMark: 6,
};

/** Length and width: the paper of 2003, section 2.2. It states no other size; the others are our choice. */
const YEAR_2003: FieldSizes = {
  ...DIVISION_B,
  fieldLength: 2.8,
  fieldWidth: 2.3,
  boundaryWidth: 0,
  boundaryWidthGoalLine: 0,
  carpetMargin: 0.3,
  goalWidth: 0.7,
  centerCircleRadius: 0.25,
  penaltyAreaWidth: 1,
  penaltyAreaDepth: 0.225,
  goalCenterToPenaltyMark: 0.45,
};

const SIZES: Readonly<Record<FieldType, FieldSizes>> = {
  "2003": YEAR_2003,
  "division-a": DIVISION_A,
  "division-b": DIVISION_B,
};
export const FIELD_TYPES = Object.keys(SIZES) as readonly FieldType[];
export const FIELD_SIZES = Object.keys(DIVISION_A) as readonly FieldSize[];

const FIELD_KEYS = Object.fromEntries([...FIELD_SIZES, "type"].map((key) => [key, true])) as KeysOf<FieldInput>;

/** Checks and completes sizes. Throws a SimError whose place ends in the name of the wrong size, by default its element. */
export function describeField(input: FieldInput, where = "SoccerField", words?: FieldWords<FieldSize>): FieldGeometry {
  checkObject(input, FIELD_KEYS, where);
  const type = checkKind(input.type, FIELD_TYPES, `${where}/type`);
  const given = Object.fromEntries(Object.entries(input).filter(([, size]) => size !== undefined));
  const field: FieldGeometry = { ...SIZES[type], ...given, type };
  checkFieldSizes(field, { names: FIELD_SIZES, mayBeNone: MAY_BE_NONE, where, ...(words ? { words } : {}) });
  return Object.freeze(field);
}

const MAY_BE_NONE: readonly FieldSize[] = [
  "boundaryWidth",
  "boundaryWidthGoalLine",
  "carpetMargin",
  "wallHeight",
  "centerCircleRadius",
  "penaltyAreaDepth",
];
