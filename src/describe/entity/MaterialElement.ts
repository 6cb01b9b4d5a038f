// <Materials> of a world (M3, E1): materials of its own or in place of the shipped ones, and pairs of them.

import { SimError } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { type ContactInput, type MaterialInput, MaterialMatrix, type PairInput } from "./Material.js";

export interface MaterialList {
  readonly materials: readonly MaterialInput[];
  readonly pairs: readonly PairInput[];
  /** All there are then, the shipped ones too. */
  readonly names: readonly string[];
}

export function readMaterials(lists: readonly XmlReader[], context: DocumentContext): MaterialList {
  const matrix = new MaterialMatrix();
  const materials = lists
    .flatMap((list) => list.children("Material"))
    .map((element) => {
      const input = { name: context.checkName(element.neededAttribute("name"), element), ...readContact(element) };
      set(element, () => matrix.setMaterial(input));
      return input;
    });
  // a pair may name a material that comes later
  const pairs = lists
    .flatMap((list) => list.children("Pair"))
    .map((element) => {
      const input = { a: element.neededAttribute("a"), b: element.neededAttribute("b"), ...readContact(element) };
      set(element, () => matrix.setPair(input));
      return input;
    });
  for (const list of lists) list.finish();
  return { materials, pairs, names: matrix.names };
}

/** What is left out stays out: the matrix knows what then stands there. */
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
  ["Restitution", "restitution"],
  ["BounceSpeed", "bounceSpeed"],
  ["Rolling", "rolling"],
  ["Spinning", "spinning"],
  ["Stiffness", "stiffness"],
  ["Damping", "damping"],
];

/** The matrix says by path which value is wrong. */
function set(element: XmlReader, change: () => void): void {
  try {
    change();
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    const last = problem.where.split("/").at(-1) ?? "";
    throw element.place(problem, element.has(last) ? last : undefined);
  }
}
