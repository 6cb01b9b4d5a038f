// The entry of a league: its element for world files and its verbs for the console, which are always available. The league's code,
// and the libraries that it needs, are loaded only for a world that has the element.

import type { GuestElement, WorldGuest } from "../describe/world/WorldGuest.js";
import type { GuestFactory } from "../session/Guest.js";
import type { Verb } from "../session/verbs/Verbs.js";

export interface League {
  /** Its element in world files; `element.guest` is the league's name. */
  readonly element: GuestElement;
  /** Verbs of the console. In a world without the league they throw STATE_WRONG. */
  readonly verbs: readonly Verb[];
  /** Loads the code. `options` are those of the league's guest. */
  load(guest: WorldGuest, options?: unknown): Promise<GuestFactory>;
}
