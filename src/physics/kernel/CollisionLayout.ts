// Table and records through which TypeScript (Collision.ts) tells the collision code of the kernel (assembly/kernel) where the
// engine's arrays are and which solids there are. Used by both, therefore numbers only.

// addresses of arrays of the model and of the data, which never move
export const AT_GEOM_POS = 0;
export const AT_GEOM_MAT = 1;
export const AT_GEOM_MARGIN = 2;
export const AT_GEOM_CONTYPE = 3;
export const AT_GEOM_CONAFFINITY = 4;
export const AT_BODY_CONTYPE = 5;
export const AT_BODY_CONAFFINITY = 6;
export const AT_CONTACTS = 7;

// contact records: how many fit, their size, a record with defaults, and byte offsets of fields
export const MAX_CONTACTS = 8;
export const CONTACT_BYTES = 9;
export const CONTACT_TEMPLATE = 10;
export const CONTACT_DIST = 11;
export const CONTACT_POS = 12;
export const CONTACT_FRAME = 13;
export const CONTACT_MARGIN = 14;
export const CONTACT_GEOM = 15;

// solids: those with a bounded size come first, then planes
export const SOLIDS = 16;
export const SOLID_COUNT = 17;
export const BOUNDED_COUNT = 18;
/** Scratch memory. */
export const SCRATCH = 19;

/** Pairs of bodies that never collide, sorted: lower body << 16 | upper body, i32 each. */
export const EXCLUDED = 20;
export const EXCLUDED_COUNT = 21;
export const TABLE_SLOTS = 22;

// record of a solid: byte offsets of int32s
export const SOLID_GEOM = 0;
export const SOLID_KIND = 4;
/** Body whose masks follow from those of its solids; -1: the masks of this solid never change. */
export const SOLID_BODY = 8;
/** Solids of the same group never collide. */
export const SOLID_GROUP = 12;
export const SOLID_CONTYPE = 16;
export const SOLID_CONAFFINITY = 20;
/** Its number in the collider of cylinders; -1: not in it. */
export const SOLID_COLLIDER = 24;
/** Written by the kernel: something that the engine collides it with is close. */
export const SOLID_NEAR = 28;
/** f64: centre of the bounding box and half its sizes, in the frame of the geom. */
export const SOLID_BOX = 32;
/** f64, written by the kernel: lower and upper corner of the bounding box in the world, with the margin. */
export const SOLID_LOW = 80;
export const SOLID_HIGH = 104;
export const SOLID_BYTES = 128;

// kinds of solids
export const OTHER = 0;
export const SPHERE = 1;
export const CAPSULE = 2;
export const CYLINDER = 3;
export const BOX = 4;
export const PLANE = 5;
export const ELLIPSOID = 6;

/** Margin of solids at rest: contacts with a plane within this distance are kept at any speed, m. */
export const NEAR_PLANE = 2e-3;
