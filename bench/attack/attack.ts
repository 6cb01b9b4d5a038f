// `npm run attack`: hostile clients against a real server with two honest robots. After each attack: the honest robots received
// what they receive in a quiet run, a newcomer gets in, HTTP answers, memory comes back, SIGTERM ends the process with 0.

import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { readArguments } from "../BenchArguments.js";
import { type AttackResult, runAttack } from "./AttackRun.js";
import { ATTACKS } from "./Attacks.js";
import { runSignals, SIGNAL_COLUMNS } from "./SignalRun.js";

/** Stop signals under load: not an attack by a client, so it has a table of its own. */
const SIGNALS = "signals";

const HELP = `npm run attack -- [options]

  --minutes N   how long all attacks take together, about; default 2
  --seed N      seed of the attacks; default 1
  --only A,B    only these: ${[...Object.keys(ATTACKS), SIGNALS].join(", ")}
  --report FILE write the table to FILE too, anew after every attack
  --lenient     report slow replies and memory instead of judging them, for a busy machine
  --help        print this

Ends with 1 if a check fails.`;

const { values } = readArguments(HELP, {
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    report: { type: "string" },
    lenient: { type: "boolean", default: false },
  },
});

const wanted = values.only?.split(",") ?? [...Object.keys(ATTACKS), SIGNALS];
const names = wanted.filter((name) => name !== SIGNALS);
const unknown = names.filter((name) => !Object.hasOwn(ATTACKS, name));
if (unknown.length > 0) {
  console.error(`Unknown attack: ${unknown.join(", ")}. See --help.`);
  process.exit(2);
}
const seconds = (60 * Number(values.minutes)) / Math.max(1, names.length);
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
const table = [`| ${COLUMNS.join(" | ")} |`, `|${COLUMNS.map(() => " --- |").join("")}`];
const loadNow = (): string => loadavg()[0].toFixed(1);
console.log(`seed ${values.seed}, ${seconds.toFixed(1)} s each, load average ${loadNow()}\n\n${table.join("\n")}`);
let failures = 0;
const deeds: string[] = [];
for (const name of names) {
  console.error(`${new Date().toISOString().slice(11, 19)}  ${name}, load average ${loadNow()}`);
  const result = await runAttack(name, { seed: Number(values.seed), seconds, isLenient: values.lenient });
  failures += result.problems.length;
  const row = rowOf(result);
  table.push(row);
  console.log(row);
  if (values.report !== undefined) writeFileSync(values.report, `${table.join("\n")}\n`);
  if (result.worstDeed !== "")
    deeds.push(`${name}: longest wait ${result.worstMs.toFixed(0)} ms at ${result.worstDeed}`);
}
if (wanted.includes(SIGNALS)) {
  const head = ["", `| ${SIGNAL_COLUMNS.join(" | ")} |`, `|${SIGNAL_COLUMNS.map(() => " --- |").join("")}`];
  table.push(...head);
  console.log(head.join("\n"));
  for await (const { load, ms, problems } of runSignals()) {
    failures += problems.length;
    const row = `| ${[load, ...ms.map((one) => one.toFixed(0)), problems.join("; ") || "passed"].join(" | ")} |`;
    table.push(row);
    console.log(row);
    if (values.report !== undefined) writeFileSync(values.report, `${table.join("\n")}\n`);
  }
}
console.log(`\n${deeds.map((deed) => `${deed}\n`).join("")}${wanted.length} attacks, ${failures} failed checks`);
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
