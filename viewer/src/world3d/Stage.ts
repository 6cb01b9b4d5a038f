// The WebGL renderer, its scene, the size of the canvas, and loss of the context.

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

  /** `lost` is called when the picture has to be drawn again at once, after a change of size or of the context. */
  constructor(canvas: HTMLCanvasElement, lost: () => void) {
    this.canvas = canvas;
    const attributes: WebGLContextAttributes = {
      antialias: this.quality.isFine,
      stencil: true,
      powerPreference: "high-performance",
    };
    const context = canvas.getContext("webgl2", attributes);
    if (!context)
      throw new Error("WebGL 2 is missing or switched off. Turn on hardware acceleration or use another browser.");
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

  /** Fits the picture to the canvas with this share of its pixels. Returns whether anything changed. */
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

  /** Recompiles materials when shadows are switched on or off. */
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

  /** Disposes of everything that the lost context held; three.js uploads it again with the next frame. */
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
