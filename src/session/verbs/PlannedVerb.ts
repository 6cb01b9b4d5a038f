// A verb that changes the world's model, in two parts: which models to compile, and the change itself. A server compiles them in
// another thread between the parts, while the world waits (M8).

import type { CompileJob } from "../../physics/Ahead.js";
import type { ArgumentValues } from "./VerbArguments.js";
import type { Verb, VerbContext, VerbOutcome } from "./Verbs.js";

export interface PlannedVerb {
  readonly jobs: readonly CompileJob[];
  run(): VerbOutcome;
}

/** `plan` and `run` of a verb. */
export function inTwoParts(
  plan: (context: VerbContext, args: ArgumentValues) => PlannedVerb,
): Pick<Verb, "plan" | "run"> {
  return { plan, run: (context, args) => plan(context, args).run() };
}
