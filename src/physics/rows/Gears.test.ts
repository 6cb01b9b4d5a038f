// Gears between joint axes: ratio, sense of rotation, offset, kinds of axes, loops, snapshots. Figures against closed form are
// in bench/accuracy/Gears.ts.

import { afterEach, expect, test } from "vitest";
import { disposeWorlds, makeWorld, run } from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import type { GearInput } from "../../describe/entity/Gear.js";
import type { JointInput } from "../../describe/entity/Joint.js";
import type { Vec3 } from "../../math/Vec3.js";
import { readJoint } from "../Joints.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

const wheel = (name: string, at: Vec3) => ({
  name,
  mass: 1,
  inertia: [0.02, 0, 0, 0, 0.02, 0, 0, 0, 0.02] as const,
  centerOfMass: at,
});

/** Two wheels on a frame of 5 kg in flight, one driven. */
const machine = (gear: Partial<GearInput>, joints: readonly Partial<JointInput>[] = []): EntityInput => ({
  name: "machine",
  bodies: [wheel("A", [1, 0, 0]), wheel("B", [-1, 0, 0]), { ...wheel("Frame", [0, 0, 0]), mass: 5 }],
  joints: [
    {
      name: "First",
      kind: "Hinge",
      body1: "A",
      body2: "Frame",
      anchor: [1, 0, 0],
      axes: [[0, 1, 0]],
      parameters: [{ Vel: 2, FMax: 1 }],
      ...joints[0],
    },
    { name: "Second", kind: "Hinge", body1: "B", body2: "Frame", anchor: [-1, 0, 0], axes: [[0, 1, 0]], ...joints[1] },
  ],
  gears: [{ name: "Gear", joint1: "Second", joint2: "First", ratio: 3, ...gear }],
});

const inSpace = (entity: EntityInput): Promise<Physics> => makeWorld({ gravity: [0, 0, 0], entities: [entity] });
const at = (p: Physics, joint: string, axis = 0) => readJoint(p, "machine", joint)[axis];

test.each([
  ["both wheels are Body1", [{}, {}]],
  ["a wheel is Body2", [{}, { body1: "Frame", body2: "B" }]],
  [
    "both wheels are Body2",
    [
      { body1: "Frame", body2: "A" },
      { body1: "Frame", body2: "B" },
    ],
  ],
  ["the axes are opposite", [{}, { axes: [[0, -1, 0]] as Vec3[] }]],
])("position 1 is ratio times position 2, where %s", async (_, joints) => {
  const p = await inSpace(machine({}, joints));
  run(p, 2);
  expect(at(p, "First").velocity).toBeCloseTo(2, 4);
  expect(at(p, "First").position).toBeGreaterThan(3);
  expect(at(p, "Second").position - 3 * at(p, "First").position).toBeCloseTo(0, 5);
  expect(at(p, "Second").velocity).toBeCloseTo(6, 4);
});

test("an offset is closed at a limited speed and then kept", async () => {
  const p = await inSpace(machine({ offset: 0.5, ratio: -1 }, [{ parameters: [{}] }]));
  let fastest = 0;
  for (let i = 0; i < 2000; i++) {
    p.step();
    fastest = Math.max(fastest, Math.abs(at(p, "Second").velocity + at(p, "First").velocity));
  }
  expect(fastest).toBeLessThan(1.01);
  expect(at(p, "Second").position + at(p, "First").position).toBeCloseTo(0.5, 5);
});

test("second axes of hinge-2 and universal joints, and sliders", async () => {
  const axes: Vec3[] = [
    [0, 0, 1],
    [0, 1, 0],
  ];
  const steered = { LoStop: 0, HiStop: 0 };
  const p = await inSpace(
    machine({ axis2: 2, ratio: 0.1 }, [
      { kind: "Hinge2", body1: "Frame", body2: "A", axes, parameters: [steered, { Vel: 5, FMax: 1 }] },
      { kind: "Slider", axes: [[1, 0, 0]] },
    ]),
  );
  run(p, 1);
  expect(at(p, "First", 1).position).toBeGreaterThan(3);
  expect(at(p, "Second").position).toBeCloseTo(0.1 * at(p, "First", 1).position, 5);
});

test("an axis that closes a loop", async () => {
  const base = machine({});
  // a second hinge on the same line as First closes a loop
  const twin: JointInput = { ...(base.joints?.[0] as JointInput), name: "Twin", anchor: [1, 0.1, 0], parameters: [{}] };
  const p = await inSpace({
    ...base,
    joints: [...(base.joints ?? []), twin],
    gears: [{ name: "Gear", joint1: "Second", joint2: "Twin", ratio: 3 }],
  });
  run(p, 0.5);
  expect(at(p, "First").position).toBeGreaterThan(0.5);
  expect(Math.abs(at(p, "Second").position - 3 * at(p, "First").position)).toBeLessThan(1e-3);
});

test("two axes of one joint", async () => {
  const entity = machine({ joint1: "First", joint2: "First", axis1: 1, axis2: 2, ratio: 0.5 }, [
    {
      kind: "Universal",
      axes: [
        [0, 0, 1],
        [0, 1, 0],
      ],
      parameters: [{}, { Vel: 1, FMax: 1 }],
    },
  ]);
  const p = await inSpace(entity);
  run(p, 0.5);
  expect(at(p, "First", 1).position).toBeGreaterThan(0.3);
  expect(at(p, "First", 0).position).toBeCloseTo(0.5 * at(p, "First", 1).position, 5);
});

test("a stop on one side stops the other", async () => {
  const p = await inSpace(machine({}, [{}, { parameters: [{ LoStop: -3, HiStop: 3 }] }]));
  run(p, 5);
  expect(at(p, "First").position).toBeCloseTo(1, 2);
  expect(at(p, "First").velocity).toBeCloseTo(0, 3);
});

test("a restored snapshot and a joining entity keep the phase", async () => {
  const p = await inSpace(machine({}));
  run(p, 1);
  const snapshot = p.snapshot();
  run(p, 1);
  const straight = p.hash();
  p.restore(snapshot);
  expect(at(p, "Second").position).toBeCloseTo(3 * at(p, "First").position, 5);
  run(p, 1);
  expect(p.hash()).toBe(straight);
  p.add({ ...machine({}), name: "later" }, { position: [0, 5, 0], orientation: [0, 0, 0, 1] });
  run(p, 0.5);
  expect(at(p, "Second").position).toBeCloseTo(3 * at(p, "First").position, 5);
});
