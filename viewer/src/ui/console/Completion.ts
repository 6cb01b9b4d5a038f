// Names known to the page, for completion in the console. Lines are completed by src/session/verbs/Completion.ts, so
// that all consoles offer the same.

import type { KnownNames, NameKind } from "../../../../src/session/verbs/Completion.js";
import type { Store } from "../../Store.js";
import { type Part, partsOf } from "../panels/Quantities.js";

export { commonStart, completeLine, type KnownVerb } from "../../../../src/session/verbs/Completion.js";

/** `snapshots`: names from the last reply to `list snapshots`. */
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
    // the view protocol does not send properties of joints or materials
    number: () => paths(entities, ["joint"]),
    light: () => names(store.lights),
    camera: () => [
      ...names(store.cameras),
      ...entities.flatMap(({ name, sensors }) => sensors.flatMap((one) => (one.camera ? `${name}.${one.name}` : []))),
    ],
    // the view protocol sends neither events nor paths
    event: () => [],
    mover: () => names(movable),
    action: () => [],
    snapshot: () => snapshots,
    // nor the files of recordings
    recording: () => [],
  };
  return (kind) => [...new Set(lists[kind]())];
}
