// The shipped soccer worlds: their objects, and how the ball rolls, bounces and stays inside. The league's model of a
// kick has two phases: slide at -3.0 m/s² to 1 / (1 + c) of the speed, c = I / m r² = 0.5, then roll at -0.3 m/s².

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BALL_INERTIA, BALL_MASS, BALL_RADIUS } from "../robots/Ball.js";
import { readWorldDocument } from "../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../src/describe/world/WorldFile.js";
import { builtInKinds } from "../src/leagues/Leagues.js";
import { fieldIn } from "../src/leagues/ssl/field/SoccerFieldElement.js";
import { IDENTITY } from "../src/math/Quat.js";
import type { Vec3 } from "../src/math/Vec3.js";
import { moveBody, readBody, readPose, setVelocity } from "../src/physics/Bodies.js";
import { Physics } from "../src/physics/Physics.js";
import { listOverlaps } from "../src/physics/Queries.js";
import { World } from "../src/world/World.js";

const WORLDS = ["soccer-2003", "soccer-a", "soccer-b"] as const;
const FROM_HERE = new URL("../worlds/", import.meta.url);

function readWorld(name: string): WorldFile {
  const readFile = (path: string) => readFileSync(new URL(path, FROM_HERE));
  const text = readFileSync(new URL(`${name}.xml`, FROM_HERE), "utf8");
  return readWorldDocument(text, { kinds: builtInKinds(), file: `${name}.xml`, readFile }).world;
}

const build = (name: string): Promise<Physics> => Physics.create(readWorld(name).physics);

/** Puts the ball on the carpet at x, y, and kicks it without spin. */
function kick(physics: Physics, [x, y]: readonly [number, number], velocity: Vec3): void {
  moveBody(physics, "Ball", "Ball", { position: [x, y, BALL_RADIUS], orientation: IDENTITY });
  setVelocity(physics, "Ball", "Ball", velocity, [0, 0, 0]);
}

describe.each(WORLDS)("%s", (name) => {
  const file = readWorld(name);

  test("[F1] steps by 2 ms, has a field, a ball of the league and both teams", async () => {
    const { physics, robots, cameras } = file;
    const field = fieldIn(file);
    expect([physics.stepNs, field?.type]).toEqual([
      2e6,
      { "2003": "2003", a: "division-a", b: "division-b" }[name.slice(7)],
    ]);
    const [ball] = physics.entities.find((entity) => entity.name === "Ball")?.bodies ?? [];
    expect(ball.mass).toBe(BALL_MASS);
    expect(ball.solids[0].shape).toEqual({ kind: "Sphere", radius: BALL_RADIUS });
    const moment = BALL_INERTIA * BALL_MASS * BALL_RADIUS ** 2;
    for (const i of [0, 4, 8]) expect((ball.inertia?.[i] ?? 0) / moment).toBeCloseTo(1, 9);
    const teams = { "2003": 5, a: 11, b: 6 }[name.slice(7)] as number;
    for (const team of ["Blue", "Yellow"])
      expect(robots.filter(({ robot }) => robot.name.startsWith(team)).length).toBe(teams);
    expect(cameras.map((camera) => camera.name)).toEqual(expect.arrayContaining(["Overhead", "Broadcast"]));
  });

  test("[F1] all robots start in their own half, outside the circle, apart from each other and from the walls", () => {
    const { fieldLength = 0, fieldWidth = 0, centerCircleRadius = 0 } = fieldIn(file) ?? {};
    const places = file.robots.map(({ robot }) => ({ name: robot.name, at: robot.offset as Vec3 }));
    for (const { name: robot, at } of places) {
      const [x, y] = at;
      const side = robot.startsWith("Blue") ? -1 : 1;
      expect(side * x).toBeGreaterThan(0.09);
      expect(side * x).toBeLessThan(fieldLength / 2 - 0.1);
      expect(Math.abs(y)).toBeLessThan(fieldWidth / 2 - 0.1);
      expect(Math.sqrt(x * x + y * y)).toBeGreaterThan(centerCircleRadius + 0.09);
      const others = [
        ...places.filter((place) => place.at !== at),
        ...file.spawns.map(({ pose }) => ({ at: pose.position })),
      ];
      for (const {
        at: [ox, oy],
      } of others)
        expect(Math.sqrt((x - ox) ** 2 + (y - oy) ** 2)).toBeGreaterThan(0.2);
    }
  });

  test("[F1] the ball starts without overlap and stays at its place", async () => {
    const physics = await Physics.create(file.physics);
    expect(listOverlaps(physics, "Ball").filter(({ distance }) => distance < -1e-6)).toEqual([]);
    for (let i = 0; i < 500; i++) physics.step();
    const [x, y, z] = readPose(physics, "Ball", "Ball").position;
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1e-6);
    expect(Math.abs(z - BALL_RADIUS)).toBeLessThan(2e-4);
    physics.dispose();
  });

  test("[M4] [F1] no ball at 8 m/s passes a wall or a goal, from any phase of the step", async () => {
    const physics = await Physics.create(file.physics);
    const { fieldLength = 0, fieldWidth = 0, goalWidth = 0, boundaryWidth = 0 } = fieldIn(file) ?? {};
    const [x, y] = [fieldLength / 2, fieldWidth / 2];
    const outer = [x + Math.max(fieldIn(file)?.boundaryWidthGoalLine ?? 0, 0.2), y + boundaryWidth];
    // a goal's back, its side from inside, its side from outside, the wall beside it, the touch line's wall
    const shots: [readonly [number, number], Vec3][] = [
      [
        [x - 0.3, 0],
        [8, 0, 0],
      ],
      [
        [x + 0.1, 0],
        [0, 8, 0],
      ],
      [
        [x - 0.3, goalWidth / 2 - 0.1],
        [5.6, 5.6, 0],
      ],
      [
        [x - 0.3, y - 0.1],
        [8, 0, 0],
      ],
      [
        [0.3, y - 0.3],
        [0, 8, 0],
      ],
    ];
    for (const [[sx, sy], velocity] of shots)
      for (let k = 0; k < 8; k++) {
        const back = (k / 8) * 0.002;
        kick(physics, [sx - back * velocity[0], sy - back * velocity[1]], velocity);
        for (let i = 0; i < 100; i++) physics.step();
        const [bx, by] = readPose(physics, "Ball", "Ball").position;
        expect(bx).toBeLessThan(outer[0] + 1e-3);
        expect(by).toBeLessThan(outer[1] + 1e-3);
        if (sy === 0) expect(Math.abs(by)).toBeLessThan(goalWidth / 2);
      }
    physics.dispose();
  });
});

