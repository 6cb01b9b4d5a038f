import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { encode } from "fast-png";
import { Unzlib } from "fflate";
import { describe, expect, test, vi } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { crc32, writeChunks } from "./PngChunks.js";
import { parsePng } from "./PngFile.js";

const png = (width: number, height: number, kind: readonly number[], lines: Uint8Array): Uint8Array => {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set(kind, 8);
  return writeChunks([
    { type: "IHDR", data: header },
    { type: "IDAT", data: new Uint8Array(deflateSync(lines)) },
    { type: "IEND", data: new Uint8Array(0) },
  ]);
};
const RGBA8 = [8, 6, 0, 0, 0];
const codeAndFound = (bytes: Uint8Array) => {
  const { code, found } = refusal(() => parsePng(bytes));
  return `${code}: ${found}`;
};

/** The filters of the specification, forwards. */
function filterRow(kind: number, row: Uint8Array, above: Uint8Array, step: number): number[] {
  return [...row].map((x, i) => {
    const [a, b, c] = [i < step ? 0 : row[i - step], above[i], i < step ? 0 : above[i - step]];
    const p = a + b - c;
    const ordered = [a, b, c].sort((m, n) => Math.abs(p - m) - Math.abs(p - n));
    const paeth = [a, b, c].find((m) => Math.abs(p - m) === Math.abs(p - ordered[0])) as number;
    return (x - [0, a, b, (a + b) >> 1, paeth][kind]) & 255;
  });
}

