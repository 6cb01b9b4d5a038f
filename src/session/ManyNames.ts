// Lines of events that are sent to many (E2): a name with * stands for all things of its kind that it matches when the line runs, in
// name order. Of a path such as Ball*/Skin only the first part may have it. A name that matches nothing stays, and the verb refuses it.
// Only a * of the line itself stands for others: robots choose their own names, and one may be called "*".

import { matchesParts } from "../describe/NamePattern.js";
import { SUBJECT } from "../describe/world/WorldTrigger.js";
import { hasPath } from "../physics/Paths.js";
import type { World } from "../world/World.js";
import type { NameKind } from "./verbs/Completion.js";
import type { VerbCall } from "./verbs/Verbs.js";

const NAMES: Partial<Readonly<Record<NameKind, (world: World) => readonly string[]>>> = {
  entity: ({ physics }) => physics.names,
  body: ({ physics }) => physics.names.filter((name) => !physics.entity(name).isStatic),
  number: ({ physics }) => physics.names,
  part: ({ physics }) => physics.names,
  mover: ({ physics }) => physics.names.filter((name) => hasPath(physics, name)),
  robot: ({ robots }) => robots.map(({ name }) => name),
  camera: ({ pictureSources }) => pictureSources.map(({ name }) => name),
  light: ({ lights }) => lights.map(({ name }) => name),
  event: ({ events }) => events.events.map(({ name }) => name),
};

/** The calls that a call stands for. `who`: the name that stands for {who} in its texts; it stays one argument, whatever it is. */
export function spread(call: VerbCall, world: World, who?: string): readonly VerbCall[] {
  const plain = (text: string): string => (who === undefined ? text : text.replaceAll(SUBJECT, () => who));
  const named = forSubject(call, plain);
  for (const { name, completes } of call.verb.args) {
    const value = call.args[name];
    const names = completes && NAMES[completes];
    if (!names || typeof value !== "string") continue;
    const [pattern, ...rest] = value.split("/");
    const known = names(world);
    if (!pattern.includes("*") || known.includes(plain(pattern))) continue;
    const parts = pattern.split("*").map(plain);
    const found = known.filter((one) => matchesParts(parts, one));
    if (found.length > 0)
      return found.map((one) => ({ ...named, args: { ...named.args, [name]: [one, ...rest.map(plain)].join("/") } }));
  }
  return [named];
}

/** Puts the name of the subject into the texts of the arguments. */
function forSubject(call: VerbCall, plain: (text: string) => string): VerbCall {
  const args = Object.entries(call.args).map(([name, value]) => [
    name,
    typeof value === "string" ? plain(value) : value,
  ]);
  return { ...call, args: Object.fromEntries(args) };
}
