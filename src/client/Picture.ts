// A camera's picture as the client gets it (W5): rows from the top, in the format of the document. JPEG and PNG are not
// decoded: `bytes` is then a whole file.

import type { Component } from "./Hello.js";
import { RobotError } from "./RobotError.js";

const STAMP_BYTES = 8;
/** Bytes of one pixel, for uncompressed formats. */
const PIXEL_BYTES: Readonly<Record<string, number>> = { bgra: 4, rgb: 3, gray: 1, depth: 4, segmentation: 2 };

export class Picture {
  readonly width: number;
  readonly height: number;
  /** bgra, rgb, gray, depth, segmentation, jpeg or png. */
  readonly format: string;
  /** Time of capture, s; undefined: the document asks for no Stamp. */
  readonly time: number | undefined;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  /** `payload` as received; the component as in Hello. */
  constructor(payload: Uint8Array, { name, payload: payloadText, width, height, format }: Component) {
    if (width === undefined || height === undefined || format === undefined)
      throw unreadable(name, "Hello gives it no width, height or format");
    const stampBytes = payloadText.startsWith("float64 stamp") ? STAMP_BYTES : 0;
    const need = stampBytes + (PIXEL_BYTES[format] ?? 0) * width * height;
    if (payload.length < need) throw unreadable(name, `${payload.length} bytes instead of ${need}`);
    this.width = width;
    this.height = height;
    this.format = format;
    this.bytes = payload.subarray(stampBytes);
    this.#view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    this.time = stampBytes > 0 ? this.#view.getFloat64(0, true) : undefined;
    if (stampBytes > 0) this.#view = new DataView(payload.buffer, payload.byteOffset + stampBytes, this.bytes.length);
  }

  /** Red, green, blue of a pixel from 0 to 255; `row` 0 is at the top. */
  color(column: number, row: number): readonly [red: number, green: number, blue: number] {
    const at = this.#at(column, row);
    const { bytes } = this;
    switch (this.format) {
      case "bgra":
        return [bytes[4 * at + 2], bytes[4 * at + 1], bytes[4 * at]];
      case "rgb":
        return [bytes[3 * at], bytes[3 * at + 1], bytes[3 * at + 2]];
      case "gray":
        return [bytes[at], bytes[at], bytes[at]];
      default:
        throw unreadable("picture", `a ${this.format} picture has no colours to read`);
    }
  }

  /** Distance along the viewing axis in a depth picture, m; Infinity: nothing is hit. */
  depth(column: number, row: number): number {
    if (this.format !== "depth") throw unreadable("picture", `a ${this.format} picture has no depths`);
    return this.#view.getFloat32(4 * this.#at(column, row), true);
  }

  /** Number of the entity in a segmentation picture; 0: none. */
  segment(column: number, row: number): number {
    if (this.format !== "segmentation") throw unreadable("picture", `a ${this.format} picture has no segment numbers`);
    return this.#view.getUint16(2 * this.#at(column, row), true);
  }

  #at(column: number, row: number): number {
    return row * this.width + column;
  }
}

const unreadable = (name: string, why: string): RobotError =>
  new RobotError({ code: "PAYLOAD_UNREADABLE", message: `"${name}" cannot be read as a picture: ${why}`, where: name });
