import { afterAll, expect, it } from "vitest";
import { describeWorld } from "../../describe/world/WorldDescription.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { PI } from "../../math/Trigonometry.js";
import { Physics } from "../../physics/Physics.js";
import { FreePlace } from "./FreePlace.js";

let physics: Physics | undefined;
afterAll(() => physics?.dispose());

it("[F3] finds a place beside an object of any orientation and shape", async () => {
  const standing = fromAxisAngle([1, 0, 0], PI / 2);
  physics = await Physics.create(
    describeWorld({
      entities: [
        {
          name: "Things",
          isStatic: true,
          bodies: [
            {
              name: "All",
              solids: [
                { name: "Ground", shape: { kind: "Plane" } },
                // 2 m along y as it is turned
                {
                  name: "Plank",
                  shape: { kind: "Box", size: [2, 0.1, 0.2] },
                  pose: { position: [1, 0, 0.1], orientation: fromAxisAngle([0, 0, 1], PI / 2) },
                },
                {
                  name: "Post",
                  shape: { kind: "Cylinder", radius: 0.2, length: 1 },
                  pose: { position: [-1, 0, 0.5], orientation: standing },
                },
              ],
            },
          ],
        },
      ],
    }),
  );
  const room = new FreePlace(physics, []);
  expect(room.isFree([0, 0], 0.09)).toBe(true);
  expect(room.isFree([1.5, 0], 0.09)).toBe(true);
  expect(room.isFree([1.1, 0.9], 0.09)).toBe(false);
  expect(room.isFree([-1.25, 0], 0.09)).toBe(false);
  const [x, y] = room.nearest([1.01, 0.5], 0.09);
  expect(y).toBeCloseTo(0.5, 1);
  expect(x - 1.05).toBeGreaterThanOrEqual(0.09);
  expect(x - 1.05).toBeLessThan(0.11);
});
