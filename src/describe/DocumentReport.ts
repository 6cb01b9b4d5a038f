// Errors and warnings of one document. After an error the readers continue with the next element (R10).
//   - A part that fails is recorded once, and its reader gives undefined.
//   - An error that follows another one in the same part is not recorded: it may be a consequence of the first.
//   - Errors are listed in document order: the document itself, then each other file; by line, then by column.
//   - Reading ends at the first exceeded limit of the whole document (R11), or after MAX_ERRORS errors.

import { type ErrorCode, SimError, splitPlace } from "./SimError.js";

/** Reading ends after this many errors. */
export const MAX_ERRORS = 1000;

interface ReportOptions {
  /** True: unknown elements, attributes and keys are warnings instead of errors. Default false. */
  readonly lenient?: boolean;
  /** Further warnings are dropped. Default 0. */
  readonly maxWarnings?: number;
}

export class DocumentReport {
  readonly lenient: boolean;
  readonly warnings: SimError[] = [];
  readonly #maxWarnings: number;
  readonly #errors: SimError[] = [];
  readonly #keys = new Set<string>();
  readonly #files: string[] = [];
  #met = 0;
  #place: ((error: SimError) => SimError) | undefined;

  constructor({ lenient = false, maxWarnings = 0 }: ReportOptions = {}) {
    this.lenient = lenient;
    this.#maxWarnings = maxWarnings;
  }

  /** Number of errors met so far, repeated ones included. If it grows while a part is read, the part has an error. */
  get met(): number {
    return this.#met;
  }

  /** Names another file of the document; the errors of files are listed in the order in which the files are named. */
  addFile(path: string): void {
    this.#files.push(path);
  }

  /** Records an error; the same error at the same place is recorded once. */
  add(problem: SimError): void {
    const error = this.#place ? this.#place(problem) : problem;
    this.#met++;
    const { code, where, line, column, found } = error;
    const key = JSON.stringify([code, where, line, column, found]);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#errors.push(error);
    if (FINAL.has(code) || this.#errors.length >= MAX_ERRORS) throw new ReadingEnded(error.message);
  }

  /** An unknown part of the document: an error, or a warning if the report is lenient (R7). */
  addUnknown(problem: () => SimError): void {
    if (!this.lenient) this.add(problem());
    else if (this.warnings.length < this.#maxWarnings) this.warnings.push(problem());
  }

  /**
   * Reads one part of the document. Undefined: the part has an error, which is recorded. `abandon` is called if the part was
   * not read to its end.
   */
  attempt<T>(read: () => T, abandon?: () => void): T | undefined {
    const before = this.#met;
    try {
      const value = read();
      return this.#met === before ? value : undefined;
    } catch (problem) {
      abandon?.();
      if (problem instanceof ReadingEnded) throw problem;
      // after a recorded error, another one may be its consequence: readers get undefined for a wrong value
      if (problem instanceof PartFailed || this.#met > before) return undefined;
      if (!(problem instanceof SimError)) throw problem;
      this.add(problem);
      return undefined;
    }
  }

  /** The value of a part that another part needs. Undefined means that its errors are recorded: then the other part ends too. */
  require<T>(value: T | undefined): T {
    if (value === undefined) throw new PartFailed();
    return value;
  }

  /** Moves the errors of a part to another place: a robot's text file becomes XML, but its errors belong to its lines. */
  placing<T>(place: (error: SimError) => SimError, read: () => T): T {
    const outer = this.#place;
    this.#place = outer ? (error) => outer(place(error)) : place;
    try {
      return read();
    } catch (problem) {
      throw problem instanceof SimError ? place(problem) : problem;
    } finally {
      this.#place = outer;
    }
  }

  /** Reads the whole document. Undefined: it has errors. */
  collect<T>(read: () => T): T | undefined {
    try {
      return this.attempt(read);
    } catch (problem) {
      if (problem instanceof ReadingEnded) return undefined;
      throw problem;
    }
  }

  /** The errors in document order; `file` is the document's own path. */
  errors(file: string | undefined): readonly SimError[] {
    const files = [file, ...this.#files];
    const rank = new Map<SimError, number>();
    for (const error of this.#errors) {
      const own = splitPlace(error).file ?? file;
      if (!files.includes(own)) files.push(own);
      rank.set(error, files.indexOf(own));
    }
    const order = (error: SimError) => [rank.get(error) ?? 0, error.line ?? 0, error.column ?? 0];
    return [...this.#errors].sort((a, b) => compare(order(a), order(b)));
  }
}

/** Thrown to leave the reader of a part whose errors are recorded. */
class PartFailed extends Error {}

/** Thrown to leave all readers; the error that ended the reading is recorded. */
class ReadingEnded extends Error {}

/** Limits of the whole document: each further element would exceed them again. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "TOO_MANY_BODIES",
  "TOO_MANY_SOLIDS",
  "TOO_MANY_JOINTS",
  "TOO_MANY_DEVICES",
  "TOO_MANY_RAYS",
  "TOO_MANY_TRIANGLES",
  "TOO_MANY_TEXELS",
  "TOO_MANY_PIXELS",
  "TOO_MANY_FILES",
  "TOO_MANY_EVENTS",
]);

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((x, k) => x !== b[k]);
  return i < 0 ? 0 : a[i] - b[i];
}
