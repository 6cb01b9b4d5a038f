// Nearest point of a convex solid to a point, both in the frame of the solid (z is the axis of cylinders and capsules):
// the nearest point q, the unit normal n from q to the point, and the gap between them. A point inside a solid has no normal.

import type { TriangleSurface } from "./TriangleSurface.js";

/** Part of a triangle on which q lies: its face, edge k from corner k to the next, or corner k. */
export const FACE = 0;
export const EDGE = 1;
export const CORNER = 4;

const TINY = 1e-9;

export class NearestPoint {
  readonly q = { x: 0, y: 0, z: 0 };
  readonly n = { x: 0, y: 0, z: 0 };
  gap = 0;
  /** Of a triangle: FACE, EDGE + k or CORNER + k. */
  feature = FACE;

  /** False: the point is inside. */
  toBox(hx: number, hy: number, hz: number, x: number, y: number, z: number): boolean {
    const qx = x > hx ? hx : Math.max(x, -hx);
    const qy = y > hy ? hy : Math.max(y, -hy);
    const qz = z > hz ? hz : Math.max(z, -hz);
    return this.#set(qx, qy, qz, x, y, z);
  }

  toCylinder(radius: number, half: number, x: number, y: number, z: number): boolean {
    const far = Math.sqrt(x * x + y * y);
    const share = far > radius ? radius / far : 1;
    return this.#set(x * share, y * share, z > half ? half : Math.max(z, -half), x, y, z);
  }

  /** A sphere is a capsule without length. */
  toCapsule(radius: number, half: number, x: number, y: number, z: number): boolean {
    if (!this.#set(0, 0, z > half ? half : Math.max(z, -half), x, y, z) || this.gap <= radius) return false;
    this.gap -= radius;
    this.q.x += radius * this.n.x;
    this.q.y += radius * this.n.y;
    this.q.z += radius * this.n.z;
    return true;
  }

  /** Triangle t of a surface, from either side. */
  toTriangle({ vertices: v, triangles }: TriangleSurface, t: number, x: number, y: number, z: number): boolean {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [abx, aby, abz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const [acx, acy, acz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const [px, py, pz] = [x - v[a], y - v[a + 1], z - v[a + 2]];
    const d1 = abx * px + aby * py + abz * pz;
    const d2 = acx * px + acy * py + acz * pz;
    const bb = abx * abx + aby * aby + abz * abz;
    const bc = abx * acx + aby * acy + abz * acz;
    const cc = acx * acx + acy * acy + acz * acz;
    // the same products at b and c
    const [d3, d4, d5, d6] = [d1 - bb, d2 - bc, d1 - bc, d2 - cc];
    let [s, u] = [0, 0];
    if (d1 <= 0 && d2 <= 0) this.feature = CORNER;
    else if (d3 >= 0 && d4 <= d3) [this.feature, s] = [CORNER + 1, 1];
    else if (d6 >= 0 && d5 <= d6) [this.feature, u] = [CORNER + 2, 1];
    else {
      const [va, vb, vc] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
      if (vc <= 0 && d1 >= 0 && d3 <= 0) [this.feature, s] = [EDGE, d1 / (d1 - d3)];
      else if (vb <= 0 && d2 >= 0 && d6 <= 0) [this.feature, u] = [EDGE + 2, d2 / (d2 - d6)];
      else if (va <= 0 && d4 >= d3 && d5 >= d6) {
        u = (d4 - d3) / (d4 - d3 + d5 - d6);
        [this.feature, s] = [EDGE + 1, 1 - u];
      } else [this.feature, s, u] = [FACE, vb / (va + vb + vc), vc / (va + vb + vc)];
    }
    const [qx, qy, qz] = [v[a] + s * abx + u * acx, v[a + 1] + s * aby + u * acy, v[a + 2] + s * abz + u * acz];
    return this.#set(qx, qy, qz, x, y, z);
  }

  #set(qx: number, qy: number, qz: number, x: number, y: number, z: number): boolean {
    const dx = x - qx;
    const dy = y - qy;
    const dz = z - qz;
    const gap = Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.q.x = qx;
    this.q.y = qy;
    this.q.z = qz;
    this.gap = gap;
    if (gap < TINY) return false;
    this.n.x = dx / gap;
    this.n.y = dy / gap;
    this.n.z = dz / gap;
    return true;
  }
}
