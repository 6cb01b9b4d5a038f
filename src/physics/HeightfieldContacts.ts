// Contacts of heightfields put right. To look ahead, the engine raises the field by the margin and grows the other
// solid by half of it, but then reports the overlap of these larger things as if they were the real ones:
//   distance = reported + margin (u + 1/2),   u = how much of the normal points along the field's z axis

import type { CompiledModel } from "./CompiledModel.js";

export class HeightfieldContacts {
  readonly #isField: Uint8Array;
  readonly #any: boolean;

  constructor({ layout }: CompiledModel) {
    this.#isField = Uint8Array.from(layout.geoms, ({ solid }) => (solid.shape.kind === "Heightfield" ? 1 : 0));
    this.#any = this.#isField.includes(1);
  }

  /** Right after collision. */
  apply(c: CompiledModel): void {
    if (!this.#any) return;
    const { contactF: f, contactI: n, contactFields: at } = c;
    const [wide, narrow] = [at.bytes >> 3, at.bytes >> 2];
    const m = c.views.geom_xmat;
    for (let k = 0; k < c.data.ncon; k++) {
      // the engine puts the field first
      const geom = n[k * narrow + at.geom];
      if (geom < 0 || !this.#isField[geom]) continue;
      const fk = k * wide;
      const frame = fk + at.frame;
      const up = f[frame] * m[9 * geom + 2] + f[frame + 1] * m[9 * geom + 5] + f[frame + 2] * m[9 * geom + 8];
      f[fk + at.dist] += f[fk + at.includemargin] * (Math.abs(up) + 0.5);
    }
  }
}
