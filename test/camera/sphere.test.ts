// A sphere of known size and position (S3): it covers the pixels whose rays hit it, by an independent formula; its
// area is right at edges too; it hides objects behind it; its pixels have its depth and its segmentation number.

import { beforeAll, describe, expect, it } from "vitest";
import { atOrigin, seenSolid, sky, viewAt } from "../../bench/camera/CameraScene.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import { dot, length, sub, type Vec3 } from "../../src/math/Vec3.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import type { RasterPicture } from "../../src/render/raster/View.js";
import { along, project, rayThrough } from "../../testing/camera/Eye.js";
import { lightOf } from "../../testing/camera/Saddles.js";

const EYE: Vec3 = [0, 0, 1];
const BALL = 7;
const BEHIND = 9;
const WALL = 3;
const FINE = 8;

let rasteriser: Rasteriser;
beforeAll(async () => {
  rasteriser = await Rasteriser.create();
});

const view = viewAt({ eye: EYE, target: [0, 5, 1], size: [320, 240], fovDeg: 50 });

function draw(center: Vec3, radius: number): RasterPicture {
  const entities = [
    seenSolid("Ball", BALL, { kind: "Sphere", radius }, { at: center, color: [255, 255, 255], material: "Ground" }),
    // a black background
    seenSolid(
      "Wall",
      WALL,
      { kind: "Box", size: [60, 1, 60] },
      { at: [0, 20, 0], color: [0, 0, 0], material: "Ground" },
    ),
    // hidden behind its middle
    seenSolid("Behind", BEHIND, { kind: "Sphere", radius: 0.3 * radius }, { at: along(EYE, sub(center, EYE), 1.5) }),
  ];
  const sceneState = sceneStateOf({ entities, poses: atOrigin(entities), lights: [sky(0)] });
  return rasteriser.draw(sceneState, view, { color: true, depth: true, segmentation: true });
}

/** Distance between a ray and the sphere's surface; negative if the ray hits it. */
function miss(center: Vec3, radius: number, x: number, y: number): number {
  const to = sub(center, EYE);
  const middle = dot(to, rayThrough(view, x, y));
  return Math.sqrt(Math.max(0, dot(to, to) - middle ** 2)) - radius;
}

/** Share of a pixel that the sphere covers. */
function shareOf(center: Vec3, radius: number, c: number, r: number): number {
  const gap = miss(center, radius, c + 0.5, r + 0.5);
  const clear = length(sub(center, EYE)) / view.focalPx;
  if (Math.abs(gap) > clear) return gap < 0 ? 1 : 0;
  let inside = 0;
  for (let k = 0; k < FINE * FINE; k++) {
    const [dx, dy] = [((k % FINE) + 0.5) / FINE, (Math.floor(k / FINE) + 0.5) / FINE];
    if (miss(center, radius, c + dx, r + dy) < 0) inside++;
  }
  return inside / FINE ** 2;
}

describe.each([
  ["in the middle", [0, 3, 1], 0.5],
  ["near a corner, where it appears elliptical", [-1.1, 2, 1.6], 0.25],
  ["small and far", [1.5, 8, 0.2], 0.2],
] as [string, Vec3, number][])("a ball %s", (_, center, radius) => {
  it("[S3] covers the pixels whose rays hit it", () => {
    const { segmentation } = draw(center, radius);
    // half a pixel at the distance of the sphere
    const near = (0.5 * length(sub(center, EYE))) / view.focalPx;
    let covered = 0;
    const wrong: string[] = [];
    for (let r = 0; r < view.height; r++)
      for (let c = 0; c < view.width; c++) {
        const gap = miss(center, radius, c + 0.5, r + 0.5);
        const found = segmentation?.[r * view.width + c];
        if (found === BALL) covered++;
        // at the rim sphere or background, but never the hidden entity
        if (found === BEHIND || (Math.abs(gap) > near && found !== (gap < 0 ? BALL : WALL)))
          wrong.push(`${found} at ${c}, ${r}`);
      }
    expect(wrong).toEqual([]);
    expect(covered).toBeGreaterThan(50);
  });

  it("[S3] has the right area, with partly covered pixels", () => {
    const color = draw(center, radius).color ?? new Uint8Array();
    const { x, y } = project(view, center);
    // uniform brightness: only the minimum ambient light
    const whole = lightOf(color[4 * (Math.floor(y) * view.width + Math.floor(x))]);
    let [area, exact] = [0, 0];
    for (let i = 0; i < view.width * view.height; i++) {
      area += lightOf(color[4 * i]) / whole;
      exact += shareOf(center, radius, i % view.width, Math.floor(i / view.width));
    }
    // with four samples per pixel the error is a few pixels of the rim
    expect(Math.abs(area - exact)).toBeLessThan(0.003 * exact + 3);
  });

  it("[S3] has the right depth, in its middle and on the axis", () => {
    const { depth, segmentation } = draw(center, radius);
    const { x, y } = project(view, center);
    const [c, r] = [Math.floor(x), Math.floor(y)];
    const direction = rayThrough(view, c + 0.5, r + 0.5);
    const to = sub(center, EYE);
    const middle = dot(to, direction);
    const hit = middle - Math.sqrt(radius ** 2 - (dot(to, to) - middle ** 2));
    const i = r * view.width + c;
    expect(segmentation?.[i]).toBe(BALL);
    expect(Math.abs((depth?.[i] ?? 0) - hit * direction[1])).toBeLessThan(0.001 + (0.3 * middle) / view.focalPx);
  });
});
