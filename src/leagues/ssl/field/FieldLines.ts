// The lines of a soccer field (F1), named as in the league's geometry packets, and the flat mesh that shows them. Lines
// are for show only: a mesh stays sharp however near a camera comes (CarpetTexture.ts: from afar), nothing trips over it.

import type { MeshShape } from "../../../describe/entity/Solid.js";
import { cos, sin, TAU } from "../../../math/Trigonometry.js";
import type { FieldGeometry } from "./FieldGeometry.js";

export interface FieldLine {
  readonly name: string;
  /** m, between the middles of the lines that it meets. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface FieldArc {
  readonly name: string;
  readonly center: readonly [number, number];
  /** m, to the middle of the line. */
  readonly radius: number;
}

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
    // left and right of who stands in that goal
    { name: "LeftFieldLeftPenaltyStretch", from: [-x, w], to: [-inner, w] },
    { name: "LeftFieldRightPenaltyStretch", from: [-x, -w], to: [-inner, -w] },
    { name: "RightFieldLeftPenaltyStretch", from: [inner, -w], to: [x, -w] },
    { name: "RightFieldRightPenaltyStretch", from: [inner, w], to: [x, w] },
  ];
}

export function fieldArcs({ centerCircleRadius: radius }: FieldGeometry): readonly FieldArc[] {
  return radius === 0 ? [] : [{ name: "CenterCircle", center: [0, 0], radius }];
}

export interface FieldMark {
  readonly center: readonly [number, number];
  readonly radius: number;
}

/** Across, in widths of a line: it has to show beside the line from goal to goal that it lies on. */
const MARK_WIDTHS = 4;

/** Whence penalties are taken on the goal that it is told from: a round spot. Its size is ours. */
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

/** m, from and to along each axis. */
export interface Rectangle {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/** The straight lines as areas. Each reaches to the outer edge of the lines that it meets, so that corners are full. */
export function lineRectangles(field: FieldGeometry): readonly Rectangle[] {
  const half = field.lineThickness / 2;
  return fieldLines(field).map(({ from, to }) => ({
    x: [Math.min(from[0], to[0]) - half, Math.max(from[0], to[0]) + half],
    y: [Math.min(from[1], to[1]) - half, Math.max(from[1], to[1]) + half],
  }));
}

/** All lines as one mesh at z = 0, seen from above. */
export function lineMesh(field: FieldGeometry): MeshShape {
  const mesh = new FlatMesh();
  const half = field.lineThickness / 2;
  for (const { x, y } of lineRectangles(field)) mesh.rectangle([x[0], y[0]], [x[1], y[1]]);
  for (const { center, radius } of fieldArcs(field)) mesh.ring(center, Math.max(0, radius - half), radius + half);
  for (const { center, radius } of penaltyMarks(field)) mesh.disc(center, radius);
  return { kind: "Mesh", vertices: mesh.vertices, triangles: mesh.triangles };
}

type Point = readonly [number, number];

/** Of a circle; 1 m across, its corners are within a millimetre of it. */
const CORNERS = 128;
const DISC_CORNERS = 24;

class FlatMesh {
  readonly vertices: number[] = [];
  readonly triangles: number[] = [];

  rectangle([x0, y0]: Point, [x1, y1]: Point): void {
    const first = this.#points([x0, y0], [x1, y0], [x1, y1], [x0, y1]);
    this.triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  ring([x, y]: Point, inner: number, outer: number): void {
    const first = this.vertices.length / 3;
    for (let i = 0; i < CORNERS; i++) {
      const [c, s] = [cos((i / CORNERS) * TAU), sin((i / CORNERS) * TAU)];
      this.#points([x + inner * c, y + inner * s], [x + outer * c, y + outer * s]);
      const [a, b] = [first + 2 * i, first + 2 * ((i + 1) % CORNERS)];
      this.triangles.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }

  disc([x, y]: Point, radius: number): void {
    const first = this.#points([x, y]);
    for (let i = 0; i < DISC_CORNERS; i++) {
      const angle = (i / DISC_CORNERS) * TAU;
      this.#points([x + radius * cos(angle), y + radius * sin(angle)]);
      this.triangles.push(first, first + 1 + i, first + 1 + ((i + 1) % DISC_CORNERS));
    }
  }

  /** Gives the number of the first. */
  #points(...points: readonly Point[]): number {
    const first = this.vertices.length / 3;
    for (const [x, y] of points) this.vertices.push(x, y, 0);
    return first;
  }
}
