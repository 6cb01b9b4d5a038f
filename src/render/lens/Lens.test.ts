import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { findSaddles, grayOf } from "../../../testing/camera/Saddles.js";
import { ORIGIN } from "../../math/Pose.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { RasterPicture, View } from "../raster/View.js";
import { checkLens, Lens, type LensSettings, type PictureShape, PLAIN_LENS, viewFor } from "./Lens.js";
import { distort, undistort } from "./LensDistortion.js";
import { LIGHT_OF, VALUE_OF } from "./LightCurve.js";

const SHAPE: PictureShape = { width: 320, height: 240, fovDeg: 45 };
const lensOf = (more: Partial<LensSettings>): LensSettings => ({ ...PLAIN_LENS, ...more });
const viewOf = (lens: LensSettings, shape = SHAPE) => viewFor(lens, { ...shape, pose: ORIGIN });
const stream = () => new RandomStream("camera");
const apply = (more: Partial<LensSettings>, drawn: RasterPicture, shape = SHAPE) =>
  new Lens(lensOf(more), shape).apply(drawn, stream());

function drawn(view: View, colorAt: (x: number, y: number) => number): RasterPicture {
  const { width, height } = view;
  const color = new Uint8Array(4 * width * height).fill(255);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      color.fill(colorAt(column, row), 4 * (row * width + column), 4 * (row * width + column) + 3);
  return { width, height, color };
}

const flat = (value: number, { width, height } = SHAPE): RasterPicture =>
  drawn(viewOf(PLAIN_LENS, { ...SHAPE, width, height }), () => value);
const valueAt = ({ color, width }: RasterPicture, column: number, row: number) =>
  (color as Uint8Array)[4 * (row * width + column)];

function outcome(call: () => unknown): string {
  try {
    call();
    return "good";
  } catch (problem) {
    return (problem as { code: string }).code;
  }
}

const DISTORTIONS: readonly (readonly [string, Partial<LensSettings>])[] = [
  ["barrel", { radial: [-0.3, 0.08, 0] }],
  ["pincushion", { radial: [0.25, 0.1, 0.05] }],
  ["decentred", { radial: [-0.1, 0, 0], tangential: [0.02, -0.015] }],
];

