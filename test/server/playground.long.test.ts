// worlds/playground.xml (E2, E3): a Segway on a real socket crosses everything in it. It only follows a straight line.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connect } from "../../src/client/index.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { readPose } from "../../src/physics/Bodies.js";
import { readPathState, readSurfaceVelocities } from "../../src/physics/Paths.js";
import { Simulation } from "../../src/session/Simulation.js";
import { runVerb } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { testServer } from "./Servers.js";

const SEGWAY = readFileSync("robots/segway.xml", "utf8");
/** The controller that the shipped worlds use, plain JavaScript. */
const FOLLOWER = new URL("../../worlds/controllers/PathFollower.js", import.meta.url).href;
const END = 27;
const MAX_SECONDS = 60;

async function cross(name: string) {
  const seen = { y: 0, z: 0, door: 0, gate: 0, lift: 0, belt: 0, patrol: 0, stack: 0, lamps: false, time: 0, sun: 1 };
  let hash = "";
  const server = await testServer({
    world: "playground",
    expect: [name],
    beforeFrame: (simulation) => {
      const { world } = simulation;
      if (simulation.isStopped || world.robots.length === 0) return;
      const [, y, z] = readPose(world.physics, name, "MainBody").position;
      const height = (mover: string): number => readPathState(world.physics, mover).offset[2];
      seen.door = Math.max(seen.door, height("Door"));
      seen.gate = Math.max(seen.gate, height("Gate"));
      seen.lift = Math.max(seen.lift, height("Lift"));
      Object.assign(seen, { y, z, time: world.timeSec, lamps: seen.lamps || world.lights[2].on });
      seen.belt = Math.max(seen.belt, readSurfaceVelocities(world.physics, "Conveyor").get("Belt")?.[1] ?? 0);
      seen.patrol = Math.max(seen.patrol, readPathState(world.physics, "Patrol").offset[1]);
      seen.stack = readPose(world.physics, "Stack-3", "Block").position[2];
      seen.sun = Math.min(seen.sun, world.lights.find(({ name }) => name === "Sun")?.intensity ?? 1);
      if (y < END && world.timeSec < MAX_SECONDS) return;
      hash = simulation.hash();
      simulation.stop();
    },
  });
  const robot = await connect({
    document: SEGWAY.replace("<Name>Segway</Name>", `<Name>${name}</Name>`),
    port: server.tcpPort,
  });
  const { followPath } = await import(FOLLOWER);
  await followPath(robot, [
    [0, -3],
    [0, 40],
    [50, 40],
    [50, -3],
  ]).catch(() => undefined);
  await server.stopped;
  return { ...seen, hash, log: server.log };
}

test("[E2] [E3] [M5] a blue Segway crosses the playground, twice the same", async () => {
  const one = await cross("Blue-1");
  expect(one.y).toBeGreaterThan(END - 0.1);
  expect(one).toMatchObject({ door: 1.8, gate: 1.6, lift: 0.25, belt: 0.3, patrol: 11, lamps: true });
  expect(one.stack).toBeLessThan(0.3);
  expect(one.sun).toBeLessThan(0.7);
  expect(one.log.filter((line) => /: (click|clack|the stack falls)$/.test(line))).toHaveLength(3);
  expect((await cross("Blue-1")).hash).toBe(one.hash);
});

test("[E2] the gate opens for blue robots only", async () => {
  const height = async (name: string): Promise<number> => {
    const { world } = readWorldDocument(readFileSync("worlds/playground.xml", "utf8"), { kinds: builtInDevices() });
    const simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
    runVerb({ simulation, nowMs: 0 }, "spawn", { document: SEGWAY, name, position: [0, 20.8, 0.3] });
    simulation.stepFrames(1000);
    for (let i = 0; i < 3000 && simulation.framesToGo > 0; i++) simulation.run(0);
    return readPathState(simulation.world.physics, "Gate").offset[2];
  };
  expect(await height("Blue-2")).toBe(1.6);
  expect(await height("Red-2")).toBe(0);
});
