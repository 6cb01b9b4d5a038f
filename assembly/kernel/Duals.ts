// Estimates y of the friction of contacts, as a share of its limit and against the force, that Newton's method keeps apart from
// the slip. With u = m x_t, T = |u| and the limit L, friction obeys
//   e y = u,   e = max(T, width of the linear piece)
// Linearised in y and u, this gives the curvature L / e (1 - y uᵀ / T) (Hessian.ts) and the next estimate
//   y = (u + du - y (u . du) / T) / e
// At the solution y = u / T, the curvature of the cost itself, which is 0 along the slip. On the way it is not: a contact whose
// slip ends or turns about in a step is held by the curvature L / e, and does not cut the step short (Chan, Golub, Mulet 1999).

import { CONTACT, DUAL, FRICTION, KIND, LIMIT, MU, partEnd, SHIFT, SIZE, STATE, X, toV } from "./Blocks";
import { FROZEN, ON_CONE, slipOf, stickiness } from "./Forces";
import { blockOf } from "./Islands";
import { getF, getI, putF } from "./Memory";

/** Estimates of the present slip. */
export function alignDuals(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const x = <usize>load<u32>(b, X), m = <usize>load<u32>(b, FRICTION), size = load<i32>(b, SIZE), frozen = (load<i32>(b, STATE) & FROZEN) != 0;
    for (let part = 0, q = 1; q < size; part++) {
      const end = frozen ? partEnd(part, size) : size, slip = slipOf(b, x, q, end), inverse = slip > 0 ? 1 / slip : 0;
      for (; q < end; q++) putF(b + DUAL, q - 1, inverse * getF(m, q - 1) * getF(x, q));
    }
  }
}

/** To call before the rows move along the search direction. */
export function moveDuals(from: i32, to: i32): void {
  for (let k = from; k < to; k++) {
    const b = <usize>getI(blockOf, k);
    if (load<i32>(b, KIND) != CONTACT) continue;
    const x = <usize>load<u32>(b, X), size = load<i32>(b, SIZE), state = load<i32>(b, STATE);
    if (!(state & FROZEN)) {
      const isOn = state == ON_CONE, mu = load<f64>(b, MU), xn = load<f64>(x) + load<f64>(x + toV) + load<f64>(b, SHIFT);
      movePart(b, 1, size, isOn ? 0 : -mu * mu * xn);
      continue;
    }
    const width = load<f64>(b, LIMIT) / stickiness(b);
    for (let part = 0, q = 1; q < size; part++) {
      const end = partEnd(part, size);
      movePart(b, q, end, width);
      q = end;
    }
  }
}

/** `width`: of the linear piece. */
function movePart(b: usize, from: i32, end: i32, width: f64): void {
  const x = <usize>load<u32>(b, X), v = x + toV, m = <usize>load<u32>(b, FRICTION), y = b + DUAL;
  const slip = slipOf(b, x, from, end), slides = slip > width;
  let along: f64 = 0;
  if (slides) {
    for (let q = from; q < end; q++) along += getF(m, q - 1) * getF(m, q - 1) * getF(x, q) * getF(v, q);
    along /= slip;
  }
  const edge = slides ? slip : width, inverse = edge > 0 ? 1 / edge : 0;
  let yy: f64 = 0;
  for (let q = from; q < end; q++) {
    const next = inverse * (getF(m, q - 1) * (getF(x, q) + getF(v, q)) - along * getF(y, q - 1));
    putF(y, q - 1, next);
    yy += next * next;
  }
  if (!(yy > 1)) return;
  const scale = 1 / Math.sqrt(yy);
  for (let q = from; q < end; q++) putF(y, q - 1, scale * getF(y, q - 1));
}
