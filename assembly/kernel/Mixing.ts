// Anderson's mixing of the frozen normal forces. With r = N - L, and dL_i, dr_i the changes in the last updates, it takes the
// combination of these updates that would have left the smallest residual:
//   g = argmin |r - sum g_i dr_i|,   L += r - sum g_i (dL_i + dr_i)
// With one update this is Aitken's method.

import { CONTACT, HISTORY, KIND, LAST_LIMIT, LIMIT, OFF } from "./Blocks";
import { blockOf } from "./Islands";
import { getF, getI, putF, take } from "./Memory";

/** Updates that are mixed. */
const DEPTH: i32 = 4;
/** Added to the diagonal, as a share. */
const REGULAR: f64 = 1e-10;

/** Gram matrix of dr, row by row, with dr . r as last column. */
let gram: usize = 0;
const WIDTH: i32 = DEPTH + 1;

export const MIXING_BYTES: usize = 8 * 4 * 5 + 16;

/** Once per model. */
export function placeMixing(): void {
  gram = take(<usize>(8 * DEPTH * WIDTH));
}

/** Notes limit and residual of a contact; `update`: number of updates before this one, -1: none. */
export function remember(b: usize, update: i32, limit: f64, off: f64): void {
  if (update >= 0) {
    const at = b + HISTORY + (<usize>(update % DEPTH) << 4);
    store<f64>(at, limit - load<f64>(b, LAST_LIMIT));
    store<f64>(at, off - load<f64>(b, OFF), 8);
  }
  store<f64>(b, limit, LAST_LIMIT);
  store<f64>(b, off, OFF);
}

/** `updates`: how many have been remembered. */
export function moveByMixing(from: i32, to: i32, updates: i32): void {
  const depth = min(updates, DEPTH);
  if (depth > 0) {
    fill(from, to, depth);
    solve(depth);
  }
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    let limit = load<f64>(b, LIMIT) + load<f64>(b, OFF);
    for (let i = 0; i < depth; i++) {
      const at = b + HISTORY + (<usize>i << 4);
      limit -= getF(gram, i * WIDTH + DEPTH) * (load<f64>(at) + load<f64>(at, 8));
    }
    store<f64>(b, max(0, limit), LIMIT);
  }
}

function fill(from: i32, to: i32, depth: i32): void {
  memory.fill(gram, 0, <usize>(8 * DEPTH * WIDTH));
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    for (let i = 0; i < depth; i++) {
      const x = load<f64>(b + HISTORY + (<usize>i << 4), 8);
      if (x == 0) continue;
      for (let j = 0; j <= i; j++) {
        const at = i * WIDTH + j;
        putF(gram, at, getF(gram, at) + x * load<f64>(b + HISTORY + (<usize>j << 4), 8));
      }
      putF(gram, i * WIDTH + DEPTH, getF(gram, i * WIDTH + DEPTH) + x * load<f64>(b, OFF));
    }
  }
}

/** Cholesky; directions that others already span count as 0. */
function solve(depth: i32): void {
  for (let i = 0; i < depth; i++) {
    let diagonal = getF(gram, i * WIDTH + i);
    const least = REGULAR * diagonal;
    let right = getF(gram, i * WIDTH + DEPTH);
    for (let j = 0; j < i; j++) {
      let x = getF(gram, i * WIDTH + j);
      for (let k = 0; k < j; k++) x -= getF(gram, i * WIDTH + k) * getF(gram, j * WIDTH + k);
      // the diagonal holds its inverse
      x *= getF(gram, j * WIDTH + j);
      putF(gram, i * WIDTH + j, x);
      diagonal -= x * x;
      right -= x * getF(gram, j * WIDTH + DEPTH);
    }
    const inverse = diagonal > least ? 1 / Math.sqrt(diagonal) : 0;
    putF(gram, i * WIDTH + i, inverse);
    putF(gram, i * WIDTH + DEPTH, right * inverse);
  }
  for (let i = depth - 1; i >= 0; i--) {
    let x = getF(gram, i * WIDTH + DEPTH);
    for (let j = i + 1; j < depth; j++) x -= getF(gram, j * WIDTH + i) * getF(gram, j * WIDTH + DEPTH);
    putF(gram, i * WIDTH + DEPTH, x * getF(gram, i * WIDTH + i));
  }
}
