// Vitest setup file: records the processor time of every test file in its `meta`, where TimesReporter reads it. Processor
// time hardly depends on other load of the machine; it leaves out child processes and the browser.

import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of the worker for this file, ms; includes the worker's start for its first file. */
    cpuMs?: number;
  }
}

/** Processor time of this process when the previous file ended, µs. A global, since setup files are loaded for each file. */
const worker = globalThis as { ubersimCpuUs?: number };

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a destructured first argument
afterAll(({}, suite) => {
  const { user, system } = process.cpuUsage();
  suite.file.meta.cpuMs = (user + system - (worker.ubersimCpuUs ?? 0)) / 1000;
  worker.ubersimCpuUs = user + system;
});
