// Names in the lines of `<Do>` that only the world file itself can supply (E2): lights, events, and entities with a path. They are
// checked when the file is read. Robots and objects may join later, so the verb checks their names when the line runs.

import type { Entity } from "../entity/Entity.js";
import { matchesName } from "../NamePattern.js";
import { SimError, unknownName } from "../SimError.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { LineName } from "./WorldEvent.js";
import { SUBJECT } from "./WorldTrigger.js";

export interface NamedLine {
  readonly element: XmlReader;
  readonly names: readonly LineName[];
}

export interface WorldNamesByKind {
  readonly entities: readonly Entity[];
  readonly lights: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
  /** Of plug-ins. */
  readonly actions: readonly string[];
}

/** Reports each wrong name at its line. */
export function checkLineNames(lines: readonly NamedLine[], world: WorldNamesByKind): void {
  for (const { element, names } of lines)
    for (const one of names) element.part(() => element.at(() => checkLineName(one, world)));
}

const CODE = {
  light: "LIGHT_UNKNOWN",
  event: "EVENT_UNKNOWN",
  mover: "ENTITY_UNKNOWN",
  action: "ACTION_UNKNOWN",
} as const;

function checkLineName({ kind, name }: LineName, { entities, lights, events, actions }: WorldNamesByKind): void {
  if (name.includes(SUBJECT)) return;
  const known =
    kind === "action" ? actions : { light: lights, event: events, mover: entities }[kind].map((one) => one.name);
  const found = known.filter((one) => one === name || matchesName(name, one));
  if (found.length === 0) throw unknownName(CODE[kind], "", name, known);
  if (kind !== "mover" || entities.some((one) => found.includes(one.name) && one.path)) return;
  throw new SimError("PATH_MISSING", { where: "", found: `"${name}" without a path` });
}
