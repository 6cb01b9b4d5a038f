import { describe, expect, test } from "vitest";
import { FAKE_KINDS } from "../../../../testing/builders/Documents.js";
import { refusal } from "../../../../testing/builders/Refusal.js";
import type { BoxShape, Solid } from "../../../describe/entity/Solid.js";
import { readWorldDocument } from "../../../describe/world/WorldDocument.js";
import { carpetGrid, drawCarpet } from "../../shared/CarpetTexture.js";
import { sizeElement } from "../../shared/FieldSizes.js";
import { lineMesh } from "../../shared/LineMesh.js";
import { describeField, FIELD_SIZES, FIELD_TYPES, type FieldInput } from "./FieldGeometry.js";
import { fieldArcs, fieldDrawing, fieldLines, penaltyMarks } from "./FieldLines.js";
import { fieldIn, SOCCER_FIELD } from "./SoccerFieldElement.js";

const KINDS = { ...FAKE_KINDS, guestElements: [SOCCER_FIELD] };
const read = (inside: string) => readWorldDocument(`<World name="w">\n${inside}\n</World>`, { kinds: KINDS }).world;
const field = (type: string, inside = "") => `<SoccerField type="${type}">${inside}</SoccerField>`;
const solidsOf = (xml: string): Map<string, Solid> =>
  new Map(read(xml).physics.entities.flatMap(({ bodies }) => bodies.flatMap((b) => b.solids.map((s) => [s.name, s]))));

/** Where a box begins and ends along an axis, in whole tenths of a millimetre. */
function extent(solids: Map<string, Solid>, name: string, axis: 0 | 1 | 2): [number, number] {
  const { pose, shape } = solids.get(name) as Solid;
  const half = (shape as BoxShape).size[axis] / 2;
  return [pose.position[axis] - half, pose.position[axis] + half].map((x) => Math.round(1e4 * x) / 1e4) as never;
}

describe("[F1] sizes of fields", () => {
  test.each([
    ["2003", 2.8, 2.3, 0.7],
    ["division-a", 12, 9, 1.8],
    ["division-b", 9, 6, 1],
  ] as const)("%s is %d x %d m with goals of %d m", (type, fieldLength, fieldWidth, goalWidth) => {
    expect(fieldIn(read(field(type)))).toMatchObject({ type, fieldLength, fieldWidth, goalWidth });
  });

  test("every size may be replaced", () => {
    for (const size of FIELD_SIZES) {
      const value = describeField({ type: "division-b" })[size] * 0.9;
      const world = read(field("division-b", `<${sizeElement(size)}>${value}</${sizeElement(size)}>`));
      expect(fieldIn(world)).toEqual({ ...describeField({ type: "division-b" }), [size]: value });
    }
  });

  test.each([
    ["ATTRIBUTE_MISSING", "<SoccerField/>", "SoccerField"],
    ["KIND_UNKNOWN", field("division-c"), "SoccerField"],
    ["ELEMENT_REPEATED", field("2003") + field("2003"), "SoccerField"],
    ["ELEMENT_UNKNOWN", field("2003", "<GoalWidht>1</GoalWidht>"), "SoccerField/GoalWidht"],
    ["NUMBER_MALFORMED", field("2003", "<GoalWidth>wide</GoalWidth>"), "SoccerField/GoalWidth"],
    ["VALUE_OUT_OF_RANGE", field("2003", "<GoalWidth>-1</GoalWidth>"), "SoccerField/GoalWidth"],
    ["VALUE_OUT_OF_RANGE", field("2003", "<GoalWidth>2.2</GoalWidth>"), "SoccerField/GoalWidth"],
    ["VALUE_OUT_OF_RANGE", field("2003", "<LineThickness>0</LineThickness>"), "SoccerField/LineThickness"],
    ["VALUE_OUT_OF_RANGE", field("2003", "<FieldLength>2800</FieldLength>"), "SoccerField/FieldLength"],
    // the goal of the division no longer fits, though the element does not contain it
    ["VALUE_OUT_OF_RANGE", field("division-a", "<FieldWidth>1.5</FieldWidth>"), "SoccerField"],
    ["MATERIAL_UNKNOWN", field("2003", "<GoalMaterial>Fom</GoalMaterial>"), "SoccerField/GoalMaterial"],
    ["NAME_TAKEN", `<Static name="Field"><Plane name="P"/></Static>${field("2003")}`, "SoccerField"],
  ])("%s: %s", (code, xml, where) => {
    expect(refusal(() => read(xml))).toMatchObject({ code, where: `World[w]/${where}`, line: 2 });
  });

  test("wrong input from plain JavaScript gets the same errors", () => {
    const input = (more: object) => ({ type: "2003", ...more }) as FieldInput;
    expect(refusal(() => describeField(input({ goalWidth: Number.NaN }))).code).toBe("VALUE_OUT_OF_RANGE");
    expect(refusal(() => describeField(input({ goalWidth: "1" }))).code).toBe("TYPE_WRONG");
    expect(refusal(() => describeField(input({ goalwidth: 1 }))).code).toBe("PROPERTY_UNKNOWN");
    expect(refusal(() => describeField(input({ type: "x" }))).code).toBe("KIND_UNKNOWN");
  });
});

