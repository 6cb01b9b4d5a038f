// Contacts at rest under heavy loads: they hold, they let go at the limit of friction, and other entities do not change them.

import { afterEach, expect, test } from "vitest";
import { boxShape, disposeWorlds, G, makeWorld, objectOf, run } from "../../../testing/builders/SmallWorlds.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, readBody, readPose, setVelocity } from "../Bodies.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const slope = (angle: number): Vec3 => [0, -G * Math.sin(angle), -G * Math.cos(angle)];
const box = (name: string, mass: number, position: Vec3) => objectOf(name, boxShape(0.3, 0.3, 0.1), { mass, position });
const pair = [box("lower", 0.1, [0, 0, 0.05]), box("upper", 100, [0, 0, 0.15])];
const world = (angle: number, others: readonly ReturnType<typeof box>[] = []): Promise<Physics> =>
  makeWorld({
    gravity: slope(angle),
    materials: [{ name: "Default", friction: 0.6 }],
    entities: [flatGround(), ...pair, ...others],
  });

test("a thousand times heavier load on a slope does not creep", async () => {
  const p = await world(0.2);
  run(p, 0.5);
  const from = readPose(p, "upper", "Body").position[1];
  run(p, 2);
  expect(Math.abs(readPose(p, "upper", "Body").position[1] - from)).toBeLessThan(0.1e-3 / 30);
});

test("beyond the angle of friction it slides with the right acceleration", async () => {
  const angle = 0.7;
  const p = await world(angle);
  run(p, 0.25);
  const a = G * (Math.sin(angle) - 0.6 * Math.cos(angle));
  expect(readBody(p, "upper", "Body").linearVelocity[1] / (-a * 0.25)).toBeCloseTo(1, 1);
});

test("a push beyond friction moves it, and it comes to rest again", async () => {
  const p = await world(0);
  run(p, 0.2);
  for (let i = 0; i < 100; i++) {
    applyForce(p, "upper", "Body", [0, 2 * 0.6 * 100 * G, 0]);
    p.step();
  }
  expect(readBody(p, "upper", "Body").linearVelocity[1]).toBeGreaterThan(0.3);
  run(p, 1);
  const from = readPose(p, "upper", "Body").position[1];
  run(p, 1);
  expect(Math.abs(readPose(p, "upper", "Body").position[1] - from)).toBeLessThan(1e-5);
});

test("something that moves elsewhere changes no bit", async () => {
  const far = box("far", 1, [0, 5, 0.05]);
  const [alone, watched] = [await world(0.2), await world(0.2, [far])];
  setVelocity(watched, "far", "Body", [0, 1, 0], [0, 0, 0]);
  run(alone, 0.5);
  run(watched, 0.5);
  expect(readPose(watched, "upper", "Body")).toEqual(readPose(alone, "upper", "Body"));
});
