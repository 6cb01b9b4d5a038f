// What the actions of plug-ins keep (E3), as JSON by name. Part of the world's state.

import { memoryText } from "../devices/plugin/Action.js";
import type { Hash64 } from "../math/Hash64.js";

export type ActionMemoryState = ReadonlyMap<string, string>;

export class ActionMemory {
  #texts: ActionMemoryState = new Map();

  get(action: string): unknown {
    const text = this.#texts.get(action);
    return text === undefined ? undefined : JSON.parse(text);
  }

  keep(action: string, memory: unknown): void {
    const next = new Map(this.#texts);
    if (memory === undefined) next.delete(action);
    else next.set(action, memoryText(action, memory));
    this.#texts = next;
  }

  // ---- state

  reset(): void {
    this.#texts = new Map();
  }

  save(): ActionMemoryState {
    return this.#texts;
  }

  restore(state: ActionMemoryState): void {
    this.#texts = state;
  }

  addTo(hash: Hash64): void {
    for (const name of [...this.#texts.keys()].sort())
      hash.addString(`action ${name}`).addString(this.#texts.get(name) as string);
  }
}
