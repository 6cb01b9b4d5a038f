// A team of robots on two wheels (F2, F6): they line up behind the ball and drive through it.

import { expect, it } from "vitest";
import { isOnLine, lineOf, SpeedRamp, toDifferential } from "../../teams/ssl/DifferentialDrive.js";
import { point } from "../../teams/ssl/Plane.js";
import type { Player } from "../../teams/ssl/View.js";

const player = (x: number, y: number, facing: number): Player => ({
  ...{ id: 1, at: point(x, y), velocity: point(0, 0), facing, turn: 0, hasBall: false, isDifferential: true },
});

it("[F2] a wanted velocity becomes a heading and a speed along it, backwards if that is nearer", () => {
  expect(toDifferential(player(0, 0, 0), point(1, 0), 2)).toEqual({ forward: 1, left: 0, turn: 0 });
  expect(toDifferential(player(0, 0, 0), point(-1, 0), 2).forward).toBeCloseTo(-1, 9);
  // sideways: it turns first
  const aside = toDifferential(player(0, 0, 0), point(0, 1), 2);
  expect(aside.forward).toBe(0);
  expect(aside.turn).toBeGreaterThan(3);
  // at its place it looks where it has to
  expect(toDifferential(player(0, 0, 0), point(0.05, 0.05), -0.5).turn).toBeCloseTo(-3, 9);
});

it("[F2] it drives on only from behind the ball, on the line to the target", () => {
  const ahead = (x: number, y: number, facing: number): boolean => {
    const one = player(x, y, facing);
    return isOnLine(one, lineOf(one, point(0, 0), point(1, 0)));
  };
  expect(ahead(-0.3, 0.03, 0)).toBe(true);
  expect(ahead(-0.3, 0.2, 0)).toBe(false);
  expect(ahead(-0.3, 0, 1)).toBe(false);
  expect(ahead(0.3, 0, 0)).toBe(false);
  const ramp = new SpeedRamp(0.04);
  expect([1, 1, -1].map((forward) => ramp.limit({ id: 3, forward }).forward)).toEqual([0.04, 0.08, 0.04]);
});
