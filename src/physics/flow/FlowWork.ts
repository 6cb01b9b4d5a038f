// Work of the exact motion of trees (M8), counted in units of about a nanosecond: large trees, and trees of an entity that has
// many of them, get fewer substeps. Trees for which a few substeps cost too much keep the engine's own step.

import { MAX_TRIES } from "./TreeFlow.js";
import type { TreeShape } from "./TreeShape.js";

/** Of all substeps in one step: of one tree, and of all trees of an entity. */
const MAX_WORK = 15e6;
const MAX_ENTITY_WORK = 20e6;
const MIN_TRIES = 10;
/** Evaluations of the motion in one substep. */
const STAGES = 6;
// of one evaluation: by body, by entry of the mass matrix and its factor, by product of the loops
const BODY = 250;
const ENTRY = 2;
const PRODUCT = 1;

/** Work of one substep. `rows`: those of the tree's loops. */
export function substepWork({ bodyCount, nv, towardsRoot }: TreeShape, rows: number): number {
  const depth = new Int32Array(nv);
  let entries = 0;
  for (let i = 0; i < nv; i++) {
    depth[i] = 1 + (towardsRoot[i] >= 0 ? depth[towardsRoot[i]] : 0);
    entries += depth[i] * depth[i];
  }
  // motors of the tree may become rows too
  const all = rows > 0 ? rows + nv : 0;
  const products = all * all * (nv / 2 + all / 6) + all * entries;
  return STAGES * (BODY * bodyCount + ENTRY * entries + PRODUCT * products);
}

/** Substeps that may be tried; undefined: too few to be of use. `works`: by tree of the entity, of one substep. */
export function maxTries(work: number, works: readonly number[]): number | undefined {
  let sum = 0;
  for (const one of works) if (triesOf(one) >= MIN_TRIES) sum += one * Math.min(MAX_TRIES, triesOf(one));
  const tries = Math.floor(triesOf(work) * Math.min(1, MAX_ENTITY_WORK / sum));
  return tries < MIN_TRIES ? undefined : tries;
}

const triesOf = (work: number): number => Math.floor(MAX_WORK / work);
