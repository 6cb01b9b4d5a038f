// The tree of a world's document for editors (E5): plain data for JSON. Elements of included files are shown too, with ids that
// name their file; they cannot be edited here.

import { joinPath } from "../files/DocumentFile.js";
import { SimError } from "../SimError.js";
import { lineStarts, XmlDocument } from "../xml/XmlDocument.js";
import { type Group, groupsOf } from "./Groups.js";
import { SourceDocument } from "./SourceDocument.js";
import { attributeOf, type SourceElement } from "./SourceTree.js";
import type { WorldEditor } from "./WorldEditor.js";

export interface ElementView {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, cut if it is long. */
  readonly text?: string;
  readonly isCut?: true;
  readonly children: readonly ElementView[];
  /** The included file that it is part of. */
  readonly file?: string;
}

export interface DocumentView {
  readonly revision: number;
  readonly file: string;
  readonly isChanged: boolean;
  readonly root: ElementView;
  readonly groups: readonly Group[];
}

/** Longer texts, such as the heights of a heightfield, are cut; characters. */
const MAX_TEXT = 4000;
const MAX_FILES = 64;

export function viewDocument({ document, revision, isChanged, options }: WorldEditor): DocumentView {
  const root = viewElement(document, document.root);
  let files = 0;
  const include = (path: string, from: string | undefined, chain: readonly string[]): readonly ElementView[] => {
    const full = pathOf(path, from);
    if (full === undefined || chain.includes(full) || ++files > MAX_FILES) return [];
    const source = readSource(options.included?.(full));
    if (!source) return [];
    return source.root.children.flatMap((child) =>
      child.name === "Include"
        ? include(attributeOf(child, "file") ?? "", full, [...chain, full])
        : viewElement(source, child, full),
    );
  };
  const children = root.children.map((child) =>
    child.name === "Include"
      ? { ...child, children: include(child.attributes.file ?? "", options.file, [options.file]) }
      : child,
  );
  return { revision, file: options.file, isChanged, root: { ...root, children }, groups: groupsOf(document) };
}

function pathOf(named: string, from: string | undefined): string | undefined {
  try {
    return joinPath(from, named, true);
  } catch (problem) {
    if (problem instanceof SimError) return undefined;
    throw problem;
  }
}

function readSource(text: string | undefined): SourceDocument | undefined {
  if (text === undefined) return undefined;
  try {
    new XmlDocument(text);
    return new SourceDocument(text);
  } catch (problem) {
    if (problem instanceof SimError) return undefined;
    throw problem;
  }
}

function viewElement(source: SourceDocument, element: SourceElement, file?: string): ElementView {
  const starts = lineStarts(source.text);
  const view = (one: SourceElement): ElementView => {
    const text = source.textOf(one);
    return {
      id: file === undefined ? one.id : `${file}:${one.id}`,
      name: one.name,
      line: lineOf(starts, one.start),
      attributes: Object.fromEntries(one.attributes.map(({ name, value }) => [name, value])),
      ...(text === "" ? {} : { text: text.slice(0, MAX_TEXT) }),
      ...(text.length > MAX_TEXT ? { isCut: true } : {}),
      children: one.children.map(view),
      ...(file === undefined ? {} : { file }),
    };
  };
  return view(element);
}

function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
