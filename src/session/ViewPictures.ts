// The pictures of cameras for viewers (X1): what robots and the world's own cameras see, as JPEG. A picture is asked for when
// the camera has taken a new one and the one before is done; drawing it holds nobody up as long as other threads draw.
// Pure: the wall clock is an argument.

import { type Picture, shownShot } from "../render/Picture.js";
import type { World } from "../world/World.js";

/** No camera is shown more often, ms. */
const LEAST_MS = 100;
/** Nobody else draws it: after so long we do it ourselves, ms. */
const MOST_WAIT_MS = 500;

export interface ShownPicture {
  readonly camera: string;
  /** When it was taken. */
  readonly timeNs: number;
  /** A file. */
  readonly jpeg: Uint8Array;
}

interface Watched {
  /** Of the last one that was asked for. */
  timeNs: number;
  askedMs: number;
  pending: Picture | undefined;
  newest: ShownPicture | undefined;
}

export class ViewPictures {
  readonly #world: World;
  readonly #watched = new Map<string, Watched>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The last one of a camera that somebody watches. */
  newest(camera: string): ShownPicture | undefined {
    return this.#watched.get(camera)?.newest;
  }

  /** Looks after all cameras that are wanted. */
  update(wanted: ReadonlySet<string>, nowMs: number): void {
    for (const name of this.#watched.keys()) if (!wanted.has(name)) this.#watched.delete(name);
    if (wanted.size === 0) return;
    for (const { name, newest } of this.#world.pictureSources) {
      if (!wanted.has(name)) continue;
      const watched = this.#watched.get(name) ?? {
        timeNs: -1,
        askedMs: -LEAST_MS,
        pending: undefined,
        newest: undefined,
      };
      this.#watched.set(name, watched);
      takeDone(name, watched, nowMs);
      const picture = newest();
      if (!picture || watched.pending || picture.shot.timeNs === watched.timeNs) continue;
      if (nowMs - watched.askedMs < LEAST_MS) continue;
      watched.pending = this.#world.photographer.take(shownShot(picture.shot, "jpeg"));
      watched.pending.begin();
      watched.askedMs = nowMs;
      watched.timeNs = picture.shot.timeNs;
    }
  }
}

function takeDone(camera: string, watched: Watched, nowMs: number): void {
  const { pending, askedMs } = watched;
  if (!pending || (!pending.isReady && nowMs - askedMs < MOST_WAIT_MS)) return;
  watched.pending = undefined;
  watched.newest = { camera, timeNs: pending.shot.timeNs, jpeg: pending.bytes() };
}
