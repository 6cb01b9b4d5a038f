// The entry of the Small Size League in the list of leagues (F1). The league's code imports protobuf, so it is loaded on demand.

import type { League } from "../League.js";
import { REFEREE_VERB } from "../shared/RefereeVerb.js";
import { SOCCER_FIELD } from "./field/SoccerFieldElement.js";
import type { SslGuestOptions } from "./SslGuest.js";

export const SSL_LEAGUE: League = {
  element: SOCCER_FIELD,
  verbs: [REFEREE_VERB],
  load: async (_guest, options) => {
    const { sslGuest } = await import("./SslGuest.js");
    return sslGuest(options as SslGuestOptions | undefined);
  },
};
