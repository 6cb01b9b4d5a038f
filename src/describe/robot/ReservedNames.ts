// Names of the protocol's own messages (W8). No component that receives messages may have one of them. Clients send only
// Timestamp and SimEnd.

export const RESERVED_NAMES: readonly string[] = Object.freeze(
  "Hello Timestamp FrameEnd SimEnd Error Missed Reset Console Event".split(" "),
);
