// Draws views of a scene state with three.js on a graphics card (S3): the same lights, materials and shapes as the
// rasteriser, with four samples per pixel. Results arrive asynchronously; more draws may be requested meanwhile. The
// pixels depend on the card and its driver.

import type { PerspectiveCamera, RenderTarget, WebGPURenderer } from "three/webgpu";
import { atan } from "../../../math/InverseTrigonometry.js";
import { DEGREE } from "../../../math/Trigonometry.js";
import type { NumberedEntity, SceneState } from "../../../render/raster/CompiledScene.js";
import type { RasterPicture, View } from "../../../render/raster/View.js";
import type { Gpu, Three } from "./GpuDevice.js";
import { GpuStage } from "./GpuStage.js";

const NEAR_M = 0.01;
const FAR_M = 10_000;
const SAMPLES = 4;
const MAX_TARGETS = 8;

export class GpuRenderer {
  readonly #three: Three;
  readonly #renderer: WebGPURenderer;
  readonly #stage: GpuStage;
  readonly #camera: PerspectiveCamera;
  readonly #maxPixels: number;
  readonly #nextFrame: () => void;
  /** Render targets by size, the most recently used last. */
  readonly #targets = new Map<string, RenderTarget>();
  #error: string | undefined;

  static async create(gpu: Gpu): Promise<GpuRenderer> {
    const { three, device } = gpu;
    const wishes = { device, canvas: noCanvas(), antialias: false, reversedDepthBuffer: true };
    const renderer = new three.WebGPURenderer(wishes as unknown as ConstructorParameters<Three["WebGPURenderer"]>[0]);
    await renderer.init();
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = three.PCFShadowMap;
    return new GpuRenderer(gpu, renderer);
  }

  private constructor({ three, device, nextFrame }: Gpu, renderer: WebGPURenderer) {
    this.#three = three;
    this.#nextFrame = nextFrame;
    this.#renderer = renderer;
    this.#maxPixels = device.limits.maxTextureDimension2D;
    this.#stage = new GpuStage(three);
    this.#camera = new three.PerspectiveCamera();
    // newer versions of three.js pass an object
    const fail = (problem: string | { message: string }): void => {
      this.#error ??= typeof problem === "string" ? problem : problem.message;
    };
    renderer.onDeviceLost = fail;
    renderer.onError = fail;
  }

  canDraw({ width, height }: View): boolean {
    return Math.max(width, height) <= this.#maxPixels;
  }

  /** The draw is submitted to the card before this returns. */
  async draw(entities: readonly NumberedEntity[], sceneState: SceneState, view: View): Promise<RasterPicture> {
    const { width, height, firstRow, endRow } = view;
    if (this.#stage.show(entities, sceneState)) this.#nextFrame();
    this.#aim(view);
    const target = this.#targetOf(width, height);
    this.#renderer.setRenderTarget(target);
    this.#renderer.render(this.#stage.scene, this.#camera);
    const rows = endRow - firstRow;
    const pixels = await this.#renderer.readRenderTargetPixelsAsync(target, 0, firstRow, width, rows);
    if (this.#error !== undefined) throw new Error(this.#error);
    const { buffer, byteOffset, byteLength } = pixels;
    const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    if (rows === height) return { width, height, color: bytes };
    const color = new Uint8Array(4 * width * height);
    color.set(bytes, 4 * width * firstRow);
    return { width, height, color };
  }

  forget(entities: readonly NumberedEntity[]): void {
    this.#stage.forget(entities);
  }

  /** Cameras look along +y with +z up, those of three.js along -z with +y up. */
  #aim({ pose, width, height, focalPx, centerX, centerY }: View): void {
    const camera = this.#camera;
    camera.position.set(...pose.position);
    camera.quaternion.set(...pose.orientation).multiply(new this.#three.Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2));
    camera.near = NEAR_M;
    camera.far = FAR_M;
    camera.aspect = width / height;
    camera.fov = (2 * atan(height / 2 / focalPx)) / DEGREE;
    camera.setViewOffset(width, height, width / 2 - centerX, height / 2 - centerY, width, height);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld(true);
  }

  #targetOf(width: number, height: number): RenderTarget {
    const three = this.#three;
    const key = `${width} ${height}`;
    const target =
      this.#targets.get(key) ??
      new three.RenderTarget(width, height, {
        samples: SAMPLES,
        // the card converts linear light to sRGB
        colorSpace: three.SRGBColorSpace,
        depthTexture: new three.DepthTexture(width, height, three.FloatType),
      });
    this.#targets.delete(key);
    this.#targets.set(key, target);
    const [[oldestKey, oldest]] = this.#targets;
    if (this.#targets.size > MAX_TARGETS) {
      this.#targets.delete(oldestKey);
      oldest.dispose();
    }
    return target;
  }
}

/** three.js requires a canvas; nothing is drawn on it. */
function noCanvas(): object {
  const context = { configure() {}, unconfigure() {} };
  return { width: 1, height: 1, style: {}, addEventListener() {}, removeEventListener() {}, getContext: () => context };
}
