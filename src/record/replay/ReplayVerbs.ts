// The verbs of a replay (X3): those that only look, those that control the playing, and `seek`. All others say that a recording
// cannot be changed.

import { SimError } from "../../describe/SimError.js";
import { helpVerb, type LaterOutcome, type Verb, type VerbOutcome, VerbTable } from "../../session/verbs/Verbs.js";
import type { Replay } from "./Replay.js";
import { replayStatus } from "./ReplayStatus.js";

/** Verbs that change nothing. */
const LOOKING: readonly string[] = ["list", "picture", "stop"];
const MAX_FRAMES = 1_000_000;

/** `known`: the verbs of the recorded simulation. */
export function replayVerbs(replay: Replay, known: VerbTable): VerbTable {
  const own = [...playingVerbs(replay), getVerb(replay, known.find("get")), helpVerb(() => table)];
  const all = known.verbs.map((verb) => own.find(({ name }) => name === verb.name) ?? asLooking(verb));
  const table = VerbTable.of([...all, ...own.filter(({ name }) => !known.names.includes(name))]);
  return table;
}

/** Status and rate are those of the playing; other values are those of the world. */
function getVerb(replay: Replay, known: Verb): Verb {
  return {
    ...known,
    run: (context, args) => {
      const { message, data } = known.run(context, args);
      const status = replayStatus(replay);
      const playing = args.what === "status" ? status : args.what === "rate" ? status.rate : data;
      return { message, data: args.name === undefined ? playing : data };
    },
  };
}

function asLooking(verb: Verb): Verb {
  if (LOOKING.includes(verb.name)) return verb;
  const refuse = (): never => {
    throw new SimError("STATE_WRONG", {
      where: verb.name,
      found: "a recording, which cannot be changed",
      advice: "`ubersim fork FILE --at S` continues the run from any of its instants.",
    });
  };
  const { name, summary, args } = verb;
  return { name, summary, args, run: refuse };
}

const playingVerbs = (replay: Replay): readonly Verb[] => [
  {
    name: "pause",
    summary: "holds the recording",
    args: [],
    run: () => {
      replay.pause();
      return told(replay, "paused");
    },
  },
  {
    name: "resume",
    summary: "plays the recording; at its end, from the start",
    args: [],
    run: () => {
      replay.resume();
      return told(replay, "playing");
    },
  },
  {
    name: "step",
    summary: "plays a number of frames, then pauses",
    args: [{ name: "count", type: "integer", what: "number of frames", default: 1, least: 1, most: MAX_FRAMES }],
    run: (_, { count }) => {
      replay.stepFrames(count as number);
      return { ...told(replay, "stepping"), later: whenStill(replay) };
    },
  },
  {
    name: "rate",
    summary: "sets the speed of playing",
    args: [{ name: "rate", type: "rate", what: "factor on real time" }],
    run: (_, { rate }) => {
      replay.rate = rate as number;
      return told(replay, `rate ${Number.isFinite(replay.rate) ? replay.rate : "max"}`);
    },
  },
  {
    name: "reset",
    summary: "returns to the start of the recording",
    args: [],
    run: () => {
      replay.seek(0);
      return { ...told(replay, "on the way"), later: whenStill(replay) };
    },
  },
  {
    name: "seek",
    summary: "goes to a time of the recording",
    args: [{ name: "time", type: "number", what: "time of the recording, s", least: 0 }],
    run: (_, { time }) => {
      replay.seek(time as number);
      return { ...told(replay, "on the way"), later: whenStill(replay) };
    },
  },
];

function told(replay: Replay, what: string): VerbOutcome {
  const { atSec, toSec, isPaused, rate } = replay;
  const data = { time: atSec, to: toSec, isPaused, rate: Number.isFinite(rate) ? rate : null };
  return { message: `${what}, at ${atSec.toFixed(3)} of ${toSec.toFixed(3)} s`, data };
}

/** Done when no frames are left to be played at once. */
const whenStill = (replay: Replay): LaterOutcome => ({
  isDone: () => (!replay.isSeeking && replay.framesToGo === 0) || replay.isStopped || replay.isAtEnd,
  outcome: () => told(replay, replay.isSeeking ? "on the way" : "arrived"),
});
