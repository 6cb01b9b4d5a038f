import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SimError } from "../../describe/SimError.js";
import { LineReader, MAX_LINE } from "./LineReader.js";
import { readUsarNumber, UsarLine, usarNumber, writeLine } from "./UsarLine.js";

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (problem) {
    if (problem instanceof SimError) return problem.code;
    throw problem;
  }
  return "none";
};

describe("[W8] lines of USARSim", () => {
  test("command, names and values; white space and case do not count", () => {
    const line = UsarLine.read("init{ClassName  USARBot.X } {  name My robot}{Flag}");
    expect(line.type).toBe("INIT");
    expect(line.blocks).toEqual([
      { name: "ClassName", value: "USARBot.X" },
      { name: "name", value: "My robot" },
      { name: "Flag", value: "" },
    ]);
    expect(line.find("NAME")).toBe("My robot");
    expect(UsarLine.read("GETSTARTPOSES").blocks).toEqual([]);
  });

  test.each([
    ["DRIVE {Left {1}}", "LINE_MALFORMED"],
    ["DRIVE {Left 1", "LINE_MALFORMED"],
    ["DRIVE {Left 1} rest", "LINE_MALFORMED"],
    ["DRIVE {Left 1}}", "LINE_MALFORMED"],
    ["DRIVE {}", "LINE_MALFORMED"],
    ["{Left 1}", "LINE_MALFORMED"],
    ["12 {Left 1}", "LINE_MALFORMED"],
    [`MULTIDRIVE ${"{a 1}".repeat(300)}`, "LINE_MALFORMED"],
  ])("%s is %s", (text, code) => {
    expect(codeOf(() => UsarLine.read(text))).toBe(code);
  });

  test("numbers", () => {
    expect(["1", "-1.5", ".5", "1.", "2e-3", "1.5f", " 7 "].map((text) => readUsarNumber(text, "x"))).toEqual([
      1, -1.5, 0.5, 1, 0.002, 1.5, 7,
    ]);
    expect(["NaN", "-inf", "Infinity"].map((text) => codeOf(() => readUsarNumber(text, "x")))).toEqual(
      Array(3).fill("NUMBER_NOT_FINITE"),
    );
    expect(["", "1,5", "0x10", "1e", "one", "--1"].map((text) => codeOf(() => readUsarNumber(text, "x")))).toEqual(
      Array(6).fill("NUMBER_MALFORMED"),
    );
    expect(codeOf(() => readUsarNumber("1e300", "x"))).toBe("VALUE_OUT_OF_RANGE");
    expect([0, -0, 1e-9, -1e-9, 0.1234567, 1e7].map(usarNumber)).toEqual(["0", "0", "0", "0", "0.123457", "10000000"]);
  });

  test("a vector has three numbers", () => {
    expect(UsarLine.read("INIT {Location 1,-2,.5}").vector("Location")).toEqual([1, -2, 0.5]);
    for (const text of ["1,2", "1,2,3,4", "1,,2", "a,b,c"])
      expect(codeOf(() => UsarLine.read(`INIT {Location ${text}}`).vector("Location"))).toBe("NUMBER_MALFORMED");
  });

  test("what is written can be read, whatever the values contain", () => {
    fc.assert(
      fc.property(fc.string(), fc.double(), (text, value) => {
        const written = writeLine("SEN", [
          ["Text", text],
          ["Value", value],
          ["Touch", true],
          ["At", [1, 2, 3]],
        ]);
        const { blocks } = UsarLine.read(written);
        expect(blocks.map(({ name }) => name)).toEqual(["Text", "Value", "Touch", "At"]);
        expect(written).not.toMatch(/[\r\n]/);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe("[W8] splitting into lines", () => {
  const all = (pieces: readonly string[]) => {
    const reader = new LineReader();
    return pieces.flatMap((piece) => reader.push(new TextEncoder().encode(piece)));
  };

  test("CR, LF or both end a line; packets may end anywhere", () => {
    expect(all(["A {x 1}\r\nB\n\r\nC\rD", "E", "\n"])).toEqual(["A {x 1}", "B", "C", "DE"]);
  });

  test("the same lines come out, however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), fc.array(fc.nat(20)), (texts, cuts) => {
        const whole = texts.join("\n");
        const bytes = new TextEncoder().encode(`${whole}\n`);
        const reader = new LineReader();
        const found: unknown[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          found.push(...reader.push(bytes.subarray(at, at + cut)));
          at += cut;
        }
        expect(found).toEqual(all([`${whole}\n`]));
      }),
      { seed: 6, numRuns: 200 },
    );
  });

  test("a line that is too long is one error, and the next line is read", () => {
    const [error, next] = all(["x".repeat(3 * MAX_LINE), `${"y".repeat(MAX_LINE)}\nGETSTARTPOSES\n`]);
    expect((error as SimError).code).toBe("LINE_TOO_LONG");
    expect(next).toBe("GETSTARTPOSES");
    expect(all([`${"z".repeat(MAX_LINE)}\n`])).toEqual(["z".repeat(MAX_LINE)]);
  });
});

test("[W8] any text is read or refused with a code", () => {
  const parts = fc.array(
    fc.constantFrom("DRIVE", "{", "}", " ", "Left", "1", "NaN", "\u0000", "ü", ",", "INIT", "{Name x}"),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        parts.map((list) => list.join("")),
      ),
      (text) => {
        expect(["none", "LINE_MALFORMED"]).toContain(codeOf(() => UsarLine.read(text)));
      },
    ),
    { seed: 7, numRuns: 2000 },
  );
});
