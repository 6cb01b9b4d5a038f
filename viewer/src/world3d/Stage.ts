// The WebGL side: renderer, scene, size of the canvas, loss of the context. Draws when it is told to.

import {
  BasicShadowMap,
  DirectionalLight,
  InstancedMesh,
  LinearToneMapping,
  type Mesh,
  PCFShadowMap,
  type PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from "three";
import type { DrawLimits } from "./DrawBudget.js";
import { useFastSrgb } from "./FastSrgb.js";
import { detectQuality } from "./Quality.js";
import type { Theme } from "./Theme.js";

const MAX_PIXEL_RATIO = 2;

export class Stage {
  readonly scene = new Scene();
  readonly canvas: HTMLCanvasElement;
  readonly quality = detectQuality();
  readonly #renderer: WebGLRenderer;
  readonly #observer: ResizeObserver;
  readonly #ended = new AbortController();

  /** `lost`: the picture is gone, by a change of size or of the context, and has to be drawn again at once. */
  constructor(canvas: HTMLCanvasElement, lost: () => void) {
    this.canvas = canvas;
    const attributes: WebGLContextAttributes = {
      antialias: this.quality.isFine,
      stencil: true,
      powerPreference: "high-performance",
    };
    const context = canvas.getContext("webgl2", attributes);
    if (!context)
      throw new Error(
        "This browser shows no 3D: WebGL 2 is missing or switched off. Turn on hardware acceleration or try another browser.",
      );
    if (!this.quality.isFine) useFastSrgb();
    this.#renderer = new WebGLRenderer({ canvas, context, ...attributes });
    this.#renderer.toneMapping = LinearToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = this.quality.isFine ? PCFShadowMap : BasicShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#observer = new ResizeObserver(() => lost());
    this.#observer.observe(canvas);
    const { signal } = this.#ended;
    canvas.addEventListener("webglcontextlost", () => this.#forget(), { signal });
    canvas.addEventListener("webglcontextrestored", () => lost(), { signal });
  }

  get drawCalls(): number {
    return this.#renderer.info.render.calls;
  }

  get memory(): { geometries: number; textures: number } {
    return this.#renderer.info.memory;
  }

  use(theme: Theme): void {
    this.#renderer.toneMappingExposure = theme.exposure;
  }

  /** Fits the picture to the canvas, with this share of its pixels; gives whether that changed anything. */
  fit({ scale, hasShadows }: DrawLimits): boolean {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = scale * Math.min(this.quality.isFine ? MAX_PIXEL_RATIO : 1, window.devicePixelRatio);
    const shades = this.#shade(hasShadows);
    const [w, h] = [Math.floor(width * ratio), Math.floor(height * ratio)];
    if (this.canvas.width === w && this.canvas.height === h) return shades;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height, false);
    return true;
  }

  /** Materials are made anew where shadows come or go. */
  #shade(hasShadows: boolean): boolean {
    const { shadowMap } = this.#renderer;
    if (shadowMap.enabled === hasShadows) return false;
    shadowMap.enabled = hasShadows;
    shadowMap.needsUpdate = true;
    this.scene.traverse((thing) => {
      for (const one of [(thing as Partial<Mesh>).material ?? []].flat()) one.needsUpdate = true;
    });
    return true;
  }

  draw(camera: PerspectiveCamera, withShadows: boolean): void {
    if (this.#renderer.getContext().isContextLost()) return;
    if (withShadows) this.#renderer.shadowMap.needsUpdate = true;
    this.#renderer.render(this.scene, camera);
  }

  /** What the lost context held is gone; disposing of it now, everything is made anew with the next picture. */
  #forget(): void {
    this.scene.traverse((thing) => {
      const { geometry, material } = thing as Partial<Mesh>;
      geometry?.dispose();
      for (const one of [material ?? []].flat()) one.dispose();
      if (thing instanceof InstancedMesh) thing.dispose();
      if (thing instanceof DirectionalLight) thing.shadow.dispose();
    });
  }

  dispose(): void {
    this.#ended.abort();
    this.#observer.disconnect();
    this.#renderer.dispose();
  }
}
