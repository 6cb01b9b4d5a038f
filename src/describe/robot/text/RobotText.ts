// A text file as it stands (R8): lines `NAME = v1 v2 ... # comment`, each name once, each with its line and column. What
// the names mean is the robot type's business (RobotTextDocument.ts).

import type { DocumentLimits } from "../../DocumentLimits.js";
import { type ErrorCode, type ErrorDetail, SimError, showValue } from "../../SimError.js";
import { type Place, utf8Length } from "../../xml/XmlDocument.js";
import { KEY_NAME } from "./RobotType.js";

export interface TextEntry extends Place {
  readonly key: string;
  readonly values: readonly string[];
}

/** XML begins with a <; a text file does not. An empty document is bad XML. */
export function isRobotText(text: string): boolean {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  return first !== undefined && first !== "<";
}

export class RobotText {
  readonly entries: ReadonlyMap<string, TextEntry>;

  constructor(
    text: string,
    readonly file: string | undefined,
    limits: DocumentLimits,
  ) {
    if (text.length > limits.bytes || utf8Length(text) > limits.bytes)
      throw this.error("DOCUMENT_TOO_LARGE", {
        found: `more than ${limits.bytes} bytes`,
        allowed: `at most ${limits.bytes} bytes`,
      });
    const entries = new Map<string, TextEntry>();
    this.entries = entries;
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
    lines.forEach((line, i) => {
      const entry = this.#readLine(line, i + 1, limits);
      if (!entry) return;
      if (entries.has(entry.key))
        throw this.error("KEY_REPEATED", { found: `${entry.key} again`, ...placeOf(entry) }, entry.key);
      entries.set(entry.key, entry);
      if (entries.size > limits.elements)
        throw this.error("TOO_MANY_ELEMENTS", { found: `more than ${limits.elements}`, ...placeOf(entry) });
    });
  }

  /** Undefined: nothing but white space or a comment. */
  #readLine(line: string, number: number, limits: DocumentLimits): TextEntry | undefined {
    const said = line.split("#", 1)[0];
    if (said.trim() === "") return undefined;
    const column = said.length - said.trimStart().length + 1;
    const place = { line: number, column };
    const at = said.indexOf("=");
    const key = said.slice(0, at < 0 ? undefined : at).trim();
    if (at < 0 || !KEY_NAME.test(key)) throw this.error("TEXT_MALFORMED", { found: showValue(said.trim()), ...place });
    if (key.length > limits.nameBytes)
      throw this.error("NAME_TOO_LONG", { found: `${key.length} bytes`, ...place, allowed: `${limits.nameBytes}` });
    const values = said.slice(at + 1).trim();
    if (values === "") throw this.error("TEXT_MALFORMED", { found: `${key} = and no value`, ...place });
    return { key, values: values.split(/\s+/), ...place };
  }

  /** At the line of that key, or where it says itself; without either the file as a whole. */
  error(code: ErrorCode, detail: Omit<ErrorDetail, "where">, key?: string): SimError {
    const where = `${this.file === undefined ? "" : `${this.file}: `}${key ?? "document"}`;
    const entry = key === undefined ? undefined : this.entries.get(key);
    return new SimError(code, { ...(entry ? placeOf(entry) : {}), ...detail, where });
  }

  /** The same error at a line of this file; `path` behind the key says where in the document that is made of it. */
  place({ code, found, allowed, advice }: SimError, key: string, path = ""): SimError {
    const { line, column } = this.entries.get(key) ?? { line: 1, column: 1 };
    return this.error(code, { found, allowed, advice, line, column }, path === "" ? key : `${key}/${path}`);
  }
}

const placeOf = ({ line, column }: TextEntry): Place => ({ line, column });
