// <SoccerField name="" type=""> of a world file (E1, F1): the type of the field, sizes that replace those of the type, materials.

import { unknownName } from "../../../describe/SimError.js";
import type { WorldFile } from "../../../describe/world/WorldFile.js";
import type { GuestContent, GuestElement } from "../../../describe/world/WorldGuest.js";
import type { DocumentContext } from "../../../describe/xml/DocumentContext.js";
import type { XmlReader } from "../../../describe/xml/XmlReader.js";
import { readFieldEntity, readMaterials } from "../../shared/FieldElement.js";
import { readFieldSizes } from "../../shared/FieldSizes.js";
import { describeField, FIELD_SIZES, FIELD_TYPES, type FieldGeometry, type FieldType } from "./FieldGeometry.js";
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
  const materials = readMaterials(element, context, FIELD_MATERIALS);
  const entity = readFieldEntity(element, context, field, () => soccerField(name, field, materials));
  return { settings: field, entity };
}

function readGeometry(element: XmlReader): FieldGeometry {
  const type = element.neededAttribute("type") as FieldType;
  if (!FIELD_TYPES.includes(type)) throw element.place(unknownName("KIND_UNKNOWN", "", type, FIELD_TYPES));
  return readFieldSizes(element, FIELD_SIZES, (sizes) => describeField({ type, ...sizes }));
}
