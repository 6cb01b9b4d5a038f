import { describe, expect, test } from "vitest";
import { filesOf, readRobot } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { type MeshShape, meshVolume } from "../entity/Solid.js";
import type { FileReader } from "../xml/DocumentContext.js";

const OBJ = `# a tetrahedron
o thing
v 0 0 0
v 1.0 0 0 1.0
v 0 1 0
v 0 0 1
vn 0 0 1
usemtl red
f 1/1/1 3/2/1 2/3/1
f 1//1 2//1 4//1
f -4 -1 -2
f 2 3 4
`;
const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];

const textStl = (): string =>
  `solid thing\n${FACES.map(
    (face) =>
      `facet normal 0 0 0\n outer loop\n${face.map((i) => `  vertex ${CORNERS[i].join(" ")}`).join("\n")}\n endloop\nendfacet`,
  ).join("\n")}\nendsolid thing\n`;

function binaryStl(header = "solid but binary"): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * FACES.length);
  bytes.set(new TextEncoder().encode(header));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, FACES.length, true);
  FACES.forEach((face, f) => {
    face.forEach((i, corner) => {
      CORNERS[i].forEach((x, axis) => {
        view.setFloat32(84 + 50 * f + 12 + 12 * corner + 4 * axis, x, true);
      });
    });
  });
  return bytes;
}

const FILES = filesOf({
  "a.obj": OBJ,
  "parts/a.STL": textStl(),
  "b.stl": binaryStl(),
  "quad.obj": "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 1\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n",
  "empty.obj": "# nothing",
  "bad.obj": "v 0 0\n",
  "range.obj": "v 0 0 0\nf 1 2 3\n",
  "bad.stl": "hello",
  "short.stl": binaryStl().slice(0, 200),
  "word.stl": "solid x\nvertex 1 2 three",
  "latin.obj": new Uint8Array([0x76, 0xff, 0xfe]),
  "a.dae": "x",
});

function meshOf(inside: string, readFile: FileReader | undefined = FILES): MeshShape {
  const robot = readRobot({ inTrunk: `<Mesh name="M">${inside}</Mesh>` }, { readFile, limits: { triangles: 10 } });
  return robot.entity.bodies[1].solids[1].shape as MeshShape;
}

describe("[R4] Mesh", () => {
  test.each(["a.obj", "parts/a.STL", "b.stl", "./a.obj"])("%s is a tetrahedron", (file) => {
    const mesh = meshOf(`<File> ${file} </File>`);
    expect(mesh.vertices).toHaveLength(12);
    expect(mesh.triangles).toHaveLength(12);
    expect(meshVolume(mesh)).toBeCloseTo(1 / 6, 12);
  });

  test("faces of four corners become two triangles", () => {
    const mesh = meshOf("<File>quad.obj</File>");
    expect(mesh.triangles).toHaveLength(18);
    expect(meshVolume(mesh)).toBeCloseTo(1 / 3, 12);
  });

  test.each([
    ["<Scale>0.001</Scale>", 1e-9],
    ["<Scale>2 3 4</Scale>", 24],
    // a mirror image has its outside outside
    ["<Scale>-1 1 1</Scale>", 1],
    ["<Scale>-2</Scale>", 8],
  ])("%s", (scale, factor) => {
    expect((6 * meshVolume(meshOf(`<File>a.obj</File>${scale}`))) / factor).toBeCloseTo(1, 9);
  });

  test.each([
    ["FILE_MISSING", "<File>none.obj</File>"],
    ["FILE_MISSING", "<File>latin.obj</File>"],
    ["FILE_FORBIDDEN", "<File>../a.obj</File>"],
    ["FILE_FORBIDDEN", "<File>parts/../a.obj</File>"],
    ["FILE_FORBIDDEN", "<File>/etc/a.obj</File>"],
    ["FILE_FORBIDDEN", "<File>C:\\a.obj</File>"],
    ["FILE_FORBIDDEN", "<File>http://x/a.obj</File>"],
    ["KIND_UNKNOWN", "<File>a.dae</File>"],
    ["MESH_MALFORMED", "<File>empty.obj</File>"],
    ["MESH_MALFORMED", "<File>bad.obj</File>"],
    ["MESH_MALFORMED", "<File>range.obj</File>"],
    ["MESH_MALFORMED", "<File>bad.stl</File>"],
    ["MESH_MALFORMED", "<File>word.stl</File>"],
    ["MESH_MALFORMED", "<File>short.stl</File>"],
    ["PROPERTY_MISPLACED", "<File>a.obj</File><Vertices>0 0 0</Vertices>"],
    ["LENGTH_WRONG", "<File>a.obj</File><Scale>1 2</Scale>"],
    ["VALUE_OUT_OF_RANGE", "<File>a.obj</File><Scale>1 0 1</Scale>"],
    ["ELEMENT_MISSING", ""],
  ])("%s: %s", (code, inside) => {
    expect(refusal(() => meshOf(inside))).toMatchObject({ code, line: 5 });
  });

  test("[E1] without an assets directory no file is read", () => {
    expect(refusal(() => readRobot({ inTrunk: '<Mesh name="M"><File>a.obj</File></Mesh>' }))).toMatchObject({
      code: "FILE_FORBIDDEN",
      allowed: "data within the document",
    });
  });

  test("[R11] files count against the limits", () => {
    const parts = { inTrunk: '<Mesh name="M"><File>a.obj</File></Mesh>' };
    expect(refusal(() => readRobot(parts, { readFile: FILES, limits: { triangles: 3 } })).code).toBe(
      "TOO_MANY_TRIANGLES",
    );
    const large = filesOf({ "a.obj": " ".repeat(2000) });
    expect(refusal(() => readRobot(parts, { readFile: large, limits: { bytes: 1500 } }))).toMatchObject({
      code: "DOCUMENT_TOO_LARGE",
      line: 5,
    });
    const twice = { inTrunk: '<Mesh name="M"><File>a.obj</File></Mesh><Mesh name="N"><File>b.stl</File></Mesh>' };
    expect(refusal(() => readRobot(twice, { readFile: FILES, limits: { triangles: 7 } })).code).toBe(
      "TOO_MANY_TRIANGLES",
    );
  });
});
