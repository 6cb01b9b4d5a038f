// Which entities are in the volumes of triggers (E2). Volumes that stand in the world are found by a grid, and an entity is
// compared with them only when it may have moved by its slack (Volumes.ts). Volumes that move with a body are compared with all
// entities. Only pairs whose bounds overlap are tested exactly.

import type { VolumeCondition, WorldTrigger } from "../../describe/world/WorldTrigger.js";
import { compose, type Pose } from "../../math/Pose.js";
import { readPose } from "../../physics/Bodies.js";
import type { Physics } from "../../physics/Physics.js";
import { Volume } from "../../physics/VolumeShape.js";
import { BOUNDS_SIZE, Volumes } from "../../physics/Volumes.js";
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

/** Volumes farther from an entity than this are not near, m: the largest slack of an entity near volumes, and of others. */
const NEAR_M = 0.05;
const FAR_M = 0.5;
const NOTHING: readonly number[] = Object.freeze([]);

export class VolumeLook {
  readonly #physics: Physics;
  readonly #triggers: readonly VolumeTrigger[];
  readonly #isWatched: IsWatched;
  readonly #volumes: Volumes;
  readonly #standing: readonly Standing[];
  readonly #grid: VolumeGrid;
  /** By trigger and entity: whether the trigger watches it. Filled when asked; void when entities join or leave. */
  readonly #watched: readonly Map<string, boolean>[];
  #names: readonly string[] = [];
  /** Triggers that move with a body. */
  readonly #moving: readonly number[];
  /** By trigger: indices of the entities in it, ascending. */
  readonly #inside: (readonly number[])[];
  /** By trigger: its volumes, if they move with a body. */
  readonly #carried: readonly (readonly Volume[])[];
  /** By entity: standing triggers that it is in, ascending. */
  #homes: (readonly number[])[] = [];
  readonly #changed = new Set<number>();
  #bounds = new Float64Array(BOUNDS_SIZE);
  // of the entity that is tested
  #entity = 0;
  #found: number[] = [];
  #clearance = 0;
  #hasMet = false;
  readonly #meet = (volume: number): void => this.#test(volume);

