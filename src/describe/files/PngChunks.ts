// The chunks of a PNG file (PNG specification, third edition): a signature, then chunks of length, type, data and CRC-32.
// Textures read them, src/render writes them for pictures.

import { spaciousBytes } from "../../math/LargeBytes.js";
import { SimError } from "../SimError.js";

const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface PngChunk {
  readonly type: string;
  readonly data: Uint8Array;
}

export const unreadablePng = (found: string): SimError => new SimError("TEXTURE_UNREADABLE", { where: "", found });

/** All chunks up to IEND, with their CRC checked. Data after IEND is ignored. */
export function readChunks(bytes: Uint8Array): readonly PngChunk[] {
  if (!PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) throw unreadablePng("a file that is not a PNG");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end))
      throw unreadablePng(`a damaged PNG: wrong CRC of ${JSON.stringify(type)}`);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === "IEND") return chunks;
    at = end + 4;
  }
  throw unreadablePng("a PNG that is cut short");
}

export function writeChunks(chunks: readonly PngChunk[]): Uint8Array {
  const length = chunks.reduce((sum, { data }) => sum + 12 + data.length, PNG_SIGNATURE.length);
  const bytes = spaciousBytes(length);
  const view = new DataView(bytes.buffer);
  bytes.set(PNG_SIGNATURE);
  let at = PNG_SIGNATURE.length;
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) bytes[at + 4 + i] = type.charCodeAt(i);
    bytes.set(data, at + 8);
    const end = at + 8 + data.length;
    view.setUint32(end, crc32(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** CRC-32 of ISO 3309. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = CRC_TABLE[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