describe("[S3] distortion", () => {
  test.each(DISTORTIONS)("a checkerboard's corners land where the formula says, to 0.1 px: %s", (_, settings) => {
    const lens = lensOf(settings);
    const view = viewOf(lens);
    const side = 0.1;
    // the mean of a wave of +1 and -1 over a pixel, exactly: the board is the product of two of them
    const integral = (x: number) => side * Math.abs(((((x / side - 1) % 2) + 2) % 2) - 1);
    const wave = (px: number) => view.focalPx * (integral((px + 1) / view.focalPx) - integral(px / view.focalPx));
    const light = (column: number, row: number) => {
      const share = wave(column - view.centerX) * wave(row - view.centerY);
      return VALUE_OF[Math.round(31500 + 28500 * share) >> 2];
    };
    const { color } = new Lens(lens, SHAPE).apply(drawn(view, light), stream());
    const spots = findSaddles(grayOf(color as Uint8Array, SHAPE.width, SHAPE.height));
    let seen = 0;
    for (let i = -5; i <= 5; i++)
      for (let k = -4; k <= 4; k++) {
        const [x, y] = distort(lens, [i * side, k * side]);
        const [px, py] = [160 + view.focalPx * x, 120 + view.focalPx * y];
        if (px < 12 || px > 308 || py < 12 || py > 228) continue;
        const off = Math.min(...spots.map((spot) => Math.sqrt((spot.x - px) ** 2 + (spot.y - py) ** 2)));
        expect(off).toBeLessThan(0.1);
        seen++;
      }
    expect(seen).toBeGreaterThan(50);
  });

  test.each(DISTORTIONS)("the pinhole picture has the same resolution and covers every pixel: %s", (_, settings) => {
    const lens = lensOf(settings);
    const view = viewOf(lens);
    expect(view.focalPx).toBe(viewOf(PLAIN_LENS).focalPx);
    for (const [column, row] of [0.5, 160, 319.5].flatMap((c) => [0.5, 120, 239.5].map((r) => [c, r]))) {
      const [x, y] = undistort(lens, [(column - 160) / view.focalPx, (row - 120) / view.focalPx]);
      expect(view.centerX + view.focalPx * x).toBeGreaterThan(1);
      expect(view.centerX + view.focalPx * x).toBeLessThan(view.width - 1);
      expect(view.centerY + view.focalPx * y).toBeGreaterThan(1);
      expect(view.centerY + view.focalPx * y).toBeLessThan(view.height - 1);
    }
  });

  test("depth and segmentation are never mixed: every pixel has the number of the nearest", () => {
    const lens = lensOf({ radial: [-0.2, 0, 0], tangential: [0.01, 0] });
    const view = viewOf(lens);
    const count = view.width * view.height;
    const depth = Float32Array.from({ length: count }, (_, i) => (i % 3 === 0 ? Number.POSITIVE_INFINITY : i));
    const segmentation = Uint16Array.from({ length: count }, (_, i) => i % 65536);
    const out = new Lens(lens, SHAPE).apply({ width: view.width, height: view.height, depth, segmentation }, stream());
    expect(out).toMatchObject({ width: 320, height: 240 });
    expect(out.color).toBeUndefined();
    for (const [column, row] of [
      [0, 0],
      [77, 33],
      [319, 239],
      [160, 120],
    ]) {
      const [x, y] = undistort(lens, [(column - 159.5) / view.focalPx, (row - 119.5) / view.focalPx]);
      const source =
        Math.floor(view.centerY + view.focalPx * y) * view.width + Math.floor(view.centerX + view.focalPx * x);
      expect(out.depth?.[row * 320 + column]).toBe(depth[source]);
      expect(out.segmentation?.[row * 320 + column]).toBe(segmentation[source]);
    }
  });

  test("a band of rows equals that of the whole picture, drawn from the rows in drawnRows", () => {
    const lens = lensOf({ radial: [-0.25, 0.05, 0] });
    const view = viewOf(lens);
    const picture = drawn(view, (x, y) => (x * 7 + y * 13) % 256);
    const whole = (new Lens(lens, SHAPE).apply(picture, stream()).color as Uint8Array).slice();
    const bands = new Lens(lens, SHAPE);
    let out: RasterPicture | undefined;
    for (const [first, end] of [
      [0, 50],
      [50, 199],
      [199, 240],
    ]) {
      const [from, to] = bands.drawnRows(first, end);
      // all other rows are garbage
      const color = new Uint8Array((picture.color as Uint8Array).length).fill(99);
      const range = [4 * from * view.width, 4 * to * view.width] as const;
      color.set((picture.color as Uint8Array).subarray(...range), range[0]);
      out = bands.distort({ ...picture, color }, first, end);
    }
    expect(Buffer.compare(out?.color as Uint8Array, whole)).toBe(0);
  });

  test("a lens that folds within the picture is refused, as is one that needs too large a picture", () => {
    expect(refusal(() => viewOf(lensOf({ radial: [-1.5, 0, 0] })))).toMatchObject({
      code: "LENS_FOLDS",
      where: "Lens",
    });
    expect(refusal(() => new Lens(lensOf({ tangential: [0, 2] }), SHAPE)).code).toBe("LENS_FOLDS");
    const wide = { width: 32, height: 24, fovDeg: 170 };
    expect(refusal(() => viewOf(lensOf({ radial: [-0.0022, 0, 0] }), wide)).code).toBe("LENS_FOLDS");
    expect(viewOf(lensOf({ radial: [-1.5, 0, 0] }), { ...SHAPE, fovDeg: 20 }).width).toBeGreaterThan(320);
  });

  test("checkLens accepts exactly the lenses that work", () => {
    const part = (most: number) => fc.integer({ min: -1000, max: 1000 }).map((n) => (most * n) / 1000);
    const shape = { width: 36, height: 27, fovDeg: 60 };
    let refused = 0;
    fc.assert(
      fc.property(part(2), part(2), part(2), part(0.3), part(0.3), (k1, k2, k3, p1, p2) => {
        const lens = lensOf({ radial: [k1, k2, k3], tangential: [p1, p2] });
        const result = outcome(() => checkLens(lens, shape));
        expect(outcome(() => viewOf(lens, shape))).toBe(result);
        if (result !== "good") refused++;
      }),
      { seed: 1, numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(40);
    expect(refused).toBeLessThan(260);
  });
});

describe("[S3] light", () => {
  test("values and light: exact at every value, and back", () => {
    expect([LIGHT_OF[0], LIGHT_OF[255], VALUE_OF[0], VALUE_OF[16383]]).toEqual([0, 65535, 0, 255]);
    // 188 is the value of half the light
    expect(LIGHT_OF[188] / 65535).toBeCloseTo(0.5, 2);
    for (let v = 0; v < 256; v++) expect(VALUE_OF[LIGHT_OF[v] >> 2]).toBe(v);
  });

  test("twice the exposure is twice the light", () => {
    for (const value of [10, 40, 90, 120, 180]) {
      const twice = valueAt(apply({ brightness: 2 }, flat(value)), 5, 5);
      const step = LIGHT_OF[Math.min(255, twice + 1)] - LIGHT_OF[twice];
      expect(Math.abs(LIGHT_OF[twice] - 2 * LIGHT_OF[value])).toBeLessThanOrEqual(step);
    }
    expect(valueAt(apply({ brightness: 2 }, flat(200)), 0, 0)).toBe(255);
    expect(valueAt(apply({ brightness: 0 }, flat(200)), 0, 0)).toBe(0);
  });

  test("a vignette leaves the middle and takes 1 - cos⁴ of the light in the corner, times its strength", () => {
    const { focalPx } = viewOf(PLAIN_LENS);
    for (const vignette of [0.5, 1]) {
      const out = apply({ vignette }, flat(200));
      for (const [c, r] of [
        [159, 119],
        [160, 120],
      ])
        expect(valueAt(out, c, r)).toBe(200);
      const tan2 = (159.5 ** 2 + 119.5 ** 2) / focalPx ** 2;
      const wanted = LIGHT_OF[200] * (1 - vignette * (1 - 1 / (1 + tan2) ** 2));
      const corner = valueAt(out, 0, 0);
      expect(Math.abs(LIGHT_OF[corner] - wanted)).toBeLessThan(LIGHT_OF[corner + 1] - LIGHT_OF[corner - 1]);
      expect([valueAt(out, 319, 0), valueAt(out, 0, 239), valueAt(out, 319, 239)]).toEqual([corner, corner, corner]);
    }
  });

  test("fewer bits are fewer values, from black to white", () => {
    const ramp = drawn(viewOf(PLAIN_LENS), (x) => Math.min(255, x));
    for (const bits of [1, 2, 5]) {
      const { color } = apply({ bits }, ramp);
      const values = new Set((color as Uint8Array).filter((_, i) => i % 4 === 0));
      expect(values.size).toBe(2 ** bits);
      expect([values.has(0), values.has(255)]).toEqual([true, true]);
    }
  });

  test("opacity stays unchanged", () => {
    const { color } = apply(
      { vignette: 1, gaussian: 20, bits: 3, radial: [-0.1, 0, 0] },
      {
        ...drawn(viewOf(lensOf({ radial: [-0.1, 0, 0] })), () => 90),
      },
    );
    expect((color as Uint8Array).filter((x, i) => i % 4 === 3 && x !== 255)).toHaveLength(0);
  });

  test("with all effects off the picture is returned as it is; otherwise it is not modified", () => {
    const picture = flat(77);
    expect(apply({}, picture)).toBe(picture);
    for (const more of [{ brightness: 2 }, { vignette: 1 }, { gaussian: 9 }, { bits: 2 }]) apply(more, picture);
    expect((picture.color as Uint8Array).filter((x, i) => i % 4 !== 3 && x !== 77)).toHaveLength(0);
  });
});
