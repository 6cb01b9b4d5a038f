// What the commands print. Control characters are escaped. A closed pipe ends the output, not the program. A pipe
// without a reader gets at most MAX_UNREAD bytes: further lines are dropped and counted.

import { printable } from "../describe/PrintableText.js";

const MAX_UNREAD = 1 << 20;
let dropped = 0;

export function print(text: string): void {
  write(process.stdout, text);
}

export function printError(text: string): void {
  write(process.stderr, text);
}

function write(stream: NodeJS.WriteStream, text: string): void {
  if (!stream.writable) return;
  if (stream.writableLength > MAX_UNREAD) {
    dropped++;
    return;
  }
  if (dropped > 0) stream.write(`(${dropped} lines were not read in time and are left out)\n`);
  dropped = 0;
  stream.write(`${printable(text)}\n`);
}

/** A closed pipe (EPIPE) is not an error of the program. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount("error") === 0) stream.on("error", () => {});
}
