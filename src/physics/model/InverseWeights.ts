// Some constants of a compiled model are sums over the whole world in the engine, and so differ in their last bit with
// who else is there: the inverse weights, from which the softness of rows is taken. Every moving entity is therefore
// compiled once by itself, and the values found there are written over those of the common model (M5).

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

/** By the description, and there by where it was put and which springs it has. */
const known = new WeakMap<object, Map<string, Weights>>();

/** Writes the own weights of all moving entities into the common model. */
export function applyInverseWeights(
  engine: Engine,
  world: WorldDescription,
  model: MjModel,
  entities: readonly (PlacedEntity & { readonly layout: EntityLayout })[],
): void {
  const found = entities.map((one) => ({ weights: weightsOf(engine, world, one), range: one.layout.bodyRange }));
  // views only now: compiling may have moved the engine's memory
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
  // a description that is put to ever new places need not be remembered everywhere
  if (byPlace.size > 64) byPlace.clear();
  byPlace.set(key, weights);
  return weights;
}

function weigh(engine: Engine, world: WorldDescription, placed: PlacedEntity): Weights {
  const options = { stepSec: world.stepNs / NS_PER_SEC, gravity: world.gravity, memoryMb: 1 };
  const model = compileText(engine.mj, writeModel([placed], options).text);
  // body 0 is the world, the last body and the last degree of freedom are the sentinel's
  const bodies = (model.body_invweight0 as Float64Array).slice(2, -2);
  const dofs = (model.dof_invweight0 as Float64Array).slice(0, -1);
  model.delete();
  return { bodies, dofs };
}
