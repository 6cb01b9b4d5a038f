// BodyMotion gives the same numbers as readBody in every state of a world.

import { afterEach, describe, expect, test } from "vitest";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  jointed,
  makeWorld,
  objectOf,
  run,
  staticOf,
} from "../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../describe/entity/Entity.js";
import type { JointInput } from "../describe/entity/Joint.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import type { Pose } from "../math/Pose.js";
import { fromAxisAngle } from "../math/Quat.js";
import { add, cross, sub, type Vec3 } from "../math/Vec3.js";
import { applyTorque, moveBody, readBody, setVelocity } from "./Bodies.js";
import { BodyMotion } from "./BodyMotion.js";
import type { Physics } from "./Physics.js";

afterEach(disposeWorlds);

const BODIES = ["Main", "Left", "Right"];

/** Two wheels on hinge-2 joints and a body whose centre is not the origin. */
function cart(name: string): EntityInput {
  const wheel = (side: string, x: number) =>
    bodyOf(side, { kind: "Cylinder", radius: 0.2, length: 0.1 }, { position: [x, 0, 0.2], orientation: SIDEWAYS });
  const axle = (body2: string, x: number): JointInput => ({
    name: `${body2} axle`,
    kind: "Hinge2",
    body1: "Main",
    body2,
    anchor: [x, 0, 0.2],
    axes: [
      [0, 0, 1],
      [1, 0, 0],
    ],
  });
  return {
    name,
    bodies: [
      bodyOf("Main", boxShape(0.4, 0.3, 0.6), { position: [0, 0.05, 0.7], mass: 8 }),
      wheel("Left", -0.3),
      wheel("Right", 0.3),
    ],
    joints: [axle("Left", -0.3), axle("Right", 0.3)],
  };
}

const SIDEWAYS = fromAxisAngle([0, 0, 1], Math.PI / 2);
const at = (x: number, y: number, yaw: number): Pose => ({
  position: [x, y, 0.001],
  orientation: fromAxisAngle([0, 0, 1], yaw),
});

/** A cart that drives, turns and falls. */
async function makeCart(): Promise<{ physics: Physics; motions: BodyMotion[] }> {
  const physics = await makeWorld({ entities: [flatGround()] });
  physics.add(cart("one"), at(1, 2, 0.7));
  physics.setJoint("one", "Left axle", "FMax", 40, 1);
  physics.setJoint("one", "Left axle", "Vel", 5, 1);
  return { physics, motions: BODIES.map((body) => new BodyMotion(physics, "one", body)) };
}

function expectNear(found: readonly number[], expected: readonly number[]): void {
  found.forEach((x, k) => {
    expect(Math.abs(x - expected[k]), `${found} for ${expected}`).toBeLessThan(1e-12);
  });
}

/** Calls readBody after BodyMotion, because readBody updates values of the engine. */
function compare(physics: Physics, motions: readonly BodyMotion[], names = BODIES, entity = "one"): void {
  const found = motions.map((motion) => {
    const position = motion.position();
    const point = add(position, [0.3, -0.2, 0.5]);
    return {
      position,
      orientation: motion.orientation(),
      linear: motion.velocityAt(position),
      angular: motion.angularVelocity(),
      point,
      away: motion.velocityAt(point),
    };
  });
  found.forEach((one, i) => {
    const state = readBody(physics, entity, names[i]);
    expectNear(one.position, state.position);
    expectNear(one.orientation, state.orientation);
    expectNear(one.linear, state.linearVelocity);
    expectNear(one.angular, state.angularVelocity);
    const arm = sub(one.point, state.position);
    expectNear(one.away, add(state.linearVelocity, cross(state.angularVelocity, arm)));
  });
}

describe("the same as readBody", () => {
  test("on joining and after every step", async () => {
    const { physics, motions } = await makeCart();
    compare(physics, motions);
    for (let i = 0; i < 400; i++) {
      physics.step();
      if (i % 7 === 0) compare(physics, motions);
    }
    expect(readBody(physics, "one", "Left").angularVelocity.some((w) => Math.abs(w) > 1)).toBe(true);
  });

  test("after moveBody and setVelocity", async () => {
    const { physics, motions } = await makeCart();
    run(physics, 0.1);
    const pose = { position: [4, -5, 2] as Vec3, orientation: fromAxisAngle([1, 2, 3], 1.1) };
    moveBody(physics, "one", "Main", pose);
    compare(physics, motions);
    expectNear(motions[0].position(), pose.position);
    run(physics, 0.01);
    setVelocity(physics, "one", "Main", [1, 2, 3], [-1, 0.5, 0.2]);
    compare(physics, motions);
    expectNear(motions[0].angularVelocity(), [-1, 0.5, 0.2]);
  });

  test("after joins and leaves of others, and after a restore", async () => {
    const { physics, motions } = await makeCart();
    run(physics, 0.2);
    const snapshot = physics.snapshot();
    const before = motions.map((motion) => motion.velocityAt(motion.position()));
    run(physics, 0.2);
    physics.add(cart("a"), at(5, 5, 0));
    compare(physics, motions);
    physics.step();
    compare(physics, motions);
    physics.remove("a");
    compare(physics, motions);
    physics.restore(snapshot);
    compare(physics, motions);
    expect(motions.map((motion) => motion.velocityAt(motion.position()))).toEqual(before);
  });

  test("for joints of every kind between the bodies", async () => {
    for (const kind of ["Slider", "Universal", "BallSocket", "Hinge2"] as const) {
      const axes: Vec3[] = [
        [0, 0, 1],
        [0, 1, 0],
      ];
      const count = { Slider: 1, Universal: 2, BallSocket: 0, Hinge2: 2 }[kind];
      const physics = await makeWorld({ entities: [jointed({ kind, axes: axes.slice(0, count), anchor: [0, 0, 0] })] });
      const motions = ["A", "B"].map((body) => new BodyMotion(physics, "robot", body));
      run(physics, 0.2, () => applyTorque(physics, "robot", "A", [0.3, 0.2, 0.5]));
      compare(physics, motions, ["A", "B"], "robot");
    }
  });
});

test("the centre of a body is its centre of mass in model space", async () => {
  const physics = await makeWorld({ entities: [objectOf("box", boxShape(1), { position: [1, 2, 3] })] });
  expect(new BodyMotion(physics, "box", "Body").center).toEqual([1, 2, 3]);
});

test("a static body has the placement of its entity", async () => {
  const physics = await makeWorld({});
  const orientation = fromAxisAngle([0, 0, 1], 1);
  physics.add(staticOf("wall", boxShape(1)), { position: [1, 2, 3], orientation });
  const motion = new BodyMotion(physics, "wall", "Body");
  expect(motion.position()).toEqual([1, 2, 3]);
  expectNear(motion.orientation(), orientation);
  expect(motion.velocityAt([5, 5, 5])).toEqual([0, 0, 0]);
});

test("a body of an entity that has left cannot be read", async () => {
  const { physics, motions } = await makeCart();
  physics.remove("one");
  expect(() => motions[0].position()).toThrow("ENTITY_UNKNOWN");
});
