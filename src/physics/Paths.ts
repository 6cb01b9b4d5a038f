// Entities that move along a path (E3), and solids whose surface moves: reads them, starts, stops and turns them.

import { checkRange, checkVec } from "../describe/Check.js";
import { describePath, type Easing, MAX_SECONDS } from "../describe/entity/Path.js";
import { checkSurfaceVelocity } from "../describe/entity/Solid.js";
import { SimError, unknownName } from "../describe/SimError.js";
import type { Vec3 } from "../math/Vec3.js";
import { endOf, type MoverState, startMover, wayAt } from "./mover/MoverState.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

export interface PathState {
  /** Time on the path, and its whole duration, s. */
  readonly time: number;
  readonly duration: number;
  /** m and rad (rotation vector), relative to the place in the document. */
  readonly offset: Vec3;
  readonly turn: Vec3;
  readonly direction: 1 | -1;
  readonly isMoving: boolean;
}

/** forward, back: runs in this direction. start: goes on. stop: stands. turn: goes on in the other direction. */
export const PATH_ACTIONS = ["forward", "back", "start", "stop", "turn"] as const;
export type PathAction = (typeof PATH_ACTIONS)[number];

/** Throws PATH_MISSING. */
function moverOf(physics: Physics, entity: string): MoverState {
  const { mover } = physics[INTERNALS].liveOf(entity);
  if (!mover) throw new SimError("PATH_MISSING", { where: entity, found: `"${entity}" without a path` });
  return mover;
}

export const hasPath = (physics: Physics, entity: string): boolean =>
  physics[INTERNALS].liveOf(entity).mover !== undefined;

export function readPathState(physics: Physics, entity: string): PathState {
  const mover = moverOf(physics, entity);
  return {
    time: mover.timeNs / 1e9,
    duration: endOf(mover.path) / 1e9,
    ...wayAt(mover.path, mover.timeNs),
    direction: mover.direction,
    isMoving: mover.timeNs !== mover.beforeNs,
  };
}

export function drivePath(physics: Physics, entity: string, action: PathAction): void {
  const mover = moverOf(physics, entity);
  const isRunning = action !== "stop";
  const turned = mover.direction === 1 ? -1 : 1;
  const direction = { forward: 1, back: -1, turn: turned, start: mover.direction, stop: mover.direction } as const;
  physics[INTERNALS].setMover(entity, { ...mover, isRunning, waitNs: 0, heldNs: 0, direction: direction[action] });
}

export interface Glide {
  /** m and rad, relative to the place in the document. Undefined: stays. */
  readonly offset?: Vec3 | undefined;
  readonly turn?: Vec3 | undefined;
  readonly seconds: number;
  readonly easing?: Easing | undefined;
}

/** A new path, from where the entity is now to another place. */
export function glideTo(physics: Physics, entity: string, { offset, turn, seconds, easing = "smooth" }: Glide): void {
  const mover = moverOf(physics, entity);
  const { pivot, blocked, force, waitNs } = mover.path;
  const now = wayAt(mover.path, mover.timeNs);
  const durationNs = Math.round(checkRange(seconds, physics.stepSec, MAX_SECONDS, `${entity}/seconds`) * 1e9);
  const to = {
    offset: checkVec(offset ?? now.offset, `${entity}/offset`),
    turn: checkVec(turn ?? now.turn, `${entity}/turn`),
  };
  const points = [
    { atNs: 0, ...now },
    { atNs: durationNs, ...to, easing },
  ];
  const path = describePath({ points, mode: "once", starts: true, pivot, blocked, force, waitNs }, entity);
  physics[INTERNALS].setMover(entity, { ...startMover(path), isRunning: true });
}

/** Velocity of the surface of a solid in the solid's own frame, m/s. */
export function setSurfaceVelocity(physics: Physics, entity: string, solid: string, velocity: Vec3): void {
  const names = physics.entity(entity).bodies.flatMap(({ solids }) => solids.map(({ name }) => name));
  if (!names.includes(solid)) throw unknownName("COMPONENT_UNKNOWN", entity, solid, names);
  physics[INTERNALS].setBelt(entity, solid, checkSurfaceVelocity(velocity, `${entity}/${solid}/SurfaceVelocity`));
}

/** Velocities of all moving surfaces of an entity, by solid. */
export function readSurfaceVelocities(physics: Physics, entity: string): ReadonlyMap<string, Vec3> {
  const { belts } = physics[INTERNALS].liveOf(entity);
  const solids = physics.entity(entity).bodies.flatMap((body) => body.solids);
  return new Map(
    solids.flatMap(({ name, surfaceVelocity }) => {
      const velocity = belts.get(name) ?? surfaceVelocity;
      return velocity ? [[name, velocity] as const] : [];
    }),
  );
}
