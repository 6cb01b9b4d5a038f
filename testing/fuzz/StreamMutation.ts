// Mutations of a valid session after its %%: of its messages, its bytes, its packets, and the world around it.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { tellJoint, tellTime } from "../builders/FakeClient.js";
import { pick, type Specimen, tellFuse } from "./Specimens.js";

type MessageMutation = (messages: Uint8Array[], random: RandomStream, specimen: Specimen) => void;

const EVIL_NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  3.4e38,
  -3.4e38,
  1e30,
  1e20,
  1e9,
  -1e9,
  1e5,
  1e-45,
  -1e-45,
  1e-38,
  0,
  -0,
  -1,
] as const;
const EVIL_LENGTHS = [0, 1, 4, 5, 6, 7, 255, 4096, 4097, 65_536, 0x7fffffff, 0x80000000, 0xffffffff] as const;
const EVIL_TIMES = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300, 1e-9, 1e6, -1e6, -0];
const EVIL_PROPERTIES = [-1, 3, 4, 14, 31, 38, 67, 255, 256, 512, 768, 1024, 0x7fffffff, -0x80000000, -256, 11, 12];
const NAMES =
  "Hello Timestamp FrameEnd SimEnd Error Missed Reset Console Event Motr \u00fcber __proto__ constructor".split(" ");
/** Texts of Event messages; the world of Stage.ts waits for the first two. */
const EVENT_TEXTS = ["ring", "later", "rung", "", " ring", "RING", "{who}", "\u0000", "\u009b2J", "x".repeat(3000)];
/** Lines of Console messages: allowed, forbidden, wrong and odd ones. */
const CONSOLE_LINES = [
  "light Sun on=false",
  "light Sun intensity=NaN",
  "light constructor on=true",
  "get",
  "get Bystander",
  "get __proto__",
  "reset",
  "remove Bystander",
  "move Bystander 0 0 9",
  "set Bystander/Motor/Vel 1e30",
  "pause",
  "stop",
  "spawn segway",
  "restore",
  "",
  "\u0000",
  'get "',
  "{who}",
  "light\u2028Sun",
  "constructor",
  `get ${"x".repeat(3900)}`,
];

const place = (random: RandomStream, length: number): number => random.integer(Math.max(1, length));

/** Chooses mostly a device that takes commands, if there is one. */
function targetName(random: RandomStream, { targets }: Specimen): string {
  const listening = targets.filter(({ kind }) => kind !== "deaf");
  return pick(random, listening.length > 0 && random.integer(6) > 0 ? listening : targets).name;
}

function corrupt(messages: Uint8Array[], random: RandomStream, change: (bytes: Uint8Array) => Uint8Array): void {
  const at = place(random, messages.length);
  // a message truncated earlier has no bytes left to corrupt
  if (messages.length > 0 && messages[at].length > 4) messages[at] = change(messages[at].slice());
}

