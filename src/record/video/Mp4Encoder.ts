// H.264 in MP4 by `h264-mp4-encoder`: minih264 (baseline profile) and mp4v2 as WebAssembly. The package collects the whole file in a
// file system in memory. Here its writes go to the real file at once: each frame when it is encoded, and the header at the end, after it
// has been corrected (Mp4Header.ts). The one dependence on internals is that writes pass through `FS.write` with a stream that has
// `path` and `position`; it is checked.

import type { FilmEncoder, FilmFormat, FilmWrite } from "./FilmEncoder.js";
import { correctHeader, type FilmHeader } from "./Mp4Header.js";
import { YuvConverter, yuvBytes } from "./YuvPicture.js";

interface FilmStream {
  readonly path: string;
  position: number;
}
type WriteCall = (stream: FilmStream, memory: Uint8Array, offset: number, length: number, ...rest: unknown[]) => number;

const FILE = "/film.mp4";
/** 10 to 51: the higher, the coarser. */
const QUANTIZATION = 22;
/** 0: smallest files, 10: fastest. */
const SPEED = 5;
/** Seconds between pictures that need no other, where players can start. */
const KEY_SEC = 2;
/** Frame rate that the encoder is told: it makes every frame FRAME_UNITS long. The real one is set in the header. */
const TOLD_FPS = 30;
/** The package writes places as 32-bit numbers. */
const MAX_BYTES = 0xfff00000;
/** The first boxes fit into these. */
const START_BYTES = 512;
/** "mdat", the type of the box with the frames. */
const MDAT = 0x6d646174;

export async function openMp4({ width, height, fps }: FilmFormat, write: FilmWrite): Promise<FilmEncoder> {
  const { createH264MP4Encoder } = (await import("h264-mp4-encoder")).default;
  const encoder = await createH264MP4Encoder();
  const file = new Mp4File(write);
  const files = encoder.FS as unknown as { write: WriteCall };
  const writeInMemory = files.write;
  files.write = (stream, memory, offset, length, ...rest) => {
    if (stream.path !== FILE) return writeInMemory.call(files, stream, memory, offset, length, ...rest);
    // the memory of the encoder is signed bytes
    file.write(new Uint8Array(memory.buffer, memory.byteOffset + offset, length), stream.position);
    stream.position += length;
    return length;
  };
  Object.assign(encoder, { outputFilename: FILE, width, height, frameRate: TOLD_FPS, speed: SPEED });
  encoder.quantizationParameter = QUANTIZATION;
  const keyEvery = Math.max(1, Math.round(KEY_SEC * fps));
  encoder.groupOfPictures = keyEvery;
  encoder.initialize();
  const converter = new YuvConverter("bt709");
  const yuv = new Uint8Array(yuvBytes(width, height));
  let frames = 0;
  return {
    add: (rgb) => {
      converter.convert({ width, height, rgb }, yuv);
      encoder.addFrameYuv(yuv);
      frames++;
    },
    finish: () => {
      file.beginRest();
      encoder.finalize();
      encoder.delete();
      files.write = writeInMemory;
      file.finish({ fps, frames, keyEvery });
    },
  };
}

/**
 * Frames go to the file when they come. What comes after the last frame is the end of the frames, which the encoder has kept back, and
 * then the header; the length of the frames' box, which the encoder sets last, tells where the one ends and the other begins.
 */
class Mp4File {
  readonly #write: FilmWrite;
  #length = 0;
  /** The first boxes, up to the length of `mdat`, the frames. */
  readonly #start = new Uint8Array(START_BYTES);
  /** Bytes from here on are collected. */
  #restAt = Number.POSITIVE_INFINITY;
  #rest = new Uint8Array(1 << 16);
  #restLength = 0;

  constructor(write: FilmWrite) {
    this.#write = write;
  }

  write(bytes: Uint8Array, at: number): void {
    if (at + bytes.length > MAX_BYTES) throw new RangeError("an MP4 file of this encoder has at most 4 GB");
    if (at < START_BYTES) this.#start.set(bytes.subarray(0, START_BYTES - at), at);
    if (at >= this.#restAt) this.#collect(bytes, at - this.#restAt);
    else if (bytes.length > 0) this.#write(bytes, at);
    this.#length = Math.max(this.#length, at + bytes.length);
  }

  #collect(bytes: Uint8Array, at: number): void {
    const end = at + bytes.length;
    if (end > this.#rest.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#rest);
      this.#rest = larger;
    }
    this.#rest.set(bytes, at);
    this.#restLength = Math.max(this.#restLength, end);
  }

  /** The last frame was given to the encoder. */
  beginRest(): void {
    this.#restAt = this.#length;
  }

  finish(film: FilmHeader): void {
    const headerAt = this.#framesEnd;
    const rest = this.#rest.subarray(0, this.#restLength);
    if (headerAt < this.#restAt || headerAt > this.#length) throw new Error("the encoder has written no frames");
    this.#write(rest.subarray(0, headerAt - this.#restAt), this.#restAt);
    this.#write(correctHeader(rest.subarray(headerAt - this.#restAt), film), headerAt);
  }

  /** Where the box of the frames ends; 0: there is none. */
  get #framesEnd(): number {
    const view = new DataView(this.#start.buffer);
    for (let at = 0, length = 8; length >= 8 && at + 8 <= START_BYTES; at += length) {
      length = view.getUint32(at);
      if (view.getUint32(at + 4) === MDAT) return at + length;
    }
    return 0;
  }
}
