// S3: pixels are where geometry puts them. All expected values are closed forms of the pinhole.

import { beforeAll, describe, expect, test } from "vitest";
import { findCorner } from "../../../testing/builders/Corner.js";
import { light, project, sceneStateOf, seen } from "../../../testing/builders/SeenThings.js";
import { ORIGIN } from "../../math/Pose.js";
import { fromAxisAngle, multiply, rotate } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { SceneState } from "./CompiledScene.js";
import { Rasteriser } from "./Rasteriser.js";
import { pinhole, type RasterPicture } from "./View.js";

const ALL = { color: true, depth: true, segmentation: true };
const GREEN = [0, 200, 0] as const;
let rasteriser: Rasteriser;
beforeAll(async () => {
  rasteriser = await Rasteriser.create();
});

const VIEW = pinhole(ORIGIN, 320, 240, 45);
const numberAt = ({ segmentation, width }: RasterPicture, c: number, r: number): number => segmentation![r * width + c];
const depthAt = ({ depth, width }: RasterPicture, c: number, r: number): number => depth![r * width + c];

describe("[S3] geometry", () => {
  test.each([0.004, 0.01, 0.05, 0.2, 0.6, 1.2])(
    "a sphere of %f m at 3 m covers what its cone of rays covers",
    (radius) => {
      const center: Vec3 = [0.4, 3, -0.2];
      const sceneState = sceneStateOf(seen({ shape: { kind: "Sphere", radius }, at: center }));
      const picture = rasteriser.draw(sceneState, VIEW, ALL);
      const wrong: string[] = [];
      let covered = 0;
      for (let r = 0; r < 240; r++)
        for (let c = 0; c < 320; c++) {
          // distance of the ray from the centre, in pixels at the sphere
          const ray = [(c + 0.5 - 160) / VIEW.focalPx, 1, (120 - r - 0.5) / VIEW.focalPx];
          const n = Math.hypot(...ray);
          const s = (ray[0] * center[0] + ray[1] * center[1] + ray[2] * center[2]) / n;
          const away = Math.sqrt(center[0] ** 2 + center[1] ** 2 + center[2] ** 2 - s * s);
          const outsidePx = ((away - radius) * VIEW.focalPx * n) / 3;
          const isSeen = numberAt(picture, c, r) === 1;
          covered += Number(isSeen);
          if (Math.abs(outsidePx) > 0.3 && isSeen !== outsidePx < 0) wrong.push(`${c} ${r}: ${outsidePx} px outside`);
        }
      expect(wrong).toEqual([]);
      expect(covered).toBeGreaterThanOrEqual(radius < 0.005 ? 0 : 1);
    },
  );

  test.each([
    ["around the camera", [0.01, 0.02, -0.01], 0],
    ["behind the camera, though its bounding sphere is not", [0, -0.101, 0], 0],
    ["just before the camera", [0, 0.16, 0], 1],
  ] as const)("[S4] an ellipsoid %s", (_, at, count) => {
    const shape = { kind: "Ellipsoid", size: [0.3, 0.2, 0.12] } as const;
    const picture = rasteriser.draw(sceneStateOf(seen({ shape, at })), VIEW, ALL);
    // no triangles for one that cannot be seen
    expect(Math.min(1, rasteriser.triangles)).toBe(count);
    expect(Math.max(...picture.segmentation!)).toBe(count);
  });

  test("an ellipsoid covers an ellipse, and its depth is that of its surface", () => {
    const shape = { kind: "Ellipsoid", size: [1, 0.4, 0.6] } as const;
    const picture = rasteriser.draw(sceneStateOf(seen({ shape, at: [0, 4, 0] })), VIEW, ALL);
    let covered = 0;
    for (let r = 0; r < 240; r++) for (let c = 0; c < 320; c++) covered += Number(numberAt(picture, c, r) === 1);
    // the outline's half angles: tan = a / sqrt(d² - b²), for the half lengths a across and b along the view
    const away = Math.sqrt(16 - 0.04);
    const area = Math.PI * (0.5 / away) * (0.3 / away) * VIEW.focalPx * VIEW.focalPx;
    expect(Math.abs(covered / area - 1)).toBeLessThan(0.02);
    expect(depthAt(picture, 160, 120)).toBeCloseTo(3.8, 2);
  });

  test.each([0.01, 0.03, 0.1, 0.3, 0.6])("[S4] a capped cylinder of %f m is seen without its corners", (radius) => {
    // upright in front of the camera: all points nearer than its radius to a segment of its axis
    const sceneState = sceneStateOf(seen({ shape: { kind: "CappedCylinder", radius, length: 0.5 }, at: [0, 30, 0] }));
    const view = pinhole(ORIGIN, 320, 240, 5);
    const picture = rasteriser.draw(sceneState, view, ALL);
    const wrong: string[] = [];
    for (let r = 0; r < 240; r++)
      for (let c = 0; c < 320; c++) {
        const [x, z] = [((c + 0.5 - 160) * 30) / view.focalPx, ((119.5 - r) * 30) / view.focalPx];
        const away = Math.hypot(x, Math.max(0, Math.abs(z) - 0.25));
        const outsidePx = ((away - radius) * view.focalPx) / 30;
        if (Math.abs(outsidePx) > 0.35 && (numberAt(picture, c, r) === 1) !== outsidePx < 0)
          wrong.push(`${c} ${r} ${outsidePx}`);
      }
    expect(wrong).toEqual([]);
  });

  test("depth in the middle is the distance, along the axis and not along the ray", () => {
    const wall = { shape: { kind: "Box", size: [20, 1, 20] } as const, at: [0, 5.5, 0] as const };
    const picture = rasteriser.draw(sceneStateOf(seen(wall)), VIEW, ALL);
    for (const [c, r] of [
      [160, 120],
      [0, 0],
      [319, 10],
    ])
      expect(depthAt(picture, c, r)).toBeCloseTo(5, 5);
    const ball = rasteriser.draw(
      sceneStateOf(seen({ shape: { kind: "Sphere", radius: 0.5 }, at: [0, 4, 0] })),
      VIEW,
      ALL,
    );
    expect(depthAt(ball, 160, 120)).toBeCloseTo(3.5, 2);
    expect(depthAt(ball, 5, 5)).toBe(Number.POSITIVE_INFINITY);
    expect(numberAt(ball, 5, 5)).toBe(0);
  });

  test("hidden objects are not visible, in any drawing order", () => {
    const near = { shape: { kind: "Box", size: [1, 1, 1] } as const, at: [0, 3, 0] as const };
    const far = { shape: { kind: "Box", size: [3, 1, 3] } as const, at: [0, 6, 0] as const };
    for (const things of [
      [near, far],
      [far, near],
    ]) {
      const picture = rasteriser.draw(sceneStateOf(seen(...things)), VIEW, ALL);
      expect(numberAt(picture, 160, 120)).toBe(1 + things.indexOf(near));
      expect(numberAt(picture, 230, 120)).toBe(1 + things.indexOf(far));
      expect(numberAt(picture, 5, 120)).toBe(0);
    }
  });

  test("a plane reaches the horizon and has the depth of the formula", () => {
    const pose = { position: [7, -3, 1.5] as const, orientation: fromAxisAngle([1, 0, 0], -0.1) };
    const view = pinhole(pose, 320, 240, 45);
    const picture = rasteriser.draw(sceneStateOf(seen({ shape: { kind: "Plane" }, isStatic: true })), view, ALL);
    for (let r = 0; r < 240; r += 7)
      for (let c = 0; c < 320; c += 53) {
        const ray = rotate(pose.orientation, [(c + 0.5 - 160) / view.focalPx, 1, (120 - r - 0.5) / view.focalPx]);
        const expected = ray[2] < 0 ? -1.5 / ray[2] : Number.POSITIVE_INFINITY;
        if (expected < 1e4) expect(depthAt(picture, c, r) / expected).toBeCloseTo(1, 4);
        else expect(depthAt(picture, c, r)).toBeGreaterThan(1e3);
        expect(numberAt(picture, c, r)).toBe(ray[2] < 0 ? 1 : 0);
      }
  });

  test("a plane is invisible from below", () => {
    const pose = { position: [0, 0, -1] as const, orientation: ORIGIN.orientation };
    const picture = rasteriser.draw(sceneStateOf(seen({ shape: { kind: "Plane" } })), pinhole(pose, 320, 240, 45), ALL);
    expect(picture.segmentation!.every((n) => n === 0)).toBe(true);
  });

  test("triangles that share edges leave no gap", () => {
    // a sample without a triangle would show the sky
    const heights = Array.from({ length: 41 * 41 }, () => 0);
    const field = { kind: "Heightfield", rows: 41, columns: 41, size: [8, 8], heights } as const;
    const pose = { position: [0.3, -0.2, 3] as const, orientation: fromAxisAngle([1, 0.2, 0.1], -1.4) };
    const sceneState = sceneStateOf(seen({ shape: field, isStatic: true, color: GREEN }), [light("ambient")]);
    const picture = rasteriser.draw(sceneState, pinhole(pose, 320, 240, 45), ALL);
    expect(new Set(picture.segmentation)).toEqual(new Set([1]));
    const colors = new Set(
      Array.from({ length: 320 * 240 }, (_, i) => picture.color!.subarray(4 * i, 4 * i + 3).join()),
    );
    expect(colors.size).toBe(1);
  });

  test("triangles that reach behind the camera are clipped, not inverted", () => {
    const beam = { shape: { kind: "Box", size: [0.5, 200, 0.1] } as const, at: [0, 0, -1] as const, color: GREEN };
    const picture = rasteriser.draw(sceneStateOf(seen(beam)), VIEW, ALL);
    const edge = project(VIEW, [0.25, 20, -0.95]);
    const row = Math.floor(edge[1]);
    expect(numberAt(picture, Math.floor(edge[0] - 1), row)).toBe(1);
    expect(numberAt(picture, Math.floor(edge[0] + 1.5), row)).toBe(0);
    expect(numberAt(picture, 160, 100)).toBe(0);
    expect(depthAt(picture, 160, 239)).toBeCloseTo(0.95 / ((239.5 - 120) / VIEW.focalPx), 3);
    // a closed body is invisible from inside
    const inside = sceneStateOf(
      seen({ shape: { kind: "Sphere", radius: 0.3 } }, { shape: { kind: "Box", size: [1, 1, 1] }, at: [0, 3, 0] }),
    );
    expect(numberAt(rasteriser.draw(inside, VIEW, ALL), 160, 120)).toBe(2);
  });

  test("bands of rows equal those of the whole picture", () => {
    const sceneState = sceneStateOf(
      seen({ shape: { kind: "Plane" }, at: [0, 0, -1] }, { shape: { kind: "Sphere", radius: 1 }, at: [0, 4, 0] }),
    );
    const whole = Uint8Array.from(rasteriser.draw(sceneState, VIEW, ALL).color!);
    const band = rasteriser.draw(sceneState, { ...VIEW, firstRow: 90, endRow: 131 }, ALL).color!;
    expect(Buffer.compare(band.subarray(90 * 1280, 131 * 1280), whole.subarray(90 * 1280, 131 * 1280))).toBe(0);
  });

  test("odd sizes, and an axis outside of the middle", () => {
    const sceneState = sceneStateOf(seen({ shape: { kind: "Sphere", radius: 0.1 }, at: [0, 3, 0] }));
    const view = { ...pinhole(ORIGIN, 61, 37, 45), centerX: 11, centerY: 30 };
    const picture = rasteriser.draw(sceneState, view, ALL);
    expect(numberAt(picture, 11, 30)).toBe(1);
    expect(numberAt(picture, 30, 18)).toBe(0);
    expect(picture.color!.length).toBe(61 * 37 * 4);
    // a single column equals that of a wider picture
    const pixels = Uint8Array.from({ length: 16 }, (_, i) => 60 + 12 * i);
    const texture = { width: 2, height: 2, pixels, tileM: undefined };
    const board = sceneStateOf(
      seen({ shape: { kind: "Box", size: [1, 1, 1] }, at: [0, 3, 0], texture, material: "Plastic" }),
    );
    const wide = Uint8Array.from(rasteriser.draw(board, pinhole(ORIGIN, 5, 40, 45), ALL).color!);
    const column = rasteriser.draw(board, { ...pinhole(ORIGIN, 1, 40, 45), centerX: 2.5 - 3 }, ALL).color!;
    for (let r = 0; r < 40; r++)
      expect([...column.subarray(4 * r, 4 * r + 4)]).toEqual([...wide.subarray(20 * r + 12, 20 * r + 16)]);
  });

  test("poses with NaN draw nothing and break nothing", () => {
    const sceneState = sceneStateOf(
      seen(
        { shape: { kind: "Sphere", radius: 0.5 }, at: [0, 3, 0] },
        { shape: { kind: "Box", size: [1, 1, 1] }, at: [0, 5, 0] },
      ),
    );
    sceneState.poses.fill(Number.NaN, 0, 7);
    expect(numberAt(rasteriser.draw(sceneState, VIEW, ALL), 160, 120)).toBe(2);
  });
});

