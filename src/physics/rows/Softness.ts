// How soft rows are. The engine adds R f to what a row reaches, with R a share of the inverse inertia it acts on.

/**
 * How soft contacts and motors are, as a share of the inertia they act on. Under load they creep by step x softness,
 * so long steps are made harder. Contacts that bounce are made harder still by the row law.
 */
export const softnessFor = (stepSec: number): number => Math.min(0.01, 2e-5 / stepSec);
export const EQUALITY_SOFTNESS = 1e-4;
/** The engine's measure of the same: 1 would be perfectly rigid. */
export const impedance = (softness: number): string => `${1 / (1 + softness)} ${1 / (1 + softness)} 0.001`;
