// [L3] The AIBO walks, turns, kicks and gets up, over a real connection; and plays with the ball in its own world.

import { describe, expect, test } from "vitest";
import { measureFall } from "../../examples/legged/FallTrial.js";
import { PG22, SEARCHED, UPENN } from "../../examples/legged/Gaits.js";
import { measureKick, measureWalk } from "../../examples/legged/GaitTrial.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { readPose } from "../../src/physics/Bodies.js";
import { testServer } from "../server/Servers.js";

const STILL = { forward: 0, left: 0, turn: 0 };

describe("[L3] gaits of the AIBO", () => {
  test("walks two metres at 0.25 m/s or more, straight within 10 degrees", async () => {
    const trial = await measureWalk(PG22, { ...STILL, forward: 0.32 }, 7);
    expect(trial.hasFallen).toBe(false);
    expect(7 * trial.forward).toBeGreaterThan(2);
    expect(trial.forward).toBeGreaterThan(0.25);
    expect(trial.swerve).toBeLessThan(10 * DEGREE);
    expect(Math.abs(trial.left)).toBeLessThan(0.17 * trial.forward);
  });

  test("the gait that the search found walks at 0.45 m/s or more, wherever in its cycle it starts", async () => {
    for (const delay of [0, 0.1, 0.2]) {
      const trial = await measureWalk(SEARCHED, { ...STILL, forward: SEARCHED.top.forward }, 3, delay);
      expect(trial.hasFallen).toBe(false);
      expect(trial.forward).toBeGreaterThan(0.45);
      expect(trial.swerve).toBeLessThan(10 * DEGREE);
    }
  });

  test("walks to the left and turns", async () => {
    const aside = await measureWalk(PG22, { ...STILL, left: 0.2 }, 1.5);
    expect(aside.left).toBeGreaterThan(0.1);
    const turn = await measureWalk(UPENN, { ...STILL, turn: -1.5 }, 1.5);
    expect(turn.turn).toBeLessThan(-1);
    expect(Math.abs(turn.forward)).toBeLessThan(0.05);
  });

  test("kicks the ball a metre and stays on its feet", async () => {
    const { length, direction, upright } = await measureKick("right");
    expect(length).toBeGreaterThan(1);
    expect(Math.abs(direction)).toBeLessThan(30 * DEGREE);
    expect(upright).toBeGreaterThan(0.95);
  });

  test.each([
    ["head left", 85, 0.8],
    ["head right", -85, 0.8],
    ["chest", 0, 0.6],
    ["grab", 0, 1],
  ] as const)("kicks with %s", async (kick, degrees, metres) => {
    const { length, direction, upright } = await measureKick(kick);
    expect(length).toBeGreaterThan(metres);
    expect(Math.abs(direction - degrees * DEGREE)).toBeLessThan(30 * DEGREE);
    expect(upright).toBeGreaterThan(0.95);
  });

  test("the grab holds the ball with chest and chin and draws it back before it kicks it", async () => {
    expect((await measureKick("grab")).drawn).toBeGreaterThan(0.04);
    expect((await measureKick("chest")).drawn).toBeLessThan(0.01);
  });

  test("gets up from its back", async () => {
    expect(await measureFall("back")).toBeLessThan(12);
  });
});

test("[L3] in worlds/aibo.xml it finds the ball by its camera, walks to it and kicks it", async () => {
  let moved = 0;
  const server = await testServer({
    world: "aibo",
    beforeFrame: (simulation) => {
      const { world, isStopped } = simulation;
      if (isStopped || world.robots.length < 1) return;
      const [x, y] = readPose(world.physics, "Ball", "Body").position;
      moved = Math.max(moved, Math.sqrt((x - 0.2) ** 2 + (y - 0.35) ** 2));
      if (moved > 0.3 || world.timeSec > 25) simulation.stop();
    },
  });
  await server.stopped;
  expect(moved).toBeGreaterThan(0.3);
});
