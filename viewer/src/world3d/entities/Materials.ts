// One three.js material for each material name. Colours are in the vertices.

import {
  DoubleSide,
  LineBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type WebGLProgramParametersWithUniforms,
} from "three";
import { surfaceLookOf } from "../../../../src/render/scene/SurfaceLook.js";
import type { Settings } from "../../Store.js";
import type { Quality } from "../Quality.js";
import { noiseTexture } from "./Noise.js";

export type SurfaceMaterial = MeshStandardMaterial | MeshLambertMaterial;

/** The material with boards and grain. */
export const GRAINED = "Wood";
const WOOD_HEAD = /* glsl */ `
  varying vec3 vGrain;
  uniform sampler2D noiseMap;
`;
const WOOD_BODY = /* glsl */ `
  #include <color_fragment>
  float board = floor(vGrain.y / 0.15) + 7.0 * floor(vGrain.z / 0.15);
  float across = vGrain.y + vGrain.z;
  float rings = texture2D(noiseMap, vec2(0.11 * vGrain.x + 0.37 * board, 1.7 * across + 0.21 * board)).r;
  float fibre = texture2D(noiseMap, vec2(0.35 * vGrain.x + 0.13 * board, 7.0 * across)).g;
  float edge = abs(fract(vGrain.y / 0.15) - 0.5);
  float seam = smoothstep(0.5 - 1.5 * max(fwidth(vGrain.y / 0.15), 0.008), 0.5, edge);
  float tone = fract(0.618 * board);
  diffuseColor.rgb *= (0.62 + 0.55 * rings + 0.22 * fibre + 0.12 * tone) * (1.0 - 0.35 * seam);
`;

/** Wood with boards along the longest side of each shape; the geometry has the attribute `grain`. */
function grain(material: SurfaceMaterial): SurfaceMaterial {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.uniforms.noiseMap = { value: noiseTexture() };
    shader.vertexShader = `attribute vec3 grain;\nvarying vec3 vGrain;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\n  vGrain = grain;",
    );
    shader.fragmentShader = `${WOOD_HEAD}${shader.fragmentShader}`.replace("#include <color_fragment>", WOOD_BODY);
  };
  material.customProgramCacheKey = () => "wood";
  return material;
}

const CLEAR_OPACITY = 0.32;

/** Keeps the look of its own for later. */
export function setSurface(material: SurfaceMaterial, surface: Settings["surface"]): void {
  const { transparent, opacity, depthWrite } = material;
  material.userData.own ??= { transparent, opacity, depthWrite };
  const own = material.userData.own as { transparent: boolean; opacity: number; depthWrite: boolean };
  const isClear = surface === "clear";
  Object.assign(
    material,
    isClear ? { transparent: true, opacity: CLEAR_OPACITY * own.opacity, depthWrite: false } : own,
    { wireframe: surface === "wire" },
  );
}

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
    this.#made.set(name, name === GRAINED ? grain(material) : material);
    return material;
  }

  dispose(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
    this.wire.dispose();
    this.rope.dispose();
  }
}
