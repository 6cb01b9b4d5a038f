import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cubeMesh } from "../../../testing/builders/Meshes.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { describeSolid, type MeshShape, meshVolume, type Shape, type SolidInput } from "./Solid.js";

const ball: SolidInput = { name: "Ball", shape: { kind: "Sphere", radius: 0.1 } };
const make = (shape: Shape, isStatic = false) => describeSolid({ name: "S", shape }, "robot/Leg", isStatic);
const refuse = (shape: Shape, isStatic = false) => refusal(() => make(shape, isStatic));

describe("[M2] describeSolid", () => {
  test("fills in the defaults", () => {
    expect(describeSolid(ball, "robot/Leg", false)).toEqual({
      name: "Ball",
      shape: { kind: "Sphere", radius: 0.1 },
      pose: { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
      mass: undefined,
      material: "Default",
      collide: true,
      visible: true,
      rays: true,
      color: undefined,
      frictionAxis: undefined,
    });
  });

  test("freezes its result and copies its input", () => {
    const vertices = [...cubeMesh(1).vertices];
    const solid = describeSolid(
      { name: "M", shape: { ...cubeMesh(1), vertices }, color: [1, 2, 3], position: [1, 2, 3] },
      "robot/Leg",
      false,
    );
    vertices[0] = 99;
    expect((solid.shape as MeshShape).vertices[0]).not.toBe(99);
    for (const part of [solid, solid.shape, solid.pose, solid.pose.position, solid.pose.orientation, solid.color])
      expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen((solid.shape as MeshShape).vertices)).toBe(true);
  });

  test.each([1e308, 1e200, -1.1e7])(
    "[M7] refuses a place of %s m: in the engine it would become NaN in others",
    (x) => {
      const orientation = [0, 0, 0, 1] as const;
      for (const place of [{ position: [x, 0, 0] }, { pose: { position: [0, x, 0], orientation } }] as const)
        expect(refusal(() => describeSolid({ ...ball, ...place }, "robot/Leg", false)).code).toBe("VALUE_OUT_OF_RANGE");
      expect(describeSolid({ ...ball, position: [1e7, 0, 0] }, "robot/Leg", false).pose.position[0]).toBe(1e7);
    },
  );

  test("brings orientation and friction axis to length 1", () => {
    const solid = describeSolid({ ...ball, orientation: [0, 0, 3, 4], frictionAxis: [0, 2, 0] }, "r", false);
    expect(solid.pose.orientation).toEqual([0, 0, 0.6, 0.8]);
    expect(solid.frictionAxis).toEqual([0, 1, 0]);
  });

  test.each<[string, Shape, string]>([
    ["a flat box", { kind: "Box", size: [1, 0, 1] }, "Size"],
    ["a box turned inside out", { kind: "Box", size: [1, -1, 1] }, "Size"],
    ["a flat ellipsoid", { kind: "Ellipsoid", size: [1, 1, 0] }, "Size"],
    ["a point", { kind: "Sphere", radius: 0 }, "Radius"],
    ["a needle", { kind: "Cylinder", radius: 0, length: 1 }, "Radius"],
    ["a disc of no thickness", { kind: "Cylinder", radius: 1, length: 0 }, "Length"],
    ["a capsule of negative length", { kind: "CappedCylinder", radius: 1, length: -1 }, "Length"],
    ["a capsule of negative radius", { kind: "CappedCylinder", radius: -1, length: 1 }, "Radius"],
    ["an endless ball", { kind: "Sphere", radius: Number.POSITIVE_INFINITY }, "Radius"],
  ])("refuses %s", (_, shape, part) => {
    const error = refuse(shape);
    expect(error).toMatchObject({ code: "SIZE_NOT_POSITIVE", where: `robot/Leg/S/${part}` });
    expect(error.allowed).toContain("above 0");
    expect(error.message).toContain(error.found);
  });

  test("refuses every box with a size that is not positive", () => {
    const size = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(size, size, size, (x, y, z) => {
        const degenerate = !(x > 0 && y > 0 && z > 0);
        if (degenerate) expect(refuse({ kind: "Box", size: [x, y, z] }).code).toBe("SIZE_NOT_POSITIVE");
        else expect(make({ kind: "Box", size: [x, y, z] }).shape).toEqual({ kind: "Box", size: [x, y, z] });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("refuses an invalid orientation, and a friction axis of length 0", () => {
    expect(refusal(() => describeSolid({ ...ball, orientation: [0, 0, 0, 0] }, "r", false))).toMatchObject({
      code: "AXIS_ZERO",
      where: "r/Ball/Orientation",
      found: "0 0 0 0",
    });
    expect(refusal(() => describeSolid({ ...ball, frictionAxis: [0, 0, 0] }, "r", false))).toMatchObject({
      code: "AXIS_ZERO",
      where: "r/Ball/FrictionAxis",
    });
  });

  test.each([0, -1, Number.POSITIVE_INFINITY])("refuses a mass of %d", (mass) => {
    expect(refusal(() => describeSolid({ ...ball, mass }, "r", false))).toMatchObject({
      code: "MASS_NOT_POSITIVE",
      where: "r/Ball/Mass",
      found: String(mass),
    });
  });

  test("refuses a solid without a name", () => {
    expect(refusal(() => describeSolid({ ...ball, name: " " }, "r", false)).code).toBe("NAME_EMPTY");
  });

  test("refuses invalid colours", () => {
    expect(refusal(() => describeSolid({ ...ball, color: [0, 300, 0] }, "r", false))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: "r/Ball/Color",
      found: "300",
    });
  });
});

describe("[M2] meshes and heightfields", () => {
  test("[M8] vertices that no triangle has are dropped", () => {
    const shape = (before: number[], shift: number) => ({
      kind: "Mesh" as const,
      vertices: [...before, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].map((i) => i + shift),
    });
    const made = describeSolid({ name: "s", mass: 1, shape: shape([5, 5, 5, 6, 6, 6], 2) }, "e", false);
    expect(made.shape).toEqual({ ...shape([], 0), vertices: shape([], 0).vertices.slice(0, 12) });
  });

  const field: Shape = { kind: "Heightfield", rows: 2, columns: 3, size: [1, 1], heights: [0, 0, 0, 1, 1, 1] };

  test("the volume of a cube, also when it stands away from the origin", () => {
    expect(meshVolume(cubeMesh(2))).toBeCloseTo(8, 12);
    expect(meshVolume(cubeMesh(2, [100, -50, 7]))).toBeCloseTo(8, 9);
  });

  test("refuses a moving mesh without volume, allows it when static", () => {
    const flat: Shape = { kind: "Mesh", vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
    expect(refuse(flat)).toMatchObject({ code: "MESH_WITHOUT_VOLUME", where: "robot/Leg/S", found: "0 m³" });
    expect(make(flat, true).shape.kind).toBe("Mesh");
  });

  test("refuses triangles that name no vertex, and numbers that make no triangle", () => {
    const cube = cubeMesh(1);
    expect(refuse({ ...cube, triangles: [0, 1, 8] })).toMatchObject({
      code: "MESH_MALFORMED",
      found: "vertex number 8",
      allowed: "0 to 7",
    });
    for (const triangles of [[], [0, 1], [0, 1, 1.5], [0, 1, -1]])
      expect(refuse({ ...cube, triangles }).code).toBe("MESH_MALFORMED");
    expect(refuse({ ...cube, vertices: cube.vertices.slice(1) }).code).toBe("MESH_MALFORMED");
  });

  test("refuses a heightfield whose heights do not fill its grid", () => {
    expect(refuse({ ...field, heights: [1, 2, 3] }, true)).toMatchObject({
      code: "HEIGHTFIELD_MALFORMED",
      found: "2 x 3, 3 heights",
    });
    expect(refuse({ ...field, rows: 1, columns: 6 }, true).code).toBe("HEIGHTFIELD_MALFORMED");
    expect(refuse({ ...field, size: [1, 0] }, true).code).toBe("SIZE_NOT_POSITIVE");
  });

  test("planes and heightfields must be static", () => {
    expect(refuse({ kind: "Plane" })).toMatchObject({ code: "SOLID_ONLY_STATIC", found: "Plane in a moving body" });
    expect(refuse(field).code).toBe("SOLID_ONLY_STATIC");
    expect(make(field, true).shape).toEqual(field);
  });
});
