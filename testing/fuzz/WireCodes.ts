// Error codes that a client can cause by its bytes, and the reasons why the other codes are excluded.

import { ERROR_TABLE, type ErrorCode } from "../../src/describe/SimError.js";

/** Sent to a client because of other clients or of the server. */
export const TOLD_BY_OTHERS: readonly ErrorCode[] = ["INTERNAL", "REMOVED", "SERVER_STOPPED", "MEMORY_FULL"];

/** Codes that a client's bytes cannot cause, by reason. */
export const NOT_ON_THE_WIRE: Readonly<Record<string, readonly ErrorCode[]>> = {
  "for descriptions made by a program; for a document the error names its element or number": [
    "PROPERTY_UNKNOWN",
    "AXIS_MISSING",
    "HEIGHTFIELD_MALFORMED",
  ],
  "only for world files": [
    "ELEMENT_UNSUPPORTED",
    "TOO_MANY_FILES",
    "INCLUDE_CYCLIC",
    "TOO_MANY_EVENTS",
    "EVENT_UNKNOWN",
    "ACTION_UNKNOWN",
    "EVENT_CYCLIC",
    "TRIGGER_CONDITION",
    "PATH_MALFORMED",
    "PATH_OPEN",
    "PATH_JOINTED",
    "PATH_MISSING",
    "VERB_MISPLACED",
    "EVENT_LOOP",
  ],
  "in a reply to a line of the console, which ends nothing (src/session/Triggers.test.ts)": ["VERB_FORBIDDEN"],
  "only for calls of the library": [
    "ENTITY_TAKEN",
    "ENTITY_UNKNOWN",
    "MOVE_IMPOSSIBLE",
    "SNAPSHOT_FOREIGN",
    "DISPOSED",
  ],
  "caused by other clients or by the server": TOLD_BY_OTHERS,
  "failures of the server itself": [
    "WORLD_BROKEN",
    "ENGINE_UNEXPECTED",
    "ENGINE_LOST",
    "CONTROLLER_FAILED",
    "SERVER_HANGS",
    "FILES_EXHAUSTED",
    "PORT_UNAVAILABLE",
    "RENDERER_MISSING",
    "NO_ADAPTER",
  ],
  "for plug-ins: a server does not start with a refused plug-in, and ends if one hangs": [
    "PLUGIN_REFUSED",
    "PLUGIN_HANGS",
  ],
  "for the league's protocols, which have separate ports (test/soccer)": [
    "INTERFACE_UNKNOWN",
    "UNREADABLE",
    "SENDER_REFUSED",
    "SYNC_STEP_WRONG",
    "SYNC_ASKED_TWICE",
    "SPEC_UNREACHED",
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
  "for USARSim's protocol, which has separate ports (test/usarsim)": [
    "LINE_MALFORMED",
    "LINE_TOO_LONG",
    "LINE_UNKNOWN",
    "LINE_UNSUPPORTED",
  ],
  "only on the command line": ["FILE_UNWRITABLE", "SERVER_MISSING"],
  "only of recordings": [
    "RECORD_BROKEN",
    "RECORD_FOREIGN",
    "FILE_EXISTS",
    "RECORDING_ENDED",
    "RECORDING_UNREADABLE",
    "REFERENCE_UNREADABLE",
    "SIGNAL_UNKNOWN",
  ],
  "only for control requests": [
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
    "EDIT_CONFLICT",
    "EDIT_IMPOSSIBLE",
    "ELEMENT_INCLUDED",
  ],
};

/**
 * Codes that random streams do not reach. OVERCROWDED is too rare (fuzz.test.ts has a robot for it),
 * TREE_TOO_DEEP needs a chain of 97 bodies (src/physics/model/TreeDepth.test.ts), REQUEST_MALFORMED is for
 * a text frame on WebSocket /client (test/server/sessions.test.ts sends one), FORCE_NOT_MEASURABLE is for one sensor on one
 * kind of joint (src/devices/sensors/ForceSensor.test.ts), DOCUMENT_LATE needs a document without an end and
 * a stall in one stream (src/session/Simulation.test.ts).
 */
export const BY_HAND: readonly ErrorCode[] = [
  "OVERCROWDED",
  "TREE_TOO_DEEP",
  "REQUEST_MALFORMED",
  "FORCE_NOT_MEASURABLE",
  "DOCUMENT_LATE",
];

const excluded = new Set<string>(Object.values(NOT_ON_THE_WIRE).flat());

/** Codes that the fuzzer has to reach. */
export const WIRE_CODES: readonly string[] = Object.keys(ERROR_TABLE).filter((code) => !excluded.has(code));
