// Parses Wavefront OBJ files: the vertices and faces of all groups. A face with more than three corners becomes a fan of
// triangles. Normals, textures and materials are not read.

import { SimError, showValue } from "../SimError.js";
import { parseNumber } from "../xml/NumberText.js";
import type { MeshData } from "./MeshFile.js";

export function parseObj(text: string, maxTriangles: number): MeshData {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const lines = text.split(/\r\n|[\r\n]/);
  for (const [i, line] of lines.entries()) {
    const words = line
      .split("#", 1)[0]
      .split(/[ \t]+/)
      .filter((word) => word !== "");
    try {
      if (words[0] === "v") addVertex(words, vertices);
      else if (words[0] === "f") addFace(words, vertices.length / 3, triangles);
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      throw new SimError("MESH_MALFORMED", { where: "", found: `${showValue(line.slice(0, 60))} in line ${i + 1}` });
    }
    if (triangles.length > 3 * maxTriangles) break;
  }
  return { vertices, triangles };
}

function addVertex(words: readonly string[], vertices: number[]): void {
  // a fourth number is a weight, and three more are a colour: both are ignored
  if (words.length < 4) throw new SimError("MESH_MALFORMED", { where: "", found: "fewer than 3 numbers" });
  vertices.push(parseNumber(words[1]), parseNumber(words[2]), parseNumber(words[3]));
}

/** Corners are v, v/vt, v//vn or v/vt/vn. Vertices count from 1; negative numbers count back from the last vertex. */
function addFace(words: readonly string[], count: number, triangles: number[]): void {
  const corners = words.slice(1).map((word) => {
    const number = parseNumber(word.split("/", 1)[0]);
    const index = number < 0 ? count + number : number - 1;
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw new SimError("MESH_MALFORMED", { where: "", found: `vertex ${number}` });
    return index;
  });
  if (corners.length < 3) throw new SimError("MESH_MALFORMED", { where: "", found: "fewer than 3 corners" });
  for (let i = 2; i < corners.length; i++) triangles.push(corners[0], corners[i - 1], corners[i]);
}
