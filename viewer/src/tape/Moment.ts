// Everything that the 3D view and the panels show at one instant (X1). A moment is never changed: the store replaces its lists and maps,
// and poses are copied.

import type { Light } from "../../../src/describe/world/WorldFile.js";
import type { SceneLamp } from "../../../src/render/scene/SceneLamp.js";
import type { GuestMessage, ViewEntity, ViewTrigger, ViewWorldCamera } from "../../../src/session/view/ViewProtocol.js";
import type { Contact, Store } from "../Store.js";

const POSE_NUMBERS = 7;

export interface Moment {
  readonly world: string;
  readonly entities: readonly ViewEntity[];
  readonly lights: readonly Light[];
  readonly lamps: readonly SceneLamp[];
  readonly cameras: readonly ViewWorldCamera[];
  readonly triggers: readonly ViewTrigger[];
  readonly frozen: ReadonlySet<number>;
  readonly guestMessages: readonly (readonly [string, GuestMessage])[];
  readonly contacts: readonly Contact[];
  readonly values: Store["values"];
  readonly fans: readonly (readonly [string, Float32Array])[];
  readonly time: number;
  /** Ids of bodies, and seven numbers for each. */
  readonly bodies: Uint16Array;
  readonly poses: Float32Array;
}

export function readMoment(store: Store): Moment {
  const { world, lights, lamps, cameras, triggers, frozen, contacts, values, time } = store;
  const poses = new Float32Array(store.poses.size * POSE_NUMBERS);
  let at = 0;
  for (const pose of store.poses.values()) {
    poses.set(pose, at);
    at += POSE_NUMBERS;
  }
  return {
    ...{ world, lights, lamps, cameras, triggers, frozen, contacts, values, time, poses },
    entities: [...store.entities.values()],
    guestMessages: [...store.guestMessages],
    fans: [...store.fans],
    bodies: Uint16Array.from(store.poses.keys()),
  };
}

/** Puts a moment into a store. What was shown before and is the same stays as it is. */
export function showMoment(store: Store, moment: Moment): void {
  const { world, lights, cameras, triggers, frozen } = moment;
  const isSameScene = hasEntities(store, moment.entities) && store.lights === lights && store.frozen === frozen;
  Object.assign(store, { world, lights, cameras, triggers, frozen });
  refill(
    store.entities,
    moment.entities.map((entity) => [entity.name, entity] as const),
  );
  refill(store.guestMessages, moment.guestMessages);
  refill(store.fans, moment.fans);
  refill(
    store.poses,
    Array.from(moment.bodies, (id, i) => [id, moment.poses.slice(POSE_NUMBERS * i, POSE_NUMBERS * (i + 1))] as const),
  );
  Object.assign(store, { contacts: moment.contacts, lamps: moment.lamps, values: moment.values, time: moment.time });
  if (!isSameScene) store.sceneChanged();
  for (const topic of ["poses", "lamps", "guest", "contacts", "values", "fans"] as const) store.notify(topic);
}

/** True: the store has exactly these descriptions of entities. */
function hasEntities({ entities }: Store, wanted: readonly ViewEntity[]): boolean {
  return entities.size === wanted.length && wanted.every((entity) => entities.get(entity.name) === entity);
}

function refill<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
