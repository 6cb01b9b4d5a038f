import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boxMesh, cubeMesh } from "../../../testing/builders/Meshes.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { type BodyInput, describeEntity } from "../../describe/entity/Entity.js";
import type { Shape, SolidInput } from "../../describe/entity/Solid.js";
import { type Mat3, turnTensor } from "../../math/Mat3.js";
import { fromAxisAngle, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { type MassProperties, massOfBody } from "./MassProperties.js";

const massOf = (body: Omit<BodyInput, "name">): MassProperties =>
  massOfBody(describeEntity({ name: "e", bodies: [{ name: "B", ...body }] }).bodies[0], "e/B");
const ofShape = (shape: Shape, mass = 2, more: Partial<SolidInput> = {}) =>
  massOf({ solids: [{ name: "S", shape, mass, ...more }] });

function expectTensor(found: Mat3, expected: readonly number[], digits = 12): void {
  found.forEach((x, i) => {
    expect(x, `element ${i}`).toBeCloseTo(expected[i], digits);
  });
}
const diagonalOf = (x: number, y: number, z: number) => [x, 0, 0, 0, y, 0, 0, 0, z];

/** Moments across and along z of a solid of revolution of mass 1, by thin slices: ρ²/4 + z² and ρ²/2. */
function revolve(half: number, radius: (z: number) => number): { across: number; along: number } {
  const n = 20_000;
  let [mass, across, along] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const z = -half + ((i + 0.5) * 2 * half) / n;
    const area = radius(z) * radius(z);
    mass += area;
    across += area * (area / 4 + z * z);
    along += (area * area) / 2;
  }
  return { across: across / mass, along: along / mass };
}

describe("[M2] mass properties of one solid", () => {
  test("box: m/12 (b² + c²)", () => {
    const { mass, center, inertia } = ofShape({ kind: "Box", size: [1, 2, 3] }, 12);
    expect([mass, ...center]).toEqual([12, 0, 0, 0]);
    expectTensor(inertia, diagonalOf(13, 10, 5));
  });

  test("ball: 2/5 m r²", () => {
    expectTensor(ofShape({ kind: "Sphere", radius: 0.5 }, 10).inertia, diagonalOf(1, 1, 1));
  });

  test("ellipsoid: m/5 (b² + c²) of the half lengths", () => {
    expectTensor(ofShape({ kind: "Ellipsoid", size: [2, 4, 6] }, 5).inertia, diagonalOf(13, 10, 5));
  });

  test("cylinder along y: m r²/2 about y, m/12 (3 r² + l²) across", () => {
    expectTensor(ofShape({ kind: "Cylinder", radius: 2, length: 6 }, 1).inertia, diagonalOf(4, 2, 4));
  });

  test("capped cylinder along z: as integrated over slices", () => {
    const [r, l] = [0.5, 1.2];
    const slices = revolve(r + l / 2, (z) => {
      const beyond = Math.max(Math.abs(z) - l / 2, 0);
      return Math.sqrt(r * r - beyond * beyond);
    });
    const { inertia } = ofShape({ kind: "CappedCylinder", radius: r, length: l }, 1);
    expectTensor(inertia, diagonalOf(slices.across, slices.across, slices.along), 7);
  });

  test("a capped cylinder of length 0 is a ball, a very long one a rod", () => {
    expectTensor(ofShape({ kind: "CappedCylinder", radius: 1, length: 1e-9 }, 5).inertia, diagonalOf(2, 2, 2), 8);
    const rod = ofShape({ kind: "CappedCylinder", radius: 1e-4, length: 6 }, 1).inertia;
    expect(rod[0]).toBeCloseTo(3, 3);
  });

  test("a mesh of a box equals the box, at any position and with either orientation of its triangles", () => {
    const size: Vec3 = [1, 2, 3];
    const box = ofShape({ kind: "Box", size }, 12);
    const mesh = boxMesh(size, [4, -5, 6]);
    const found = ofShape(mesh, 12);
    expect(found.center.map((x) => Math.round(x * 1e12) / 1e12)).toEqual([4, -5, 6]);
    expectTensor(found.inertia, box.inertia, 9);
    const { triangles } = mesh;
    const inverted = ofShape({ ...mesh, triangles: triangles.toReversed() }, 12);
    expectTensor(inverted.inertia, box.inertia, 9);
  });

  test("a turned solid has a turned tensor", () => {
    const quarter = fromAxisAngle([0, 0, 1], Math.PI / 2);
    const { inertia } = ofShape({ kind: "Box", size: [1, 2, 3] }, 12, { orientation: quarter });
    expectTensor(inertia, diagonalOf(10, 13, 5));
  });
});

