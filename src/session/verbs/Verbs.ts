// The verbs of the console (T8, E4): one table for the terminal, HTTP, WebSocket and the viewer; those that change what is in
// the world are in WorldVerbs.ts. Pure: the wall clock is an argument.
// A verb that takes its time says so with `later`, which is asked again whenever frames were made.

import { SimError, unknownName } from "../../describe/SimError.js";
import type { Simulation } from "../Simulation.js";
import { type KnownVerb, splitWords } from "./Completion.js";
import { GET_WORDS, LIST_WORDS, listThings, lookUp } from "./Lookup.js";
import { PICTURE_VERB } from "./PictureVerb.js";
import {
  type Argument,
  type ArgumentValues,
  allowedFor,
  isOptional,
  readArguments,
  readWords,
  usageOf,
} from "./VerbArguments.js";
import { WORLD_VERBS } from "./WorldVerbs.js";

export interface VerbContext {
  readonly simulation: Simulation;
  readonly nowMs: number;
}

export interface VerbOutcome {
  /** For a person. */
  readonly message: string;
  /** For a program. */
  readonly data: unknown;
  /** Given: this takes its time. */
  readonly later?: LaterOutcome;
}

export interface LaterOutcome {
  readonly isDone: () => boolean;
  /** The end, or how far it got. */
  readonly outcome: () => VerbOutcome;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly args: readonly Argument[];
  /** Why no `<Event>` of a world file may say it; left out: it may. */
  readonly notInEvents?: string;
  run(context: VerbContext, args: ArgumentValues): VerbOutcome;
}

const MAX_FRAMES = 1_000_000;
const MAX_SNAPSHOTS = 100;

/** Verbs of every simulation; those of guests stand between the two lists. */
const FIRST_VERBS: readonly Verb[] = [
  {
    name: "pause",
    summary: "the world stands still; clients stay",
    args: [],
    run: ({ simulation }) => {
      simulation.pause();
      return { message: `paused at ${simulation.world.timeSec} s`, data: momentOf(simulation) };
    },
  },
  {
    name: "resume",
    summary: "the world goes on",
    args: [],
    run: ({ simulation }) => {
      simulation.resume();
      return { message: `goes on from ${simulation.world.timeSec} s`, data: momentOf(simulation) };
    },
  },
  {
    name: "step",
    summary: "so many frames, then the world stands still; answers when they are done",
    args: [{ name: "count", type: "integer", what: "frames", default: 1, least: 1, most: MAX_FRAMES }],
    notInEvents: "a frame is being made already",
    run: ({ simulation }, { count }) => {
      simulation.stepFrames(count as number);
      const isDone = () => simulation.framesToGo === 0 || simulation.isStopped;
      return { ...stepsOutcome(simulation), later: { isDone, outcome: () => stepsOutcome(simulation) } };
    },
  },
  {
    name: "rate",
    summary: "how fast the world shall go",
    args: [{ name: "rate", type: "rate", what: "times real time" }],
    run: ({ simulation }, { rate }) => {
      simulation.rate = rate as number;
      const told = Number.isFinite(rate) ? `${rate} times real time` : "as fast as it goes";
      return { message: `rate: ${told}`, data: momentOf(simulation) };
    },
  },
  {
    name: "reset",
    summary: "back to t = 0: clients stay, robots are placed as at their joining",
    args: [],
    run: ({ simulation, nowMs }) => {
      simulation.reset(nowMs);
      return { message: "reset to 0 s", data: momentOf(simulation) };
    },
  },
  {
    name: "snapshot",
    summary: "keeps the world as it is now under a name",
    args: [{ name: "name", type: "text", what: "its name", isOptional: true, completes: "snapshot" }],
    run: ({ simulation }, { name }) => {
      const { snapshots } = simulation;
      if (snapshots.length >= MAX_SNAPSHOTS && !snapshots.includes(name as string))
        throw new SimError("STATE_WRONG", {
          where: "snapshot",
          found: `${snapshots.length} snapshots`,
          allowed: `at most ${MAX_SNAPSHOTS}`,
          advice: "Give the name of one to take its place.",
        });
      const kept = simulation.snapshot(name as string | undefined);
      return {
        message: `kept ${simulation.world.timeSec} s as "${kept}"`,
        data: { name: kept, ...momentOf(simulation) },
      };
    },
  },
  {
    name: "restore",
    summary: "back to a snapshot; clients that it does not know are closed",
    args: [{ name: "name", type: "text", what: "the snapshot's name", completes: "snapshot" }],
    notInEvents: "the event would come back with the snapshot, again and again",
    run: ({ simulation, nowMs }, { name }) => {
      simulation.restore(name as string, nowMs);
      return { message: `back to "${name}" at ${simulation.world.timeSec} s`, data: momentOf(simulation) };
    },
  },
  {
    name: "list",
    summary: "what there is",
    args: [{ name: "what", type: "text", what: "which list", isOptional: true, choices: LIST_WORDS }],
    run: ({ simulation }, { what }) => {
      const data = listThings(simulation, what as string | undefined);
      return { message: what === undefined ? "all lists" : `${what}: ${(data as unknown[]).length}`, data };
    },
  },
  {
    name: "get",
    summary: `a value: ${GET_WORDS.join(", ")}, or a name such as Segway or Segway/LMotor`,
    args: [
      {
        name: "what",
        type: "text",
        what: "a word or a name",
        default: "status",
        words: GET_WORDS,
        completes: "part",
      },
      {
        name: "name",
        type: "text",
        what: "whose, after robot, object, body, joint or component",
        isOptional: true,
        completes: "part",
      },
    ],
    run: ({ simulation }, { what, name }) => ({
      message: name === undefined ? String(what) : `${what} ${name}`,
      data: lookUp(simulation, what as string, name as string | undefined),
    }),
  },
  PICTURE_VERB,
  ...WORLD_VERBS,
];

