// <SoccerField name="" type=""> of a world file (E1, F1): the type of the field, sizes that replace those of the type, materials.

import { describeEntity } from "../../../describe/entity/Entity.js";
import { SimError, unknownName } from "../../../describe/SimError.js";
import type { WorldFile } from "../../../describe/world/WorldFile.js";
import type { GuestContent, GuestElement } from "../../../describe/world/WorldGuest.js";
import type { DocumentContext } from "../../../describe/xml/DocumentContext.js";
import type { XmlReader } from "../../../describe/xml/XmlReader.js";
import { carpetGrid } from "../../shared/CarpetTexture.js";
import {
  describeField,
  FIELD_SIZES,
  FIELD_TYPES,
  type FieldGeometry,
  type FieldType,
  sizeElement,
} from "./FieldGeometry.js";
import { FIELD_MATERIALS, soccerField } from "./SoccerField.js";

export const SOCCER_FIELD: GuestElement<FieldGeometry> = {
  guest: "ssl",
  element: "SoccerField",
  defaultName: "Field",
  read: readSoccerField,
};

/** The sizes of a world's soccer field; undefined: it has none. */
export function fieldIn({ guests }: WorldFile): FieldGeometry | undefined {
  return guests.find(({ guest }) => guest === SOCCER_FIELD.guest)?.settings as FieldGeometry | undefined;
}

function readSoccerField(element: XmlReader, name: string, context: DocumentContext): GuestContent<FieldGeometry> {
  const field = readGeometry(element);
  const material = (child: string): string | undefined => {
    const named = element.child(child);
    return named && context.checkMaterial(named);
  };
  const materials = {
    carpet: material("CarpetMaterial") ?? FIELD_MATERIALS.carpet,
    wall: material("WallMaterial") ?? FIELD_MATERIALS.wall,
    goal: material("GoalMaterial") ?? FIELD_MATERIALS.goal,
  };
  element.finish();
  const { columns, rows } = carpetGrid(field);
  context.count("texels", element, columns * rows);
  const entity = element.at(() => describeEntity(soccerField(name, field, materials)));
  context.count("bodies", element, entity.bodies.length);
  for (const { solids } of entity.bodies) context.count("solids", element, solids.length);
  return { settings: field, entity };
}

function readGeometry(element: XmlReader): FieldGeometry {
  const type = element.neededAttribute("type") as FieldType;
  if (!FIELD_TYPES.includes(type)) throw element.place(unknownName("KIND_UNKNOWN", "", type, FIELD_TYPES));
  const sizes = Object.fromEntries(FIELD_SIZES.map((size) => [size, element.number(sizeElement(size))]));
  try {
    return describeField({ type, ...sizes });
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    // the wrong size may be missing in the element: then the error refers to the whole field
    const child = problem.where.split("/")[1];
    throw element.place(problem, element.has(child) ? child : undefined);
  }
}
