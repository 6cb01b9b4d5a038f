// The field some time ago, for synchronous clients whose vision is delayed (F4): keeps true states for as long as the delay, so that a
// picture is of exactly the instant that the delay asks for, at any length of a client's step.

import type { Hash64 } from "../../../math/Hash64.js";
import type { FieldState } from "../FieldState.js";

/** ns between kept states: at least this long, and no more than so many states in a delay. */
const MIN_GAP_NS = 1e6;
const MAX_STATES = 1000;

export type SightState = readonly FieldState[];

export class DelayedSight {
  #states: FieldState[] = [];

  /** `state` is a copy that does not change. */
  note(state: FieldState, delayNs: number): void {
    const gapNs = Math.max(MIN_GAP_NS, delayNs / MAX_STATES);
    const states = this.#states;
    // the newest state is always there, for a delay of 0
    if (states.length > 1 && (states.at(-1) as FieldState).timeNs - (states.at(-2) as FieldState).timeNs < gapNs)
      states.pop();
    states.push(state);
    const oldestNs = state.timeNs - delayNs;
    let n = 0;
    while (n + 1 < states.length && states[n + 1].timeNs <= oldestNs) n++;
    if (n > 0) states.splice(0, n);
  }

  /** The last state at or before this time; undefined: nothing was seen that early. */
  at(timeNs: number): FieldState | undefined {
    return this.#states.findLast((state) => state.timeNs <= timeNs);
  }

  save(): SightState {
    return [...this.#states];
  }

  restore(states: SightState): void {
    this.#states = [...states];
  }

  addTo(hash: Hash64): void {
    hash.addInt(this.#states.length);
    for (const { timeNs } of this.#states) hash.addInt(timeNs);
  }
}
