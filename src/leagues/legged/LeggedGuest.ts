// A match of the four-legged league as a guest of the simulation (L4).

import type { Guest, GuestFactory } from "../../session/Guest.js";
import { LEGGED_FIELD } from "./field/LeggedFieldElement.js";

export class LeggedGuest implements Guest {
  readonly name = LEGGED_FIELD.guest;
}

export const leggedGuest = (): GuestFactory => () => new LeggedGuest();
