// A document while the operations of one edit are applied to it: it collects the splices, and the elements that they touch.

import { SimError, showValue } from "../SimError.js";
import type { Copy } from "./References.js";
import type { SourceDocument } from "./SourceDocument.js";
import {
  escapeAttribute,
  escapeText,
  type FieldValue,
  indentOf,
  leadOf,
  type NewElement,
  printElement,
  printShort,
  styleOf,
  valueText,
} from "./SourceStyle.js";
import { elementsBelow, type SourceElement } from "./SourceTree.js";
import { applySplice, type Splice } from "./Splice.js";

/** Characters that one edit may copy while it is applied: bounds the time of many operations on a large document, to about 1 s. */
const MAX_WORK = 20_000_000;

export class Draft {
  readonly splices: Splice[] = [];
  /** Ids of elements whose own values are changed, or that are removed. */
  readonly touched = new Set<string>();
  /** Copies of children of the world that this edit has made. */
  readonly copies: Copy[] = [];
  /** Names of elements that this edit moves. */
  readonly placed = new Set<string>();
  readonly #names = new Map<string, string>();
  #work = 0;

  constructor(public document: SourceDocument) {}

  get text(): string {
    return this.document.text;
  }

  /** Lets later operations of the edit use a name for an element. */
  name(alias: string | undefined, id: string): void {
    if (alias !== undefined) this.#names.set(alias, id);
  }

  element(id: string, where: string): SourceElement {
    const found = this.document.find(this.#names.get(id) ?? id);
    if (found) return found;
    if (id.includes(":"))
      throw new SimError("ELEMENT_INCLUDED", { where, found: `an element of ${id.slice(0, id.lastIndexOf(":"))}` });
    throw new SimError("EDIT_CONFLICT", {
      where,
      found: `no element ${showValue(id)}`,
      allowed: "an element of the present document",
    });
  }

  /** Replaces a range of the text. */
  splice(at: number, remove: number, insert: string, ids: Splice["ids"] = []): void {
    const splice = this.document.record(at, remove, insert, ids);
    this.apply(splice);
  }

  apply(splice: Splice): void {
    const text = applySplice(this.text, splice);
    this.#work += text.length;
    if (this.#work > MAX_WORK)
      throw new SimError("REQUEST_TOO_LARGE", { where: "edit", found: "too many operations on a large document" });
    this.splices.push(splice);
    this.document = this.document.edited(splice, text);
  }

  // ---- values

  /** Sets a field of an element: "Position", "Texture/TileSize", "@name", or "" for its own text. */
  set(element: SourceElement, field: string, value: FieldValue): void {
    this.touched.add(element.id);
    const [first, ...rest] = field.split("/");
    const child = element.children.find(({ name }) => name === first);
    if (field.startsWith("@")) this.#setAttribute(element, field.slice(1), value);
    else if (field === "") this.#setText(element, value);
    else if (child) {
      if (rest.length > 0) this.set(child, rest.join("/"), value);
      else if (value === null) this.remove(child);
      else this.#setText(child, value);
    } else if (value !== null) this.add(element, nested(first, rest, valueText(value)));
  }

  #setAttribute(element: SourceElement, name: string, value: FieldValue): void {
    const old = element.attributes.find((one) => one.name === name);
    if (value === null) {
      if (old) this.splice(old.start - 1, old.end - old.start + 1, "");
      return;
    }
    const text = escapeAttribute(valueText(value));
    if (old) this.splice(old.valueStart, old.valueEnd - old.valueStart, text);
    else
      this.splice(element.attributes.at(-1)?.end ?? element.start + 1 + element.name.length, 0, ` ${name}="${text}"`);
  }

  #setText(element: SourceElement, value: FieldValue): void {
    const text = value === null ? "" : valueText(value);
    this.touched.add(element.id);
    // a vector may be written as <x>, <y>, <z>
    const parts = ["x", "y", "z"].map((name) => element.children.find((child) => child.name === name));
    const numbers = text.split(/[\s,]+/);
    if (parts.every((part) => part !== undefined) && element.children.length === 3 && numbers.length === 3) {
      parts.forEach((part, i) => {
        this.#setText(this.element(part.id, ""), numbers[i]);
      });
      return;
    }
    if (element.isEmptyTag) {
      this.splice(element.end - 2, 2, `>${escapeText(text)}</${element.name}>`);
      return;
    }
    const { contentStart, contentEnd } = element;
    const content = this.text.slice(contentStart, contentEnd);
    // blanks around the value stay, and so do comments beside it
    const plain = plainText(content);
    if (plain) this.splice(contentStart + plain.from, plain.to - plain.from, escapeText(text));
    else this.splice(contentStart, contentEnd - contentStart, escapeText(text));
  }

  // ---- elements

  /** Adds an element to `parent`, before or after one of its children; default: at the end. Returns its id. */
  add(parent: SourceElement, element: NewElement, { before, after }: Neighbours = {}): string {
    const { children } = parent;
    const style = styleOf(this.document);
    const neighbour = before ?? after ?? likeChild(children, element.name) ?? children.at(-1);
    const lead = neighbour
      ? leadOf(this.text, neighbour)
      : `${style.newline}${indentOf(this.text, parent)}${style.unit}`;
    const isInline = !lead.includes("\n");
    const indent = isInline ? "" : lead.slice(lead.lastIndexOf("\n") + 1);
    const printed = isInline ? printShort(element) : printElement(element, indent, style);
    const spaced = isInline ? (lead === "" ? "" : " ") : lead;
    if (before) return this.#insert(before.start, printed + spaced, 0);
    if (neighbour) return this.#insert(this.#endOf(neighbour), spaced + printed, spaced.length);
    return this.#addFirst(parent, printed, lead);
  }