const LAST_VERBS: readonly Verb[] = [
  {
    name: "stop",
    summary: "the end: clients are told, the server closes",
    args: [],
    run: ({ simulation }) => {
      const data = momentOf(simulation);
      simulation.stop();
      return { message: `stopped at ${data.time} s`, data };
    },
  },
  {
    name: "help",
    summary: "the verbs, or one of them",
    args: [{ name: "verb", type: "text", what: "a verb", isOptional: true, completes: "verb" }],
    notInEvents: "nobody asks",
    run: ({ simulation: { verbs } }, { verb }) =>
      verb === undefined ? helpOnAll(verbs) : helpOn(verbs.find(verb as string)),
  },
];

/** The verbs of one simulation: those of every simulation, and those that its guests add. */
export class VerbTable {
  readonly verbs: readonly Verb[];
  readonly #byName: ReadonlyMap<string, Verb>;

  constructor(added: readonly Verb[] = []) {
    this.#byName = new Map([...FIRST_VERBS, ...added, ...LAST_VERBS].map((verb) => [verb.name, verb]));
    this.verbs = [...this.#byName.values()];
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The table as `help` prints it, for the completion of lines. */
  get known(): readonly KnownVerb[] {
    return this.verbs.map(describeVerb);
  }

  /** Throws VERB_UNKNOWN. */
  find(name: string): Verb {
    const verb = this.#byName.get(name);
    if (!verb) throw unknownName("VERB_UNKNOWN", "verb", name, this.names);
    return verb;
  }

  /** Reads a line and checks its arguments; things that it names need not exist. */
  readLine(line: string): VerbCall {
    const [name = "", ...words] = splitWords(line);
    const verb = this.find(name);
    return { verb, args: readWords(name, verb.args, words) };
  }

  /** Verbs that an `<Event>` of a world file may use. */
  get eventVerbs(): readonly string[] {
    return this.verbs.filter(({ notInEvents }) => notInEvents === undefined).map(({ name }) => name);
  }

  /** The same for a line of an event; throws VERB_MISPLACED where events may not use the verb. */
  readEventLine(line: string): VerbCall {
    const call = this.readLine(line);
    const { name, notInEvents } = call.verb;
    if (notInEvents === undefined) return call;
    throw new SimError("VERB_MISPLACED", {
      where: name,
      found: `"${name}": ${notInEvents}`,
      allowed: `one of ${this.eventVerbs.join(", ")}`,
    });
  }
}

/** A verb with its checked arguments. */
export interface VerbCall {
  readonly verb: Verb;
  readonly args: ArgumentValues;
}

/** Runs a verb with its arguments as a JSON object. */
export function runVerb(context: VerbContext, name: string, given: unknown): VerbOutcome {
  const verb = context.simulation.verbs.find(name);
  return runCall(context, { verb, args: readArguments(name, verb.args, given) });
}

/** Runs a line as a person types it: `rate 2`, `get Segway/LMotor`; quotes hold words together. */
export function runLine(context: VerbContext, line: string): VerbOutcome {
  return runCall(context, context.simulation.verbs.readLine(line));
}

export function runCall(context: VerbContext, { verb, args }: VerbCall): VerbOutcome {
  if (context.simulation.isStopped && verb.name !== "help")
    throw new SimError("STATE_WRONG", { where: verb.name, found: "a simulation that has stopped" });
  return verb.run(context, args);
}

// ---- step

function stepsOutcome(simulation: Simulation): VerbOutcome {
  const { framesToGo } = simulation;
  const { waitingFor, awaited } = simulation.status();
  const data = {
    ...momentOf(simulation),
    framesToGo,
    waitingFor: framesToGo === 0 ? [] : [...awaited, ...waitingFor],
  };
  if (framesToGo === 0) return { message: `stands at frame ${data.frame}, ${data.time} s`, data };
  const who = data.waitingFor.length > 0 ? `, waits for ${data.waitingFor.join(", ")}` : "";
  return { message: `${framesToGo} frames to go${who}`, data };
}

function momentOf({ world, isPaused, rate }: Simulation) {
  return { time: world.timeSec, frame: world.frame, isPaused, rate: Number.isFinite(rate) ? rate : null };
}

// ---- help

function helpOnAll({ verbs, known }: VerbTable): VerbOutcome {
  const usages = verbs.map(({ name, args }) => usageOf(name, args));
  const width = Math.max(...usages.map((usage) => usage.length));
  return {
    message: verbs.map(({ summary }, i) => `${usages[i].padEnd(width)}  ${summary}`).join("\n"),
    data: known,
  };
}

function helpOn(verb: Verb): VerbOutcome {
  const lines = verb.args.map((one) => `  ${one.name}: ${allowedFor(one)}${defaultText(one)}`);
  return {
    message: [`${usageOf(verb.name, verb.args)}  ${verb.summary}`, ...lines].join("\n"),
    data: describeVerb(verb),
  };
}

const defaultText = (argument: Argument): string =>
  argument.default === undefined
    ? isOptional(argument)
      ? " (may be left out)"
      : ""
    : ` (default ${argument.default})`;

const describeVerb = ({ name, summary, args }: Verb) => ({ name, usage: usageOf(name, args), summary, args });
