// Sizes of a field (F1), m: checked against each other, and read from the elements of a world file. Every league has its own list of
// sizes; sizes of the same name have the same limits.

import { checkNumber } from "../../describe/Check.js";
import { SimError } from "../../describe/SimError.js";
import type { XmlReader } from "../../describe/xml/XmlReader.js";

/** Name and unit of a size in error texts. */
export interface FieldWords<Size extends string> {
  readonly nameOf: (size: Size) => string;
  readonly unit: string;
  readonly perMetre: number;
}

export interface SizeCheck<Size extends string> {
  readonly names: readonly Size[];
  /** Sizes that may be 0: the field does not have the part. */
  readonly mayBeNone: readonly Size[];
  /** Place of errors; the name of the wrong size is added. */
  readonly where: string;
  readonly words?: FieldWords<Size>;
}

type Sizes<Size extends string> = Readonly<Record<Size | "fieldLength" | "fieldWidth", number>>;

/** m; large enough for a thousand robots. */
const MAX_SIDE = 200;
const MIN_SIDE = 0.1;
/** m: smaller values are mistakes in the unit. */
const MIN = 1e-3;

/** fieldLength is written `<FieldLength>`. */
export const sizeElement = (size: string): string => size[0].toUpperCase() + size.slice(1);
const DOCUMENT_WORDS: FieldWords<string> = { nameOf: sizeElement, unit: "m", perMetre: 1 };

/** Throws a SimError whose place ends in the name of the wrong size, by default its element. */
export function checkFieldSizes<Size extends string>(sizes: Sizes<Size>, check: SizeCheck<Size>): void {
  const { names, mayBeNone, where: owner, words = DOCUMENT_WORDS } = check;
  for (const size of names) {
    const where = `${owner}/${words.nameOf(size)}`;
    const value = checkNumber(sizes[size], where);
    const min = size === "fieldLength" || size === "fieldWidth" ? MIN_SIDE : MIN;
    const [max, why] = maxOf(sizes, size, words.nameOf as (size: string) => string);
    const none = mayBeNone.includes(size);
    if ((value >= min && value <= max) || (none && value === 0)) continue;
    const shown = (metres: number): number => Number((metres * words.perMetre).toPrecision(9));
    const allowed = `${none ? "0, or " : ""}${shown(min)} to ${shown(max)} ${words.unit}${why}`;
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: shown(value), allowed });
  }
}

/** The largest value that fits the other sizes, and why. */
function maxOf(
  { fieldLength, fieldWidth }: Sizes<never>,
  size: string,
  nameOf: (size: string) => string,
): readonly [number, string] {
  const shorter = Math.min(fieldLength, fieldWidth);
  switch (size) {
    case "goalWidth":
      return [0.9 * fieldWidth, `, 0.9 of the ${nameOf("fieldWidth")}`];
    case "penaltyAreaWidth":
      return [fieldWidth, `, the ${nameOf("fieldWidth")}`];
    case "penaltyAreaDepth":
      return [fieldLength / 2, `, half the ${nameOf("fieldLength")}`];
    case "goalCenterToPenaltyMark":
      return [fieldLength, `, the ${nameOf("fieldLength")}`];
    case "centerCircleRadius":
      return [shorter / 2, ", half the shorter side"];
    case "lineThickness":
    case "goalWallThickness":
      return [shorter / 25, ", a 25th of the shorter side"];
    default:
      return [MAX_SIDE, ""];
  }
}

/** Reads the elements of sizes and hands them to `describe`, whose errors get the line of the wrong element. */
export function readFieldSizes<Size extends string, Field>(
  element: XmlReader,
  names: readonly Size[],
  describe: (sizes: Readonly<Record<Size, number | undefined>>) => Field,
): Field {
  const sizes = Object.fromEntries(names.map((size) => [size, element.number(sizeElement(size))]));
  try {
    return describe(sizes as Record<Size, number | undefined>);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    // the wrong size may be missing in the element: then the error refers to the whole field
    const child = problem.where.split("/")[1];
    throw element.place(problem, element.has(child) ? child : undefined);
  }
}