describe("[F1] walls and goals of fields", () => {
  test("goal walls are 2 cm thick, touch the goal line from outside and continue to the wall", () => {
    const solids = solidsOf(field("division-a"));
    expect(extent(solids, "RightGoalTop", 0)).toEqual([6.005, 6.6]);
    expect(extent(solids, "RightGoalTop", 1)).toEqual([0.9, 0.92]);
    expect(extent(solids, "RightGoalTop", 2)).toEqual([0, 0.16]);
    expect(extent(solids, "RightGoalBack", 0)).toEqual([6.185, 6.205]);
    expect(extent(solids, "LeftGoalBack", 0)).toEqual([-6.205, -6.185]);
    expect(extent(solids, "LeftGoalBottom", 1)).toEqual([-0.92, -0.9]);
    expect(extent(solids, "RightWall", 0)).toEqual([6.6, 6.65]);
    expect(extent(solids, "TopWall", 1)).toEqual([4.8, 4.85]);
  });

  test("in 2003 walls are the boundary, and open into the goals", () => {
    const solids = solidsOf(field("2003"));
    expect(extent(solids, "TopWall", 1)[0]).toBe(1.15);
    expect(extent(solids, "RightWallTop", 0)[0]).toBe(1.4);
    expect(extent(solids, "RightWallTop", 1)).toEqual([0.37, 1.15]);
    expect(extent(solids, "RightGoalTop", 1)).toEqual([0.35, 0.37]);
    expect(extent(solids, "RightGoalTop", 0)).toEqual([1.4, 1.6]);
    expect(solids.has("RightWall")).toBe(false);
  });

  test("a field without walls has no wall solids, and goals end at their backs", () => {
    const solids = solidsOf(field("division-b", "<WallHeight>0</WallHeight>"));
    expect([...solids.keys()].filter((name) => name.includes("Wall"))).toEqual([]);
    expect(extent(solids, "RightGoalTop", 0)).toEqual([4.505, 4.705]);
  });

  test("only the ground plane collides: the sheet, the lines and the hall do not", () => {
    const flat = [...solidsOf(field("division-b")).values()].filter(({ name }) => !/Wall|Goal/.test(name));
    expect(flat.filter(({ collide }) => collide).map(({ name, material }) => [name, material])).toEqual([
      ["Ground", "Carpet"],
    ]);
    expect(flat.find(({ name }) => name === "Ground")?.visible).toBe(false);
  });

  test("materials are those of the element", () => {
    const solids = solidsOf(field("2003", "<GoalMaterial>Rubber</GoalMaterial><WallMaterial>Steel</WallMaterial>"));
    expect(solids.get("LeftGoalBack")?.material).toBe("Rubber");
    expect(solids.get("TopWall")?.material).toBe("Steel");
  });
});

