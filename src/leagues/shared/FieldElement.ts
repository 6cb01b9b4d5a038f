// What the elements of all leagues' fields share (E1): materials of their parts, and how much a field counts towards the limits of a
// document.

import { describeEntity, type Entity, type EntityInput } from "../../describe/entity/Entity.js";
import type { DocumentContext } from "../../describe/xml/DocumentContext.js";
import type { XmlReader } from "../../describe/xml/XmlReader.js";
import { type CarpetSize, carpetGrid } from "./CarpetTexture.js";
import { sizeElement } from "./FieldSizes.js";

/** Reads `<CarpetMaterial>`, `<GoalMaterial>`, ...: one element for each part in `defaults`. */
export function readMaterials<Materials extends { readonly [K in keyof Materials]: string }>(
  element: XmlReader,
  context: DocumentContext,
  defaults: Materials,
): Materials {
  const read = Object.entries<string>(defaults).map(([part, material]) => {
    const named = element.child(`${sizeElement(part)}Material`);
    return [part, named ? context.checkMaterial(named) : material];
  });
  return Object.fromEntries(read) as Materials;
}

/** The entity of a field. Throws if the document has too much; a carpet counts before it is drawn. */
export function readFieldEntity(
  element: XmlReader,
  context: DocumentContext,
  field: CarpetSize,
  make: () => EntityInput,
): Entity {
  element.finish();
  const { columns, rows } = carpetGrid(field);
  context.count("texels", element, columns * rows);
  const entity = element.at(() => describeEntity(make()));
  context.count("bodies", element, entity.bodies.length);
  for (const { solids } of entity.bodies) context.count("solids", element, solids.length);
  return entity;
}
