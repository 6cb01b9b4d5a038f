// The lines of a robot's text file (R8): `KEY = value value ... # comment`, each key once, each with its line and column.
// The robot type defines the keys (RobotTextDocument.ts).

import type { DocumentLimits } from "../../DocumentLimits.js";
import { type DocumentReport, MAX_ERRORS } from "../../DocumentReport.js";
import { type ErrorCode, type ErrorDetail, SimError, showValue } from "../../SimError.js";
import { type Place, utf8Length } from "../../xml/XmlDocument.js";
import { KEY_NAME } from "./RobotType.js";

export interface TextEntry extends Place {
  readonly key: string;
  readonly values: readonly string[];
}

/** True: a text file. XML begins with <; an empty document counts as XML. */
export function isRobotText(text: string): boolean {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  return first !== undefined && first !== "<";
}

export class RobotText {
  readonly entries: ReadonlyMap<string, TextEntry>;
  /** False: a line has an error. */
  readonly isComplete: boolean;

  /** Throws the first error, or records all errors in `report`. A file without TYPE is probably not a robot: only its first error counts. */
  constructor(
    text: string,
    readonly file: string | undefined,
    limits: DocumentLimits,
    report?: DocumentReport,
  ) {
    if (text.length > limits.bytes || utf8Length(text) > limits.bytes)
      throw this.error("DOCUMENT_TOO_LARGE", {
        found: `more than ${limits.bytes} bytes`,
        allowed: `at most ${limits.bytes} bytes`,
      });
    const entries = new Map<string, TextEntry>();
    this.entries = entries;
    const wrong: SimError[] = [];
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
    for (const [i, line] of lines.entries())
      try {
        const entry = this.#readLine(line, i + 1, limits);
        if (entry) this.#add(entry, entries, limits);
      } catch (problem) {
        if (!(problem instanceof SimError)) throw problem;
        if (problem.code === "TOO_MANY_ELEMENTS" || wrong.length >= MAX_ERRORS) throw wrong[0] ?? problem;
        wrong.push(problem);
      }
    if (wrong.length > 0 && (report === undefined || !entries.has("TYPE"))) throw wrong[0];
    for (const problem of wrong) report?.add(problem);
    this.isComplete = wrong.length === 0;
  }

  #add(entry: TextEntry, entries: Map<string, TextEntry>, limits: DocumentLimits): void {
    if (entries.has(entry.key))
      throw this.error("KEY_REPEATED", { found: `${entry.key} again`, ...placeOf(entry) }, entry.key);
    entries.set(entry.key, entry);
    if (entries.size > limits.elements)
      throw this.error("TOO_MANY_ELEMENTS", {
        found: `more than ${limits.elements} lines`,
        allowed: `at most ${limits.elements} lines`,
        ...placeOf(entry),
      });
  }

  /** Undefined: the line is empty or a comment. */
  #readLine(line: string, number: number, limits: DocumentLimits): TextEntry | undefined {
    const content = line.split("#", 1)[0];
    if (content.trim() === "") return undefined;
    const column = content.length - content.trimStart().length + 1;
    const place = { line: number, column };
    const at = content.indexOf("=");
    const key = content.slice(0, at < 0 ? undefined : at).trim();
    if (at < 0 || !KEY_NAME.test(key))
      throw this.error("TEXT_MALFORMED", { found: showValue(content.trim()), ...place });
    if (key.length > limits.nameBytes)
      throw this.error("NAME_TOO_LONG", {
        found: `${key.length} bytes`,
        ...place,
        allowed: `at most ${limits.nameBytes} bytes`,
      });
    const values = content.slice(at + 1).trim();
    if (values === "") throw this.error("TEXT_MALFORMED", { found: `${key} = without a value`, ...place });
    return { key, values: values.split(/\s+/), ...place };
  }

  /** An error at the line of `key`, at the line in `detail`, or of the file as a whole. */
  error(code: ErrorCode, detail: Omit<ErrorDetail, "where">, key?: string): SimError {
    const where = `${this.file === undefined ? "" : `${this.file}: `}${key ?? "document"}`;
    const entry = key === undefined ? undefined : this.entries.get(key);
    return new SimError(code, { ...(entry ? placeOf(entry) : {}), ...detail, where });
  }

  /** The same error at the line of `key`. `path` is the place in the XML that is made from this file. */
  place({ code, found, allowed, advice }: SimError, key: string, path = ""): SimError {
    const { line, column } = this.entries.get(key) ?? { line: 1, column: 1 };
    return this.error(code, { found, allowed, advice, line, column }, path === "" ? key : `${key}/${path}`);
  }
}

const placeOf = ({ line, column }: TextEntry): Place => ({ line, column });
