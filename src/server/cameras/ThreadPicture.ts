// A picture that threads draw (CameraThreads.ts), or the reader of its bytes if none has.

import type { Picture, PictureSpec } from "../../render/picture/Picture.js";
import type { CameraThreads } from "./CameraThreads.js";

export class ThreadPicture implements Picture {
  readonly spec: PictureSpec;
  readonly #threads: CameraThreads;
  /** Slot of its job; undefined without one. */
  slot: number | undefined;
  done: Uint8Array | undefined;
  /** No thread can draw it. */
  hasFailed = false;

  constructor(spec: PictureSpec, threads: CameraThreads) {
    this.spec = spec;
    this.#threads = threads;
  }

  begin(): void {
    if (!this.done && this.slot === undefined && !this.hasFailed) this.#threads.begin(this);
  }

  get isReady(): boolean {
    return this.done !== undefined || this.#threads.isDone(this);
  }

  get isAway(): boolean {
    return !this.done && !this.hasFailed && this.#threads.isWorking;
  }

  get slowness(): number {
    return this.#threads.slownessOf(this.spec);
  }

  get isWaiting(): boolean {
    return this.isAway && this.slot === undefined;
  }

  bytes(): Uint8Array {
    this.done ??= this.#threads.finish(this);
    return this.done;
  }
}
