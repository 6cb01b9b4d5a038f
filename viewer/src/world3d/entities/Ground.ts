// Planes, with the structure of soil and with grid lines every metre and stronger ones every ten, in one surface so that nothing flickers. The drawn
// piece is large but finite; it follows the camera while its lines stay in place.

import {
  Color,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  SRGBColorSpace,
  Vector2,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from "three";
import { colorOf } from "../../../../src/render/scene/Palette.js";
import type { SceneShape } from "../../../../src/render/scene/Scene.js";
import type { Theme } from "../Theme.js";
import { poseMatrix } from "./BodyGeometry.js";
import { noiseTexture } from "./Noise.js";
import { wrapOf } from "./TexturedShape.js";
import { outlineOf, type Textures } from "./Textures.js";

const HALF_M = 2000;
const SNAP_M = 10;
const SEGMENTS = 40;
/** How much the brightness varies, by material. */
const ROUGHNESS: Readonly<Record<string, number>> = {
  Ground: 0.42,
  Carpet: 0.12,
  Glass: 0,
  Steel: 0.05,
  Plastic: 0.05,
};
const PLAIN_ROUGHNESS = 0.16;

const VERTEX_HEAD = /* glsl */ `
  varying vec2 vGrid;
  uniform vec2 gridOffset;
`;
const FRAGMENT_HEAD = /* glsl */ `
  varying vec2 vGrid;
  uniform vec3 gridColor;
  uniform float gridShare;
  uniform sampler2D noiseMap;
  uniform float roughness0;
  #ifdef LAID
    uniform sampler2D laidMap;
    uniform vec2 laidTile;
  #endif
  // how much of a line, cell metres from its neighbours, covers this pixel
  float gridLine(float cell, float pixels) {
    vec2 p = vGrid / cell;
    vec2 step1 = max(fwidth(p), 1e-6);
    vec2 away = abs(fract(p - 0.5) - 0.5) / step1;
    vec2 cover = clamp(0.5 * pixels + 0.5 - away, 0.0, 1.0);
    return max(cover.x, cover.y) * (1.0 - smoothstep(0.08, 0.4, max(step1.x, step1.y)));
  }
`;
const FRAGMENT_BODY = /* glsl */ `
  #include <color_fragment>
  #ifdef LAID
    vec4 laid = texture2D(laidMap, vec2(vGrid.x, -vGrid.y) / laidTile);
    diffuseColor.rgb = mix(diffuseColor.rgb, laid.rgb, laid.a);
  #else
  // patches, tufts and grains
  float soil = 0.9 * texture2D(noiseMap, vGrid / 31.0).r + 0.7 * texture2D(noiseMap, vGrid.yx / 6.7).r
    + 0.6 * texture2D(noiseMap, vGrid / 2.3).g - 1.1;
  diffuseColor.rgb *= 1.0 + roughness0 * soil;
  float lines = max(0.55 * gridLine(1.0, 1.2), gridLine(10.0, 1.6));
  diffuseColor.rgb = mix(diffuseColor.rgb, gridColor, gridShare * lines);
  #endif
`;

/** Small triangles near the middle, large ones far out: one huge triangle would be inexact near the camera. */
function makeSheet(): PlaneGeometry {
  const sheet = new PlaneGeometry(2, 2, SEGMENTS, SEGMENTS);
  const { position } = sheet.attributes;
  for (let i = 0; i < position.count; i++)
    position.setXY(i, HALF_M * position.getX(i) ** 3, HALF_M * position.getY(i) ** 3);
  sheet.computeBoundingSphere();
  return sheet;
}

interface GroundPlane {
  readonly frame: Group;
  readonly mesh: Mesh<PlaneGeometry, MeshLambertMaterial>;
  readonly own: Color;
  readonly isPlain: boolean;
  readonly offset: { value: Vector2 };
  /** Releases the texture. */
  readonly end: () => void;
}

export class Ground {
  readonly #geometry = makeSheet();
  readonly #planes = new Map<Object3D, GroundPlane[]>();
  readonly #line = { gridColor: { value: new Color() }, gridShare: { value: 0 } };
  readonly #textures: Textures;
  #theme: Theme | undefined;

  constructor(textures: Textures) {
    this.#textures = textures;
  }

  /** All planes, for picking. */
  get meshes(): Mesh[] {
    return [...this.#planes.values()].flat().map(({ mesh }) => mesh);
  }

  add(body: Object3D, shape: SceneShape): void {
    const { pose, color, material: name } = shape;
    const frame = new Group();
    frame.matrixAutoUpdate = false;
    frame.matrix.copy(poseMatrix(pose));
    const offset = { value: new Vector2() };
    const material = new MeshLambertMaterial();
    const laid = this.#lay(shape, material);
    const roughness0 = { value: ROUGHNESS[name] ?? PLAIN_ROUGHNESS };
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, laid.uniforms, { noiseMap: { value: noiseTexture() }, roughness0 });
      this.#addGrid(shader, offset);
    };
    material.customProgramCacheKey = () => "ground";
    const mesh = new Mesh(this.#geometry, material);
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    // drawn after the things on it, which cover much of it
    mesh.renderOrder = 1;
    // a default colour follows the theme
    const isPlain = !shape.texture && colorOf(name, true).every((share, i) => share === color[i]);
    const own = new Color().setRGB(color[0] / 255, color[1] / 255, color[2] / 255, SRGBColorSpace);
    body.add(frame.add(mesh));
    this.#planes.set(body, [...(this.#planes.get(body) ?? []), { frame, mesh, own, isPlain, offset, end: laid.end }]);
    if (this.#theme) this.use(this.#theme);
  }

  remove(body: Object3D): void {
    for (const { frame, mesh, end } of this.#planes.get(body) ?? []) {
      end();
      frame.removeFromParent();
      mesh.material.dispose();
    }
    this.#planes.delete(body);
  }

  use(theme: Theme): void {
    this.#theme = theme;
    this.#line.gridColor.value.setHex(theme.gridLine);
    this.#line.gridShare.value = theme.gridShare;
    const tint = new Color(theme.groundTint);
    for (const { mesh, own, isPlain } of [...this.#planes.values()].flat())
      mesh.material.color.copy(own).lerp(tint, isPlain ? theme.groundTintShare : theme.ownTintShare);
  }

  /** Moves the drawn planes under the camera. */
  follow(camera: Vector3): void {
    const local = new Vector3();
    for (const { frame, mesh, offset } of [...this.#planes.values()].flat()) {
      frame.worldToLocal(local.copy(camera));
      const [x, y] = [Math.round(local.x / SNAP_M) * SNAP_M, Math.round(local.y / SNAP_M) * SNAP_M];
      if (x === mesh.position.x && y === mesh.position.y) continue;
      mesh.position.set(x, y, 0);
      offset.value.set(x, y);
    }
  }

  dispose(): void {
    for (const body of [...this.#planes.keys()]) this.remove(body);
    this.#geometry.dispose();
  }

  /** Texture in tiles from the origin of the plane's frame: x right, y up. */
  #lay(shape: SceneShape, material: MeshLambertMaterial): { uniforms: object; end: () => void } {
    const outline = outlineOf(shape);
    if (!outline) return { uniforms: {}, end: () => {} };
    const wrap = wrapOf(shape);
    const map = this.#textures.acquire(outline, wrap);
    material.defines = { ...material.defines, LAID: "" };
    const tile = new Vector2(...(outline.tileM ?? [1, 1]));
    return {
      uniforms: { laidMap: { value: map }, laidTile: { value: tile } },
      end: () => this.#textures.release(outline, wrap),
    };
  }

  #addGrid(shader: WebGLProgramParametersWithUniforms, offset: { value: Vector2 }): void {
    Object.assign(shader.uniforms, this.#line, { gridOffset: offset });
    shader.vertexShader = `${VERTEX_HEAD}${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      "#include <begin_vertex>\n  vGrid = position.xy + gridOffset;",
    );
    shader.fragmentShader = `${FRAGMENT_HEAD}${shader.fragmentShader}`.replace(
      "#include <color_fragment>",
      FRAGMENT_BODY,
    );
  }
}
