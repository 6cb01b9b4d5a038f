// The solids of the model as the collision code sees them: records that TypeScript has written (CollisionLayout.ts), and where
// the engine keeps their places, margins and masks.

import {
  AT_BODY_CONAFFINITY, AT_BODY_CONTYPE, AT_CONTACTS, AT_GEOM_CONAFFINITY, AT_GEOM_CONTYPE, AT_GEOM_MARGIN, AT_GEOM_MAT,
  AT_GEOM_POS, BOUNDED_COUNT, CONTACT_BYTES, CONTACT_DIST, CONTACT_FRAME, CONTACT_GEOM, CONTACT_MARGIN, CONTACT_POS,
  CONTACT_TEMPLATE, EXCLUDED, EXCLUDED_COUNT, MAX_CONTACTS, SCRATCH, SOLID_BODY, SOLID_BOX, SOLID_BYTES, SOLID_COUNT, SOLID_GEOM, SOLID_HIGH, SOLID_KIND, SOLID_LOW,
  SOLIDS, SPHERE,
} from "../../src/physics/kernel/CollisionLayout";
import { getF, getI } from "./Memory";

let table: usize = 0;

/** Solids with a bounded size, and all of them: planes come last. */
export let boundedCount: i32 = 0, solidCount: i32 = 0;
let solids: usize = 0;
let geomPos: usize = 0, geomMat: usize = 0;
export let geomMargin: usize = 0, geomContype: usize = 0, geomConaffinity: usize = 0;
export let bodyContype: usize = 0, bodyConaffinity: usize = 0;
export let contactStart: usize = 0, maxContacts: i32 = 0, contactSize: usize = 0, template: usize = 0;
export let distAt: usize = 0, posAt: usize = 0, frameAt: usize = 0, marginAt: usize = 0, geomAt: usize = 0;
export let scratch: usize = 0;
let excluded: usize = 0, excludedCount: i32 = 0;

// @ts-ignore: decorator
@inline
function slot(i: i32): usize {
  return <usize>load<u32>(table + (<usize>i << 2));
}

export function openSolids(at: usize): void {
  table = at;
  geomPos = slot(AT_GEOM_POS);
  geomMat = slot(AT_GEOM_MAT);
  geomMargin = slot(AT_GEOM_MARGIN);
  geomContype = slot(AT_GEOM_CONTYPE);
  geomConaffinity = slot(AT_GEOM_CONAFFINITY);
  bodyContype = slot(AT_BODY_CONTYPE);
  bodyConaffinity = slot(AT_BODY_CONAFFINITY);
  contactStart = slot(AT_CONTACTS);
  maxContacts = <i32>slot(MAX_CONTACTS);
  contactSize = slot(CONTACT_BYTES);
  template = slot(CONTACT_TEMPLATE);
  distAt = slot(CONTACT_DIST);
  posAt = slot(CONTACT_POS);
  frameAt = slot(CONTACT_FRAME);
  marginAt = slot(CONTACT_MARGIN);
  geomAt = slot(CONTACT_GEOM);
  solids = slot(SOLIDS);
  solidCount = <i32>slot(SOLID_COUNT);
  boundedCount = <i32>slot(BOUNDED_COUNT);
  scratch = slot(SCRATCH);
  excluded = slot(EXCLUDED);
  excludedCount = <i32>slot(EXCLUDED_COUNT);
}

/** Whether the bodies of two solids never collide with each other. */
export function areExcluded(a: usize, b: usize): bool {
  const x = load<i32>(a, SOLID_BODY), y = load<i32>(b, SOLID_BODY), pair = (min(x, y) << 16) | max(x, y);
  let low = 0, high = excludedCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getI(excluded, middle) < pair) low = middle + 1;
    else high = middle;
  }
  return low < excludedCount && getI(excluded, low) == pair;
}

