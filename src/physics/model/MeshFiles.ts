// Large meshes as files of the engine (format MSH). The engine keeps what it derives from a file (hull, boxes, inertia) by the
// file's path, so that only the first model with a mesh pays for it: a path stands for the content of one mesh for ever.
// The hull of a large mesh has at most MAX_HULL corners.

import type { MeshShape } from "../../describe/entity/Solid.js";

export interface MeshFile {
  /** In the engine's file system. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Meshes with fewer vertices are written into the text. */
const LARGE = 500;
/** Vertices of the hull of a large mesh: enough for a smooth body, few enough for contacts that cost little. */
export const MAX_HULL = 256;
/** Bytes of files that are kept to find the same mesh in another document. */
const MAX_RECENT_BYTES = 16 << 20;

const known = new WeakMap<MeshShape, MeshFile>();
let recent: readonly MeshFile[] = [];
let count = 0;
let prefix = "/";

/** Makes the paths of this thread differ from those of others whose files it compiles too. */
export function useMeshPrefix(name: string): void {
  prefix = `/${name}-`;
}

/** Undefined: the mesh is small. */
export function meshFileOf(mesh: MeshShape): MeshFile | undefined {
  if (mesh.vertices.length < 3 * LARGE) return undefined;
  const old = known.get(mesh);
  if (old) return old;
  const bytes = encodeMesh(mesh);
  const same = recent.find((file) => isSame(file.bytes, bytes));
  const file = same ?? { path: `${prefix}mesh${count++}.msh`, bytes };
  known.set(mesh, file);
  recent = [file, ...recent.filter((one) => one !== file)];
  let sum = 0;
  recent = recent.filter((one) => {
    sum += one.bytes.length;
    return sum <= MAX_RECENT_BYTES;
  });
  return file;
}

/** Numbers of vertices, normals, texture coordinates and faces; then vertices and faces. */
function encodeMesh({ vertices, triangles }: MeshShape): Uint8Array {
  const bytes = new Uint8Array(16 + 4 * (vertices.length + triangles.length));
  new Int32Array(bytes.buffer, 0, 4).set([vertices.length / 3, 0, 0, triangles.length / 3]);
  new Float32Array(bytes.buffer, 16, vertices.length).set(vertices);
  new Int32Array(bytes.buffer, 16 + 4 * vertices.length, triangles.length).set(triangles);
  return bytes;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
