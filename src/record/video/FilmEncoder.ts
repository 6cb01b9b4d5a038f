// Makes the bytes of a film file from its frames (X4). The encoders are WebAssembly without native code: H.264 in MP4 (Mp4Encoder.ts) and
// VP8 in WebM (WebmEncoder.ts). Both give the same bytes on each run, and keep no more than a few frames in memory.

import type { FilmSize } from "./FilmTiles.js";

export interface FilmFormat extends FilmSize {
  readonly fps: number;
}

/** Puts bytes at a place of the file. The place may be before the end: encoders complete their headers. */
export type FilmWrite = (bytes: Uint8Array, at: number) => void;

export interface FilmEncoder {
  /** The next frame: red, green and blue, rows from the top. */
  add(rgb: Uint8Array): Promise<void> | void;
  /** Completes the file. */
  finish(): Promise<void> | void;
}

export const FILM_KINDS = ["mp4", "webm"] as const;
export type FilmKind = (typeof FILM_KINDS)[number];

/** Loads the encoder that the kind of file needs, and no other. */
export async function openEncoder(kind: FilmKind, format: FilmFormat, write: FilmWrite): Promise<FilmEncoder> {
  if (kind === "mp4") return (await import("./Mp4Encoder.js")).openMp4(format, write);
  return (await import("./WebmEncoder.js")).openWebm(format, write);
}