describe("[M2] mass properties of a body", () => {
  test("two halves of a box give the box, in any orientation", () => {
    const turn = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.constantFrom<Vec3>([1, 0, 0], [1, 2, 3]));
    fc.assert(
      fc.property(turn, ([angle, axis]) => {
        const q: Quat = fromAxisAngle(axis, angle);
        const whole = ofShape({ kind: "Box", size: [2, 2, 3] }, 12, { orientation: q });
        const turned = turnTensor(ofShape({ kind: "Box", size: [2, 2, 3] }, 12).inertia, q);
        expectTensor(whole.inertia, turned, 10);
      }),
      { seed: 3, numRuns: 50 },
    );
    const half = (x: number): SolidInput => ({
      name: `${x}`,
      shape: { kind: "Box", size: [1, 2, 3] },
      mass: 6,
      position: [x, 0, 0],
    });
    const { mass, center, inertia } = massOf({ solids: [half(0.5), half(-0.5)] });
    expect([mass, ...center]).toEqual([12, 0, 0, 0]);
    expectTensor(inertia, ofShape({ kind: "Box", size: [2, 2, 3] }, 12).inertia);
  });

  test("a dumb-bell: centre by mass, Steiner's rule for the rest", () => {
    const ball = (name: string, mass: number, x: number): SolidInput => ({
      name,
      shape: { kind: "Sphere", radius: 0.1 },
      mass,
      position: [x, 0, 0],
    });
    const { mass, center, inertia } = massOf({ solids: [ball("a", 1, 0), ball("b", 3, 4)] });
    expect(mass).toBe(4);
    expect(center).toEqual([3, 0, 0]);
    // reduced mass 3/4 at distance 4
    expectTensor(inertia, diagonalOf(0.016, 12.016, 12.016));
  });

  test("a solid without mass is ignored beside one with mass", () => {
    const solid: SolidInput = { name: "S", shape: { kind: "Sphere", radius: 1 }, mass: 5 };
    const bumper: SolidInput = { name: "T", shape: { kind: "Sphere", radius: 1 }, position: [9, 9, 9] };
    expect(massOf({ solids: [solid, bumper] })).toEqual(massOf({ solids: [solid] }));
  });

  test("Mass scales, CenterOfMass moves, Inertia replaces", () => {
    const solids: SolidInput[] = [{ name: "S", shape: { kind: "Box", size: [1, 2, 3] }, mass: 12 }];
    expectTensor(massOf({ solids, mass: 24 }).inertia, diagonalOf(26, 20, 10));
    const moved = massOf({ solids, centerOfMass: [1, 0, 0] });
    expect(moved.center).toEqual([1, 0, 0]);
    const inertia: Mat3 = [5, 0, 0, 0, 6, 0, 0, 0, 7];
    const all = massOf({ solids, mass: 3, centerOfMass: [0, 0, 1], inertia });
    expect(all).toEqual({ mass: 3, center: [0, 0, 1], inertia });
  });

  test("a mass on the body alone is spread over the volume of its solids", () => {
    const solids: SolidInput[] = [
      { name: "S", shape: { kind: "Box", size: [1, 1, 1] } },
      { name: "T", shape: cubeMesh(1, [3, 0, 0]) },
    ];
    const { mass, center } = massOf({ solids, mass: 10 });
    expect(mass).toBe(10);
    expect(center[0]).toBeCloseTo(1.5, 12);
    expectTensor(massOf({ solids: [solids[0]], mass: 6 }).inertia, diagonalOf(1, 1, 1));
  });

  test("volumes: a ball weighs as its mesh would, a cylinder as pi r² l, a capsule as both together", () => {
    const share = (shape: Shape) => {
      const two: SolidInput[] = [
        { name: "S", shape },
        { name: "T", shape: { kind: "Box", size: [1, 1, 1] }, position: [1, 0, 0] },
      ];
      const x = massOf({ solids: two, mass: 1 }).center[0];
      return (1 - x) / x;
    };
    expect(share({ kind: "Sphere", radius: 0.5 })).toBeCloseTo(Math.PI / 6, 12);
    expect(share({ kind: "Ellipsoid", size: [1, 2, 3] })).toBeCloseTo(Math.PI, 12);
    expect(share({ kind: "Cylinder", radius: 0.5, length: 2 })).toBeCloseTo(Math.PI / 2, 12);
    expect(share({ kind: "CappedCylinder", radius: 0.5, length: 2 })).toBeCloseTo(Math.PI / 2 + Math.PI / 6, 12);
  });

  test("a point mass needs an inertia", () => {
    expect(refusal(() => massOf({ mass: 1 }))).toMatchObject({ code: "MASS_MISSING", where: "e/B" });
    expect(massOf({ mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] }).center).toEqual([0, 0, 0]);
  });
});
