// Parses XML into a tree of elements with their places (R11). Accepted: elements, attributes, text, comments, CDATA, the five
// predefined entities, character references. Not accepted: DTD, other entities, processing instructions, namespaces. Time and
// memory are linear in the length of the document, which is limited.

import { SaxesParser } from "saxes";
import { checkText } from "../Check.js";
import { DEFAULT_LIMITS, type DocumentLimits } from "../DocumentLimits.js";
import { SimError, showValue } from "../SimError.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The whole text of the element, including CDATA, without the text of its children. */
  readonly text: string;
  readonly parent: XmlElement | undefined;
  readonly document: XmlDocument;
  /** Index of its `<` in the text of the document. */
  readonly offset: number;
}

export interface Place {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export class XmlDocument {
  readonly root: XmlElement;
  /** Number of elements. */
  readonly count: number;
  readonly #text: string;
  #lines: number[] | undefined;

  /** `file` is part of every place in errors; a robot that a client sends has none. */
  constructor(
    text: string,
    readonly file: string | undefined = undefined,
    limits: DocumentLimits = DEFAULT_LIMITS,
  ) {
    const where = file === undefined ? "document" : `${file}: document`;
    checkText(text, where);
    if (text.length > limits.bytes || utf8Length(text) > limits.bytes)
      throw new SimError("DOCUMENT_TOO_LARGE", {
        where,
        found: `more than ${limits.bytes} bytes`,
        allowed: `at most ${limits.bytes} bytes`,
      });
    // XML 1.0, 2.11: every line end becomes one LF
    this.#text = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    const builder = new TreeBuilder(this, this.#text, limits, where);
    this.root = builder.build();
    this.count = builder.count;
  }

  placeOf(offset: number): Place {
    this.#lines ??= lineStarts(this.#text);
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lines[low] + 1 };
  }
}

export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

/** Length in UTF-8, computed without encoding. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // each half of a surrogate pair counts two bytes
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Builds the tree from the events of the parser, and stops it at the first error. */
class TreeBuilder {
  count = 0;
  #root: OpenElement | undefined;
  #open: OpenElement | undefined;
  #depth = 0;
  /** Pieces of text of each open element; they are joined when it closes. */
  #pieces: string[][] = [];
  #length: number[] = [];
  #attributes = 0;
  #closed = "";
  readonly #parser = new SaxesParser({ xmlns: false });

  constructor(
    readonly document: XmlDocument,
    readonly text: string,
    readonly limits: DocumentLimits,
    readonly where: string,
  ) {}