// @ts-ignore: decorator
@inline
export function solidAt(i: i32): usize {
  return solids + <usize>i * SOLID_BYTES;
}

/** Centre, and rotation by rows. */
// @ts-ignore: decorator
@inline
export function placeOf(solid: usize): usize {
  return geomPos + <usize>load<i32>(solid, SOLID_GEOM) * 24;
}

// @ts-ignore: decorator
@inline
export function turnOf(solid: usize): usize {
  return geomMat + <usize>load<i32>(solid, SOLID_GEOM) * 72;
}

// @ts-ignore: decorator
@inline
export function marginOf(solid: usize): f64 {
  return getF(geomMargin, load<i32>(solid, SOLID_GEOM));
}

/** Writes the bounding box in the world. */
export function boundSolid(solid: usize): void {
  const p = placeOf(solid), m = turnOf(solid), margin = marginOf(solid);
  const round = load<i32>(solid, SOLID_KIND) == SPHERE;
  const cx = load<f64>(solid, SOLID_BOX), cy = load<f64>(solid, SOLID_BOX + 8), cz = load<f64>(solid, SOLID_BOX + 16);
  const ex = load<f64>(solid, SOLID_BOX + 24), ey = load<f64>(solid, SOLID_BOX + 32), ez = load<f64>(solid, SOLID_BOX + 40);
  for (let k: usize = 0; k < 3; k++) {
    const row = m + k * 24, x = load<f64>(row), y = load<f64>(row, 8), z = load<f64>(row, 16);
    const centre = load<f64>(p + (k << 3)) + x * cx + y * cy + z * cz;
    const reach = margin + (round ? ex : abs(x) * ex + abs(y) * ey + abs(z) * ez);
    store<f64>(solid + (k << 3), centre - reach, SOLID_LOW);
    store<f64>(solid + (k << 3), centre + reach, SOLID_HIGH);
  }
}

/** Whether a face of one of the two turned boxes separates them by more than their margins. */
export function areApart(a: usize, b: usize): bool {
  const margin = marginOf(a) + marginOf(b);
  const x = 0.5 * (load<f64>(b, SOLID_LOW) + load<f64>(b, SOLID_HIGH) - load<f64>(a, SOLID_LOW) - load<f64>(a, SOLID_HIGH));
  const y = 0.5 * (load<f64>(b, SOLID_LOW + 8) + load<f64>(b, SOLID_HIGH + 8) - load<f64>(a, SOLID_LOW + 8) - load<f64>(a, SOLID_HIGH + 8));
  const z = 0.5 * (load<f64>(b, SOLID_LOW + 16) + load<f64>(b, SOLID_HIGH + 16) - load<f64>(a, SOLID_LOW + 16) - load<f64>(a, SOLID_HIGH + 16));
  return isBeside(a, b, x, y, z, margin) || isBeside(b, a, x, y, z, margin);
}

/** Whether a face of `a` separates; (x, y, z) is between the centres. */
function isBeside(a: usize, b: usize, x: f64, y: f64, z: f64, margin: f64): bool {
  const m = turnOf(a), n = turnOf(b), round = load<i32>(b, SOLID_KIND) == SPHERE;
  for (let k: usize = 0; k < 3; k++) {
    const axis = m + (k << 3), ux = load<f64>(axis), uy = load<f64>(axis, 24), uz = load<f64>(axis, 48);
    let reach = load<f64>(a + (k << 3), SOLID_BOX + 24) + margin;
    if (round) reach += load<f64>(b, SOLID_BOX + 24);
    else
      for (let j: usize = 0; j < 3; j++) {
        const side = n + (j << 3);
        const cos = ux * load<f64>(side) + uy * load<f64>(side, 24) + uz * load<f64>(side, 48);
        reach += abs(cos) * load<f64>(b + (j << 3), SOLID_BOX + 24);
      }
    if (abs(ux * x + uy * y + uz * z) > reach) return true;
  }
  return false;
}
