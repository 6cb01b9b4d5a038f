// Vitest reporter of `npm run test:times`: prints the time of every test file, slowest first, then the sum of each project
// and the time of the whole run. "wall" is import, hooks and tests of the file; "cpu" is the worker's processor time,
// "children" that of the child processes which it ended.

import type { Reporter, TestModule } from "vitest/node";

interface Row {
  readonly project: string;
  readonly file: string;
  readonly tests: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly childrenMs: number;
}

export default class TimesReporter implements Reporter {
  #startMs = 0;

  onTestRunStart(): void {
    this.#startMs = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const wallSec = (performance.now() - this.#startMs) / 1000;
    console.log(timesTable(modules.map(rowOf), wallSec));
  }
}

function rowOf(module: TestModule): Row {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    wallMs: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
    cpuMs: module.meta().cpuMs ?? 0,
    childrenMs: module.meta().childrenMs ?? 0,
  };
}

/** The text that the reporter prints. */
export function timesTable(rows: readonly Row[], wallSec: number): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8);
  const line = (row: Omit<Row, "project" | "file">, name: string): string =>
    `${seconds(row.wallMs)} ${seconds(row.cpuMs)} ${seconds(row.childrenMs)} ${String(row.tests).padStart(6)}  ${name}`;
  const slowestFirst = [...rows].sort((a, b) => b.wallMs - a.wallMs);
  const projects = [...new Set(rows.map(({ project }) => project))].sort();
  const sums = projects.map((project) => {
    const own = rows.filter((row) => row.project === project);
    const sum = (key: "wallMs" | "cpuMs" | "childrenMs" | "tests"): number =>
      own.reduce((total, row) => total + row[key], 0);
    const total = { wallMs: sum("wallMs"), cpuMs: sum("cpuMs"), childrenMs: sum("childrenMs"), tests: sum("tests") };
    return line(total, `${project}: ${own.length} files`);
  });
  return [
    "\n  wall s    cpu s children  tests  file",
    ...slowestFirst.map((row) => line(row, `${row.project} ${row.file}`)),
    "\nsum of each project",
    ...sums,
    `\n${wallSec.toFixed(1)} s for the whole run`,
  ].join("\n");
}
