import loadTurbo from "@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs";
import fc from "fast-check";
import { decode } from "fast-png";
import { beforeAll, describe, expect, test } from "vitest";
import { parsePng } from "../../describe/files/PngFile.js";
import { Hash64 } from "../../math/Hash64.js";
import type { RasterPicture } from "../raster/View.js";
import {
  channelsOf,
  encodePicture,
  isFixedSize,
  PICTURE_FORMATS,
  type PictureFormat,
  pictureBytes,
  prepareFormat,
} from "./PictureFormat.js";

const colored = (width: number, height: number, at: (x: number, y: number) => readonly number[]): RasterPicture => {
  const color = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) color.set(at(i % width, Math.floor(i / width)), 4 * i);
  return { width, height, color };
};
const ramp = (width = 64, height = 48) => colored(width, height, (x, y) => [4 * x, 5 * y, 255 - 2 * x - 2 * y]);
const rgbOf = (picture: RasterPicture) => encodePicture(picture, "rgb");

beforeAll(async () => {
  for (const format of PICTURE_FORMATS) await prepareFormat(format);
});

describe("[W5] formats of pictures", () => {
  const one = colored(2, 1, (x) => (x === 0 ? [10, 20, 30] : [200, 100, 50]));

  test("bgra, rgb, gray: bytes start at the upper left pixel", () => {
    expect([...encodePicture(one, "bgra")]).toEqual([30, 20, 10, 255, 50, 100, 200, 255]);
    expect([...rgbOf(one)]).toEqual([10, 20, 30, 200, 100, 50]);
    expect([...encodePicture(one, "gray")]).toEqual([
      Math.round(0.2126 * 10 + 0.7152 * 20 + 0.0722 * 30),
      Math.round(0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50),
    ]);
  });

  test("gray pixels keep their value", () => {
    const grays = colored(256, 1, (x) => [x, x, x]);
    expect([...encodePicture(grays, "gray")]).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });

  test("depth is float32 and segmentation uint16, both little-endian", () => {
    const depth = Float32Array.of(1.5, Number.POSITIVE_INFINITY);
    const bytes = encodePicture({ width: 2, height: 1, depth }, "depth");
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([view.getFloat32(0, true), view.getFloat32(4, true)]).toEqual([1.5, Number.POSITIVE_INFINITY]);
    const numbers = { width: 2, height: 1, segmentation: Uint16Array.of(0, 0x1234) };
    expect([...encodePicture(numbers, "segmentation")]).toEqual([0, 0, 0x34, 0x12]);
  });

  test("the result is a copy, also of shared memory", () => {
    const shared = new Float32Array(new SharedArrayBuffer(8));
    const bytes = encodePicture({ width: 2, height: 1, depth: shared }, "depth");
    shared[0] = 7;
    expect([...bytes]).toEqual(new Array(8).fill(0));
    expect(bytes.buffer).toBeInstanceOf(ArrayBuffer);
  });

  test("each format has its channels and number of bytes; compressed ones an upper bound", () => {
    const noise = colored(37, 21, () => [0, 0, 0]);
    const words = new Hash64();
    (noise.color as Uint8Array).forEach((_, i, all) => {
      if (i % 4 !== 3) all[i] = words.addInt(i).digestWords()[0] & 255;
    });
    const all = { ...noise, depth: new Float32Array(777), segmentation: new Uint16Array(777) };
    for (const format of PICTURE_FORMATS) {
      const { color, depth, segmentation } = channelsOf(format);
      expect([color, depth, segmentation].filter(Boolean)).toHaveLength(1);
      const drawn = { width: 37, height: 21, ...(color && { color: all.color }), ...(depth && { depth: all.depth }) };
      const picture = (segmentation ? all : drawn) as RasterPicture;
      const { length } = encodePicture(picture, format);
      if (isFixedSize(format)) expect(length).toBe(pictureBytes(format, 37, 21));
      else expect(length).toBeLessThanOrEqual(pictureBytes(format, 37, 21));
    }
    expect(pictureBytes("bgra", 320, 240)).toBe(307200);
  });

  test("a picture without the needed channel is an error", () => {
    expect(() => encodePicture(one, "depth")).toThrow("depth");
  });
});

