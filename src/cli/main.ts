// The command line: finds the command, runs it, turns errors into a line and an exit code.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { nearestName, SimError } from "../describe/SimError.js";
import { runDemo } from "./demo.js";

const HELP = `ÜberSim, a robot simulator.

  ubersim [demo]      the 2004 paper's Segway balances here in the terminal, pushed now and then
      --rate N        N times real time, or max (default 1)
      --seconds S     stop after S simulated seconds (default: until Ctrl-C)
      --push S        seconds between pushes (default 8)
      --seed N        which pushes (default 1)
  ubersim help        this text
  ubersim version     the version

From a checkout: node bin/ubersim.js ...   Figures: npm run accuracy, npm run bench
`;

const COMMANDS = ["demo", "help", "version"];

/** Runs one command line and gives its exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (problem) {
    if (problem instanceof SimError || problem instanceof UsageError) {
      console.error(problem.message);
      return problem instanceof SimError ? 1 : 2;
    }
    throw problem;
  }
}

class UsageError extends Error {}

const OPTIONS = {
  rate: { type: "string", default: "1" },
  seconds: { type: "string", default: "Infinity" },
  push: { type: "string", default: "8" },
  seed: { type: "string", default: "1" },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "v", default: false },
} as const;

function readArguments(args: readonly string[]) {
  checkFlags(args);
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (problem) {
    // a flag without its value; Node says so in one sentence, then explains
    if (problem instanceof TypeError && "code" in problem)
      throw new UsageError(`ubersim: ${problem.message.split("\n")[0]}`);
    throw problem;
  }
}

function checkFlags(args: readonly string[]): void {
  const known = Object.keys(OPTIONS);
  for (const arg of args) {
    const flag = /^--([^=]+)/.exec(arg)?.[1];
    if (flag === undefined || known.includes(flag)) continue;
    const near = nearestName(flag, known);
    const hint = near ? ` Did you mean "--${near}"?` : "";
    throw new UsageError(`ubersim: no option "--${flag}".${hint} Known: --${known.join(", --")}. See ubersim help.`);
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const command = values.help ? "help" : values.version ? "version" : (positionals[0] ?? "demo");
  switch (command) {
    case "demo":
      return runDemo({
        rate: values.rate === "max" ? Number.POSITIVE_INFINITY : readNumber("--rate", values.rate, 0.001, " or max"),
        seconds: readNumber("--seconds", values.seconds, 0),
        pushEvery: readNumber("--push", values.push, 0.5),
        seed: Math.round(readNumber("--seed", values.seed, 0)),
      });
    case "help":
      console.log(HELP);
      return 0;
    case "version":
      console.log(versionText());
      return 0;
    default: {
      const near = nearestName(command, COMMANDS);
      const hint = near ? ` Did you mean "${near}"?` : "";
      throw new UsageError(`ubersim: no command "${command}".${hint} Known: ${COMMANDS.join(", ")}. See ubersim help.`);
    }
  }
}

function readNumber(flag: string, text: string, least: number, orElse = ""): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value) || value < least)
    throw new UsageError(`ubersim: ${flag} wants a number of at least ${least}${orElse}, found "${text}".`);
  return value;
}

function versionText(): string {
  const file = new URL("../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}
