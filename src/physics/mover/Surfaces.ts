// Surfaces that move without a degree of freedom: solids of movers (Mover.ts), and conveyor belts. A mover has no mass in the
// engine, as if it were static; its velocity enters the rows of its contacts (RowDrift.ts) and the search for contacts
// (SurfaceMotion.ts). The velocity of its points is that of the chord of their way in a step, so what stands on a turntable stays
// on its circle.

import { rotate } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { PlacedEntity } from "../model/EntityText.js";
import type { EntityLayout } from "../model/Layout.js";
import { Mover } from "./Mover.js";
import type { MoverState } from "./MoverState.js";

/** Factor that allows for what touches a mover (ContactMargin.ts). */
const REACH = 1.25;
const MIN_MARGIN = 0.002;
const MAX_MARGIN = 0.5;

export class Surfaces {
  readonly movers: readonly Mover[];
  /** By geom: its mover; -1: none. */
  readonly #moverOf: Int32Array;
  readonly #bodyMover: Int32Array;
  /** By geom: 1: it has a belt; and its velocity in the frame of the body. */
  readonly #hasBelt: Uint8Array;
  readonly #belts: Float64Array;
  /** Whether anything moves. */
  any = false;
  #anyBelt = false;
  readonly #c: CompiledModel;
  readonly #bound: Float64Array;
  /** Result of `measure`, m/s. */
  x = 0;
  y = 0;
  z = 0;

