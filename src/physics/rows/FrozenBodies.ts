// Frozen bodies are welded to the world at their pose. Every body has such a weld, inactive until the body is frozen.

import { conjugate } from "../../math/Quat.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { LiveEntity } from "../state/EntityState.js";

/** mjSTATE_EQ_ACTIVE: which equalities are active, in the engine's state vector. */
const STATE_EQ_ACTIVE = 1 << 9;

/** Activates the welds of frozen bodies and no others; loops, gears and motors are always active. */
export function applyFrozen(c: CompiledModel, live: ReadonlyMap<string, LiveEntity>): void {
  const active: number[] = new Array(c.model.neq).fill(0);
  for (const { entity, bodies, loops, gears, motors } of c.layout.entities) {
    for (const { equalityId } of [...loops, ...gears, ...motors]) active[equalityId] = 1;
    for (const [name, pose] of live.get(entity.name)?.frozen ?? []) {
      const freezeId = bodies.get(name)?.freezeId ?? -1;
      if (freezeId < 0) continue;
      active[freezeId] = 1;
      const [x, y, z, w] = conjugate(pose.orientation);
      // anchor in the world, anchor in the body, orientation of the world in the body, weight of the rotation
      c.views.eq_data.set([...pose.position, 0, 0, 0, w, x, y, z, 1], 11 * freezeId);
    }
  }
  if (active.length > 0) c.engine.mj.mj_setState(c.model, c.data, active, STATE_EQ_ACTIVE);
  c.refresh();
}
