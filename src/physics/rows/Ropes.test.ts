// Ropes: what they hold, what they leave alone, and their state. Figures against closed form are in bench/accuracy/Ropes.ts.

import { afterEach, expect, test } from "vitest";
import { disposeWorlds, G, makeWorld, run } from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { fromAxisAngle } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { readBody, readPose } from "../Bodies.js";
import { readForces, readJoint, watchForces } from "../Joints.js";
import { readRope } from "../Ropes.js";

afterEach(disposeWorlds);

const bob = (name: string, mass: number, centerOfMass: Vec3) => ({
  name,
  mass,
  centerOfMass,
  inertia: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] as const,
});

/** A level beam of 4 kg and 2 m on a hinge, held at its end by a rope at 30° to the beam. */
const crane: EntityInput = {
  name: "crane",
  bodies: [bob("Beam", 4, [1, 0, 0])],
  joints: [{ name: "Hinge", kind: "Hinge", body1: "Beam", axes: [[0, 1, 0]] }],
  ropes: [
    {
      name: "Stay",
      points: [{ body: "Beam", position: [2, 0, 0] }, { position: [0, 0, 2 / Math.sqrt(3)] }],
    },
  ],
};

test("a beam on a stay: tension and force of the hinge", async () => {
  const p = await makeWorld({ entities: [crane] });
  watchForces(p, "crane", "Hinge");
  run(p, 1);
  // moments about the hinge: T sin 30° · 2 m = m g · 1 m
  expect(readRope(p, "crane", "Stay").tension / (4 * G)).toBeCloseTo(1, 6);
  expect(readJoint(p, "crane", "Hinge")[0].position).toBeCloseTo(0, 8);
  const [x, , z] = readForces(p, "crane", "Hinge");
  expect(x / (4 * G * Math.cos(Math.PI / 6))).toBeCloseTo(1, 5);
  expect(z / (4 * G * 0.5)).toBeCloseTo(1, 5);
});

test("a placed entity keeps its points in the world with it", async () => {
  const p = await makeWorld({ entities: [] });
  p.add(crane, { position: [3, 1, 5], orientation: fromAxisAngle([0, 0, 1], 1) });
  run(p, 1);
  expect(readJoint(p, "crane", "Hinge")[0].position).toBeCloseTo(0, 8);
  expect(readRope(p, "crane", "Stay").points[1][2]).toBeCloseTo(5 + 2 / Math.sqrt(3), 12);
});

test("a chain of two links swings on a taut rope with its energy", async () => {
  // straight, 23° from hanging
  const at = (l: number): Vec3 => [l * Math.sin(0.4), 0, -l * Math.cos(0.4)];
  const chain: EntityInput = {
    name: "chain",
    bodies: [bob("Upper", 1, at(0.7)), bob("Lower", 1, at(1.2))],
    joints: [{ name: "Elbow", kind: "Hinge", body1: "Lower", body2: "Upper", anchor: at(0.95), axes: [[0, 1, 0]] }],
    ropes: [{ name: "Line", points: [{ position: [0, 0, 0] }, { body: "Upper", position: at(0.5) }] }],
  };
  const p = await makeWorld({ entities: [chain] });
  const energy = () =>
    ["Upper", "Lower"].reduce((sum, name) => {
      const { position, linearVelocity: v, angularVelocity: w } = readBody(p, "chain", name);
      const spin = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
      return sum + G * position[2] + (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + 0.005 * spin;
    }, 0);
  // the mean over some swings: speeds may belong to the middle between two positions
  const mean = (seconds: number) => {
    let sum = 0;
    run(p, seconds, () => {
      sum += energy();
    });
    return sum / (seconds / p.stepSec);
  };
  const start = mean(3);
  run(p, 14);
  expect(mean(3) - start).toBeCloseTo(0, 2);
  expect(readRope(p, "chain", "Line").length).toBeCloseTo(0.5, 5);
});

test("a slack rope has no force and changes no bit", async () => {
  const loose = (ropes: EntityInput["ropes"]): EntityInput => ({
    name: "bob",
    bodies: [bob("Bob", 1, [0, 0, 0])],
    ropes,
  });
  const bound = await makeWorld({
    entities: [
      loose([{ name: "Line", points: [{ position: [0, 0, 1] }, { body: "Bob", position: [0, 0, 0] }], maxLength: 9 }]),
    ],
  });
  const free = await makeWorld({ entities: [loose([])] });
  run(bound, 1);
  run(free, 1);
  expect(readRope(bound, "bob", "Line").tension).toBe(0);
  expect(readPose(bound, "bob", "Bob")).toEqual(readPose(free, "bob", "Bob"));
});

test("a rope that is too long at the start shortens slowly", async () => {
  const tight: EntityInput = {
    name: "bob",
    bodies: [bob("Bob", 1, [0, 0, -1])],
    ropes: [{ name: "Line", points: [{ position: [0, 0, 0] }, { body: "Bob", position: [0, 0, -1] }], maxLength: 0.8 }],
  };
  const p = await makeWorld({ entities: [tight] });
  run(p, 0.2);
  expect(readBody(p, "bob", "Bob").linearVelocity[2]).toBeCloseTo(0.5, 4);
  run(p, 1);
  expect(readRope(p, "bob", "Line").length).toBeCloseTo(0.8, 5);
});

test("snapshots keep tension and motion; joining and leaving change nothing", async () => {
  const p = await makeWorld({ entities: [crane] });
  run(p, 0.5);
  const snapshot = p.snapshot();
  const { tension } = readRope(p, "crane", "Stay");
  run(p, 0.5);
  const straight = p.hash();
  p.restore(snapshot);
  expect(readRope(p, "crane", "Stay").tension).toBe(tension);
  p.add({ ...crane, name: "another" }, { position: [0, 5, 0], orientation: [0, 0, 0, 1] });
  expect(readRope(p, "crane", "Stay").tension).toBe(tension);
  run(p, 0.25);
  p.remove("another");
  run(p, 0.25);
  expect(p.hash()).toBe(straight);
});

test("[M8] a rope over four loose bodies holds them, and changes no bit of a body beside them", async () => {
  const bodies = ["A", "B", "C", "D"].map((name, i) => bob(name, 1 + i, [i, 0, 0]));
  const points = [
    { position: [-1, 0, 2] as const },
    ...bodies.map(({ name }, i) => ({ body: name, position: [i, 0, 0.1] as const })),
    { position: [4, 0, 2] as const },
  ];
  const garland: EntityInput = { name: "garland", bodies, ropes: [{ name: "Line", points }] };
  const beside: EntityInput = { ...crane, name: "beside" };
  const [world, alone] = [await makeWorld({ entities: [garland, beside] }), await makeWorld({ entities: [beside] })];
  const lengthAtStart = readRope(world, "garland", "Line").length;
  for (let i = 0; i < 300; i++) {
    expect(world.step()).toEqual([]);
    alone.step();
  }
  expect(readRope(world, "garland", "Line").length).toBeLessThan(lengthAtStart + 1e-3);
  expect(readRope(world, "garland", "Line").tension).toBeGreaterThan(0);
  expect(world.hashOf("beside")).toBe(alone.hashOf("beside"));
});
