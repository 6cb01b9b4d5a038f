// Mass matrix of one tree of jointed bodies, from composite inertias (composite rigid body algorithm). M = Lᵀ D L has no fill
// beyond the branches. Degrees of freedom with a given acceleration are left out of the factor.
// (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapters 6 and 8.5.)

import type { TreeShape } from "./TreeShape.js";

export class TreeMass {
  /** By degree of freedom: inertia of the rotor. */
  readonly armature: Float64Array;
  /** By degree of freedom; 1: its acceleration is given. `hold` follows a change. */
  readonly held: Uint8Array;
  readonly #shape: TreeShape;
  /** The next degree of freedom towards the root that is not held. */
  readonly #next: Int32Array;
  readonly #M: Float64Array;

  constructor(shape: TreeShape) {
    const { nv } = shape;
    this.#shape = shape;
    this.armature = new Float64Array(nv);
    this.held = new Uint8Array(nv);
    this.#next = shape.towardsRoot.slice();
    this.#M = new Float64Array(nv * nv);
  }

  /** To call when `held` has changed. */
  hold(): void {
    const { nv, towardsRoot } = this.#shape;
    for (let i = 0; i < nv; i++) {
      let next = towardsRoot[i];
      while (next >= 0 && this.held[next]) next = towardsRoot[next];
      this.#next[i] = next;
    }
  }

  /** M_ik = s_k · (momentum of the subtree of i when only i moves), for i and all k towards the root; layout of `axes` and `inertia`: TreeMotion.ts. */
  fill(axes: Float64Array, inertia: Float64Array): void {
    const { nv, bodyOf, towardsRoot } = this.#shape;
    const s = axes;
    const all = inertia;
    for (let i = 0; i < nv; i++) {
      const t = 10 * bodyOf[i];
      const a = 6 * i;
      const [wx, wy, wz, ux, uy, uz] = [s[a], s[a + 1], s[a + 2], s[a + 3], s[a + 4], s[a + 5]];
      const [m, hx, hy, hz] = [all[t], all[t + 1], all[t + 2], all[t + 3]];
      const px = m * ux + wy * hz - wz * hy;
      const py = m * uy + wz * hx - wx * hz;
      const pz = m * uz + wx * hy - wy * hx;
      const lx = all[t + 4] * wx + all[t + 7] * wy + all[t + 8] * wz + hy * uz - hz * uy;
      const ly = all[t + 7] * wx + all[t + 5] * wy + all[t + 9] * wz + hz * ux - hx * uz;
      const lz = all[t + 8] * wx + all[t + 9] * wy + all[t + 6] * wz + hx * uy - hy * ux;
      for (let k = i; k >= 0; k = towardsRoot[k]) {
        const e = 6 * k;
        this.#M[nv * i + k] = s[e] * lx + s[e + 1] * ly + s[e + 2] * lz + s[e + 3] * px + s[e + 4] * py + s[e + 5] * pz;
      }
      this.#M[nv * i + i] += this.armature[i];
    }
  }

  /** Moves the part of M that belongs to given accelerations a to the right side f. */
  subtractHeld(a: Float64Array, f: Float64Array): void {
    const { nv, towardsRoot } = this.#shape;
    for (let i = 0; i < nv; i++)
      for (let k = towardsRoot[i]; k >= 0; k = towardsRoot[k]) {
        if (this.held[i] && !this.held[k]) f[k] -= this.#M[nv * i + k] * a[i];
        else if (this.held[k] && !this.held[i]) f[i] -= this.#M[nv * i + k] * a[k];
      }
  }

  /** M = Lᵀ D L in place, of the degrees of freedom that are not held. */
  factor(): void {
    const { nv } = this.#shape;
    const next = this.#next;
    const M = this.#M;
    for (let k = nv - 1; k >= 0; k--) {
      if (this.held[k]) continue;
      const row = nv * k;
      for (let i = next[k]; i >= 0; i = next[i]) {
        const share = M[row + i] / M[row + k];
        for (let j = i; j >= 0; j = next[j]) M[nv * i + j] -= share * M[row + j];
        M[row + i] = share;
      }
    }
  }

  /** M⁻¹ f in place; 0 where the acceleration is given. */
  solve(f: Float64Array): void {
    const { nv } = this.#shape;
    const next = this.#next;
    const M = this.#M;
    for (let i = nv - 1; i >= 0; i--) {
      if (this.held[i]) f[i] = 0;
      else for (let j = next[i]; j >= 0; j = next[j]) f[j] -= M[nv * i + j] * f[i];
    }
    for (let i = 0; i < nv; i++) {
      if (this.held[i]) continue;
      f[i] /= M[nv * i + i];
      for (let j = next[i]; j >= 0; j = next[j]) f[i] -= M[nv * i + j] * f[j];
    }
  }
}
