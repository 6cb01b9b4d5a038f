// A shape with a texture: uses the triangles and texture mapping of the cameras (src/render/raster/SceneParts.ts), so
// that both look alike. The texture covers the colour where it is opaque.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  SRGBColorSpace,
  type Texture,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Texture as TexturePixels } from "../../../../src/describe/entity/Texture.js";
import { partsOf, type ScenePart } from "../../../../src/render/raster/SceneParts.js";
import type { MeshLevel } from "../../../../src/render/raster/Tessellation.js";
import type { SceneShape } from "../../../../src/render/scene/Scene.js";
import { joinNormals, poseMatrix } from "./BodyGeometry.js";
import type { SurfaceMaterial } from "./Materials.js";

const CORNERS = 48;
const LAID_OVER = /* glsl */ `
  #include <color_fragment>
  vec4 laid = texture2D(map, vMapUv);
  diffuseColor.rgb = mix(diffuseColor.rgb, laid.rgb, laid.a);
`;

/** Geometry in the body's frame, with the normals for outlines. */
export function makeTexturedGeometry(shape: SceneShape): BufferGeometry {
  const arrays = { position: [] as number[], normal: [] as number[], uv: [] as number[], index: [] as number[] };
  for (const part of partsFor(shape)) append(arrays, part);
  const geometry = new BufferGeometry();
  const set = (name: string, numbers: ArrayLike<number>, size: number) =>
    geometry.setAttribute(name, new BufferAttribute(Float32Array.from(numbers), size));
  set("position", arrays.position, 3);
  set("normal", arrays.normal, 3);
  set("uv", arrays.uv, 2);
  geometry.setIndex(arrays.index);
  geometry.applyMatrix4(poseMatrix(shape.pose));
  const { position, normal } = geometry.attributes;
  set("outline", joinNormals(position.array, normal.array), 3);
  const [r, g, b] = shape.color;
  const tint = new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
  set("color", Array.from({ length: position.count }, () => [tint.r, tint.g, tint.b]).flat(), 3);
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
}

/** FLAG_WRAP_U and FLAG_WRAP_V: whether the texture repeats. */
export const wrapOf = (shape: SceneShape): number => partsFor(shape)[0]?.flags ?? 0;

const partsFor = ({ shape, texture }: SceneShape): ScenePart[] => partsOf(shape, texture as TexturePixels | undefined);

/** The plain material with the texture on it. */
export function makeTexturedMaterial(plain: SurfaceMaterial, map: Texture): SurfaceMaterial {
  const material = plain.clone();
  material.map = map;
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <map_fragment>", "")
      .replace("#include <color_fragment>", LAID_OVER);
  };
  material.customProgramCacheKey = () => "textured";
  return material;
}

interface Arrays {
  readonly position: number[];
  readonly normal: number[];
  readonly uv: number[];
  readonly index: number[];
}

function append({ position, normal, uv, index }: Arrays, part: ScenePart): void {
  const level = part.levels.find(({ corners }) => corners >= CORNERS) ?? part.levels[part.levels.length - 1];
  if (!level) return;
  const first = position.length / 3;
  const { positions, vertexCount: n, normals } = level;
  const [x, y, z, apart] = part.scale;
  const count = normals.length / 3;
  for (let i = 0; i < count; i++)
    position.push(x * positions[i], y * positions[n + i], z * positions[2 * n + i] + apart * positions[3 * n + i]);
  for (const number of normals) normal.push(number);
  for (const number of lay(level, part)) uv.push(number);
  for (let t = 0; t < level.index.length; t += 4) for (let k = 0; k < 3; k++) index.push(first + level.index[t + k]);
}

/** Texture coordinates in tiles, for each group of faces. */
function lay({ uvs, index, positions, vertexCount }: MeshLevel, { tiles, vShift }: ScenePart): Float32Array {
  const laid = new Float32Array(uvs.length);
  for (let t = 0; t < index.length; t += 4) {
    const group = index[t + 3] & 3;
    for (let k = 0; k < 3; k++) {
      const i = index[t + k];
      const isLower = positions[3 * vertexCount + i] < 0;
      laid[2 * i] = tiles[2 * group] * uvs[2 * i];
      laid[2 * i + 1] = tiles[2 * group + 1] * uvs[2 * i + 1] + (isLower ? vShift : 0);
    }
  }
  return laid;
}
