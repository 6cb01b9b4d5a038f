// The latency experiment: the Segway's balance with actuator latencies from 0 to 200 ms, and the latency at which it falls; and the
// 0.35 m of the paper. Prints a table, writes latency-balance.csv and .svg to docs/pictures. `npm run latency-experiment`

import { mkdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { DEGREE } from "../src/math/Trigonometry.js";
import { type LateBalance, measureLateBalance } from "./LateBalance.js";
import { measureLatePose } from "./LatePose.js";
import { drawLinePlot } from "./LinePlot.js";

const { values } = parseArgs({
  options: {
    /** Simulated time per latency, s. */
    seconds: { type: "string", default: "60" },
    /** Step between latencies, ms. */
    step: { type: "string", default: "10" },
    /** Pole of the controller, 1/s. */
    pole: { type: "string", default: "1.5" },
    out: { type: "string" },
  },
});
const MAX_MS = 200;
const out = values.out ? pathToFileURL(`${values.out}/`) : new URL("../../docs/pictures/", import.meta.url);

const results: LateBalance[] = [];
console.log("latency   rms lean  peak lean   wander");
for (let latencyMs = 0; latencyMs <= MAX_MS; latencyMs += Number(values.step)) {
  const pilot = { pole: Number(values.pole) };
  const result = await measureLateBalance({ latencyMs, seconds: Number(values.seconds), pilot });
  results.push(result);
  console.log(showRow(result));
}
const { speed, error } = await measureLatePose(3.5, 100);
console.log(
  `\nseen 100 ms late at ${speed.toFixed(3)} m/s: ${error.toFixed(3)} m from where it is (the paper: 0.35 m)`,
);

mkdirSync(out, { recursive: true });
writeFileSync(new URL("latency-balance.csv", out), toCsv(results));
writeFileSync(new URL("latency-balance.svg", out), draw(results));
console.log("latency-balance.csv and latency-balance.svg written");

function showRow({ latencyMs, rmsLean, peakLean, wander, fellAt }: LateBalance): string {
  const head = `${String(latencyMs).padStart(4)} ms`;
  if (fellAt !== undefined) return `${head}   fell after ${fellAt.toFixed(2)} s`;
  const degrees = [rmsLean, peakLean].map((angle) => `${(angle / DEGREE).toFixed(3).padStart(8)}°`);
  return `${head}  ${degrees.join("  ")}  ${wander.toFixed(3).padStart(6)} m`;
}

function toCsv(rows: readonly LateBalance[]): string {
  const lines = rows.map(({ latencyMs, rmsLean, peakLean, wander, fellAt }) =>
    fellAt === undefined
      ? `${latencyMs},${(rmsLean / DEGREE).toFixed(4)},${(peakLean / DEGREE).toFixed(4)},${wander.toFixed(4)},`
      : `${latencyMs},,,,${fellAt.toFixed(3)}`,
  );
  return `${["latency_ms,rms_lean_deg,peak_lean_deg,wander_m,fell_at_s", ...lines].join("\n")}\n`;
}

function draw(rows: readonly LateBalance[]): string {
  const [up, down] = [rows.filter((row) => row.fellAt === undefined), rows.filter((row) => row.fellAt !== undefined)];
  const points = (value: (row: LateBalance) => number, of = up) =>
    of.map((row) => [row.latencyMs, value(row)] as const);
  const last = up.at(-1)?.latencyMs ?? 0;
  const shade = down.length > 0 ? { shade: { from: last, to: MAX_MS, text: "falls" } } : {};
  const whole = { color: "none", points: rows.map((row) => [row.latencyMs, 0] as const) };
  return drawLinePlot({
    title: "The paper's Segway, pushed with 20 N·s every 10 s, as its actuators get later",
    xLabel: "actuator latency, ms",
    panels: [
      {
        label: "lean, degrees",
        lines: [
          whole,
          { name: "peak", color: "#c0392b", dots: true, points: points((row) => row.peakLean / DEGREE) },
          { name: "rms", color: "#3b6ea5", dots: true, points: points((row) => row.rmsLean / DEGREE) },
        ],
        ...shade,
      },
      {
        label: "wander, m",
        lines: [whole, { color: "#d98b1f", dots: true, points: points((row) => row.wander) }],
        ...shade,
      },
      {
        label: "seconds until it fell",
        lines: [whole, { color: "#555", dots: true, points: points((row) => row.fellAt ?? 0, down) }],
      },
    ],
  });
}
