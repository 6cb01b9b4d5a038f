// The command line: output and exit codes. Wrong arguments run in a shared process (ProgramHost), the others in real ones.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "../src/client/index.js";
import { type Outcome, runHosted, runUbersim } from "../testing/programs/ProgramHost.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = fileURLToPath(new URL("../bin/ubersim.js", import.meta.url));

function start(args: readonly string[]): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: ROOT });
  // also after a failed test
  onTestFinished(() => void child.kill());
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
  it("prints its usage, and the words that match no case", async () => {
    const help = await runHosted("dist/bench/accuracy.js", ["--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("npm run accuracy -- [word ...]");
    const none = await runHosted("dist/bench/accuracy.js", ["nosuch"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain('no case has "nosuch" in its name');
  });
});

describe("ubersim on the command line", () => {
  it("[P1] demo runs the yard, prints the viewer's address first, and gives the same hash each time; two run side by side", async () => {
    const args = ["demo", "--rate", "max", "--seconds", "1", "--seed", "3"];
    const [one, two] = await Promise.all([run(...args), run(...args)]);
    expect(one).toMatchObject({ code: 0, err: "" });
    expect(one.out.split("\n")[0]).toMatch(/^ÜberSim: open http:\/\/127\.0\.0\.1:\d+\/$/);
    for (const name of ["Sentry", "Patrol", "Rover"]) expect(one.out).toContain(`${name} joined at 0 s`);
    const hash = (text: string) => /stopped at 1 s, state hash ([0-9a-f]{16})/.exec(text)?.[1];
    expect(hash(one.out)).toBeDefined();
    expect(hash(two.out)).toBe(hash(one.out));
    // the second demo takes any free ports
    const address = (text: string) => /open (\S+)/.exec(text)?.[1];
    expect(address(one.out)).not.toBe(address(two.out));
  });

  it("without a command the demo runs, prints how to add a robot and the progress, and stops on Ctrl-C", async () => {
    const { child, outcome } = start([]);
    await waitForOutput(child, /t \d+\.\d+ s {2}.*3 clients\n/);
    child.kill("SIGINT");
    const { code, out } = await outcome;
    expect(code).toBe(0);
    expect(out).toMatch(/t \d+\.\d+ s {2}\d+\.\d+x real time {2}3 clients/);
    expect(out).toMatch(/segway_balance\.py --port \d+/);
    expect(out).toMatch(/stopped at \d+(\.\d+)? s\n$/);
  });

  it("help and version", async () => {
    expect((await run("help")).out).toContain("--seconds S");
    expect((await runUbersim(["--help"])).out).toContain("ubersim [demo]");
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect((await run("version")).out.trim()).toBe(version);
  });

  it("a real process exits with 2 after wrong arguments, with 1 after a wrong file", async () => {
    expect(await run("dmo")).toMatchObject({ code: 2, out: "", err: expect.stringContaining('Did you mean "demo"?') });
    expect(await run("run", "nosuch.xml")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("FILE_MISSING"),
    });
  });

  it.each([
    [["dmo"], 'unknown command "dmo". Did you mean "demo"?'],
    [["--rate", "fast"], '--rate needs a number of at least 0.001 or max, found "fast"'],
    [["--rate=-1"], '--rate needs a number of at least 0.001 or max, found "-1"'],
    [["--seconds", ""], '--seconds needs a number of at least 0, found ""'],
    [["--sed", "1"], 'ubersim: unknown option "--sed". Did you mean "--seed"?'],
    [["demo", "--expect", "A"], 'ubersim: unknown option "--expect".'],
    [["demo", "--push", "8"], 'ubersim: unknown option "--push".'],
    [["validate", "--view", "a.xml", "b.xml"], "validate --view needs exactly one file"],
    [["demo", "now"], 'demo has no argument "now"'],
    [["run", "flat", "yard"], 'run has no argument "yard"'],
    [["run", "--prot", "1"], 'ubersim: unknown option "--prot". Did you mean "--port"?'],
    [["run", "--port", "70000"], '--port needs a whole number from 0 to 65535, found "70000"'],
    [["run", "--seed", "1.5"], "--seed needs a whole number"],
    [["run", "--stall", "drap:1"], 'Did you mean "drop"?'],
    [["run", "--stall", "skip:x"], '--stall needs a number of at least 0, found "x"'],
    [["run", "--expect", "A,,B"], "--expect needs names separated by commas"],
    [["run", "--expect", "A,A"], '--expect names "A" twice'],
    [["run", "--token", "a b"], "--token needs"],
    [["validate"], "validate needs the path"],
    [["--rate"], "ubersim: Option '--rate <value>' argument missing"],
    [["-x"], "ubersim: Unknown option '-x'"],
  ])("refuses %j with one line that says what is allowed", async (args, text) => {
    const { code, err, out } = await runUbersim(args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(text);
    expect(err.trim().split("\n").length).toBeLessThanOrEqual(2);
  });
});

/** Waits until the output of a child matches; gives all output so far. */
function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve) => {
    let seen = "";
    child.stdout?.on("data", (text) => {
      seen += text;
      const match = pattern.exec(seen);
      if (match) resolve(match);
    });
  });
}

