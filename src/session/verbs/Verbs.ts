// The verbs of the console (T8, E4): one table for the terminal, HTTP, WebSocket and the viewer. WorldVerbs.ts has those that
// change the world. Pure: the wall clock is an argument. A verb that needs further frames returns `later`, which is checked
// after each burst of frames.

import { SimError, unknownName } from "../../describe/SimError.js";
import type { LineName } from "../../describe/world/WorldEvent.js";
import type { Simulation } from "../Simulation.js";
import { CAMERA_VERB } from "./CameraVerb.js";
import { type KnownVerb, splitWords } from "./Completion.js";
import { EDIT_VERBS } from "./EditVerbs.js";
import { EVENT_VERBS } from "./EventVerbs.js";
import { PATH_VERBS } from "./PathVerbs.js";
import { PICTURE_VERB } from "./PictureVerb.js";
import { inTwoParts, type PlannedVerb } from "./PlannedVerb.js";
import { RECORD_VERB } from "./RecordVerb.js";
import { momentOf, SNAPSHOT_VERBS } from "./SnapshotVerbs.js";
import { GET_WORDS, LIST_WORDS, listThings, lookUp } from "./StateQueries.js";
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
  /** Text for people. */
  readonly message: string;
  /** Data for programs. */
  readonly data: unknown;
  /** Set if the verb is not done yet. */
  readonly later?: LaterOutcome;
}

export interface LaterOutcome {
  readonly isDone: () => boolean;
  /** Wall-clock time after which it is answered in any case, ms; default: that of the control interface. */
  readonly timeoutMs?: number;
  /** The result, or the progress if it is not done. */
  readonly outcome: () => VerbOutcome;
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly args: readonly Argument[];
  /** Why an `<Event>` of a world file may not use this verb. Undefined: it may. */
  readonly notInEvents?: string;
  /** False: a journal does not note it, because it changes nothing, or only calls methods of Simulation, which are noted. Default true. */
  readonly isInput?: false;
  /** The verb in two parts, if it changes the world's model; `run` does both. */
  plan?(context: VerbContext, args: ArgumentValues): PlannedVerb;
  run(context: VerbContext, args: ArgumentValues): VerbOutcome;
}

const MAX_FRAMES = 1_000_000;

