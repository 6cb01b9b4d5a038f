// Reads <Materials> of a world (M3, E1): materials that add to or replace the shipped ones, and pairs of materials.

import { SimError } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { type ContactInput, type MaterialInput, MaterialMatrix, type PairInput } from "./Material.js";

interface MaterialList {
  readonly materials: readonly MaterialInput[];
  readonly pairs: readonly PairInput[];
  /** Names of all materials of the world, including the shipped ones. */
  readonly names: readonly string[];
}

export function readMaterials(lists: readonly XmlReader[], context: DocumentContext): MaterialList {
  const matrix = new MaterialMatrix();
  const materials = lists
    .flatMap((list) => list.children("Material"))
    .map((element) => readMaterial(element, matrix, context));
  // a pair may name a material that is defined later
  const pairs = lists
    .flatMap((list) => list.children("Pair"))
    .map((element) =>
      element.attempt(() => {
        const input = { a: element.neededAttribute("a"), b: element.neededAttribute("b"), ...readContact(element) };
        set(element, () => matrix.setPair(input));
        return input;
      }),
    );
  for (const list of lists) list.finish();
  const isRead = <T>(input: T | undefined): input is T => input !== undefined;
  return { materials: materials.filter(isRead), pairs: pairs.filter(isRead), names: matrix.names };
}

function readMaterial(element: XmlReader, matrix: MaterialMatrix, context: DocumentContext): MaterialInput | undefined {
  const name = element.part(() => context.checkName(element.neededAttribute("name"), element));
  const input = element.attempt(() => {
    const read = { name: name ?? "", ...readContact(element) };
    if (name !== undefined) set(element, () => matrix.setMaterial(read));
    return read;
  });
  // a material with an error still has a name that others may use
  if (name !== undefined && input === undefined) matrix.setMaterial({ name });
  return name === undefined ? undefined : input;
}

/** The values that the element gives; the matrix knows the defaults of the others. */
function readContact(element: XmlReader): ContactInput {
  const values: { -readonly [K in keyof ContactInput]: ContactInput[K] } = {};
  for (const [child, key] of VALUES) {
    const value = element.number(child);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

const VALUES: readonly (readonly [string, keyof ContactInput])[] = [
  ["Friction", "friction"],
  ["StaticFriction", "staticFriction"],
  ["Friction2", "friction2"],
  ["Slip", "slip"],
  ["Restitution", "restitution"],
  ["TangentialRestitution", "tangentialRestitution"],
  ["BounceSpeed", "bounceSpeed"],
  ["Rolling", "rolling"],
  ["Spinning", "spinning"],
  ["Stiffness", "stiffness"],
  ["Damping", "damping"],
];

/** Errors of the matrix name the wrong value by its path; here they get the place of its element. */
function set(element: XmlReader, change: () => void): void {
  try {
    change();
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    const last = problem.where.split("/").at(-1) ?? "";
    throw element.place(problem, element.has(last) ? last : undefined);
  }
}
