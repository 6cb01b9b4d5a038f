// Recordings of a server: what is in the file, over joins, leaves and resets; two at once; files that cannot be written; a process that
// is killed. Files are read by the official reader.

import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromBinary, type Message } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import zstd from "@foxglove/wasm-zstd";
import { McapIndexedReader, McapStreamReader, type McapTypes } from "@mcap/core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { runInfo } from "../../src/cli/recording/info.js";
import { startServer } from "../../src/server/Server.js";
import { sleep, type TestServer, testServer } from "../server/Servers.js";

const ROOT = new URL("../..", import.meta.url).pathname;
let folder: string;
const pathOf = (name: string): string => join(folder, name);
const decompressHandlers: McapTypes.DecompressHandlers = {
  zstd: (packed, bytes) => new Uint8Array(zstd.decompress(packed, Number(bytes))),
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-record-"));
  await zstd.isLoaded;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Read {
  readonly topic: string;
  readonly recordSec: number;
  readonly timeSec: number;
  // biome-ignore lint/suspicious/noExplicitAny: messages of any type
  readonly data: Message & Record<string, any>;
}

/** Every message, decoded by the description in the file. */
async function readAll(path: string): Promise<Read[]> {
  const all = readFileSync(path);
  const readable = {
    size: async () => BigInt(all.length),
    read: async (from: bigint, size: bigint) => new Uint8Array(all.subarray(Number(from), Number(from + size))),
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const messages: Read[] = [];
  for await (const { channelId, logTime, publishTime, data } of reader.readMessages()) {
    const channel = reader.channelsById.get(channelId);
    const schema = reader.schemasById.get(channel?.schemaId ?? 0);
    if (!channel || schema?.encoding !== "protobuf") continue;
    const type = createFileRegistry(fromBinary(FileDescriptorSetSchema, schema.data)).getMessage(schema.name);
    if (!type) throw new Error(`${schema.name} is not described`);
    const [recordSec, timeSec] = [Number(logTime) / 1e9, Number(publishTime) / 1e9];
    messages.push({ topic: channel.topic, recordSec, timeSec, data: fromBinary(type, data) });
  }
  return messages;
}

const say = (server: TestServer, line: string) => server.control.performLine(line);
const paused = (options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> =>
  testServer({ world: "flat", httpPort: false, recordings: folder, ...options });

describe("[X2] a recording", () => {
  test("goes on over spawn, reset and remove; its time never goes back", async () => {
    const server = await paused({ record: { file: pathOf("resets.mcap") } });
    await say(server, "pause");
    await say(server, "spawn segway Wanda");
    await say(server, "step 100");
    await say(server, 'record mark "half way"');
    await say(server, "reset");
    await say(server, "step 50");
    await say(server, "remove Wanda");
    await say(server, "step 20");
    await server.stop();
    const messages = await readAll(pathOf("resets.mcap"));
    const of = (topic: string) => messages.filter((one) => one.topic === topic);
    const times = messages.filter(({ topic }) => !topic.startsWith("/camera")).map(({ recordSec }) => recordSec);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const marks = of("/marks").map(({ data }) => [data.kind, data.text]);
    expect(marks).toEqual([
      ["start", "flat"],
      ["join", "Wanda"],
      ["mark", "half way"],
      ["reset", "to 0 s"],
      ["leave", "Wanda"],
      ["stop", ""],
    ]);
    const told = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await runInfo({ file: pathOf("resets.mcap"), json: true, signals: false });
    const info = JSON.parse(told.mock.calls.join(""));
    told.mockRestore();
    expect(info.marks.map(({ kind, text }: Record<string, string>) => `${kind}: ${text}`)).toEqual([
      "robot: Wanda joined",
      "note: half way",
      "reset: to 0 s",
      "robot: Wanda left",
    ]);
    const pitch = of("/sensors/Wanda/Incmeter");
    const joined = pitch[0].timeSec;
    // every sample, the one of joining and that after the reset included
    expect(pitch.map(({ timeSec }) => timeSec).slice(0, 2)).toEqual([joined, expect.closeTo(joined + 0.001, 9)]);
    const again = pitch.findIndex(({ timeSec }, i) => i > 0 && timeSec < pitch[i - 1].timeSec);
    expect(pitch[again].timeSec).toBeLessThan(pitch[again - 1].timeSec);
    expect(pitch[again].recordSec).toBeGreaterThan(pitch[again - 1].recordSec);
    const frames = of("/tf").map(({ data }) =>
      data.transforms.map((one: { childFrameId: string }) => one.childFrameId),
    );
    expect(frames.some((names) => names.includes("Wanda/LWheel"))).toBe(true);
    const shapes = of("/scene/robots").map(({ data }) => data.entities.map((one: { id: string }) => one.id));
    expect(shapes.at(-1)).toEqual([]);
    expect(shapes.some((ids) => ids.includes("Wanda/LWheel"))).toBe(true);
  });

  test("has what the run has: poses are those of the world, the filter is obeyed, contacts come on request", async () => {
    const recording = { only: ["tf", "contacts", "!tf_static"], rateHz: 1000 };
    const server = await paused({ record: { file: pathOf("poses.mcap") }, recording });
    await say(server, "pause");
    await say(server, "spawn segway Wanda");
    await say(server, "step 30");
    const state = server.simulation.world.physics.names;
    expect(state).toContain("Wanda");
    const data = (await say(server, "get Wanda/LWheel")).data as { position: number[]; orientation: number[] };
    await server.stop();
    const messages = await readAll(pathOf("poses.mcap"));
    expect([...new Set(messages.map(({ topic }) => topic))].sort()).toEqual(["/contacts", "/tf"]);
    const last = messages.filter(({ topic }) => topic === "/tf").at(-1)?.data.transforms;
    const wheel = last.find((one: { childFrameId: string }) => one.childFrameId === "Wanda/LWheel");
    expect(wheel.parentFrameId).toBe("world");
    const { x, y, z } = wheel.translation;
    expect([x, y, z]).toEqual(data.position.map((value) => expect.closeTo(value, 9)));
    expect(wheel.timestamp.nanos).toBeGreaterThan(0);
  });

  test("of two at once: each has its own part of the run; a file that exists is refused", async () => {
    const server = await paused();
    await say(server, "pause");
    expect(await say(server, "record")).toMatchObject({ result: 1, message: "no recording" });
    expect(await say(server, "record start one.mcap")).toMatchObject({ result: 1, data: { file: "one.mcap" } });
    await say(server, "step 100");
    expect(await say(server, "record start two.mcap")).toMatchObject({ result: 1 });
    expect(await say(server, "record start two.mcap")).toMatchObject({ data: { code: "FILE_EXISTS" } });
    expect(await say(server, "record start ../x.mcap")).toMatchObject({ data: { code: "ARGUMENT_WRONG" } });
    await say(server, "step 100");
    expect(await say(server, "record stop one.mcap")).toMatchObject({
      result: 1,
      data: { recordings: [{ seconds: 0.2 }] },
    });
    await say(server, "step 100");
    expect(await say(server, "record stop")).toMatchObject({
      data: { recordings: [{ file: "two.mcap", seconds: 0.2 }] },
    });
    expect(await say(server, "record stop")).toMatchObject({ data: { code: "STATE_WRONG" } });
    await server.stop();
    const [one, two] = await Promise.all([readAll(pathOf("one.mcap")), readAll(pathOf("two.mcap"))]);
    // the empty world had begun to run before the pause
    const startSec = Math.min(...one.map(({ timeSec }) => timeSec));
    expect(Math.max(...one.map(({ timeSec }) => timeSec))).toBeCloseTo(startSec + 0.2, 9);
    expect(Math.min(...two.map(({ timeSec }) => timeSec))).toBeCloseTo(startSec + 0.1, 9);
    expect(Math.max(...two.map(({ recordSec }) => recordSec))).toBeCloseTo(0.2, 9);
  });

  test("that an event begins starts at its frame", async () => {
    const world = pathOf("event.xml");
    writeFileSync(
      world,
      '<World name="bell"><Event name="go"><At>0.05</At><Do>record start event.mcap</Do></Event></World>',
    );
    const server = await paused({ world });
    await say(server, "pause");
    await say(server, "step 100");
    await server.stop();
    const messages = await readAll(pathOf("event.mcap"));
    expect(Math.min(...messages.map(({ timeSec }) => timeSec))).toBeCloseTo(0.05, 9);
  });
});

describe("[X2] a recording that cannot be written", () => {
  const fails = async (file: string): Promise<string> => {
    const options = { world: "flat", port: 0, httpPort: false, record: { file } } as const;
    return startServer(options).then(
      (server) => server.stop().then(() => "started"),
      (problem) => problem.code,
    );
  };

  test("is refused before the run: the file exists, the place cannot be written", async () => {
    writeFileSync(pathOf("old.mcap"), "precious");
    expect(await fails(pathOf("old.mcap"))).toBe("FILE_EXISTS");
    expect(readFileSync(pathOf("old.mcap"), "utf8")).toBe("precious");
    expect(await fails("/no/such/place/x.mcap")).toBe("FILE_UNWRITABLE");
    expect(await fails(folder)).toBe("FILE_UNWRITABLE");
  });

  test("ends when the disk is full: a line with a code, and the run goes on", async () => {
    const full = pathOf("full.mcap");
    symlinkSync("/dev/full", full);
    const server = await paused({ record: { file: full } });
    await say(server, "pause");
    await say(server, "step 200");
    await vi.waitFor(
      () => expect(server.log.join("\n")).toMatch(/recording full\.mcap: RECORDING_ENDED: .*ENOSPC/),
      10_000,
    );
    expect(server.simulation.isStopped).toBe(false);
    const { frame } = server.simulation.world;
    expect(await say(server, "step 10")).toMatchObject({ result: 1, data: { frame: frame + 10 } });
    expect(await say(server, "record")).toMatchObject({ message: "no recording" });
    // its journal takes no more notes
    expect(server.simulation.inputs.isNoted).toBe(false);
  });

  test("leaves no file if it cannot begin", async () => {
    const server = await paused();
    await say(server, "pause");
    vi.spyOn(server.simulation, "hash").mockImplementationOnce(() => {
      throw new TypeError("no hash");
    });
    expect(await say(server, "record start broken.mcap")).toMatchObject({ data: { code: "INTERNAL" } });
    await vi.waitFor(() => expect(existsSync(pathOf("broken.mcap"))).toBe(false));
    expect(server.simulation.inputs.isNoted).toBe(false);
    expect(await say(server, "record start broken.mcap")).toMatchObject({ result: 1 });
  });
});

test("[X2] kill -9 loses at most one second; the official reader reads the rest", async () => {
  const file = pathOf("killed.mcap");
  const words = [
    "run",
    "segway-yard",
    "--record",
    file,
    "--record-only",
    "!camera",
    "--port",
    "0",
    "--http",
    "0",
    "--headless",
  ];
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, "bin/ubersim.js"), ...words], { cwd: ROOT });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout?.on("data", (text) => {
    out += text;
  });
  const url = await vi.waitFor(() => {
    const found = /control {3}(http:\/\/\S+)\/api/.exec(out)?.[1];
    expect(found).toBeDefined();
    return found;
  }, 60_000);
  const time = async (): Promise<number> =>
    ((await (await fetch(`${url}/api/get`, { method: "POST" })).json()) as { data: { time: number } }).data.time;
  await vi.waitFor(async () => expect(await time()).toBeGreaterThan(1.2), { timeout: 120_000, interval: 100 });
  const before = await time();
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  const reader = new McapStreamReader({ decompressHandlers });
  reader.append(readFileSync(file));
  let last = 0;
  let count = 0;
  for (let record = reader.nextRecord(); record; record = reader.nextRecord())
    if (record.type === "Message") {
      count++;
      last = Math.max(last, Number(record.logTime) / 1e9);
    }
  expect(count).toBeGreaterThan(1000);
  expect(last).toBeGreaterThan(before - 1);
});

test("[X2] a run that does not record writes nothing and loads no writer", async () => {
  const server = await paused();
  const before = readdirSync(folder).length;
  await say(server, "pause");
  await say(server, "step 10");
  expect(server.simulation.options.recordControl?.isLoaded).toBe(false);
  await sleep(0);
  expect(readdirSync(folder).length).toBe(before);
  expect(existsSync("recordings")).toBe(false);
  expect(statSync(folder).isDirectory()).toBe(true);
});
