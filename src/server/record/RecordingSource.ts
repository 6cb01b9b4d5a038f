// Opens a recording on disk for reading.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import zstd from "@foxglove/wasm-zstd";
import { SimError } from "../../describe/SimError.js";
import { type ByteSource, Recording } from "../../record/mcap/Recording.js";

/** Short reads come from a window of the file. */
const WINDOW_BYTES = 1 << 16;

class FileSource implements ByteSource {
  readonly #fd: number;
  readonly size: number;
  #window: Uint8Array = new Uint8Array(0);
  #windowAt = 0;

  constructor(fd: number) {
    this.#fd = fd;
    this.size = fstatSync(fd).size;
  }

  read(offset: number, length: number): Uint8Array {
    if (length > WINDOW_BYTES / 2) return this.#fetch(offset, length);
    if (offset < this.#windowAt || offset + length > this.#windowAt + this.#window.length) {
      this.#window = this.#fetch(offset, Math.min(WINDOW_BYTES, this.size - offset));
      this.#windowAt = offset;
    }
    return this.#window.subarray(offset - this.#windowAt, offset - this.#windowAt + length);
  }

  #fetch(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const count = readSync(this.#fd, bytes, at, length - at, offset + at);
      if (count === 0) break;
      at += count;
    }
    // the file became shorter since it was opened: zeros are no record
    return bytes;
  }
}

export interface OpenRecording {
  readonly recording: Recording;
  close(): void;
}

/** Throws FILE_MISSING or RECORDING_UNREADABLE. */
export async function openRecording(path: string): Promise<OpenRecording> {
  await zstd.isLoaded;
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw new SimError("FILE_MISSING", { where: path, found: String(code), allowed: "a recording that can be read" });
  }
  const close = (): void => closeSync(fd);
  try {
    if (!fstatSync(fd).isFile()) throw new SimError("RECORDING_UNREADABLE", { where: path, found: "no plain file" });
    return { recording: new Recording(new FileSource(fd), unpack), close };
  } catch (problem) {
    close();
    if (problem instanceof SimError && problem.code === "RECORDING_UNREADABLE")
      throw new SimError("RECORDING_UNREADABLE", { where: path, found: problem.found });
    throw problem;
  }
}

/** The package's result is part of a larger buffer. */
const unpack = (packed: Uint8Array, bytes: number): Uint8Array => new Uint8Array(zstd.decompress(packed, bytes));
