// The pictures of cameras for viewers (X1): what robots and the world's own cameras see, as JPEG. A picture is asked for when
// the camera has taken a new one and the one before is done; drawing it holds nobody up as long as other threads draw.
// Pure: the wall clock is an argument.

import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import type { World } from "../../world/World.js";

/** No camera is shown more often, ms. */
const MIN_MS = 100;
/** Nobody else draws it: after so long we do it ourselves, ms. */
const MAX_WAIT_MS = 500;
/** Asked for at once: where drawing is slow there are fewer, none waits long. */
const MAX_PENDING = 8;

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
  /** Counts those that were asked for: several may be of one instant. */
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

  /** The last one of a camera that somebody watches. */
  newest(camera: string): ShownPicture | undefined {
    return this.#watched.get(camera)?.newest;
  }

  /** Looks after all cameras that are wanted. */
  update(wanted: ReadonlySet<string>, nowMs: number): void {
    for (const name of this.#watched.keys()) if (!wanted.has(name)) this.#watched.delete(name);
    if (wanted.size === 0) return;
    const due: Due[] = [];
    let pending = 0;
    for (const { name, newest } of this.#world.pictureSources) {
      if (!wanted.has(name)) continue;
      const watched = this.#watched.get(name) ?? {
        timeNs: -1,
        askedMs: -MIN_MS,
        turn: 0,
        pending: undefined,
        newest: undefined,
      };
      this.#watched.set(name, watched);
      takeDone(name, watched, nowMs);
      if (watched.pending) pending++;
      const picture = newest();
      if (!picture || watched.pending || picture.spec.timeNs === watched.timeNs) continue;
      if (nowMs - watched.askedMs >= MIN_MS) due.push({ watched, spec: picture.spec });
    }
    // who has waited longest comes first
    due.sort((a, b) => a.watched.turn - b.watched.turn);
    for (const { watched, spec } of due.slice(0, Math.max(0, MAX_PENDING - pending))) this.#ask(watched, spec, nowMs);
  }

  #ask(watched: Watched, spec: PictureSpec, nowMs: number): void {
    watched.pending = this.#world.cameraRenderer.take(displaySpec(spec, "jpeg"));
    watched.pending.begin();
    watched.askedMs = nowMs;
    watched.turn = ++this.#turn;
    watched.timeNs = spec.timeNs;
  }
}

function takeDone(camera: string, watched: Watched, nowMs: number): void {
  const { pending, askedMs } = watched;
  if (!pending || (!pending.isReady && nowMs - askedMs < MAX_WAIT_MS)) return;
  watched.pending = undefined;
  watched.newest = { camera, timeNs: pending.spec.timeNs, jpeg: pending.bytes() };
}
