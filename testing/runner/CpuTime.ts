// Vitest setup file: records the processor time of every test file in its `meta`, where TimesReporter reads it. Processor
// time hardly depends on other load of the machine. It contains ended child processes (on Linux), but not the browser.

import { existsSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the worker for this file, ms; includes the worker's start for its first file. */
    cpuMs?: number;
    /** Processor time of the child processes that ended during this file, ms. */
    childrenMs?: number;
  }
}

interface Used {
  readonly ownMs: number;
  readonly childrenMs: number;
}

/** Processor time when the previous file ended. A global, since setup files are loaded for each file. */
const worker = globalThis as { ubersimCpu?: Used };

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a destructured first argument
afterAll(({}, suite) => {
  const used = usedSoFar();
  suite.file.meta.cpuMs = used.ownMs - (worker.ubersimCpu?.ownMs ?? 0);
  suite.file.meta.childrenMs = used.childrenMs - (worker.ubersimCpu?.childrenMs ?? 0);
  worker.ubersimCpu = used;
});

function usedSoFar(): Used {
  const { user, system } = process.cpuUsage();
  return { ownMs: (user + system) / 1000, childrenMs: existsSync(STAT) ? childrenMs(readFileSync(STAT, "utf8")) : 0 };
}

const STAT = "/proc/self/stat";

/** cutime + cstime of proc(5), in ticks of 10 ms. The name of the process, in brackets, may contain spaces. */
function childrenMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[13]) + Number(fields[14]));
}
