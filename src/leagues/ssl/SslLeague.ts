// The Small Size League, as the list of leagues knows it (F1): without its code, which loads protobuf.

import type { League } from "../League.js";
import { SOCCER_FIELD } from "./field/SoccerFieldElement.js";
import { REFEREE_VERB } from "./referee/RefereeVerb.js";
import type { SslGuestOptions } from "./SslGuest.js";

export const SSL_LEAGUE: League = {
  element: SOCCER_FIELD,
  verbs: [REFEREE_VERB],
  load: async (_guest, options) => {
    const { sslGuest } = await import("./SslGuest.js");
    return sslGuest(options as SslGuestOptions | undefined);
  },
};
