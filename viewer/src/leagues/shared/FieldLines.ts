// The lines of a field in the 3D view. A line is at least one pixel wide; from far away it gets fainter instead of thinner,
// so that it does not break up into dots. Each point of a line is two vertices, which the shader moves apart across the line.

import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  MeshLambertMaterial,
  type Scene,
  Vector2,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { FieldDrawing } from "../../../../src/leagues/shared/FieldDrawing.js";
import type { SceneBody, SceneShape } from "../../../../src/render/scene/Scene.js";

/** Height above the carpet, m. */
const HEIGHT = 0.0015;
const PIECE_M = 0.25;
const CIRCLE_PIECES = 96;
const TAU = 2 * Math.PI;

const VERTEX_HEAD = /* glsl */ `
  attribute vec2 across;
  attribute vec2 line;
  uniform vec2 halfView;
  varying vec2 vLine;
`;
// perMetre: pixels on the screen for a metre across the line
const VERTEX_BODY = /* glsl */ `
  #include <begin_vertex>
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 beside = projectionMatrix * modelViewMatrix * vec4(position + vec3(across, 0.0) * 0.01, 1.0);
  vec2 way = beside.xy / max(beside.w, 0.02) - here.xy / max(here.w, 0.02);
  float perMetre = max(100.0 * length(way * halfView), 1e-3);
  float own = line.y * perMetre;
  float drawn = max(own, 0.5) + 0.5;
  transformed += vec3(across, 0.0) * line.x * min(drawn / perMetre, 0.2);
  vLine = vec2(line.x * drawn, own);
`;
const FRAGMENT_HEAD = /* glsl */ `
  varying vec2 vLine;
`;
const FRAGMENT_BODY = /* glsl */ `
  #include <color_fragment>
  diffuseColor.a *= clamp(max(vLine.y, 0.5) + 0.5 - abs(vLine.x), 0.0, 1.0) * clamp(2.0 * vLine.y, 0.35, 1.0);
`;

/** The mesh of the lines that cameras draw; the 3D view draws its own lines instead. */
export const isFieldLines = (body: SceneBody, shape: SceneShape): boolean =>
  body.name === "Carpet" && shape.name === "Lines" && shape.shape.kind === "Mesh";

export class FieldLines {
  readonly #mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #view = { value: new Vector2(1, 1) };
  #field: unknown;

  constructor(scene: Scene) {
    const material = new MeshLambertMaterial({ color: 0xf0f0ec, transparent: true, depthWrite: false });
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -4 });
    material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
      shader.uniforms.halfView = this.#view;
      shader.vertexShader = VERTEX_HEAD + shader.vertexShader.replace("#include <begin_vertex>", VERTEX_BODY);
      shader.fragmentShader = FRAGMENT_HEAD + shader.fragmentShader.replace("#include <color_fragment>", FRAGMENT_BODY);
    };
    material.customProgramCacheKey = () => "field paint";
    this.#mesh = new Mesh(new BufferGeometry(), material);
    this.#mesh.frustumCulled = false;
    this.#mesh.matrixAutoUpdate = false;
    this.#mesh.receiveShadow = true;
    this.#mesh.visible = false;
    scene.add(this.#mesh);
  }

  /** Called before each frame: draws again if `field` is another one; `width` and `height` of the canvas in pixels. */
  update(field: unknown, draw: (() => FieldDrawing) | undefined, width: number, height: number): void {
    this.#view.value.set(width / 2, height / 2);
    if (field === this.#field) return;
    this.#field = field;
    this.#mesh.visible = draw !== undefined;
    if (!draw) return;
    this.#mesh.geometry.dispose();
    this.#mesh.geometry = makeGeometry(draw());
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}

type Point = readonly [number, number];

function makeGeometry({ lines, arcs, marks, lineThickness }: FieldDrawing): BufferGeometry {
  const strips = new Strips();
  const half = lineThickness / 2;
  for (const { from, to } of lines) strips.line(from, to, half);
  for (const { center, radius } of arcs) strips.circle(center, radius, half);
  // a spot is a short line, as wide as it is long
  for (const { center, radius } of marks) strips.circle(center, radius / 2, radius / 2);
  return strips.geometry();
}

class Strips {
  readonly #position: number[] = [];
  readonly #across: number[] = [];
  readonly #line: number[] = [];
  readonly #index: number[] = [];

  // `across` points to the right of the direction of the line, so that triangles face up

  /** Ends at the outer edge of the lines that it meets. */
  line([x0, y0]: Point, [x1, y1]: Point, half: number): void {
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const pieces = Math.ceil(length / PIECE_M);
    for (let i = 0; i <= pieces; i++) {
      const s = -half + (i / pieces) * (length + 2 * half);
      this.#point([x0 + s * ux, y0 + s * uy], [uy, -ux], half, i > 0);
    }
  }

  circle([x, y]: Point, radius: number, half: number): void {
    for (let i = 0; i <= CIRCLE_PIECES; i++) {
      const [c, s] = [Math.cos((i / CIRCLE_PIECES) * TAU), Math.sin((i / CIRCLE_PIECES) * TAU)];
      this.#point([x + radius * c, y + radius * s], [c, s], half, i > 0);
    }
  }

  #point([x, y]: Point, across: Point, half: number, isJoined: boolean): void {
    const first = this.#position.length / 3;
    for (const side of [-1, 1]) {
      this.#position.push(x, y, HEIGHT);
      this.#across.push(...across);
      this.#line.push(side, half);
    }
    if (isJoined) this.#index.push(first - 2, first - 1, first, first - 1, first + 1, first);
  }

  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    const set = (name: string, numbers: readonly number[], size: number) =>
      geometry.setAttribute(name, new BufferAttribute(Float32Array.from(numbers), size));
    set("position", this.#position, 3);
    set("across", this.#across, 2);
    set("line", this.#line, 2);
    const up = this.#position.map((_, i) => (i % 3 === 2 ? 1 : 0));
    set("normal", up, 3);
    geometry.setIndex(this.#index);
    return geometry;
  }
}
