// Plays seeded streams and checks after each of them what must hold for any input (W7, M5, M7): nothing is thrown, only the
// offender gets a code of the table and leaves with its body, the bystander's bits are unchanged.
//
//   far    the bystander is out of reach: its hash in frame k equals that in a world without other robots
//   near   the bystander is touched: two worlds are compared; in the second one the offender leaves properly at the time when
//          the first one removed it
//   async  the world does not wait: only robustness is checked

import { RandomStream } from "../../src/math/RandomStream.js";
import { documentScript, politeLength, type Script, sessionScript } from "./Script.js";
import { type Outcome, Stage } from "./Stage.js";

export interface Failure {
  /** Play it again with `Fuzzer.repeat(kind, seed)`. */
  readonly kind: StreamKind;
  readonly seed: number;
  readonly label: string;
  readonly problem: string;
}

export type StreamKind = "far session" | "near session" | "async session" | "far document" | "near document";

export interface FuzzReport {
  streams: number;
  sessions: number;
  documents: number;
  /** Number of streams by code; "" counts streams without an error. */
  readonly codes: Map<string, number>;
  readonly kinds: Map<StreamKind, number>;
  readonly failures: Failure[];
}

/** Number of streams after which a world is replaced by a new one. */
const WORLD_STREAMS = 400;
/** Number of streams after which displaced bystanders are reset. */
const NEAR_STREAMS = 8;

export class Fuzzer {
  readonly report: FuzzReport = {
    streams: 0,
    sessions: 0,
    documents: 0,
    codes: new Map(),
    kinds: new Map(),
    failures: [],
  };
  readonly #hashes: string[] = [];
  #alone: Stage | undefined;
  #far: Stage | undefined;
  #async: Stage | undefined;
  #pair: readonly [Stage, Stage] | undefined;
  #played = { far: 0, near: 0, async: 0 };

  /** Plays streams `from` to `to` of a series. */
  async run(seed: number, from: number, to: number, progress: (report: FuzzReport) => void = () => {}): Promise<void> {
    for (let i = from; i < to; i++) {
      const random = new RandomStream(seed).split(String(i));
      await this.repeat(kindOf(random), random.nextUint32());
      progress(this.report);
    }
  }

  async repeat(kind: StreamKind, seed: number): Promise<void> {
    const isSession = kind.endsWith("session");
    const script = isSession ? sessionScript(seed) : documentScript(seed);
    const { report } = this;
    report.streams++;
    if (isSession) report.sessions++;
    else report.documents++;
    count(report.kinds, kind);
    const problems: string[] = [];
    try {
      const outcome = await this.#play(kind, script, problems);
      count(report.codes, outcome.code ?? "");
      for (const code of outcome.otherCodes) count(report.codes, code);
      problems.push(...outcome.problems);
    } catch (problem) {
      problems.push(`thrown: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
    if (problems.length === 0) return;
    for (const problem of problems) report.failures.push({ kind, seed, label: script.label, problem });
    // a broken world is not used for later streams
    this.#forget();
  }

  async #play(kind: StreamKind, script: Script, problems: string[]): Promise<Outcome> {
    if (kind.startsWith("far")) return this.#playFar(script, problems);
    if (kind.startsWith("near")) return this.#playNear(script, problems);
    if (++this.#played.async % WORLD_STREAMS === 0) this.#async = drop(this.#async);
    this.#async ??= await Stage.create({ isAsync: true });
    return this.#async.play(script);
  }

  async #playFar(script: Script, problems: string[]): Promise<Outcome> {
    if (++this.#played.far % WORLD_STREAMS === 0) this.#far = drop(this.#far);
    this.#far ??= await Stage.create();
    const stage = this.#far;
    const outcome = stage.play(script);
    const { frame } = stage.world;
    if (stage.hash() !== (await this.#hashAlone(frame)))
      problems.push(`the bystander's hash differs in frame ${frame}`);
    return outcome;
  }

  /** Hash of a bystander in a world without other robots. */
  async #hashAlone(frame: number): Promise<string> {
    this.#alone ??= await Stage.create();
    const alone = this.#alone;
    this.#hashes[0] ??= alone.hash();
    while (this.#hashes.length <= frame) {
      alone.tick();
      this.#hashes[alone.world.frame] = alone.hash();
    }
    return this.#hashes[frame];
  }

  async #playNear(script: Script, problems: string[]): Promise<Outcome> {
    const n = ++this.#played.near;
    if (n % WORLD_STREAMS === 0) this.#dropPair();
    this.#pair ??= [await Stage.create({ isNear: true }), await Stage.create({ isNear: true })];
    const [stage, twin] = this.#pair;
    if (n % NEAR_STREAMS === 0) for (const { simulation } of this.#pair) simulation.reset(0);
    const outcome = stage.play(script);
    const { closedTick, frames, answers, isLate, hasHungUp } = outcome;
    // a client that closed its connection has left properly
    const polite =
      closedTick < 0 || hasHungUp
        ? undefined
        : { tick: closedTick, isLate, bytes: frames === 0 ? 0 : politeLength(script.bytes, answers) };
    const gentle = twin.play(script, polite);
    problems.push(...gentle.problems.map((problem) => `left politely: ${problem}`));
    // a visitor joins only after all clients have answered, so a failing client may change when it joins
    const hasVisitor = script.events.some(({ event }) => event === "visit");
    if (outcome.lastFrame !== gentle.lastFrame && !hasVisitor)
      problems.push(`frame ${outcome.lastFrame}, but ${gentle.lastFrame} where it left politely`);
    // the two worlds may need different numbers of frames to remove their clients
    const last = Math.max(stage.world.frame, twin.world.frame);
    for (const one of this.#pair) while (one.world.frame < last) one.tick();
    if (stage.hash() !== twin.hash()) problems.push("the bystander's hash differs from that where it left politely");
    else if (stage.world.hash() !== twin.world.hash())
      problems.push("the world's hash differs from that where it left politely");
    return outcome;
  }

  #dropPair(): void {
    for (const stage of this.#pair ?? []) drop(stage);
    this.#pair = undefined;
  }

  #forget(): void {
    this.#far = drop(this.#far);
    this.#async = drop(this.#async);
    this.#dropPair();
  }

  dispose(): void {
    this.#forget();
    this.#alone = drop(this.#alone);
    this.#hashes.length = 0;
  }
}

/** About half of all streams are sessions with a valid document, mutated after the %%. */
function kindOf(random: RandomStream): StreamKind {
  const n = random.integer(100);
  if (n < 44) return "far session";
  if (n < 50) return "near session";
  if (n < 54) return "async session";
  return n < 98 ? "far document" : "near document";
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function drop(stage: Stage | undefined): undefined {
  try {
    stage?.dispose();
  } catch {
    // the world is broken; the failure is already reported
  }
  return undefined;
}
