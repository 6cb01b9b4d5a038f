// Plays a recorded run back (X3): the same simulation without clients gets every input in the frame in which it took effect, and
// steps as fast as it goes. After each frame its state hash is compared with the recorded one.

import { SimError } from "../../describe/SimError.js";
import type { DeviceRegistry } from "../../devices/DeviceRegistry.js";
import type { CameraRenderer } from "../../render/picture/Picture.js";
import type { GuestFactory } from "../../session/Guest.js";
import { isLate, type JournalInput } from "../../session/journal/Journal.js";
import { ASSET, ROBOT } from "../../session/journal/NotedFiles.js";
import type { Moment } from "../../session/Moment.js";
import { Simulation } from "../../session/Simulation.js";
import type { Verb } from "../../session/verbs/Verbs.js";
import { World } from "../../world/World.js";
import { firstDifferent, type HashPart, hashMotion, hashState, type MarkedHash } from "./FrameHash.js";
import type { JournalFile } from "./JournalFile.js";
import { applyInput } from "./PlayedInput.js";

export interface PlaybackOptions {
  /** The same kinds as in the run, plug-ins included. Default: the built-in ones. */
  readonly devices?: DeviceRegistry | undefined;
  /** The guests of the run with their options. Default none. */
  readonly guests?: readonly GuestFactory[];
  readonly verbs?: readonly Verb[];
  /** Draws the pictures that are asked for. */
  readonly cameraRenderer?: CameraRenderer | undefined;
  /** Frame of the recording after which it begins: that of a snapshot, or the last snapshot before it. Default 0. */
  readonly from?: number;
}

export interface PlayedFrame {
  /** Counts the frames of the recording from 1; resets do not set it back. */
  readonly number: number;
  /** Simulated time, s. */
  readonly timeSec: number;
  /** True: all recorded hashes of this frame are the same. */
  readonly isEqual: boolean;
  /** The first part that differs. */
  readonly different?: HashPart | undefined;
}

export class Playback {
  readonly simulation: Simulation;
  readonly file: JournalFile;
  /** Number of the last frame that was played, or of the snapshot at which it begins. */
  #number: number;
  /** An event has stopped a frame that was not stopped in the run, or the other way round. */
  #hasStrayed = false;
  /** In the frame that was played last. */
  #different: HashPart | undefined;
  #isEdited: boolean | undefined;

  /** Makes the world of the recording and brings it to its start. */
  static async create(file: JournalFile, options: PlaybackOptions = {}): Promise<Playback> {
    const { start } = file;
    const { devices, cameraRenderer } = options;
    const world = await World.create(start.world, {
      ...(devices ? { devices } : {}),
      seed: start.seed,
      cameraRenderer,
    });
    return new Playback(file, world, options);
  }

  private constructor(file: JournalFile, world: World, { guests, verbs, from = 0 }: PlaybackOptions) {
    this.file = file;
    const { start, snapshots } = file;
    this.simulation = new Simulation(world, {
      ...start.options,
      rate: Number.POSITIVE_INFINITY,
      readRobot: (name) => new TextDecoder().decode(this.#readFile(ROBOT + name)),
      readFile: (path) => this.#readFile(ASSET + path),
      guests: guests ?? [],
      verbs: verbs ?? [],
    });
    this.simulation.inputs.open({ note: () => {}, frame: () => this.#compare() });
    for (const [name, kept] of start.shelf) this.simulation.keep(kept, name);
    const snapshot = snapshots.findLast(({ number }) => number <= from);
    this.#number = snapshot?.number ?? 0;
    this.#begin(snapshot ? snapshot.moment() : start.moment);
  }

  #begin(moment: Moment): void {
    this.#repeatEdits();
    this.#goOn(moment);
  }

  #goOn(moment: Moment): void {
    const { edits } = this.simulation.world;
    this.simulation.goOn({ ...moment, world: { ...moment.world, edits } }, { withClients: true });
  }

  /** Before a snapshot in the middle: the edits of the document that came before it, and resets, which add them to the start. */
  #repeatEdits(): void {
    const calls = this.file.frames.slice(0, this.#number).flatMap(({ inputs }) => inputs().filter(isEditing));
    if (calls.some(({ method }) => method === "adopt")) for (const call of calls) this.#apply(call);
  }

  /** Goes to a moment of this recording: a snapshot, or the state after this frame when it was played. */
  goTo(number: number, moment: Moment): void {
    this.#number = number;
    this.#hasStrayed = false;
    this.#goOn(moment);
  }

  /** The world was edited in the run, so that it cannot go back to all of its moments. */
  get isEdited(): boolean {
    this.#isEdited ??= this.file.frames.some(({ inputs }) =>
      inputs().some((input) => input.kind === "call" && input.method === "adopt"),
    );
    return this.#isEdited;
  }

  get number(): number {
    return this.#number;
  }

  /** Frames that are left. */
  get left(): number {
    return this.file.frames.length - this.#number;
  }

  /** Plays one frame. Undefined: the recording is at its end. */
  next(): PlayedFrame | undefined {
    const recorded = this.file.frames[this.#number];
    if (!recorded) return undefined;
    this.#number++;
    const inputs = recorded.inputs();
    const late = inputs.filter(isLate);
    for (const input of inputs)
      if (input.kind === "halt") this.#hasStrayed ||= this.simulation.play(() => {});
      else if (!isLate(input)) this.#apply(input);
    this.#hasStrayed ||= !this.simulation.play(() => {
      for (const input of late) this.#apply(input);
    });
    const { timeSec } = this.simulation.world;
    const different = this.#hasStrayed ? STRAYED : this.#different;
    return { number: recorded.number, timeSec, isEqual: different === undefined, different };
  }

  /** At the moment of the frame at which the recorder has taken the hashes. */
  #compare(): void {
    const { motion, state, data } = this.file.frames[this.#number - 1];
    this.#different =
      compare(motion, (parts) => hashMotion(this.simulation, data, parts)) ??
      (state && compare(state, (parts) => hashState(this.simulation, parts)));
  }

  /** The content that the file had when it was read last. */
  #readFile(name: string): Uint8Array {
    for (let i = this.#number - 1; i >= 0; i--)
      for (const input of this.file.frames[i].inputs())
        if (input.kind === "file" && input.name === name) return input.data;
    throw new SimError("FILE_MISSING", { where: this.file.where, found: name });
  }

  #apply(input: JournalInput): void {
    applyInput(this.simulation, input);
  }

  dispose(): void {
    this.simulation.world.dispose();
  }
}

const STRAYED: HashPart = { owner: "world", part: "a frame that an event has stopped, or not stopped" };

/** `hash` is called again with a list for the names only if there is a difference. */
function compare(recorded: MarkedHash, hash: (parts?: HashPart[]) => MarkedHash): HashPart | undefined {
  if (hash().hash === recorded.hash) return undefined;
  const parts: HashPart[] = [];
  const { marks } = hash(parts);
  return firstDifferent(recorded.marks, marks, parts) ?? { owner: "world", part: "state" };
}

const isEditing = (input: JournalInput): input is JournalInput & { kind: "call" } =>
  input.kind === "call" && (input.method === "adopt" || input.method === "reset");
