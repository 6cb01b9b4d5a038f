// An edit whose document the reader refuses: all errors, each with the element and the field at which an editor shows it.

import { type ErrorCode, SimError, splitPlace } from "../SimError.js";
import type { SourceDocument } from "./SourceDocument.js";
import { attributeOf, type SourceElement } from "./SourceTree.js";

export interface EditProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The element of the document that the editor has; undefined: a new one. */
  readonly id: string | undefined;
  /** The field of that element, as the operation `set` names it. */
  readonly field: string | undefined;
}

/** Its code and text are those of the first problem. */
export class EditRefused extends SimError {
  constructor(readonly problems: readonly EditProblem[]) {
    const [{ code, where, found, allowed, advice, line, column }] = problems;
    super(code, { where, found, allowed, advice, ...(line && column ? { line, column } : {}) });
  }
}

/** `proposed`: the document with the errors. `present`: the one that the editor has. */
export function problemsOf(
  errors: readonly SimError[],
  proposed: SourceDocument,
  present: SourceDocument,
  file: string,
): readonly EditProblem[] {
  return errors.map((error) => {
    const { code, message, where, found, allowed, advice, line, column } = error;
    const isOwn = (splitPlace(error).file ?? file) === file;
    const offset =
      line !== undefined && column !== undefined && isOwn ? offsetOf(proposed.text, line, column) : undefined;
    const element = offset === undefined ? namedBy(error, proposed) : proposed.at(offset);
    return { code, message, where, found, allowed, advice, line, column, ...ownerOf(element, present, error) };
  });
}

/** An error of the world, which knows no lines, begins with the name of an entity. */
function namedBy({ where, line }: SimError, { root }: SourceDocument): SourceElement | undefined {
  if (line !== undefined) return undefined;
  const [first] = where.split("/");
  return root.children.find((child) => attributeOf(child, "name") === first);
}

/** The nearest element that the editor knows, and the path from it. */
function ownerOf(
  element: SourceElement | undefined,
  present: SourceDocument,
  { where, code, allowed }: SimError,
): Pick<EditProblem, "id" | "field"> {
  const path: string[] = [];
  let one = element;
  // a value such as <Mass> is a field of its owner
  while (one && (!present.find(one.id) || isField(one))) {
    path.unshift(one.name);
    one = one.parent;
  }
  const last = (code === "ELEMENT_MISSING" && /^<(\w+)>$/.exec(allowed)?.[1]) || (where.split("/").at(-1) ?? "");
  // a child that is missing has no place of its own: the path of the error names it
  const missing = path.length === 0 && one && /^\w+$/.test(last) && last !== one.name ? [last] : [];
  return { id: one?.id, field: [...path, ...missing].join("/") || undefined };
}

/** Without a name and without elements below: a value. */
const isField = ({ attributes, children, parent }: SourceElement): boolean =>
  parent !== undefined &&
  attributes.length === 0 &&
  children.every((child) => child.children.length === 0 && child.attributes.length === 0);

/** Of a line and column that count from 1; line ends are LF, CR LF or CR. */
function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = /\r\n|\r|\n/g;
    end.lastIndex = at;
    if (!end.exec(text)) break;
    at = end.lastIndex;
  }
  return at + column - 1;
}
