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
