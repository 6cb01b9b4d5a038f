// Who may touch whom, as the engine's bit masks: two geoms are tested if one's contype meets the other's conaffinity.
// Cylinders are kept off cylinders, which meet in our own collider (CylinderContacts.ts). An entity whose parts pass
// through each other gets a bit of its own, which is far cheaper than a list of all its pairs.

import type { Entity } from "../describe/Entity.js";
import type { Solid } from "../describe/Solid.js";

const PLAIN = 1;
const CYLINDER = 2;
const ALL = 0x7fffffff;
const LAST_BIT = 30;

const mask = (contype: number, conaffinity: number): string => `contype="${contype}" conaffinity="${conaffinity}"`;

export const MASK_NONE = mask(0, 0);
export const MASK_PLAIN = mask(PLAIN, ALL);

/** `own`: the entity's own bit, 0 for none. */
export function maskOf({ shape, collide }: Solid, own: number): string {
  if (!collide) return MASK_NONE;
  if (own > 0) return mask(own, ALL & ~own);
  return shape.kind === "Cylinder" ? mask(CYLINDER, ALL & ~CYLINDER) : MASK_PLAIN;
}

/** Hands out the bits. */
export class OwnBits {
  #next = 2;

  /** 0 where the entity needs its pairs listed: it has cylinders, or joints that let their bodies touch, or bits ran out. */
  take({ selfCollide, bodies, joints }: Entity): number {
    const solids = bodies.flatMap((body) => body.solids);
    const listed =
      selfCollide || joints.some((joint) => joint.collide) || solids.some(({ shape }) => shape.kind === "Cylinder");
    return listed || this.#next > LAST_BIT ? 0 : 1 << this.#next++;
  }
}
