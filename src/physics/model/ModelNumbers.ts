// Numbers in the format of the engine's model text. Its parser refuses denormal numbers; they become zero.

const MIN = 2.2250738585072014e-308;
const plain = (x: number): number => (Math.abs(x) < MIN ? 0 : x);

export const vec = (v: readonly number[]): string => v.map(plain).join(" ");

/** Quaternions of the engine begin with w. */
export const quat = (q: readonly number[]): string => vec([q[3], q[0], q[1], q[2]]);
