// <LeggedField name=""> of a world file (E1, F1, L4): sizes that replace those of 2005, materials.

import type { WorldFile } from "../../../describe/world/WorldFile.js";
import type { GuestContent, GuestElement } from "../../../describe/world/WorldGuest.js";
import type { DocumentContext } from "../../../describe/xml/DocumentContext.js";
import type { XmlReader } from "../../../describe/xml/XmlReader.js";
import { readFieldEntity, readMaterials } from "../../shared/FieldElement.js";
import { readFieldSizes } from "../../shared/FieldSizes.js";
import { LEGGED_MATERIALS, leggedField } from "./LeggedField.js";
import { describeLeggedField, LEGGED_SIZES, type LeggedGeometry } from "./LeggedGeometry.js";

export const LEGGED_FIELD: GuestElement<LeggedGeometry> = {
  guest: "legged",
  element: "LeggedField",
  defaultName: "Field",
  read: readLeggedField,
};

/** The sizes of a world's field; undefined: it has none. */
export function leggedFieldIn({ guests }: WorldFile): LeggedGeometry | undefined {
  return guests.find(({ guest }) => guest === LEGGED_FIELD.guest)?.settings as LeggedGeometry | undefined;
}

function readLeggedField(element: XmlReader, name: string, context: DocumentContext): GuestContent<LeggedGeometry> {
  const field = readFieldSizes(element, LEGGED_SIZES, (sizes) => describeLeggedField(sizes));
  const materials = readMaterials(element, context, LEGGED_MATERIALS);
  const entity = readFieldEntity(element, context, field, () => leggedField(name, field, materials));
  return { settings: field, entity };
}
