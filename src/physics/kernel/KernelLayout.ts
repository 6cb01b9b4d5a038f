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

export const SLOT_ROW_POS = 29;
export const SLOT_ROW_R = 30;
export const SLOT_ROW_VEL = 31;

// further counts of the data, and byte offsets of fields of a contact
export const SLOT_NCON = 32;
export const SLOT_NJ = 33;
export const SLOT_CONTACT_GEOM = 34;
export const SLOT_CONTACT_DIST = 35;
export const SLOT_CONTACT_POS = 36;
export const SLOT_CONTACT_FRAME = 37;
export const SLOT_CONTACT_SOLIMP = 38;
export const SLOT_CONTACT_EXCLUDE = 39;
export const SLOT_CONTACT_ROW = 40;

// bodies and what moves them
export const SLOT_BODIES = 41;
export const SLOT_BODY_WELD = 42;
export const SLOT_BODY_DOF = 43;
export const SLOT_BODY_DOFS = 44;
export const SLOT_BODY_ROOT = 45;
export const SLOT_BODY_INVERSE = 46;
export const SLOT_DOF_PARENT = 47;
export const SLOT_GEOM_BODY = 48;
export const SLOT_CDOF = 49;
export const SLOT_COM = 50;
export const SLOT_QVEL = 51;

// degrees of freedom, joints and ropes
export const SLOT_NL = 52;
export const SLOT_QPOS = 53;
export const SLOT_DOF_BOUND = 54;
export const SLOT_DOF_INVERSE = 55;
export const SLOT_DOF_SOLIMP = 56;
export const SLOT_JOINTS = 57;
export const SLOT_JOINT_TYPE = 58;
export const SLOT_JOINT_DOF = 59;
export const SLOT_JOINT_PLACE = 60;
export const SLOT_JOINT_RANGE = 61;
export const SLOT_JOINT_MARGIN = 62;
export const SLOT_JOINT_SOLIMP = 63;
export const SLOT_ROPES = 64;
export const SLOT_ROPE_RANGE = 65;
export const SLOT_ROPE_MARGIN = 66;
export const SLOT_ROPE_LENGTH = 67;
export const SLOT_ROPE_WIDTH = 68;
export const SLOT_ROPE_START = 69;
export const SLOT_ROPE_COLUMN = 70;
export const SLOT_ROPE_J = 71;

// factor of the mass matrix, and forces on degrees of freedom
export const SLOT_M_ENTRIES = 72;
export const SLOT_M_FACTOR = 73;
export const SLOT_M_INVERSE_D = 74;
export const SLOT_FORCE_PASSIVE = 75;
export const SLOT_FORCE_BIAS = 76;
export const SLOT_FORCE_APPLIED = 77;
export const SLOT_FORCE_ACTUATOR = 78;
export const SLOT_FORCE_SMOOTH = 79;

export const SLOTS = 80;

// types of rows, the engine's numbers: bounded force of a degree of freedom, end of a joint's range, end of a tendon's range,
// contact without friction
export const ROW_MOTOR = 1;
export const ROW_STOP = 3;
export const ROW_ROPE = 4;
export const ROW_PUSHING = 5;
/** Type of rows of elliptic contacts (mjCNSTR_CONTACT_ELLIPTIC). */
export const ROW_CONTACT = 7;

/** Convex elliptic cone, as in the engine. */
export const LAW_CONVEX = 0;
/** Exact Coulomb friction. */
export const LAW_COULOMB = 1;
