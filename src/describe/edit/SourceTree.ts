// The lossless tree of a document (E5): every element with the places of its tags and attribute values in the text. What lies
// between them (comments, white space) stays in the text itself. The text must have passed XmlDocument: this scanner does not
// check it again.

import { SimError } from "../SimError.js";

export interface SourceAttribute {
  readonly name: string;
  /** Without quotes, entities decoded. */
  readonly value: string;
  /** The range of `name="value"`, and of the value between the quotes. */
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface SourceElement {
  readonly id: string;
  readonly name: string;
  readonly attributes: readonly SourceAttribute[];
  readonly children: readonly SourceElement[];
  readonly parent: SourceElement | undefined;
  /** Of its `<`, and after its last `>`. */
  readonly start: number;
  readonly end: number;
  /** The content: after the `>` of the start tag, and at the `</`. Equal for `<a/>`. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** `<a/>` */
  readonly isEmptyTag: boolean;
}

export interface SourceComment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface SourceTree {
  readonly root: SourceElement;
  readonly comments: readonly SourceComment[];
}

type Open = { -readonly [K in keyof SourceElement]: SourceElement[K] } & { children: SourceElement[] };

/** The place after the next `mark`. Without one the text is not well-formed, and a search from its start would never end. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw malformed(`no ${mark} after offset ${from}`);
  return at + mark.length;
}

const malformed = (found: string): SimError =>
  new SimError("XML_MALFORMED", { where: "document", found, allowed: "tags that belong together" });

/** `idOf` names the element that starts at an offset. Throws XML_MALFORMED where it finds tags that do not belong together. */
export function scanSource(text: string, idOf: (start: number) => string): SourceTree {
  const comments: SourceComment[] = [];
  const open: Open[] = [];
  let root: SourceElement | undefined;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) {
      const end = after(text, "-->", at + 4);
      comments.push({ text: text.slice(at + 4, end - 3), start: at, end });
      at = end;
    } else if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
    else if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else if (text.startsWith("</", at)) {
      const one = open.pop();
      if (!one || !text.startsWith(one.name, at + 2)) throw malformed(`</ at offset ${at}`);
      one.contentEnd = at;
      at = after(text, ">", at);
      one.end = at;
    } else {
      const one = scanTag(text, at, idOf(at), open.at(-1));
      open.at(-1)?.children.push(one);
      root ??= one;
      if (!one.isEmptyTag) open.push(one);
      at = one.contentStart;
    }
  }
  if (!root || open.length > 0) throw malformed("an element that does not end");
  return { root, comments };
}

const NAME = /[^\s/>=]+/y;
const SPACE = /\s*/y;

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) throw malformed(`no name at offset ${at}`);
  return name;
}

function scanTag(text: string, start: number, id: string, parent: SourceElement | undefined): Open {
  const name = nameAt(text, start + 1);
  const attributes: SourceAttribute[] = [];
  let at = skipSpace(text, start + 1 + name.length);
  while (text[at] !== ">" && text[at] !== "/") {
    const attribute = nameAt(text, at);
    const quote = skipSpace(text, after(text, "=", at));
    const close = after(text, text[quote] ?? "", quote + 1) - 1;
    const value = decodeEntities(text.slice(quote + 1, close));
    attributes.push({ name: attribute, value, start: at, end: close + 1, valueStart: quote + 1, valueEnd: close });
    at = skipSpace(text, close + 1);
  }
  const isEmptyTag = text[at] === "/";
  const end = at + (isEmptyTag ? 2 : 1);
  return { id, name, attributes, children: [], parent, start, end, contentStart: end, contentEnd: end, isEmptyTag };
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (whole, name: string) => {
    if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return ENTITIES[name] ?? whole;
  });
}

/** The text of an element without that of its children and without white space at its ends. */
export function ownText(text: string, { children, contentStart, contentEnd }: SourceElement): string {
  let [own, at] = ["", contentStart];
  for (const child of children) {
    own += text.slice(at, child.start);
    at = child.end;
  }
  own += text.slice(at, contentEnd);
  const pieces = own.split(/<!--[\s\S]*?-->|(<!\[CDATA\[[\s\S]*?\]\]>)/);
  return pieces
    .map((piece = "") => (piece.startsWith("<![CDATA[") ? piece.slice(9, -3) : decodeEntities(piece)))
    .join("")
    .trim();
}

export const attributeOf = ({ attributes }: SourceElement, name: string): string | undefined =>
  attributes.find((one) => one.name === name)?.value;

export function* elementsBelow(element: SourceElement): Generator<SourceElement> {
  yield element;
  for (const child of element.children) yield* elementsBelow(child);
}
