// The verb `record` (X2, X4, E4): begins and ends recordings and films of the run, and marks instants in them.

import { asSimError, explainError, SimError } from "../../describe/SimError.js";
import type { RecordControl, RecordingStatus } from "../RecordControl.js";
import type { Simulation } from "../Simulation.js";
import type { Verb, VerbOutcome } from "./Verbs.js";

const ACTIONS = ["start", "stop", "mark", "video", "status"] as const;

export const RECORD_VERB: Verb = {
  name: "record",
  summary: "begins or ends a recording or film of the run, or marks this instant in it",
  isInput: false,
  args: [
    { name: "action", type: "text", what: "what to do", choices: ACTIONS, default: "status" },
    {
      name: "text",
      type: "text",
      what: "name of the file, NAME.mcap, NAME.mp4 or NAME.webm; of a mark its text, in quotes if it has blanks",
      isOptional: true,
      completes: "recording",
    },
    {
      name: "view",
      type: "text",
      what: 'of a film: a camera, or "x y z to x y z"; several with ; between them (default: the first camera)',
      isOptional: true,
      completes: "camera",
    },
    { name: "caption", type: "boolean", what: "of a film: a line with time and score", isOptional: true },
  ],
  run: ({ simulation }, { action, text, view, caption }) => {
    const control = controlOf(simulation);
    const given = text as string | undefined;
    switch (action as (typeof ACTIONS)[number]) {
      case "start":
        return start(simulation, control, () => control.start(given));
      case "video": {
        const request = { view: view as string | undefined, hasCaption: caption === true };
        return start(simulation, control, () => control.film(given ?? "", request));
      }
      case "stop": {
        const ended = control.stop(given);
        return { message: `recorded ${ended.map(textOf).join("; ")}`, data: { recordings: ended } };
      }
      case "mark":
        return mark(control, given);
      case "status":
        return { message: control.recordings.map(textOf).join("; ") || "no recording", data: dataOf(control) };
    }
  },
};

function controlOf({ options }: Simulation): RecordControl {
  if (options.recordControl) return options.recordControl;
  throw new SimError("STATE_WRONG", {
    where: "record",
    found: "a simulation that writes no files",
    allowed: "a simulation that was started with `ubersim run`",
  });
}

function start(simulation: Simulation, control: RecordControl, open: () => RecordingStatus): VerbOutcome {
  const begin = (): VerbOutcome => {
    const status = open();
    return { message: `recording ${status.file}`, data: status };
  };
  if (control.isLoaded) return begin();
  const waiting = { message: "the recording begins as soon as its modules are loaded", data: {} };
  let result: VerbOutcome | SimError | undefined;
  const settle = (work: () => VerbOutcome): void => {
    try {
      result = work();
    } catch (problem) {
      result = asSimError(problem, "record");
      // the reply may have been sent
      simulation.options.log(explainError(result));
    }
  };
  control.load().then(
    () => settle(() => (simulation.isStopped ? waiting : begin())),
    (problem: unknown) =>
      settle(() => {
        throw problem;
      }),
  );
  const outcome = (): VerbOutcome => {
    if (result instanceof SimError) throw result;
    return result ?? waiting;
  };
  return { ...waiting, later: { isDone: () => result !== undefined, outcome } };
}

function mark(control: RecordControl, text: string | undefined): VerbOutcome {
  if (text === undefined)
    throw new SimError("ARGUMENT_WRONG", { where: "record/text", found: "nothing", allowed: "the text of the mark" });
  control.mark(text);
  return { message: `marked "${text}"`, data: dataOf(control) };
}

const dataOf = ({ recordings }: RecordControl) => ({ recordings });

const textOf = ({ file, seconds, bytes }: RecordingStatus): string =>
  `${file}: ${seconds.toFixed(1)} s${bytes > 0 ? `, ${(bytes / 1e6).toFixed(1)} MB` : ""}`;
