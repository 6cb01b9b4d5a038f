// Documents spoilt at random: whatever comes, the answer is a description or a SimError, and it comes soon (R11).

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { World } from "../../src/world/World.js";

const KINDS = builtInKinds();
const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const APPENDIX = readText("test/documents/appendix-a.xml");
const FLAT = readText("worlds/flat.xml");
// without what other files say
const YARD = readText("worlds/segway-yard.xml").replace(/<Robot[\s\S]*?<\/Robot>/g, "");

/** The codes that were met. */
function codeOf(read: () => unknown): string {
  try {
    read();
    return "good";
  } catch (problem) {
    if (problem instanceof SimError) return problem.code;
    throw problem;
  }
}

const SCRAPS = [
  ..."<>/&;\"'=[]!?-%#",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE x>",
  "<?x?>",
  "&lt;",
  "&x;",
  "&#0;",
  "\u0000",
  "\ud800",
  "\uffff",
  "\ufeff",
  "1e999",
  "-1",
  "NaN",
  "inf",
  "<x>",
  "</x>",
  "<Body name='MainBody'>",
  "</Body>",
  "__proto__",
  "constructor",
  "</Client>",
];

interface Change {
  readonly at: number;
  readonly cut: number;
  readonly scrap: string;
}

const change = (length: number): fc.Arbitrary<Change> =>
  fc.record({
    at: fc.nat(length),
    cut: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
    scrap: fc.oneof(fc.constant(""), fc.constantFrom(...SCRAPS), fc.string({ unit: "binary", maxLength: 4 })),
  });

const spoil = (text: string, changes: readonly Change[]): string =>
  changes.reduce((t, { at, cut, scrap }) => t.slice(0, at) + scrap + t.slice(at + cut), text);

describe("[R11] spoilt documents", () => {
  test.each([
    ["robots", APPENDIX, readRobotDocument],
    ["worlds", YARD, readWorldDocument],
  ] as const)("%s are read, or refused with a code", (_, text, read) => {
    const met = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(change(text.length), { minLength: 1, maxLength: 4 }), fc.boolean(), (changes, lenient) => {
        const code = codeOf(() => read(spoil(text, changes), { kinds: KINDS, lenient }));
        met.set(code, (met.get(code) ?? 0) + 1);
      }),
      { seed: 2004, numRuns: 10_000 },
    );
    // it was worth the while: some were still good, and there are many ways to be wrong
    expect(met.get("good")).toBeGreaterThan(20);
    expect(met.size).toBeGreaterThan(7);
  });

  test("well-formed documents with elements moved about", () => {
    const tags = [...APPENDIX.matchAll(/<(\w+)( name="[^"]*")?>[^<]*<\/\1>/g)];
    expect(tags.length).toBeGreaterThan(60);
    const met = new Set<string>();
    fc.assert(
      fc.property(
        fc.nat(tags.length - 1),
        fc.nat(tags.length - 1),
        fc.constantFrom("swap", "copy", "drop"),
        (i, j, how) => {
          const [a, b] = [tags[i], tags[j]];
          const put = how === "drop" ? "" : how === "copy" ? a[0] + b[0] : b[0];
          const text = APPENDIX.slice(0, a.index) + put + APPENDIX.slice(a.index + a[0].length);
          const code = codeOf(() => readRobotDocument(text, { kinds: KINDS }));
          expect(code).not.toBe("XML_MALFORMED");
          met.add(code);
        },
      ),
      { seed: 180, numRuns: 2000 },
    );
    for (const code of ["ELEMENT_MISSING", "ELEMENT_REPEATED", "ELEMENT_UNKNOWN", "good"]) expect(met).toContain(code);
  });

  test("every beginning of the document is refused", () => {
    for (let end = 0; end < APPENDIX.trimEnd().length; end += 7)
      expect(codeOf(() => readRobotDocument(APPENDIX.slice(0, end), { kinds: KINDS }))).toBe("XML_MALFORMED");
  });

  test("errors of elements have a place in the document", () => {
    fc.assert(
      fc.property(fc.constantFrom(...[...APPENDIX.matchAll(/-?\d+\.?\d*f?(?=<)/g)].map((m) => m.index)), (at) => {
        const text = `${APPENDIX.slice(0, at)}x${APPENDIX.slice(at)}`;
        const line = APPENDIX.slice(0, at).split("\n").length;
        try {
          readRobotDocument(text, { kinds: KINDS });
          expect.unreachable();
        } catch (problem) {
          expect(problem).toMatchObject({ code: "NUMBER_MALFORMED", line });
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test("robots with numbers out of all reason join a world and run, or are refused or removed", async () => {
    const world = await World.create(readWorldDocument(FLAT, { kinds: KINDS }).world, { devices: KINDS });
    const places = [...APPENDIX.matchAll(/-?\d+\.?\d*f?(?=<)/g)];
    const odd = fc.oneof(
      fc.constantFrom("0", "-0", "1e308", "-1e308", "5e-324", "1e-200", "1e30", "-1e15", "1e7", "1e-9", "1000"),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    const met = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 }), (changes) => {
        const last = [...changes].sort(([a], [b]) => b.index - a.index);
        const text = last.reduce(
          (t, [at, put]) => t.slice(0, at.index) + put + t.slice(at.index + at[0].length),
          APPENDIX,
        );
        const code = codeOf(() => {
          world.join(readRobotDocument(text, { kinds: KINDS }).robot);
          for (let i = 0; i < 3; i++) world.stepFrame();
        });
        met.add(code);
        if (world.has("CMU")) world.leave("CMU");
      }),
      { seed: 82, numRuns: 300 },
    );
    expect(met).toContain("good");
    world.dispose();
  });
});
