// The operations of an edit (E5), as JSON gives them: set a value, add, remove, move or copy an element, move and turn in the
// world, group, replace the whole document. They are checked here and applied to a Draft.

import { normalizeQuat, type Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { DocumentLimits } from "../DocumentLimits.js";
import { nearestName, SimError, showValue } from "../SimError.js";
import { trimXml } from "../xml/NumberText.js";
import { XmlDocument, type XmlElement } from "../xml/XmlDocument.js";
import type { Draft } from "./Draft.js";
import { groupElements, ungroup } from "./Groups.js";
import { placeElement } from "./Placing.js";
import { followRename, forgetMembers, linkCopies, nameOf } from "./References.js";
import type { FieldValue, NewElement } from "./SourceStyle.js";
import { attributeOf, type SourceElement } from "./SourceTree.js";

type Fields = Readonly<Record<string, unknown>>;

interface Kind {
  /** Names of its fields, with ? for those that may be left out. */
  readonly fields: readonly string[];
  readonly run: (draft: Draft, fields: Fields, where: string, limits: DocumentLimits) => void;
}

const KINDS: Readonly<Record<string, Kind>> = {
  set: {
    fields: ["id", "field", "value"],
    run: (draft, { id, field, value }, where) => {
      const element = draft.element(text(id, where, "id"), where);
      const old = nameOf(element);
      draft.set(element, fieldName(field, where), fieldValue(value, where));
      const isOfWorld = element.parent !== undefined && element.parent.parent === undefined;
      if (field === "@name" && typeof value === "string" && isOfWorld) followRename(draft, old, value);
    },
  },
  add: {
    fields: ["parent", "xml", "before?", "after?", "as?"],
    run: (draft, { parent, xml, before, after, as }, where, limits) => {
      const owner = parent === undefined ? draft.document.root : draft.element(text(parent, where, "parent"), where);
      const element = readFragment(text(xml, where, "xml"), where, limits);
      draft.name(optional(as, where, "as"), draft.add(owner, element, neighbours(draft, { before, after }, where)));
    },
  },
  remove: {
    fields: ["id"],
    run: (draft, { id }, where) => {
      const element = draft.element(text(id, where, "id"), where);
      if (!element.parent) throw new SimError("EDIT_IMPOSSIBLE", { where, found: "the world itself" });
      draft.remove(element);
    },
  },
  move: {
    fields: ["id", "parent?", "before?", "after?"],
    run: (draft, { id, parent, before, after }, where) => {
      const element = draft.element(text(id, where, "id"), where);
      const beside = neighbours(draft, { before, after }, where);
      const given = parent === undefined ? undefined : draft.element(text(parent, where, "parent"), where);
      const owner = given ?? beside.before?.parent ?? beside.after?.parent ?? element.parent;
      if (!element.parent || !owner) throw new SimError("EDIT_IMPOSSIBLE", { where, found: "the world itself" });
      draft.move(element, owner, beside);
    },
  },
  copy: {
    fields: ["id", "name?", "as?"],
    run: (draft, { id, name, as }, where) => {
      const element = draft.element(text(id, where, "id"), where);
      if (!element.parent) throw new SimError("EDIT_IMPOSSIBLE", { where, found: "the world itself" });
      const old = attributeOf(element, "name");
      const rename = optional(name, where, "name") ?? (old && freeName(old, draft.document.namesIn(element.parent)));
      const added = draft.copy(element, rename);
      draft.name(optional(as, where, "as"), added);
      if (old && rename && element.parent.parent === undefined) draft.copies.push({ id: added, from: old, to: rename });
    },
  },
  place: {
    fields: ["id", "move?", "turn?", "scale?", "about?"],
    run: (draft, { id, move, turn, scale, about }, where) => {
      const element = draft.element(text(id, where, "id"), where);
      const placing = {
        move: numbers(move, 3, [0, 0, 0], where) as unknown as Vec3,
        turn: normalizeQuat(numbers(turn, 4, [0, 0, 0, 1], where) as unknown as Quat),
        scale: numbers(scale, 3, [1, 1, 1], where) as unknown as Vec3,
        about: numbers(about, 3, [0, 0, 0], where) as unknown as Vec3,
      };
      // what a body carries moves with it
      if (!draft.placed.has(carrierOf(draft, element))) placeElement(draft, element, placing);
    },
  },
  group: {
    fields: ["ids", "name?"],
    run: (draft, { ids, name }, where) => {
      if (!Array.isArray(ids) || ids.length > MAX_GROUP) throw wrong(where, `ids: ${showValue(ids)}`, "a list of ids");
      const members = ids.map((id) => draft.element(text(id, where, "ids"), where));
      groupElements(draft, members, optional(name, where, "name"));
    },
  },
  ungroup: {
    fields: ["name"],
    run: (draft, { name }, where) => ungroup(draft, text(name, where, "name"), where),
  },
  open: {
    fields: ["xml"],
    run: (draft, { xml }, where, limits) => {
      const next = text(xml, where, "xml").replace(/^\uFEFF/, "");
      // a document that is not well-formed is refused with line and column
      new XmlDocument(next, undefined, limits);
      for (const { id } of draft.document.elements) draft.touched.add(id);
      draft.splice(0, draft.text.length, next);
    },
  },
};

/** Maximum number of operations in one edit, and of elements in a group. */
const MAX_OPERATIONS = 1000;
const MAX_GROUP = 1000;

/** Applies operations; throws a SimError at the first that is wrong. The draft is void then. */
export function applyOperations(draft: Draft, operations: unknown, limits: DocumentLimits): void {
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS)
    throw wrong("edit/ops", showValue(operations), `a list of 1 to ${MAX_OPERATIONS} operations`);
  const before = draft.document;
  notePlaced(draft, operations);
  let removes = false;
  operations.forEach((operation: unknown, i) => {
    const where = `edit/ops[${i}]`;
    const { kind, fields } = readOperation(operation, where);
    kind.run(draft, fields, where, limits);
    removes ||= kind === KINDS.remove;
  });
  if (draft.copies.length > 0) linkCopies(draft, draft.copies);
  if (removes) forgetMembers(draft, before);
}

