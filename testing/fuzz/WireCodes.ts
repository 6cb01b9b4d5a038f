// Which codes of the table a client can get by what it sends, and why the others cannot reach it.

import { ERROR_TABLE, type ErrorCode } from "../../src/describe/SimError.js";

/** Told to a client for what others did, or the server. */
export const TOLD_BY_OTHERS: readonly ErrorCode[] = ["INTERNAL", "REMOVED", "SERVER_STOPPED"];

/** Never for what a client sends, by reason. */
export const NOT_ON_THE_WIRE: Readonly<Record<string, readonly ErrorCode[]>> = {
  "said of descriptions that a program makes; a document's element or number is named instead": [
    "PROPERTY_UNKNOWN",
    "AXIS_MISSING",
    "HEIGHTFIELD_MALFORMED",
  ],
  "only of world files": [
    "ELEMENT_UNSUPPORTED",
    "TOO_MANY_FILES",
    "INCLUDE_CYCLIC",
    "TOO_MANY_EVENTS",
    "EVENT_UNKNOWN",
    "EVENT_CYCLIC",
    "VERB_MISPLACED",
  ],
  "only of the library's own calls": [
    "ENTITY_TAKEN",
    "ENTITY_UNKNOWN",
    "MOVE_IMPOSSIBLE",
    "SNAPSHOT_FOREIGN",
    "DISPOSED",
  ],
  "for what others did, or the server": TOLD_BY_OTHERS,
  "the server's own misfortune": [
    "WORLD_BROKEN",
    "ENGINE_UNEXPECTED",
    "CONTROLLER_FAILED",
    "PORT_UNAVAILABLE",
    "RENDERER_MISSING",
    "NO_ADAPTER",
  ],
  "of plug-ins: nothing starts with one that is refused, and all ends with one that hangs": [
    "PLUGIN_REFUSED",
    "PLUGIN_HANGS",
  ],
  "of the league's protocols, at ports of their own (test/soccer)": [
    "INTERFACE_UNKNOWN",
    "UNREADABLE",
    "SENDER_REFUSED",
    "SYNC_STEP_WRONG",
    "SYNC_ASKED_TWICE",
    "SYNC_TEAM_UNKNOWN",
    "SYNC_RESTARTED",
    "PLAYER_UNKNOWN",
    "PLAYER_DRIVEN",
    "PLAYER_UNDESCRIBED",
    "FIELD_MISSING",
    "CUSTOM_UNKNOWN",
    "SPEC_IMPOSSIBLE",
    "BALL_MISSING",
  ],
  "only on the command line": ["FILE_UNWRITABLE", "SERVER_MISSING"],
  "only to whoever controls": [
    "LIMIT_UNKNOWN",
    "VERB_UNKNOWN",
    "ARGUMENT_WRONG",
    "STATE_WRONG",
    "LIGHT_UNKNOWN",
    "VERSION_WRONG",
    "TOO_MANY_REQUESTS",
    "SNAPSHOT_UNKNOWN",
    "REQUEST_TOO_LARGE",
    "TOKEN_WRONG",
    "ORIGIN_FORBIDDEN",
  ],
};

/**
 * Not to be met by a stream of bytes: too costly by chance (fuzz.test.ts has a robot for it), or said of a text frame on
 * WebSocket /client (test/server/sessions.test.ts sends one), or said on joining of one sensor on one kind of joint
 * (src/devices/ForceSensor.test.ts).
 */
export const BY_HAND: readonly ErrorCode[] = ["OVERCROWDED", "REQUEST_MALFORMED", "FORCE_NOT_MEASURABLE"];

const excluded = new Set<string>(Object.values(NOT_ON_THE_WIRE).flat());

/** What a fuzzer has to reach. */
export const WIRE_CODES: readonly string[] = Object.keys(ERROR_TABLE).filter((code) => !excluded.has(code));
