// `npm run accuracy [word ...]`: every case whose name holds one of the words, at 0.5, 1, 2 and 5 ms.

import { type AccuracyCase, boundOf, errorOf, STEPS_MS } from "./accuracy/AccuracyCase.js";
import { ACCURACY_CASES } from "./accuracy/Cases.js";

const show = (x: number): string => (Math.abs(x) >= 1e-4 || x === 0 ? x.toPrecision(5) : x.toExponential(1));

async function printCase(c: AccuracyCase): Promise<number> {
  const cells: string[] = [];
  let over = 0;
  for (const ms of STEPS_MS) {
    const measured = await c.measure(ms / 1000);
    const error = errorOf(c, measured);
    const bad = !(error <= boundOf(c, ms));
    if (bad) over++;
    cells.push(`${show(measured).padStart(10)} ${(100 * error).toFixed(3).padStart(8)}%${bad ? "!" : " "}`);
  }
  console.log(`${c.name.padEnd(52)} ${c.unit.padEnd(6)} ${show(c.closedForm).padStart(9)} |${cells.join("|")}`);
  return over;
}

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = ACCURACY_CASES.filter(
  (c) => words.length === 0 || words.some((word) => `${c.group} ${c.name}`.toLowerCase().includes(word)),
);
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
console.log(over === 0 ? "every case within its bound" : `${over} values beyond their bound (marked !)`);
process.exitCode = over === 0 ? 0 : 1;
