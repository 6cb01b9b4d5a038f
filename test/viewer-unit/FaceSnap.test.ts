import { Box3, Vector3 } from "three";
import { expect, test } from "vitest";
import { wayToFace } from "../../viewer/src/world3d/input/FaceSnap.js";

const box = (x: number, y: number, z: number, size = 1): Box3 =>
  new Box3(new Vector3(x, y, z), new Vector3(x + size, y + size, z + size));

test("[E5] a thing snaps to the ground, on top of another one and against its side, if it is beside it and near", () => {
  const wall = box(0, 0, 0);
  expect(wayToFace(box(5, 5, 0.08), [wall], 2)).toBeCloseTo(-0.08, 12);
  expect(wayToFace(box(5, 5, -0.03), [], 2)).toBeCloseTo(0.03, 12);
  expect(wayToFace(box(0.5, 0.5, 1.07), [wall], 2)).toBeCloseTo(-0.07, 12);
  expect(wayToFace(box(0.5, 0.5, 1.2), [wall], 2)).toBe(0);
  expect(wayToFace(box(3, 0.5, 1.07), [wall], 2)).toBe(0);
  expect(wayToFace(box(1.05, 0.2, 0.2), [wall], 0)).toBeCloseTo(-0.05, 12);
  expect(wayToFace(box(-1.04, 0.2, 0.2), [wall], 0)).toBeCloseTo(0.04, 12);
  expect(wayToFace(box(1.05, 2, 0.2), [wall], 0)).toBe(0);
  // the nearer one of two
  expect(wayToFace(box(1.05, 0, 0), [wall, box(2.06, 0, 0)], 0)).toBeCloseTo(0.01, 12);
});