describe("ubersim run", () => {
  const FREE = ["run", "--port", "0", "--http", "0"];

  it("[P1] prints world and addresses, stops after --seconds with the same hash each time", async () => {
    const args = [...FREE, "flat", "--rate", "5", "--seed", "7", "--seconds", "0.5", "--headless"];
    const [one, two] = await Promise.all([run(...args), run(...args)]);
    expect(one).toMatchObject({ code: 0, err: "" });
    expect(one.out).toContain("world flat, step 1 ms, seed 7, rate 5");
    expect(one.out).toMatch(/robots +TCP 127\.0\.0\.1:\d+, WebSocket ws:\/\/127\.0\.0\.1:\d+\/client/);
    expect(one.out).toMatch(/viewer +http:\/\/127\.0\.0\.1:\d+\/\n/);
    expect(one.out).toMatch(/control +http:\/\/127\.0\.0\.1:\d+\/api\/VERB/);
    const hash = /stopped at 0\.5 s, state hash ([0-9a-f]{16})/;
    expect(hash.exec(one.out)?.[1]).toBeDefined();
    expect(hash.exec(two.out)?.[1]).toBe(hash.exec(one.out)?.[1]);
  });

  it("[E4] runs verbs from a pipe in order; quit ends it", async () => {
    const { child, outcome } = start([...FREE, "--rate", "max"]);
    child.stdin?.write("pause\nreset\nstep 200\nget time\nget tiem\nsnapshot a\nlist snapshots\n\nquit\n");
    const { code, out } = await outcome;
    expect(code).toBe(0);
    expect(out).toContain("paused at frame 200, 0.2 s\n0.2\nENTITY_UNKNOWN");
    expect(out).toContain('Did you mean "time"?');
    expect(out).toContain('["a"]');
    expect(out.trim().endsWith("stopped at 0.2 s")).toBe(true);
  });

  it("[T7] waits for the expected robots; reports joining and leaving; Ctrl-C ends it and the client gets SERVER_STOPPED", async () => {
    const { child, outcome } = start([...FREE, "--expect", "Segway", "--rate", "max"]);
    const [, port] = await waitForOutput(child, /TCP 127\.0\.0\.1:(\d+)[\s\S]*waits for Segway\n/);
    const robot = await connect({ port: Number(port), document: readFileSync(`${ROOT}robots/segway.xml`) });
    for (let i = 0; i < 50; i++) await robot.nextFrame();
    const gone = robot.drive(() => false);
    child.kill("SIGINT");
    await gone;
    expect(robot.endReason?.code).toBe("SERVER_STOPPED");
    const { code, out } = await outcome;
    expect(code).toBe(0);
    expect(out).toContain("Segway joined at 0 s");
    expect(out).toMatch(/stopped at 0\.\d+ s\n$/);
  });

  it("a port in use: one line with what to do, exit code 1", async () => {
    const { child, outcome } = start(FREE);
    const [, port] = await waitForOutput(child, /TCP 127\.0\.0\.1:(\d+)/);
    const second = await runUbersim(["run", "--port", port, "--http", "0"]);
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toContain("PORT_UNAVAILABLE");
    expect(second.err).toContain(`--port ${Number(port) + 1}`);
    child.kill("SIGTERM");
    expect((await outcome).code).toBe(0);
  });

  it.each([
    [["run", "nosuch.xml"], "FILE_MISSING"],
    [["run", "--assets", "nosuch"], "an existing directory"],
    [["run", "package.json"], "XML_MALFORMED"],
  ])("%j: one line, exit code 1", async (args, text) => {
    const { code, err, out } = await runUbersim(args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(text);
    expect(err.trim().split("\n").length).toBe(1);
  });

  it("on an address other than loopback a token is printed, and control needs it", async () => {
    const { child, outcome } = start([...FREE, "--host", "0.0.0.0"]);
    const [, url, token] = await waitForOutput(child, /control +(http:\S+)\/api\/VERB[\s\S]*token +(\w{32})\n/);
    expect((await fetch(`${url}/api/get`, { method: "POST" })).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/api/stop`, { method: "POST", headers })).status).toBe(200);
    expect((await outcome).code).toBe(0);
  });
});

describe("[R10] ubersim validate --view", () => {
  it("a robot without a client stands in a paused world on flat ground until Ctrl-C", async () => {
    const { child, outcome } = start(["validate", "--view", "robots/segway.xml"]);
    const [, url] = await waitForOutput(child, /viewer +(http:\S+)\/\n/);
    const ask = async (what?: string) => {
      const response = await fetch(`${url}/api/get`, { method: "POST", body: JSON.stringify(what ? { what } : {}) });
      return ((await response.json()) as { data: Record<string, unknown> }).data;
    };
    expect(await ask()).toMatchObject({ world: "flat", time: 0, isPaused: true, clients: [] });
    expect(await ask("Segway")).toBeDefined();
    child.kill("SIGINT");
    const { code, out } = await outcome;
    expect(code).toBe(0);
    expect(out).toContain('valid, robot "Segway"');
  });

  it("a world runs; for a file with an error only the error is printed", async () => {
    const { child, outcome } = start(["validate", "--view", "--no-open", "worlds/flat.xml"]);
    await waitForOutput(child, /viewer +http:\S+\/\nThe world runs/);
    child.kill("SIGTERM");
    expect((await outcome).code).toBe(0);
    const bad = await runUbersim(["validate", "--view", "package.json"]);
    expect(bad).toMatchObject({ code: 1, out: "" });
    expect(bad.err).toContain("TEXT_MALFORMED");
  });
});
