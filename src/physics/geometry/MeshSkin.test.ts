import { describe, expect, test } from "vitest";
import { cubeMesh, valleyMesh } from "../../../testing/builders/Meshes.js";
import type { MeshShape } from "../../describe/entity/Solid.js";
import { sinkMesh } from "./MeshSkin.js";

function expectNumbers(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((x, i) => {
    expect(x, `number ${i}`).toBeCloseTo(expected[i], 9);
  });
}

describe("[M2] the sheet under a static mesh's surface", () => {
  test("a flat sheet sinks straight down", () => {
    const sheet: MeshShape = { kind: "Mesh", vertices: [0, 0, 5, 1, 0, 5, 0, 1, 5], triangles: [0, 1, 2] };
    expectNumbers(sinkMesh(sheet, 0.1), [0, 0, 4.9, 1, 0, 4.9, 0, 1, 4.9]);
  });

  test("a cube becomes a smaller cube", () => {
    expectNumbers(sinkMesh(cubeMesh(2), 0.1), cubeMesh(1.8).vertices);
  });

  test("both slopes of a valley go down by the depth, the crease by more", () => {
    const [depth, half] = [0.01, 1];
    const sunk = sinkMesh(valleyMesh(1, half), depth);
    // the crease, vertices 1 and 4: √2 depth straight down
    for (const i of [1, 4])
      expectNumbers(sunk.slice(3 * i, 3 * i + 3), [0, i === 1 ? -half : half, -depth * Math.SQRT2]);
    // the left rim: along its own slope's normal (1, 0, 1)/√2
    expectNumbers(sunk.slice(0, 3), [-half - depth * Math.SQRT1_2, -half, half - depth * Math.SQRT1_2]);
  });

  test("unused vertices and triangles without area change nothing", () => {
    const mesh: MeshShape = { kind: "Mesh", vertices: [0, 0, 0, 1, 0, 0, 2, 0, 0, 9, 9, 9], triangles: [0, 1, 2] };
    expectNumbers(sinkMesh(mesh, 0.1), mesh.vertices);
  });
});
