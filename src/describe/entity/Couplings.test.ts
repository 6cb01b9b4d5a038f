// Gears and ropes in documents: values, defaults, and errors with their places.

import { describe, expect, test } from "vitest";
import { readRobot } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { describeEntity } from "./Entity.js";

const hinge = (name: string) =>
  `<JointHinge name="${name}"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis>0 0 1</Axis></JointHinge>`;
const JOINTS = `${hinge("Elbow")}
  <JointHinge2 name="Wheel"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2></JointHinge2>
  <JointBallSocket name="Socket"><Body1>Trunk</Body1><Body2>Arm</Body2></JointBallSocket>`;
const read = (coupling: string) => readRobot({ joints: `${JOINTS}\n${coupling}` });
const refused = (coupling: string) => refusal(() => read(coupling));
const gear = (inside: string) => `<Gear name="G">${inside}</Gear>`;
const ends = "<Joint1>Elbow</Joint1><Joint2>Wheel</Joint2>";

describe("a gear", () => {
  test("has two axes, a ratio and an offset", () => {
    const { entity } = read(
      gear('<Joint1>Elbow</Joint1><Joint2 axis="2">Wheel</Joint2><Ratio>-2.5</Ratio><Offset>0.1</Offset>'),
    );
    const all = { name: "G", joint1: "Elbow", axis1: 1, joint2: "Wheel", axis2: 2, ratio: -2.5, offset: 0.1 };
    expect(entity.gears).toEqual([all]);
    expect(describeEntity({ ...entity, name: "Twin" }).gears).toEqual(entity.gears);
  });

  test("has the offset 0 and the first axes by default", () => {
    expect(read(gear(`${ends}<Ratio>2</Ratio>`)).entity.gears[0]).toMatchObject({ axis1: 1, axis2: 1, offset: 0 });
  });

  test.each([
    ["ELEMENT_MISSING", ends, "Gear[G]"],
    ["ELEMENT_MISSING", "<Joint1>Elbow</Joint1><Ratio>1</Ratio>", "Gear[G]"],
    ["JOINT_UNKNOWN", "<Joint1>Elbow</Joint1><Joint2>Whel</Joint2><Ratio>1</Ratio>", "Gear[G]/Joint2"],
    ["GEAR_AXIS_MISSING", '<Joint1 axis="2">Elbow</Joint1><Joint2>Wheel</Joint2><Ratio>1</Ratio>', "Gear[G]/Joint1"],
    ["GEAR_AXIS_MISSING", "<Joint1>Elbow</Joint1><Joint2>Socket</Joint2><Ratio>1</Ratio>", "Gear[G]/Joint2"],
    ["VALUE_OUT_OF_RANGE", '<Joint1 axis="3">Elbow</Joint1><Joint2>Wheel</Joint2><Ratio>1</Ratio>', "Gear[G]/Joint1"],
    ["GEAR_TO_ITSELF", "<Joint1>Elbow</Joint1><Joint2>Elbow</Joint2><Ratio>1</Ratio>", "Gear[G]"],
    ["VALUE_OUT_OF_RANGE", `${ends}<Ratio>0</Ratio>`, "Gear[G]/Ratio"],
    ["NUMBER_NOT_FINITE", `${ends}<Ratio>inf</Ratio>`, "Gear[G]/Ratio"],
    ["NUMBER_NOT_FINITE", `${ends}<Ratio>1</Ratio><Offset>-inf</Offset>`, "Gear[G]/Offset"],
    ["ELEMENT_UNKNOWN", `${ends}<Ratio>1</Ratio><Play>1</Play>`, "Gear[G]/Play"],
  ])("%s: %s", (code, inside, where) => {
    expect(refused(gear(inside))).toMatchObject({
      code,
      where: expect.stringMatching(new RegExp(`${where.replace(/[[\]]/g, "\\$&")}$`)),
    });
  });

  test("errors have the line of the element", () => {
    const line = (text: string) => refused(gear(`\n${ends}\n${text}`)).line;
    expect((line("<Ratio>0</Ratio>") ?? 0) - (line("") ?? 0)).toBe(2);
  });

  test("needs a name of its own", () => {
    expect(refused(`<Gear name="Elbow">${ends}<Ratio>1</Ratio></Gear>`).code).toBe("NAME_TAKEN");
    expect(refused(`<Gear>${ends}<Ratio>1</Ratio></Gear>`).code).toBe("ATTRIBUTE_MISSING");
  });
});

describe("a rope", () => {
  const rope = (inside: string) => `<Rope name="L">${inside}</Rope>`;
  const two = '<Point body="Trunk">0 0 0</Point><Point>3 4 0</Point>';

  test("has points and by default the length of the initial pose", () => {
    const [line] = read(rope(`${two}<Point body="Arm">3 4 2</Point>`)).entity.ropes;
    expect(line).toMatchObject({ name: "L", maxLength: 7, stiffness: 0, damping: 0 });
    expect(line.points.map(({ body }) => body)).toEqual(["Trunk", undefined, "Arm"]);
  });

  test("may be longer and elastic", () => {
    const text = rope(`${two}<MaxLength>6</MaxLength><Stiffness>100</Stiffness><Damping>2</Damping>`);
    expect(read(text).entity.ropes[0]).toMatchObject({ maxLength: 6, stiffness: 100, damping: 2 });
  });

  test.each([
    ["LENGTH_WRONG", '<Point body="Trunk">0 0 0</Point>', "Rope[L]"],
    ["ROPE_TO_ITSELF", '<Point body="Trunk">0 0 0</Point><Point body="Trunk">1 0 0</Point>', "Rope[L]"],
    ["BODY_UNKNOWN", '<Point body="Trunk">0 0 0</Point><Point body="Trnk">1 0 0</Point>', "Rope[L]/Point"],
    ["SIZE_NOT_POSITIVE", `${two}<MaxLength>0</MaxLength>`, "Rope[L]/MaxLength"],
    ["VALUE_OUT_OF_RANGE", `${two}<Stiffness>-1</Stiffness>`, "Rope[L]/Stiffness"],
    ["PROPERTY_MISPLACED", `${two}<Damping>1</Damping>`, "Rope[L]/Damping"],
  ])("%s: %s", (code, inside, where) => {
    expect(refused(rope(inside))).toMatchObject({
      code,
      where: expect.stringMatching(new RegExp(`${where.replace(/[[\]]/g, "\\$&")}$`)),
    });
  });
});
