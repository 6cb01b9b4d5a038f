// One viewer: what it watches, and how much of the world it has been told.

import type { ShownPicture } from "./ViewPictures.js";

/** The other end, whatever carries texts and bytes. */
export interface ViewLink {
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  /** Bytes sent and not yet taken. */
  readonly backlog: number;
}

/** What has to be told before the next change makes sense. */
export type ViewNeed = "nothing" | "poses" | "scene";

/** A viewer that has this much unread is skipped, bytes. */
export const VIEWER_BACKLOG = 1 << 16;

export class Viewer {
  readonly link: ViewLink;
  #needs: ViewNeed = "scene";
  #watched: readonly string[] = [];
  #watchesContacts = false;
  #cameras: ReadonlySet<string> = new Set();
  /** When the picture was taken that it was shown last, by camera. */
  readonly #shown = new Map<string, number>();
  /** Many numbers that it was told last, by path. */
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
  /** Whose pictures it wants. */
  get cameras(): ReadonlySet<string> {
    return this.#cameras;
  }
  /** Shows it a picture, unless it has that one or wants none. */
  show({ camera, timeNs }: ShownPicture, bytes: () => Uint8Array): void {
    if (!this.#cameras.has(camera) || this.#shown.get(camera) === timeNs || this.isBehind) return;
    this.#shown.set(camera, timeNs);
    this.link.sendBytes(bytes());
  }
  /** Tells it many numbers, unless it has them. */
  tellFan(path: string, numbers: readonly number[], bytes: () => Uint8Array): void {
    if (this.#fans.get(path) === numbers || this.isBehind) return;
    this.#fans.set(path, numbers);
    this.link.sendBytes(bytes());
  }
  get watchesContacts(): boolean {
    return this.#watchesContacts;
  }
  /** Not told yet of what it watches now. */
  get hasNewWatch(): boolean {
    return this.#hasNewWatch;
  }
  /** It has been told nothing at all. */
  get isNew(): boolean {
    return this.#isNew;
  }
  /** Updates that went by without it. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Instead of what was watched before. */
  watch(values: readonly string[], contacts: boolean, cameras: readonly string[] = []): void {
    this.#watched = values;
    this.#cameras = new Set(cameras);
    for (const name of this.#shown.keys()) if (!this.#cameras.has(name)) this.#shown.delete(name);
    for (const path of this.#fans.keys()) if (!values.includes(path)) this.#fans.delete(path);
    this.#watchesContacts = contacts;
    this.#hasNewWatch = true;
  }

  /** Something went by. */
  miss(what: "poses" | "scene"): void {
    if (this.isBehind) this.#skipped++;
    if (this.#needs !== "scene") this.#needs = what;
  }

  /** It has everything now. */
  told(): void {
    this.#needs = "nothing";
    this.#hasNewWatch = false;
    this.#isNew = false;
  }
}
