// Plug-ins and controllers that hang (docs/extending.md): the watchdog names them and ends the process, a real one, with code 3.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Outcome } from "../../testing/programs/ProgramHost.js";

const BIN = fileURLToPath(new URL("../../bin/ubersim.js", import.meta.url));
const SERVER = ["--port", "0", "--http", "off", "--rate", "max", "--headless"];
const folder = mkdtempSync(join(tmpdir(), "ubersim-watchdog-"));
afterAll(() => rmSync(folder, { recursive: true }));

export const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

export function start(...args: readonly string[]): {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
} {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return { child, outcome: once(child, "close").then(([code]) => ({ code, out, err })) };
}

/** Runs a world with the plug-in or controller, with a watchdog of 0.5 s unless given. */
export const startWorld = (world: string, ...args: readonly string[]) =>
  start("run", world, ...(args.includes("--watchdog") ? [] : ["--watchdog", "0.5"]), ...args, ...SERVER);

const HANGS = "for (let i = 0; ; i++) if (i < 0) break;";

/** A plug-in with a sensor. */
export const sensor = (device: string, type = "") => `export default (ubersim) => ubersim.device({
  element: "Hanger", summary: "hangs", role: "sensor", read: () => ({}), sends: () => [{ name: "n", type: "float32", unit: "" }],
  takes: [], create: () => ({ sample: () => [1], ${device} }), ${type} });`;

export const world = (
  inBody: string,
  controller = "",
) => `<World name="hang"><Static name="ground"><Plane name="P"/></Static>
  <Robot${controller}><Client><CSettings><Name>Ann</Name></CSettings><Entity><RigidBodies><Body name="B"><Sphere name="S">
  <Mass>1</Mass><Radius>0.1</Radius></Sphere>${inBody}</Body></RigidBodies></Entity></Client></Robot></World>`;
put("hang.xml", world('<Hanger name="H"/>'));

interface Hanging {
  readonly code: string;
  /** What the error says about the call. */
  readonly who: RegExp;
}

/** Plug-ins by the call that hangs. */
const PLUGINS: Readonly<Record<string, Hanging>> = {
  tick: { code: sensor(`tick() { ${HANGS} },`), who: /plug-in hang-tick\.mjs, Hanger: tick for Ann\/H/ },
  sample: { code: sensor(`sample() { ${HANGS} },`), who: /plug-in hang-sample\.mjs, Hanger: sample for Ann\/H/ },
  create: {
    code: sensor("", `create: () => { ${HANGS} },`),
    who: /plug-in hang-create\.mjs, Hanger: create for Ann\/H/,
  },
  read: { code: sensor("", `read: () => { ${HANGS} },`), who: /plug-in hang-read\.mjs, Hanger: read/ },
  call: { code: `export default () => { ${HANGS} };`, who: /plug-in hang-call\.mjs: loading/ },
  load: { code: HANGS, who: /plug-in hang-load\.mjs: loading/ },
  promises: {
    code: "export default async () => { for (;;) await null; };",
    who: /plug-in hang-promises\.mjs: loading/,
  },
};
export const PLUGIN_CALLS = Object.keys(PLUGINS);

export function testHangingPlugins(calls: readonly string[]): void {
  test.each(calls)("a plug-in hangs: %s", async (name) => {
    const { code, who } = PLUGINS[name];
    put(`hang-${name}.mjs`, code);
    const { code: ended, err } = await startWorld("hang.xml", "--plugin", `hang-${name}.mjs`).outcome;
    expect(err).toMatch(/^\nPLUGIN_HANGS: /);
    expect(err).toMatch(who);
    expect(err).toMatch(new RegExp(`now at file://.*/hang-${name}\\.mjs:\\d+:\\d+`));
    expect(err).toContain("--watchdog off");
    expect(ended).toBe(3);
  });
}

const CONTROLLERS: Readonly<Record<string, string>> = {
  "never waits": `export default async (robot) => { for await (const frame of robot.frames()) if (frame.time > 0.05) ${HANGS} };`,
  "loops over resolved promises": "export default async (robot) => { await robot.nextFrame(); for (;;) await null; };",
  "hangs while it is loaded": HANGS,
};
export const CONTROLLER_KINDS = Object.keys(CONTROLLERS);

export function testHangingControllers(kinds: readonly string[]): void {
  test.each(kinds)("a controller that %s", async (kind) => {
    put("hanging.mjs", CONTROLLERS[kind]);
    put("controlled.xml", world("", ' controller="hanging.mjs"'));
    const { code: ended, err } = await startWorld("controlled.xml").outcome;
    expect(err).toContain("controller hanging.mjs of robot Ann");
    expect(err).toMatch(/now at file:\/\/.*\/hanging\.mjs:\d+/);
    expect(ended).toBe(3);
  });
}
