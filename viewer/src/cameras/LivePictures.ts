// The newest picture of every camera that is shown, decoded off the main thread. While one picture is decoded, only the
// newest of those that arrive waits. Cameras without subscribers are neither requested nor kept.

import { VIEW_HEAD_BYTES } from "../../../src/session/view/ViewProtocol.js";
import type { WatchList } from "../ui/WatchList.js";

export interface LivePicture {
  readonly bitmap: ImageBitmap;
  /** The received file. */
  readonly jpeg: Blob;
  /** Simulated time of capture, s. */
  readonly timeSec: number;
}

/** Window over which the picture rate is measured, ms. */
const COUNT_MS = 2000;

interface Camera {
  readonly listeners: Set<() => void>;
  picture: LivePicture | undefined;
  waiting: { readonly jpeg: Blob; readonly timeSec: number } | undefined;
  isDecoding: boolean;
  /** Times at which pictures were decoded, ms of the page's clock. */
  readonly arrivals: number[];
}

export class LivePictures {
  readonly #watch: Pick<WatchList, "setCameras">;
  readonly #cameras = new Map<string, Camera>();

  constructor(watchList: Pick<WatchList, "setCameras">) {
    this.#watch = watchList;
    document.addEventListener("visibilitychange", () => this.#requestPictures());
  }

  /** Calls `changed` for every new picture. Returns a function that unsubscribes. */
  subscribe(name: string, changed: () => void): () => void {
    const camera = this.#cameras.get(name) ?? {
      listeners: new Set(),
      picture: undefined,
      waiting: undefined,
      isDecoding: false,
      arrivals: [],
    };
    this.#cameras.set(name, camera);
    camera.listeners.add(changed);
    this.#requestPictures();
    return () => {
      camera.listeners.delete(changed);
      if (camera.listeners.size > 0 || this.#cameras.get(name) !== camera) return;
      this.#cameras.delete(name);
      camera.picture?.bitmap.close();
      this.#requestPictures();
    };
  }

  newest(name: string): LivePicture | undefined {
    return this.#cameras.get(name)?.picture;
  }

  /** Pictures per second over the last COUNT_MS. */
  rateOf(name: string, nowMs: number): number {
    const { arrivals = [] } = this.#cameras.get(name) ?? {};
    const recent = arrivals.filter((at) => at > nowMs - COUNT_MS);
    if (recent.length < 2) return 0;
    return (1000 * (recent.length - 1)) / (recent[recent.length - 1] - recent[0]);
  }

  /** Reads a VIEW_PICTURE message (ViewProtocol.ts). */
  receive(view: DataView): void {
    const nameBytes = view.getUint16(2, true);
    const timeSec = view.getFloat64(8, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, VIEW_HEAD_BYTES, nameBytes));
    const camera = this.#cameras.get(name);
    if (!camera) return;
    const bytes = new Uint8Array(view.buffer as ArrayBuffer, VIEW_HEAD_BYTES + nameBytes);
    camera.waiting = { jpeg: new Blob([bytes], { type: "image/jpeg" }), timeSec };
    if (!camera.isDecoding) this.#decode(name, camera);
  }

  async #decode(name: string, camera: Camera): Promise<void> {
    camera.isDecoding = true;
    while (camera.waiting) {
      const { jpeg, timeSec } = camera.waiting;
      camera.waiting = undefined;
      const bitmap = await createImageBitmap(jpeg).catch(() => undefined);
      if (!bitmap) continue;
      if (this.#cameras.get(name) !== camera) {
        bitmap.close();
        break;
      }
      camera.picture?.bitmap.close();
      camera.picture = { bitmap, jpeg, timeSec };
      const now = performance.now();
      camera.arrivals.push(now);
      while (camera.arrivals[0] < now - COUNT_MS) camera.arrivals.shift();
      for (const changed of camera.listeners) changed();
    }
    camera.isDecoding = false;
  }

  #requestPictures(): void {
    this.#watch.setCameras(document.hidden ? [] : [...this.#cameras.keys()].sort());
  }
}
