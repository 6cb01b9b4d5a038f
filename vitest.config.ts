// Three projects: "unit" (beside the sources, no sockets), "whole" (test/: server, command line, browser), "long"
// (*.long.test.ts: the same areas with more steps, seeds and games). `npm test` runs the first two, `npm run test:long` the
// third.

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import LongestFirst from "./testing/runner/LongestFirst.js";

const setupFiles = ["testing/runner/CpuTime.ts"];
const globalSetup = ["testing/runner/ChromiumServer.ts"];
const LONG = "test/**/*.long.test.ts";
const CORES = availableParallelism();
/** Two workers more than cores: many tests wait for other processes. */
const waiting = { maxWorkers: CORES + 2, sequence: { groupOrder: 1 } };
const patient = { testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // in "unit" and "whole" one worker runs many files, and loads and compiles the physics once
      {
        test: {
          name: "unit",
          include: ["{src,robots,testing}/**/*.test.ts", "test/viewer-unit/*.test.ts"],
          setupFiles: [...setupFiles, "testing/runner/EngineMemory.ts"],
          isolate: false,
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "whole",
          include: ["test/**/*.test.ts"],
          exclude: [LONG, "test/viewer-unit/**"],
          setupFiles: [...setupFiles, "testing/runner/EngineMemory.ts"],
          isolate: false,
          globalSetup,
          ...waiting,
          ...patient,
        },
      },
      {
        test: {
          name: "long",
          include: [LONG],
          setupFiles,
          globalSetup,
          ...waiting,
          ...patient,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