/** Verbs of every simulation. Verbs of guests come between the two lists. */
const FIRST_VERBS: readonly Verb[] = [
  {
    name: "pause",
    summary: "pauses the simulation; clients stay connected",
    isInput: false,
    args: [],
    run: ({ simulation }) => {
      simulation.pause();
      return { message: `paused at ${simulation.world.timeSec} s`, data: momentOf(simulation) };
    },
  },
  {
    name: "resume",
    summary: "resumes the simulation",
    isInput: false,
    args: [],
    run: ({ simulation }) => {
      simulation.resume();
      return { message: `resumed at ${simulation.world.timeSec} s`, data: momentOf(simulation) };
    },
  },
  {
    name: "step",
    summary: "runs a number of frames, then pauses; replies when they are done",
    isInput: false,
    args: [{ name: "count", type: "integer", what: "number of frames", default: 1, least: 1, most: MAX_FRAMES }],
    notInEvents: "a frame is being made already",
    run: ({ simulation }, { count }) => {
      simulation.stepFrames(count as number);
      const isDone = () => simulation.framesToGo === 0 || simulation.isStopped;
      return { ...stepsOutcome(simulation), later: { isDone, outcome: () => stepsOutcome(simulation) } };
    },
  },
  {
    name: "rate",
    summary: "sets the speed of the simulation",
    args: [{ name: "rate", type: "rate", what: "factor on real time" }],
    run: ({ simulation }, { rate }) => {
      simulation.rate = rate as number;
      const speed = Number.isFinite(rate) ? `${rate} times real time` : "as fast as possible";
      return { message: `rate: ${speed}`, data: momentOf(simulation) };
    },
  },
  {
    name: "reset",
    summary: "restarts at t = 0; clients stay connected, robots start where they joined",
    isInput: false,
    args: [
      {
        name: "seed",
        type: "integer",
        what: "another random seed from now on",
        isOptional: true,
        least: -Number.MAX_SAFE_INTEGER,
        most: Number.MAX_SAFE_INTEGER,
      },
    ],
    ...inTwoParts(({ simulation, nowMs }, { seed }) => ({
      jobs: simulation.world.planReset(),
      run: () => {
        simulation.reset(nowMs, seed as number | undefined);
        const { seed: now } = simulation.world;
        const message = seed === undefined ? "reset to 0 s" : `reset to 0 s with seed ${now}`;
        return { message, data: { ...momentOf(simulation), ...(seed === undefined ? {} : { seed: now }) } };
      },
    })),
  },
  ...SNAPSHOT_VERBS,
  {
    name: "list",
    summary: "lists robots, clients, objects and others by name",
    isInput: false,
    args: [{ name: "what", type: "text", what: "kind of list", isOptional: true, choices: LIST_WORDS }],
    run: ({ simulation }, { what }) => {
      const data = listThings(simulation, what as string | undefined);
      return { message: what === undefined ? "all lists" : `${what}: ${(data as unknown[]).length}`, data };
    },
  },
  {
    name: "get",
    summary: `gives a value: ${GET_WORDS.join(", ")}, or a name such as Segway or Segway/LMotor`,
    isInput: false,
    args: [
      {
        name: "what",
        type: "text",
        what: "kind of value, or a name",
        default: "status",
        words: GET_WORDS,
        completes: "part",
      },
      {
        name: "name",
        type: "text",
        what: "name of the robot, object, body, joint or component",
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
  CAMERA_VERB,
  ...EDIT_VERBS,
  ...PATH_VERBS,
  ...EVENT_VERBS,
  RECORD_VERB,
];

const SHUTDOWN: Verb = {
  name: "shutdown",
  summary: "ends the simulation for everybody: clients get an Error, the server closes",
  isInput: false,
  args: [],
  run: ({ simulation }) => {
    const data = momentOf(simulation);
    simulation.stop();
    return { message: `stopped at ${data.time} s`, data };
  },
};

const LAST_VERBS: readonly Verb[] = [
  SHUTDOWN,
  { ...SHUTDOWN, name: "stop", summary: "the same as shutdown; to hold the world, use pause" },
  helpVerb(({ simulation }) => simulation.verbs),
];

/** The verbs of one simulation: those of every simulation, and those that its guests add. */
export class VerbTable {
  readonly verbs: readonly Verb[];
  readonly #byName: ReadonlyMap<string, Verb>;

  /** `added` may contain a verb twice, from the options and from a guest. Two verbs of one name throw NAME_TAKEN. */
  constructor(added: readonly Verb[] = [], all: readonly Verb[] = [...FIRST_VERBS, ...added, ...LAST_VERBS]) {
    const byName = new Map<string, Verb>();
    for (const verb of all) {
      if ((byName.get(verb.name) ?? verb) !== verb)
        throw new SimError("NAME_TAKEN", { where: "verbs", found: `two verbs "${verb.name}"` });
      byName.set(verb.name, verb);
    }
    this.#byName = byName;
    this.verbs = [...byName.values()];
  }

  /** Only these verbs. */
  static of(verbs: readonly Verb[]): VerbTable {
    return new VerbTable([], verbs);
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
  readEventLine(line: string): EventCall {
    const call = this.readLine(line);
    const { name, notInEvents } = call.verb;
    if (notInEvents === undefined) return { ...call, names: namesIn(call) };
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

/** A line of an event, with the names in it that only the world file can supply. */
interface EventCall extends VerbCall {
  readonly names: readonly LineName[];
}

const WORLD_NAMES: readonly string[] = ["light", "event", "mover", "action"];

function namesIn({ verb, args }: VerbCall): readonly LineName[] {
  return verb.args.flatMap(({ name, completes = "verb" }) =>
    WORLD_NAMES.includes(completes) && args[name] !== undefined
      ? [{ kind: completes as LineName["kind"], name: String(args[name]) }]
      : [],
  );
}

/** Reads a verb with its arguments as a JSON object. */
export function readVerb(verbs: VerbTable, name: string, given: unknown): VerbCall {
  const verb = verbs.find(name);
  return { verb, args: readArguments(name, verb.args, given) };
}

/** Runs a verb with its arguments as a JSON object. */
export const runVerb = (context: VerbContext, name: string, given: unknown): VerbOutcome =>
  runInput(context, readVerb(context.simulation.verbs, name, given));

/** Runs a line as a person types it: `rate 2`, `get Segway/LMotor`; quotes keep blanks within a word. */
export const runLine = (context: VerbContext, line: string): VerbOutcome =>
  runInput(context, context.simulation.verbs.readLine(line));

const runInput = (context: VerbContext, call: VerbCall): VerbOutcome =>
  noted(context, call, () => runCall(context, call));

/** A person's verb is an input of the world. */
function noted<T>({ simulation: { inputs } }: VerbContext, { verb, args }: VerbCall, work: () => T): T {
  return verb.isInput === false ? work() : inputs.act(() => ({ kind: "verb", verb: verb.name, args }), work);
}

export function runCall(context: VerbContext, call: VerbCall): VerbOutcome {
  checkRunning(context, call);
  return call.verb.run(context, call.args);
}

/** The same in two parts. A verb that compiles nothing has the second one only. */
export function planCall(context: VerbContext, call: VerbCall): PlannedVerb {
  checkRunning(context, call);
  const { verb, args } = call;
  const planned = verb.plan?.(context, args);
  if (!planned) return { jobs: [], run: () => noted(context, call, () => verb.run(context, args)) };
  const run = () => {
    // it may have stopped while models were compiled
    checkRunning(context, call);
    return noted(context, call, () => planned.run());
  };
  return { jobs: planned.jobs, run };
}

function checkRunning({ simulation }: VerbContext, { verb }: VerbCall): void {
  if (simulation.isStopped && verb.name !== "help")
    throw new SimError("STATE_WRONG", { where: verb.name, found: "a simulation that has stopped" });
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
  if (framesToGo === 0) return { message: `paused at frame ${data.frame}, ${data.time} s`, data };
  const who = data.waitingFor.length > 0 ? `, waiting for ${data.waitingFor.join(", ")}` : "";
  return { message: `${framesToGo} frames to go${who}`, data };
}

// ---- help

/** The verb `help` about the verbs of a table. */
export function helpVerb(tableOf: (context: VerbContext) => VerbTable): Verb {
  return {
    name: "help",
    summary: "describes all verbs, or one of them",
    isInput: false,
    args: [{ name: "verb", type: "text", what: "name of a verb", isOptional: true, completes: "verb" }],
    notInEvents: "the text would go nowhere",
    run: (context, { verb }) => {
      const table = tableOf(context);
      return verb === undefined ? helpOnAll(table) : helpOn(table.find(verb as string));
    },
  };
}

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
  argument.default === undefined ? (isOptional(argument) ? " (optional)" : "") : ` (default ${argument.default})`;

const describeVerb = ({ name, summary, args }: Verb) => ({ name, usage: usageOf(name, args), summary, args });
