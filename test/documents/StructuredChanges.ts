// Robot documents changed by elements and numbers instead of characters (R11).

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { World } from "../../src/world/World.js";
import { APPENDIX, codeOf, KINDS, readText } from "./ChangedDocuments.js";

const FLAT = readText("worlds/flat.xml");

/** `runs` documents of each of four kinds of changes. */
export function testStructuredChanges(runs: number): void {
  describe("[R11] documents with structured changes", () => {
    test("well-formed documents with moved elements", () => {
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
        { seed: 180, numRuns: 6 * runs },
      );
      for (const code of ["ELEMENT_MISSING", "ELEMENT_REPEATED", "ELEMENT_UNKNOWN", "good"])
        expect(met).toContain(code);
    });

    test("every truncated document is refused", () => {
      for (let end = 0; end < APPENDIX.trimEnd().length; end += 2100 / runs)
        expect(codeOf(() => readRobotDocument(APPENDIX.slice(0, end), { kinds: KINDS }))).toBe("XML_MALFORMED");
    });

    test("errors of elements have a line and column", () => {
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
        { seed: 1, numRuns: runs },
      );
    });

    test("robots with extreme numbers join a world and run, or are refused or removed", async () => {
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
        { seed: 82, numRuns: runs },
      );
      expect(met).toContain("good");
      world.dispose();
    });
  });
}
