// Shapes for three.js: the triangles of the rasteriser (SceneParts.ts) at one level of detail, its materials, and
// textures over the colour. Equal geometries and materials are shared.

import type { BufferGeometry, Color, DataTexture, MeshStandardMaterial, Texture as ThreeTexture } from "three/webgpu";
import type { Texture } from "../../../describe/entity/Texture.js";
import { LIGHT_OF, valueOfLight } from "../../../render/lens/LightCurve.js";
import { GLOW } from "../../../render/raster/CompiledScene.js";
import { FLAG_PLANE, FLAG_TWO_SIDED, FLAG_WRAP_U, FLAG_WRAP_V } from "../../../render/raster/RasterLayout.js";
import type { ScenePart } from "../../../render/raster/SceneParts.js";
import type { MeshLevel } from "../../../render/raster/Tessellation.js";
import { srgbToLinear } from "../../../render/scene/Lighting.js";
import type { SceneShape } from "../../../render/scene/Scene.js";
import { surfaceLookOf } from "../../../render/scene/SurfaceLook.js";
import type { Three } from "./GpuDevice.js";

/** Corners of circles: a sphere as high as a picture of 240 px is off by less than half a pixel. */
const CORNERS = 48;
/** Size of a plane, m, and number of its pieces: small ones in the middle, large ones far out. */
const PLANE_REACH = 5000;
const PLANE_PIECES = 60;
/** As in the rasteriser: half of the background shows through. */
const GLASS_OPACITY = 0.5;
const ANISOTROPY = 8;

export interface MeshLook {
  /** Equal for all meshes that can be drawn together. */
  readonly key: string;
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly color: Color;
  readonly throwsShadow: boolean;
}

export class GpuShapes {
  readonly #three: Three;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #materials = new Map<string, MeshStandardMaterial>();
  /** Numbers of levels and textures, for keys. */
  readonly #numbers = new WeakMap<object, number>();
  #nextNumber = 0;

  constructor(three: Three) {
    this.#three = three;
  }

  lookOf(shape: SceneShape, part: ScenePart): MeshLook {
    const geometryKey = this.#geometryKey(shape, part);
    const materialKey = this.#materialKey(shape, part);
    const geometry = this.#geometries.get(geometryKey) ?? this.#makeGeometry(shape, part);
    const material = this.#materials.get(materialKey) ?? this.#makeMaterial(shape, part);
    this.#geometries.set(geometryKey, geometry);
    this.#materials.set(materialKey, material);
    const bright = 1 + GLOW * (shape.glow ?? 0);
    const [r, g, b] = shape.texture ? [1, 1, 1] : shape.color.map((value) => srgbToLinear(value) * bright);
    const throwsShadow = (part.flags & FLAG_PLANE) === 0;
    const key = `${geometryKey}; ${materialKey}`;
    return { key, geometry, material, color: new this.#three.Color(r, g, b), throwsShadow };
  }

  /** Disposes of everything else. */
  keepOnly(used: ReadonlySet<object>): void {
    for (const [key, geometry] of this.#geometries) {
      if (used.has(geometry)) continue;
      geometry.dispose();
      this.#geometries.delete(key);
    }
    for (const [key, material] of this.#materials) {
      if (used.has(material)) continue;
      material.map?.dispose();
      material.dispose();
      this.#materials.delete(key);
    }
  }

  #numberOf(thing: object): number {
    const number = this.#numbers.get(thing) ?? this.#nextNumber++;
    this.#numbers.set(thing, number);
    return number;
  }

