// Flags that several leagues have: `ubersim run` takes them once, and each league reads them for its own worlds.

import type { OptionTable } from "../Arguments.js";

export const GAME_OPTIONS = {
  referee: { type: "string" },
  half: { type: "string" },
  play: { type: "boolean", default: false },
  opponent: { type: "string" },
} as const satisfies OptionTable;
