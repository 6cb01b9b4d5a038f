import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ORIGIN } from "../../math/Pose.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { RasterPicture } from "../raster/View.js";
import { linearToSrgb } from "../scene/Lighting.js";
import { exposePicture } from "./Exposure.js";
import { Lens, type LensSettings, PLAIN_LENS, viewFor } from "./Lens.js";
import { LIGHT_OF } from "./LightCurve.js";
import { BLUR_INSTANTS, movePose, movePoses, ROLLING_BANDS, shutterPlan } from "./Shutter.js";

const lensOf = (more: Partial<LensSettings>): LensSettings => ({ ...PLAIN_LENS, ...more });

describe("[S3] exposure times of rows", () => {
  test("one instant for all rows if both effects are off", () => {
    expect(shutterPlan(PLAIN_LENS, 240)).toEqual([{ firstRow: 0, endRow: 240, offsetsSec: [0] }]);
  });

  test("motion blur: instants spread evenly over the exposure before the picture's", () => {
    const [{ offsetsSec }, ...others] = shutterPlan(lensOf({ exposureMS: 10 }), 240);
    expect(others).toEqual([]);
    expect(offsetsSec).toHaveLength(BLUR_INSTANTS);
    expect(offsetsSec.reduce((sum, t) => sum + t, 0) / BLUR_INSTANTS).toBeCloseTo(-0.005, 12);
    expect(offsetsSec[0]).toBeCloseTo(-0.009, 12);
    expect(offsetsSec[BLUR_INSTANTS - 1]).toBeCloseTo(-0.001, 12);
  });

  test("rolling shutter: each row once, upper ones earlier, none later than the picture", () => {
    const height = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(height, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 50 }), (rows, readoutMS, ms) => {
        const plan = shutterPlan(lensOf({ readoutMS, exposureMS: ms }), rows);
        expect(plan).toHaveLength(Math.min(ROLLING_BANDS, rows));
        expect(plan.flatMap(({ firstRow, endRow }) => [firstRow, endRow])).toEqual(
          plan.flatMap((_, i) => [plan[i - 1]?.endRow ?? 0, plan[i + 1]?.firstRow ?? rows]),
        );
        plan.forEach(({ firstRow, endRow, offsetsSec }, i) => {
          expect(endRow).toBeGreaterThan(firstRow);
          for (const t of offsetsSec) {
            expect(t).toBeLessThanOrEqual(0);
            expect(t).toBeGreaterThanOrEqual(-(readoutMS + ms) / 1000);
          }
          if (i > 0) expect(offsetsSec[0]).toBeGreaterThan(plan[i - 1].offsetsSec[0]);
        });
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe("[S3] earlier poses", () => {
  test("a body moves back along its velocity and rotates back about its axis", () => {
    const poses = Float64Array.of(1, 2, 3, 0, 0, 0, 1, 5, 5, 5, 0, 0, 0, 1);
    const velocities = Float64Array.of(1, 0, -2, 0, 0, Math.PI, 0, 0, 0, 0, 0, 0);
    const moved = movePoses(poses, velocities, -0.5);
    expect([...moved.subarray(0, 3)]).toEqual([0.5, 2, 4]);
    // a quarter turn backwards about z
    expect(moved[5]).toBeCloseTo(-Math.SQRT1_2, 15);
    expect(moved[6]).toBeCloseTo(Math.SQRT1_2, 15);
    expect([...moved.subarray(7)]).toEqual([...poses.subarray(7)]);
    expect(poses[0]).toBe(1);
  });

  test("the rotation is about world axes, whatever the body's orientation", () => {
    // turned about x by 90 degrees, spinning about the world's z
    const orientation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    const { orientation: q } = movePose({ position: [0, 0, 0], orientation }, [0, 0, 0, 0, 0, Math.PI], 1);
    // a half turn about z after it: z * x = y
    for (const [k, x] of [0, Math.SQRT1_2, Math.SQRT1_2, 0].entries()) expect(Math.abs(q[k])).toBeCloseTo(x, 12);
  });

  test("moving back and forth returns to the start", () => {
    const poses = Float64Array.of(1, 2, 3, 0.5, -0.5, 0.5, 0.5);
    const velocities = Float64Array.of(3, -2, 1, 4, 5, -6);
    const back = movePoses(movePoses(poses, velocities, -0.02), velocities, 0.02);
    for (let i = 0; i < 7; i++) expect(back[i]).toBeCloseTo(poses[i], 14);
  });
});

describe("[S3] a picture from several draws", () => {
  const flat = (value: number): RasterPicture => ({
    width: 2,
    height: 1,
    color: Uint8Array.of(value, value, value, 255, value, value, value, 255),
    segmentation: Uint16Array.of(value, value),
  });

  const blurred = new Lens({ ...PLAIN_LENS, exposureMS: 10 }, { width: 2, height: 1, fovDeg: 45 });

  test("the mean is of light: two white instants of five give 170; segmentation is that of the last", () => {
    let count = 0;
    const draw = () => flat(++count > BLUR_INSTANTS - 2 ? 255 : 0);
    const { color, segmentation } = exposePicture(blurred, draw, new RandomStream(1));
    const gray = linearToSrgb(2 / BLUR_INSTANTS);
    expect(gray).toBe(170);
    expect([...(color as Uint8Array)]).toEqual([gray, gray, gray, 255, gray, gray, gray, 255]);
    expect([...(segmentation as Uint16Array)]).toEqual([255, 255]);
  });

  test("the mean of one picture many times is that picture", () => {
    for (let v = 0; v < 256; v++)
      expect(exposePicture(blurred, () => flat(v), new RandomStream(1)).color).toEqual(flat(v).color);
  });

  const shape = { width: 48, height: 36, fovDeg: 45 };
  /** A white bar that moves to the right by 20 px in 100 ms, drawn into one buffer; other rows are garbage. */
  function drawBar(view: { readonly width: number; readonly height: number }, background = 0) {
    const color = new Uint8Array(4 * view.width * view.height);
    const calls: [number, number, number][] = [];
    return {
      calls,
      draw(offsetSec: number, firstRow: number, endRow: number): RasterPicture {
        calls.push([offsetSec, firstRow, endRow]);
        color.fill(77);
        for (let row = firstRow; row < endRow; row++)
          for (let column = 0; column < view.width; column++) {
            const isBar = Math.floor(column - 200 * offsetSec) === 40 || Math.floor(column - 200 * offsetSec) === 41;
            const at = 4 * (row * view.width + column);
            color.fill(isBar ? 255 : background, at, at + 3);
            color[at + 3] = 255;
          }
        return { width: view.width, height: view.height, color };
      },
    };
  }
  const expose = (more: Partial<LensSettings>) => {
    const settings = lensOf(more);
    const bar = drawBar(viewFor(settings, { ...shape, pose: ORIGIN }));
    const picture = exposePicture(new Lens(settings, shape), bar.draw, new RandomStream(1));
    return { ...bar, picture, color: picture.color as Uint8Array };
  };

  test("without blur and rolling shutter the single draw is returned as it is", () => {
    const bar = drawBar(shape);
    const { color } = exposePicture(new Lens(PLAIN_LENS, shape), bar.draw, new RandomStream(1));
    expect(bar.calls).toEqual([[0, 0, 36]]);
    expect(color?.[4 * 40]).toBe(255);
  });

  test("blur spreads the light of moving things and preserves it", () => {
    const light = ({ color }: { color: Uint8Array }) =>
      Array.from({ length: 48 }, (_, column) => LIGHT_OF[color[4 * (10 * 48 + column)]]);
    const sharp = light(expose({}));
    const blurred = light(expose({ exposureMS: 100 }));
    const sum = (x: number[]) => x.reduce((a, b) => a + b, 0);
    expect(Math.abs(sum(blurred) / sum(sharp) - 1)).toBeLessThan(0.02);
    expect(blurred.filter((x) => x > 0).length).toBe(2 * BLUR_INSTANTS);
  });

  test("a rolling shutter skews moving things: upper rows show earlier positions", () => {
    const { color, calls } = expose({ readoutMS: 100 });
    expect(calls).toHaveLength(ROLLING_BANDS);
    const firstWhite = (row: number) => Array.from({ length: 48 }, (_, c) => color[4 * (row * 48 + c)]).indexOf(255);
    expect(firstWhite(35)).toBeGreaterThan(firstWhite(18));
    expect(firstWhite(18)).toBeGreaterThan(firstWhite(0));
    // 200 px/s over 11/12 of 100 ms
    expect(firstWhite(35) - firstWhite(0)).toBeGreaterThanOrEqual(18);
    expect(color.includes(77)).toBe(false);
  });

  test("both effects with distortion: every pixel comes from rows that were drawn", () => {
    const { color, picture, calls } = expose({ readoutMS: 30, exposureMS: 10, radial: [-0.2, 0, 0] });
    expect([picture.width, picture.height]).toEqual([48, 36]);
    expect(calls).toHaveLength(ROLLING_BANDS * BLUR_INSTANTS);
    const left = Array.from({ length: 36 }, (_, row) => color[4 * row * 48]);
    expect(left.every((x) => x === 0)).toBe(true);
  });
});
