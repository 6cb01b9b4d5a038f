// [L3] The QRIO walks two metres, turns, waves and stays up when pushed, over a real connection.

import { expect, test } from "vitest";
import { readDocument } from "../../examples/legged/LeggedTrial.js";
import { QrioPilot } from "../../examples/legged/QrioPilot.js";
import { measureQrioPush, measureQrioWalk, QRIO_PUSHES } from "../../examples/legged/QrioTrial.js";
import { connect } from "../../src/client/index.js";
import { readBody } from "../../src/physics/Bodies.js";
import { testServer } from "../server/Servers.js";

const STILL = { forward: 0, left: 0, turn: 0 };

test("[L3] walks two metres at 0.05 m/s or more without falling", async () => {
  const trial = await measureQrioWalk({ ...STILL, forward: 0.1 }, 21);
  expect(trial.hasFallen).toBe(false);
  expect(21 * trial.forward).toBeGreaterThan(2);
  expect(Math.abs(trial.left)).toBeLessThan(0.2 * trial.forward);
});

test("[L3] turns on the spot", async () => {
  const trial = await measureQrioWalk({ ...STILL, turn: 0.5 }, 4);
  expect(trial.hasFallen).toBe(false);
  expect(trial.turn).toBeGreaterThan(0.3);
  expect(Math.abs(trial.forward)).toBeLessThan(0.05);
});

test.each(QRIO_PUSHES)("[L3] pushed by 2 N·s %s it stays up", async (_, push) => {
  expect((await measureQrioPush(push)).staysUp).toBe(true);
});

test("[L3] [T8] reset while it walks, it does the same again", async () => {
  let isReset = false;
  const server = await testServer({
    world: "flat",
    expect: ["Qrio"],
    beforeFrame: (simulation) => {
      if (isReset || simulation.world.timeSec < 2.5) return;
      isReset = true;
      simulation.reset(Date.now());
    },
  });
  const robot = await connect({ document: readDocument("qrio"), port: server.tcpPort });
  const pilot = new QrioPilot();
  pilot.walk({ ...STILL, forward: 0.1 });
  const knees: number[][] = [[]];
  await robot.drive((frame) => {
    if (frame.isReset) knees.push([]);
    pilot.step(robot, frame);
    if (frame.time < 2.2) knees.at(-1)?.push(robot.latest("LeftKnee")?.[0] ?? 0);
    return knees.length > 1 && frame.time > 2.2;
  });
  await robot.leave();
  expect(knees[0].length).toBeGreaterThan(250);
  expect(knees[1]).toEqual(knees[0]);
});

test("[L3] in worlds/qrio.xml it waves, walks and stays up", async () => {
  let [highest, way, lowest] = [0, 0, 1];
  const server = await testServer({
    world: "qrio",
    beforeFrame: (simulation) => {
      const { world, isStopped } = simulation;
      if (isStopped || world.robots.length < 1) return;
      const torso = readBody(world.physics, "Qrio", "Torso").position;
      highest = Math.max(highest, readBody(world.physics, "Qrio", "RightHand").position[2]);
      way = Math.max(way, torso[1]);
      lowest = Math.min(lowest, torso[2]);
      if (world.timeSec > 20) simulation.stop();
    },
  });
  await server.stopped;
  expect(highest).toBeGreaterThan(0.45);
  expect(way).toBeGreaterThan(0.5);
  expect(lowest).toBeGreaterThan(0.33);
});
