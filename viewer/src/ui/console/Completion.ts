// Names for the console's completion, as the page knows them; how lines are completed is the simulator's own (Completion.ts of
// src/session), so that every console offers the same.

import type { KnownNames, NameKind } from "../../../../src/session/verbs/Completion.js";
import type { Store } from "../../Store.js";
import { type Part, partsOf } from "../panels/Quantities.js";

export { commonStart, completeLine, type KnownVerb } from "../../../../src/session/verbs/Completion.js";

/** `snapshots`: what `list` said of them last. */
export function namesOf(store: Store, snapshots: readonly string[]): KnownNames {
  const entities = [...store.entities.values()];
  const movable = entities.filter(({ role }) => role !== "static");
  const paths = (of: typeof entities, sorts: readonly Part["sort"][]): string[] =>
    of.flatMap((entity) => partsOf(entity).flatMap(({ path, sort }) => (sorts.includes(sort) ? path : [])));
  const names = (of: readonly { readonly name: string }[]): string[] => of.map(({ name }) => name);
  const lists: Readonly<Record<NameKind, () => readonly string[]>> = {
    verb: () => [],
    entity: () => names(entities),
    robot: () => names(entities.filter(({ role }) => role === "robot")),
    body: () => [...names(movable), ...paths(movable, ["body"])],
    part: () => [...names(entities), ...paths(entities, ["body", "joint", "sensor"])],
    // properties of joints, and materials, are not told to viewers
    number: () => paths(entities, ["joint"]),
    light: () => names(store.lights),
    camera: () => [
      ...names(store.cameras),
      ...entities.flatMap(({ name, sensors }) => sensors.flatMap((one) => (one.camera ? `${name}.${one.name}` : []))),
    ],
    snapshot: () => snapshots,
  };
  return (kind) => [...new Set(lists[kind]())];
}
