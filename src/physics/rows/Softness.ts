// Softness of rows: the engine adds R f to the acceleration of a row, with R a share of the inverse inertia it acts on.

/**
 * Softness of contacts and motors, as a share of the inverse inertia they act on. Under load they creep by step x softness,
 * so long steps have harder rows. The row law makes contacts that bounce harder still.
 */
export const softnessFor = (stepSec: number): number => Math.min(0.01, 2e-5 / stepSec);
/** Softness of equalities and stops. */
export const EQUALITY_SOFTNESS = 1e-4;
/** The same as the engine's impedance (solimp); 1 would be perfectly rigid. */
export const impedance = (softness: number): string => `${1 / (1 + softness)} ${1 / (1 + softness)} 0.001`;
