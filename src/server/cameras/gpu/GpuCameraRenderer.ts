// Renders pictures on a graphics card (S3, S4) in another thread (GpuThread.ts), because results of the card are
// available only asynchronously. A picture that will be read is started when it is taken; a reader that needs its
// bytes earlier blocks until they arrive. If the card is lost, the rasteriser takes over.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { SimError } from "../../../describe/SimError.js";
import { DirectCameraRenderer } from "../../../render/picture/DirectCameraRenderer.js";
import type { CameraRenderer, Picture, PictureSpec } from "../../../render/picture/Picture.js";
import { pictureBytes } from "../../../render/picture/PictureFormat.js";
import type { CompiledScene, SceneState } from "../../../render/raster/CompiledScene.js";
import { packageRoot } from "../../PackageRoot.js";
import { waitWhile } from "../CameraJob.js";
import {
  ANSWERED,
  BYTES_AT,
  DONE,
  FAILED,
  type GpuHello,
  type GpuMessage,
  type GpuStart,
  LENGTH,
  RENDERED,
  STATE,
  WANTED,
} from "./GpuJob.js";
import { findGpuPackages } from "./GpuPackages.js";

/** Maximum number of waiting pictures; further ones start when their bytes are read. */
const MAX_WAITING = 64;
/** Number of scenes that the GPU thread keeps. */
const MAX_SCENES = 4;
/** Minimum size of a result, for error messages, bytes. */
const MIN_BYTES = 1024;

interface GpuOptions {
  /** Folders to search for three and webgpu. Default: the working directory, then beside this package. */
  readonly folders?: readonly string[];
  readonly log?: (line: string) => void;
}

export class GpuCameraRenderer implements CameraRenderer {
  readonly #worker: Worker;
  readonly #counts: Int32Array;
  readonly #log: (line: string) => void;
  readonly #fallback: DirectCameraRenderer;
  /** Ids of the scenes in the GPU thread, the oldest first. */
  readonly #scenes = new Map<CompiledScene, number>();
  /** Name of the graphics card. */
  readonly adapter: string;
  #sent: SceneState | undefined;
  #nextScene = 0;
  #posted = 0;
  #isLost = false;
  #isClosed = false;

  /** Throws RENDERER_MISSING or NO_ADAPTER. */
  static async create({ folders, log = () => {} }: GpuOptions = {}): Promise<GpuCameraRenderer> {
    const counts = new Int32Array(new SharedArrayBuffer(8));
    const start: GpuStart = { packages: findGpuPackages(folders), counts };
    const worker = new Worker(threadFile(), { workerData: start });
    const hello = await firstMessage(worker);
    worker.unref();
    if ("code" in hello) {
      void worker.terminate();
      throw new SimError(hello.code, { where: "--renderer gpu", found: hello.found });
    }
    log(`cameras are drawn by ${hello.adapter}: pixels may differ from machine to machine (docs/cameras.md)`);
    if (hello.isSoftware) log("this adapter is software and no graphics card: --renderer cpu is faster");
    return new GpuCameraRenderer(worker, counts, {
      adapter: hello.adapter,
      fallback: await DirectCameraRenderer.create(),
      log,
    });
  }

