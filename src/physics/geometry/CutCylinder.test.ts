import { expect, test } from "vitest";
import { hullMesh } from "../../describe/robot/text/HullMesh.js";
import { cutCylinderOf } from "./CutCylinder.js";

const { vertices, triangles } = hullMesh({ radius: 0.09, front: 0.07, bottom: 0.01, top: 0.147 });

test("a prism with corners on a circle and one wide gap is a cylinder with a flat front", () => {
  expect(cutCylinderOf({ kind: "Mesh", vertices, triangles })).toEqual({
    center: [expect.closeTo(0, 9), expect.closeTo(0, 9), expect.closeTo(0.0785, 9)],
    radius: expect.closeTo(0.09, 9),
    half: expect.closeTo(0.0685, 9),
    facing: [expect.closeTo(0, 9), expect.closeTo(1, 9), 0],
    front: expect.closeTo(0.07, 9),
  });
});

test("a prism with a corner off the circle is no such cylinder", () => {
  const bent = vertices.map((x, i) => (i === 3 ? x * 1.01 : x));
  expect(cutCylinderOf({ kind: "Mesh", vertices: bent, triangles })).toBeUndefined();
});

test("a leaning prism is no such cylinder", () => {
  const leaning = vertices.map((x, i) => (i % 3 === 0 && vertices[i + 2] > 0.1 ? x + 0.01 : x));
  expect(cutCylinderOf({ kind: "Mesh", vertices: leaning, triangles })).toBeUndefined();
});
