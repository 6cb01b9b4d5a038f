// Camera pictures for viewers (X1): pictures of robots' and of the world's own cameras as JPEG. A picture is requested when the
// camera has taken a new one and the previous request is done. Other threads render it, so the simulation does not wait.
// Pure: the wall clock is an argument.

import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import type { World } from "../../world/World.js";

/** Minimum interval between two pictures of one camera, ms. */
const MIN_INTERVAL_MS = 100;
/** Maximum number of pending requests; it keeps the wait short where rendering is slow. */
const MAX_PENDING = 8;

export interface ShownPicture {
  readonly camera: string;
  /** Time of capture. */
  readonly timeNs: number;
  /** A whole JPEG file. */
  readonly jpeg: Uint8Array;
}

interface Watched {
  /** Capture time of the last requested picture. */
  timeNs: number;
  askedMs: number;
  /** Number of the last request. Times are no substitute: several requests may have the same time. */
  turn: number;
  pending: Picture | undefined;
  newest: ShownPicture | undefined;
}

interface Due {
  readonly watched: Watched;
  readonly spec: PictureSpec;
}

export class ViewPictures {
  readonly #world: World;
  readonly #watched = new Map<string, Watched>();
  #turn = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** The newest finished picture of a watched camera. */
  newest(camera: string): ShownPicture | undefined {
    return this.#watched.get(camera)?.newest;
  }

  /** Collects finished pictures and requests new ones of the `wanted` cameras. */
  update(wanted: ReadonlySet<string>, nowMs: number): void {
    for (const name of this.#watched.keys()) if (!wanted.has(name)) this.#watched.delete(name);
    if (wanted.size === 0) return;
    const due: Due[] = [];
    let pending = 0;
    for (const { name, newest } of this.#world.pictureSources) {
      if (!wanted.has(name)) continue;
      const watched = this.#watched.get(name) ?? {
        timeNs: -1,
        askedMs: -MIN_INTERVAL_MS,
        turn: 0,
        pending: undefined,
        newest: undefined,
      };
      this.#watched.set(name, watched);
      takeDone(name, watched);
      if (watched.pending) pending++;
      const picture = newest();
      if (!picture || watched.pending || picture.spec.timeNs === watched.timeNs) continue;
      if (nowMs - watched.askedMs >= MIN_INTERVAL_MS) due.push({ watched, spec: picture.spec });
    }
    // cameras that have waited longest come first
    due.sort((a, b) => a.watched.turn - b.watched.turn);
    for (const { watched, spec } of due.slice(0, Math.max(0, MAX_PENDING - pending)))
      this.#request(watched, spec, nowMs);
  }

  #request(watched: Watched, spec: PictureSpec, nowMs: number): void {
    watched.pending = this.#world.cameraRenderer.take(displaySpec(spec, "jpeg"));
    watched.pending.begin();
    watched.askedMs = nowMs;
    watched.turn = ++this.#turn;
    watched.timeNs = spec.timeNs;
  }
}

function takeDone(camera: string, watched: Watched): void {
  const { pending } = watched;
  pending?.begin();
  if (!pending || (!pending.isReady && pending.isAway)) return;
  watched.pending = undefined;
  watched.newest = { camera, timeNs: pending.spec.timeNs, jpeg: pending.bytes() };
}
