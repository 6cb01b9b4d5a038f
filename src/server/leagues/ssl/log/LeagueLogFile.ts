// Log files of the league (F3): written while a match runs, and read. A gzipped log is written in members of a few hundred records,
// each complete in itself, so that a process that is killed loses little; gzip readers take members as one file.

import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import { SimError } from "../../../../describe/SimError.js";
import { LeagueLogReader, type LogRecord, logHeader, logRecord } from "../../../../leagues/ssl/log/LeagueLog.js";

/** Bytes that are compressed together: about a second of a match. */
const MEMBER_BYTES = 1 << 17;

const isZipped = (file: string): boolean => file.endsWith(".gz");

export class LeagueLogWriter {
  readonly #file: string;
  readonly #log: (line: string) => void;
  #fd: number | undefined;
  #pieces: Uint8Array[] = [logHeader()];
  #bytes = 0;
  #records = 0;

  /** Throws FILE_EXISTS or FILE_UNWRITABLE. */
  constructor(file: string, log: (line: string) => void) {
    this.#file = file;
    this.#log = log;
    try {
      this.#fd = openSync(file, "wx");
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      const where = "--league-log";
      if (code === "EEXIST") throw new SimError("FILE_EXISTS", { where, found: file });
      throw new SimError("FILE_UNWRITABLE", { where, found: `${file}: ${code}` });
    }
  }

  add(record: LogRecord): void {
    if (this.#fd === undefined) return;
    const piece = logRecord(record);
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.#records++;
    if (this.#bytes >= MEMBER_BYTES) this.#write();
  }

  /** An error ends the log, not the match. */
  #write(): void {
    const fd = this.#fd;
    if (fd === undefined || this.#pieces.length === 0) return;
    const plain = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    try {
      const bytes = isZipped(this.#file) ? gzipSync(plain) : plain;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    } catch (problem) {
      this.#fd = undefined;
      this.#log(`the league's log ${this.#file} ends here: ${(problem as Error).message}`);
      closeQuietly(fd);
    }
  }

  close(): void {
    this.#write();
    if (this.#fd === undefined) return;
    closeQuietly(this.#fd);
    this.#fd = undefined;
    this.#log(`${this.#records} packets in ${this.#file}`);
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // its last bytes were written already
  }
}

/** `pipe` does not pass errors on. */
function unzipped(stream: Readable): Readable {
  const unzip = createGunzip();
  stream.on("error", (problem) => unzip.destroy(problem));
  return stream.pipe(unzip);
}

/** All records of a file in their order. Throws FILE_MISSING or RECORDING_UNREADABLE. */
export async function* readLeagueLog(file: string): AsyncGenerator<LogRecord> {
  const reader = new LeagueLogReader(file);
  const stream = createReadStream(file);
  const bytes = isZipped(file) ? unzipped(stream) : stream;
  try {
    for await (const piece of bytes) yield* reader.push(piece as Uint8Array);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
      throw new SimError("FILE_MISSING", { where: file, found: `${code}` });
    // the last member was not written to its end
    if (code === "Z_BUF_ERROR") return;
    if (code?.startsWith("Z_")) throw new SimError("RECORDING_UNREADABLE", { where: file, found: `no gzip: ${code}` });
    throw problem;
  }
}
