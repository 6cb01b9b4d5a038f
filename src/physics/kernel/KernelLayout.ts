// Table through which TypeScript tells the kernel (assembly/kernel) where the engine's arrays are: one int32 per slot. Used by
// both, therefore numbers only.

// sizes of the model
export const SLOT_NV = 0;
export const SLOT_TREES = 1;

// addresses of arrays of the model and of the data, which never move
export const SLOT_DOF_TREE = 2;
export const SLOT_M_START = 3;
export const SLOT_M_WIDTH = 4;
export const SLOT_M_COLUMN = 5;
export const SLOT_M = 6;
export const SLOT_QACC = 7;
export const SLOT_QACC_SMOOTH = 8;
export const SLOT_QACC_WARM = 9;
export const SLOT_CONTACTS = 10;
/** The data itself. */
export const SLOT_DATA = 11;

// byte offsets of fields of a contact, and its size
export const SLOT_CONTACT_BYTES = 12;
export const SLOT_CONTACT_FRICTION = 13;
export const SLOT_CONTACT_MU = 14;
export const SLOT_CONTACT_DIM = 15;

// byte offsets in the data of its counts
export const SLOT_NE = 16;
export const SLOT_NF = 17;
export const SLOT_NEFC = 18;

// byte offsets in the data of the addresses of the rows, in the order of ROW_POINTERS (DataFields.ts)
export const SLOT_ROW_TYPE = 19;
export const SLOT_ROW_ID = 20;
export const SLOT_ROW_WIDTH = 21;
export const SLOT_ROW_START = 22;
export const SLOT_ROW_COLUMN = 23;
export const SLOT_ROW_J = 24;
export const SLOT_ROW_D = 25;
export const SLOT_ROW_AREF = 26;
export const SLOT_ROW_FORCE = 27;
export const SLOT_ROW_BOUND = 28;

/** Byte offset of the geoms of a contact. */
export const SLOT_CONTACT_GEOM = 29;

export const SLOTS = 30;

/** Type of rows of elliptic contacts (mjCNSTR_CONTACT_ELLIPTIC). */
export const ROW_CONTACT = 7;

/** Convex elliptic cone, as in the engine. */
export const LAW_CONVEX = 0;
/** Exact Coulomb friction. */
export const LAW_COULOMB = 1;
