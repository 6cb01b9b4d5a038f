// X1, R4: geometry of drawn shapes: cylinders along y, capped cylinders along z, heightfields from -y to +y.

import { type BufferGeometry, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Shape } from "../../src/describe/entity/Solid.js";
import type { SceneShape } from "../../src/render/scene/Scene.js";
import { geometryKey, makeBodyGeometry } from "../../viewer/src/world3d/entities/BodyGeometry.js";
import { makeGeometry } from "../../viewer/src/world3d/entities/ShapeGeometry.js";
import { SharedGeometries } from "../../viewer/src/world3d/entities/SharedGeometries.js";

function sizeOf(geometry: BufferGeometry | undefined): number[] {
  geometry?.computeBoundingBox();
  return geometry!.boundingBox!.getSize(new Vector3()).toArray();
}

function sceneShape(shape: Shape, more: Partial<SceneShape> = {}): SceneShape {
  const pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] } as const;
  return { name: "S", shape, pose, color: [255, 0, 0], material: "Plastic", visible: true, ...more };
}

const BOX: Shape = { kind: "Box", size: [1, 2, 3] };

describe("X1 shapes as drawn", () => {
  test.each<[string, Shape, number[]]>([
    ["a box has full lengths", BOX, [1, 2, 3]],
    ["a sphere", { kind: "Sphere", radius: 0.5 }, [1, 1, 1]],
    ["a cylinder lies along y", { kind: "Cylinder", radius: 0.5, length: 3 }, [1, 3, 1]],
    ["a capped cylinder stands along z, caps on top", { kind: "CappedCylinder", radius: 0.5, length: 2 }, [1, 1, 3]],
    [
      "a heightfield",
      { kind: "Heightfield", rows: 2, columns: 3, size: [4, 6], heights: [0, 0, 0, 1, 1, 1] },
      [4, 6, 1],
    ],
  ])("%s", (_, shape, size) => {
    for (const [i, length] of sizeOf(makeGeometry(shape, false)).entries()) expect(length).toBeCloseTo(size[i], 1);
  });

  test("softened boxes keep their size", () => {
    for (const [i, length] of sizeOf(makeGeometry(BOX, true)).entries()) expect(length).toBeCloseTo(i + 1, 5);
  });

  test("rows of a heightfield go from -y to +y, and it faces up", () => {
    const geometry = makeGeometry(
      { kind: "Heightfield", rows: 2, columns: 2, size: [2, 2], heights: [0, 0, 5, 5] },
      false,
    )!;
    const { position, normal } = geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      expect(position.getZ(i)).toBe(position.getY(i) > 0 ? 5 : 0);
      expect(normal.getZ(i)).toBeGreaterThan(0);
    }
  });

  test("a body is one geometry: shapes at their poses, in their colours", () => {
    const turned = { position: [10, 0, 0], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
    const geometry = makeBodyGeometry(
      [sceneShape(BOX, { pose: turned }), sceneShape(BOX, { color: [0, 0, 255] })],
      false,
    );
    geometry.computeBoundingBox();
    expect(geometry.boundingBox!.max.x).toBeCloseTo(11, 5);
    expect(geometry.boundingBox!.min.x).toBeCloseTo(-0.5, 5);
    expect([...geometry.attributes.color.array.slice(0, 3)]).toEqual([1, 0, 0]);
    expect([...geometry.attributes.color.array.slice(-3)]).toEqual([0, 0, 1]);
  });

  test("outline directions of a box point outward at every corner", () => {
    const { position, outline } = makeBodyGeometry([sceneShape(BOX)], false).attributes;
    for (let i = 0; i < position.count; i++)
      for (const axis of [0, 1, 2])
        expect(Math.sign(outline.getComponent(i, axis))).toBe(Math.sign(position.getComponent(i, axis)));
  });

  test("equal shapes share one geometry, which its last owner disposes of", () => {
    const shared = new SharedGeometries();
    const key = geometryKey([sceneShape(BOX)], false);
    expect(geometryKey([sceneShape(BOX)], false)).toBe(key);
    expect(geometryKey([sceneShape(BOX, { color: [1, 2, 3] })], false)).not.toBe(key);
    let gone = 0;
    const make = () => makeBodyGeometry([sceneShape(BOX)], false);
    const first = shared.acquire(key, make);
    first.addEventListener("dispose", () => gone++);
    expect(shared.acquire(key, make)).toBe(first);
    shared.release(key);
    expect([shared.size, gone]).toEqual([1, 0]);
    shared.release(key);
    expect([shared.size, gone]).toEqual([0, 1]);
  });
});
