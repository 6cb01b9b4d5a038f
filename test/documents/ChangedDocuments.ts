// Robot and world documents changed at random (R11): the reader gives a description or a SimError, never another exception.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { SimError } from "../../src/describe/SimError.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";

export const KINDS = builtInKinds();
export const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
export const APPENDIX = readText("test/documents/appendix-a.xml");
// without its robots, which are in other files
const YARD = readText("worlds/segway-yard.xml").replace(/<Robot[\s\S]*?<\/Robot>/g, "");

/** The code of the error that `read` throws, or "good". */
export function codeOf(read: () => unknown): string {
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

/** Reads `runs` changed documents of each kind; at least one in 500 is still valid. */
export function testChangedDocuments(runs: number): void {
  describe("[R11] changed documents", () => {
    test.each([
      ["robots", APPENDIX, readRobotDocument],
      ["worlds", YARD, readWorldDocument],
    ] as const)("%s are accepted, or refused with a code", (_, text, read) => {
      const met = new Map<string, number>();
      fc.assert(
        fc.property(fc.array(change(text.length), { minLength: 1, maxLength: 4 }), fc.boolean(), (changes, lenient) => {
          const code = codeOf(() => read(spoil(text, changes), { kinds: KINDS, lenient }));
          met.set(code, (met.get(code) ?? 0) + 1);
        }),
        { seed: 2004, numRuns: runs },
      );
      // the changes are neither too strong nor too weak: some documents are still valid, and many codes are reached
      expect(met.get("good")).toBeGreaterThan(runs / 500);
      expect(met.size).toBeGreaterThan(7);
    });
  });
}
