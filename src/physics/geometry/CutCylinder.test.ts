import { expect, test } from "vitest";
import type { MeshShape } from "../../describe/entity/Solid.js";
import { cos, DEGREE, sin } from "../../math/Trigonometry.js";
import { cutCylinderOf } from "./CutCylinder.js";

const [RADIUS, BOTTOM, TOP] = [0.09, 0.01, 0.147];
/** Half of the angle that the flat front takes. */
const CORNER = 40 * DEGREE;

/** A prism along z with corners on a circle and a flat front at +y. */
function prism(): MeshShape {
  const angles = Array.from({ length: 24 }, (_, i) => CORNER + i * ((360 * DEGREE - 2 * CORNER) / 23));
  const ring = (z: number) => angles.flatMap((angle) => [-RADIUS * sin(angle), RADIUS * cos(angle), z]);
  const count = angles.length;
  const triangles: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    triangles.push(i, next, count + i, next, count + next, count + i);
    if (i > 0 && next > 0) triangles.push(0, next, i, count, count + i, count + next);
  }
  return { kind: "Mesh", vertices: [...ring(BOTTOM), ...ring(TOP)], triangles };
}

test("a prism with corners on a circle and one wide gap is a cylinder with a flat front", () => {
  expect(cutCylinderOf(prism())).toEqual({
    center: [expect.closeTo(0, 9), expect.closeTo(0, 9), expect.closeTo((BOTTOM + TOP) / 2, 9)],
    radius: expect.closeTo(RADIUS, 9),
    half: expect.closeTo((TOP - BOTTOM) / 2, 9),
    facing: [expect.closeTo(0, 9), expect.closeTo(1, 9), 0],
    front: expect.closeTo(RADIUS * cos(CORNER), 9),
  });
});

test("a prism with a corner off the circle is none", () => {
  const { vertices, ...rest } = prism();
  expect(cutCylinderOf({ ...rest, vertices: vertices.map((x, i) => (i === 3 ? x * 1.01 : x)) })).toBeUndefined();
});

test("a leaning prism is none", () => {
  const { vertices, ...rest } = prism();
  const leaning = vertices.map((x, i) => (i % 3 === 0 && vertices[i + 2] > 0.1 ? x + 0.01 : x));
  expect(cutCylinderOf({ ...rest, vertices: leaning })).toBeUndefined();
});
