// A document that is edited (E5): its text, byte for byte, and the tree of its elements. Elements keep their ids while the text
// around them changes. Immutable: an edit gives another SourceDocument, so a refused edit leaves nothing behind.

import {
  attributeOf,
  elementsBelow,
  ownText,
  type SourceComment,
  type SourceElement,
  scanSource,
} from "./SourceTree.js";
import { applySplice, type Splice } from "./Splice.js";

export class SourceDocument {
  readonly root: SourceElement;
  readonly comments: readonly SourceComment[];
  readonly #byId = new Map<string, SourceElement>();
  readonly #nextId: number;

  /** `text` must be well-formed (XmlDocument.ts). `ids`: known ids by offset. */
  constructor(
    readonly text: string,
    ids: ReadonlyMap<number, string> = new Map(),
    nextId = 1,
  ) {
    let next = nextId;
    const { root, comments } = scanSource(text, (start) => ids.get(start) ?? `e${next++}`);
    this.root = root;
    this.comments = comments;
    this.#nextId = next;
    for (const element of elementsBelow(root)) this.#byId.set(element.id, element);
  }

  find(id: string): SourceElement | undefined {
    return this.#byId.get(id);
  }

  get elements(): Iterable<SourceElement> {
    return this.#byId.values();
  }

  textOf(element: SourceElement): string {
    return ownText(this.text, element);
  }

  /** The splice with the ids of the elements that it removes. */
  record(at: number, remove: number, insert: string, ids: Splice["ids"] = []): Splice {
    const removedIds = [...this.#byId.values()]
      .filter(({ start }) => start >= at && start < at + remove)
      .map(({ start, id }) => [start - at, id] as const);
    return { at, remove: this.text.slice(at, at + remove), insert, ids, removedIds };
  }

  /** Throws nothing: the caller checks the text of the result. */
  edited(splice: Splice, text = applySplice(this.text, splice)): SourceDocument {
    const { at, remove, insert, ids: given = [] } = splice;
    const ids = new Map<number, string>();
    for (const { start, id } of this.#byId.values())
      if (start < at) ids.set(start, id);
      else if (start >= at + remove.length) ids.set(start + insert.length - remove.length, id);
    for (const [offset, id] of given) ids.set(at + offset, id);
    return new SourceDocument(text, ids, this.#nextId);
  }

  /** The innermost element at an offset. */
  at(offset: number): SourceElement | undefined {
    let found: SourceElement | undefined;
    for (const element of this.#byId.values())
      if (element.start <= offset && offset < element.end && (!found || element.start > found.start)) found = element;
    return found;
  }

  /** Names that the children of an element have. */
  namesIn(parent: SourceElement): ReadonlySet<string> {
    return new Set(parent.children.flatMap((child) => attributeOf(child, "name") ?? []));
  }
}
