// The entry of the four-legged league in the list of leagues (L4).

import type { League } from "../League.js";
import { REFEREE_VERB } from "../shared/RefereeVerb.js";
import { LEGGED_FIELD } from "./field/LeggedFieldElement.js";
import type { LeggedGuestOptions } from "./LeggedGuest.js";

export const LEGGED_LEAGUE: League = {
  element: LEGGED_FIELD,
  verbs: [REFEREE_VERB],
  load: async (_guest, options) => {
    const { leggedGuest } = await import("./LeggedGuest.js");
    return leggedGuest(options as LeggedGuestOptions | undefined);
  },
};
