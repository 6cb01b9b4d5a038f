// Parses STL files, binary and text. Corners at exactly the same position become one vertex. Normals are not read.

import { SimError, showValue } from "../SimError.js";
import { parseNumber } from "../xml/NumberText.js";
import type { MeshData } from "./MeshFile.js";

const HEADER = 80;
const FACET = 50;

export function parseStl(bytes: Uint8Array, maxTriangles: number): MeshData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // a binary file is recognized by its length, because the header of many begins with "solid" too
  const count = bytes.length >= HEADER + 4 ? view.getUint32(HEADER, true) : -1;
  if (count >= 0 && bytes.length === HEADER + 4 + count * FACET)
    return parseBinary(view, Math.min(count, maxTriangles + 1));
  const text = new TextDecoder("utf-8").decode(bytes);
  if (!/^\s*solid\b/.test(text))
    throw new SimError("MESH_MALFORMED", {
      where: "",
      found: `${bytes.length} bytes`,
      allowed: "an STL file, binary or text",
    });
  return parseText(text, maxTriangles);
}

/** 80 bytes of header, a uint32 count, then for each facet 12 float32 (normal, three corners) and two bytes. */
function parseBinary(view: DataView, count: number): MeshData {
  const welder = new Welder();
  for (let i = 0; i < count; i++)
    for (let corner = 0; corner < 3; corner++) {
      const at = HEADER + 4 + i * FACET + 12 + 12 * corner;
      welder.add(view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true));
    }
  return welder;
}

function parseText(text: string, maxTriangles: number): MeshData {
  const welder = new Welder();
  const words = text.split(/\s+/);
  for (let i = 0; i < words.length && welder.triangles.length <= 3 * maxTriangles; i++) {
    if (words[i] !== "vertex") continue;
    const corner = words.slice(i + 1, i + 4);
    try {
      welder.add(parseNumber(corner[0] ?? ""), parseNumber(corner[1] ?? ""), parseNumber(corner[2] ?? ""));
    } catch {
      throw new SimError("MESH_MALFORMED", { where: "", found: `vertex ${showValue(corner.join(" "))}` });
    }
    i += 3;
  }
  return welder;
}

/** Merges corners at the same position into one vertex. */
class Welder implements MeshData {
  readonly vertices: number[] = [];
  readonly triangles: number[] = [];
  readonly #known = new Map<string, number>();

  add(x: number, y: number, z: number): void {
    // adding 0 makes -0 equal to 0
    const key = `${x + 0} ${y + 0} ${z + 0}`;
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.vertices.length / 3;
      this.#known.set(key, index);
      this.vertices.push(x, y, z);
    }
    this.triangles.push(index);
  }
}
