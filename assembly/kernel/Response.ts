// Newton's method on the frozen normal forces, for islands with few sliding contacts. A limit L_k that grows by d drives its
// contact with the force -d J_tᵀ u, u = m² x_t / T, so with the factor of H at hand the normal forces respond by
//   G_jk = dN_j / dL_k = D_j J_n,j H⁻¹ J_tᵀ u_k
// The limits that equal their normal forces are then L + d with (I - G) d = N - L.

import { COLUMN, COLUMNS, FRICTION, J, LIMIT, OFF, PAIRS, partEnd, ROW, SIZE, STATE, X } from "./Blocks";
import { PRESSED, SLIDING, slipOf } from "./Forces";
import { addF, getF, getI, putF, take } from "./Memory";
import { nv, rowD } from "./Model";
import { solveFor, solveForBoth } from "./Substitution";
import { size } from "./Vectors";

/** Above this number of sliding contacts, updates are cheaper. */
export const MAX_RESPONSES: i32 = 8;

/** Length of a step away from an unstable solution: in residuals, and at least, in limits. */
const LEAP: f64 = 2, LEAST_LEAP: f64 = 0.5;

/** Addresses of the sliding blocks; I - G, row by row, with the right-hand side as last column; two vectors of the island. */
let members: usize = 0, matrix: usize = 0, column: usize = 0, nextColumn: usize = 0;
let count: i32 = 0;
const WIDTH: i32 = MAX_RESPONSES + 2;
/** Column that keeps the diagonal. */
const OWN: i32 = MAX_RESPONSES + 1;

export function responseBytes(dofs: i32): usize {
  return <usize>(4 * MAX_RESPONSES + 8 * MAX_RESPONSES * WIDTH) + (<usize>dofs << 4) + 80;
}

/** Once per model. */
export function placeResponse(): void {
  members = take(4 * MAX_RESPONSES);
  matrix = take(8 * MAX_RESPONSES * WIDTH);
  column = take(<usize>nv << 3);
  nextColumn = take(<usize>nv << 3);
}

export function clearResponses(): void {
  count = 0;
}

/** False: there are too many. */
export function addResponse(b: usize): bool {
  if (count >= MAX_RESPONSES) return false;
  store<u32>(members + (<usize>count << 2), <u32>b);
  count++;
  return true;
}

// @ts-ignore: decorator
@inline
function at(row: i32, col: i32): usize {
  return matrix + (<usize>(row * WIDTH + col) << 3);
}

/** Moves the limits of all added blocks, whose OFF is N - L. False: no unique solution. */
export function moveByResponse(mayLeap: bool): bool {
  for (let k = 0; k < count; k += 2) {
    drive(memberAt(k), column);
    if (k + 1 < count) {
      drive(memberAt(k + 1), nextColumn);
      solveForBoth(column, nextColumn);
      fill(k + 1, nextColumn);
    } else solveFor(column);
    fill(k, column);
  }
  for (let j = 0; j < count; j++) {
    store<f64>(at(j, count), load<f64>(memberAt(j), OFF));
    store<f64>(at(j, OWN), load<f64>(at(j, j)));
  }
  if (!eliminate()) return false;
  for (let j = 0; j < count; j++) {
    const b = memberAt(j);
    const off = load<f64>(b, OFF), move = load<f64>(at(j, count)), limit = load<f64>(b, LIMIT);
    // with G_jj > 1 the limit that Newton's method finds is unstable: the stable one lies on the other side
    const unstable = mayLeap && load<f64>(at(j, OWN)) < 0 && move * off < 0;
    const leap = copysign(max(LEAP * abs(off), LEAST_LEAP * limit), off);
    store<f64>(b, max(0, limit + (unstable ? leap : move)), LIMIT);
  }
  return true;
}

// @ts-ignore: decorator
@inline
function memberAt(k: i32): usize {
  return <usize>load<u32>(members + (<usize>k << 2));
}

/** Column k of I - G, from the response of the accelerations. */
function fill(k: i32, response: usize): void {
  for (let j = 0; j < count; j++) store<f64>(at(j, k), (j == k ? 1.0 : 0.0) - normalResponse(memberAt(j), response));
}

/** column = J_tᵀ u of the sliding parts of a block. */
function drive(b: usize, column: usize): void {
  memory.fill(column, 0, <usize>size << 3);
  const x = <usize>load<u32>(b, X), m = <usize>load<u32>(b, FRICTION), rows = load<i32>(b, SIZE), n = load<i32>(b, COLUMNS);
  const places = <usize>load<u32>(b, COLUMN), stride = <usize>load<i32>(b, PAIRS) << 4, state = load<i32>(b, STATE);
  for (let part = 0, from = 1; from < rows; part++) {
    const end = partEnd(part, rows);
    if (state & (SLIDING << (2 * part))) {
      const inverse = 1 / slipOf(b, x, from, end);
      let j = <usize>load<u32>(b, J);
      for (let i = 0; i < n; i++, j += stride) {
        let s: f64 = 0;
        for (let q = from; q < end; q++) s += getF(m, q - 1) * getF(m, q - 1) * getF(x, q) * getF(j, q);
        addF(column + <usize>getI(places, i), s * inverse);
      }
    }
    from = end;
  }
}

/** D_n J_n column; 0 for a contact that does not press. */
function normalResponse(b: usize, column: usize): f64 {
  if (!(load<i32>(b, STATE) & PRESSED)) return 0;
  const places = <usize>load<u32>(b, COLUMN), n = load<i32>(b, COLUMNS), stride = <usize>load<i32>(b, PAIRS) << 4;
  let j = <usize>load<u32>(b, J), s: f64 = 0;
  for (let i = 0; i < n; i++, j += stride) s += load<f64>(j) * load<f64>(column + <usize>getI(places, i));
  return getF(rowD, load<i32>(b, ROW)) * s;
}

/** Gauss elimination with the largest pivot; the solution replaces the right-hand side. */
function eliminate(): bool {
  for (let k = 0; k < count; k++) {
    let best = k;
    for (let j = k + 1; j < count; j++) if (abs(load<f64>(at(j, k))) > abs(load<f64>(at(best, k)))) best = j;
    const pivot = load<f64>(at(best, k));
    if (!(abs(pivot) > 1e-6)) return false;
    if (best != k)
      for (let i = k; i <= count; i++) {
        const x = load<f64>(at(k, i));
        store<f64>(at(k, i), load<f64>(at(best, i)));
        store<f64>(at(best, i), x);
      }
    for (let j = k + 1; j < count; j++) {
      const share = load<f64>(at(j, k)) / pivot;
      for (let i = k + 1; i <= count; i++) addF(at(j, i), -share * load<f64>(at(k, i)));
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    let x = load<f64>(at(k, count));
    for (let i = k + 1; i < count; i++) x -= load<f64>(at(k, i)) * load<f64>(at(i, count));
    putF(at(k, count), 0, x / load<f64>(at(k, k)));
  }
  return true;
}