/** Slanted, so that no edge is parallel to the rows of samples. */
const SLANTED = multiply(fromAxisAngle([0, 0, 1], 0.1), fromAxisAngle([0, 1, 0], 0.4));
const TURNED = pinhole({ position: [0.1, -0.3, 0.5], orientation: SLANTED }, 640, 480, 45);
/** Corners of a board of 8 x 8 squares of 25 cm, upright, 4 m away. */
const CORNERS: Vec3[] = [-3, -2, 0, 3].flatMap((i) =>
  [-3, -1, 2].map((j): Vec3 => [0.25 * i - 0.4, 4, 0.25 * j + 0.6]),
);

describe("[S3] corners of a chequered board are within 0.1 px of the pinhole's", () => {
  test("as a texture", () => {
    const size = 512;
    const pixels = new Uint8Array(4 * size * size).fill(255);
    for (let i = 0; i < size * size; i++)
      if (((i % size) >> 6) % 2 === (i >> 15) % 2) pixels.fill(20, 4 * i, 4 * i + 3);
    const texture = { width: size, height: size, pixels, tileM: undefined };
    const board = { shape: { kind: "Box", size: [2, 0.1, 2] } as const, at: [-0.4, 4.05, 0.6] as const, texture };
    expectCorners(rasteriser.draw(sceneStateOf(seen(board), [light("ambient")]), TURNED, ALL));
  });

  test("as boxes side by side: 0.05 px from a corner each of the four has the right colour", () => {
    const boxes = Array.from({ length: 64 }, (_, k) => ({
      shape: { kind: "Box", size: [0.25, 0.1, 0.25] } as const,
      at: [0.25 * ((k % 8) - 3.5) - 0.4, 4.05, 0.25 * ((k >> 3) - 3.5) + 0.6] as const,
    }));
    const sceneState = sceneStateOf(seen(...boxes));
    for (const [x, y, z] of CORNERS)
      for (const [right, up] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ]) {
        const away = (0.05 / TURNED.focalPx) * project(TURNED, [x, y, z])[2];
        const number = 1 + Math.round((x + 0.4) / 0.25) + 3 + right + 8 * (Math.round((z - 0.6) / 0.25) + 3 + up);
        expect(numberSeen(sceneState, [x + (2 * right - 1) * away, y, z + (2 * up - 1) * away])).toBe(number);
      }
  });
});

/** The picture is shifted so that the point falls on the middle of a pixel. */
function numberSeen(sceneState: SceneState, point: Vec3): number {
  const [x, y] = project(TURNED, point);
  const [c, r] = [Math.floor(x), Math.floor(y)];
  const view = { ...TURNED, centerX: TURNED.centerX + c + 0.5 - x, centerY: TURNED.centerY + r + 0.5 - y };
  return numberAt(rasteriser.draw(sceneState, { ...view, firstRow: r, endRow: r + 1 }, ALL), c, r);
}

function expectCorners(picture: RasterPicture): void {
  for (const corner of CORNERS) {
    const [x, y] = project(TURNED, corner);
    const found = findCorner(picture, x, y);
    expect(Math.hypot(found[0] - x, found[1] - y), `corner at ${x} ${y}`).toBeLessThan(0.1);
  }
}