describe("[S3] PNG files", () => {
  test("[M8] data in chunks of one byte is read in linear time", () => {
    const [width, height] = [256, 64];
    const lines = Uint8Array.from({ length: height * (4 * width + 1) }, (_, i) =>
      i % (4 * width + 1) ? (i * 7919) >> 3 : 0,
    );
    const data = new Uint8Array(deflateSync(lines, { level: 0 }));
    const header = png(width, height, RGBA8, lines).subarray(16, 29);
    const chunks = [...data].map((byte) => ({ type: "IDAT", data: Uint8Array.of(byte) }));
    const bytes = writeChunks([{ type: "IHDR", data: header }, ...chunks, { type: "IEND", data: new Uint8Array(0) }]);
    const pushes = vi.spyOn(Unzlib.prototype, "push");
    expect(parsePng(bytes)).toEqual(parsePng(png(width, height, RGBA8, lines)));
    expect(pushes.mock.calls.length).toBeLessThan(50);
    pushes.mockRestore();
  });

  test("CRC-32 of IEND is ae426082, as in the specification", () => {
    expect(crc32(new TextEncoder().encode("IEND")).toString(16)).toBe("ae426082");
  });

  test("reads files of another encoder: gray, gray and opacity, colour, colour and opacity", () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.constantFrom(1, 2, 3, 4),
        fc.infiniteStream(fc.nat(255)),
        (width, height, n, bytes) => {
          const data = Uint8Array.from({ length: width * height * n }, () => bytes.next().value as number);
          const { pixels } = parsePng(encode({ width, height, channels: n, data }));
          for (let i = 0; i < width * height; i++) {
            const s = [...data.subarray(i * n, i * n + n)];
            const [r, g, b, a] = n === 1 ? [s[0], s[0], s[0], 255] : n === 2 ? [s[0], s[0], s[0], s[1]] : [...s, 255];
            expect([...pixels.subarray(4 * i, 4 * i + 4)]).toEqual([r, g, b, a]);
          }
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  test("every row filter is inverted exactly", () => {
    const width = 5;
    const row = fc.tuple(fc.nat(4), fc.uint8Array({ minLength: 4 * width, maxLength: 4 * width }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const lines = rows.flatMap(([kind, bytes], r) => [
          kind,
          ...filterRow(kind, bytes, r === 0 ? new Uint8Array(4 * width) : rows[r - 1][1], 4),
        ]);
        const read = parsePng(png(width, rows.length, RGBA8, Uint8Array.from(lines)));
        expect([...read.pixels]).toEqual(rows.flatMap(([, bytes]) => [...bytes]));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test("fewer than 8 bits are scaled to 0 to 255, 16 bits are cut to 8", () => {
    const gray = (kind: readonly number[], width: number, ...line: number[]) =>
      [...parsePng(png(width, 1, kind, Uint8Array.from([0, ...line]))).pixels].filter((_, i) => i % 4 === 0);
    expect(gray([1, 0, 0, 0, 0], 3, 0b10100000)).toEqual([255, 0, 255]);
    expect(gray([2, 0, 0, 0, 0], 4, 0b00011011)).toEqual([0, 85, 170, 255]);
    expect(gray([4, 0, 0, 0, 0], 3, 0x0f, 0x80)).toEqual([0, 255, 136]);
    expect(gray([16, 0, 0, 0, 0], 2, 0xab, 0xcd, 0x00, 0xff)).toEqual([0xab, 0]);
  });

  test("reads palettes with opacity, and one transparent colour", () => {
    const palette = [
      [1, 2, 3, 128],
      [200, 100, 50, 255],
    ];
    const bytes = encode({ width: 2, height: 1, channels: 1, depth: 8, data: Uint8Array.of(1, 0), palette });
    expect([...parsePng(bytes).pixels]).toEqual([200, 100, 50, 255, 1, 2, 3, 128]);
    const header = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0);
    const chunks = [
      { type: "IHDR", data: header },
      { type: "tRNS", data: Uint8Array.of(0, 7) },
      { type: "IDAT", data: new Uint8Array(deflateSync(Uint8Array.of(0, 7, 8))) },
      { type: "IEND", data: new Uint8Array(0) },
    ];
    expect([...parsePng(writeChunks(chunks)).pixels]).toEqual([7, 7, 7, 0, 8, 8, 8, 255]);
  });

  test("refuses files that are not PNG, damaged or truncated", () => {
    const good = encode({ width: 3, height: 3, data: new Uint8Array(36) });
    expect(codeAndFound(new TextEncoder().encode("GIF89a"))).toBe("TEXTURE_UNREADABLE: a file that is not a PNG");
    expect(codeAndFound(good.subarray(0, good.length - 5))).toBe("TEXTURE_UNREADABLE: a PNG that is cut short");
    const damaged = good.slice();
    damaged[20] ^= 1;
    expect(codeAndFound(damaged)).toBe('TEXTURE_UNREADABLE: a damaged PNG: wrong CRC of "IHDR"');
    expect(codeAndFound(png(2, 2, [8, 6, 0, 0, 1], new Uint8Array(18)))).toContain("an interlaced PNG");
    expect(codeAndFound(png(2, 2, [3, 6, 0, 0, 0], new Uint8Array(18)))).toContain("colour type 6 with 3 bits");
    expect(codeAndFound(png(2, 2, RGBA8, new Uint8Array(17)))).toContain("less data than pixels");
    expect(codeAndFound(png(1, 1, RGBA8, Uint8Array.of(9, 0, 0, 0, 0)))).toContain("filter 9");
  });

  test.each([
    [0, 5],
    [5, 0],
    [2049, 1],
    [100_000, 100_000],
    [4_000_000_000, 1],
  ])("refuses %d x %d pixels before decompression", (width, height) => {
    expect(codeAndFound(png(width, height, RGBA8, new Uint8Array(5)))).toBe(
      `TEXTURE_TOO_LARGE: ${width} x ${height} pixels`,
    );
  });

  test("[R11] a small file that decompresses to too many bytes is stopped during decompression", () => {
    const bomb = png(4, 4, RGBA8, new Uint8Array(200_000_000));
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(codeAndFound(bomb)).toBe("TEXTURE_UNREADABLE: a PNG with more data than pixels");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  test("any bytes give pixels or a coded error", () => {
    const good = encode({ width: 6, height: 5, data: Uint8Array.from({ length: 120 }, (_, i) => i) });
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), fc.nat(good.length), (changes, cut) => {
        const bytes = good.slice(0, cut === 0 ? undefined : cut);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          expect(parsePng(bytes).pixels.length % 4).toBe(0);
        } catch (problem) {
          expect(problem).toMatchObject({ code: expect.stringMatching(/^TEXTURE_/) });
        }
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
