// Reads `--limit NAME=VALUE`: limits of sessions (W8) and of robot documents (R11). With `world.` before the name, the limit is
// one of the world file. SessionLimits.ts and DocumentLimits.ts list the limits.

import { DEFAULT_LIMITS, type DocumentLimits } from "../describe/DocumentLimits.js";
import { SimError, showValue, unknownName } from "../describe/SimError.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "../session/clients/SessionLimits.js";

interface GivenLimits {
  readonly limits: Partial<SessionLimits>;
  readonly documentLimits: Partial<DocumentLimits>;
  readonly worldLimits: Partial<DocumentLimits>;
}

const WORLD = "world.";
const SESSION_NAMES = Object.keys(DEFAULT_SESSION_LIMITS);
const DOCUMENT_NAMES = Object.keys(DEFAULT_LIMITS);

export const LIMIT_NAMES: readonly string[] = [
  ...SESSION_NAMES,
  ...DOCUMENT_NAMES,
  ...DOCUMENT_NAMES.map((name) => WORLD + name),
];

/** Throws LIMIT_UNKNOWN or VALUE_OUT_OF_RANGE. If a name is repeated, its last value counts. */
export function readLimits(given: readonly string[] = []): GivenLimits {
  const [limits, documentLimits, worldLimits]: Record<string, number>[] = [{}, {}, {}];
  for (const text of given) {
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    if (!LIMIT_NAMES.includes(name)) throw unknownName("LIMIT_UNKNOWN", "--limit", name, LIMIT_NAMES);
    const value = readValue(name, at < 0 ? "" : text.slice(at + 1));
    if (SESSION_NAMES.includes(name)) limits[name] = value;
    else if (name.startsWith(WORLD)) worldLimits[name.slice(WORLD.length)] = value;
    else documentLimits[name] = value;
  }
  return { limits, documentLimits, worldLimits };
}

/** Seconds may have a fraction; all other limits are whole numbers. */
function readValue(name: string, text: string): number {
  const value = Number(text);
  const isSeconds = name.endsWith("Seconds");
  if (text.trim() !== "" && (isSeconds ? value > 0 : Number.isSafeInteger(value) && value >= 0)) return value;
  throw new SimError("VALUE_OUT_OF_RANGE", {
    where: `--limit ${name}`,
    found: showValue(text),
    allowed: isSeconds ? "a number of seconds above 0" : "a whole number of at least 0",
  });
}
