import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAxisAngle, IDENTITY, rotate } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { bodyPose, bodyVector, worldAngles, worldOrientation, worldVector, yawOfHeading } from "./UsarFrames.js";

const close = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((x, i) => {
    expect(x).toBeCloseTo(wanted[i], 9);
  });

/** A direction of the robot, seen in USARSim's world, for the robot at these angles. */
const seen = (angles: Vec3, direction: Vec3): Vec3 =>
  worldVector(rotate(worldOrientation(angles), bodyVector(direction)));

describe("[W8] frames of USARSim: x forward, y right, z down", () => {
  test("places of the world keep x and turn y and z around", () => {
    expect(worldVector([1, 2, 3])).toEqual([1, -2, -3]);
    expect(worldVector([1, 0, 0])).toEqual([1, 0, 0]);
  });

  test("a robot at angles 0 looks along +x, its right is +y, down is +z", () => {
    close(seen([0, 0, 0], [1, 0, 0]), [1, 0, 0]);
    close(seen([0, 0, 0], [0, 1, 0]), [0, 1, 0]);
    // +y of model space is forward here: the world's +x
    close(rotate(worldOrientation([0, 0, 0]), [0, 1, 0]), [1, 0, 0]);
    close(rotate(worldOrientation([0, 0, 0]), [0, 0, 1]), [0, 0, 1]);
  });

  test("a robot that looks along the world's +y has turned left by a quarter", () => {
    close(worldAngles(IDENTITY), [0, 0, -Math.PI / 2]);
    expect(yawOfHeading(0)).toBeCloseTo(-Math.PI / 2, 12);
    expect(yawOfHeading(-Math.PI / 2)).toBeCloseTo(0, 12);
  });

  test("positive yaw turns to the right, positive pitch raises the nose, positive roll lowers the right side", () => {
    close(seen([0, 0, Math.PI / 2], [1, 0, 0]), [0, 1, 0]);
    expect(seen([0, 0.3, 0], [1, 0, 0])[2]).toBeLessThan(0);
    expect(seen([0.3, 0, 0], [0, 1, 0])[2]).toBeGreaterThan(0);
  });

  test("yaw is applied first in the world, roll last in the robot", () => {
    // nose up by a quarter, then a roll: the roll turns about the axis that points up
    close(seen([0.4, Math.PI / 2, 0], [1, 0, 0]), [0, 0, -1]);
    close(seen([0, 0.5, Math.PI / 2], [0, 1, 0]), [-1, 0, 0]);
  });

  test("angles come back", () => {
    const angle = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(angle(3.1), angle(1.55), angle(3.1), (roll, pitch, yaw) =>
        close(worldAngles(worldOrientation([roll, pitch, yaw])), [roll, pitch, yaw]),
      ),
      { seed: 4, numRuns: 300 },
    );
  });

  test("straight up and down the same direction comes back", () => {
    for (const pitch of [Math.PI / 2, -Math.PI / 2])
      for (const yaw of [0, 0.7, -2]) {
        const angles: Vec3 = [0.4, pitch, yaw];
        for (const axis of [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ] as Vec3[])
          seen(worldAngles(worldOrientation(angles)), axis).forEach((x, i) => {
            expect(x).toBeCloseTo(seen(angles, axis)[i], 5);
          });
      }
  });

  test("a camera in front of the robot that is turned up looks up", () => {
    const { location, angles } = bodyPose({ position: [0.1, 0.5, 0.2], orientation: fromAxisAngle([1, 0, 0], 0.3) });
    close(location, [0.5, 0.1, -0.2]);
    close(angles, [0, 0.3, 0]);
  });
});
