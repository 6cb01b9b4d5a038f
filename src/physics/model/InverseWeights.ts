// Inverse weights of bodies and degrees of freedom, from which the softness of rows follows. The engine computes them with
// sums over the whole world, so their last bit depends on the other entities. Therefore every moving entity is compiled once
// alone, without solids, and its values replace those of the common model (M5).

import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { compileText, type Engine, type MjModel } from "./Engine.js";
import type { PlacedEntity } from "./EntityText.js";
import type { EntityLayout } from "./Layout.js";
import { writeModel } from "./ModelText.js";

interface Weights {
  readonly bodies: Float64Array;
  readonly dofs: Float64Array;
}

/** By description, then by placement and springs. */
const known = new WeakMap<object, Map<string, Weights>>();

/** Writes the inverse weights of all moving entities into the common model. */
export function applyInverseWeights(
  engine: Engine,
  world: WorldDescription,
  model: MjModel,
  entities: readonly (PlacedEntity & { readonly layout: EntityLayout })[],
): void {
  const found = entities.map((one) => ({ weights: weightsOf(engine, world, one), range: one.layout.bodyRange }));
  // views after compiling, which may have moved the engine's memory
  const bodies = model.body_invweight0 as Float64Array;
  const dofs = model.dof_invweight0 as Float64Array;
  const dofOf = model.body_dofadr as Int32Array;
  for (const { weights, range } of found) {
    bodies.set(weights.bodies, 2 * range[0]);
    if (weights.dofs.length > 0) dofs.set(weights.dofs, firstDof(dofOf, range));
  }
}

function firstDof(dofOf: Int32Array, [from, to]: readonly [number, number]): number {
  for (let body = from; body < to; body++) if (dofOf[body] >= 0) return dofOf[body];
  return 0;
}

function weightsOf(engine: Engine, world: WorldDescription, placed: PlacedEntity): Weights {
  const { position, orientation } = placed.placement;
  const key = [...position, ...orientation, ...[...placed.sprung].sort()].join(" ");
  const byPlace = known.get(placed.entity) ?? new Map<string, Weights>();
  known.set(placed.entity, byPlace);
  const old = byPlace.get(key);
  if (old) return old;
  const weights = weigh(engine, world, placed);
  // limits the memory for a description that is added at ever new places
  if (byPlace.size > 64) byPlace.clear();
  byPlace.set(key, weights);
  return weights;
}

/** The text of the model of one entity alone. */
export function writeAlone(world: WorldDescription, placed: PlacedEntity): string {
  const options = { stepSec: world.stepNs / NS_PER_SEC, gravity: world.gravity, memoryMb: 1, withoutSolids: true };
  return writeModel([placed], options).text;
}

function weigh(engine: Engine, world: WorldDescription, placed: PlacedEntity): Weights {
  const model = compileText(engine.mj, writeAlone(world, placed));
  // body 0 is the world
  const bodies = (model.body_invweight0 as Float64Array).slice(2);
  const dofs = (model.dof_invweight0 as Float64Array).slice();
  model.delete();
  return { bodies, dofs };
}
