// Names that the protocol itself uses (W8): nothing that gets messages may have one of them, and nobody but the server
// sends them, Timestamp and SimEnd apart.

export const RESERVED_NAMES: readonly string[] = Object.freeze(
  "Hello Timestamp FrameEnd SimEnd Error Missed Reset Console Event".split(" "),
);
