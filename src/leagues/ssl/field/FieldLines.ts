// The lines of a small-size field (F1), named as in the league's geometry packets.

import {
  boundaryLines,
  centerCircle,
  type FieldArc,
  type FieldDrawing,
  type FieldLine,
  type FieldMark,
  penaltyLines,
} from "../../shared/FieldDrawing.js";
import type { FieldGeometry } from "./FieldGeometry.js";

export const fieldLines = (field: FieldGeometry): readonly FieldLine[] => [
  ...boundaryLines(field),
  { name: "CenterLine", from: [-field.fieldLength / 2, 0], to: [field.fieldLength / 2, 0] },
  ...penaltyLines(field),
];

export const fieldArcs = (field: FieldGeometry): readonly FieldArc[] => centerCircle(field);

/** Diameter of a mark in widths of a line: it lies on the line from goal to goal and must be visible beside it. */
const MARK_WIDTHS = 4;

/** Penalty marks: round spots at the distance that the geometry gives. The rules state no size. */
export function penaltyMarks({
  fieldLength,
  goalCenterToPenaltyMark,
  lineThickness,
}: FieldGeometry): readonly FieldMark[] {
  const x = fieldLength / 2 - goalCenterToPenaltyMark;
  const radius = (MARK_WIDTHS / 2) * lineThickness;
  return [
    { center: [-x, 0], radius },
    { center: [x, 0], radius },
  ];
}

export const fieldDrawing = (field: FieldGeometry): FieldDrawing => ({
  lines: fieldLines(field),
  arcs: fieldArcs(field),
  marks: penaltyMarks(field),
  lineThickness: field.lineThickness,
});
