// `npm run attack`: hostile clients against a real server with two honest robots. After each attack: the honest robots received
// what they receive in a quiet run, a newcomer gets in, HTTP answers, memory comes back, SIGTERM ends the process with 0.

import { readArguments } from "../BenchArguments.js";
import { type AttackResult, runAttack } from "./AttackRun.js";
import { ATTACKS } from "./Attacks.js";

const HELP = `npm run attack -- [options]

  --minutes N   how long all attacks take together, about; default 2
  --seed N      seed of the attacks; default 1
  --only A,B    only these: ${Object.keys(ATTACKS).join(", ")}
  --lenient     report slow replies and memory instead of judging them, for a busy machine
  --help        print this

Ends with 1 if a check fails.`;

const { values } = readArguments(HELP, {
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    lenient: { type: "boolean", default: false },
  },
});

const names = values.only?.split(",") ?? Object.keys(ATTACKS);
const unknown = names.filter((name) => !Object.hasOwn(ATTACKS, name));
if (unknown.length > 0) {
  console.error(`Unknown attack: ${unknown.join(", ")}. See --help.`);
  process.exit(2);
}
const seconds = (60 * Number(values.minutes)) / names.length;
const COLUMNS = [
  "attack",
  "deeds",
  "hold ms",
  "worst ms",
  "after ms",
  "MB before",
  "most",
  "after",
  "SIGTERM ms",
  "verdict",
];
console.log(`seed ${values.seed}, ${seconds.toFixed(1)} s each\n`);
console.log(`| ${COLUMNS.join(" | ")} |\n|${COLUMNS.map(() => " --- |").join("")}`);
let failures = 0;
const deeds: string[] = [];
for (const name of names) {
  const result = await runAttack(name, { seed: Number(values.seed), seconds, isLenient: values.lenient });
  failures += result.problems.length;
  console.log(rowOf(result));
  if (result.worstDeed !== "")
    deeds.push(`${name}: longest wait ${result.worstMs.toFixed(0)} ms at ${result.worstDeed}`);
}
console.log(`\n${deeds.map((deed) => `${deed}\n`).join("")}${names.length} attacks, ${failures} failed checks`);
process.exitCode = failures === 0 ? 0 : 1;

function rowOf({
  name,
  count,
  holdMs = Number.NaN,
  worstMs,
  afterMs,
  memoryMb,
  stopMs,
  problems,
}: AttackResult): string {
  const numbers = [count, holdMs, worstMs, afterMs, ...memoryMb, stopMs].map((value) => value.toFixed(0));
  return `| ${[name, ...numbers, problems.join("; ") || "passed"].join(" | ")} |`;
}