const insert = (messages: Uint8Array[], random: RandomStream, one: Uint8Array): void => {
  messages.splice(random.integer(messages.length + 1), 0, one);
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const randomBytes = (random: RandomStream, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => random.integer(256));

/** Mutations by name; the names appear in the label of a stream. */
export const MESSAGE_MUTATIONS: Readonly<Record<string, MessageMutation>> = {
  flip: (messages, random) =>
    corrupt(messages, random, (bytes) => {
      bytes[place(random, bytes.length)] ^= 1 << random.integer(8);
      return bytes;
    }),
  length: (messages, random) =>
    corrupt(messages, random, (bytes) => {
      new DataView(bytes.buffer).setUint32(0, pick(random, EVIL_LENGTHS), true);
      return bytes;
    }),
  nudge: (messages, random) =>
    corrupt(messages, random, (bytes) => {
      bytes[0] += random.integer(2) ? 1 : -1;
      return bytes;
    }),
  cutEnd: (messages, random) => corrupt(messages, random, (bytes) => bytes.subarray(0, place(random, bytes.length))),
  name: (messages, random) => insert(messages, random, encodeMessage(pick(random, NAMES), new Uint8Array(8))),
  bareName: (messages, random) => insert(messages, random, encodeMessage(pick(random, NAMES))),
  brokenName: (messages, random) =>
    insert(messages, random, Uint8Array.from([9, 0, 0, 0, 0x80 + random.integer(128), 0xff, 0, 1, 2])),
  endless: (messages, random) => insert(messages, random, Uint8Array.from([8, 0, 0, 0, 65, 66, 67, 68])),
  property: (messages, random, specimen) =>
    insert(messages, random, tellJoint(targetName(random, specimen), pick(random, EVIL_PROPERTIES), 1)),
  value: (messages, random, specimen) =>
    insert(
      messages,
      random,
      tellJoint(targetName(random, specimen), random.integer(14) + 256 * random.integer(3), pick(random, EVIL_NUMBERS)),
    ),
  storm: (messages, random, specimen) => {
    const target = targetName(random, specimen);
    for (const property of [5, 2]) messages.unshift(tellJoint(target, property, 1e30));
  },
  servoValue: (messages, random, specimen) =>
    insert(
      messages,
      random,
      tellJoint(targetName(random, specimen), 32 + random.integer(6), pick(random, EVIL_NUMBERS)),
    ),
  cameraValue: (messages, random, specimen) =>
    insert(
      messages,
      random,
      tellJoint(targetName(random, specimen), 64 + random.integer(3), pick(random, EVIL_NUMBERS)),
    ),
  actuatorValue: (messages, random, specimen) =>
    insert(
      messages,
      random,
      tellJoint(
        targetName(random, specimen),
        pick(random, [64, 65, 66, 96, 97, 111, 112, 113, 114, 115]),
        pick(random, [...EVIL_NUMBERS, 0.5, 90, 150, 178]),
      ),
    ),
  fuse: (messages, random, specimen) => {
    const fuse = specimen.targets.find(({ kind }) => kind === "fuse")?.name ?? targetName(random, specimen);
    insert(messages, random, tellFuse(fuse, pick(random, EVIL_NUMBERS)));
  },
  time: (messages, random) => insert(messages, random, tellTime(pick(random, EVIL_TIMES))),
  size: (messages, random, specimen) =>
    insert(messages, random, encodeMessage(targetName(random, specimen), randomBytes(random, random.integer(24)))),
  noEnd: (messages) => {
    const at = messages.findLastIndex((one) => one.length === 11);
    if (at >= 0) messages.splice(at, 1);
  },
  moreEnds: (messages, random) => {
    for (let n = random.integer(12); n >= 0; n--) insert(messages, random, encodeMessage("SimEnd"));
  },
  fullEnd: (messages, random) => insert(messages, random, encodeMessage("SimEnd", randomBytes(random, 1))),
  event: (messages, random) => {
    const text = encode(pick(random, EVENT_TEXTS));
    for (let n = random.integer(4) ? 1 : 70; n > 0; n--) insert(messages, random, encodeMessage("Event", text));
  },
  console: (messages, random) => {
    const line = random.integer(8) ? encode(pick(random, CONSOLE_LINES)) : randomBytes(random, random.integer(40));
    for (let n = random.integer(4) ? 1 : 70; n > 0; n--) insert(messages, random, encodeMessage("Console", line));
  },
  flood: (messages, random, specimen) => {
    const one = tellJoint(targetName(random, specimen), 2, 1);
    for (let n = 0; n < 250; n++) messages.splice(1, 0, one);
  },
  ahead: (messages) => {
    for (let n = 0; n < 900; n++) messages.push(encodeMessage("SimEnd"));
  },
  swap: (messages, random) => {
    const [a, b] = [place(random, messages.length), place(random, messages.length)];
    if (messages.length > 0) [messages[a], messages[b]] = [messages[b], messages[a]];
  },
  double: (messages, random) => {
    if (messages.length > 0) insert(messages, random, pick(random, messages));
  },
  drop: (messages, random) => {
    messages.splice(place(random, messages.length), 1 + random.integer(3));
  },
  splice: (messages, random) => {
    const part = messages.slice(place(random, messages.length));
    messages.splice(random.integer(messages.length + 1), 0, ...part);
  },
};

type ByteMutation = (bytes: Uint8Array, random: RandomStream) => Uint8Array;

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

/** Mutations of the sent bytes, independent of message boundaries. */
export const BYTE_MUTATIONS: Readonly<Record<string, ByteMutation>> = {
  bytesFlipped: (bytes, random) => {
    const changed = bytes.slice();
    for (let n = random.integer(8); n >= 0 && changed.length > 0; n--)
      changed[place(random, changed.length)] = random.integer(256);
    return changed;
  },
  bytesInserted: (bytes, random) => {
    const at = random.integer(bytes.length + 1);
    return join(bytes.subarray(0, at), randomBytes(random, 1 + random.integer(16)), bytes.subarray(at));
  },
  bytesDeleted: (bytes, random) => {
    const at = place(random, bytes.length);
    return join(bytes.subarray(0, at), bytes.subarray(at + 1 + random.integer(8)));
  },
  bytesRepeated: (bytes, random) => {
    const from = place(random, bytes.length);
    const to = from + random.integer(64);
    return join(bytes.subarray(0, to), bytes.subarray(from));
  },
  truncated: (bytes, random) => bytes.subarray(0, place(random, bytes.length)),
  noise: (_, random) => randomBytes(random, random.integer(200)),
};

/** Events around the stream, at a tick. */
export const EVENTS = [
  "hangUp",
  "stall",
  "deaf",
  "reset",
  "snapshot",
  "restore",
  "pause",
  "step",
  "resume",
  "visit",
  "crowd",
] as const;
export type FuzzEvent = (typeof EVENTS)[number];
