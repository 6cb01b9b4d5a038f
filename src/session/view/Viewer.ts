// One viewer: what it watches, and what it has been sent.

import type { ShownPicture } from "./ViewPictures.js";

/** The connection to a viewer. */
export interface ViewLink {
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  /** Bytes sent and not yet read. */
  readonly backlog: number;
}

/** The state that a viewer must get before it can use updates. */
export type ViewNeed = "nothing" | "poses" | "scene";

/** A viewer with more unread output misses updates, bytes. */
export const VIEWER_BACKLOG = 1 << 16;

export class Viewer {
  readonly link: ViewLink;
  #needs: ViewNeed = "scene";
  #watched: readonly string[] = [];
  #watchesContacts = false;
  #cameras: ReadonlySet<string> = new Set();
  /** Capture time of the last picture that was sent, ns, by camera. */
  readonly #shown = new Map<string, number>();
  /** The numbers of ray fans that were sent last, by path. */
  readonly #fans = new Map<string, readonly number[]>();
  #hasNewWatch = false;
  #isNew = true;
  #skipped = 0;

  constructor(link: ViewLink) {
    this.link = link;
  }

  get isBehind(): boolean {
    return this.link.backlog > VIEWER_BACKLOG;
  }
  get needs(): ViewNeed {
    return this.#needs;
  }
  get watched(): readonly string[] {
    return this.#watched;
  }
  /** Cameras whose pictures it watches. */
  get cameras(): ReadonlySet<string> {
    return this.#cameras;
  }
  /** Sends a picture, unless the viewer has it, does not watch the camera, or is behind. */
  sendPicture({ camera, timeNs }: ShownPicture, bytes: () => Uint8Array): void {
    if (!this.#cameras.has(camera) || this.#shown.get(camera) === timeNs || this.isBehind) return;
    this.#shown.set(camera, timeNs);
    this.link.sendBytes(bytes());
  }
  /** Sends the numbers of a ray fan, unless the viewer has them or is behind. */
  sendFan(path: string, numbers: readonly number[], bytes: () => Uint8Array): void {
    if (this.#fans.get(path) === numbers || this.isBehind) return;
    this.#fans.set(path, numbers);
    this.link.sendBytes(bytes());
  }
  get watchesContacts(): boolean {
    return this.#watchesContacts;
  }
  /** The watch list has changed since the last update. */
  get hasNewWatch(): boolean {
    return this.#hasNewWatch;
  }
  /** Nothing has been sent yet. */
  get isNew(): boolean {
    return this.#isNew;
  }
  /** Number of missed updates. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Replaces the watch list. */
  watch(values: readonly string[], contacts: boolean, cameras: readonly string[] = []): void {
    this.#watched = values;
    this.#cameras = new Set(cameras);
    for (const name of this.#shown.keys()) if (!this.#cameras.has(name)) this.#shown.delete(name);
    for (const path of this.#fans.keys()) if (!values.includes(path)) this.#fans.delete(path);
    this.#watchesContacts = contacts;
    this.#hasNewWatch = true;
  }

  /** Notes that an update was not sent. */
  miss(what: "poses" | "scene"): void {
    if (this.isBehind) this.#skipped++;
    if (this.#needs !== "scene") this.#needs = what;
  }

  /** Notes that the viewer is up to date. */
  markCurrent(): void {
    this.#needs = "nothing";
    this.#hasNewWatch = false;
    this.#isNew = false;
  }
}