  build(): XmlElement {
    const parser = this.#parser;
    parser.on("error", (problem) => this.#malformed(problem.message));
    parser.on("doctype", () => this.#forbidden("<!DOCTYPE"));
    parser.on("processinginstruction", ({ target }) => this.#forbidden(`<?${target.slice(0, 40)}?>`));
    parser.on("xmldecl", ({ encoding }) => this.#checkEncoding(encoding));
    parser.on("opentagstart", ({ name }) => this.#start(name));
    parser.on("attribute", ({ name, value }) => this.#checkAttribute(name, value));
    parser.on("opentag", ({ attributes }) => {
      for (const name in attributes) this.#open?.attributes.set(name, attributes[name]);
    });
    parser.on("text", (text) => this.#addText(text));
    parser.on("cdata", (text) => this.#addText(text));
    parser.on("closetag", ({ name }) => this.#end(name));
    try {
      parser.write(this.text).close();
    } catch (problem) {
      if (problem instanceof SimError) throw problem;
      this.#malformed(problem instanceof Error ? problem.message : String(problem));
    }
    return this.#root ?? this.#malformed("document must contain a root element.");
  }

  #start(name: string): void {
    const { limits } = this;
    // a tag's name contains no <, so the nearest one is its own
    const offset = this.text.lastIndexOf("<", this.#parser.position - 1);
    this.#checkName(name);
    if (++this.count > limits.elements)
      throw this.#error("TOO_MANY_ELEMENTS", `more than ${limits.elements}`, `at most ${limits.elements}`);
    if (++this.#depth > limits.depth)
      throw this.#error("DOCUMENT_TOO_DEEP", `level ${this.#depth}`, `at most ${limits.depth} levels`);
    const { document } = this;
    const element = { name, attributes: new Map(), children: [], text: "", parent: this.#open, document, offset };
    this.#open?.children.push(element);
    this.#root ??= element;
    this.#open = element;
    this.#pieces.push([]);
    this.#length.push(0);
    this.#attributes = 0;
  }

  #end(name: string): void {
    this.#closed = name;
    if (!this.#open) return;
    this.#open.text = this.#pieces.pop()?.join("") ?? "";
    this.#length.pop();
    this.#open = this.#open.parent as OpenElement | undefined;
    this.#depth--;
  }

  #addText(text: string): void {
    const top = this.#pieces.length - 1;
    if (top < 0) return;
    this.#length[top] += text.length;
    this.#checkLength(this.#length[top]);
    this.#pieces[top].push(text);
  }

  #checkAttribute(name: string, value: string): void {
    this.#checkName(name);
    this.#checkLength(value.length);
    if (++this.#attributes > this.limits.attributes)
      throw this.#error(
        "TOO_MANY_ATTRIBUTES",
        `more than ${this.limits.attributes} in one element`,
        `at most ${this.limits.attributes}`,
      );
  }

  #checkName(name: string): void {
    if (name.length > this.limits.nameBytes)
      throw this.#error("NAME_TOO_LONG", `${name.length} characters`, `at most ${this.limits.nameBytes}`);
  }

  #checkLength(length: number): void {
    if (length > this.limits.text)
      throw this.#error("DOCUMENT_TOO_LARGE", "a longer text", `text of at most ${this.limits.text} characters`);
  }

  #checkEncoding(encoding: string | undefined): void {
    if (encoding !== undefined && !/^(utf-?8|us-ascii|ascii)$/i.test(encoding))
      throw this.#error("XML_FORBIDDEN", `encoding ${showValue(encoding)}`, "UTF-8");
  }

  #forbidden(found: string): never {
    throw this.#error("XML_FORBIDDEN", found);
  }

  /** The parser's message begins with line and column; the error has fields for them. */
  #malformed(message: string): never {
    const plain = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
    if (plain === "undefined entity") throw this.#error("XML_FORBIDDEN", "an entity that is not predefined");
    if (plain === "unexpected close tag") this.#mismatched();
    throw this.#error("XML_MALFORMED", PLAIN_MESSAGES[plain] ?? plain.slice(0, 120));
  }

  /** The parser has just read a closing tag, after reporting the end of the open element. */
  #mismatched(): never {
    const end = this.#parser.position;
    const start = this.text.lastIndexOf("</", end - 1);
    const tag = this.text.slice(start, end).replace(/\s+/g, "").slice(0, 80);
    throw this.#error("XML_MALFORMED", `${tag} while <${this.#closed}> is open`, `</${this.#closed}>`, start);
  }

  #error(
    code: "XML_MALFORMED" | "XML_FORBIDDEN" | LimitCode,
    found: string,
    allowed?: string,
    at = Math.max(0, Math.min(this.#parser.position, this.text.length) - 1),
  ): SimError {
    const { line, column } = this.document.placeOf(at);
    return new SimError(code, { where: this.#path(), found, ...(allowed ? { allowed } : {}), line, column });
  }

  /** Path of the open element, at most 12 names. */
  #path(): string {
    const names: string[] = [];
    for (let e: XmlElement | undefined = this.#open; e && names.length < 12; e = e.parent) names.unshift(e.name);
    const path = names.join("/");
    return path === "" ? this.where : this.document.file === undefined ? path : `${this.document.file}: ${path}`;
  }
}

type LimitCode =
  | "TOO_MANY_ELEMENTS"
  | "DOCUMENT_TOO_DEEP"
  | "DOCUMENT_TOO_LARGE"
  | "NAME_TOO_LONG"
  | "TOO_MANY_ATTRIBUTES";

/** Plain texts for the messages of the parser. */
const PLAIN_MESSAGES: Readonly<Record<string, string>> = {
  "unexpected end": "the end of the document in the middle of a tag, comment or CDATA section",
  "text data outside of root node": "text outside of the root element",
  "document must contain a root element": "no element at all",
  "documents may contain only one root": "a second root element",
  "disallowed character": "a character that XML does not allow",
  "disallowed character in tag name": "a < that does not start a tag (write &lt;)",
  "disallowed character in entity name": "an & that does not start an entity (write &amp;)",
  "empty entity name": "an & that does not start an entity (write &amp;)",
  "malformed character entity": "an invalid character reference",
  "incorrect syntax": "<! that does not start a comment or a CDATA section",
  "unquoted attribute value": "an attribute value without quotes",
  "attribute without value": "an attribute without a value",
  "no whitespace between attributes": "two attributes without a space between them",
};
