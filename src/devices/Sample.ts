// A sample on its way to the client: bytes, or a picture whose bytes are rendered when they are needed (S4).

import type { Hash64 } from "../math/Hash64.js";
import { hashSpec, type Picture } from "../render/picture/Picture.js";
import { stampBytes } from "./Payload.js";

/** Bytes per pixel of the largest format. */
export const MAX_PIXEL_BYTES = 4;

export type Sample = Uint8Array | TakenPicture;

/** A picture; its bytes begin with the capture time if the device has a stamp (W5). */
export class TakenPicture {
  readonly picture: Picture;
  readonly #stampSec: number | undefined;
  #bytes: Uint8Array | undefined;

  constructor(picture: Picture, stampSec: number | undefined) {
    this.picture = picture;
    this.#stampSec = stampSec;
  }

  /** Upper bound of the size, bytes; compressed formats are smaller. */
  get length(): number {
    const { width, height } = this.picture.spec;
    return MAX_PIXEL_BYTES * width * height;
  }

  bytes(): Uint8Array {
    this.#bytes ??= stampBytes(this.picture.bytes(), this.#stampSec);
    return this.#bytes;
  }
}

export function bytesOf(sample: Sample): Uint8Array {
  return sample instanceof Uint8Array ? sample : sample.bytes();
}

/** Hashes the spec of a picture, which needs no rendering. */
export function addSample(hash: Hash64, sample: Sample): void {
  if (sample instanceof Uint8Array) hash.addBytes(sample);
  else hashSpec(hash, sample.picture.spec);
}
