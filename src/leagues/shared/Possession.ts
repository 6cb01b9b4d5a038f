// Which robot touched the ball last, and the share of time in which each team had the ball. A team has the ball from its touch
// until the other team's touch. If several robots touch the ball in the same step, a robot that was not the last toucher counts.

import type { RobotKey } from "./Teams.js";

export const isSame = (a: RobotKey, b: RobotKey): boolean => a.team === b.team && a.id === b.id;

/** All robots that touch the ball, in the given order. */
export const touching = <R extends RobotKey & { readonly touchesBall: boolean }>(robots: readonly R[]): readonly R[] =>
  robots.filter(({ touchesBall }) => touchesBall);

/** The robot that touched the ball last, given the robots that touch it now and the last one before. */
export const lastToucher = <K extends RobotKey>(keys: readonly K[], before: K | undefined): K | undefined =>
  (before && keys.find((key) => !isSame(key, before))) ?? keys[0] ?? before;

/** 0 to 1 of the time in which any team had the ball. */
export function possessionShare<Team extends string>(possessionNs: Readonly<Record<Team, number>>, team: Team): number {
  const total = (Object.values(possessionNs) as number[]).reduce((sum, ns) => sum + ns, 0);
  return total > 0 ? possessionNs[team] / total : 0;
}
