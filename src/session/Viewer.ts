// One viewer: what it watches, and how much of the world it has been told.

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
  watch(values: readonly string[], contacts: boolean): void {
    this.#watched = values;
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
