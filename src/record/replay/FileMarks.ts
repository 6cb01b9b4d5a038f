// The marks that a recording itself has (/marks): goals, errors, marks that a user set, robots that join and leave, resets.

import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { MarkKind } from "../channels/LogChannels.js";
import type { Recording } from "../mcap/Recording.js";
import type { ReplayMark } from "./ReplayMarks.js";

/** Undefined: no mark for a time bar. */
const SHOWN: Readonly<Record<MarkKind, ReplayMark["kind"] | undefined>> = {
  mark: "note",
  goal: "goal",
  error: "problem",
  join: "robot",
  leave: "robot",
  reset: "reset",
  start: undefined,
  stop: undefined,
};
const WORDS: Readonly<Partial<Record<string, string>>> = { join: "joined", leave: "left" };
const [KIND, TEXT] = [2, 3];

/** `firstNs`: time of the recording at its start. Undefined: the recording has no channel of marks. */
export function readFileMarks(recording: Recording, firstNs: bigint): readonly ReplayMark[] | undefined {
  let isThere = false;
  const marks: ReplayMark[] = [];
  for (const { recordNs, data } of recording.messages({ topics: (topic) => topic === "/marks" })) {
    isThere = true;
    const { kind, text } = readMark(data);
    const shown = Object.hasOwn(SHOWN, kind) ? SHOWN[kind as MarkKind] : undefined;
    const words = WORDS[kind];
    if (shown)
      marks.push({ at: Number(recordNs - firstNs) / 1e9, kind: shown, text: words ? `${text} ${words}` : text });
  }
  return isThere ? marks : undefined;
}

/** A message ubersim.Mark; fields of other versions are skipped. */
function readMark(data: Uint8Array): { readonly kind: string; readonly text: string } {
  const reader = new BinaryReader(data);
  const mark = { kind: "", text: "" };
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === KIND) mark.kind = reader.string();
    else if (field === TEXT) mark.text = reader.string();
    else reader.skip(wireType);
  }
  return mark;
}
