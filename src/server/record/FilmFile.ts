// A film's file (X4), written by a thread of its own (FilmThread.ts). The main thread hands frames over and waits only if the encoder is
// several frames behind, so that the memory is bounded however long the film is.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { SimError, showValue } from "../../describe/SimError.js";
import type { FilmFormat, FilmKind } from "../../record/video/FilmEncoder.js";
import { packageRoot } from "../PackageRoot.js";
import type { FilmMessage, FilmOutcome, FilmStart } from "./FilmThread.js";

/** Frames that wait for the encoder. */
const MAX_WAITING = 4;
/** A thread that sleeps obeys no stop signal: it wakes up this often, ms. */
const SLEEP_MS = 100;
/** A thread that encodes no frame for this long has ended without a word, as it does when memory is short; s. */
const MAX_SILENCE_SEC = 60;

export class FilmFile {
  readonly #path: string;
  readonly #worker: Worker;
  readonly #encoded: Int32Array;
  readonly #outcome: Promise<FilmOutcome>;
  #fail!: (outcome: FilmOutcome) => void;
  #sent = 0;

  constructor(path: string, kind: FilmKind, format: FilmFormat) {
    this.#path = path;
    this.#encoded = new Int32Array(new SharedArrayBuffer(4));
    const workerData: FilmStart = { path, kind, format, encoded: this.#encoded };
    this.#worker = new Worker(threadFile(), { workerData });
    this.#outcome = new Promise((resolve) => {
      this.#fail = resolve;
      this.#worker.once("message", resolve);
      this.#worker.once("error", (problem) => resolve({ problem: String(problem) }));
      this.#worker.once("exit", (code) => resolve({ problem: `its thread has ended with code ${code}` }));
    });
    // a thread that ends without a word is no reason to wait for ever
    this.#worker.once("exit", () => Atomics.store(this.#encoded, 0, -1));
  }

  /** True: the file cannot be written; `finish` tells why. */
  get hasFailed(): boolean {
    return Atomics.load(this.#encoded, 0) < 0;
  }

  /** The next frame, whose bytes are no longer the caller's. */
  add(rgb: Uint8Array): void {
    if (!this.#hasRoom()) return;
    this.#sent++;
    const message: FilmMessage = rgb;
    this.#worker.postMessage(message, [rgb.buffer as ArrayBuffer]);
  }

  /** Waits until the encoder takes another frame. False: the film has failed. */
  #hasRoom(): boolean {
    let last = -1;
    for (let sleeps = 0; sleeps < (MAX_SILENCE_SEC * 1000) / SLEEP_MS; sleeps++) {
      const encoded = Atomics.load(this.#encoded, 0);
      if (encoded < 0) return false;
      if (this.#sent - encoded < MAX_WAITING) return true;
      if (encoded !== last) sleeps = 0;
      last = encoded;
      // the event of a thread that ends cannot arrive while this one sleeps
      Atomics.wait(this.#encoded, 0, encoded, SLEEP_MS);
    }
    Atomics.store(this.#encoded, 0, -1);
    this.#fail({ problem: `its thread has encoded nothing for ${MAX_SILENCE_SEC} s` });
    return false;
  }

  /** Ends the thread and removes the file. */
  async discard(): Promise<void> {
    await this.#worker.terminate();
    rmSync(this.#path, { force: true });
  }

  /** Completes the file; gives its length in bytes. Rejects with FILE_UNWRITABLE. */
  async finish(): Promise<number> {
    const message: FilmMessage = undefined;
    this.#worker.postMessage(message);
    const outcome = await this.#outcome;
    await this.#worker.terminate();
    if ("bytes" in outcome) return outcome.bytes;
    throw new SimError("FILE_UNWRITABLE", { where: "video", found: `${showValue(this.#path)}: ${outcome.problem}` });
  }
}

/** Threads run the built file, also where a test runs the sources. */
function threadFile(): URL {
  const here = new URL("./FilmThread.js", import.meta.url);
  if (fileURLToPath(here).includes("/dist/")) return here;
  return pathToFileURL(join(packageRoot(), "dist", "src", "server", "record", "FilmThread.js"));
}
