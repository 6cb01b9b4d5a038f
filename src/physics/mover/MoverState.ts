// Where an entity is on its path (E3): whole nanoseconds on the path, and the direction. Part of the world's state. Everything
// else of a mover follows from it, so its place is exactly a function of whole numbers.

import type { Easing, Path } from "../../describe/entity/Path.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { Vec3 } from "../../math/Vec3.js";

/** What changes from step to step. */
export interface MoverProgress {
  /** Time on the path now, and before the last step: the difference is its velocity. */
  timeNs: number;
  beforeNs: number;
  direction: 1 | -1;
  isRunning: boolean;
  /** Time that is left until a blocked mover tries again. */
  waitNs: number;
  /** Time for which it has been blocked. */
  heldNs: number;
}

/** Changed in place when a step counts; copies are taken for snapshots. */
export interface MoverState extends MoverProgress {
  readonly path: Path;
}

export const startMover = (path: Path): MoverState => ({
  path,
  timeNs: 0,
  beforeNs: 0,
  direction: 1,
  isRunning: path.starts,
  waitNs: 0,
  heldNs: 0,
});

export const endOf = ({ points }: Path): number => points[points.length - 1].atNs;

const EASE: Readonly<Record<Easing, (u: number) => number>> = {
  linear: (u) => u,
  smooth: (u) => u * u * u * (10 + u * (6 * u - 15)),
  accelerate: (u) => u * u,
  brake: (u) => u * (2 - u),
};

/** Number of the way point to which the path leads at a time. `guess`: a likely one. */
export function pointAt({ points }: Path, timeNs: number, guess = 1): number {
  let k = guess;
  while (k > 1 && timeNs < points[k - 1].atNs) k--;
  while (k < points.length - 1 && timeNs >= points[k].atNs) k++;
  return k;
}

/** Share of the way to way point k. */
export function shareAt({ points }: Path, timeNs: number, k: number): number {
  const from = points[k - 1].atNs;
  return EASE[points[k].easing]((timeNs - from) / (points[k].atNs - from));
}

/** Offset and turn at a time on the path. */
export function wayAt(path: Path, timeNs: number): { readonly offset: Vec3; readonly turn: Vec3 } {
  const k = pointAt(path, timeNs);
  const [a, b] = [path.points[k - 1], path.points[k]];
  const s = shareAt(path, timeNs, k);
  const mix = (x: Vec3, y: Vec3): Vec3 => [
    x[0] + s * (y[0] - x[0]),
    x[1] + s * (y[1] - x[1]),
    x[2] + s * (y[2] - x[2]),
  ];
  return { offset: mix(a.offset, b.offset), turn: mix(a.turn, b.turn) };
}

/** Writes the progress after `stepNs`, of which the share `rate` counts on the path. */
export function advance(state: MoverState, stepNs: number, to: MoverProgress, rate = 1): void {
  const { path, timeNs, direction } = state;
  copyProgress(state, to);
  to.beforeNs = timeNs;
  to.heldNs = 0;
  if (!state.isRunning) return;
  if (state.waitNs > 0) {
    to.waitNs = Math.max(0, state.waitNs - stepNs);
    return;
  }
  const end = endOf(path);
  const next = timeNs + direction * Math.round(rate * stepNs);
  if (next > 0 && next < end) to.timeNs = next;
  else if (path.mode === "loop") to.timeNs = ((next % end) + end) % end;
  else if (path.mode === "once") {
    to.timeNs = next <= 0 ? 0 : end;
    to.isRunning = next <= 0 !== direction < 0;
  } else {
    // reflected at the end that it has reached
    const inside = ((Math.abs(next) % (2 * end)) + 2 * end) % (2 * end);
    to.timeNs = inside > end ? 2 * end - inside : inside;
    to.direction = next <= 0 ? 1 : -1;
  }
}

/** A mover is blocked if it has less than this share of its speed, for this time. Less is a load that it accelerates. */
const HELD_SHARE = 0.02;
const HELD_NS = 1e8;

/** The progress of a mover that has only the share `rate` of its speed in this step. */
export function yieldTo(state: MoverState, stepNs: number, to: MoverProgress, rate: number): void {
  const { path, timeNs, direction } = state;
  advance(state, stepNs, to, rate);
  to.heldNs = rate < HELD_SHARE ? state.heldNs + stepNs : 0;
  if (path.blocked === "push" || to.heldNs < HELD_NS) return;
  to.heldNs = 0;
  to.timeNs = timeNs;
  to.isRunning = true;
  to.direction = direction;
  if (path.blocked === "stop") to.waitNs = path.waitNs;
  else to.direction = direction === 1 ? -1 : 1;
}

export function copyProgress(from: MoverProgress, to: MoverProgress): void {
  to.timeNs = from.timeNs;
  to.beforeNs = from.beforeNs;
  to.direction = from.direction;
  to.isRunning = from.isRunning;
  to.waitNs = from.waitNs;
  to.heldNs = from.heldNs;
}

export function addMover(hash: Hash64, { path, ...rest }: MoverState, own: Path | undefined): void {
  hash.addString(`mover ${JSON.stringify(rest)}`);
  if (path !== own) hash.addString(JSON.stringify(path));
}
