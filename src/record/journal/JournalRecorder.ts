// Writes the journal of a run (X3) into a recording: its start, every input in the frame in which it takes effect, the state hash of
// every frame, and a snapshot every few simulated seconds. It may begin at any frame of a run.

import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { Hash64 } from "../../math/Hash64.js";
import type { Journal, JournalInput } from "../../session/journal/Journal.js";
import { momentOf } from "../../session/Moment.js";
import type { Simulation } from "../../session/Simulation.js";
import { DataWriter } from "../data/DataWriter.js";
import type { RecordClock } from "../RecordClock.js";
import type { RecordPart, RecordSink } from "../RecordSink.js";
import { hashMotion, hashState } from "./FrameHash.js";
import { journalSchema, TOPICS, writeMessage } from "./JournalMessage.js";
import { type RunOrigin, startOf } from "./RunStart.js";

export interface JournalOptions {
  readonly simulation: Simulation;
  readonly sink: RecordSink;
  readonly clock: RecordClock;
  readonly origin: RunOrigin;
  /** Simulated time between two snapshots, s. Default 5. */
  readonly snapshotSec?: number | undefined;
  /** Simulated time between two hashes of the whole state, s. Default 0.2. */
  readonly stateSec?: number | undefined;
}

const SNAPSHOT_SEC = 5;
const STATE_SEC = 0.2;

type Topic = keyof typeof TOPICS;

export class JournalRecorder implements Journal, RecordPart {
  readonly #options: JournalOptions;
  readonly #data = new DataWriter();
  readonly #channels: Readonly<Record<Topic, number>>;
  readonly #snapshotNs: number;
  #inputs: JournalInput[] = [];
  /** Hashes of the files that were noted. */
  readonly #files = new Map<string, string>();
  /** Frames since the start of the recording. */
  #number = 0;
  #snapshotAtNs: number;
  /** When the whole state is hashed next, in the time of the recording. */
  #fullAtNs = 0;
  #error: unknown;

  /** Begins at once. */
  constructor(options: JournalOptions) {
    this.#options = options;
    const { simulation, sink, clock, snapshotSec = SNAPSHOT_SEC } = options;
    const schema = journalSchema();
    const open = (topic: Topic): number => sink.channel({ topic: TOPICS[topic], schema, encoding: "protobuf" });
    this.#channels = {
      start: open("start"),
      definition: open("definition"),
      input: open("input"),
      hash: open("hash"),
      snapshot: open("snapshot"),
    };
    this.#snapshotNs = Math.max(1, Math.round(snapshotSec * NS_PER_SEC));
    this.#snapshotAtNs = clock.readNs() + this.#snapshotNs;
    this.#writeStart();
    simulation.inputs.open(this);
  }

  note(input: JournalInput): void {
    if (input.kind === "file" && !this.#isNew(input)) return;
    this.#inputs.push(input);
  }

  /** A file that is read again and again is noted once. */
  #isNew({ name, data }: JournalInput & { kind: "file" }): boolean {
    const hash = new Hash64().addBytes(data).digest();
    if (this.#files.get(name) === hash) return false;
    this.#files.set(name, hash);
    return true;
  }

  /** An error ends the recording in `afterFrame`, and not the run here. */
  frame(): void {
    if (this.#error !== undefined) return;
    try {
      this.#writeFrame();
    } catch (problem) {
      this.#error = problem;
    }
  }

  afterFrame(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  #writeFrame(): void {
    const { simulation, clock } = this.#options;
    const { frame } = simulation.world;
    this.#number++;
    const { hash, marks } = hashMotion(simulation, this.#writeInputs());
    const nowNs = clock.readNs();
    const isSnapshot = nowNs >= this.#snapshotAtNs;
    const full = isSnapshot || nowNs >= this.#fullAtNs ? hashState(simulation) : undefined;
    if (full) this.#fullAtNs = nowNs + (this.#options.stateSec ?? STATE_SEC) * NS_PER_SEC;
    const message = { number: this.#number, frame, data: marks, hash };
    this.#write("hash", { ...message, full: full?.hash, parts: full?.marks });
    if (!isSnapshot) return;
    this.#snapshotAtNs = nowNs + this.#snapshotNs;
    this.#writeSnapshot();
  }

  /** Inputs after the last frame are of no use: they take effect in a frame that is not recorded. */
  close(): void {
    this.#options.simulation.inputs.close(this);
  }

  #writeStart(): void {
    const { simulation, origin } = this.#options;
    const start = startOf(simulation, origin, momentOf(simulation));
    this.#define(start.world);
    for (const { world } of [start.moment, ...start.shelf.values()]) this.#defineAll(world);
    this.#write("start", { number: 0, frame: simulation.world.frame, data: this.#data.write(start) });
  }

  /** Gives their bytes; undefined: there are none. */
  #writeInputs(): Uint8Array | undefined {
    if (this.#inputs.length === 0) return undefined;
    const inputs = this.#inputs;
    this.#inputs = [];
    for (const input of inputs) {
      if (input.kind === "join") this.#define(input.robot);
      else if (input.kind === "call") for (const one of input.args.flat()) if (isDescription(one)) this.#define(one);
    }
    const { frame } = this.#options.simulation.world;
    const text = inputs.map(textOf).filter(Boolean).join("\n");
    const data = this.#data.write(inputs);
    this.#write("input", { number: this.#number, frame, text, data });
    return data;
  }

  #writeSnapshot(): void {
    const { simulation } = this.#options;
    const moment = momentOf(simulation, true);
    this.#defineAll(moment.world);
    const { frame } = simulation.world;
    this.#write("snapshot", { number: this.#number, frame, data: this.#data.write(moment) });
  }

  /** Descriptions are written once. */
  #defineAll({ robots, physics }: ReturnType<typeof momentOf>["world"]): void {
    for (const { description } of robots) this.#define(description);
    for (const { entity } of physics.entities) this.#define(entity);
  }

  #define(value: object): void {
    const made = this.#data.define(value);
    if (!made) return;
    const { frame } = this.#options.simulation.world;
    this.#write("definition", { number: made.base, frame, data: made.data });
  }

  #write(topic: Topic, message: Parameters<typeof writeMessage>[0]): void {
    const { sink, clock } = this.#options;
    sink.write(this.#channels[topic], clock.recordNs, clock.timeNs, writeMessage(message));
  }
}

const isDescription = (value: unknown): value is object =>
  typeof value === "object" && value !== null && ("entity" in value || "physics" in value);

/** For people who look into the file. Commands of clients would only repeat what the file shows elsewhere. */
function textOf(input: JournalInput): string {
  switch (input.kind) {
    case "join":
      return `join ${input.robot.name}`;
    case "leave":
      return `leave ${input.robots.join(" ")}`;
    case "verb":
      return `${input.verb} ${Object.values(input.args).join(" ")}`;
    case "call":
      return input.method;
    case "guest":
      return `${input.guest} ${input.what}`;
    case "take":
    case "free":
    case "miss":
      return `${input.kind} ${input.robot}`;
    case "file":
      return `file ${input.name}`;
    case "unpull":
      return `release ${input.name}`;
    default:
      return "";
  }
}
