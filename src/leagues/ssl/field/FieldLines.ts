// The lines of a small-size field (F1), named as in the league's geometry packets.

import type { FieldArc, FieldDrawing, FieldLine, FieldMark } from "../../shared/FieldDrawing.js";
import type { FieldGeometry } from "./FieldGeometry.js";

export function fieldLines(field: FieldGeometry): readonly FieldLine[] {
  const [x, y] = [field.fieldLength / 2, field.fieldWidth / 2];
  return [
    { name: "TopTouchLine", from: [-x, y], to: [x, y] },
    { name: "BottomTouchLine", from: [-x, -y], to: [x, -y] },
    { name: "LeftGoalLine", from: [-x, -y], to: [-x, y] },
    { name: "RightGoalLine", from: [x, -y], to: [x, y] },
    { name: "HalfwayLine", from: [0, -y], to: [0, y] },
    { name: "CenterLine", from: [-x, 0], to: [x, 0] },
    ...penaltyLines(field),
  ];
}

function penaltyLines({ fieldLength, penaltyAreaWidth, penaltyAreaDepth }: FieldGeometry): readonly FieldLine[] {
  if (penaltyAreaDepth === 0) return [];
  const [x, w] = [fieldLength / 2, penaltyAreaWidth / 2];
  const inner = x - penaltyAreaDepth;
  return [
    { name: "LeftPenaltyStretch", from: [-inner, -w], to: [-inner, w] },
    { name: "RightPenaltyStretch", from: [inner, -w], to: [inner, w] },
    // left and right as seen from that goal
    { name: "LeftFieldLeftPenaltyStretch", from: [-x, w], to: [-inner, w] },
    { name: "LeftFieldRightPenaltyStretch", from: [-x, -w], to: [-inner, -w] },
    { name: "RightFieldLeftPenaltyStretch", from: [inner, -w], to: [x, -w] },
    { name: "RightFieldRightPenaltyStretch", from: [inner, w], to: [x, w] },
  ];
}

export function fieldArcs({ centerCircleRadius: radius }: FieldGeometry): readonly FieldArc[] {
  return radius === 0 ? [] : [{ name: "CenterCircle", center: [0, 0], radius }];
}

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
