import { encode } from "fast-png";
import { afterEach, describe, expect, test } from "vitest";
import { filesOf, readRobot } from "../../../testing/builders/Documents.js";
import { cubeMesh } from "../../../testing/builders/Meshes.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { boxShape, disposeWorlds, makeWorld, objectOf, staticOf } from "../../../testing/builders/SmallWorlds.js";
import { renameRobot } from "../robot/RobotDescription.js";
import type { DocumentOptions } from "../xml/DocumentContext.js";
import { describeEntity } from "./Entity.js";
import { describeSolid } from "./Solid.js";
import type { Texture, TextureInput } from "./Texture.js";

afterEach(disposeWorlds);

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const PNG = encode({ width: 2, height: 1, data: Uint8Array.of(...RED, ...BLUE) });
const BASE64 = btoa(String.fromCharCode(...PNG));
const FILES = filesOf({
  "top.png": PNG,
  "parts/top.png": PNG,
  "no.png": "hello",
  "wide.png": encode({ width: 2049, height: 1, channels: 1, data: new Uint8Array(2049) }),
});

const box = (texture: string, name = "Plate", kind = "Box") =>
  `<${kind} name="${name}"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize><Texture>${texture}</Texture></${kind}>`;
const robotWith = (inTrunk: string, options: Partial<DocumentOptions> = {}) =>
  readRobot({ inTrunk }, { readFile: FILES, ...options });
const textureOf = (texture: string, options: Partial<DocumentOptions> = {}) =>
  robotWith(box(texture), options).entity.bodies[1].solids[1].texture as Texture;
const refuse = (texture: string, options: Partial<DocumentOptions> = {}) => refusal(() => textureOf(texture, options));
const pixel = ({ pixels, width }: Texture, column: number, row: number) =>
  [...pixels.subarray(4 * (row * width + column))].slice(0, 4);

describe("[S3] <Texture>", () => {
  test.each(["<File>top.png</File>", "<File> parts/top.png </File>", `<Data>${BASE64}</Data>`])(
    "%s gives the picture's pixels",
    (source) => {
      const texture = textureOf(source);
      expect(texture).toMatchObject({ width: 2, height: 1, tileM: undefined });
      expect([pixel(texture, 0, 0), pixel(texture, 1, 0)]).toEqual([RED, BLUE]);
    },
  );

  test("base64 may be broken into lines", () => {
    expect(textureOf(`<Data>\n ${BASE64.slice(0, 20)}\n ${BASE64.slice(20)} </Data>`).width).toBe(2);
  });

  test("a tile has a size in metres", () => {
    expect(textureOf("<File>top.png</File><TileSize>0.5 0.25</TileSize>").tileM).toEqual([0.5, 0.25]);
  });

  test("a checker's squares change colour side by side and row by row, from the left upper one", () => {
    const checker = "<Checker><Colors>#ff0000 #0000ff</Colors><Squares>4 2</Squares></Checker>";
    const texture = textureOf(checker);
    const side = texture.width / 4;
    expect(texture.height).toBe(2 * side);
    for (let row = 0; row < 2; row++)
      for (let column = 0; column < 4; column++)
        for (const [x, y] of [
          [0, 0],
          [side - 1, side - 1],
        ])
          expect(pixel(texture, column * side + x, row * side + y)).toEqual((row + column) % 2 === 0 ? RED : BLUE);
  });

  test("stripes stand side by side, as many as there are colours unless counted", () => {
    const texture = textureOf("<Stripes><Colors>#ff0000 #0000ff #00ff00</Colors></Stripes>");
    const side = texture.width / 3;
    expect([0, 1, 2].map((i) => pixel(texture, i * side, 0))).toEqual([RED, BLUE, [0, 255, 0, 255]]);
    const five = textureOf("<Stripes><Colors>#ff0000 #0000ff</Colors><Count>5</Count></Stripes>");
    expect(pixel(five, five.width - 1, five.height - 1)).toEqual(RED);
  });

  test("the same file on two solids is read once", () => {
    let reads = 0;
    const readFile = (path: string) => {
      reads++;
      return FILES(path);
    };
    const { entity } = robotWith(box("<File>top.png</File>", "A") + box("<File>top.png</File>", "B"), { readFile });
    const [a, b] = entity.bodies[1].solids.filter(({ texture }) => texture !== undefined);
    expect(a.texture).toBe(b.texture);
    expect(reads).toBe(1);
  });

  test.each([
    ["<File>missing.png</File>", "FILE_MISSING", "Texture/File"],
    ["<File>../top.png</File>", "FILE_FORBIDDEN", "Texture/File"],
    ["<File>no.png</File>", "TEXTURE_UNREADABLE", "Texture/File"],
    ["<File>wide.png</File>", "TEXTURE_TOO_LARGE", "Texture/File"],
    ["<Data>%%%</Data>", "TEXTURE_UNREADABLE", "Texture/Data"],
    ["<Data>aGVsbG8=</Data>", "TEXTURE_UNREADABLE", "Texture/Data"],
    ["", "ELEMENT_MISSING", "Texture"],
    [`<File>top.png</File><Data>${BASE64}</Data>`, "PROPERTY_MISPLACED", "Texture"],
    ["<File>top.png</File><TileSize>1</TileSize>", "LENGTH_WRONG", "Texture/TileSize"],
    ["<File>top.png</File><TileSize>1 0</TileSize>", "SIZE_NOT_POSITIVE", "Texture/TileSize"],
    ["<File>top.png</File><Tile>1 1</Tile>", "ELEMENT_UNKNOWN", "Texture/Tile"],
    ["<Checker><Colors>#fff #000000</Colors><Squares>2 2</Squares></Checker>", "VALUE_OUT_OF_RANGE", "Checker/Colors"],
    ["<Checker><Colors>#ffffff</Colors><Squares>2 2</Squares></Checker>", "LENGTH_WRONG", "Checker/Colors"],
    [
      "<Checker><Colors>#ffffff #000000</Colors><Squares>0 2</Squares></Checker>",
      "VALUE_OUT_OF_RANGE",
      "Checker/Squares",
    ],
    [
      "<Checker><Colors>#ffffff #000000</Colors><Squares>257 1</Squares></Checker>",
      "VALUE_OUT_OF_RANGE",
      "Checker/Squares",
    ],
    ["<Checker><Colors>#ffffff #000000</Colors><Squares>2</Squares></Checker>", "LENGTH_WRONG", "Checker/Squares"],
    ["<Checker><Squares>2 2</Squares></Checker>", "ELEMENT_MISSING", "Texture/Checker"],
  ])("refuses %s with %s", (texture, code, where) => {
    const error = refuse(texture);
    expect(error.code).toBe(code);
    expect(error.where).toContain(where);
    expect(error.line).toBe(5);
  });

  test("without an assets directory no file is read", () => {
    expect(refusal(() => readRobot({ inTrunk: box("<File>top.png</File>") })).code).toBe("FILE_FORBIDDEN");
  });

  test("[R11] all textures of a document together have a limit", () => {
    const stripes = "<Stripes><Colors>#ffffff #000000</Colors></Stripes>";
    const { width, height } = textureOf(stripes);
    const limits = { texels: width * height };
    expect(textureOf(stripes, { limits }).width).toBe(width);
    const two = box(stripes, "A") + box(stripes, "B");
    expect(refusal(() => robotWith(two, { limits }))).toMatchObject({ code: "TOO_MANY_TEXELS", line: 5 });
  });

  test("a mesh takes no texture", () => {
    const mesh =
      '<Mesh name="M"><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>0 2 1 0 1 3 0 3 2 1 2 3</Triangles>';
    const error = refusal(() => robotWith(`${mesh}<Texture><File>top.png</File></Texture></Mesh>`));
    expect(error).toMatchObject({ code: "TEXTURE_UNMAPPED", found: "a Mesh", line: 5 });
  });
});

