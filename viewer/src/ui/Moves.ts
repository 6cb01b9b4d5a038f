// Moves of entities by the user: every one can be taken back (Ctrl+Z).

import type { Store } from "../Store.js";
import { type Commands, OK } from "./Commands.js";
import type { Toasts } from "./Toasts.js";

type Orientation = readonly [number, number, number, number];

export class Moves {
  readonly #store: Store;
  readonly #commands: Commands;
  readonly #toasts: Toasts;

  constructor(store: Store, commands: Commands, toasts: Toasts) {
    this.#store = store;
    this.#commands = commands;
    this.#toasts = toasts;
  }

  /** Moves the entity of a body so that this body, of this id, is there. */
  async move(
    path: string,
    id: number,
    { position, orientation }: { position: readonly number[]; orientation?: Orientation },
  ): Promise<void> {
    const before = this.#store.poses.get(id)?.slice();
    const turn = orientation ? { orientation } : {};
    const { result } = await this.#commands.run("move", { name: path, position, ...turn });
    if (result === OK && before) this.#store.moves.note(path, before);
  }

  async undo(): Promise<void> {
    const last = this.#store.moves.take();
    if (!last) {
      this.#toasts.show("There is no move to take back.");
      return;
    }
    const [x, y, z, ...orientation] = last.pose;
    const [entity] = last.path.split("/");
    const { result } = await this.#commands.run("move", {
      name: last.path,
      position: [x, y, z],
      orientation,
    });
    if (result === OK) this.#toasts.show(`${entity} is back where it was.`);
  }
}
