// The active pulls of the verb `pull` (E4). A viewer repeats the verb up to 30 times per second while the mouse drags a body.
// A pull that is not repeated ends after 0.5 s of wall-clock time, so that closing the page ends it.

import type { Physics } from "../../physics/Physics.js";
import { applyPull, type Pull } from "../../physics/Pull.js";
import type { Inputs } from "../journal/Inputs.js";

/** A pull ends this long after it was last repeated, ms. */
const TIMEOUT_MS = 500;
const MAX_PULLS = 64;

export interface HeldPull extends Pull {
  readonly untilMs: number;
}

export class Pulls {
  /** By ENTITY/BODY, the least recently repeated first. */
  readonly #held = new Map<string, HeldPull>();
  readonly #inputs: Inputs;

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
  }

  get held(): readonly HeldPull[] {
    return [...this.#held.values()];
  }

  /** Those of a saved run. */
  set held(pulls: readonly HeldPull[]) {
    this.#held.clear();
    for (const pull of pulls) this.#held.set(`${pull.entity}/${pull.body}`, pull);
  }

  get names(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Starts or repeats a pull; it replaces one on the same body. */
  hold(pull: Pull, nowMs: number): void {
    const name = `${pull.entity}/${pull.body}`;
    // if there are too many, the least recently repeated one ends
    this.#held.delete(name);
    if (this.#held.size >= MAX_PULLS) this.#held.delete(this.names[0]);
    this.#held.set(name, { ...pull, untilMs: nowMs + TIMEOUT_MS });
  }

  /** Ends the pulls on ENTITY/BODY, or on all bodies of ENTITY. Returns their number. */
  release(name: string): number {
    const ended = this.names.filter((one) => one === name || one.startsWith(`${name}/`));
    for (const one of ended) this.#held.delete(one);
    return ended.length;
  }

  clear(): void {
    this.#held.clear();
  }

  /** Applies the forces for the next step. */
  apply(physics: Physics, nowMs: number): void {
    if (this.#held.size === 0) return;
    for (const [name, pull] of this.#held)
      if (nowMs > pull.untilMs || !hasBody(physics, pull)) {
        this.#held.delete(name);
        this.#inputs.note({ kind: "unpull", name });
      } else applyPull(physics, pull);
  }
}

/** The entity may have been removed, or replaced by another one of the same name. */
const hasBody = (physics: Physics, { entity, body }: Pull): boolean =>
  physics.has(entity) && physics.entity(entity).bodies.some(({ name }) => name === body);
