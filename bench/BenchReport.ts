// Prints the benchmark's results as text tables.

import type { JoinLeaveResult } from "./JoinLeave.js";
import type { SceneResult } from "./SceneRun.js";

type Column = readonly [heading: string, value: (result: SceneResult) => string];

const COLUMNS: readonly Column[] = [
  ["scene", (r) => r.scene],
  ["step ms", (r) => (1e3 * r.stepSec).toFixed(0)],
  ["sim s", (r) => r.simulatedSec.toString()],
  ["steps/CPU-s", (r) => r.stepsPerCpuSec.toFixed(0)],
  ["x real time", (r) => r.realTimeFactor.toFixed(2)],
  ["bare steps/s", (r) => r.bareStepsPerCpuSec.toFixed(0)],
  ["ours/bare", (r) => r.bareRatio.toFixed(2)],
  ["ODE steps/s", (r) => odeText(r, (steps) => steps.toFixed(0))],
  ["ours/ODE", (r) => odeText(r, (steps) => (r.stepsPerCpuSec / steps).toFixed(2))],
  ["worst/median step", (r) => `${(r.steps.worst / r.steps.median).toFixed(1)} (${r.steps.median.toFixed(0)} µs)`],
  ["laws", (r) => `${(100 * r.lawsShare).toFixed(0)} %`],
  ["contacts", (r) => `${r.contacts.toFixed(0)} (${r.bareContacts.toFixed(0)})`],
  ["rows", (r) => `${r.rows.toFixed(0)} (${r.bareRows.toFixed(0)})`],
  ["overlap mm", (r) => (1e3 * r.maxPenetration).toFixed(2)],
  ["iterations", (r) => r.iterations.toFixed(1)],
  ["residual", (r) => r.residual.toExponential(0)],
  ["fallbacks", (r) => `${(100 * r.fallbackShare).toFixed(2)} %`],
  ["late", (r) => `${(100 * r.lateShare).toFixed(2)} %`],
  ["WASM MB", (r) => r.wasmMb.toFixed(0)],
  ["rss MB", (r) => r.rssMb.toFixed(0)],
];

/** For the exact and the iterative solver of ODE. */
function odeText({ ode }: SceneResult, text: (stepsPerCpuSec: number) => string): string {
  return [ode.step, ode.quick].map((one) => (one ? text(one.stepsPerCpuSec) : "-")).join(" / ");
}

export const LEGEND = `steps/CPU-s   our whole step: laws, guard and bookkeeping included, commands not
bare steps/s  the same engine calls on the same model without our laws, taking turns with ours;
              friction, softness and cylinder contacts are the engine's defaults, motors are brakes
ours/bare     CPU time of our step over the bare one's; below 1: our contacts are cheaper to find or to solve
ODE steps/s   native ODE (bench/native/ode.c) with the same bodies and our commands: exact solver / 20 iterations; - without
              libode or with too many bodies. ours/ODE: our steps over ODE's, above 1: ours is faster. A Segway falls in ODE: the commands are ours
laws          (our step - bare calls) / bare calls, both inside our step: the share that laws and bookkeeping add to those
              engine calls that the bare pipeline makes too; engine calls of the laws themselves count as laws
worst/median  the slowest step over the median one (in brackets, µs): every step's shortest time of five equal runs
fallbacks     islands whose friction did not settle and that were solved with the convex cone
late          large islands that ended, after enough Newton steps, with friction limits that differ from their normal forces
contacts, rows, iterations: means (bare in brackets); overlap, residual: worst seen; iterations of the busiest island`;

export function sceneTable(results: readonly SceneResult[]): string {
  const rows = [COLUMNS.map(([heading]) => heading), ...results.map((r) => COLUMNS.map(([, value]) => value(r)))];
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => row.map((cell, i) => pad(cell, widths[i], i)).join("  ")).join("\n");
}

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width);

/** How well the laws of contact hold, as shares of the largest normal force of a step: medians of the sampled frames. */
export function lawTable(results: readonly SceneResult[]): string {
  const text = (errors: readonly number[]) =>
    ["Signorini", "Coulomb", "dissipation"].map((name, k) => `${name} ${errors[k].toExponential(1)}`).join(", ");
  return results
    .map(({ scene, laws }) => `${scene}: ours ${text(laws.kernel)}; engine's solver ${text(laws.engine)}`)
    .join("\n");
}

/** How far the bodies are after 0.3 s from where a sixteenth of the step brings them. */
export function shrinkTable(results: readonly SceneResult[]): string {
  return results
    .map(({ scene, shrink }) => {
      const cells = shrink.map(({ stepSec, apart }) => `${(1e3 * apart).toPrecision(2)} mm at ${1e3 * stepSec} ms`);
      return `${scene}: ${cells.join(", ")}`;
    })
    .join("\n");
}

/** Time of one step by engine call, µs. */
export function timeTable(results: readonly SceneResult[]): string {
  return results
    .map(({ scene, microsecondsPerStep }) => {
      const parts = Object.entries(microsecondsPerStep).filter(([, us]) => us >= 0.05);
      parts.sort(([, a], [, b]) => b - a);
      return `${scene}: ${parts.map(([name, us]) => `${name.replace("mj_", "")} ${us.toFixed(1)}`).join(", ")}`;
    })
    .join("\n");
}

export function verdicts(results: readonly SceneResult[]): string {
  const lines = results.map(({ scene, faults, minContacts, maxPenetration, maxSpeed }) => {
    const seen = `minimum contacts ${minContacts}, maximum overlap ${(1e3 * maxPenetration).toFixed(3)} mm, fastest ${maxSpeed.toFixed(2)} m/s`;
    if (faults.length > 0) return `${scene}: CHECK FAILED: ${faults.join("; ")} (${seen})`;
    return `${scene}: ok (${seen})`;
  });
  const [ten, hundred] = [10, 100].map((count) => results.find(({ scene }) => scene === `${count} Segways`));
  if (ten && hundred) {
    const cost = ({ stepsPerCpuSec, robots }: SceneResult) => 1e6 / stepsPerCpuSec / robots;
    lines.push(
      `cost of one Segway in one step: ${cost(ten).toFixed(1)} µs among 10, ${cost(hundred).toFixed(1)} µs among 100`,
    );
  }
  return lines.join("\n");
}

export function joinLeaveText({ rounds, at100, at1000, msPerChange }: JoinLeaveResult): string {
  const show = (m: JoinLeaveResult["at100"]) =>
    `WASM ${m.wasmMb.toFixed(1)} MB, rss ${m.rssMb.toFixed(0)} MB, JS heap ${m.heapMb.toFixed(1)} MB`;
  return `${rounds} joins and leaves among 22 robots: ${msPerChange.toFixed(1)} CPU-ms each
  after 100:  ${show(at100)}
  after ${rounds}: ${show(at1000)}
  WASM memory grew by ${(at1000.wasmMb - at100.wasmMb).toFixed(2)} MB`;
}