  #geometryKey({ texture }: SceneShape, part: ScenePart): string {
    const { levels, tiles, vShift } = part;
    const which = levels.length === 0 ? "plane" : this.#numberOf(levels[0]);
    return `${which} ${apartOf(part)} ${texture ? [...tiles, vShift] : ""}`;
  }

  #materialKey({ material, texture, color }: SceneShape, { flags }: ScenePart): string {
    const wrap = flags & (FLAG_WRAP_U | FLAG_WRAP_V);
    return `${material} ${flags & FLAG_TWO_SIDED} ${texture ? [this.#numberOf(texture), wrap, ...color] : ""}`;
  }

  #makeGeometry({ texture }: SceneShape, part: ScenePart): BufferGeometry {
    const { levels } = part;
    if (levels.length === 0) return this.#makePlane(part);
    const level = levels.find(({ corners }) => corners >= CORNERS) ?? (levels.at(-1) as MeshLevel);
    const { positions, normals, uvs, index, vertexCount } = level;
    const count = normals.length / 3;
    const places = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) places[3 * i + k] = positions[k * vertexCount + i];
      places[3 * i + 2] += positions[3 * vertexCount + i] * apartOf(part);
    }
    const geometry = this.#geometry(places, normals);
    const triangles = index.length / 4;
    geometry.setIndex(Array.from({ length: 3 * triangles }, (_, i) => index[4 * Math.floor(i / 3) + (i % 3)]));
    if (texture) geometry.setAttribute("uv", new this.#three.BufferAttribute(tiled(level, part, uvs), 2));
    return geometry;
  }

  #makePlane({ tiles }: ScenePart): BufferGeometry {
    const geometry = new this.#three.PlaneGeometry(2, 2, PLANE_PIECES, PLANE_PIECES);
    const { position, uv } = geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      const [x, y] = [PLANE_REACH * position.getX(i) ** 3, PLANE_REACH * position.getY(i) ** 3];
      position.setXY(i, x, y);
      uv.setXY(i, x * tiles[0], -y * tiles[1]);
    }
    return geometry;
  }

  #geometry(places: Float32Array, normals: Float32Array): BufferGeometry {
    const { BufferGeometry, BufferAttribute } = this.#three;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    return geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  }

  #makeMaterial(shape: SceneShape, { flags }: ScenePart): MeshStandardMaterial {
    const { MeshStandardMaterial, DoubleSide, FrontSide } = this.#three;
    const { roughness, metalness, opacity } = surfaceLookOf(shape.material);
    const isGlass = opacity !== undefined;
    return new MeshStandardMaterial({
      roughness,
      metalness,
      side: flags & FLAG_TWO_SIDED ? DoubleSide : FrontSide,
      ...(isGlass ? { transparent: true, opacity: GLASS_OPACITY } : {}),
      ...(shape.texture ? { map: this.#makeTexture(shape.texture, shape, flags) } : {}),
    });
  }

  #makeTexture(texture: Texture, { color }: SceneShape, flags: number): ThreeTexture {
    const three = this.#three;
    const wrapping = (flag: number) => (flags & flag ? three.RepeatWrapping : three.ClampToEdgeWrapping);
    const made: DataTexture = new three.DataTexture(laidOver(texture, color), texture.width, texture.height);
    made.colorSpace = three.SRGBColorSpace;
    made.wrapS = wrapping(FLAG_WRAP_U);
    made.wrapT = wrapping(FLAG_WRAP_V);
    made.magFilter = three.LinearFilter;
    made.minFilter = three.LinearMipmapLinearFilter;
    made.generateMipmaps = true;
    made.anisotropy = ANISOTROPY;
    made.needsUpdate = true;
    return made;
  }
}

/** Shift of the fourth coordinate along z, in units of the scale. */
const apartOf = ({ scale }: ScenePart): number => scale[3] / scale[2];

function tiled({ positions, index, vertexCount }: MeshLevel, { tiles, vShift }: ScenePart, uvs: Float32Array) {
  const out = Float32Array.from(uvs);
  // each vertex belongs to one group of faces
  for (let i = 0; i < index.length; i += 4)
    for (let k = 0; k < 3; k++) {
      const [vertex, group] = [index[i + k], index[i + 3] & 3];
      out[2 * vertex] = uvs[2 * vertex] * tiles[2 * group];
      out[2 * vertex + 1] = uvs[2 * vertex + 1] * tiles[2 * group + 1];
      if (positions[3 * vertexCount + vertex] < 0) out[2 * vertex + 1] += vShift;
    }
  return out;
}

/** Mixes linear light, not sRGB values. */
function laidOver({ pixels }: Texture, color: SceneShape["color"]): Uint8Array<ArrayBuffer> {
  const out = Uint8Array.from(pixels);
  for (let i = 0; i < out.length; i += 4) {
    const opacity = pixels[i + 3] / 255;
    out[i + 3] = 255;
    if (opacity === 1) continue;
    for (let k = 0; k < 3; k++)
      out[i + k] = valueOfLight(opacity * LIGHT_OF[pixels[i + k]] + (1 - opacity) * LIGHT_OF[color[k]]);
  }
  return out;
}