  private constructor(
    worker: Worker,
    counts: Int32Array,
    { adapter, fallback, log }: { adapter: string; fallback: DirectCameraRenderer; log: (line: string) => void },
  ) {
    this.#worker = worker;
    this.#counts = counts;
    this.adapter = adapter;
    this.#fallback = fallback;
    this.#log = log;
    worker.on("error", (problem) => this.#lose(String(problem)));
    worker.on("exit", () => this.#lose("its thread has ended"));
  }

  get rendered(): number {
    return Atomics.load(this.#counts, RENDERED) + this.#fallback.rendered;
  }

  /** True after the rasteriser has taken over. */
  get isLost(): boolean {
    return this.#isLost;
  }

  take(spec: PictureSpec): Picture {
    return new GpuPicture(spec, this);
  }

  get isWorking(): boolean {
    return !this.#isLost && !this.#isClosed;
  }

  get isBusy(): boolean {
    return this.#posted - Atomics.load(this.#counts, ANSWERED) >= MAX_WAITING;
  }

  /** Memory for the result; undefined if the card cannot draw the picture. */
  post({ sceneState, ...spec }: PictureSpec): SharedArrayBuffer | undefined {
    if (this.#isLost || this.#isClosed || !this.#sendMoment(sceneState)) return undefined;
    const bytes = Math.max(MIN_BYTES, pictureBytes(spec.format, spec.width, spec.height));
    const memory = new SharedArrayBuffer(BYTES_AT + bytes);
    this.#posted++;
    this.#send({ kind: "render", spec, memory });
    return memory;
  }

  /** Waits for the result. If the card fails, the rasteriser renders the picture. */
  finish(spec: PictureSpec, memory: SharedArrayBuffer | undefined): Uint8Array {
    if (memory === undefined) return this.#fallback.take(spec).bytes();
    const words = new Int32Array(memory, 0, 2);
    if (!this.#isLost && !waitWhile(words, STATE, WANTED)) this.#lose("it does not answer");
    const state = Atomics.load(words, STATE);
    const bytes = new Uint8Array(memory, BYTES_AT, Atomics.load(words, LENGTH)).slice();
    if (state === DONE) return bytes;
    // if the spec itself is invalid the rasteriser throws too, and the card is kept
    const drawn = this.#fallback.take(spec).bytes();
    if (state === FAILED) this.#lose(new TextDecoder().decode(bytes));
    return drawn;
  }

  /** Returns false if the scene does not contain its source entities. */
  #sendMoment(sceneState: SceneState): boolean {
    if (sceneState === this.#sent) return true;
    const { scene, poses, lights, shadows } = sceneState;
    if (!scene.entities) return false;
    let id = this.#scenes.get(scene);
    if (id === undefined) {
      id = this.#nextScene++;
      this.#scenes.set(scene, id);
      this.#send({ kind: "scene", id, entities: scene.entities });
      const [oldest] = this.#scenes;
      if (this.#scenes.size > MAX_SCENES) {
        this.#scenes.delete(oldest[0]);
        this.#send({ kind: "forget", id: oldest[1] });
      }
    }
    this.#send({ kind: "sceneState", scene: id, poses, lights, ...(shadows === undefined ? {} : { shadows }) });
    this.#sent = sceneState;
    return true;
  }

  #send(message: GpuMessage): void {
    this.#worker.postMessage(message);
  }

  #lose(why: string): void {
    if (this.#isLost || this.#isClosed) return;
    this.#isLost = true;
    void this.#worker.terminate();
    this.#log(`warning: cameras are drawn by the rasteriser from now on, the graphics card failed: ${why}`);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#send({ kind: "close" });
    this.#fallback.close();
  }
}

class GpuPicture implements Picture {
  #memory: SharedArrayBuffer | undefined;
  #done: Uint8Array | undefined;

  constructor(
    readonly spec: PictureSpec,
    private readonly cameraRenderer: GpuCameraRenderer,
  ) {}

  begin(): void {
    if (!this.#done && !this.#memory && !this.cameraRenderer.isBusy) this.#memory = this.cameraRenderer.post(this.spec);
  }

  get isReady(): boolean {
    if (this.#done) return true;
    return this.#memory !== undefined && Atomics.load(new Int32Array(this.#memory, 0, 1), STATE) === DONE;
  }

  get isAway(): boolean {
    return !this.#done && this.cameraRenderer.isWorking && !this.#hasFailed;
  }

  /** The card cannot draw it. */
  get #hasFailed(): boolean {
    return this.#memory !== undefined && Atomics.load(new Int32Array(this.#memory, 0, 1), STATE) === FAILED;
  }

  bytes(): Uint8Array {
    this.#done ??= this.cameraRenderer.finish(this.spec, this.#memory ?? this.cameraRenderer.post(this.spec));
    this.#memory = undefined;
    return this.#done;
  }
}

function firstMessage(worker: Worker): Promise<GpuHello> {
  return new Promise((resolve) => {
    const refuse = (found: unknown): void => resolve({ code: "INTERNAL", found: String(found) });
    worker.once("message", resolve).once("error", refuse);
    worker.once("exit", (code) => refuse(`the thread ended with code ${code}`));
  });
}

/** The built file even when running from sources: worker threads cannot load TypeScript. */
function threadFile(): string | URL {
  const here = new URL("./GpuThread.js", import.meta.url);
  return fileURLToPath(here).includes("/dist/")
    ? here
    : new URL(`file://${packageRoot()}/dist/src/server/cameras/gpu/GpuThread.js`);
}
