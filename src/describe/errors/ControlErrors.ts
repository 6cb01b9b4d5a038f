// Errors of control (docs/control.md): verbs, arguments, snapshots, HTTP requests, viewers.

import type { ErrorRow } from "./ErrorRow.js";

export const CONTROL_ERRORS = {
  VERB_UNKNOWN: {
    what: "the verb does not exist",
    allowed: "one of the known verbs",
    advice: "Use `help` to list the verbs.",
  },
  VERB_FORBIDDEN: {
    what: "the world does not allow this verb to this robot",
    allowed: "the verbs of <Allow> in the world file",
    advice: "Add the verb to an <Allow> of the world file, or to --allow of the server.",
  },
  EVENT_LOOP: {
    what: "an event calls itself within one frame, so the frame would never end",
    allowed: "events that do not call each other in a cycle without delay",
    advice: "Remove the line with the verb event from one event of the cycle, or give that event an At.",
  },
  VERB_MISPLACED: {
    what: "an event cannot use this verb",
    allowed: "one of the verbs that events may use",
    advice: "Type the verb on the console instead.",
  },
  LIMIT_UNKNOWN: {
    what: "the limit does not exist",
    allowed: "one of the known limits",
    advice: "Check the spelling; names are case-sensitive.",
  },
  ARGUMENT_WRONG: {
    what: "an argument is missing or wrong",
    allowed: "the arguments that `help` shows for this verb",
    advice: "Use `help` to show the arguments of the verb.",
  },
  STATE_WRONG: {
    what: "this is not possible in the present state",
    allowed: "a request that fits the present state",
    advice: "Change the state first, or try again later.",
  },
  LIGHT_UNKNOWN: {
    what: "the world has no such light",
    allowed: "the name of a light of the world",
    advice: "Check the spelling of the name; names are case-sensitive.",
  },
  VERSION_WRONG: {
    what: "the viewer and the simulator have different versions",
    allowed: "the version of the simulator",
    advice: "Reload the page.",
  },
  TOO_MANY_REQUESTS: {
    what: "requests arrive too fast",
    allowed: "a rate within the limit",
    advice: "Wait for a reply before you send the next request.",
  },
  SNAPSHOT_UNKNOWN: {
    what: "the snapshot does not exist",
    allowed: "the name of an existing snapshot",
    advice: "Take a snapshot with `snapshot`, or name an existing one.",
  },
  REQUEST_MALFORMED: {
    what: "the request cannot be read",
    allowed: "POST /api/VERB with a JSON object",
    advice: "Compare the request with docs/control.md, or with docs/protocol.md for a robot.",
  },
  REQUEST_TOO_LARGE: {
    what: "the request is too large",
    allowed: "a size within the limit",
    advice: "Send smaller requests.",
  },
  TOKEN_WRONG: {
    what: "the token is missing or wrong",
    allowed: "the token that the server printed at its start",
    advice: "Copy the token from the line that the server printed.",
  },
  ORIGIN_FORBIDDEN: {
    what: "requests from this page or to this host name are not allowed",
    allowed: "pages of this server, under a name on which it listens",
    advice: "Open the page with an address that the server printed.",
  },
} as const satisfies Record<string, ErrorRow>;