describe("[S3] textures as data", () => {
  const texture: TextureInput = { width: 1, height: 2, pixels: new Uint8Array(8).fill(7), tileM: [1, 2] };
  const solid = (more: object) =>
    describeSolid({ name: "S", shape: boxShape(1), texture: { ...texture, ...more } as TextureInput }, "r", false);

  test("are copied once and stay the same object through every description", () => {
    const pixels = new Uint8Array(8).fill(7);
    const entity = describeEntity(objectOf("one", boxShape(1), { texture: { ...texture, pixels } }));
    pixels[0] = 0;
    const made = entity.bodies[0].solids[0].texture as Texture;
    expect(made.pixels[0]).toBe(7);
    expect(Object.isFrozen(made)).toBe(true);
    const twin = describeEntity({ ...entity, name: "twin" });
    expect(twin.bodies[0].solids[0].texture).toBe(made);
    const robot = robotWith(box("<File>top.png</File>"));
    const renamed = renameRobot(robot, "Other");
    expect(renamed.entity.bodies[1].solids[1].texture).toBe(robot.entity.bodies[1].solids[1].texture);
  });

  test.each([
    [{ width: 0 }, "TEXTURE_TOO_LARGE", "r/S/Texture"],
    [{ width: 1.5 }, "TEXTURE_TOO_LARGE", "r/S/Texture"],
    [{ height: 4096 }, "TEXTURE_TOO_LARGE", "r/S/Texture"],
    [{ width: "1" }, "TYPE_WRONG", "r/S/Texture/width"],
    [{ height: 3 }, "LENGTH_WRONG", "r/S/Texture/pixels"],
    [{ pixels: [1, 2, 3] }, "TYPE_WRONG", "r/S/Texture/pixels"],
    [{ tileM: [1, -1] }, "SIZE_NOT_POSITIVE", "r/S/Texture/TileSize"],
    [{ tileM: [1] }, "LENGTH_WRONG", "r/S/Texture/TileSize"],
    [{ tile: 1 }, "PROPERTY_UNKNOWN", "r/S/Texture/tile"],
  ])("refuses %j with %s", (more, code, where) => {
    expect(refusal(() => solid(more))).toMatchObject({ code, where });
  });

  test("JSON has one line that identifies the texture; threads get all pixels", () => {
    const large = { width: 256, height: 256, pixels: new Uint8Array(262144).fill(9) };
    const [one, same, other] = [large, large, { ...large, pixels: new Uint8Array(262144).fill(8) }].map(
      (input) => describeSolid({ name: "S", shape: boxShape(1), texture: input }, "r", false).texture as Texture,
    );
    expect(JSON.stringify(one).length).toBeLessThan(100);
    expect(JSON.stringify(same)).toBe(JSON.stringify(one));
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(one));
    expect(structuredClone(one)).toEqual(one);
  });

  test("refuses one on a mesh", () => {
    expect(refusal(() => describeSolid({ name: "S", shape: cubeMesh(1), texture }, "r", false))).toMatchObject({
      code: "TEXTURE_UNMAPPED",
      where: "r/S/Texture",
    });
  });

  test("do not affect the physics or its hash", async () => {
    const hashes: string[] = [];
    for (const looks of [{}, { texture }]) {
      const ground = staticOf("ground", { kind: "Plane" }, looks);
      const world = await makeWorld({
        entities: [ground, objectOf("box", boxShape(1), { ...looks, position: [0, 0, 2] })],
      });
      for (let i = 0; i < 50; i++) world.step();
      hashes.push(String(world.hash()));
    }
    expect(hashes[1]).toBe(hashes[0]);
  });
});
