// One stream as it will be played: the bytes, how they are cut into packets and when each is sent, and what happens
// around it at which tick. A tick is one call of Simulation.run, so at most one frame.

import { RandomStream } from "../../src/math/RandomStream.js";
import { MessageReader } from "../../src/session/clients/Codec.js";
import { mutateDocument } from "./DocumentMutation.js";
import { goodAnswer, pick, pickSpecimen, type Specimen } from "./Specimens.js";
import { BYTE_MUTATIONS, type FuzzEvent, MESSAGE_MUTATIONS } from "./StreamMutation.js";

interface Packet {
  readonly tick: number;
  readonly from: number;
  readonly to: number;
}

export interface Script {
  /** List of the mutations, for reports. */
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly packets: readonly Packet[];
  readonly events: readonly { readonly tick: number; readonly event: FuzzEvent }[];
  readonly ticks: number;
  readonly isLocal: boolean;
}

const encoder = new TextEncoder();

/** A valid session without mutations, for comparison. */
export function goodScript(specimen: Specimen, seed: number, frames = 8): Script {
  const random = new RandomStream(seed);
  const answers = Array.from({ length: frames }, () => goodAnswer(specimen, random)).flat();
  const bytes = Buffer.concat([encoder.encode(`${specimen.text}%%`), ...answers]);
  return {
    label: "untouched",
    bytes,
    packets: [{ tick: 0, from: 0, to: bytes.length }],
    events: [],
    ticks: frames,
    isLocal: true,
  };
}

/** A valid document and a valid session that is mutated after its %%. */
export function sessionScript(seed: number): Script {
  const random = new RandomStream(seed);
  const specimen = pickSpecimen(random);
  const frames = 1 + random.integer(7);
  const messages = Array.from({ length: frames }, () => goodAnswer(specimen, random)).flat();
  const done = [specimen.name];
  for (let n = pick(random, [0, 1, 1, 1, 2, 3]); n > 0; n--) {
    const name = pick(random, Object.keys(MESSAGE_MUTATIONS));
    done.push(name);
    MESSAGE_MUTATIONS[name](messages, random, specimen);
  }
  let body: Uint8Array = Buffer.concat(messages);
  if (done.length === 1 || random.integer(4) === 0) {
    const name = pick(random, Object.keys(BYTE_MUTATIONS));
    done.push(name);
    body = BYTE_MUTATIONS[name](body, random);
  }
  return scriptOf(done.join(" + "), encoder.encode(`${specimen.text}%%`), body, random);
}

/** A mutated document, with or without a valid session after it. */
export function documentScript(seed: number): Script {
  const random = new RandomStream(seed);
  const specimen = pickSpecimen(random);
  const { label, bytes } = mutateDocument(specimen.text, random);
  const hasEnd = random.integer(50) > 0;
  const document = hasEnd ? Buffer.concat([bytes, encoder.encode("%%")]) : bytes;
  const answers = Array.from({ length: random.integer(4) }, () => goodAnswer(specimen, random)).flat();
  return scriptOf(`${specimen.name} + ${label}`, document, hasEnd ? Buffer.concat(answers) : new Uint8Array(0), random);
}

function scriptOf(label: string, document: Uint8Array, body: Uint8Array, random: RandomStream): Script {
  const bytes = Buffer.concat([document, body]);
  const packets = cut(document.length, bytes.length, random);
  const lastTick = packets[packets.length - 1].tick;
  const ticks = lastTick + 3 + random.integer(6);
  return { label, bytes, packets, events: chooseEvents(ticks, random), ticks, isLocal: random.integer(4) > 0 };
}

/** Sends the document in one or more pieces; the rest at once, in pieces, or byte by byte. */
function cut(documentEnd: number, end: number, random: RandomStream): Packet[] {
  const way = random.integer(4);
  if (way === 0) return [{ tick: 0, from: 0, to: end }];
  const packets: Packet[] = [];
  const middle = way === 1 ? documentEnd - 1 - random.integer(3) : random.integer(documentEnd);
  packets.push({ tick: 0, from: 0, to: Math.max(0, middle) }, { tick: 0, from: Math.max(0, middle), to: documentEnd });
  let tick = 1;
  const longest = pick(random, [1, 7, 30, 200, 2000]);
  for (let from = documentEnd; from < end; ) {
    const to = Math.min(end, from + 1 + random.integer(longest));
    packets.push({ tick, from, to });
    from = to;
    // in a stream of single bytes most packets arrive in one tick
    if (random.integer(Math.max(2, Math.round(60 / longest))) === 0 && tick < 12) tick++;
  }
  return packets;
}

const COMMON: readonly FuzzEvent[] = ["hangUp", "stall", "deaf", "pause", "step", "resume"];
const COSTLY: readonly FuzzEvent[] = ["reset", "snapshot", "restore", "crowd", "visit"];

function chooseEvents(ticks: number, random: RandomStream): Script["events"] {
  if (random.integer(3) > 0) return [];
  return Array.from({ length: 1 + random.integer(3) }, () => ({
    tick: random.integer(ticks),
    event: pick(random, random.integer(3) === 0 ? COSTLY : COMMON),
  })).sort((a, b) => a.tick - b.tick);
}

/** Number of bytes up to the end of the first `answers` valid answers. */
export function politeLength(bytes: Uint8Array, answers: number): number {
  const start = Buffer.from(bytes).indexOf("%%") + 2;
  const reader = new MessageReader();
  reader.push(bytes.subarray(start));
  let end = start;
  let left = answers;
  try {
    while (left > 0) {
      const message = reader.next();
      if (!message) break;
      end = bytes.length - reader.waiting;
      if (message.name === "SimEnd") left--;
    }
  } catch {
    // the rest is not a message
  }
  return end;
}