  constructor(c: CompiledModel, placed: readonly PlacedEntity[]) {
    const { geoms, entities } = c.layout;
    this.#c = c;
    this.#bound = (c.model.geom_rbound as Float64Array).slice();
    this.#moverOf = new Int32Array(geoms.length).fill(-1);
    this.#bodyMover = new Int32Array(c.model.nbody as number).fill(-1);
    this.#hasBelt = new Uint8Array(geoms.length);
    this.#belts = new Float64Array(3 * geoms.length);
    const layouts = new Map(entities.map((layout) => [layout.entity.name, layout]));
    this.movers = placed.flatMap(({ entity, placement, mover }) =>
      mover ? [this.#open(layouts.get(entity.name) as EntityLayout, placement, mover)] : [],
    );
    this.movers.forEach(({ geoms: own, bodyIds }, i) => {
      for (const g of own) this.#moverOf[g] = i;
      for (const id of bodyIds) this.#bodyMover[id] = i;
    });
    for (const one of placed) this.setBelts(one);
    this.any ||= this.movers.length > 0;
  }

  #open(layout: EntityLayout, placement: PlacedEntity["placement"], state: MoverState): Mover {
    const geoms = this.#c.layout.geoms.flatMap(({ entity }, g) => (entity === layout.entity ? [g] : []));
    const bodyIds = [...layout.bodies.values()].map(({ bodyId }) => bodyId);
    const stepNs = Math.round(this.#c.stepSec * 1e9);
    return new Mover({ name: layout.entity.name, placement, bodyIds, geoms, stepNs }, state);
  }

  /** Takes over the belts of an entity. */
  setBelts({ entity, placement, belts }: PlacedEntity): void {
    this.#c.layout.geoms.forEach(({ entity: owner, solid, bodyId }, g) => {
      if (owner !== entity) return;
      const velocity = belts?.get(solid.name) ?? solid.surfaceVelocity;
      const isMoving = velocity?.some((v) => v !== 0) ?? false;
      this.#hasBelt[g] = isMoving ? 1 : 0;
      if (!velocity || !isMoving) return;
      const own = rotate(solid.pose.orientation, velocity);
      this.#belts.set(bodyId === 0 ? rotate(placement.orientation, own) : own, 3 * g);
    });
    this.#anyBelt = this.#hasBelt.includes(1);
    this.any = this.#anyBelt || this.movers.length > 0;
  }

  // ---- movers

  /** Places the movers where their states say; before kinematics. */
  place(): void {
    for (const mover of this.movers) this.#writePose(mover, mover.pose);
  }

  /** Gives a mover another state at the same place. */
  set(name: string, state: MoverState): void {
    this.movers.find((one) => one.name === name)?.set(state);
  }

  /** At the start of a step: where the movers go. `rates`: of those that are blocked. */
  begin(rates?: ReadonlyMap<string, number>): void {
    for (const mover of this.movers) {
      const goes = mover.begin(rates?.get(mover.name));
      // only what may be blocked needs to know where it wants to go
      if (!rates && mover.isLimited) goes ? mover.wanted.set(mover.change) : mover.wanted.fill(0);
      if (goes) this.#setMargins(mover);
    }
  }

  /** At the end of a step, before kinematics. */
  end(): void {
    for (const mover of this.movers) if (mover.moves) this.#writePose(mover, mover.nextPose);
  }

  /** When the step counts. */
  commit(): void {
    for (const mover of this.movers) mover.commit();
  }

  #writePose({ bodyIds }: Mover, pose: Float64Array): void {
    const { body_pos: pos, body_quat: quat } = this.#c.views;
    for (let i = 0; i < bodyIds.length; i++) {
      const [p, q] = [3 * bodyIds[i], 4 * bodyIds[i]];
      pos[p] = pose[0];
      pos[p + 1] = pose[1];
      pos[p + 2] = pose[2];
      quat[q] = pose[6];
      quat[q + 1] = pose[3];
      quat[q + 2] = pose[4];
      quat[q + 3] = pose[5];
    }
  }

  #setMargins(mover: Mover): void {
    const { geom_margin, geom_xpos } = this.#c.views;
    const { geoms, angle } = mover;
    for (let i = 0; i < geoms.length; i++) {
      const g = geoms[i];
      this.#measureMover(mover, mover.change, geom_xpos[3 * g], geom_xpos[3 * g + 1], geom_xpos[3 * g + 2]);
      const way =
        this.#c.stepSec * Math.sqrt(this.x * this.x + this.y * this.y + this.z * this.z) + angle * this.#bound[g];
      const margin = Math.min(Math.max(REACH * way, MIN_MARGIN), MAX_MARGIN);
      if (geom_margin[g] !== margin) geom_margin[g] = margin;
    }
  }

  isMover(geom: number): boolean {
    return this.#moverOf[geom] >= 0;
  }

  /** Whether the surface of a geom moves in this step. */
  isMoving(geom: number): boolean {
    const mover = this.#moverOf[geom];
    return (mover >= 0 && this.movers[mover].moves) || this.#hasBelt[geom] === 1;
  }

  hasBelt(geom: number): boolean {
    return this.#hasBelt[geom] === 1;
  }

  /** Sets the velocity of a mover's point; zero for other geoms. */
  measure(geom: number, px: number, py: number, pz: number): void {
    this.x = this.y = this.z = 0;
    const mover = this.#moverOf[geom];
    if (mover >= 0 && this.movers[mover].moves)
      this.#measureMover(this.movers[mover], this.movers[mover].change, px, py, pz);
  }

  /** The same at the speed that the mover has where nothing blocks it. */
  measureWanted(geom: number, px: number, py: number, pz: number): void {
    const mover = this.movers[this.#moverOf[geom]];
    if (mover) this.#measureMover(mover, mover.wanted, px, py, pz);
  }

  /** The same for a body: velocity of the point, and angular velocity; undefined: no mover. */
  velocityOf(bodyId: number, p: Vec3): { readonly linear: Vec3; readonly angular: Vec3 } | undefined {
    const mover = this.movers[this.#bodyMover[bodyId]];
    if (!mover) return undefined;
    this.x = this.y = this.z = 0;
    if (mover.moves) this.#measureMover(mover, mover.change, p[0], p[1], p[2]);
    return { linear: [this.x, this.y, this.z], angular: mover.moves ? mover.spin : [0, 0, 0] };
  }

  spinOf(geom: number): Vec3 {
    const mover = this.movers[this.#moverOf[geom]];
    return mover?.moves ? mover.spin : NO_SPIN;
  }

  /** Sets the velocity of a belt, in the world. */
  measureBelt(geom: number): void {
    const m = 9 * this.#c.layout.geoms[geom].bodyId;
    const { xmat } = this.#c.views;
    const [x, y, z] = [this.#belts[3 * geom], this.#belts[3 * geom + 1], this.#belts[3 * geom + 2]];
    this.x = xmat[m] * x + xmat[m + 1] * y + xmat[m + 2] * z;
    this.y = xmat[m + 3] * x + xmat[m + 4] * y + xmat[m + 5] * z;
    this.z = xmat[m + 6] * x + xmat[m + 7] * y + xmat[m + 8] * z;
  }

  /** `d`: change of the pose in this step. */
  #measureMover({ pose }: Mover, d: Float64Array, px: number, py: number, pz: number): void {
    const x = px - pose[0];
    const y = py - pose[1];
    const z = pz - pose[2];
    const k = 1 / this.#c.stepSec;
    this.x = k * (d[0] * x + d[1] * y + d[2] * z + d[9]);
    this.y = k * (d[3] * x + d[4] * y + d[5] * z + d[10]);
    this.z = k * (d[6] * x + d[7] * y + d[8] * z + d[11]);
  }
}

const NO_SPIN: Vec3 = [0, 0, 0];
