// Contacts between wheeled robots: few points, no overlap, no tipping over.

import { afterEach, describe, expect, test } from "vitest";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { readPose } from "../../src/physics/Bodies.js";
import { largestOverlap, listContacts } from "../../src/physics/Queries.js";
import { World } from "../../src/world/World.js";
import { closePitches, driveMessage, readSoccerRobot, robotFile } from "../../testing/builders/Pitch.js";
import { staticOf } from "../../testing/builders/SmallWorlds.js";

const worlds: World[] = [];
afterEach(() => {
  closePitches();
  for (const world of worlds.splice(0)) world.dispose();
});

/** Position and heading of each robot, from +y, counter-clockwise. */
type Place = readonly [x: number, y: number, yaw: number];

async function field(places: readonly Place[], file = "ssl.robot"): Promise<World> {
  const ground = staticOf("ground", { kind: "Plane" }, { material: "Carpet" });
  const world = await World.create(worldFileOf(describeWorld({ stepSec: 0.002, entities: [ground] })));
  worlds.push(world);
  const robot = readSoccerRobot(robotFile(file));
  for (const [x, y, yaw] of places)
    world.join({ ...robot, offset: [x, y, 0], orientation: fromAxisAngle([0, 0, 1], yaw) });
  return world;
}

function run(world: World, seconds: number, drive?: (i: number) => readonly [number, number, number]): number {
  let overlap = 0;
  for (let step = 0; step < Math.round(seconds / 0.002); step++) {
    if (drive && step % 8 === 0)
      world.robots.forEach((robot, i) => {
        const device = robot.device("Drive");
        robot.command(device, device.read(driveMessage(...drive(i))), world.timeNs);
      });
    expect(world.stepFrame()).toEqual([]);
    overlap = Math.max(overlap, largestOverlap(world.physics));
  }
  return overlap;
}

/** Contacts between robots. */
const meetings = (world: World) =>
  listContacts(world.physics).filter(({ a, b }) => a.entity !== "ground" && b.entity !== "ground");

const upright = (world: World, name: string): number => {
  const [x, y] = readPose(world.physics, name, "Body").orientation;
  return 1 - 2 * (x * x + y * y);
};

describe("[F2] [M4] robots that touch", () => {
  test("back to back they push in one point, and stop where their shells touch", async () => {
    const world = await field([
      [0, 0.12, 0],
      [0, -0.12, Math.PI],
    ]);
    const overlap = run(world, 1, () => [-0.5, 0, 0]);
    expect(meetings(world)).toHaveLength(1);
    const [a, b] = world.robots.map(({ name }) => readPose(world.physics, name, "Body").position);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeCloseTo(0.18, 3);
    expect(overlap).toBeLessThan(5e-4);
  });

  test("front to front they push in few points and do not turn each other", async () => {
    const world = await field([
      [0, -0.13, 0],
      [0, 0.13, Math.PI],
    ]);
    const overlap = run(world, 1.5, () => [0.5, 0, 0]);
    expect(meetings(world).length).toBeLessThanOrEqual(4);
    expect(meetings(world).length).toBeGreaterThanOrEqual(2);
    for (const { name } of world.robots) {
      const [, , z] = readPose(world.physics, name, "Body").orientation;
      expect(Math.min(Math.abs(z), Math.abs(Math.abs(z) - 1))).toBeLessThan(0.02);
    }
    expect(overlap).toBeLessThan(5e-4);
  });

  test.each(["ssl.robot", "tigers.robot"])(
    "%s: no robot tips over in a head-on collision at full speed",
    async (file) => {
      for (const [aside, turned] of [
        [0, 0],
        [0.06, 0.8],
        [0.03, Math.PI],
      ]) {
        const world = await field(
          [
            [0, -2.6, 0],
            [aside, 2.6, Math.PI + turned],
          ],
          file,
        );
        const drive = (i: number): [number, number, number] =>
          i === 0 ? [3.5, 0, 0] : [3.5 * Math.cos(turned), -3.5 * Math.sin(turned), 0];
        expect(run(world, 2, drive)).toBeLessThan(2e-3);
        run(world, 0.5);
        for (const { name } of world.robots) expect(upright(world, name)).toBeGreaterThan(0.999);
      }
    },
  );

  test("seven robots that push to the centre stay together, without overlap, each on its wheels", async () => {
    const places = [0, 1, 2, 3, 4, 5].map((i): Place => [0.2 * Math.cos(i * 1.05), 0.2 * Math.sin(i * 1.05), i]);
    const world = await field([[0, 0, 1], ...places]);
    const overlap = run(world, 2, (i) => {
      const { position, orientation } = readPose(world.physics, world.robots[i].name, "Body");
      const [x, y] = [-position[0], -position[1]];
      const far = Math.max(0.02, Math.hypot(x, y));
      const yaw = 2 * Math.atan2(orientation[2], orientation[3]);
      const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
      return [(c * y - s * x) / far, -(c * x + s * y) / far, 0];
    });
    expect(overlap).toBeLessThan(1e-3);
    expect(meetings(world).length).toBeGreaterThanOrEqual(9);
    for (const { name } of world.robots) expect(upright(world, name)).toBeGreaterThan(0.999);
  });
});
