// The contact records of a step while they are corrected: some are dropped, others are added as copies of a record of the
// same pair with another place. Added records lie behind the old ones until `end` closes the gaps.

import type { CompiledModel } from "../model/CompiledModel.js";

export class ContactList {
  f: Float64Array;
  i: Int32Array;
  readonly wide: number;
  readonly narrow: number;
  readonly #c: CompiledModel;
  #count = 0;
  #kept = 0;
  #added = 0;

  constructor(c: CompiledModel) {
    const { bytes } = c.contactFields;
    this.#c = c;
    this.f = c.contactF;
    this.i = c.contactI;
    this.wide = bytes >> 3;
    this.narrow = bytes >> 2;
  }

  begin(count: number): void {
    this.#count = count;
    this.#kept = this.#added = 0;
    this.refresh();
  }

  /** To call after a call of the engine that may have moved its memory. */
  refresh(): void {
    this.f = this.#c.contactF;
    this.i = this.#c.contactI;
  }

  /** Geom of a side; contacts of a static mesh name a flex. */
  geom(k: number, side: number): number {
    const { geom, flex } = this.#c.contactFields;
    const at = k * this.narrow + side;
    return this.i[at + geom] >= 0 ? this.i[at + geom] : this.#c.layout.flexGeoms[this.i[at + flex]];
  }

  /** Keeps record k; k must rise from call to call. */
  keep(k: number): void {
    const { bytes } = this.#c.contactFields;
    if (this.#kept !== k) this.#c.contactBytes.copyWithin(this.#kept * bytes, k * bytes, (k + 1) * bytes);
    this.#kept++;
  }

  /** Keeps all records. */
  keepAll(): void {
    this.#kept = this.#count;
  }

  /** Start of a copy of record k in `f`; -1: the memory is full, and the world is then rebuilt with more. */
  add(k: number): number {
    const { bytes } = this.#c.contactFields;
    const to = this.#count + this.#added;
    if ((to + 1) * bytes > this.#c.contactBytes.length) return -1;
    this.#c.contactBytes.copyWithin(to * bytes, k * bytes, (k + 1) * bytes);
    this.#added++;
    return to * this.wide;
  }

  /** Returns the new number of contacts. */
  end(): number {
    const { bytes } = this.#c.contactFields;
    const total = this.#kept + this.#added;
    if (this.#added > 0 && this.#kept !== this.#count)
      this.#c.contactBytes.copyWithin(this.#kept * bytes, this.#count * bytes, (this.#count + this.#added) * bytes);
    this.#c.words[this.#c.fields.ncon] = total;
    return total;
  }
}

/** Writes a contact frame: the normal and two perpendicular tangents. */
export function writeNormal(f: Float64Array, frame: number, nx: number, ny: number, nz: number): void {
  f[frame] = nx;
  f[frame + 1] = ny;
  f[frame + 2] = nz;
  // tangent 1: perpendicular to the normal and to the axis least parallel to it
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  const least = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const x = least === 0 ? 0 : least === 1 ? -nz : ny;
  const y = least === 0 ? nz : least === 1 ? 0 : -nx;
  const z = least === 0 ? -ny : least === 1 ? nx : 0;
  const size = Math.sqrt(x * x + y * y + z * z);
  const tx = x / size;
  const ty = y / size;
  const tz = z / size;
  f[frame + 3] = tx;
  f[frame + 4] = ty;
  f[frame + 5] = tz;
  f[frame + 6] = ny * tz - nz * ty;
  f[frame + 7] = nz * tx - nx * tz;
  f[frame + 8] = nx * ty - ny * tx;
}
