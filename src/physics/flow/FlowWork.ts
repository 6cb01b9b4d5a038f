// Work of the exact motion of a tree (M8), counted in units of about a nanosecond: large trees get fewer substeps, and trees for
// which a few substeps cost too much keep the engine's own step.

import type { TreeShape } from "./TreeShape.js";

/** Of all substeps of one tree in one step. */
const MAX_WORK = 15e6;
const MIN_TRIES = 10;
/** Evaluations of the motion in one substep. */
const STAGES = 6;
// of one evaluation: by body, by entry of the mass matrix and its factor, by product of the loops
const BODY = 250;
const ENTRY = 2;
const PRODUCT = 1;

/** Maximum number of substeps that may be tried; undefined: too few to be of use. `rows`: those of the tree's loops. */
export function maxTries({ bodyCount, nv, towardsRoot }: TreeShape, rows: number): number | undefined {
  const depth = new Int32Array(nv);
  let entries = 0;
  for (let i = 0; i < nv; i++) {
    depth[i] = 1 + (towardsRoot[i] >= 0 ? depth[towardsRoot[i]] : 0);
    entries += depth[i] * depth[i];
  }
  // motors of the tree may become rows too
  const all = rows > 0 ? rows + nv : 0;
  const products = all * all * (nv / 2 + all / 6) + all * entries;
  const work = STAGES * (BODY * bodyCount + ENTRY * entries + PRODUCT * products);
  const tries = Math.floor(MAX_WORK / work);
  return tries < MIN_TRIES ? undefined : tries;
}
