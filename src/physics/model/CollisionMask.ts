// Who may touch whom, as the engine's bit masks: two geoms are tested if one's contype meets the other's conaffinity.
// Cylinders, and the shells and boxes of soccer robots, are kept off each other: they meet in our own collider
// (CylinderContacts.ts). An entity whose parts pass
// through each other gets a bit of its own, which is far cheaper than a list of all its pairs.

import type { Entity } from "../../describe/entity/Entity.js";
import type { Solid } from "../../describe/entity/Solid.js";
import { hasCutCylinder, isCutCylinder } from "../geometry/CutCylinder.js";

const PLAIN = 1;
const OURS = 2;
const ALL = 0x7fffffff;
const LAST_BIT = 30;

const mask = (contype: number, conaffinity: number): string => `contype="${contype}" conaffinity="${conaffinity}"`;

export const MASK_NONE = mask(0, 0);
export const MASK_PLAIN = mask(PLAIN, ALL);

/** Whose solid it is, as far as masks go. */
export interface MaskOwner {
  /** The entity's own bit, 0 for none. */
  readonly bit: number;
  /** It has a shell that our collider knows. */
  readonly hasShell: boolean;
}

export const NO_OWNER: MaskOwner = Object.freeze({ bit: 0, hasShell: false });

export function maskOf(solid: Solid, { bit, hasShell }: MaskOwner): string {
  const { shape, collide } = solid;
  if (!collide) return MASK_NONE;
  if (bit > 0) return mask(bit, ALL & ~bit);
  const isOurs = shape.kind === "Cylinder" || (hasShell && (shape.kind === "Box" || isCutCylinder(solid)));
  return isOurs ? mask(OURS, ALL & ~OURS) : MASK_PLAIN;
}

/** Hands out the bits. */
export class OwnBits {
  #next = 2;

  /** Bit 0 where the entity needs its pairs listed: it has cylinders, or joints that let their bodies touch, or bits ran out. */
  take(entity: Entity): MaskOwner {
    const { selfCollide, bodies, joints } = entity;
    const hasShell = hasCutCylinder(entity);
    const solids = bodies.flatMap((body) => body.solids);
    const listed =
      hasShell ||
      selfCollide ||
      joints.some((joint) => joint.collide) ||
      solids.some(({ shape }) => shape.kind === "Cylinder");
    return { bit: listed || this.#next > LAST_BIT ? 0 : 1 << this.#next++, hasShell };
  }
}
