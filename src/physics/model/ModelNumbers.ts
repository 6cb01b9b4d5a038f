// Numbers as the engine's model text wants them. Its reader refuses numbers too small to be normal; they are zero.

const MIN = 2.2250738585072014e-308;
const plain = (x: number): number => (Math.abs(x) < MIN ? 0 : x);

export const vec = (v: readonly number[]): string => v.map(plain).join(" ");

/** The engine writes quaternions w first. */
export const quat = (q: readonly number[]): string => vec([q[3], q[0], q[1], q[2]]);
