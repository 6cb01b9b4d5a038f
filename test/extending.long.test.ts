// docs/extending.md as a reader follows it: the files of the page, in a folder outside the project, run by real processes and
// used over TCP. Commands that only check a file run in a shared process (ProgramHost). test/watchdog has plug-ins
// that hang.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { connect } from "../src/client/index.js";
import { VIEW_VERSION, type ViewMessage } from "../src/session/view/ViewProtocol.js";
import { type Outcome, runUbersim } from "../testing/programs/ProgramHost.js";

const BIN = fileURLToPath(new URL("../bin/ubersim.js", import.meta.url));
const PAGE = readFileSync(new URL("../docs/extending.md", import.meta.url), "utf8");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-extending-"));
  for (const [, name, text] of PAGE.matchAll(/^`([\w.-]+)`:\n\n```\w+\n([\s\S]*?)```/gm)) put(name, text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

function start(...args: readonly string[]): { readonly child: ChildProcess; readonly outcome: Promise<Outcome> } {
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

const run = (...args: string[]): Promise<Outcome> => start(...args).outcome;
/** In a shared process. */
const ask = (...args: string[]): Promise<Outcome> => runUbersim(args, folder);
const SERVER = ["--port", "0", "--http", "off", "--rate", "max", "--headless"];

/** The port of a running server. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.once("close", () => reject(new Error(`it ended: ${output}`)));
    child.stdout?.on("data", (text) => {
      output += text;
      const port = /TCP 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
  });
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("[S6] the paint sensor of docs/extending.md", () => {
  test("is valid, and is listed with the messages that it sends and takes", async () => {
    const plugin = ["--plugin", "paint-sensor.mjs"];
    const good = await run("validate", "painter.xml", "patches.xml", ...plugin);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toContain("float32 red, float32 green, float32 blue, uint32 changes (16 bytes)");
    const without = await ask("validate", "painter.xml");
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining("ELEMENT_UNKNOWN") });
    const listed = JSON.parse((await ask("list", "--json", ...plugin)).out);
    expect(listed.devices).toContainEqual({
      element: "PaintSensor",
      role: "sensor",
      summary: "colour of what lies below it, and how often that has changed",
      sends: "float32 red, float32 green, float32 blue, uint32 changes",
      takes: "uint32 changes",
      plugin: "paint-sensor.mjs",
    });
    expect((await run("list", ...plugin)).out).toContain("from plug-in paint-sensor.mjs");
  });

  test("sends a client over TCP the colour below it, and takes a message", async () => {
    put("bare.xml", read("patches.xml").replace(/<Robot .*\/>/, ""));
    const { child } = start("run", "bare.xml", "--plugin", "paint-sensor.mjs", ...SERVER);
    const robot = await connect({ port: await portOf(child), document: read("painter.xml") });
    const seen: { y: number; color: number[]; changes: number }[] = [];
    let sentAt = -1;
    for await (const frame of robot.frames()) {
      const [red, green, blue, changes] = robot.latest("Eye") ?? [];
      const y = robot.latest("Pose")?.[1] ?? 0;
      if (red !== undefined) seen.push({ y: y + 0.25, color: [red, green, blue], changes });
      if (sentAt < 0 && changes === 3) {
        robot.send("Eye", new Uint8Array(new Uint32Array([70]).buffer));
        sentAt = seen.length;
      }
      for (const motor of ["LMotor", "RMotor"]) robot.set(motor, "Vel", 5);
      if (frame.time > 5) break;
    }
    await robot.leave();
    // positions: floor before the patches, blue patch, floor between, red patch
    const at = (y: number) => seen.find((one) => one.y > y);
    const near = (color: readonly number[] | undefined, wanted: readonly number[]) =>
      wanted.forEach((value, i) => {
        expect(Math.abs((color?.[i] ?? Number.NaN) - value)).toBeLessThan(12);
      });
    near(at(0.4)?.color, [230, 230, 230]);
    near(at(0.8)?.color, [30, 60, 220]);
    near(at(1.2)?.color, [230, 230, 230]);
    near(at(1.6)?.color, [220, 40, 30]);
    expect([at(0.4)?.changes, at(0.8)?.changes, at(1.2)?.changes]).toEqual([0, 1, 2]);
    expect(sentAt).toBeGreaterThan(0);
    expect(seen.at(-1)?.changes).toBe(71);
    // with noise of 2 no two samples are equal
    expect(new Set(seen.map(({ color }) => color[0])).size).toBeGreaterThan(100);
  });

  test("is drawn by the viewer as its `drawings` describe", async () => {
    const http = ["--port", "0", "--http", "0", "--rate", "max", "--headless"];
    const { child } = start("run", "patches.xml", "--plugin", "paint-sensor.mjs", ...http);
    const address = await new Promise<string>((resolve) => {
      let printed = "";
      child.stdout?.on("data", (text) => {
        printed += text;
        const found = /http:\/\/(127\.0\.0\.1:\d+)/.exec(printed)?.[1];
        if (found) resolve(found);
      });
    });
    const socket = new WebSocket(`ws://${address}/view`);
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "hello", version: VIEW_VERSION }));
    const scene = await new Promise<Extract<ViewMessage, { type: "scene" }>>((resolve) => {
      socket.on("message", (data, isBinary) => {
        const message = isBinary ? undefined : (JSON.parse(String(data)) as ViewMessage);
        if (message?.type === "scene") resolve(message);
      });
    });
    socket.terminate();
    const sensors = scene.entities.find(({ name }) => name === "Painter")?.sensors;
    expect(sensors?.find(({ name }) => name === "Eye")).toMatchObject({
      kind: "PaintSensor",
      drawings: [{ kind: "color", first: 0 }],
    });
  });

  test("stops the cart of its world at the red patch, the same each time", async () => {
    put(
      "watched.mjs",
      read("stop-at-red.mjs").replace(
        "const [red",
        'if (frame.time === 5.9) console.log("place", robot.latest("Pose")[1], robot.latest("Pose")[8]);\n    const [red',
      ),
    );
    put("watched.xml", read("patches.xml").replace("stop-at-red", "watched"));
    const args = ["run", "watched.xml", "--plugin", "paint-sensor.mjs", ...SERVER, "--seconds", "6"];
    const [one, two] = await Promise.all([run(...args), run(...args)]);
    expect(one).toMatchObject({ code: 0, err: "" });
    const [, place, speed] = /place (\S+) (\S+)/.exec(one.out)?.map(Number) ?? [];
    // the sensor is 0.25 m in front of the cart's origin, the patch begins at 1.4 m
    expect(place + 0.25).toBeGreaterThan(1.4);
    expect(place + 0.25).toBeLessThan(1.5);
    expect(Math.abs(speed)).toBeLessThan(1e-3);
    const hash = (text: string) => /state hash (\w+)/.exec(text)?.[1];
    expect(hash(one.out)).toBeDefined();
    expect(hash(two.out)).toBe(hash(one.out));
  });
});

describe("[S6] the nose and the air jet of docs/extending.md", () => {
  const plugin = ["--plugin", "gas.mjs"];

  test("are valid, alone and in their world; a missing element is reported with its position", async () => {
    const good = await ask("validate", "sled.xml", "rink.xml", ...plugin);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toContain('robot "Sled": 2 kg, 1 body, 0 joints, 2 sensors, 1 actuator');
    expect(good.out).toMatch(
      /Jet +AirJet +Hull +float32 force +act at once; reports 100 Hz: float32 force \(4 bytes\)/,
    );
    put("sourceless.xml", read("sled.xml").replace("<Source>barrel</Source>", ""));
    const { code, err } = await ask("validate", "sourceless.xml", ...plugin);
    expect(code).toBe(1);
    expect(err).toMatch(/^sourceless\.xml:10:9: ELEMENT_MISSING/);
    expect((await ask("validate", "sled.xml")).err).toContain("--plugin FILE");
  });

  test("4 N on 2 kg for a second give 2 m/s, commanded from Python", async () => {
    const { child } = start("run", "rink.xml", ...plugin, ...SERVER);
    const port = await portOf(child);
    const python = spawn("python3", ["blow.py", String(port)], {
      cwd: folder,
      env: { ...process.env, PYTHONPATH: fileURLToPath(new URL("../clients/python", import.meta.url)) },
    });
    let output = "";
    for (const stream of [python.stdout, python.stderr])
      stream.on("data", (text) => {
        output += text;
      });
    await once(python, "close");
    // 1 m while it blows, 0.8 m after; the barrel was 5 m away
    expect(output).toMatch(/^speed 2\.000000 m\/s, the barrel is 3\.\d m away\n$/);
  });

  test("a message with a force out of range is refused, and the error says what is allowed", async () => {
    const { child } = start("run", "rink.xml", ...plugin, ...SERVER);
    const robot = await connect({ port: await portOf(child), document: read("sled.xml") });
    await robot.nextFrame();
    robot.send("Jet", new Uint8Array(new Float32Array([21]).buffer));
    const refused = async () => {
      for await (const _ of robot.frames());
    };
    await expect(refused()).rejects.toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      message: expect.stringContaining("from -20 to 20 N"),
    });
  });

  test("validate reports the line where a plug-in threw", async () => {
    put("gas-broken.mjs", read("gas.mjs").replace("sample() {", 'sample() {\n throw new Error("a cold");'));
    const { code, err } = await run("validate", "sled.xml", "--plugin", "gas-broken.mjs");
    expect(code).toBe(1);
    expect(err).toContain("a cold (sample of GasSensor, plug-in gas-broken.mjs)");
    expect(err).toMatch(/thrown +at .*gas-broken\.mjs:\d+:\d+/);
    // an error thrown by the library is reported at the plug-in's line
    put("gas-lost.mjs", read("gas.mjs").replace("if (!physics.has(source)) return [-1];", ""));
    const lost = await ask("validate", "sled.xml", "--plugin", "gas-lost.mjs");
    expect(lost.err).toContain("ENTITY_UNKNOWN");
    expect(lost.err).toMatch(/thrown +at .*gas-lost\.mjs:\d+:\d+/);
  });
});

describe("[R8] the tricycle of docs/extending.md", () => {
  test("is valid, and one with errors is refused", async () => {
    const plugin = ["--plugin", "tricycle.mjs"];
    const good = await ask("validate", "trike.robot", ...plugin);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toContain('robot "Trike": 3.8 kg, 5 bodies, 4 joints');
    put("wrong.txt", read("trike.robot").replace("WHEEL_RADIUS = 60", "  WHEEL_RADIS = 60"));
    const wrong = await ask("validate", "wrong.txt", ...plugin);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^wrong\.txt:5:3: KEY_UNKNOWN.*\n.*WHEEL_RADIS/);
    expect(wrong.err).toContain('Did you mean "WHEEL_RADIUS"?');
    expect((await ask("validate", "trike.robot")).err).toContain("Load a plug-in that defines this type");
  });

  test("drives and steers after its file is sent over TCP unchanged", async () => {
    const { child } = start("run", "--plugin", "tricycle.mjs", ...SERVER);
    const robot = await connect({ port: await portOf(child), document: read("trike.robot") });
    expect(robot.name).toBe("Trike");
    const poses: number[][] = [];
    for await (const frame of robot.frames()) {
      poses.push(robot.latest("Pose") ?? []);
      robot.set("Drive", "Vel", 5);
      robot.set("Steer", "Angle", 0.3);
      if (frame.time > 2) break;
    }
    await robot.leave();
    const [first, last] = [poses[0], poses.at(-1) as number[]];
    const moved = Math.hypot(last[0] - first[0], last[1] - first[1]);
    // 5 rad/s on 60 mm, minus the acceleration and the curve of the path
    expect(moved).toBeGreaterThan(0.4);
    expect(moved).toBeLessThan(0.61);
    // wheels steered to the left turn the robot to the left, about sin(0.3) 0.3 m/s 2 s / 0.4 m = 0.44 rad
    const turned = 2 * Math.atan2(last[5], last[6]);
    expect(turned).toBeGreaterThan(0.3);
    expect(turned).toBeLessThan(0.5);
  });
});

describe("[P1] --plugin and --watchdog on the command line", () => {
  test.each([
    [["run", "--watchdog", "soon"], 2, '--watchdog needs a number of at least 0.1 or off, found "soon"'],
    [["run", "--plugin"], 2, "argument missing"],
    [["run", "--plugin", "none.mjs"], 1, 'FILE_MISSING: the file cannot be read at --plugin: found "none.mjs"'],
    [["demo", "--plugin", "none.mjs", "--no-open"], 1, "FILE_MISSING"],
    [["list", "--plugin", "painter.xml"], 1, "PLUGIN_REFUSED"],
    [["list", "all"], 2, 'list has no argument "all"'],
  ])("%j", async (args, code, words) => {
    const outcome = await ask(...args);
    expect(outcome).toMatchObject({ code, out: "", err: expect.stringContaining(words) });
  });

  test("a TypeScript plug-in runs if Node supports it, and is otherwise refused with the reason", async () => {
    put("typed.mts", "export default (ubersim: object): void => { console.log(typeof ubersim); };");
    const outcome = await run("list", "--plugin", "typed.mts");
    if ("typescript" in process.features) expect(outcome.out).toContain("object\n");
    else
      expect(outcome).toMatchObject({
        code: 1,
        err: expect.stringContaining("cannot load TypeScript: use Node 22.18"),
      });
  });
});
