// Every benchmark program prints help for --help, and refuses an unknown option in one line without a stack trace.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runHosted } from "../testing/programs/ProgramHost.js";
import { ROOT, run } from "./clients/Programs.js";

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as { scripts: Record<string, string> };
const PROGRAMS = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /node (dist\/bench\/\S+\.js)/.exec(script)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

test("package.json lists the benchmark programs", () => {
  expect(PROGRAMS.map(([name]) => name)).toEqual(expect.arrayContaining(["bench", "accuracy", "golden", "fuzz"]));
});

test("a real process prints help and exits with 0", async () => {
  const help = await run("node", [`${ROOT}dist/bench/golden.js`, "--help"]);
  expect(help).toMatchObject({ code: 0, err: "", out: expect.stringContaining("npm run golden") });
});

test.each(PROGRAMS)("npm run %s -- --help prints help", async (name, file) => {
  const { code, out, err } = await runHosted(file, ["--help"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain(`npm run ${name}`);
  const wrong = await runHosted(file, ["--no-such-option"]);
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^[^\n]*--no-such-option[^\n]*\n$/) });
});
