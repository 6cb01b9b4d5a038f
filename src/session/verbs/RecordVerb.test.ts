// The verb `record` while the modules of recordings are loaded.

import { expect, test } from "vitest";
import type { RecordControl } from "../RecordControl.js";
import type { Simulation } from "../Simulation.js";
import { RECORD_VERB } from "./RecordVerb.js";

function begin(fails = false) {
  const started: (string | undefined)[] = [];
  const log: string[] = [];
  let load: (problem?: Error) => void = () => {};
  const control: Partial<RecordControl> = {
    isLoaded: false,
    load: () =>
      new Promise((resolve, reject) => {
        load = (problem) => (problem ? reject(problem) : resolve());
      }),
    start: (name) => {
      if (fails) throw new Error("a full disk");
      started.push(name);
      return { file: name ?? "free.mcap", seconds: 0, bytes: 0 };
    },
  };
  const options = { recordControl: control, log: (line: string) => void log.push(line) };
  const simulation = { options, isStopped: false } as unknown as Simulation;
  const { later } = RECORD_VERB.run({ simulation, nowMs: 0 }, { action: "start", text: "a.mcap" });
  if (!later) throw new Error("the verb has not waited");
  return { started, log, later, load: (problem?: Error) => load(problem) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("[X2] a recording begins also if its modules load longer than the reply waits", async () => {
  const { started, later, load } = begin();
  expect(later.outcome().message).toContain("as soon as");
  expect(started).toEqual([]);
  load();
  await settled();
  expect(started).toEqual(["a.mcap"]);
  expect(later.isDone()).toBe(true);
  expect(later.outcome()).toMatchObject({ message: "recording a.mcap", data: { file: "a.mcap" } });
  expect(started).toEqual(["a.mcap"]);
});

test.each([
  ["modules that cannot be loaded", false],
  ["a file that cannot be made", true],
])("[X2] %s are an error of the verb, and a line in the log", async (_, fails) => {
  const { log, later, load } = begin(fails);
  load(fails ? undefined : new Error("no module"));
  await settled();
  expect(later.isDone()).toBe(true);
  expect(() => later.outcome()).toThrow(expect.objectContaining({ code: "INTERNAL" }));
  expect(log.join()).toContain("INTERNAL");
});
