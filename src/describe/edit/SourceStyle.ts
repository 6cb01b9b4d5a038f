// Writes new elements in the style of the document around them: the same indentation and line ends, small elements on one line.
// Numbers are short: 0.1, not 0.10000000000000001.

import type { SourceDocument } from "./SourceDocument.js";
import type { SourceElement } from "./SourceTree.js";

/** An element that is not in a document yet. */
export interface NewElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly text?: string | undefined;
  readonly children?: readonly NewElement[] | undefined;
}

/** A value of a field. null removes the field. */
export type FieldValue = string | number | boolean | readonly number[] | null;

const MAX_LINE = 100;
const DIGITS = 10;

export const escapeText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
export const escapeAttribute = (text: string): string => escapeText(text).replace(/"/g, "&quot;");

/** At most ten digits; a value that is nearly 0 is 0. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
  const near = Number(value.toPrecision(DIGITS));
  const short = Math.abs(near) < 1e-9 && Math.abs(value) > 0 && Math.abs(value) < 1e-12 ? 0 : near;
  return String(short === 0 ? 0 : short);
}

export function valueText(value: Exclude<FieldValue, null>): string {
  if (typeof value === "number") return shortNumber(value);
  if (Array.isArray(value)) return value.map(shortNumber).join(" ");
  return String(value).trim();
}

/** The line end and the indentation of one level, as the document has them. */
export function styleOf({ text, root }: SourceDocument): { readonly newline: string; readonly unit: string } {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const [first] = root.children;
  const unit = first && /\n([ \t]+)$/.exec(text.slice(0, first.start))?.[1];
  return { newline, unit: unit ?? "  " };
}

/** The white space before the `<` of an element. */
export const leadOf = (text: string, { start }: SourceElement): string =>
  /[ \t\r\n]*$/.exec(text.slice(Math.max(0, start - 1000), start))?.[0] ?? "";

/** The indentation of the line on which an element starts. */
export function indentOf(text: string, { start }: SourceElement): string {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** On one line. */
export function printShort({ name, attributes = {}, text = "", children = [] }: NewElement): string {
  const tag =
    name +
    Object.entries(attributes)
      .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
      .join("");
  if (children.length > 0) return `<${tag}> ${children.map(printShort).join(" ")} </${name}>`;
  return text === "" ? `<${tag}/>` : `<${tag}>${escapeText(text)}</${name}>`;
}

/** On one line if it is short; otherwise its values fill lines, and its larger children have lines of their own. */
export function printElement(element: NewElement, indent: string, style: ReturnType<typeof styleOf>): string {
  const short = printShort(element);
  const { name, children = [] } = element;
  const isFlat = children.every((child) => isLeaf(child) || isPose(child));
  if (isFlat && indent.length + short.length <= MAX_LINE) return short;
  if (children.length === 0) return short;
  const inner = indent + style.unit;
  const lines: string[] = [];
  let line = "";
  for (const child of children) {
    const printed = printElement(child, inner, style);
    const isOwn = !isLeaf(child);
    if (line !== "" && (isOwn || inner.length + line.length + 1 + printed.length > MAX_LINE)) {
      lines.push(line);
      line = "";
    }
    if (isOwn) lines.push(printed);
    else line = line === "" ? printed : `${line} ${printed}`;
  }
  if (line !== "") lines.push(line);
  const open = printShort({ ...element, children: [], text: "" }).replace(/\/>$/, ">");
  return [open, ...lines.map((one) => inner + one), `${indent}</${name}>`].join(style.newline);
}

const isLeaf = ({ children = [] }: NewElement): boolean => children.length === 0;
const isPose = ({ children = [] }: NewElement): boolean => children.length <= 2 && children.every(isLeaf);
