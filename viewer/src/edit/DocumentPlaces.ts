// Looks into the document's tree: elements by id, their values and places.

import type { ElementView } from "../../../src/describe/edit/DocumentView.js";
import { ELEMENT_FIELDS } from "../../../src/describe/edit/ElementFields.js";
import { fromAxisAngle } from "../../../src/math/Quat.js";
import type { EditMark } from "../world3d/marks/EditMarks.js";

type Place = readonly [number, number, number];

export function* elementsOf(view: ElementView): IterableIterator<ElementView> {
  yield view;
  for (const child of view.children) yield* elementsOf(child);
}

export const findElement = (root: ElementView, id: string | undefined): ElementView | undefined => {
  for (const one of elementsOf(root)) if (one.id === id) return one;
  return undefined;
};

/** "@name", "Position", "Texture/TileSize". Vectors of x, y, z elements are given on one line. */
export function fieldText(view: ElementView, field: string): string {
  if (field.startsWith("@")) return view.attributes[field.slice(1)] ?? "";
  let one: ElementView | undefined = view;
  for (const name of field.split("/")) one = one?.children.find((child) => child.name === name);
  if (!one) return "";
  const parts = ["x", "y", "z"].map((name) => one.children.find((child) => child.name === name)?.text?.trim());
  return parts.every((part) => part !== undefined) ? parts.join(" ") : (one.text?.trim() ?? "");
}

const numbersOf = (text: string): Place | undefined => {
  const numbers = text.split(/[\s,]+/).map(Number);
  return text !== "" && numbers.length === 3 && numbers.every(Number.isFinite)
    ? (numbers as unknown as Place)
    : undefined;
};

/** The middle of everything in it that has a place. Undefined: it has none. */
export function placeOf(view: ElementView): Place | undefined {
  if (view.name === "Robot") return numbersOf(fieldText(view, "Offset")) ?? [0, 0, 0];
  const places = [...elementsOf(view)].flatMap((one) => {
    const place = numbersOf(fieldText(one, "Position"));
    return place ? [place] : [];
  });
  if (places.length === 0) return undefined;
  return [0, 1, 2].map((k) => places.reduce((sum, one) => sum + one[k], 0) / places.length) as unknown as Place;
}

export const labelOf = ({ attributes, name }: ElementView): string => attributes.name ?? name;

/** The field of an element that shows a problem: the field itself, or the first part of it. Undefined: none. */
export function rowOf(element: string, field: string | undefined): string | undefined {
  const fields = (Object.hasOwn(ELEMENT_FIELDS, element) ? ELEMENT_FIELDS[element] : []).map((one) => one.field);
  return fields.find((one) => one === field) ?? fields.find((one) => field && one.startsWith(`${field}/`));
}

const MARKED: readonly string[] = ["Light", "Camera", "Spawn", "Trigger"];

/** What has no body, as marks in the 3D view. */
export function marksOf(root: ElementView, selected: readonly string[]): readonly EditMark[] {
  const all = root.children.flatMap((child) => (child.name === "Include" ? child.children : [child]));
  return all.flatMap((one) => {
    const place = placeOf(one);
    const isMarked = MARKED.includes(one.name) && (place || one.name === "Trigger");
    if (!isMarked) return [];
    const [kind, isSelected] = [one.name as EditMark["kind"], selected.includes(one.id)];
    return [{ kind, name: labelOf(one), place: place ?? [0, 0, 0], turn: turnOf(one), isSelected }];
  });
}

function turnOf(view: ElementView): EditMark["turn"] {
  const angle = Number(fieldText(view, "Orientation/angle").replace(/f$/, ""));
  const axis = numbersOf(fieldText(view, "Orientation/axis"));
  if (!axis || !Number.isFinite(angle) || axis.every((x) => x === 0)) return [0, 0, 0, 1];
  return [...fromAxisAngle(axis, angle)];
}
