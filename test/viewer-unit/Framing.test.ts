// Framing of all points, compared with a real perspective camera; and the draw budget while the simulation is late.

import * as fc from "fast-check";
import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { framePoints } from "../../viewer/src/world3d/camera/Framing.js";
import { Orbit } from "../../viewer/src/world3d/camera/Orbit.js";
import { DrawBudget } from "../../viewer/src/world3d/DrawBudget.js";

const FOV_DEG = 42;

/** Points in screen coordinates of the camera, -1 to 1. */
function project(points: readonly Vector3[], orbitPose: { yaw: number; pitch: number }, aspect: number): Vector3[] {
  const tangentY = Math.tan((FOV_DEG * Math.PI) / 360);
  const { target, distance } = framePoints(points, orbitPose, { tangentX: aspect * tangentY, tangentY }, 0.3);
  const orbit = new Orbit();
  Object.assign(orbit.shown, { ...orbitPose, distance });
  orbit.shown.target.copy(target);
  const camera = new PerspectiveCamera(FOV_DEG, aspect, 0.01, 1000);
  orbit.place(camera);
  camera.updateMatrixWorld();
  return points.map((point) => point.clone().project(camera));
}

describe("[X1] everything in the picture", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const corners = (places: readonly (readonly number[])[]) =>
    places.flatMap(([x, y, z, a, b, c]) =>
      [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => new Vector3(x + i * a, y + j * b, z + k * c)))),
    );
  const box = fc.tuple(number(-9, 9), number(-9, 9), number(0, 3), number(0.2, 3), number(0.2, 3), number(0.2, 1));
  test("all corners are inside and in the middle, and two opposite edges are touched", () => {
    fc.assert(
      fc.property(
        fc.array(box, { minLength: 1, maxLength: 6 }),
        number(-3, 3),
        number(0.3, 1.2),
        number(0.4, 2.5),
        (places, yaw, pitch, aspect) => {
          const points = corners(places);
          const seen = project(points, { yaw, pitch }, aspect);
          const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
          for (const value of [...xs, ...ys]) expect(Math.abs(value)).toBeLessThan(1 + 1e-6);
          // equal margins on both sides
          for (const values of [xs, ys]) expect(Math.max(...values) + Math.min(...values)).toBeCloseTo(0, 5);
          const isFull = (values: readonly number[]) =>
            Math.max(...values) > 1 - 1e-6 && Math.min(...values) < -1 + 1e-6;
          expect(isFull(xs) || isFull(ys)).toBe(true);
        },
      ),
    );
  });

  test("the target of the view has the wanted height", () => {
    const points = [new Vector3(0, 0, 0), new Vector3(4, 3, 2)];
    const { target } = framePoints(points, { yaw: 1, pitch: 0.5 }, { tangentX: 0.5, tangentY: 0.4 }, 0.3);
    expect(target.z).toBeCloseTo(0.3, 9);
  });
});

describe("[X1] drawing on the processors that simulate", () => {
  const software = () => new DrawBudget({ isFine: false, shadowPixels: 512, isSoftware: true });
  const cost = ({ limits: { framesPerSec, scale } }: DrawBudget) => framesPerSec * scale * scale;

  test("draws less while the world is late, and more after it has been on time for long", () => {
    const budget = software();
    const first = cost(budget);
    for (let ms = 0; ms <= 60_000; ms += 200) budget.reportPace(0.7, ms);
    const least = cost(budget);
    expect(least).toBeLessThan(0.5 * first);
    expect(budget.limits.framesPerSec).toBeGreaterThanOrEqual(4);
    for (let ms = 60_000; ms <= 3_600_000; ms += 200) budget.reportPace(1, ms);
    expect(cost(budget)).toBeGreaterThan(first);
  });

  test("a short hitch, a pause or a world without a clock change nothing", () => {
    const budget = software();
    const first = cost(budget);
    for (let ms = 0; ms <= 60_000; ms += 200) budget.reportPace(ms % 1000 === 0 ? 0.5 : 0.97, ms);
    for (let ms = 60_000; ms <= 120_000; ms += 200) budget.reportPace(undefined, ms);
    expect(cost(budget)).toBe(first);
  });

  test("with a graphics processor nothing is limited, and a fixed quality is kept", () => {
    for (const quality of [
      { isFine: true, shadowPixels: 2048, isSoftware: false },
      { isFine: true, shadowPixels: 2048, isSoftware: true, isFixed: true },
    ]) {
      const budget = new DrawBudget(quality);
      for (let ms = 0; ms <= 60_000; ms += 200) budget.reportPace(0.5, ms);
      expect(budget.limits).toMatchObject({ scale: 1, hasShadows: true });
      // software drawing with all pixels is slow
      expect(budget.gapMs(false)).toBeLessThan(quality.isSoftware ? 1001 : 10);
    }
  });

  test("user input shortens the time between frames", () => {
    const budget = software();
    for (let ms = 0; ms <= 60_000; ms += 200) budget.reportPace(0.7, ms);
    expect(budget.gapMs(true)).toBeLessThan(budget.gapMs(false));
  });
});
