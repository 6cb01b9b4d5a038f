// Bodies that somebody pulls at (E4): a hand that is moved thirty times a second. A pull that is not said again ends after
// half a second of the wall clock, so that a page that is closed lets go.

import type { Physics } from "../../physics/Physics.js";
import { applyPull, type Pull } from "../../physics/Pull.js";

/** Of silence, ms. */
const SILENCE_MS = 500;
const MAX_PULLS = 64;

interface HeldPull extends Pull {
  readonly untilMs: number;
}

export class Pulls {
  /** By ENTITY/BODY. */
  readonly #held = new Map<string, HeldPull>();

  get names(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** In place of one at the same body. */
  hold(pull: Pull, nowMs: number): void {
    const name = `${pull.entity}/${pull.body}`;
    // the one that was said longest ago lets go
    this.#held.delete(name);
    if (this.#held.size >= MAX_PULLS) this.#held.delete(this.names[0]);
    this.#held.set(name, { ...pull, untilMs: nowMs + SILENCE_MS });
  }

  /** Of one body, or of all of an entity. Gives how many ended. */
  release(name: string): number {
    const ended = this.names.filter((one) => one === name || one.startsWith(`${name}/`));
    for (const one of ended) this.#held.delete(one);
    return ended.length;
  }

  clear(): void {
    this.#held.clear();
  }

  /** Forces for the step that comes now. */
  apply(physics: Physics, nowMs: number): void {
    if (this.#held.size === 0) return;
    for (const [name, pull] of this.#held)
      if (nowMs > pull.untilMs || !hasBody(physics, pull)) this.#held.delete(name);
      else applyPull(physics, pull);
  }
}

/** Somebody else may have come under the same name. */
const hasBody = (physics: Physics, { entity, body }: Pull): boolean =>
  physics.has(entity) && physics.entity(entity).bodies.some(({ name }) => name === body);
