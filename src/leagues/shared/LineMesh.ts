// The lines of a field as one flat mesh (F1). The mesh is visible only, without contacts. A mesh stays sharp at any distance of a
// camera, except where lines are thinner than a pixel (CarpetTexture.ts).

import type { MeshShape } from "../../describe/entity/Solid.js";
import { cos, sin, TAU } from "../../math/Trigonometry.js";
import { type FieldDrawing, lineRectangles } from "./FieldDrawing.js";

/** All lines as one mesh at z = 0, seen from above. */
export function lineMesh(drawing: FieldDrawing): MeshShape {
  const mesh = new FlatMesh();
  const half = drawing.lineThickness / 2;
  for (const { x, y } of lineRectangles(drawing)) mesh.rectangle([x[0], y[0]], [x[1], y[1]]);
  for (const { center, radius } of drawing.arcs) mesh.ring(center, Math.max(0, radius - half), radius + half);
  for (const { center, radius } of drawing.marks) mesh.disc(center, radius);
  return { kind: "Mesh", vertices: mesh.vertices, triangles: mesh.triangles };
}

type Point = readonly [number, number];

/** Corners of a circle: at a diameter of 1 m the polygon stays within a millimetre of it. */
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

  /** Returns the index of the first point. */
  #points(...points: readonly Point[]): number {
    const first = this.vertices.length / 3;
    for (const [x, y] of points) this.vertices.push(x, y, 0);
    return first;
  }
}
