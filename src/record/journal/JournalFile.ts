// The journal of a recording, as it is read: a list of messages of any order and completeness becomes frames.

import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import type { JournalInput } from "../../session/journal/Journal.js";
import type { Moment } from "../../session/Moment.js";
import { DataReader } from "../data/DataReader.js";
import type { MarkedHash } from "./FrameHash.js";
import { type JournalMessage, readMessage, TOPICS } from "./JournalMessage.js";
import { checkStart, type RunStart } from "./RunStart.js";

/** A frame of the recording. */
export interface RecordedFrame {
  readonly number: number;
  /** Hash of the motion, and of the whole state where it was taken. */
  readonly motion: MarkedHash;
  readonly state: MarkedHash | undefined;
  /** Encoded; undefined: there are none. */
  readonly data: Uint8Array | undefined;
  /** In the order of their effects. */
  readonly inputs: () => readonly JournalInput[];
}

export interface RecordedSnapshot {
  /** The frame after which it was taken. */
  readonly number: number;
  /** Time of the recording, ns. */
  readonly recordNs: bigint;
  readonly moment: () => Moment;
}

/** A message as the reader of a file gives it. */
export interface StoredMessage {
  readonly topic: string;
  readonly recordNs: bigint;
  readonly data: Uint8Array;
}

export class JournalFile {
  readonly where: string;
  readonly start: RunStart;
  /** Whole frames from 1 on, without a gap. */
  readonly frames: readonly RecordedFrame[];
  /** Times of the recording at which the frames were made, ns. */
  readonly times: readonly bigint[];
  readonly snapshots: readonly RecordedSnapshot[];

  /** Throws RECORD_BROKEN, or RECORD_FOREIGN for a version that cannot be read. `where`: name of the file. */
  constructor(messages: Iterable<StoredMessage>, where: string) {
    this.where = where;
    const found = sort(messages, where);
    const reader = new DataReader(where);
    for (const { number, data } of found.definition.sort((a, b) => a.number - b.number))
      reader.define({ base: number, data: data ?? NOTHING });
    const [first] = found.start;
    if (!first) throw new SimError("RECORD_BROKEN", { where, found: "no journal", allowed: ALLOWED, advice: ADVICE });
    this.start = checkStart(reader.read(first.data ?? NOTHING), where);
    const inputs = new Map(found.input.map((one) => [one.number, one.data]));
    const frames: RecordedFrame[] = [];
    const times: bigint[] = [];
    for (const { number, recordNs, ...hashes } of found.hash.sort((a, b) => a.number - b.number)) {
      // after a gap nothing can be repeated
      if (number !== frames.length + 1) break;
      const data = inputs.get(number);
      const read = (): readonly JournalInput[] => (data ? (reader.read(data) as readonly JournalInput[]) : NO_INPUTS);
      frames.push({ number, ...readHashes(hashes), data, inputs: read });
      times.push(recordNs);
    }
    this.frames = frames;
    this.times = times;
    this.snapshots = found.snapshot
      .filter(({ number }) => number <= frames.length)
      .sort((a, b) => a.number - b.number)
      .map(({ number, data, recordNs }) => ({
        number,
        recordNs,
        moment: () => reader.read(data ?? NOTHING) as Moment,
      }));
  }

  /** Number of the last frame at or before this time of the recording, s; 0: the start. */
  numberAt(seconds: number): number {
    const first = this.firstNs;
    const untilNs = first + BigInt(Math.round(seconds * NS_PER_SEC));
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= untilNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Time of the recording at its start. */
  get firstNs(): bigint {
    return (this.times[0] ?? 0n) - BigInt(this.start.world.physics.stepNs);
  }

  /** Time of the recording after this frame, s. */
  secondsAt(number: number): number {
    return number === 0 ? 0 : Number(this.times[number - 1] - this.firstNs) / NS_PER_SEC;
  }

  get seconds(): number {
    return this.secondsAt(this.frames.length);
  }
}

function readHashes({ hash = 0n, data, full, parts }: Omit<JournalMessage, "number">) {
  const state = full === undefined ? undefined : { hash: full, marks: parts ?? NOTHING };
  return { motion: { hash, marks: data ?? NOTHING }, state };
}

const NOTHING = new Uint8Array();
const NO_INPUTS: readonly JournalInput[] = Object.freeze([]);
const ALLOWED = "a recording of `ubersim run --record`, or of the verb `record`";
const ADVICE = "Only a recording of ÜberSim with its inputs can be verified, continued or repeated.";

type Found = Record<keyof typeof TOPICS, (JournalMessage & { readonly recordNs: bigint })[]>;

function sort(messages: Iterable<StoredMessage>, where: string): Found {
  const found: Found = { start: [], definition: [], input: [], hash: [], snapshot: [] };
  const topics = new Map(Object.entries(TOPICS).map(([key, topic]) => [topic as string, key as keyof Found]));
  for (const { topic, data, recordNs } of messages) {
    const key = topics.get(topic);
    if (key) found[key].push({ ...readMessage(data, where), recordNs });
  }
  return found;
}
