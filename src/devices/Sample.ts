// A sample on its way to the client: bytes, or numbers or a picture whose bytes are made when they are needed (S4).

import type { Hash64 } from "../math/Hash64.js";
import { hashSpec, type Picture } from "../render/picture/Picture.js";
import { turnRows } from "../render/picture/PictureBytes.js";
import type { PayloadField } from "./Device.js";
import { encodePayload, payloadBytes, stampBytes } from "./Payload.js";

/** Bytes per pixel of the largest format. */
export const MAX_PIXEL_BYTES = 4;

export type Sample = Uint8Array | TakenNumbers | TakenPicture;

/** What the numbers of a device are on the wire. */
export interface NumberFormat {
  readonly fields: readonly PayloadField[];
  /** Size of a payload. */
  readonly bytes: number;
}

export const numberFormat = (fields: readonly PayloadField[], hasStamp: boolean): NumberFormat =>
  Object.freeze({ fields, bytes: payloadBytes(fields, hasStamp) });

/** The numbers of a sample. Most robots have no client that reads them. */
export class TakenNumbers {
  readonly #format: NumberFormat;
  readonly #values: readonly number[];
  readonly #stampSec: number | undefined;
  #bytes: Uint8Array | undefined;

  /** `values` must not change afterwards. */
  constructor(format: NumberFormat, values: readonly number[], stampSec: number | undefined) {
    this.#format = format;
    this.#values = values;
    this.#stampSec = stampSec;
  }

  get values(): readonly number[] {
    return this.#values;
  }

  /** Bytes. */
  get length(): number {
    return this.#format.bytes;
  }

  bytes(): Uint8Array {
    this.#bytes ??= encodePayload(this.#format.fields, this.#values, this.#stampSec);
    return this.#bytes;
  }
}

/** A picture; its bytes begin with the capture time if the device has a stamp (W5). */
export class TakenPicture {
  readonly picture: Picture;
  /** Capture time, s; undefined: its bytes do not have it. */
  readonly stampSec: number | undefined;
  #bytes: Uint8Array | undefined;

  constructor(picture: Picture, stampSec: number | undefined) {
    this.picture = picture;
    this.stampSec = stampSec;
  }

  /** Upper bound of the size, bytes; compressed formats are smaller. */
  get length(): number {
    const { width, height } = this.picture.spec;
    return MAX_PIXEL_BYTES * width * height;
  }

  bytes(): Uint8Array {
    this.#bytes ??= stampBytes(this.#pixels(), this.stampSec);
    return this.#bytes;
  }

  #pixels(): Uint8Array {
    const { isUpwards, height } = this.picture.spec;
    return isUpwards ? turnRows(this.picture.bytes(), height) : this.picture.bytes();
  }
}

export function bytesOf(sample: Sample): Uint8Array {
  return sample instanceof Uint8Array ? sample : sample.bytes();
}

/** Hashes the spec of a picture, which needs no rendering. */
export function addSample(hash: Hash64, sample: Sample): void {
  if (!(sample instanceof TakenPicture)) hash.addBytes(bytesOf(sample));
  else hashSpec(hash, sample.picture.spec);
}
