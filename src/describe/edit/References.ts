// Names of elements in other elements of a world (E5): in lines of `<Do>`, `<After>`, `<Who>`, `<With>`, `<Body>` of triggers, and
// groups. They follow an element that is renamed, and copies that are made together refer to each other.

import type { Draft } from "./Draft.js";
import { groupElements, groupsOf, renameMembers } from "./Groups.js";
import type { SourceDocument } from "./SourceDocument.js";
import { attributeOf, elementsBelow, type SourceElement } from "./SourceTree.js";

type Names = ReadonlyMap<string, string>;

export interface Copy {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** A child of the world has got another name. What else has its old name keeps its references. */
export function followRename(draft: Draft, from: string, to: string): void {
  const { root } = draft.document;
  if (from === "" || from === to || draft.document.namesIn(root).has(from)) return;
  const names = new Map([[from, to]]);
  renameIn(draft, [...draft.document.elements], names);
  renameMembers(draft, (name) => names.get(name) ?? name);
}

/** Copies of one edit: each refers to the copies of what its original refers to. Copies of a whole group are a group, which is called as its main element if the group was. */
export function linkCopies(draft: Draft, copies: readonly Copy[]): void {
  const names = new Map(copies.map(({ from, to }) => [from, to]));
  const elements = copies.flatMap(({ id }) => [...elementsBelow(draft.element(id, "copy"))]);
  renameIn(draft, elements, names);
  for (const { name, members } of groupsOf(draft.document)) {
    if (!members.every((member) => names.has(member))) continue;
    const ids = copies.filter(({ from }) => members.includes(from)).map(({ id }) => id);
    groupElements(
      draft,
      ids.map((id) => draft.element(id, "copy")),
      names.get(name),
    );
  }
}

/** Groups lose members that have been removed. */
export function forgetMembers(draft: Draft, before: SourceDocument): void {
  const now = draft.document.namesIn(draft.document.root);
  const old = before.namesIn(before.root);
  renameMembers(draft, (name) => (old.has(name) && !now.has(name) ? undefined : name));
}

function renameIn(draft: Draft, elements: readonly SourceElement[], names: Names): void {
  for (const { id } of elements) {
    const element = draft.document.find(id);
    const text = element && renamed(element, draft.document.textOf(element), names);
    if (text !== undefined) draft.set(draft.element(id, "name"), "", text);
  }
}

/** The text of an element with other names; undefined: it has none of them. */
function renamed({ name, parent, attributes }: SourceElement, text: string, names: Names): string | undefined {
  const isLine = name === "Do" && (parent?.name === "Event" || parent?.name === "Trigger");
  const isPath = name === "Body" && parent?.name === "Trigger" && attributes.length === 0;
  const isName = name === "After" || name === "Who" || name === "With";
  if (!isLine && !isPath && !isName) return undefined;
  const next = isLine ? renamedLine(text, names) : isPath ? renamedPath(text, names) : (names.get(text) ?? text);
  return next === text ? undefined : next;
}

/** A path of an entity: NAME, NAME/PART, NAME.CAMERA. */
function renamedPath(path: string, names: Names): string {
  const known = names.get(path);
  if (known !== undefined) return known;
  const end = [...path].findIndex((letter, i) => (letter === "/" || letter === ".") && names.has(path.slice(0, i)));
  return end < 0 ? path : `${names.get(path.slice(0, end))}${path.slice(end)}`;
}

/** A word of a line, in quotes or not, with the name of its argument. */
const WORD = /(^|\s)([A-Za-z]+=)?("[^"]*"|[^\s"]+)/g;

function renamedLine(line: string, names: Names): string {
  return line.replace(WORD, (whole, space: string, argument = "", word: string, at: number) => {
    const isQuoted = word.startsWith('"');
    const plain = isQuoted ? word.slice(1, -1) : word;
    const next = renamedPath(plain, names);
    // the first word is the verb
    if (at === 0 || next === plain) return whole;
    return `${space}${argument}${isQuoted || /[\s"]/.test(next) ? `"${next}"` : next}`;
  });
}

/** The name of a child of the world. */
export const nameOf = (element: SourceElement): string => attributeOf(element, "name") ?? "";
