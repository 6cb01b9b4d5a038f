// What is painted on a field: straight lines, circles and round marks. A league makes one from its geometry; LineMesh.ts makes sharp
// lines of it, CarpetTexture.ts a picture.

export interface FieldLine {
  readonly name: string;
  /** m, between the centres of the lines at its ends. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface FieldArc {
  readonly name: string;
  readonly center: readonly [number, number];
  /** m, to the centre of the line. */
  readonly radius: number;
}

export interface FieldMark {
  readonly center: readonly [number, number];
  readonly radius: number;
}

export interface FieldDrawing {
  readonly lines: readonly FieldLine[];
  readonly arcs: readonly FieldArc[];
  readonly marks: readonly FieldMark[];
  /** m. */
  readonly lineThickness: number;
}

/** m, between the centres of lines. */
export interface LineSizes {
  readonly fieldLength: number;
  readonly fieldWidth: number;
  /** 0: no circle. */
  readonly centerCircleRadius: number;
  readonly penaltyAreaWidth: number;
  /** 0: no penalty areas. */
  readonly penaltyAreaDepth: number;
}

/** Touch lines, goal lines and the halfway line. */
export function boundaryLines({ fieldLength, fieldWidth }: LineSizes): readonly FieldLine[] {
  const [x, y] = [fieldLength / 2, fieldWidth / 2];
  return [
    { name: "TopTouchLine", from: [-x, y], to: [x, y] },
    { name: "BottomTouchLine", from: [-x, -y], to: [x, -y] },
    { name: "LeftGoalLine", from: [-x, -y], to: [-x, y] },
    { name: "RightGoalLine", from: [x, -y], to: [x, y] },
    { name: "HalfwayLine", from: [0, -y], to: [0, y] },
  ];
}

export function penaltyLines({ fieldLength, penaltyAreaWidth, penaltyAreaDepth }: LineSizes): readonly FieldLine[] {
  if (penaltyAreaDepth === 0) return [];
  const [x, w] = [fieldLength / 2, penaltyAreaWidth / 2];
  const inner = x - penaltyAreaDepth;
  return [
    { name: "LeftPenaltyStretch", from: [-inner, -w], to: [-inner, w] },
    { name: "RightPenaltyStretch", from: [inner, -w], to: [inner, w] },
    // left and right as seen from that goal; as in SSL-Vision each begins at its goal line
    { name: "LeftFieldLeftPenaltyStretch", from: [-x, w], to: [-inner, w] },
    { name: "LeftFieldRightPenaltyStretch", from: [-x, -w], to: [-inner, -w] },
    { name: "RightFieldLeftPenaltyStretch", from: [x, -w], to: [inner, -w] },
    { name: "RightFieldRightPenaltyStretch", from: [x, w], to: [inner, w] },
  ];
}

export function centerCircle({ centerCircleRadius: radius }: LineSizes): readonly FieldArc[] {
  return radius === 0 ? [] : [{ name: "CenterCircle", center: [0, 0], radius }];
}

/** m, from and to along each axis. */
export interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** The straight lines as areas. Each reaches to the outer edge of the lines at its ends, so that corners are full. */
export function lineRectangles({ lines, lineThickness }: FieldDrawing): readonly Rectangle[] {
  const half = lineThickness / 2;
  return lines.map(({ from, to }) => ({
    x: [Math.min(from[0], to[0]) - half, Math.max(from[0], to[0]) + half],
    y: [Math.min(from[1], to[1]) - half, Math.max(from[1], to[1]) + half],
  }));
}
