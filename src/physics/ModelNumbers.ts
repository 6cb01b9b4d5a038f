// Numbers as the engine's model text wants them.

export const vec = (v: readonly number[]): string => v.join(" ");

/** The engine writes quaternions w first. */
export const quat = (q: readonly number[]): string => `${q[3]} ${q[0]} ${q[1]} ${q[2]}`;
