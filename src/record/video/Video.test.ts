// Parts of a film: views, instants, tiles, colours, captions.

import { describe, expect, test } from "vitest";
import { rotate } from "../../math/Quat.js";
import { CaptionText } from "./CaptionText.js";
import { evenSize, fitIn, tilesOf } from "./FilmTiles.js";
import { FilmTimes } from "./FilmTimes.js";
import { type FilmView, readView } from "./FilmView.js";
import { glyphOf } from "./StrokeFont.js";
import { YuvConverter, yuvBytes } from "./YuvPicture.js";

describe("a view", () => {
  const axesOf = ({ pose }: FilmView) => [
    rotate(pose.orientation, [0, 1, 0]),
    rotate(pose.orientation, [0, 0, 1]),
    rotate(pose.orientation, [1, 0, 0]),
  ];
  const near = (v: readonly number[]) => v.map((x) => expect.closeTo(x, 12));

  test.each([
    // forward, up and right in the picture
    ["0 0 1 to 5 0 1", [1, 0, 0], [0, 0, 1], [0, -1, 0]],
    ["0,0,1 to -5, 0 1 fov 60", [-1, 0, 0], [0, 0, 1], [0, 1, 0]],
    ["0 -3 0 TO 0 -9 0", [0, -1, 0], [0, 0, 1], [-1, 0, 0]],
    ["1 2 9 to 1 2 0", [0, 0, -1], [0, 1, 0], [1, 0, 0]],
    ["1 2 0 to 1 2 9e0", [0, 0, 1], [0, 1, 0], [-1, 0, 0]],
    [" 0 0 0  to  3 0 -4 ", [0.6, 0, -0.8], [0.8, 0, 0.6], [0, -1, 0]],
  ])("[X4] %s", (text, forward, up, right) => {
    const view = readView(text) as FilmView;
    expect(axesOf(view)).toEqual([near(forward), near(up), near(right)]);
    expect(view.fovDeg).toBe(text.includes("fov") ? 60 : 45);
  });

  test.each([
    "",
    "1 2 3",
    "1 2 3 to 4 5",
    "1 2 3 to 1 2 3",
    "1 2 3 to 4 5 6 fov 0",
    "1 2 3 to 4 5 6 fov 180",
    "1 2 x to 4 5 6",
    "1 2 3 to 4 5 6 7",
    "1e999 0 0 to 0 0 0",
  ])("[X4] %j is no view", (text) => {
    expect(readView(text)).toBeUndefined();
  });
});

test("[X4] a film has fps frames for each second, at instants that do not drift", () => {
  const times = new FilmTimes({ fps: 30, fromSec: 1.1, seconds: 3600 });
  expect(times.count).toBe(108_000);
  expect([0, 1, 2, 3, 107_999].map((i) => times.ns(i))).toEqual([
    1_100_000_000, 1_133_333_333, 1_166_666_667, 1_200_000_000, 3_601_066_666_667,
  ]);
  expect(new FilmTimes({ fps: 24, fromSec: 0, seconds: 0 }).count).toBe(1);
});

describe("tiles", () => {
  test.each([1, 2, 3, 4, 5, 9, 64])("[X4] %i views cover the picture without overlap", (count) => {
    const size = { width: 322, height: 246 };
    const seen = new Uint8Array(size.width * size.height);
    for (const { x, y, width, height } of tilesOf(size, count))
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) seen[row * size.width + column]++;
    expect(Math.max(...seen)).toBe(1);
    // the last row of tiles may have a gap
    const whole = Math.ceil(Math.sqrt(count)) * Math.ceil(count / Math.ceil(Math.sqrt(count))) === count;
    expect(seen.includes(0)).toBe(!whole);
  });

  test("[X4] a camera keeps its aspect in the middle of its tile; sizes are even", () => {
    const tile = { x: 10, y: 20, width: 160, height: 90 };
    expect(fitIn(tile, { width: 320, height: 240 })).toEqual({ x: 30, y: 20, width: 120, height: 90 });
    expect(fitIn(tile, { width: 20, height: 200 })).toEqual({ x: 85, y: 20, width: 9, height: 90 });
    expect(evenSize({ width: 321, height: 1 })).toEqual({ width: 322, height: 2 });
  });
});

describe("colours", () => {
  const convert = (matrix: "bt601" | "bt709", color: readonly number[]): readonly number[] => {
    const [width, height] = [4, 2];
    const rgb = Uint8Array.from({ length: 3 * width * height }, (_, i) => color[i % 3]);
    const out = new Uint8Array(yuvBytes(width, height));
    new YuvConverter(matrix).convert({ width, height, rgb }, out);
    expect(new Set(out.subarray(0, 8)).size).toBe(1);
    return [out[0], out[8], out[10]];
  };

  // the values of the standards, Table 3 of ITU-R BT.601-7 and BT.709-6 at 8 bits
  test.each([
    ["bt709", [255, 255, 255], [235, 128, 128]],
    ["bt709", [0, 0, 0], [16, 128, 128]],
    ["bt709", [255, 0, 0], [63, 102, 240]],
    ["bt709", [0, 255, 0], [173, 42, 26]],
    ["bt709", [0, 0, 255], [32, 240, 118]],
    ["bt601", [255, 0, 0], [81, 90, 240]],
    ["bt601", [0, 255, 0], [145, 54, 34]],
    ["bt601", [0, 0, 255], [41, 240, 110]],
    ["bt601", [128, 128, 128], [126, 128, 128]],
  ] as const)("[X4] %s %j", (matrix, color, yuv) => {
    expect(convert(matrix, color)).toEqual(yuv);
  });
});

describe("a caption", () => {
  const grey = (width: number, height: number) => ({
    width,
    height,
    rgb: new Uint8Array(3 * width * height).fill(128),
  });

  test("[X4] is white with a dark border, and changes nothing farther away", () => {
    const picture = grey(200, 60);
    new CaptionText(20).draw(picture, "12.50 s", 10, 40);
    expect(Math.max(...picture.rgb)).toBe(255);
    expect(Math.min(...picture.rgb)).toBe(0);
    const rows = Array.from({ length: 60 }, (_, row) =>
      picture.rgb.subarray(600 * row, 600 * (row + 1)).some((x) => x !== 128),
    );
    expect(rows.indexOf(true)).toBeGreaterThan(13);
    expect(rows.lastIndexOf(true)).toBeLessThan(46);
  });

  test("[X4] is cut off at the border of the picture", () => {
    for (const [x, y] of [
      [-50, 5],
      [190, 59],
      [10, 200],
      [0, 0],
    ]) {
      const picture = grey(40, 20);
      expect(() => new CaptionText(30).draw(picture, "Wq|", x, y)).not.toThrow();
      expect(picture.rgb).toHaveLength(2400);
    }
  });

  test("[X4] every character has a glyph: accents are left out, others are question marks", () => {
    for (let code = 33; code < 127; code++) expect(glyphOf(String.fromCharCode(code)).lines.length).toBeGreaterThan(0);
    expect(glyphOf("ü")).toBe(glyphOf("u"));
    expect(glyphOf("球")).toEqual(glyphOf("?"));
    expect(glyphOf("A").lines).not.toEqual(glyphOf("B").lines);
  });
});
