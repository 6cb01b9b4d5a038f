// A line of constant width around bodies: their pixels are marked in the stencil buffer, then a hull larger by some
// pixels is drawn around the mark. It shows through things in front of it.

import {
  AlwaysStencilFunc,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  ShaderMaterial,
  Vector2,
} from "three";
import type { BodyView } from "../entities/BodyView.js";

const VERTEX = /* glsl */ `
  attribute vec3 outline;
  uniform vec2 pixel;
  void main() {
    vec4 place = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec4 ahead = projectionMatrix * modelViewMatrix * vec4(position + 0.01 * outline, 1.0);
    vec2 way = (ahead.xy / ahead.w - place.xy / place.w) / pixel;
    float size = length(way);
    if (size > 1e-6) place.xy += way / size * pixel * place.w;
    gl_Position = place;
  }
`;
const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  uniform float opacity;
  void main() {
    gl_FragColor = vec4(color, opacity);
    #include <colorspace_fragment>
  }
`;

interface OutlineLooks {
  /** Unique; outlines of higher order cover lower ones. */
  readonly order: number;
  readonly widthPx: number;
  readonly opacity: number;
}

export class Outline {
  readonly #looks: OutlineLooks;
  readonly #mark: MeshBasicMaterial;
  readonly #hull: ShaderMaterial;
  #meshes: Mesh[] = [];
  #shown: readonly BodyView[] = [];

  constructor(looks: OutlineLooks) {
    this.#looks = looks;
    const stencil = { stencilWrite: true, stencilRef: looks.order, stencilZPass: ReplaceStencilOp };
    const common = { depthTest: false, depthWrite: false, side: DoubleSide, transparent: true, ...stencil };
    this.#mark = new MeshBasicMaterial({ ...common, colorWrite: false, stencilFunc: AlwaysStencilFunc });
    this.#hull = new ShaderMaterial({
      ...common,
      stencilFunc: NotEqualStencilFunc,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      toneMapped: false,
      uniforms: {
        color: { value: new Color() },
        opacity: { value: looks.opacity },
        pixel: { value: new Vector2() },
      },
    });
  }

  color(hex: number): void {
    this.#hull.uniforms.color.value.setHex(hex);
  }

  /** The canvas in CSS pixels. */
  resize(width: number, height: number): void {
    this.#hull.uniforms.pixel.value.set((2 * this.#looks.widthPx) / width, (2 * this.#looks.widthPx) / height);
  }

  /** Returns whether the set of bodies changed. */
  show(bodies: readonly BodyView[]): boolean {
    if (bodies.length === this.#shown.length && bodies.every((body, i) => body === this.#shown[i])) return false;
    this.#shown = bodies;
    for (const mesh of this.#meshes) mesh.removeFromParent();
    this.#meshes = bodies.flatMap(({ meshes, group }) =>
      meshes.flatMap(({ geometry }) => {
        const pair = [new Mesh(geometry, this.#mark), new Mesh(geometry, this.#hull)];
        for (const [i, mesh] of pair.entries()) {
          mesh.matrixAutoUpdate = false;
          mesh.renderOrder = 100 + 2 * this.#looks.order + i;
          group.add(mesh);
        }
        return pair;
      }),
    );
    return true;
  }

  dispose(): void {
    this.show([]);
    this.#mark.dispose();
    this.#hull.dispose();
  }
}
