// What the page subscribes to: each part of the page sets the paths it shows; the union is sent when it changes.

import type { Connection } from "../Connection.js";
import type { Store } from "../Store.js";

/** Maximum number of watched paths. */
const MAX_PATHS = 200;

export class WatchList {
  readonly #store: Store;
  readonly #connection: Connection;
  readonly #paths = new Map<string, readonly string[]>();
  #cameras: readonly string[] = [];
  #sent = "";
  #isDue = false;

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#connection = connection;
    store.on("connection", () => {
      this.#sent = "";
      this.#schedule();
    });
    store.on("settings", () => this.#schedule());
  }

  /** Replaces the paths of one part of the page. Above MAX_PATHS, parts that registered first win. */
  setPaths(owner: string, paths: readonly string[]): void {
    this.#paths.set(owner, paths);
    this.#schedule();
  }

  /** Replaces the cameras whose pictures are requested. */
  setCameras(cameras: readonly string[]): void {
    this.#cameras = cameras;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#store.connection.state !== "open") return;
    const values = [...new Set([...this.#paths.values()].flat())].slice(0, MAX_PATHS);
    const cameras = this.#cameras.slice(0, MAX_PATHS);
    const request = { type: "watch", values, contacts: this.#store.settings.showContacts, cameras } as const;
    const text = JSON.stringify(request);
    if (text !== this.#sent && this.#connection.send(request)) this.#sent = text;
  }
}