  #addFirst(parent: SourceElement, printed: string, lead: string): string {
    const close = `${styleOf(this.document).newline}${indentOf(this.text, parent)}`;
    if (parent.isEmptyTag) {
      const at = parent.end - 2;
      this.splice(at, 2, `>${lead}${printed}${close}</${parent.name}>`);
      return this.#idAt(at + 1 + lead.length);
    }
    const rest = this.text.slice(parent.contentStart, parent.contentEnd);
    const end = parent.contentStart + rest.trimEnd().length;
    return this.#insert(end, `${lead}${printed}${rest.trimEnd() === rest ? close : ""}`, lead.length);
  }

  /** After a comment on the same line, which belongs to the element. */
  #endOf({ end }: SourceElement): number {
    const comment = /^[ \t]*<!--[\s\S]*?-->(?=[ \t]*\r?\n)/.exec(this.text.slice(end, end + 1000))?.[0] ?? "";
    return comment.includes("\n") ? end : end + comment.length;
  }

  #insert(at: number, text: string, offset: number): string {
    this.splice(at, 0, text);
    return this.#idAt(at + offset);
  }

  #idAt(start: number): string {
    for (const element of this.document.elements) if (element.start === start) return element.id;
    throw new Error(`no element at ${start}`);
  }

  /** Removes an element with the white space before it. */
  remove(element: SourceElement): void {
    for (const { id } of elementsBelow(element)) this.touched.add(id);
    const lead = leadOf(this.text, element).length;
    this.splice(element.start - lead, element.end - element.start + lead, "");
  }

  /** Puts the text of an element at another place, as it is. Elements keep their ids. */
  move(element: SourceElement, parent: SourceElement, neighbours: Neighbours): void {
    for (let one: SourceElement | undefined = parent; one; one = one.parent)
      if (one.id === element.id)
        throw new SimError("EDIT_IMPOSSIBLE", { where: element.name, found: "an element that would contain itself" });
    const raw = this.text.slice(element.start, element.end);
    const ids = [...elementsBelow(element)].map(({ start, id }) => [start - element.start, id] as const);
    this.remove(element);
    const here = (one: SourceElement | undefined): SourceElement | undefined => one && this.element(one.id, "move");
    const place = { before: here(neighbours.before), after: here(neighbours.after) };
    const id = this.add(this.element(parent.id, "move"), { name: element.name }, place);
    this.#replace(this.element(id, "move"), raw, ids);
  }

  /** Adds a copy of an element after it. `rename`: its new name, if it has one. Returns its id. */
  copy(element: SourceElement, rename: string | undefined): string {
    const raw = this.text.slice(element.start, element.end);
    const name = element.attributes.find((one) => one.name === "name");
    const from = (name?.valueStart ?? 0) - element.start;
    const renamed =
      name && rename !== undefined
        ? raw.slice(0, from) + escapeAttribute(rename) + raw.slice(from + name.valueEnd - name.valueStart)
        : raw;
    const parent = element.parent as SourceElement;
    const id = this.add(parent, { name: element.name }, { after: element });
    this.#replace(this.element(id, "copy"), renamed, []);
    return id;
  }

  /** Replaces the text of an element; the one at offset 0 keeps its id unless `ids` has another. */
  #replace({ start, end, id }: SourceElement, raw: string, ids: NonNullable<Splice["ids"]>): void {
    this.splice(start, end - start, raw, ids.length > 0 ? ids : [[0, id]]);
  }
}

export interface Neighbours {
  readonly before?: SourceElement | undefined;
  readonly after?: SourceElement | undefined;
}

/** Where the only text of a content stands, without the blanks and comments around it. Undefined: there is none, or an element. */
function plainText(content: string): { readonly from: number; readonly to: number } | undefined {
  const from = skipComments(content, 0);
  const end = content.indexOf("<", from);
  let to = end < 0 ? content.length : end;
  if (skipComments(content, to) < content.length) return undefined;
  while (to > from && isBlank(content[to - 1])) to--;
  return to > from ? { from, to } : undefined;
}

const isBlank = (letter: string): boolean => letter === " " || letter === "\t" || letter === "\r" || letter === "\n";

/** After the blanks and comments at an offset. Takes linear time; a regular expression of the same would not. */
function skipComments(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && isBlank(text[at])) at++;
    if (!text.startsWith("<!--", at)) return at;
    at = text.indexOf("-->", at + 4) + 3;
  }
}

/** New elements go after the last one of their kind. */
const likeChild = (children: readonly SourceElement[], name: string): SourceElement | undefined =>
  children.findLast((child) => child.name === name);

const nested = (name: string, rest: readonly string[], text: string): NewElement =>
  rest.length === 0 ? { name, text } : { name, children: [nested(rest[0], rest.slice(1), text)] };
