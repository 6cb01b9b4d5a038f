// Which codes of the table a client can get by what it sends, and why the others cannot reach it.

import { ERROR_TABLE, type ErrorCode } from "../../src/describe/SimError.js";

/** Never over the wire, by reason. */
export const NOT_ON_THE_WIRE: Readonly<Record<string, readonly ErrorCode[]>> = {
  "said of descriptions that a program makes; a document's element or number is named instead": [
    "PROPERTY_UNKNOWN",
    "AXIS_MISSING",
    "HEIGHTFIELD_MALFORMED",
  ],
  "only of world files": ["ELEMENT_UNSUPPORTED", "TOO_MANY_FILES", "INCLUDE_CYCLIC"],
  "only of the library's own calls": [
    "ENTITY_TAKEN",
    "ENTITY_UNKNOWN",
    "MOVE_IMPOSSIBLE",
    "SNAPSHOT_FOREIGN",
    "DISPOSED",
  ],
  "the server's own misfortune": [
    "WORLD_BROKEN",
    "ENGINE_UNEXPECTED",
    "INTERNAL",
    "SERVER_STOPPED",
    "CONTROLLER_FAILED",
    "PORT_UNAVAILABLE",
  ],
  "only to whoever controls": [
    "VERB_UNKNOWN",
    "ARGUMENT_WRONG",
    "STATE_WRONG",
    "SNAPSHOT_UNKNOWN",
    "REQUEST_MALFORMED",
    "REQUEST_TOO_LARGE",
    "TOKEN_WRONG",
    "ORIGIN_FORBIDDEN",
  ],
};

/** Too costly to be met by chance: the test has a stream for each. */
export const BY_HAND: readonly ErrorCode[] = ["OVERCROWDED"];

const excluded = new Set<string>(Object.values(NOT_ON_THE_WIRE).flat());

/** What a fuzzer has to reach. */
export const WIRE_CODES: readonly string[] = Object.keys(ERROR_TABLE).filter((code) => !excluded.has(code));
