// A closed mesh all of whose vertices are corners of its hull: the most work for its number of triangles.

export interface TriangleMesh {
  readonly vertices: number[];
  readonly triangles: number[];
}

/** A sphere of about this many triangles, from pole to pole; `size`: its diameter. */
export function costlyMesh(triangles: number, size: number): TriangleMesh {
  const rings = Math.max(2, Math.round(Math.sqrt(triangles / 4)));
  const sides = Math.max(3, 2 * rings);
  const round = (x: number): number => Number((0.5 * size * x).toPrecision(7));
  const out: TriangleMesh = { vertices: [0, 0, round(1)], triangles: [] };
  for (let r = 1; r < rings; r++)
    for (let s = 0; s < sides; s++) {
      const [up, around] = [(Math.PI * r) / rings, (2 * Math.PI * s) / sides];
      out.vertices.push(
        round(Math.sin(up) * Math.cos(around)),
        round(Math.sin(up) * Math.sin(around)),
        round(Math.cos(up)),
      );
    }
  out.vertices.push(0, 0, round(-1));
  const last = out.vertices.length / 3 - 1;
  const at = (r: number, s: number): number => 1 + (r - 1) * sides + (s % sides);
  for (let s = 0; s < sides; s++) {
    out.triangles.push(0, at(1, s), at(1, s + 1), last, at(rings - 1, s + 1), at(rings - 1, s));
    for (let r = 1; r < rings - 1; r++)
      out.triangles.push(at(r, s), at(r + 1, s), at(r + 1, s + 1), at(r, s), at(r + 1, s + 1), at(r, s + 1));
  }
  return out;
}
