// Writes what a command makes: to a file, which it replaces, or to the terminal.

import { closeSync, openSync, writeSync } from "node:fs";
import { SimError } from "../../describe/SimError.js";

/** Pieces of text are written in blocks of about this size. */
const BLOCK = 1 << 16;

/** `path` undefined: the terminal. Throws FILE_UNWRITABLE. */
export async function writeOutput(path: string | undefined, pieces: Iterable<string | Uint8Array>): Promise<void> {
  if (path === undefined) {
    await writeTerminal(pieces);
    return;
  }
  try {
    const fd = openSync(path, "w");
    try {
      for (const block of blocksOf(pieces)) writeAll(fd, typeof block === "string" ? Buffer.from(block) : block);
    } finally {
      closeSync(fd);
    }
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    throw new SimError("FILE_UNWRITABLE", { where: "-o", found: `${path}: ${code}` });
  }
}

/** A closed pipe ends the output and is no error (Output.ts); a full disk is one. */
async function writeTerminal(pieces: Iterable<string | Uint8Array>): Promise<void> {
  const { stdout } = process;
  let problem: NodeJS.ErrnoException | undefined;
  const note = (error: NodeJS.ErrnoException): void => {
    problem ??= error;
  };
  stdout.on("error", note);
  try {
    for (const block of blocksOf(pieces))
      if (!stdout.writable) break;
      else if (!stdout.write(block)) await nextOf(stdout, ["drain", "error", "close"]);
    // an error is told after the write
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    stdout.removeListener("error", note);
  }
  if (problem && problem.code !== "EPIPE")
    throw new SimError("FILE_UNWRITABLE", { where: "stdout", found: problem.code ?? problem.message });
}

/** Resolves at the first of these events. */
const nextOf = (stream: NodeJS.WriteStream, names: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const name of names) stream.removeListener(name, end);
      resolve();
    };
    for (const name of names) stream.once(name, end);
  });

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

function* blocksOf(pieces: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let block = "";
  for (const piece of pieces) {
    if (typeof piece !== "string") yield piece;
    else block += piece;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
