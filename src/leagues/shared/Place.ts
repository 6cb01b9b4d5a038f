// Places on a field as seen from above, m: x runs from goal to goal, y to the left when looking along x.

export type Place = readonly [x: number, y: number];
/** Sign of x of a team's own goal. */
export type Side = 1 | -1;

export const gapBetween = (ax: number, ay: number, bx: number, by: number): number =>
  Math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by));
