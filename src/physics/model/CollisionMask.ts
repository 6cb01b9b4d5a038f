// Which solids may collide, as the engine's bit masks: two geoms are tested if the contype of one matches the conaffinity of
// the other. Cylinders, and cylinders with a flat front together with the boxes of the same entity, are masked off from each
// other: our own collider handles these pairs (CylinderContacts.ts). The engine collides planes with meshes and ellipsoids only: all
// other shapes touch planes in closed form (assembly/kernel/PlaneContacts.ts). An entity whose bodies pass through each other gets
// its own bit, which is far cheaper than a list of all its pairs.

import type { Entity } from "../../describe/entity/Entity.js";
import type { Solid } from "../../describe/entity/Solid.js";
import { hasCutCylinder, isCutCylinder } from "../geometry/CutCylinder.js";

const PLAIN = 1;
const OURS = 2;
/** Matches planes only. */
const ON_PLANE = 1 << 30;
const ALL = ON_PLANE - 1;
const LAST_BIT = 29;

const mask = (contype: number, conaffinity: number): string => `contype="${contype}" conaffinity="${conaffinity}"`;

export const MASK_NONE = mask(0, 0);
export const MASK_PLAIN = mask(PLAIN, ALL);
export const MASK_OURS = mask(OURS, ALL & ~OURS);
export const MASK_PLANE = mask(0, ON_PLANE);
/** Static meshes collide as flexes with MASK_PLAIN. */
export const MASK_BITS_FLEX = Object.freeze({ contype: PLAIN, conaffinity: ALL });

/** Properties of the entity that its masks depend on. */
export interface MaskOwner {
  /** The entity's own bit; 0: none. */
  readonly bit: number;
  /** The entity has a cylinder with a flat front. */
  readonly hasCut: boolean;
}

export const NO_OWNER: MaskOwner = Object.freeze({ bit: 0, hasCut: false });

export function maskOf(solid: Solid, { bit, hasCut }: MaskOwner): string {
  const { shape, collide } = solid;
  if (!collide) return MASK_NONE;
  if (shape.kind === "Plane") return MASK_PLANE;
  const onPlane = shape.kind === "Mesh" || shape.kind === "Ellipsoid" ? ON_PLANE : 0;
  if (bit > 0) return mask(bit | onPlane, ALL & ~bit);
  const isOurs = shape.kind === "Cylinder" || (hasCut && (shape.kind === "Box" || isCutCylinder(solid)));
  return isOurs ? mask(OURS | onPlane, ALL & ~OURS) : mask(PLAIN | onPlane, ALL);
}

/** Assigns the bits of entities. */
export class OwnBits {
  #next = 2;

  /** Bit 0 if the pairs of the entity must be listed: it has cylinders, or bodies that collide, or all bits are taken. */
  take(entity: Entity): MaskOwner {
    const { selfCollide, bodies, joints } = entity;
    const hasCut = hasCutCylinder(entity);
    const solids = bodies.flatMap((body) => body.solids);
    const listed =
      hasCut ||
      selfCollide ||
      joints.some((joint) => joint.collide) ||
      solids.some(({ shape }) => shape.kind === "Cylinder");
    return { bit: listed || this.#next > LAST_BIT ? 0 : 1 << this.#next++, hasCut };
  }
}
