// Actions (E3): functions of plug-ins that lines of the console call by name, `call NAME text`, so that events and triggers do what no
// verb does. An action sees the world between two steps. What it keeps is part of the world's state.

import { SimError, showValue } from "../../describe/SimError.js";
import type { RandomStream } from "../../math/RandomStream.js";
import type { Physics } from "../../physics/Physics.js";
import { CallGuard, type PluginOrigin, WatchedKind } from "./CallGuard.js";

export interface ActionScene {
  readonly physics: Physics;
  readonly timeSec: number;
  /** Random numbers of this call: they depend on the seed of the world, the action and the time alone. */
  readonly random: RandomStream;
  /** What it has kept last; undefined: nothing. */
  readonly memory: unknown;
  /** Keeps plain data for the next call: part of snapshots and of the hash, gone after a reset. */
  readonly keep: (memory: unknown) => void;
  /** Runs a line of the console, as an event would; returns its data. Throws a SimError. */
  readonly perform: (line: string) => unknown;
  /** Writes a line to the log. */
  readonly say: (text: string) => void;
}

export interface ActionType {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** `text`: what follows the name in the line. */
  readonly run: (scene: ActionScene, text: string) => void;
}

/** What an action may keep, characters of JSON. */
const MAX_MEMORY = 1 << 20;

/** The action of a plug-in, checked and guarded. */
export function guardAction(type: ActionType, origin: PluginOrigin): ActionType {
  const where = `${origin.source}/action`;
  const refuse = (found: unknown, allowed: string): SimError =>
    new SimError("PLUGIN_REFUSED", { where, found: showValue(found), allowed });
  if (typeof type !== "object" || type === null) throw refuse(type, "an object with name, summary and run");
  const { name, summary, run } = type;
  if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) throw refuse(name, "name: letters, digits, . _ and -");
  if (typeof summary !== "string" || !/^[^\n]+$/.test(summary)) throw refuse(summary, "summary: one line of text");
  if (typeof run !== "function") throw refuse(run, "run: a function");
  const guard = new CallGuard(origin, new WatchedKind(`plug-in ${origin.source}, action ${name}`), name);
  return Object.freeze({
    name,
    summary,
    run: (scene: ActionScene, text: string) => guard.callThatMayRefuse("run", () => run.call(type, scene, text)),
  });
}

/** What an action keeps, as JSON. Throws a SimError if it is no plain data. */
export function memoryText(action: string, memory: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(memory);
  } catch {
    text = undefined;
  }
  if (text !== undefined && text.length <= MAX_MEMORY) return text;
  throw new SimError("PLUGIN_FAILED", {
    where: action,
    found: text === undefined ? showValue(memory) : `${text.length} characters of JSON`,
    allowed: `keep: plain data, at most ${MAX_MEMORY} characters of JSON`,
  });
}