  constructor(physics: Physics, triggers: readonly VolumeTrigger[], isWatched: IsWatched) {
    this.#physics = physics;
    this.#triggers = triggers;
    this.#isWatched = isWatched;
    this.#watched = triggers.map(() => new Map());
    this.#volumes = new Volumes(physics);
    this.#standing = triggers.flatMap(({ condition: { solids, body } }, trigger) =>
      body ? [] : solids.map(({ shape, pose }) => ({ trigger, volume: new Volume(shape, pose) })),
    );
    this.#grid = new VolumeGrid(this.#standing.map(({ volume }) => volume.bounds));
    this.#moving = triggers.flatMap(({ condition: { body } }, i) => (body ? [i] : []));
    this.#inside = triggers.map(() => NOTHING);
    this.#carried = triggers.map(({ condition: { solids, body } }) =>
      body ? solids.map(({ shape, pose }) => new Volume(shape, pose)) : [],
    );
  }

  /** Looks at everything. Returns the triggers in which other entities are than after the last look. */
  look(): ReadonlySet<number> {
    const changed = this.#changed;
    changed.clear();
    if (this.#triggers.length === 0) return changed;
    const volumes = this.#volumes;
    const { names } = volumes;
    if (names !== this.#names) this.#begin(names);
    if (this.#standing.length > 0)
      for (let entity = 0; entity < names.length; entity++) if (volumes.hasMoved(entity)) this.#lookFor(entity);
    if (this.#moving.length > 0) this.#lookAround();
    return changed;
  }

  /** Names of the entities in a trigger, in name order. */
  namesIn(trigger: number): readonly string[] {
    return this.#inside[trigger].map((entity) => this.#names[entity]);
  }

  /** Entities have joined or left: their indices and their solids are others. */
  #begin(names: readonly string[]): void {
    this.#names = names;
    for (const known of this.#watched) known.clear();
    this.#inside.forEach((list, trigger) => {
      if (list.length === 0) return;
      this.#inside[trigger] = NOTHING;
      this.#changed.add(trigger);
    });
    this.#homes = names.map(() => NOTHING);
  }

  #lookFor(entity: number): void {
    this.#entity = entity;
    this.#found = [];
    this.#clearance = NEAR_M;
    this.#hasMet = false;
    this.#volumes.writeBounds(entity, NEAR_M, this.#bounds, 0);
    this.#grid.near(this.#bounds, 0, this.#meet);
    if (!this.#hasMet) {
      this.#volumes.writeBounds(entity, FAR_M, this.#bounds, 0);
      if (!this.#grid.hasNear(this.#bounds, 0)) this.#clearance = FAR_M;
    }
    this.#volumes.settle(entity, this.#clearance);
    const homes = this.#homes[entity];
    const found = this.#found.length > 1 ? this.#found.sort((a, b) => a - b) : this.#found;
    for (const trigger of homes) if (!found.includes(trigger)) this.#change(trigger, entity, false);
    for (const trigger of found) if (!homes.includes(trigger)) this.#change(trigger, entity, true);
    this.#homes[entity] = found.length === 0 ? NOTHING : found;
  }

  #test(number: number): void {
    const { trigger, volume } = this.#standing[number];
    const entity = this.#entity;
    this.#hasMet = true;
    if (!this.#watches(trigger, this.#names[entity])) return;
    const isIn = this.#volumes.isIn(entity, volume);
    const { clearance } = this.#volumes;
    if (clearance < this.#clearance) this.#clearance = clearance;
    if (isIn && !this.#found.includes(trigger)) this.#found.push(trigger);
  }

  #change(trigger: number, entity: number, isIn: boolean): void {
    const others = this.#inside[trigger].filter((one) => one !== entity);
    this.#inside[trigger] = isIn ? [...others, entity].sort((a, b) => a - b) : others;
    this.#changed.add(trigger);
  }

  // ---- volumes that move with a body

  #lookAround(): void {
    const { names } = this.#volumes;
    if (this.#bounds.length < BOUNDS_SIZE * names.length) this.#bounds = new Float64Array(BOUNDS_SIZE * names.length);
    for (let entity = 0; entity < names.length; entity++)
      this.#volumes.writeBounds(entity, 0, this.#bounds, BOUNDS_SIZE * entity);
    for (const trigger of this.#moving) {
      const now = this.#lookFrom(trigger);
      const old = this.#inside[trigger];
      if (now.length === old.length && now.every((entity, i) => entity === old[i])) continue;
      this.#inside[trigger] = now;
      this.#changed.add(trigger);
    }
  }

  /** Entities in a volume that moves with a body. */
  #lookFrom(trigger: number): readonly number[] {
    const place = this.#placeOf(trigger);
    if (!place) return NOTHING;
    const { solids, body } = this.#triggers[trigger].condition;
    const volumes = this.#carried[trigger];
    volumes.forEach((volume, i) => {
      volume.moveTo(compose(place, solids[i].pose));
    });
    const found: number[] = [];
    for (let entity = 0; entity < this.#names.length; entity++)
      for (const volume of volumes) {
        if (!doBoundsOverlap(volume.bounds, 0, this.#bounds, BOUNDS_SIZE * entity)) continue;
        const name = this.#names[entity];
        // a thing is not in its own volume
        if (name === body?.entity || !this.#watches(trigger, name) || !this.#volumes.isIn(entity, volume)) continue;
        found.push(entity);
        break;
      }
    return found.length === 0 ? NOTHING : found;
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
    // an entity that has joined later may be named without its only body
    const body = carrier.body === "" && bodies.length === 1 ? bodies[0].name : carrier.body;
    return bodies.some(({ name }) => name === body) ? readPose(this.#physics, carrier.entity, body) : undefined;
  }
}
