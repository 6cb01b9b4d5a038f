// What the thread with the graphics card does (GpuThread.ts): draws at once what it is asked for, and when the pixels have
// come back makes the picture of them as every other thread does (ShotRenderer.ts). Depth and segmentation are no colours:
// they come from the rasteriser, the same bytes as without a card; so does what is too large for the card.

import { ORIGIN } from "../../../math/Pose.js";
import type { Shot } from "../../../render/picture/Picture.js";
import { prepareFormats } from "../../../render/picture/PictureFormat.js";
import { type Drawing, ShotRenderer } from "../../../render/picture/ShotRenderer.js";
import { compileScene, type Moment, type SeenEntity } from "../../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../../render/raster/Rasteriser.js";
import { pinhole, type RasterPicture } from "../../../render/raster/View.js";
import { setState } from "../CameraJob.js";
import type { Gpu } from "./GpuDevice.js";
import { ANSWERED, BYTES_AT, DEVELOPED, DONE, FAILED, type GpuMessage, LENGTH, STATE } from "./GpuJob.js";
import { GpuRenderer } from "./GpuRenderer.js";

type Message = Exclude<GpuMessage, { kind: "close" }>;
type ShotMessage = Extract<GpuMessage, { kind: "shot" }>;

export class GpuWorker {
  readonly #scenes = new Map<number, readonly SeenEntity[]>();
  readonly #shotRenderer = new ShotRenderer();
  readonly #renderer: GpuRenderer;
  readonly #rasteriser: Rasteriser;
  readonly #counts: Int32Array;
  #entities: readonly SeenEntity[] = [];
  #moment: Moment | undefined;

  static async create(gpu: Gpu, counts: Int32Array): Promise<GpuWorker> {
    const [renderer, rasteriser] = await Promise.all([
      GpuRenderer.create(gpu),
      Rasteriser.create(),
      prepareFormats(),
    ] as const);
    await tryOut(renderer);
    return new GpuWorker(renderer, rasteriser, counts);
  }

  private constructor(renderer: GpuRenderer, rasteriser: Rasteriser, counts: Int32Array) {
    this.#renderer = renderer;
    this.#rasteriser = rasteriser;
    this.#counts = counts;
  }

  take(message: Message): void {
    switch (message.kind) {
      case "scene":
        this.#scenes.set(message.id, message.entities);
        return;
      case "forget":
        this.#renderer.forget(this.#scenes.get(message.id) ?? []);
        this.#scenes.delete(message.id);
        return;
      case "moment":
        this.#entities = this.#scenes.get(message.scene) ?? [];
        this.#moment = momentOf(this.#entities, message);
        return;
      case "shot":
        void this.#answer(message);
    }
  }

  async #answer({ shot, room }: ShotMessage): Promise<void> {
    const words = new Int32Array(room, 0, 2);
    const write = (bytes: Uint8Array, state: number): void => {
      const most = room.byteLength - BYTES_AT;
      const length = Math.min(most, bytes.length);
      new Uint8Array(room, BYTES_AT, length).set(bytes.subarray(0, length));
      Atomics.store(words, LENGTH, length);
      Atomics.add(this.#counts, ANSWERED, 1);
      setState(words, STATE, bytes.length > most ? FAILED : state);
    };
    try {
      const bytes = await this.#develop({ ...shot, moment: this.#moment as Moment });
      Atomics.add(this.#counts, DEVELOPED, 1);
      write(bytes, DONE);
    } catch (problem) {
      write(new TextEncoder().encode(String(problem)), FAILED);
    }
  }

  /** All that belongs to this moment is asked for before anybody waits: the next message may bring another one. */
  async #develop(shot: Shot): Promise<Uint8Array> {
    const drawn = await Promise.all(this.#shotRenderer.drawings(shot).map((drawing) => this.#draw(drawing)));
    return this.#shotRenderer.develop(shot, { draw: () => drawn.shift() as RasterPicture });
  }

  #draw({ moment, view, channels }: Drawing): RasterPicture | Promise<RasterPicture> {
    if (channels.color && this.#renderer.canDraw(view)) return this.#renderer.draw(this.#entities, moment, view);
    const { color, depth, segmentation, ...size } = this.#rasteriser.draw(moment, view, channels);
    return {
      ...size,
      ...(color && { color: color.slice() }),
      ...(depth && { depth: depth.slice() }),
      ...(segmentation && { segmentation: segmentation.slice() }),
    };
  }
}

/** The rasteriser's scene is made when it is needed. */
function momentOf(entities: readonly SeenEntity[], { poses, lights, shadows = true }: Omit<Moment, "scene">): Moment {
  let compiled: Moment["scene"] | undefined;
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

const scenes = new WeakMap<readonly SeenEntity[], Moment["scene"]>();

function compiledOf(entities: readonly SeenEntity[]): Moment["scene"] {
  const made = scenes.get(entities) ?? compileScene({ entities });
  scenes.set(entities, made);
  return made;
}

/** The sky over an empty world: a card that cannot draw that cannot draw anything. */
async function tryOut(renderer: GpuRenderer): Promise<void> {
  const moment = momentOf([], { poses: new Float64Array(0), lights: [] });
  const { color = [] } = await renderer.draw([], moment, pinhole(ORIGIN, 16, 16, 60));
  if (color.length !== 4 * 16 * 16 || color.some((value) => value === 0)) throw new Error("a sky that is black");
}