describe("[F1] lines", () => {
  test.each(FIELD_TYPES)("of %s lie on the field, along x or y", (type) => {
    const sizes = describeField({ type });
    const names = fieldLines(sizes).map(({ name }) => name);
    expect(new Set(names).size).toBe(12);
    for (const { from, to } of fieldLines(sizes)) {
      for (const [x, y] of [from, to]) {
        expect(Math.abs(x)).toBeLessThanOrEqual(sizes.fieldLength / 2);
        expect(Math.abs(y)).toBeLessThanOrEqual(sizes.fieldWidth / 2);
      }
      expect(from[0] === to[0] || from[1] === to[1]).toBe(true);
    }
    expect(fieldArcs(sizes)).toEqual([{ name: "CenterCircle", center: [0, 0], radius: sizes.centerCircleRadius }]);
  });

  test("the mesh looks up everywhere and has the area of the lines", () => {
    const sizes = describeField({ type: "division-b", centerCircleRadius: 0 });
    const sum = fieldLines(sizes).reduce(
      (area, { from, to }) => area + 0.01 * (Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) + 0.01),
      0,
    );
    // and two marks of 24 corners, 4 cm across
    const marks = 24 * 0.02 ** 2 * Math.sin(Math.PI / 12);
    expect(areaOf(sizes)).toBeCloseTo(sum + marks, 9);
    const ring = areaOf(describeField({ type: "division-b" })) - areaOf(sizes);
    expect(ring / (Math.PI * (0.505 ** 2 - 0.495 ** 2))).toBeCloseTo(1, 2);
  });

  test("penalty marks are at the published distance from the goal, in the mesh and in the picture", () => {
    expect(penaltyMarks(describeField({ type: "division-b" })).map(({ center }) => center)).toEqual([
      [1.5, 0],
      [-1.5, 0],
    ]);
    expect(penaltyMarks(describeField({ type: "division-a" }))[1].center).toEqual([-2, 0]);
  });

  test("stretches of a defence area are left and right as seen from its goal", () => {
    const lines = new Map(fieldLines(describeField({ type: "division-b" })).map((line) => [line.name, line]));
    expect(lines.get("LeftFieldLeftPenaltyStretch")).toMatchObject({ from: [-4.5, 1], to: [-3.5, 1] });
    expect(lines.get("RightFieldLeftPenaltyStretch")).toMatchObject({ from: [4.5, -1], to: [3.5, -1] });
    expect(lines.get("RightFieldRightPenaltyStretch")).toMatchObject({ from: [4.5, 1], to: [3.5, 1] });
  });

  test("no circle and no defence area where they are 0", () => {
    const sizes = describeField({ type: "division-b", centerCircleRadius: 0, penaltyAreaDepth: 0 });
    expect([fieldArcs(sizes).length, fieldLines(sizes).length]).toEqual([0, 6]);
  });
});

describe("[F1] the picture on the carpet", () => {
  const sizes = describeField({ type: "division-b" });
  const { columns, rows, texel } = carpetGrid(sizes);
  const pixels = drawCarpet({ columns, rows, texel }, fieldDrawing(sizes), [0, 0, 0], [200, 200, 200]);
  /** How much of the texel at x, y is line. */
  const share = (x: number, y: number) =>
    pixels[4 * ((rows - 1) / 2 - Math.round(y / texel)) * columns + 4 * ((columns - 1) / 2 + Math.round(x / texel))] /
    200;

  test("covers the carpet, two lines a texel", () => {
    expect([texel, columns, rows]).toEqual([0.02, 521, 371]);
    expect(pixels.length).toBe(4 * 521 * 371);
  });

  test("shows half a texel of line where a line is, and none beside it", () => {
    for (const [x, y] of [
      [4.5, 2],
      [-4.5, -2],
      [1, 3],
      [1, -3],
      [0, 2],
      [2, 0],
      [3.5, 0.5],
      [4, 1],
      [0.5, 0.001],
      [-0.5, 0.001],
    ])
      expect(share(x, y)).toBeGreaterThanOrEqual(0.49);
    for (const [x, y] of [
      [4.54, 2],
      [4.46, 2],
      [1, 3.04],
      [0.2, 0.2],
      [3, 0.9],
      [5.1, 3.6],
    ])
      expect(share(x, y)).toBe(0);
  });

  test("shows penalty marks", () => {
    for (const x of [1.5, -1.5]) expect([share(x, 0), share(x, 0.04)]).toEqual([1, 0]);
  });

  test("of a field of any size has a bearable number of texels", () => {
    const large = carpetGrid(
      describeField({ type: "division-a", fieldLength: 200, fieldWidth: 200, carpetMargin: 200 }),
    );
    expect(Math.max(large.columns, large.rows)).toBeLessThanOrEqual(801);
    expect(carpetGrid(describeField({ type: "2003" })).texel).toBe(0.005);
  });
});

/** Throws where a triangle looks down. */
function areaOf(sizes: Parameters<typeof fieldDrawing>[0]): number {
  const { vertices: v, triangles: t } = lineMesh(fieldDrawing(sizes));
  let area = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
    const up = ((v[b] - v[a]) * (v[c + 1] - v[a + 1]) - (v[b + 1] - v[a + 1]) * (v[c] - v[a])) / 2;
    if (!(up > 0)) throw new Error(`triangle ${i / 3} looks down`);
    area += up;
  }
  return area;
}
