// [W5] Picture formats compared with Chromium: it decodes our PNG and JPEG, and we decode the PNG that it writes.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePng } from "../src/describe/files/PngFile.js";
import { encodePicture, prepareFormat } from "../src/render/picture/PictureFormat.js";
import type { RasterPicture } from "../src/render/raster/View.js";
import { connectChromium } from "../testing/runner/SharedChromium.js";

let page: Page;
beforeAll(async () => {
  page = await (await connectChromium()).newPage();
  for (const format of ["png", "jpeg"] as const) await prepareFormat(format);
});
afterAll(async () => {
  await page?.context().browser()?.close();
});

const [WIDTH, HEIGHT] = [73, 41];
/** Gradients, a disc and a few bright points. */
const color = Uint8Array.from({ length: 4 * WIDTH * HEIGHT }, (_, i) => {
  const [x, y, k] = [(i >> 2) % WIDTH, Math.floor((i >> 2) / WIDTH), i & 3];
  if (k === 3) return 255;
  if ((x - 30) ** 2 + (y - 20) ** 2 < 100) return [230, 120, 40][k];
  return k === 0 ? 3 * x : k === 1 ? 5 * y : 128;
});
const PICTURE: RasterPicture = { width: WIDTH, height: HEIGHT, color };

/** Pixels of a picture as the browser decodes them, RGBA. */
async function decodeThere(bytes: Uint8Array, type: string) {
  const base64 = Buffer.from(bytes).toString("base64");
  return await page.evaluate(
    async ([data, mime]) => {
      const blob = await (await fetch(`data:${mime};base64,${data}`)).blob();
      const picture = await createImageBitmap(blob, { colorSpaceConversion: "none" });
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.drawImage(picture, 0, 0);
      const { width, height } = picture;
      return { width, height, pixels: [...context.getImageData(0, 0, width, height).data] };
    },
    [base64, type],
  );
}

describe("[W5] [S3] pictures in Chromium", () => {
  test("our PNG has exactly the same pixels", async () => {
    const seen = await decodeThere(encodePicture(PICTURE, "png"), "image/png");
    expect([seen.width, seen.height]).toEqual([WIDTH, HEIGHT]);
    expect(Buffer.compare(Uint8Array.from(seen.pixels), color)).toBe(0);
  });

  test("our JPEG has at least 35 dB compared with the original", async () => {
    const seen = await decodeThere(encodePicture(PICTURE, "jpeg"), "image/jpeg");
    expect([seen.width, seen.height]).toEqual([WIDTH, HEIGHT]);
    const squares = seen.pixels.reduce((sum, x, i) => sum + (x - color[i]) ** 2, 0) / (3 * WIDTH * HEIGHT);
    expect(10 * Math.log10(255 ** 2 / squares)).toBeGreaterThan(35);
  });

  test("a PNG that Chromium wrote is read pixel by pixel, with its opacity", async () => {
    const { file, pixels } = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(61, 47);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      const fill = context.createLinearGradient(0, 0, 61, 47);
      fill.addColorStop(0, "#ff8000");
      fill.addColorStop(1, "#0040ff");
      context.fillStyle = fill;
      context.fillRect(4, 4, 50, 40);
      context.arc(30, 20, 12.5, 0, 6.3);
      context.fillStyle = "rgb(20 200 90)";
      context.fill();
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
      return { file: [...bytes], pixels: [...context.getImageData(0, 0, 61, 47).data] };
    });
    const read = parsePng(Uint8Array.from(file));
    expect([read.width, read.height]).toEqual([61, 47]);
    expect(Buffer.compare(read.pixels, Uint8Array.from(pixels))).toBe(0);
    expect(read.pixels[3]).toBe(0);
  });
});
