// Errors of a robot's client: joining the world, messages of the protocol (W1 to W9), time limits, the end of a session.

import type { ErrorRow } from "./ErrorRow.js";

export const WIRE_ERRORS = {
  SPAWN_BLOCKED: {
    what: "the robot or object would start inside another solid",
    allowed: "a free place",
    advice: "Choose another Offset, or wait until the place is free.",
  },
  MESSAGE_TOO_SHORT: {
    what: "a message is shorter than its header",
    allowed: "at least 6 bytes",
    advice: "Count the whole message in its length, including the 4 bytes of the length itself.",
  },
  MESSAGE_TOO_LONG: {
    what: "a message is too long",
    allowed: "a length within the limit",
    advice: "Check that lengths are little-endian and that no earlier message was cut short.",
  },
  MESSAGE_UNNAMED: {
    what: "a message has no valid name",
    allowed: "a name in UTF-8 that ends with a 0 byte",
    advice: "End every name with a 0 byte, and do not send an empty name.",
  },
  MESSAGE_RESERVED: {
    what: "only the server sends this message",
    allowed: "Timestamp, SimEnd or the name of a component; Event and Console where the world allows them",
    advice: "Send SimEnd at the end of an answer, and none of the messages of the server.",
  },
  EVENT_UNHEARD: {
    what: "no trigger of the world waits for this event of this robot",
    allowed: "the text of a <Message> of a trigger",
    advice: "Check the spelling of the text; it is case-sensitive.",
  },
  LINE_MALFORMED: {
    what: "a line of USARSim's protocol cannot be read",
    allowed: "COMMAND {Name Value} {Name Value} ...",
    advice: "Compare the line with the allowed form.",
  },
  LINE_TOO_LONG: {
    what: "a line of USARSim's protocol is too long",
    allowed: "a length within the limit",
    advice: "End every command with a line feed.",
  },
  LINE_UNKNOWN: {
    what: "USARSim's protocol has no such command",
    allowed: "one of the commands of the protocol",
    advice: "Check the spelling of the command.",
  },
  LINE_UNSUPPORTED: {
    what: "this command of USARSim cannot be executed",
    allowed: "the commands that fit the robot",
    advice: "Use a command that fits the robot.",
  },
  COMPONENT_DEAF: {
    what: "this component accepts no messages",
    allowed: "the name of a component that accepts messages",
    advice: "Send only to components whose `takes` in Hello is not empty.",
  },
  PAYLOAD_SIZE_WRONG: {
    what: "the payload of a message has the wrong size",
    allowed: "the expected number of bytes",
    advice: "Send exactly the fields that Hello lists in `takes` (docs/protocol.md).",
  },
  TIMESTAMP_LATE: {
    what: "the timestamp is later than the frame that it answers",
    allowed: "the time of the frame, or earlier",
    advice: "Copy the Timestamp of the frame that you answer, or leave it out.",
  },
  TOO_MANY_MESSAGES: {
    what: "an answer has too many messages",
    allowed: "a number within the limit",
    advice: "Send each command once per frame, and end the answer with SimEnd.",
  },
  TOO_FAR_AHEAD: {
    what: "the client sent too much in advance",
    allowed: "an amount within the limit",
    advice: "Send fewer commands, and wait for a frame before you answer it.",
  },
  DOCUMENT_LATE: {
    what: "the document did not end in time",
    allowed: "a document and %% within the timeout",
    advice: "Send %% directly after the document.",
  },
  STALLED: {
    what: "the client did not answer in time",
    allowed: "an answer to every frame within the timeout",
    advice: "End every answer with SimEnd, or change the timeout with --stall of the server.",
  },
  BACKLOG_FULL: {
    what: "the client does not read what the server sends",
    allowed: "unread data within the limit",
    advice: "Read continuously, or request fewer samples with Rate and ControlRate.",
  },
  MEMORY_FULL: {
    what: "the connections of the server hold too much memory, this one the most",
    allowed: "unread output and unfinished input of all connections within the limit",
    advice: "Read continuously, and send documents at once; or raise the limit with --limit connectionBytes=N.",
  },
  TOO_MANY_CLIENTS: {
    what: "the server has too many clients or robots",
    allowed: "a number within the limit",
    advice: "Wait until a client leaves, or raise the limit with --limit clients=N.",
  },
  NOT_IN_SNAPSHOT: {
    what: "the restored snapshot does not contain this robot",
    allowed: "a robot that is part of the snapshot",
    advice: "Connect again.",
  },
  REMOVED: {
    what: "the robot was removed from the world",
    allowed: "a robot that is still in the world",
    advice: "Connect again to add the robot to the world again.",
  },
  INTERNAL: {
    what: "the simulator has a defect",
    allowed: "nothing: no input avoids this error",
    advice: "Report it with the document and the output of the server.",
  },
  SERVER_STOPPED: {
    what: "the server stopped",
    allowed: "a running server",
    advice: "Start the server again, then connect.",
  },
} as const satisfies Record<string, ErrorRow>;
