// Worker thread that encodes a film and writes its file (X4). Frames are encoded while the main thread simulates and others draw.

import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type FilmEncoder, type FilmFormat, type FilmKind, openEncoder } from "../../record/video/FilmEncoder.js";

/** What the thread is started with. */
export interface FilmStart {
  readonly path: string;
  readonly kind: FilmKind;
  readonly format: FilmFormat;
  /** Number of frames that are encoded; -1: the thread has failed. */
  readonly encoded: Int32Array;
}

/** A frame; undefined: the film ends. */
export type FilmMessage = Uint8Array | undefined;

/** The last message of the thread. */
export type FilmOutcome = { readonly bytes: number } | { readonly problem: string };

const { path, kind, format, encoded } = workerData as FilmStart;
const port = parentPort as NonNullable<typeof parentPort>;
let file: number | undefined;
let encoder: Promise<FilmEncoder>;
let length = 0;
/** Frames are encoded one after the other. */
let last: Promise<void> = Promise.resolve();
let hasFailed = false;

function write(bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file as number, bytes, done, bytes.length - done, at + done);
  length = Math.max(length, at + bytes.length);
}

async function take(message: FilmMessage): Promise<void> {
  if (message) {
    await (await encoder).add(message);
    Atomics.add(encoded, 0, 1);
    Atomics.notify(encoded, 0);
    return;
  }
  await (await encoder).finish();
  ftruncateSync(file as number, length);
  closeSync(file as number);
  end({ bytes: length });
}

function end(outcome: FilmOutcome): void {
  port.postMessage(outcome);
  port.close();
}

/** What was written is no film without its header. */
function fail(problem: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  Atomics.store(encoded, 0, -1);
  Atomics.notify(encoded, 0);
  if (file !== undefined) {
    closeSync(file);
    rmSync(path, { force: true });
  }
  end({ problem: problem instanceof Error ? problem.message : String(problem) });
}

try {
  file = openSync(path, "w");
  encoder = openEncoder(kind, format, write);
  encoder.catch(fail);
  port.on("message", (message: FilmMessage) => {
    last = last.then(() => (hasFailed ? undefined : take(message))).catch(fail);
  });
} catch (problem) {
  fail(problem);
}
