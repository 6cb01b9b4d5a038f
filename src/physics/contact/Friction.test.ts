// [M3] Effects of the material matrix in contacts: static and sliding friction, along and across, softness.

import { afterEach, describe, expect, test } from "vitest";
import {
  ballShape,
  boxShape,
  disposeWorlds,
  G,
  makeWorld,
  objectOf,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import type { ContactInput } from "../../describe/entity/Material.js";
import type { Shape, SolidInput } from "../../describe/entity/Solid.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { fromAxisAngle } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { applyForce, readBody, setVelocity } from "../Bodies.js";
import type { Physics } from "../Physics.js";
import { listContacts } from "../Queries.js";

afterEach(disposeWorlds);

const MASS = 2;

/** A flat 2 kg box of plastic, or another shape, on the ground, with the given values of the pair. */
async function onGround(
  values: ContactInput,
  more: Partial<SolidInput> = {},
  shape: Shape = boxShape(0.4, 0.4, 0.1),
): Promise<Physics> {
  const height = shape.kind === "Box" ? shape.size[2] / 2 : "radius" in shape ? shape.radius : 0;
  const thing = objectOf("thing", shape, { mass: MASS, material: "Plastic", position: [0, 0, height], ...more });
  const physics = await makeWorld({
    entities: [flatGround(), thing],
    pairs: [{ a: "Plastic", b: "Ground", restitution: 0, ...values }],
  });
  return run(physics, 0.2);
}
const velocityOf = (physics: Physics) => readBody(physics, "thing", "Body").linearVelocity;
const push = (physics: Physics, seconds: number, force: Vec3) =>
  run(physics, seconds, () => applyForce(physics, "thing", "Body", force));
/** Mean acceleration over some time under a force. */
function acceleration(physics: Physics, seconds: number, force: Vec3): Vec3 {
  const before = velocityOf(physics);
  push(physics, seconds, force);
  const after = velocityOf(physics);
  return [0, 1, 2].map((k) => (after[k] - before[k]) / seconds) as unknown as Vec3;
}
const slide = (physics: Physics, velocity: Vec3) => setVelocity(physics, "thing", "Body", velocity, [0, 0, 0]);

describe("[M3] friction of a pair", () => {
  test.each([0.1, 0.5, 1.2])("mu %d: slides to a halt at mu g and stays", async (mu) => {
    const physics = await onGround({ friction: mu });
    slide(physics, [2, 0, 0]);
    expect(acceleration(physics, 0.1, [0, 0, 0])[0] / (-mu * G)).toBeCloseTo(1, 2);
    run(physics, 3);
    expect(Math.abs(velocityOf(physics)[0])).toBeLessThan(1e-4);
  });

  test("any direction: the cone is round", async () => {
    const physics = await onGround({ friction: 0.4 });
    for (const angle of [0.3, 1.1, 2.5]) {
      slide(physics, [2 * Math.cos(angle), 2 * Math.sin(angle), 0]);
      const [x, y] = acceleration(physics, 0.05, [0, 0, 0]);
      expect(Math.hypot(x, y) / (0.4 * G)).toBeCloseTo(1, 2);
      expect(Math.atan2(-y, -x)).toBeCloseTo(angle, 2);
    }
  });

  test("without friction it keeps its speed", async () => {
    const physics = await onGround({ friction: 0 });
    slide(physics, [1, 0, 0]);
    run(physics, 1);
    expect(velocityOf(physics)[0]).toBeCloseTo(1, 6);
  });

  test("starts at the static limit, slides with the sliding value", async () => {
    const [rest, moving] = [0.6, 0.3];
    const physics = await onGround({ friction: moving, staticFriction: rest });
    const weight = MASS * G;
    push(physics, 0.5, [0.97 * rest * weight, 0, 0]);
    expect(Math.abs(velocityOf(physics)[0])).toBeLessThan(1e-3);
    push(physics, 0.2, [1.03 * rest * weight, 0, 0]);
    expect(velocityOf(physics)[0]).toBeGreaterThan(0.1);
    // once it moves: F/m - mu g
    expect(acceleration(physics, 0.2, [0.97 * rest * weight, 0, 0])[0]).toBeCloseTo((0.97 * rest - moving) * G, 1);
  });

  test("a pair can be changed while it slides", async () => {
    const physics = await onGround({ friction: 0.5 });
    slide(physics, [3, 0, 0]);
    expect(acceleration(physics, 0.1, [0, 0, 0])[0]).toBeCloseTo(-0.5 * G, 1);
    physics.materials.setPair({ a: "Ground", b: "Plastic", friction: 0.1 });
    expect(acceleration(physics, 0.1, [0, 0, 0])[0]).toBeCloseTo(-0.1 * G, 1);
    physics.materials.setPair({ a: "Ground", b: "Plastic", friction: 0 });
    expect(acceleration(physics, 0.1, [0, 0, 0])[0]).toBeCloseTo(0, 4);
  });

  test("a changed material changes the mix, a listed pair stays", async () => {
    const thing = objectOf("thing", boxShape(0.4, 0.4, 0.1), { mass: MASS, material: "Wood", position: [0, 0, 0.05] });
    const physics = run(await makeWorld({ entities: [flatGround("Steel"), thing] }), 0.2);
    physics.materials.setMaterial({ name: "Wood", friction: 0.9 });
    physics.materials.setMaterial({ name: "Steel", friction: 0.1 });
    slide(physics, [2, 0, 0]);
    expect(acceleration(physics, 0.1, [0, 0, 0])[0]).toBeCloseTo(-0.3 * G, 1);
  });

  test("the change is part of snapshot, hash and restore", async () => {
    const physics = await onGround({ friction: 0.5 });
    const saved = physics.snapshot();
    const hash = physics.hash();
    physics.materials.setPair({ a: "Ground", b: "Plastic", friction: 0.1 });
    expect(physics.hash()).not.toBe(hash);
    physics.restore(saved);
    expect(physics.hash()).toBe(hash);
    slide(physics, [2, 0, 0]);
    expect(acceleration(physics, 0.1, [0, 0, 0])[0]).toBeCloseTo(-0.5 * G, 1);
  });
});

describe("[M3] a second friction value across", () => {
  const values = { friction: 0.6, friction2: 0.1 };

  test.each([
    ["x", [1, 0, 0] as Vec3],
    ["y", [0, 1, 0] as Vec3],
  ])("a box with its friction axis along %s", async (_, axis) => {
    const across: Vec3 = [axis[1], axis[0], 0];
    for (const [direction, mu] of [
      [axis, 0.1],
      [across, 0.6],
    ] as const) {
      const physics = await onGround(values, { frictionAxis: axis });
      slide(physics, [2 * direction[0], 2 * direction[1], 0]);
      const a = acceleration(physics, 0.1, [0, 0, 0]);
      expect(Math.hypot(a[0], a[1]) / (mu * G)).toBeCloseTo(1, 2);
    }
  });

  test("the axis turns with the body", async () => {
    const physics = await onGround(values, { frictionAxis: [1, 0, 0] });
    physics.remove("thing");
    const thing = objectOf("thing", boxShape(0.4, 0.4, 0.1), {
      mass: MASS,
      material: "Plastic",
      frictionAxis: [1, 0, 0],
    });
    physics.add(thing, { position: [0, 0, 0.05], orientation: fromAxisAngle([0, 0, 1], Math.PI / 2) });
    run(physics, 0.2);
    slide(physics, [0, 2, 0]);
    expect(acceleration(physics, 0.1, [0, 0, 0])[1] / (-0.1 * G)).toBeCloseTo(1, 2);
  });

  test("without an axis there is no second direction", async () => {
    const physics = await onGround(values);
    for (const direction of [
      [2, 0, 0],
      [0, 2, 0],
    ] as Vec3[]) {
      slide(physics, direction);
      const a = acceleration(physics, 0.1, [0, 0, 0]);
      expect(Math.hypot(a[0], a[1]) / (0.6 * G)).toBeCloseTo(1, 2);
    }
  });

  test("the axis of a cylinder is its own: it slips along it and rolls across it", async () => {
    const wheel: Shape = { kind: "Cylinder", radius: 0.1, length: 0.1 };
    const along = await onGround(values, {}, wheel);
    slide(along, [0, 2, 0]);
    expect(acceleration(along, 0.1, [0, 0, 0])[1] / (-0.1 * G)).toBeCloseTo(1, 1);
    const across = await onGround(values, {}, wheel);
    slide(across, [3, 0, 0]);
    run(across, 1);
    // a sliding cylinder ends up rolling at two thirds
    expect(velocityOf(across)[0]).toBeCloseTo(2, 1);
  });
});

describe("[M3] rolling and spinning friction are lengths", () => {
  test("a ball rolls out at (5/7) g rho / r", async () => {
    const [r, rho] = [0.1, 0.004];
    const physics = await onGround({ friction: 0.8, rolling: rho }, {}, ballShape(r));
    setVelocity(physics, "thing", "Body", [1, 0, 0], [0, 1 / r, 0]);
    expect(acceleration(physics, 0.5, [0, 0, 0])[0] / ((-5 / 7) * G * (rho / r))).toBeCloseTo(1, 2);
  });

  test("a ball on the spot spins down at m g s / I", async () => {
    const [r, s] = [0.1, 0.002];
    const physics = await onGround({ friction: 0.8, spinning: s }, {}, ballShape(r));
    setVelocity(physics, "thing", "Body", [0, 0, 0], [0, 0, 20]);
    run(physics, 0.5);
    const { angularVelocity } = readBody(physics, "thing", "Body");
    expect((angularVelocity[2] - 20) / 0.5 / ((-G * s) / (0.4 * r * r))).toBeCloseTo(1, 2);
  });
});

describe("[M3] softness", () => {
  test("a ball sinks in by m g / k", async () => {
    const stiffness = 5000;
    const physics = await onGround({ stiffness, damping: 100 }, {}, ballShape(0.1));
    run(physics, 3);
    expect((0.1 - readBody(physics, "thing", "Body").position[2]) / ((MASS * G) / stiffness)).toBeCloseTo(1, 3);
  });

  test("a box sinks in by m g / (k x number of contacts)", async () => {
    const stiffness = 2000;
    const physics = await onGround({ stiffness, damping: 50 });
    run(physics, 3);
    const contacts = listContacts(physics, "thing");
    expect(contacts).toHaveLength(4);
    const sag = (MASS * G) / (stiffness * contacts.length);
    expect((0.05 - readBody(physics, "thing", "Body").position[2]) / sag).toBeCloseTo(1, 3);
    for (const { normalForce } of contacts) expect(normalForce).toBeCloseTo((MASS * G) / 4, 3);
  });

  test("it swings at sqrt(k / m) and dies away with c / 2m", async () => {
    const [k, c] = [4000, 20];
    const physics = await onGround({ stiffness: k, damping: c }, {}, ballShape(0.1));
    run(physics, 5);
    const rest = readBody(physics, "thing", "Body").position[2];
    setVelocity(physics, "thing", "Body", [0, 0, -0.04], [0, 0, 0]);
    const s = c / (2 * MASS);
    const w = Math.sqrt(k / MASS - s * s);
    const start = physics.timeSec;
    for (const t of [0.02, 0.05, 0.1]) {
      run(physics, t - (physics.timeSec - start));
      const exact = (-0.04 / w) * Math.exp(-s * t) * Math.sin(w * t);
      expect(Math.abs(readBody(physics, "thing", "Body").position[2] - rest - exact)).toBeLessThan(0.1 * (0.04 / w));
    }
  });
});
