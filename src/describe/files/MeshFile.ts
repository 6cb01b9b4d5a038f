// Reads the triangles of a <Mesh> (R4): <Vertices> and <Triangles>, or an OBJ or STL <File>. <Scale> is one number or x y z.
// A file's numbers are taken as metres: a file in mm needs a Scale of 0.001.

import type { MeshShape } from "../entity/Solid.js";
import { showValue } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import { decodeText, readNamedFile } from "./DocumentFile.js";
import { parseObj } from "./MeshFileObj.js";
import { parseStl } from "./MeshFileStl.js";

export interface MeshData {
  readonly vertices: readonly number[];
  readonly triangles: readonly number[];
}

export function readMesh(solid: XmlReader, context: DocumentContext): MeshShape {
  const scale = readScale(solid);
  const file = solid.child("File");
  const [vertices, triangles] = [solid.child("Vertices"), solid.child("Triangles")];
  if (file && (vertices ?? triangles))
    throw solid.error(
      "PROPERTY_MISPLACED",
      { found: "<File> beside <Vertices> or <Triangles>", allowed: "either <File>, or <Vertices> and <Triangles>" },
      "File",
    );
  const data = file
    ? readMeshFile(file, context)
    : { vertices: solid.needed("Vertices").ownNumbers(), triangles: solid.needed("Triangles").ownNumbers() };
  context.count("triangles", file ?? solid, data.triangles.length / 3);
  return { kind: "Mesh", ...scaled(data, scale) };
}

function readMeshFile(element: XmlReader, context: DocumentContext): MeshData {
  const named = element.ownText();
  const maxTriangles = context.limits.triangles;
  const kind = /\.([A-Za-z]+)$/.exec(named.slice(-8))?.[1].toLowerCase();
  if (kind !== "obj" && kind !== "stl")
    throw element.error("KIND_UNKNOWN", { found: showValue(named), allowed: "a file that ends in .obj or .stl" });
  const file = readNamedFile(named, element, context);
  const data = element.at(() =>
    kind === "obj" ? parseObj(decodeText(file, element), maxTriangles) : parseStl(file.bytes, maxTriangles),
  );
  if (data.triangles.length === 0)
    throw element.error("MESH_MALFORMED", { found: `no triangle in ${showValue(named)}` });
  return data;
}

function readScale(solid: XmlReader): readonly number[] {
  const scale = solid.numbers("Scale") ?? [1];
  if (scale.length !== 1 && scale.length !== 3)
    throw solid.error("LENGTH_WRONG", { found: `${scale.length} numbers`, allowed: "one number, or x y z" }, "Scale");
  if (scale.includes(0)) throw solid.error("VALUE_OUT_OF_RANGE", { found: 0, allowed: "any number except 0" }, "Scale");
  return scale.length === 1 ? [scale[0], scale[0], scale[0]] : scale;
}

function scaled({ vertices, triangles }: MeshData, scale: readonly number[]): MeshData {
  const isMirror = scale[0] * scale[1] * scale[2] < 0;
  return {
    vertices: vertices.map((v, i) => v * scale[i % 3]),
    // a mirrored triangle would face inwards
    triangles: isMirror ? triangles.map((_, i) => triangles[i - (i % 3) + [0, 2, 1][i % 3]]) : triangles,
  };
}
