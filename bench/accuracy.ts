// `npm run accuracy [word ...]`: every case whose name contains one of the words, at 0.5, 1, 2 and 5 ms.

import { type AccuracyCase, boundOf, errorOf, STEPS_MS } from "./accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "./accuracy/Cases.js";

const show = (x: number): string => (Math.abs(x) >= 1e-4 || x === 0 ? x.toPrecision(5) : x.toExponential(1));

async function printCase(c: AccuracyCase): Promise<number> {
  const cells: string[] = [];
  let over = 0;
  for (const ms of STEPS_MS) {
    const measured = await c.measure(ms / 1000, 1);
    const error = errorOf(c, measured);
    const bad = !(error <= boundOf(c, ms));
    if (bad) over++;
    cells.push(`${show(measured).padStart(10)} ${(100 * error).toFixed(3).padStart(8)}%${bad ? "!" : " "}`);
  }
  console.log(`${c.name.padEnd(52)} ${c.unit.padEnd(6)} ${show(c.closedForm).padStart(9)} |${cells.join("|")}`);
  return over;
}

const HELP = `npm run accuracy -- [word ...]

Measures the cases that have one of the words in their name or group (all of them without a word) at ${STEPS_MS.join(", ")} ms a step
and prints them beside closed form. Groups: ${[...new Set(ACCURACY_CASES.map((c) => c.group))].join(", ")}.
Ends with 1 if a value is beyond its bound, with 2 if there is no such case.`;

/** Prints the chosen cases and returns the exit code. */
async function printCases(words: readonly string[]): Promise<number> {
  const holds = (c: AccuracyCase, word: string) => `${c.group} ${c.name}`.toLowerCase().includes(word.toLowerCase());
  const strange = words.find((word) => !ACCURACY_CASES.some((c) => holds(c, word)));
  if (strange !== undefined) {
    console.error(`accuracy: no case has "${strange}" in its name. See npm run accuracy -- --help`);
    return 2;
  }
  const chosen = ACCURACY_CASES.filter((c) => words.length === 0 || words.some((word) => holds(c, word)));
  console.log(
    `${"case".padEnd(52)} unit   closed f. |${STEPS_MS.map((ms) => `  measured at ${ms} ms`.padEnd(21)).join("|")}`,
  );
  let group = "";
  let over = 0;
  for (const c of chosen) {
    if (c.group !== group) console.log(`-- ${c.group}`);
    group = c.group;
    over += await printCase(c);
  }
  const verdict = over === 0 ? "every case within its bound" : `${over} values beyond their bound (marked !)`;
  console.log(`${chosen.length} of ${ACCURACY_CASES.length} cases: ${verdict}`);
  return over === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
if (words.includes("--help") || words.includes("-h")) console.log(HELP);
else process.exitCode = await printCases(words);
