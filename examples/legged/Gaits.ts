// Parameter sets of the trot for the AIBO ERS-7, as published by teams of the four-legged league (docs/legged.md names them). mm and s.
// Sets and commands of programs are checked: coded errors name the value and its range.

import { checkFinite, checkRange } from "../../src/describe/Check.js";

export interface Gait {
  readonly name: string;
  /** Duration of a cycle, s. */
  readonly cycle: number;
  readonly front: GaitLeg;
  readonly hind: GaitLeg;
  /** Largest commands: m/s and rad/s. */
  readonly top: Command;
}

interface GaitLeg {
  /** Height of shoulder or hip above the ground. */
  readonly height: number;
  /** Middle of the foot's path, from the shoulder or hip. */
  readonly ahead: number;
  readonly outward: number;
  readonly lift: number;
  /** Share of the cycle on the ground. */
  readonly duty: number;
}

export interface Command {
  readonly forward: number;
  readonly left: number;
  /** Counter-clockwise. */
  readonly turn: number;
}

/** rUNSWift 2005. */
export const PG22: Gait = {
  name: "PG22",
  cycle: 0.352,
  front: { height: 95, ahead: 35, outward: 10, lift: 20, duty: 0.5 },
  hind: { height: 110, ahead: -20, outward: 5, lift: 20, duty: 0.6 },
  top: { forward: 0.32, left: 0.239, turn: 3.3 },
};

/** rUNSWift 2005, its usual walk. */
export const PG31: Gait = {
  name: "PG31",
  cycle: 0.496,
  front: { height: 81, ahead: 56.9, outward: 15, lift: 20, duty: 0.45 },
  hind: { height: 115, ahead: -54, outward: 6, lift: 31, duty: 0.55 },
  top: { forward: 0.343, left: 0.171, turn: 2.46 },
};

/** rUNSWift 2005, Osaka: stands on its forearms. */
export const FAST: Gait = {
  name: "FastForward",
  cycle: 0.352,
  front: { height: 74.4, ahead: 27.1, outward: 9.6, lift: 34.3, duty: 0.478 },
  hind: { height: 119.5, ahead: -11.2, outward: 6.3, lift: 46, duty: 0.59 },
  top: { forward: 0.46, left: 0.199, turn: 3.7 },
};

/** University of Pennsylvania 2004. Its lift grows from 25 to 45 mm within a swing; the mean is used. */
export const UPENN: Gait = {
  name: "UPenn",
  cycle: 0.4,
  front: { height: 105, ahead: 60, outward: 7, lift: 35, duty: 0.5 },
  hind: { height: 105, ahead: -45, outward: 2, lift: 25, duty: 0.5 },
  top: { forward: 0.39, left: 0.2, turn: 2.5 },
};

/**
 * Found from FastForward in 50 generations: npm run gait-search -- --start FastForward --seed 1 --size 8 --starts 1. Faster forward than
 * the others on the simulated carpet; no real robot has walked it.
 */
export const SEARCHED: Gait = {
  name: "Searched",
  cycle: 0.292,
  front: { height: 86.9, ahead: 71, outward: 2.1, lift: 36.4, duty: 0.479 },
  hind: { height: 125.5, ahead: 15.1, outward: 0.6, lift: 55, duty: 0.691 },
  top: { forward: 0.584, left: 0.199, turn: 3.7 },
};

/** PG22 with a lower chest, which drives the ball instead of rolling over it. */
export const DRIVE: Gait = {
  ...PG22,
  name: "Drive",
  front: { ...PG22.front, height: 85 },
  hind: { ...PG22.hind, height: 100 },
};

export const GAITS: readonly Gait[] = [PG22, UPENN, PG31, FAST, DRIVE, SEARCHED];

/** Throws VALUE_OUT_OF_RANGE with the place of the value, such as gait PG22/front/duty. */
export function checkGait(gait: Gait): void {
  const { name, cycle, front, hind, top } = gait;
  const where = `gait ${name}`;
  checkRange(cycle, 0.1, 10, `${where}/cycle`);
  for (const [leg, values] of [
    ["front", front],
    ["hind", hind],
  ] as const) {
    const at = `${where}/${leg}`;
    checkRange(values?.height, 30, 150, `${at}/height`);
    checkRange(values.ahead, -120, 120, `${at}/ahead`);
    checkRange(values.outward, -120, 120, `${at}/outward`);
    checkRange(values.lift, 0, 100, `${at}/lift`);
    checkRange(values.duty, 0.1, 0.9, `${at}/duty`);
  }
  // the lean of the body is the arc sine of this difference over the length of 130 mm
  checkRange(hind.height - front.height, -100, 100, `${where}/hind/height - front/height`);
  checkRange(top?.forward, 0, 2, `${where}/top/forward`);
  checkRange(top.left, 0, 2, `${where}/top/left`);
  checkRange(top.turn, 0, 20, `${where}/top/turn`);
}

/** Throws NUMBER_NOT_FINITE: values that are too large are limited instead. */
export function checkCommand({ forward, left, turn }: Command, where: string): void {
  checkFinite(forward, `${where}/forward`);
  checkFinite(left, `${where}/left`);
  checkFinite(turn, `${where}/turn`);
}
