// Groups of elements that the editor selects and moves together. The world itself knows no groups: a group is a comment of the
// document, <!-- group "Room": "North" "South" -->, with the names of its members, so that it is saved and undone like the rest.

import { SimError, showValue } from "../SimError.js";
import type { Draft } from "./Draft.js";
import type { SourceDocument } from "./SourceDocument.js";
import { leadOf, styleOf } from "./SourceStyle.js";
import { attributeOf, type SourceComment, type SourceElement } from "./SourceTree.js";

export interface Group {
  readonly name: string;
  readonly members: readonly string[];
}

const GROUP = /^\s*group "([^"]+)":((?:\s*"[^"]+")+)\s*$/;

const readGroup = ({ text }: SourceComment): Group | undefined => {
  const [, name, list] = GROUP.exec(text) ?? [];
  return name === undefined ? undefined : { name, members: [...list.matchAll(/"([^"]+)"/g)].map(([, one]) => one) };
};

export const groupsOf = ({ comments }: SourceDocument): readonly Group[] =>
  comments.flatMap((comment) => readGroup(comment) ?? []);

/** An element leaves the group that it was in. */
export function groupElements(draft: Draft, members: readonly SourceElement[], given: string | undefined): void {
  const names = members.map((member) => attributeOf(member, "name") ?? "");
  for (const name of [...names, ...(given === undefined ? [] : [given])]) checkName(name);
  const others = groupsOf(draft.document);
  let n = 1;
  while (others.some(({ name }) => name === `Group ${n}`)) n++;
  const name = given ?? `Group ${n}`;
  for (const group of others) {
    const stay = group.name === name ? [] : group.members.filter((member) => !names.includes(member));
    if (stay.length < group.members.length) rewrite(draft, group.name, stay);
  }
  const { root } = draft.document;
  const last = root.children.at(-1);
  const lead = last ? leadOf(draft.text, last) : styleOf(draft.document).newline;
  const line = lead.includes("\n") ? lead.slice(lead.lastIndexOf("\n")) : " ";
  draft.splice(last?.end ?? root.contentStart, 0, `${line}${printGroup({ name, members: names })}`);
}

export function ungroup(draft: Draft, name: string, where: string): void {
  const names = groupsOf(draft.document).map((group) => group.name);
  if (!names.includes(name))
    throw new SimError("EDIT_CONFLICT", {
      where,
      found: `no group ${showValue(name)}`,
      allowed: `one of ${names.join(", ")}`,
    });
  rewrite(draft, name, []);
}

/** `next`: the name of a member now; undefined: it has left. */
export function renameMembers(draft: Draft, next: (name: string) => string | undefined): void {
  for (const { name, members } of groupsOf(draft.document)) {
    const now = members.flatMap((member) => next(member) ?? []);
    if (now.join("\n") !== members.join("\n")) rewrite(draft, name, now);
  }
}

const printGroup = ({ name, members }: Group): string =>
  `<!-- group "${name}": ${members.map((member) => `"${member}"`).join(" ")} -->`;

/** A group of less than two members is removed, with the white space before it. */
function rewrite(draft: Draft, name: string, members: readonly string[]): void {
  const comment = draft.document.comments.find((one) => readGroup(one)?.name === name);
  if (!comment) return;
  const { start, end } = comment;
  if (members.length > 1) draft.splice(start, end - start, printGroup({ name, members }));
  else {
    const lead = /[ \t\r\n]*$/.exec(draft.text.slice(Math.max(0, start - 1000), start))?.[0].length ?? 0;
    draft.splice(start - lead, end - start + lead, "");
  }
}

function checkName(name: string): void {
  if (name === "" || /["\p{Cc}]|--/u.test(name))
    throw new SimError("EDIT_IMPOSSIBLE", {
      where: "group",
      found: name === "" ? "an element without a name" : showValue(name),
      allowed: 'names without quotes and without "--"',
    });
}
