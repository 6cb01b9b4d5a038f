// Bad numbers never spread (M7): after every step positions and speeds are looked at; if one is not finite or beyond
// all reason, the step is taken back and the entity at fault is named.

import type { CompiledModel } from "./CompiledModel.js";
import { type LiveEntity, rangesOf } from "./EntityState.js";
import type { EntityLayout } from "./Layout.js";

/** m/s or rad/s: nothing that a robot simulator is for goes this fast. */
const SPEED_LIMIT = 1e5;
/** m */
const PLACE_LIMIT = 1e7;

/** What the step may change, as it was before. */
export class Backup {
  #qpos = new Float64Array(0);
  #qvel = new Float64Array(0);
  #warm = new Float64Array(0);
  #forces = new Float64Array(0);

  save(c: CompiledModel): void {
    const { qpos, qvel, qacc_warmstart, xfrc_applied } = c.views;
    if (this.#qpos.length !== qpos.length || this.#forces.length !== xfrc_applied.length) {
      this.#qpos = new Float64Array(qpos.length);
      this.#qvel = new Float64Array(qvel.length);
      this.#warm = new Float64Array(qvel.length);
      this.#forces = new Float64Array(xfrc_applied.length);
    }
    this.#qpos.set(qpos);
    this.#qvel.set(qvel);
    this.#warm.set(qacc_warmstart);
    this.#forces.set(xfrc_applied);
  }

  restore(c: CompiledModel): void {
    const { qpos, qvel, qacc_warmstart, xfrc_applied, qfrc_applied } = c.views;
    qpos.set(this.#qpos);
    qvel.set(this.#qvel);
    qacc_warmstart.set(this.#warm);
    xfrc_applied.set(this.#forces);
    qfrc_applied.fill(0);
  }
}

export function isSound(c: CompiledModel): boolean {
  const { qpos, qvel } = c.views;
  // a comparison with NaN is false, so one test serves for all
  for (let i = 0; i < qvel.length; i++) if (!(qvel[i] < SPEED_LIMIT && qvel[i] > -SPEED_LIMIT)) return false;
  for (let i = 0; i < qpos.length; i++) if (!(qpos[i] < PLACE_LIMIT && qpos[i] > -PLACE_LIMIT)) return false;
  return true;
}

export interface Fault {
  readonly entity: string;
  readonly found: string;
}

/** Among the entities with bad numbers, one for each contact island: the one with the strongest cause of its own. */
export function findFaults(c: CompiledModel, live: ReadonlyMap<string, LiveEntity>): Fault[] {
  const island = c.data.dof_island as Int32Array;
  const worst = new Map<number, { fault: Fault; cause: number }>();
  for (const layout of c.layout.entities) {
    const bad = badNumber(c, layout);
    if (bad === undefined) continue;
    const { v } = rangesOf(c, layout);
    // an entity outside of all islands is one of its own
    const where = island.length > v[0] && island[v[0]] >= 0 ? island[v[0]] : -1 - v[0];
    const cause = causeOf(c, layout, live.get(layout.entity.name));
    const known = worst.get(where);
    if (!known || cause > known.cause) worst.set(where, { fault: { entity: layout.entity.name, found: bad }, cause });
  }
  return [...worst.values()].map(({ fault }) => fault);
}

function badNumber(c: CompiledModel, layout: EntityLayout): string | undefined {
  const { q, v } = rangesOf(c, layout);
  const { qpos, qvel } = c.views;
  for (let i = v[0]; i < v[1]; i++) if (!(Math.abs(qvel[i]) < SPEED_LIMIT)) return `a speed of ${qvel[i]}`;
  for (let i = q[0]; i < q[1]; i++) if (!(Math.abs(qpos[i]) < PLACE_LIMIT)) return `a position of ${qpos[i]}`;
  return undefined;
}

/** What was asked of it: the strongest motor and the largest push. */
function causeOf(c: CompiledModel, layout: EntityLayout, live: LiveEntity | undefined): number {
  let most = 0;
  for (const { axes } of live?.commands.values() ?? [])
    for (const axis of axes) most = Math.max(most, Math.min(axis.FMax, 1e300) * (1 + Math.abs(axis.Vel)));
  const push = c.views.xfrc_applied;
  for (let i = 6 * layout.bodyRange[0]; i < 6 * layout.bodyRange[1]; i++) {
    const size = Math.abs(push[i]);
    most = Math.max(most, Number.isNaN(size) ? Number.POSITIVE_INFINITY : size);
  }
  return most;
}
