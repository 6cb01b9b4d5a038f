// Which entities are in the volumes of triggers (E2). Volumes that stand in the world are found by a grid; volumes that move with
// a body are compared with all entities. Only pairs whose bounds overlap are tested exactly.

import type { VolumeCondition, WorldTrigger } from "../../describe/world/WorldTrigger.js";
import { compose, type Pose } from "../../math/Pose.js";
import { readPose } from "../../physics/Bodies.js";
import type { Physics } from "../../physics/Physics.js";
import { BOUNDS_SIZE, type Volume, Volumes, volumeAt } from "../../physics/Volumes.js";
import { doBoundsOverlap, VolumeGrid } from "./VolumeGrid.js";

export interface VolumeTrigger extends WorldTrigger {
  readonly condition: VolumeCondition;
}

/** A solid of a trigger that stands in the world. */
interface Standing {
  readonly trigger: number;
  readonly volume: Volume;
}

/** Is an entity one that this trigger watches? */
type IsWatched = (trigger: number, entity: string) => boolean;

export class VolumeLook {
  readonly #physics: Physics;
  readonly #triggers: readonly VolumeTrigger[];
  readonly #isWatched: IsWatched;
  readonly #volumes: Volumes;
  readonly #standing: readonly Standing[];
  readonly #grid: VolumeGrid;
  /** By trigger: whether it watches an entity, as far as that was asked. Void when entities join or leave. */
  readonly #watched: readonly Map<string, boolean>[];
  #names: readonly string[] = [];
  /** Triggers that move with a body. */
  readonly #moving: readonly number[];

  constructor(physics: Physics, triggers: readonly VolumeTrigger[], isWatched: IsWatched) {
    this.#physics = physics;
    this.#triggers = triggers;
    this.#isWatched = isWatched;
    this.#watched = triggers.map(() => new Map());
    this.#volumes = new Volumes(physics);
    this.#standing = triggers.flatMap(({ condition: { solids, body } }, trigger) =>
      body ? [] : solids.map(({ shape, pose }) => ({ trigger, volume: volumeAt(shape, pose) })),
    );
    this.#grid = new VolumeGrid(this.#standing.map(({ volume }) => volume.bounds));
    this.#moving = triggers.flatMap(({ condition: { body } }, i) => (body ? [i] : []));
  }

  /** Names of the entities in each trigger, in name order; triggers that nothing is in are left out. */
  look(): Map<number, readonly string[]> {
    const found = new Map<number, string[]>();
    if (this.#triggers.length === 0) return found;
    const { names } = this.#volumes;
    if (names !== this.#names) {
      this.#names = names;
      for (const known of this.#watched) known.clear();
    }
    const bounds = this.#volumes.readBounds();
    for (let entity = 0; entity < names.length; entity++)
      this.#grid.near(bounds, BOUNDS_SIZE * entity, (i) => {
        const { trigger, volume } = this.#standing[i];
        this.#test(trigger, entity, names[entity], volume, found);
      });
    for (const trigger of this.#moving) this.#lookMoving(trigger, bounds, found);
    return found;
  }

  #lookMoving(trigger: number, bounds: Float64Array, found: Map<number, string[]>): void {
    const place = this.#placeOf(trigger);
    if (!place) return;
    const { names } = this.#volumes;
    const volumes = this.#triggers[trigger].condition.solids.map(({ shape, pose }) =>
      volumeAt(shape, compose(place, pose)),
    );
    for (let entity = 0; entity < names.length; entity++) {
      // a thing is not in its own volume
      if (names[entity] === this.#triggers[trigger].condition.body?.entity) continue;
      for (const volume of volumes)
        if (doBoundsOverlap(volume.bounds, 0, bounds, BOUNDS_SIZE * entity))
          this.#test(trigger, entity, names[entity], volume, found);
    }
  }

  #watches(trigger: number, name: string): boolean {
    const known = this.#watched[trigger];
    let answer = known.get(name);
    if (answer === undefined) {
      answer = this.#isWatched(trigger, name);
      known.set(name, answer);
    }
    return answer;
  }

  /** Undefined: the body is not there now. */
  #placeOf(trigger: number): Pose | undefined {
    const { body: carrier } = this.#triggers[trigger].condition;
    if (!carrier || !this.#physics.has(carrier.entity)) return undefined;
    const { bodies } = this.#physics.entity(carrier.entity);
    return bodies.some(({ name }) => name === carrier.body)
      ? readPose(this.#physics, carrier.entity, carrier.body)
      : undefined;
  }

  #test(trigger: number, entity: number, name: string, volume: Volume, found: Map<number, string[]>): void {
    const list = found.get(trigger);
    if (list?.at(-1) === name || !this.#watches(trigger, name) || !this.#volumes.isIn(entity, volume)) return;
    if (list) list.push(name);
    else found.set(trigger, [name]);
  }
}
