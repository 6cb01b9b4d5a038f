// The command line as a person meets it: real processes, what they print, how they end.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const BIN = fileURLToPath(new URL("../bin/ubersim.js", import.meta.url));
const ACCURACY = fileURLToPath(new URL("../dist/bench/accuracy.js", import.meta.url));

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], program = BIN): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [program, ...args]);
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return { child, outcome: once(child, "close").then(([code]) => ({ code, out, err })) };
}

const run = (...args: string[]): Promise<Outcome> => start(args).outcome;

describe("npm run accuracy", () => {
  it("says how it is used, and which word finds no case", async () => {
    const help = await start(["--help"], ACCURACY).outcome;
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("npm run accuracy -- [word ...]");
    const none = await start(["nosuch"], ACCURACY).outcome;
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain('no case has "nosuch" in its name');
  });
});

describe("ubersim on the command line", () => {
  it("demo: the Segway still stands after 30 s and 3 pushes, with the same hash each time", async () => {
    const args = ["demo", "--rate", "max", "--seconds", "30", "--seed", "3"];
    const [one, two] = await Promise.all([run(...args), run(...args)]);
    expect(one).toMatchObject({ code: 0, err: "" });
    expect(one.out).toMatch(/Still standing after 30\.0 s and 3 pushes; .* state hash [0-9a-f]{16}\./);
    const hash = (text: string) => /state hash ([0-9a-f]+)/.exec(text)?.[1];
    expect(hash(two.out)).toBe(hash(one.out));
    const other = await run(...args.slice(0, -1), "4");
    expect(hash(other.out)).not.toBe(hash(one.out));
  });

  it("demo without a command prints a status line a second and ends politely on Ctrl-C", async () => {
    const { child, outcome } = start([]);
    await new Promise<void>((resolve) => {
      let seen = "";
      child.stdout?.on("data", (text) => {
        seen += text;
        if (/lean.*\n[\s\S]*lean/.test(seen)) resolve();
      });
    });
    child.kill("SIGINT");
    const { code, out } = await outcome;
    expect(code).toBe(0);
    expect(out).toMatch(/t +\d+\.\d s {2}lean +-?\d+\.\d+° {2}speed .* real time {2}next push in \d+ s/);
    expect(out).toContain("Still standing");
  });

  it("help and version", async () => {
    expect((await run("help")).out).toContain("--seconds S");
    expect((await run("--help")).out).toContain("ubersim [demo]");
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect((await run("version")).out.trim()).toBe(version);
  });

  it.each([
    [["dmo"], 'no command "dmo". Did you mean "demo"?'],
    [["--rate", "fast"], '--rate wants a number of at least 0.001 or max, found "fast"'],
    [["--rate=-1"], '--rate wants a number of at least 0.001 or max, found "-1"'],
    [["--seconds", ""], '--seconds wants a number of at least 0, found ""'],
    [["--sed", "1"], 'ubersim: no option "--sed". Did you mean "--seed"?'],
    [["--rate"], "ubersim: Option '--rate <value>' argument missing"],
    [["-x"], "ubersim: Unknown option '-x'"],
  ])("refuses %j with a line that helps", async (args, text) => {
    const { code, err, out } = await run(...args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(text);
    expect(err.trim().split("\n").length).toBeLessThanOrEqual(2);
  });
});