test.each(WORLDS)("[F1] in %s no robot falls, drifts or touches the ball without commands", async (name) => {
  const file = readWorld(name);
  const world = await World.create(file);
  world.joinAll(file.robots.map(({ robot }) => robot));
  for (let i = 0; i < 500; i++) world.stepFrame();
  for (const { robot } of file.robots) {
    const { position, orientation } = readPose(world.physics, robot.name, "Body");
    const [x, y] = robot.offset as Vec3;
    expect(Math.sqrt((position[0] - x) ** 2 + (position[1] - y) ** 2)).toBeLessThan(5e-3);
    expect(orientation[0] ** 2 + orientation[1] ** 2).toBeLessThan(1e-4);
  }
  expect(Math.abs(readPose(world.physics, "Ball", "Ball").position[0])).toBeLessThan(1e-6);
  world.dispose();
});

const [SLIDE, ROLL, SWITCH] = [-3, -0.3, 2 / 3];

describe("[F1] [M4] a kicked ball slides, then rolls", () => {
  test.each([2, 4, 6, 8])("at %d m/s, as in the two-phase model", async (speed) => {
    const physics = await build("soccer-a");
    kick(physics, [-6, 1.5], [speed, 0, 0]);
    const switchSec = ((SWITCH - 1) * speed) / SLIDE;
    const samples: { time: number; v: number; rim: number; x: number }[] = [];
    // until the ball is near the wall, or for 2 s after sliding becomes rolling
    for (let time = 0.002; time < switchSec + 2; time += 0.002) {
      physics.step();
      const { linearVelocity, angularVelocity, position } = readBody(physics, "Ball", "Ball");
      if (position[0] > 6.5) break;
      samples.push({ time, v: linearVelocity[0], rim: angularVelocity[1] * BALL_RADIUS, x: position[0] });
    }
    const rolls = samples.findIndex(({ v, rim }) => rim > 0.999 * v);
    const at = samples[rolls];
    const half = samples[rolls >> 1];
    const last = samples[samples.length - 1];
    expect(at.time / switchSec).toBeCloseTo(1, 1.3);
    expect(at.v / speed).toBeGreaterThan(SWITCH * 0.98);
    expect(at.v / speed).toBeLessThan(SWITCH * 1.02);
    expect(within((half.v - speed) / half.time, SLIDE)).toBeLessThan(0.02);
    expect(within((last.v - at.v) / (last.time - at.time), ROLL)).toBeLessThan(0.03);
    // position at that time
    const rolled = last.time - switchSec;
    const model =
      -6 + speed * switchSec + (SLIDE / 2) * switchSec ** 2 + SWITCH * speed * rolled + (ROLL / 2) * rolled ** 2;
    expect(Math.abs(last.x - model)).toBeLessThan(0.01 * (model + 6));
    physics.dispose();
  });

  test("a ball keeps 0.3 of its speed after a wall, 0.1 after the foam in a goal", async () => {
    const physics = await build("soccer-b");
    for (const [y, share] of [
      [2, 0.3],
      [0, 0.1],
    ]) {
      kick(physics, [4, y], [4, 0, 0]);
      let [before, after] = [0, 0];
      for (let i = 0; i < 200 && after === 0; i++) {
        physics.step();
        const vx = readBody(physics, "Ball", "Ball").linearVelocity[0];
        if (vx > 0) before = vx;
        else after = -vx;
      }
      expect(within(after / before, share)).toBeLessThan(0.06);
    }
    physics.dispose();
  });
});

/** Relative deviation from the expected value. */
const within = (found: number, expected: number): number => Math.abs(found / expected - 1);