describe("[W5] PNG", () => {
  test("decodes to the same pixels with another decoder and with the project's", () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(size, size, fc.infiniteStream(fc.nat(255)), (width, height, bytes) => {
        const picture = colored(width, height, () => [0, 0, 0].map(() => bytes.next().value as number));
        const file = encodePicture(picture, "png");
        const read = decode(file, { checkCrc: true });
        expect([read.width, read.height, read.channels, read.depth]).toEqual([width, height, 3, 8]);
        expect(Buffer.compare(read.data as Uint8Array, rgbOf(picture))).toBe(0);
        expect(Buffer.compare(parsePng(file).pixels, picture.color as Uint8Array)).toBe(0);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test("declares its values as sRGB", () => {
    expect(String.fromCharCode(...encodePicture(ramp(), "png").subarray(37, 41))).toBe("sRGB");
  });
});

describe("[W5] JPEG", () => {
  async function decodeJpeg(file: Uint8Array) {
    const decoder = new (await loadTurbo()).JPEGDecoder();
    decoder.getEncodedBuffer(file.length).set(file);
    decoder.decode();
    return { ...decoder.getFrameInfo(), data: Uint8Array.from(decoder.getDecodedBuffer()) };
  }

  const worst = (a: Uint8Array, b: Uint8Array) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

  test.each([
    [64, 48],
    [37, 21],
    [1, 1],
    [320, 240],
  ])("of %d x %d is decoded to nearly the same pixels", async (width, height) => {
    const picture = colored(width, height, (x, y) => [(x * 200) / width, (y * 200) / height, 90]);
    const { data, ...frame } = await decodeJpeg(encodePicture(picture, "jpeg"));
    expect(frame).toMatchObject({ width, height, componentCount: 3 });
    expect(worst(data, rgbOf(picture))).toBeLessThan(16);
  });

  test("every size fits into the bound, also for the worst pictures", () => {
    const side = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(side, side, fc.infiniteStream(fc.constantFrom(0, 255)), (width, height, values) => {
        const picture = colored(width, height, () => [0, 0, 0].map(() => values.next().value as number));
        const file = encodePicture(picture, "jpeg");
        expect(file.length).toBeLessThan(pictureBytes("jpeg", width, height));
        expect([...file.subarray(-2)]).toEqual([0xff, 0xd9]);
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  test("is a baseline JPEG with its markers in order", () => {
    const file = encodePicture(ramp(), "jpeg");
    const markers: number[] = [];
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    for (let at = 2; at < file.length; ) {
      markers.push(view.getUint16(at));
      if (view.getUint16(at) === 0xffda) break;
      at += 2 + view.getUint16(at + 2);
    }
    expect(view.getUint16(0)).toBe(0xffd8);
    expect(view.getUint16(file.length - 2)).toBe(0xffd9);
    // SOF0: baseline, not progressive
    expect(markers).toContain(0xffc0);
    expect(markers).not.toContain(0xffc2);
  });

  test("a picture does not affect the next one", () => {
    const small = ramp(16, 16);
    const alone = encodePicture(small, "jpeg");
    encodePicture(ramp(200, 100), "jpeg");
    expect(Buffer.compare(encodePicture(small, "jpeg"), alone)).toBe(0);
  });
});

test("[M5] compressed pictures have the same bits on every machine", () => {
  const digest = (format: PictureFormat) => new Hash64().addBytes(encodePicture(ramp(), format)).digest();
  expect({ png: digest("png"), jpeg: digest("jpeg") }).toEqual({ png: "c84fe220ddc4ee08", jpeg: "2fd88d59787982ee" });
});
