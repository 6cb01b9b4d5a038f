// Softness of rows: the engine adds R f to the acceleration of a row, with R a share of the inverse inertia it acts on.

/**
 * Softness of contacts and motors in motion, as a share of the inverse inertia they act on. Soft rows settle in few
 * iterations, but under a load f they creep at the speed h R f, however slow. So rows at rest are hard (restShare).
 */
export const softnessFor = (stepSec: number): number => Math.min(0.01, 2e-5 / stepSec);
/** R of contacts at rest is this value / (step x the mass of the heaviest body or robot that the contact may carry), s. */
export const CONTACT_REST = 1e-7;
/** Softness of motors at rest: a load of a thousand times the weight of the part creeps by less than 0.1 mm a minute. */
export const restSoftness = (stepSec: number): number => 2e-10 / stepSec;
/**
 * Softness relative to that in motion: grows with the square of the speed, up to `full`. A row that creeps thus comes to rest,
 * unless it creeps faster than `full`.
 */
export function restShare(speed: number, full: number): number {
  const share = speed / full;
  return share < 1 ? share * share : 1;
}
/** Speed from which on a contact or a slider is in motion, m/s; and a hinge, rad/s. */
export const MOVING = 0.02;
export const TURNING = 0.2;
/** Softness of contacts that close faster than their bounce speed. */
export const FAST_SOFTNESS = 1e-4;
/** Softness of equalities and stops. */
export const EQUALITY_SOFTNESS = 1e-4;
/** The same as the engine's impedance (solimp); 1 would be perfectly rigid. */
export const impedance = (softness: number): string => `${1 / (1 + softness)} ${1 / (1 + softness)} 0.001`;
