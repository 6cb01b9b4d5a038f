// Runs the messages of the GPU thread (GpuThread.ts): submits draws at once, and renders the picture from the pixels when
// they arrive, like every other thread (PictureRenderer.ts). Depth, segmentation and pictures too large for the card come
// from the rasteriser, with the same bytes as without a card.

import { ORIGIN } from "../../../math/Pose.js";
import type { PictureSpec } from "../../../render/picture/Picture.js";
import { prepareFormats } from "../../../render/picture/PictureFormat.js";
import { type Drawing, PictureRenderer } from "../../../render/picture/PictureRenderer.js";
import { compileScene, type NumberedEntity, type SceneState } from "../../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../../render/raster/Rasteriser.js";
import { pinhole, type RasterPicture } from "../../../render/raster/View.js";
import { setState } from "../CameraJob.js";
import type { Gpu } from "./GpuDevice.js";
import { ANSWERED, BYTES_AT, DONE, FAILED, type GpuMessage, LENGTH, RENDERED, STATE } from "./GpuJob.js";
import { GpuRenderer } from "./GpuRenderer.js";

type Message = Exclude<GpuMessage, { kind: "close" }>;
type SpecMessage = Extract<GpuMessage, { kind: "render" }>;

export class GpuWorker {
  readonly #scenes = new Map<number, readonly NumberedEntity[]>();
  readonly #pictureRenderer = new PictureRenderer();
  readonly #renderer: GpuRenderer;
  readonly #rasteriser: Rasteriser;
  readonly #counts: Int32Array;
  #entities: readonly NumberedEntity[] = [];
  #sceneState: SceneState | undefined;

  static async create(gpu: Gpu, counts: Int32Array): Promise<GpuWorker> {
    const [renderer, rasteriser] = await Promise.all([
      GpuRenderer.create(gpu),
      Rasteriser.create(),
      prepareFormats(),
    ] as const);
    await selfTest(renderer);
    return new GpuWorker(renderer, rasteriser, counts);
  }

  private constructor(renderer: GpuRenderer, rasteriser: Rasteriser, counts: Int32Array) {
    this.#renderer = renderer;
    this.#rasteriser = rasteriser;
    this.#counts = counts;
  }

  receive(message: Message): void {
    switch (message.kind) {
      case "scene":
        this.#scenes.set(message.id, message.entities);
        return;
      case "forget":
        this.#renderer.forget(this.#scenes.get(message.id) ?? []);
        this.#scenes.delete(message.id);
        return;
      case "sceneState":
        this.#entities = this.#scenes.get(message.scene) ?? [];
        this.#sceneState = sceneStateOf(this.#entities, message);
        return;
      case "render":
        void this.#answer(message);
    }
  }

  async #answer({ spec, memory }: SpecMessage): Promise<void> {
    const words = new Int32Array(memory, 0, 2);
    const write = (bytes: Uint8Array, state: number): void => {
      const capacity = memory.byteLength - BYTES_AT;
      const length = Math.min(capacity, bytes.length);
      new Uint8Array(memory, BYTES_AT, length).set(bytes.subarray(0, length));
      Atomics.store(words, LENGTH, length);
      Atomics.add(this.#counts, ANSWERED, 1);
      setState(words, STATE, bytes.length > capacity ? FAILED : state);
    };
    try {
      const bytes = await this.#render({ ...spec, sceneState: this.#sceneState as SceneState });
      Atomics.add(this.#counts, RENDERED, 1);
      write(bytes, DONE);
    } catch (problem) {
      write(new TextEncoder().encode(String(problem)), FAILED);
    }
  }

  /** Submits all draws before the first await, because the next message may change the scene state. */
  async #render(spec: PictureSpec): Promise<Uint8Array> {
    const drawn = await Promise.all(this.#pictureRenderer.drawings(spec).map((drawing) => this.#draw(drawing)));
    return this.#pictureRenderer.render(spec, { draw: () => drawn.shift() as RasterPicture });
  }

  #draw({ sceneState, view, channels }: Drawing): RasterPicture | Promise<RasterPicture> {
    if (channels.color && this.#renderer.canDraw(view)) return this.#renderer.draw(this.#entities, sceneState, view);
    const { color, depth, segmentation, ...size } = this.#rasteriser.draw(sceneState, view, channels);
    return {
      ...size,
      ...(color && { color: color.slice() }),
      ...(depth && { depth: depth.slice() }),
      ...(segmentation && { segmentation: segmentation.slice() }),
    };
  }
}

/** The rasteriser's scene is compiled on demand. */
function sceneStateOf(
  entities: readonly NumberedEntity[],
  { poses, lights, shadows = true }: Omit<SceneState, "scene">,
): SceneState {
  let compiled: SceneState["scene"] | undefined;
  return {
    get scene() {
      compiled ??= compiledOf(entities);
      return compiled;
    },
    poses,
    lights,
    shadows,
  };
}

const scenes = new WeakMap<readonly NumberedEntity[], SceneState["scene"]>();

function compiledOf(entities: readonly NumberedEntity[]): SceneState["scene"] {
  const made = scenes.get(entities) ?? compileScene({ entities });
  scenes.set(entities, made);
  return made;
}

/** Draws the sky of an empty world as a self-test of the card. */
async function selfTest(renderer: GpuRenderer): Promise<void> {
  const sceneState = sceneStateOf([], { poses: new Float64Array(0), lights: [] });
  const { color = [] } = await renderer.draw([], sceneState, pinhole(ORIGIN, 16, 16, 60));
  if (color.length !== 4 * 16 * 16 || color.some((value) => value === 0))
    throw new Error("the test picture of the sky has black pixels");
}
