// A file that grows while the simulation runs (X2): bytes are queued and written by Node's own threads, so that a slow disk is not felt.
// When the disk is full, or so slow that the queue would grow without end, the file ends after its last whole write.

import { closeSync, constants, fstatSync, ftruncate, openSync, rmSync, write } from "node:fs";
import { basename } from "node:path";
import { SimError } from "../../describe/SimError.js";
import type { ByteSink } from "../../record/mcap/McapFile.js";

/** Maximum size of the queue, bytes. */
const MAX_QUEUED = 1 << 28;

/** Where a file is, and what errors call it. */
export interface FilePlace {
  readonly path: string;
  readonly shown: string;
}

export class RecordingFile implements ByteSink {
  readonly path: string;
  readonly #fd: number;
  readonly #isRegular: boolean;
  readonly #onFailure: (error: SimError) => void;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #isWriting = false;
  /** Length of what was written as a whole. */
  #written = 0;
  #hasFailed = false;
  #isClosed = false;
  /** What follows the write that is under way, once the file has failed. */
  #ending: (() => void) | undefined;
  #closing: (() => void) | undefined;

  /** Opens a new file. Throws FILE_EXISTS or FILE_UNWRITABLE. `onFailure`: called once, when the file has ended early. */
  constructor(place: FilePlace, onFailure: (error: SimError) => void) {
    this.path = place.path;
    this.#fd = openNew(place);
    this.#isRegular = fstatSync(this.#fd).isFile();
    this.#onFailure = onFailure;
  }

  /** Bytes that are not written yet. */
  get queued(): number {
    return this.#queued;
  }

  write(bytes: Uint8Array): void {
    if (this.#hasFailed) return;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    if (this.#queued > MAX_QUEUED) this.#fail(`${MAX_QUEUED >> 20} MiB that the disk has not taken yet`);
    else if (!this.#isWriting) this.#writeNext();
  }

  /** Settles when all bytes are written. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closing = () => {
        if (!this.#isClosed) closeSync(this.#fd);
        this.#isClosed = true;
        resolve();
      };
      if (!this.#isWriting) this.#closing();
    });
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    await this.close();
    if (this.#isRegular) rmSync(this.path, { force: true });
  }

  #writeNext(): void {
    const [bytes] = this.#queue;
    this.#isWriting = bytes !== undefined;
    if (!bytes) {
      this.#closing?.();
      return;
    }
    write(this.#fd, bytes, 0, bytes.length, null, (problem, count) => {
      // the queue has become too long during this write
      if (this.#ending) return this.#ending();
      if (problem) {
        this.#isWriting = false;
        return this.#fail(String(problem.code ?? problem.message));
      }
      this.#queued -= count;
      if (count < bytes.length) this.#queue[0] = bytes.subarray(count);
      else {
        this.#queue.shift();
        this.#written += bytes.length;
      }
      this.#writeNext();
    });
  }

  #fail(found: string): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#queue = [];
    const error = new SimError("RECORDING_ENDED", { where: basename(this.path), found });
    setImmediate(() => this.#onFailure(error));
    // a pipe that nothing reads never ends its write
    if (!this.#isRegular) setImmediate(() => this.#end());
    else if (this.#isWriting) this.#ending = () => this.#truncate();
    else this.#truncate();
  }

  #truncate(): void {
    this.#isWriting = true;
    ftruncate(this.#fd, this.#written, () => this.#end());
  }

  #end(): void {
    this.#isWriting = false;
    this.#closing?.();
  }
}

/** A device or pipe is opened as it is. */
function openNew({ path, shown }: FilePlace): number {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o666);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw unwritable(shown, code);
  }
  let fd: number;
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    throw code === "EISDIR"
      ? unwritable(shown, "a directory")
      : new SimError("FILE_EXISTS", { where: "record", found: shown });
  }
  if (!fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new SimError("FILE_EXISTS", { where: "record", found: shown });
}

const unwritable = (shown: string, found: string | undefined): SimError =>
  new SimError("FILE_UNWRITABLE", { where: "record", found: `${shown}: ${found ?? "unknown error"}` });
