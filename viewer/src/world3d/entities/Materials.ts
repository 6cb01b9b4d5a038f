// One three.js material for each material name. Colours are in the vertices.

import { DoubleSide, LineBasicMaterial, MeshLambertMaterial, MeshStandardMaterial } from "three";
import { surfaceLookOf } from "../../../../src/render/scene/SurfaceLook.js";
import type { Quality } from "../Quality.js";

export type SurfaceMaterial = MeshStandardMaterial | MeshLambertMaterial;

export class Materials {
  readonly #made = new Map<string, SurfaceMaterial>();
  readonly #quality: Quality;
  /** For collision-only shapes. */
  readonly rope = new LineBasicMaterial({ color: 0xc8a266 });
  readonly wire = new LineBasicMaterial({ color: 0x20a5b8, transparent: true, opacity: 0.8 });

  constructor(quality: Quality) {
    this.#quality = quality;
  }

  get(name: string): SurfaceMaterial {
    const known = this.#made.get(name);
    if (known) return known;
    const { roughness, metalness, opacity } = surfaceLookOf(name);
    const common = { vertexColors: true, side: DoubleSide, shadowSide: DoubleSide, forceSinglePass: true };
    const material = this.#quality.isFine
      ? new MeshStandardMaterial({ ...common, roughness, metalness })
      : new MeshLambertMaterial(common);
    if (opacity !== undefined) Object.assign(material, { transparent: true, opacity, depthWrite: false });
    this.#made.set(name, material);
    return material;
  }

  dispose(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
    this.wire.dispose();
    this.rope.dispose();
  }
}
