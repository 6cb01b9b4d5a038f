// Corrects contacts of heightfields. The engine collides with the prisms under the triangles, one contact per prism.
// - To detect contacts early, the engine raises the field by the margin and inflates the other solid by half of it, but
//   reports the overlap of the inflated shapes:
//     distance = reported + margin (u + 1/2),   u = component of the normal along the field's z axis
//   The contact point, midway between the two, is margin (u - 1/2) / 2 too high.
// - The sides of the prisms are inside the ground. A contact whose normal is flatter than that of the steepest triangle
//   belongs to such a side and would block sliding bodies: it is dropped. A thin solid that is closer than the margin may
//   have no other contact. Where contacts with fields are found in closed form (SphereContacts.ts, FaceContacts.ts), the
//   first contact of a pair stays, because it starts that search; an infinite distance marks it.

import type { HeightfieldShape } from "../../describe/entity/Solid.js";
import type { CompiledModel } from "../model/CompiledModel.js";

const CLOSED_FORMS: ReadonlySet<string> = new Set(["Sphere", "Box", "Cylinder", "CappedCylinder", "Ellipsoid"]);
/** Tolerance for normals at edges between triangles. */
const FLATTEST = 0.9;

export class HeightfieldContacts {
  /** By geom: minimum u of a real contact; 0: no heightfield. */
  readonly #minUp: Float64Array;
  readonly #any: boolean;
  /** By geom: 1 if its contacts with fields are found in closed form. */
  readonly #closed: Uint8Array;

  constructor({ layout }: CompiledModel) {
    this.#closed = Uint8Array.from(layout.geoms, ({ solid }) => (CLOSED_FORMS.has(solid.shape.kind) ? 1 : 0));
    this.#minUp = Float64Array.from(layout.geoms, ({ solid }) =>
      solid.shape.kind === "Heightfield" ? FLATTEST * steepestUp(solid.shape) : 0,
    );
    this.#any = this.#minUp.some((up) => up > 0);
  }

  /** To call right after collision. */
  apply(c: CompiledModel): void {
    if (!this.#any) return;
    const { contactF: f, contactI: n, contactFields: at } = c;
    const [wide, narrow] = [at.bytes >> 3, at.bytes >> 2];
    const m = c.views.geom_xmat;
    const count = c.data.ncon;
    let kept = 0;
    // the last contact, whether kept or not
    let [field, solid] = [-1, -1];
    for (let k = 0; k < count; k++) {
      // the engine puts the field first
      const geom = n[k * narrow + at.geom];
      const other = n[k * narrow + at.geom + 1];
      const isFirst = field !== geom || solid !== other;
      [field, solid] = [geom, other];
      if (geom >= 0 && this.#minUp[geom] > 0) {
        const frame = k * wide + at.frame;
        const up = f[frame] * m[9 * geom + 2] + f[frame + 1] * m[9 * geom + 5] + f[frame + 2] * m[9 * geom + 8];
        const isSide = up < this.#minUp[geom];
        if (isSide && !(isFirst && this.#closed[other])) continue;
        const margin = f[k * wide + at.includemargin];
        f[k * wide + at.dist] += isSide ? Number.POSITIVE_INFINITY : margin * (up + 0.5);
        for (let i = 0; i < 3; i++) f[k * wide + at.pos + i] -= 0.5 * margin * (up - 0.5) * f[frame + i];
      }
      if (kept !== k) c.contactBytes.copyWithin(kept * at.bytes, k * at.bytes, (k + 1) * at.bytes);
      kept++;
    }
    if (kept !== count) c.data.ncon = kept;
  }
}

/** z of the normal of the steepest triangle. */
function steepestUp({ rows, columns, size, heights: z }: HeightfieldShape): number {
  const [dx, dy] = [size[0] / (columns - 1), size[1] / (rows - 1)];
  let steepest = 0;
  for (let r = 0; r + 1 < rows; r++)
    for (let k = r * columns; k + 1 < (r + 1) * columns; k++) {
      const [a, b, c, d] = [z[k], z[k + 1], z[k + columns], z[k + columns + 1]];
      const [ax, ay, bx, by] = [(d - c) / dx, (c - a) / dy, (b - a) / dx, (d - b) / dy];
      steepest = Math.max(steepest, ax * ax + ay * ay, bx * bx + by * by);
    }
  return 1 / Math.sqrt(1 + steepest);
}
