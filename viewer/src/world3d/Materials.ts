// How surfaces look, by the name of their material: one three.js material for all shapes of a name. Colours are in the
// vertices.

import { DoubleSide, LineBasicMaterial, MeshLambertMaterial, MeshStandardMaterial } from "three";
import type { Quality } from "./Quality.js";

export type SurfaceMaterial = MeshStandardMaterial | MeshLambertMaterial;

interface Surface {
  readonly roughness: number;
  readonly metalness: number;
  readonly opacity?: number;
}

const SURFACES: Readonly<Record<string, Surface>> = {
  Default: { roughness: 0.7, metalness: 0 },
  Plastic: { roughness: 0.45, metalness: 0 },
  Rubber: { roughness: 0.9, metalness: 0 },
  Glass: { roughness: 0.1, metalness: 0, opacity: 0.45 },
  Steel: { roughness: 0.35, metalness: 0.35 },
  Wood: { roughness: 0.8, metalness: 0 },
  Ground: { roughness: 1, metalness: 0 },
  Carpet: { roughness: 1, metalness: 0 },
  GolfBall: { roughness: 0.35, metalness: 0 },
  OmniWheel: { roughness: 0.6, metalness: 0.1 },
};

export class Materials {
  readonly #made = new Map<string, SurfaceMaterial>();
  readonly #quality: Quality;
  /** Of what is there for collision only. */
  readonly wire = new LineBasicMaterial({ color: 0x20a5b8, transparent: true, opacity: 0.8 });

  constructor(quality: Quality) {
    this.#quality = quality;
  }

  get(name: string): SurfaceMaterial {
    const known = this.#made.get(name);
    if (known) return known;
    const { roughness, metalness, opacity } = SURFACES[name] ?? SURFACES.Default;
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
  }
}
