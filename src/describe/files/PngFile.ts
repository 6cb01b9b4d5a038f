// Decodes a PNG file (S3): all colour types and depths, palettes and transparency. 16 bits become 8; colours are taken as sRGB,
// and colour space chunks are ignored. Not supported: interlaced files. Decoding stops as soon as there are more data than the
// header announces, so that a small file cannot fill the memory (R11).

import { Unzlib } from "fflate";
import { spaciousBytes } from "../../math/LargeBytes.js";
import { checkTextureSize } from "../entity/Texture.js";
import { readChunks, unreadablePng } from "./PngChunks.js";

export interface PngPixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity of each pixel, in rows from the top. */
  readonly pixels: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly type: number;
  /** Numbers per pixel. */
  readonly channels: number;
  readonly rowBytes: number;
}

/** For each colour type: numbers per pixel, and the possible bit depths. */
const COLOR_TYPES: Readonly<Record<number, readonly [channels: number, depths: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8, 16]],
  2: [3, [8, 16]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8, 16]],
  6: [4, [8, 16]],
};
const PALETTE = 3;

export function parsePng(bytes: Uint8Array): PngPixels {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks[0]?.type === "IHDR" ? chunks[0].data : new Uint8Array(0));
  const { width, height } = header;
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const lines = unpack(packed, height * (header.rowBytes + 1));
  unfilter(lines, header);
  const first = (name: string) => chunks.find(({ type }) => type === name)?.data;
  const pixels = spread(lines, header, { palette: first("PLTE"), clear: first("tRNS") });
  return { width, height, pixels };
}

function readHeader(data: Uint8Array): Header {
  if (data.length !== 13) throw unreadablePng("a PNG without a header");
  const view = new DataView(data.buffer, data.byteOffset, 13);
  const [width, height] = checkTextureSize(view.getUint32(0), view.getUint32(4), "");
  const [depth, type, compression, filter, interlace] = data.subarray(8);
  const kind = COLOR_TYPES[type];
  if (kind === undefined || !kind[1].includes(depth) || compression !== 0 || filter !== 0)
    throw unreadablePng(`a PNG of colour type ${type} with ${depth} bits`);
  if (interlace !== 0) throw unreadablePng("an interlaced PNG");
  return { width, height, depth, type, channels: kind[0], rowBytes: Math.ceil((width * depth * kind[0]) / 8) };
}

/** Bytes that are inflated at a time; each becomes at most about a thousand bytes. */
const SLICE = 4096;

function unpack(packed: readonly Uint8Array[], expected: number): Uint8Array {
  const out = spaciousBytes(expected);
  let length = 0;
  const inflate = new Unzlib((part) => {
    if (length + part.length > expected) throw unreadablePng("a PNG with more data than pixels");
    out.set(part, length);
    length += part.length;
  });
  try {
    const data = joined(packed);
    for (let at = 0; at < data.length; at += SLICE) inflate.push(data.subarray(at, at + SLICE));
  } catch (problem) {
    throw problem instanceof Error && problem.name === "SimError" ? problem : unreadablePng("a damaged PNG");
  }
  if (length !== expected) throw unreadablePng("a PNG with less data than pixels");
  return out;
}

/** In one array: the inflater copies what it has for every piece that it gets. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = spaciousBytes(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Undoes the row filters. A row stores differences to a prediction; its first byte selects the prediction: left, above or both. */
function unfilter(lines: Uint8Array, { height, rowBytes, depth, channels }: Header): void {
  const step = Math.max(1, (depth * channels) >> 3);
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1);
    const filter = lines[from];
    if (filter > 4) throw unreadablePng(`a damaged PNG: filter ${filter}`);
    if (filter === 0) continue;
    for (let i = 1; i <= rowBytes; i++) {
      const left = i > step ? lines[from + i - step] : 0;
      const above = row > 0 ? lines[from + i - rowBytes - 1] : 0;
      const corner = row > 0 && i > step ? lines[from + i - step - rowBytes - 1] : 0;
      lines[from + i] += guess(filter, left, above, corner);
    }
  }
}

function guess(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const sum = left + above - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

interface Colors {
  readonly palette: Uint8Array | undefined;
  /** Opacities of the palette, or the one colour that is transparent. */
  readonly clear: Uint8Array | undefined;
}

function spread(lines: Uint8Array, header: Header, colors: Colors): Uint8Array {
  const { width, height, channels, rowBytes, depth } = header;
  const out = spaciousBytes(4 * width * height);
  const sample = new Uint16Array(channels);
  const put = header.type === PALETTE ? fromPalette(colors) : fromNumbers(header, colors.clear);
  for (let row = 0, o = 0; row < height; row++)
    for (let column = 0; column < width; column++, o += 4) {
      for (let k = 0; k < channels; k++)
        sample[k] = numberAt(lines, row * (rowBytes + 1) + 1, column * channels + k, depth);
      put(sample, out, o);
    }
  return out;
}

function numberAt(lines: Uint8Array, from: number, index: number, depth: number): number {
  if (depth === 8) return lines[from + index];
  if (depth === 16) return (lines[from + 2 * index] << 8) | lines[from + 2 * index + 1];
  const bit = index * depth;
  return (lines[from + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

type Put = (sample: Uint16Array, out: Uint8Array, at: number) => void;

function fromPalette({ palette, clear }: Colors): Put {
  if (palette === undefined || palette.length % 3 !== 0) throw unreadablePng("a PNG without its palette");
  return ([n], out, at) => {
    if (3 * n >= palette.length) throw unreadablePng(`a damaged PNG: colour ${n} of ${palette.length / 3}`);
    for (let k = 0; k < 3; k++) out[at + k] = palette[3 * n + k];
    out[at + 3] = clear?.[n] ?? 255;
  };
}

function fromNumbers({ channels, depth }: Header, clear: Uint8Array | undefined): Put {
  const isGray = channels < 3;
  const hasOpacity = channels === 2 || channels === 4;
  const to8 = depth === 16 ? (x: number) => x >> 8 : (x: number) => (x * 255) / ((1 << depth) - 1);
  const isClear = (sample: Uint16Array) =>
    clear !== undefined && sample.every((x, k) => x === (clear[2 * k] << 8) + clear[2 * k + 1]);
  return (sample, out, at) => {
    for (let k = 0; k < 3; k++) out[at + k] = to8(sample[isGray ? 0 : k]);
    out[at + 3] = hasOpacity ? to8(sample[channels - 1]) : isClear(sample) ? 0 : 255;
  };
}