/** Names of the elements that this edit moves, also of those whose copies it moves. Operations that are wrong are found later. */
function notePlaced(draft: Draft, operations: readonly unknown[]): void {
  const sources = new Map<unknown, unknown>();
  for (const one of operations) {
    const { op, id, as } = (one ?? {}) as Fields;
    if (op === "copy" && typeof as === "string") sources.set(as, id);
    const source = sources.get(id) ?? id;
    const element = op === "place" && typeof source === "string" ? draft.document.find(source) : undefined;
    if (element) draft.placed.add(nameOf(element));
  }
}

/** The entity that carries the volumes of a trigger; empty: none. */
function carrierOf({ document }: Draft, { name, children }: SourceElement): string {
  const body = name === "Trigger" ? children.find((child) => child.name === "Body") : undefined;
  return body ? document.textOf(body).split("/")[0] : "";
}

function readOperation(operation: unknown, where: string): { readonly kind: Kind; readonly fields: Fields } {
  if (typeof operation !== "object" || operation === null || Array.isArray(operation))
    throw wrong(where, showValue(operation), "an object with op");
  const { op, ...fields } = operation as Fields;
  const kind = typeof op === "string" && Object.hasOwn(KINDS, op) ? KINDS[op] : undefined;
  if (!kind) {
    const near = nearestName(op, Object.keys(KINDS));
    throw wrong(where, `op ${showValue(op)}`, `one of ${Object.keys(KINDS).join(", ")}`, near);
  }
  const known = kind.fields.map((name) => name.replace("?", ""));
  for (const name of Object.keys(fields))
    if (!known.includes(name)) throw wrong(where, `a field ${showValue(name)}`, `op, ${kind.fields.join(", ")}`);
  return { kind, fields };
}

// ---- fields

function wrong(where: string, found: string, allowed: string, near?: string): SimError {
  const advice = near ? { advice: `Did you mean "${near}"?` } : {};
  return new SimError("ARGUMENT_WRONG", { where, found, allowed, ...advice });
}

function text(value: unknown, where: string, field: string): string {
  if (typeof value !== "string") throw wrong(`${where}/${field}`, showValue(value), "a text");
  return value;
}

const optional = (value: unknown, where: string, field: string): string | undefined =>
  value === undefined || value === null ? undefined : text(value, where, field);

const FIELD = /^(?:@[\p{L}_][\w.-]*|(?:[\p{L}_][\w.-]*)(?:\/[\p{L}_][\w.-]*){0,5}|)$/u;

function fieldName(value: unknown, where: string): string {
  const name = text(value, where, "field");
  if (name.length > 200 || !FIELD.test(name))
    throw wrong(
      `${where}/field`,
      showValue(value),
      'the name of a child, "@" and an attribute, or "" for the own text',
    );
  return name;
}

/** XML has no character for most control codes. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

function fieldValue(value: unknown, where: string): FieldValue {
  const isNumbers = Array.isArray(value) && value.every((x) => typeof x === "number");
  if (value === null || isNumbers || ["string", "number", "boolean"].includes(typeof value)) {
    if (typeof value === "string" && FORBIDDEN.test(value))
      throw wrong(`${where}/value`, "a control character", "characters that XML allows");
    return value as FieldValue;
  }
  throw wrong(
    `${where}/value`,
    showValue(value),
    "a text, a number, a list of numbers, true, false, or null to remove it",
  );
}

function numbers(value: unknown, count: number, standard: readonly number[], where: string): readonly number[] {
  if (value === undefined) return standard;
  const isRight = Array.isArray(value) && value.length === count && value.every((x) => Number.isFinite(x));
  if (!isRight || (count === 4 && value.every((x) => x === 0)))
    throw wrong(where, showValue(value), `${count} finite numbers`);
  return value as number[];
}

function neighbours(draft: Draft, { before, after }: Fields, where: string) {
  const find = (id: unknown, field: string): SourceElement | undefined =>
    id === undefined ? undefined : draft.element(text(id, where, field), where);
  return { before: find(before, "before"), after: find(after, "after") };
}

/** One element as XML; its comments are left out. */
function readFragment(xml: string, where: string, limits: DocumentLimits): NewElement {
  try {
    return describe(new XmlDocument(xml, undefined, limits).root);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    const { code, found, allowed, advice } = problem;
    throw new SimError(code, { where: `${where}/xml`, found, allowed, advice });
  }
}

const describe = ({ name, attributes, text: own, children }: XmlElement): NewElement => ({
  name,
  attributes: Object.fromEntries(attributes),
  text: trimXml(own),
  children: children.map(describe),
});

/** NAME-2, NAME-3, ... */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/-\d+$/, "");
  let n = 2;
  while (taken.has(`${stem}-${n}`)) n++;
  return `${stem}-${n}`;
}
