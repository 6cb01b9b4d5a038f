// Reads solids (R4, M2).

import type { Vec3 } from "../../math/Vec3.js";
import { checkSize } from "../Check.js";
import { readMesh } from "../files/MeshFile.js";
import { showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { ElementReader } from "../xml/ElementReader.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { Shape, SolidInput } from "./Solid.js";
import { readTexture } from "./TextureElement.js";

export const SOLID_ELEMENTS = [
  "Box",
  "Sphere",
  "Ellipsoid",
  "Cylinder",
  "CappedCylinder",
  "Plane",
  "Mesh",
  "Heightfield",
] as const;
type SolidElement = (typeof SOLID_ELEMENTS)[number];

export function readSolid(solid: XmlReader, name: string, context: DocumentContext): SolidInput {
  context.count("solids", solid);
  const material = solid.child("Material");
  const input = {
    name,
    mass: solid.number("Mass"),
    position: solid.vector("Position"),
    orientation: solid.orientation("Orientation"),
    material: material?.attempt(() => context.checkMaterial(material)),
    color: solid.part(() => readColor(solid)),
    texture: readTexture(solid, context),
    visible: solid.flag("Visible"),
    collide: solid.flag("Collide"),
    rays: solid.flag("Rays"),
    frictionAxis: solid.vector("FrictionAxis"),
    surfaceVelocity: solid.vector("SurfaceVelocity"),
    shape: readShape(solid, context),
  };
  solid.finish();
  return input;
}

/** `context` is needed for meshes and heightfields. */
export function readShape(solid: XmlReader, context?: DocumentContext): Shape {
  // a failed size is recorded, and the solid is not used
  const size = (child: string): number =>
    solid.part(() => {
      const element = solid.needed(child);
      const value = element.ownNumber();
      return element.at(() => checkSize(value, ""));
    }) ?? 1;
  const kind = solid.name as SolidElement;
  switch (kind) {
    case "Box":
    case "Ellipsoid": {
      const sides: Vec3 = [size("XSize"), size("YSize"), size("ZSize")];
      return { kind, size: sides };
    }
    case "Sphere":
      return { kind, radius: size("Radius") };
    case "Cylinder":
    case "CappedCylinder":
      return { kind, radius: size("Radius"), length: size("Length") };
    case "Plane":
      return { kind };
    case "Mesh":
      return readMesh(solid, context as DocumentContext);
    case "Heightfield": {
      const grid = { min: 2, max: 100_000, whole: true };
      const [rows, columns] = [solid.needed("Rows").ownNumber(grid), solid.needed("Columns").ownNumber(grid)];
      context?.count("triangles", solid, 2 * (rows - 1) * (columns - 1));
      const sides = [size("XSize"), size("YSize")] as const;
      return { kind, rows, columns, size: sides, heights: solid.needed("Heights").ownNumbers() };
    }
  }
}

type Rgb = readonly [number, number, number];

/** Reads <Color>: `r g b` from 0 to 255, or #rrggbb. */
export function readColor(owner: ElementReader): Rgb | undefined {
  const text = owner.text("Color")?.trim();
  if (text === undefined) return undefined;
  const hex = /^#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})$/.exec(text)?.slice(1);
  const isNumbers = !/[^\d\s,.+\-eEf]/.test(text);
  const rgb = hex ? hex.map((pair) => Number.parseInt(pair, 16)) : isNumbers ? owner.numbers("Color") : [];
  if (rgb?.length === 3 && rgb.every((x) => x >= 0 && x <= 255)) return Object.freeze([...rgb]) as unknown as Rgb;
  const allowed = "r g b from 0 to 255, or #rrggbb";
  throw owner.error("VALUE_OUT_OF_RANGE", { found: showValue(text), allowed }, "Color");
}
