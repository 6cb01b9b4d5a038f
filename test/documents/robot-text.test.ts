// Text files of robots: line numbers, values by the rules of a robot type, and refused files.

import { describe, expect, test } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { isRobotText } from "../../src/describe/robot/text/RobotText.js";
import { checkRobotType, escapeXml, type RobotType, type TextKeys } from "../../src/describe/robot/text/RobotType.js";
import { SimError } from "../../src/describe/SimError.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { refusal } from "../../testing/builders/Refusal.js";

const KEYS = {
  SIZE: { count: 3, above: 0, unit: "mm" },
  MASS: { above: 0, max: 100 },
  WHEELS: { type: "whole", min: 2, optional: true },
  ANGLES: { count: [1, 4], optional: true },
  MATERIAL: { type: "word", optional: true },
} as const satisfies TextKeys;

/** Last argument of `read`. */
let seen: unknown;

function read(text: string, { lenient = false, file }: { lenient?: boolean; file?: string } = {}) {
  const kinds = builtInDevices();
  const type: RobotType<typeof KEYS> = {
    type: "Cart",
    summary: "a cart",
    keys: KEYS,
    read: (values) => {
      seen = values;
      if (values.MASS === 13) throw new SimError("VALUE_OUT_OF_RANGE", { where: "MASS", found: 13, allowed: "luck" });
      const { NAME, MATERIAL = "Steel" } = values;
      return robotXml({ inTrunk: "" })
        .replace(/<Name>.*?<\/Name>/, `<Name>${escapeXml(NAME)}</Name>`)
        .replace("</Entity>", `</Entity>${values.ANGLES ? "<Wrong/>" : ""}`)
        .replace("<Mass>", `<Material>${escapeXml(MATERIAL)}</Material><Mass>`);
    },
  };
  kinds.robotTypes.add(type);
  const world = { stepNs: 1e6, materials: ["Default", "Steel", "Rubber"] };
  return readRobotDocument(text, { kinds, lenient, world, ...(file ? { file } : {}) });
}

const GOOD = "TYPE = Cart\nNAME = Fred\nSIZE = 1 2.5 3e1f # mm\nMASS=2\n";

describe("[R8] text files", () => {
  test("reals, integers and words; comments, blank lines, any white space, CRLF and a BOM", () => {
    const { robot } = read(
      "\uFEFF# a cart\r\n\r\n  TYPE\t=  Cart\r\nNAME=Fred#it is\r\nSIZE = 1 2.5\t3e1f\rMASS=2\nWHEELS = 3",
    );
    expect(robot.name).toBe("Fred");
    expect({ ...(seen as object) }).toEqual({
      NAME: "Fred",
      SIZE: [1, 2.5, 30],
      MASS: 2,
      WHEELS: 3,
      ANGLES: undefined,
      MATERIAL: undefined,
    });
    expect(Object.isFrozen(seen)).toBe(true);
  });

  test("a document that begins with < is XML, any other is a text file; an empty one is an XML error", () => {
    expect(["<Client/>", " \n<a", "\uFEFF<a", "", " \n"].map(isRobotText)).toEqual(Array(5).fill(false));
    expect(["TYPE = A", "# <a>\n", "%", "\0"].map(isRobotText)).toEqual(Array(4).fill(true));
  });

  test("the robot is that of the XML which its robot type generates", () => {
    const { robot } = read(GOOD);
    const plain = readRobotDocument(robotXml({ inTrunk: "" }), { kinds: builtInDevices() }).robot;
    expect(robot.entity.bodies.map(({ name }) => name)).toEqual(plain.entity.bodies.map(({ name }) => name));
    expect(robot.devices.map(({ kind }) => kind)).toEqual(plain.devices.map(({ kind }) => kind));
  });

  test.each<[string, string, number, number, string]>([
    ["milk, eggs", "TEXT_MALFORMED", 1, 1, '"milk, eggs"'],
    [`${GOOD}  MASS 3`, "TEXT_MALFORMED", 5, 3, '"MASS 3"'],
    [`${GOOD}= 3`, "TEXT_MALFORMED", 5, 1, '"= 3"'],
    [`${GOOD}A B = 3`, "TEXT_MALFORMED", 5, 1, '"A B = 3"'],
    [`${GOOD}WHEELS = # none`, "TEXT_MALFORMED", 5, 1, "WHEELS = without a value"],
    [`${GOOD}\n MASS = 3`, "KEY_REPEATED", 6, 2, "MASS again"],
    [`${GOOD}WHELS = 3`, "KEY_UNKNOWN", 5, 1, 'Did you mean "WHEELS"?'],
    ["NAME = Fred\nMASS = 1", "KEY_MISSING", 1, 1, "no TYPE"],
    ["NAME = Fred\n TYPE = Cart\nMASS = 1", "KEY_MISSING", 2, 2, "no SIZE"],
    ["TYPE = Kart\nNAME = Fred", "KIND_UNKNOWN", 1, 1, 'Did you mean "Cart"?'],
    ["TYPE = Cart Cart\nNAME = Fred", "KIND_UNKNOWN", 1, 1, "Cart Cart"],
    [GOOD.replace("1 2.5", "1"), "LENGTH_WRONG", 3, 1, "3 values"],
    [GOOD.replace("2.5", "wide"), "NUMBER_MALFORMED", 3, 1, '"wide"'],
    [GOOD.replace("2.5", "1e999"), "NUMBER_NOT_FINITE", 3, 1, '"1e999"'],
    [GOOD.replace("2.5", "-2"), "VALUE_OUT_OF_RANGE", 3, 1, "a number above 0, mm"],
    [`${GOOD}WHEELS = 2.5`, "VALUE_OUT_OF_RANGE", 5, 1, "a whole number at least 2"],
    [`${GOOD}ANGLES = 1 2 3 4 5`, "LENGTH_WRONG", 5, 1, "1 to 4 values"],
    [GOOD.replace("MASS=2", "MASS=13"), "VALUE_OUT_OF_RANGE", 4, 1, "luck"],
    [`${GOOD}MATERIAL = Ruber`, "MATERIAL_UNKNOWN", 5, 1, 'Did you mean "Rubber"?'],
    [`${GOOD}ANGLES = 1`, "ELEMENT_UNKNOWN", 1, 1, "Client/Wrong"],
    [`${GOOD}${"X".repeat(200)} = 1`, "NAME_TOO_LONG", 5, 1, "128"],
  ])("%j: %s at its line", (text, code, line, column, words) => {
    const error = refusal(() => read(text));
    expect(error).toMatchObject({ code, line, column });
    expect(error.message).toContain(words);
  });

  test("errors have the file name before the line; a lenient reader only warns about unknown keys", () => {
    expect(refusal(() => read(`${GOOD}WHELS = 3`, { file: "a/fred.robot" })).where).toBe("a/fred.robot: WHELS");
    const { robot, warnings } = read(`${GOOD}WHELS = 3`, { lenient: true });
    expect(robot.name).toBe("Fred");
    expect(warnings.map(({ code }) => code)).toEqual(["KEY_UNKNOWN"]);
  });

  test("[R11] a file that is too long is refused, whatever its content", () => {
    expect(refusal(() => read(`${GOOD}# ${"x".repeat(5 << 20)}`)).code).toBe("DOCUMENT_TOO_LARGE");
  });

  test("the error for an unknown robot type says where robot types come from", () => {
    const error = refusal(() => readRobotDocument(GOOD, { kinds: builtInDevices() }));
    expect(error).toMatchObject({ code: "KIND_UNKNOWN", advice: expect.stringContaining("--plugin") });
    expect(error.allowed).toBe("one of DiffRobot, OmniRobot");
  });
});

describe("[S6] robot types are checked at registration", () => {
  const good = { type: "Cart", summary: "a cart", keys: { MASS: {} }, read: () => "" };
  test.each<[string, object, string]>([
    ["type", { type: "a b" }, "NAME_MALFORMED"],
    ["summary", { summary: "" }, "PLUGIN_REFUSED"],
    ["read", { read: "xml" }, "PLUGIN_REFUSED"],
    ["keys", { keys: null }, "PLUGIN_REFUSED"],
    ["a key that every robot type has", { keys: { NAME: {} } }, "NAME_RESERVED"],
    ["a key with a blank", { keys: { "A B": {} } }, "NAME_MALFORMED"],
    ["an unknown option of a key", { keys: { MASS: { least: 1 } } }, "PROPERTY_UNKNOWN"],
    ["an unknown type of a key", { keys: { MASS: { type: "real" } } }, "KIND_UNKNOWN"],
    ["a count", { keys: { MASS: { count: [3, 2] } } }, "PLUGIN_REFUSED"],
    ["another member", { red: () => "" }, "PROPERTY_UNKNOWN"],
  ])("%s", (_, wrong, code) => {
    const error = refusal(() => checkRobotType({ ...good, ...wrong } as RobotType, "cart.mjs"));
    expect(error.code).toBe(code);
    expect(error.where).toContain("cart.mjs");
  });
});
