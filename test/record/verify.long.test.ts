// A server records; another process proves the recording, continues it, and goes on from a snapshot file.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { connect, type RobotClient } from "../../src/client/index.js";
import { readMessage, TOPICS, writeMessage } from "../../src/record/journal/JournalMessage.js";
import { McapFile } from "../../src/record/mcap/McapFile.js";
import { openRecording } from "../../src/server/record/RecordingSource.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";

const BIN = fileURLToPath(new URL("../../bin/ubersim.js", import.meta.url));

/** In a process of its own, without a terminal. */
async function runUbersim(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

const directory = mkdtempSync(join(tmpdir(), "ubersim-verify-"));
const path = (name: string): string => join(directory, name);
const segway = readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8");
const late = segway.replace(/<LatencyMS>.*?<\/LatencyMS>/, "<LatencyMS>20</LatencyMS>");
/** Two boxes that fall, roll and rest: a state without clients. */
const OBJECTS = `<World name="boxes"><Static name="ground"><Plane name="P"/></Static>
${[0, 1].map((i) => `<Object name="Box${i}"><RigidBodies><Body name="B"><Box name="S"><XSize>0.2</XSize><YSize>0.3</YSize><ZSize>0.4</ZSize><Mass>1</Mass><Position>0.05 ${0.1 * i} ${0.5 + 0.6 * i}</Position></Box></Body></RigidBodies></Object>`).join("\n")}
</World>`;

/** Until the server or the client ends. */
async function drive(client: RobotClient, frames = Number.POSITIVE_INFINITY): Promise<void> {
  let n = 0;
  for await (const frame of client.frames()) {
    if (n++ >= frames) return client.leave();
    client.motor("LMotor", { axis: 2, Vel: Math.fround(3 * Math.sin(frame.time * 20)), FMax: 5 });
  }
}

const start = (world: string, file?: string): Promise<RunningServer> =>
  startServer({
    world,
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    recordings: directory,
    ...(file === undefined ? {} : { record: { file } }),
  });

let hashAtEnd = "";

beforeAll(async () => {
  const server = await start("flat", path("run.mcap"));
  const robot = () => connect({ port: server.tcpPort, document: late });
  const driving = [robot().then((one) => drive(one, 150)), robot().then((one) => drive(one))];
  for (const one of driving) one.catch(() => {});
  const at = async (frames: number, line: string) => {
    while (server.simulation.framesRun < frames) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.control.performLine(line);
  };
  await at(50, "snapshot here");
  await at(100, "reset");
  await at(200, "restore here");
  await at(240, "stop");
  await server.stop();
  await Promise.allSettled(driving);
  writeFileSync(path("boxes.xml"), OBJECTS);
  const boxes = await start(path("boxes.xml"));
  await boxes.control.performLine("pause");
  expect(await boxes.control.performLine("snapshot boxes.snapshot")).toMatchObject({ result: 1 });
  await boxes.control.performLine(`step ${400 - boxes.simulation.world.frame}`);
  while (boxes.simulation.framesToGo > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  hashAtEnd = boxes.simulation.hash();
  await boxes.stop();
});

describe("another process", () => {
  test("[X3] proves Appendix A with 20 ms latency over a reset, a restore and a client that vanished", async () => {
    const { code, out, err } = await runUbersim(["verify", path("run.mcap")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^equal: \d\d\d frames, /);
  });

  test("[X3] one flipped bit in an input is found, with its frame", async () => {
    const number = await flipInput(path("run.mcap"), path("flipped.mcap"));
    const { code, err } = await runUbersim(["verify", path("flipped.mcap")]);
    expect(code).toBe(1);
    expect(err).toContain(`differs: first in frame ${number}, `);
    expect(err).toContain("inputs of this frame");
  });

  test("[X3] fork goes on from an instant, without the clients of then", async () => {
    const args = ["fork", path("run.mcap"), "--at", "0.1", "--no-wait", "--seconds", "0.15"];
    const { code, out } = await runUbersim([...args, ...QUIET]);
    expect(code).toBe(0);
    expect(out).toContain("stopped at 0.15 s");
  });

  test("[T8] [X3] run --restore goes on with the same bits as the run that wrote the file", async () => {
    const { code, out } = await runUbersim(["run", "--restore", path("boxes.snapshot"), "--seconds", "0.4", ...QUIET]);
    expect(code).toBe(0);
    expect(out).toContain(`stopped at 0.4 s, state hash ${hashAtEnd}`);
  });

  test("[W8] export into a closed pipe ends without an error, into a full disk with one", async () => {
    const command = `"$0" bin/ubersim.js export "$1" '*'`;
    const shell = (text: string) =>
      spawnSync("bash", ["-c", text, process.execPath, path("run.mcap")], { encoding: "utf8" });
    expect(shell(`${command} | head -c 1; exit \${PIPESTATUS[0]}`)).toMatchObject({ status: 0, stderr: "" });
    const full = shell(`${command} > /dev/full`);
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^FILE_UNWRITABLE: [^\n]*ENOSPC[^\n]*\n$/);
  });

  test("[X3] what cannot be read or repeated says why", async () => {
    writeFileSync(path("no.mcap"), "no recording");
    const cases = [
      [["verify", path("none.mcap")], "FILE_MISSING"],
      [["verify", path("no.mcap")], "RECORDING_UNREADABLE"],
      [["fork", path("run.mcap"), "--at", "99"], "VALUE_OUT_OF_RANGE"],
      [["run", "--restore", path("no.snapshot")], "FILE_MISSING"],
    ] as const;
    for (const [args, code] of cases) {
      const outcome = await runUbersim(args);
      expect(outcome).toMatchObject({ code: 1 });
      expect(outcome.err).toContain(code);
    }
  });
});

const QUIET = ["--headless", "--port", "0", "--http", "off", "--rate", "max"];

/** Copies a recording with one other bit in a command. Returns the number of its frame. */
async function flipInput(from: string, to: string): Promise<number> {
  const { recording, close } = await openRecording(from);
  const parts: Uint8Array[] = [];
  const mcap = new McapFile({ write: (bytes) => parts.push(bytes.slice()) }, { library: "test" });
  const inputs = [...recording.messages({ topics: (topic) => topic === TOPICS.input })];
  const { number } = readMessage(inputs[inputs.length >> 1].data, "");
  for (const { channel, recordNs, timeNs, data } of recording.messages()) {
    const { topic, schema, encoding } = channel;
    const id = mcap.channel({ topic, encoding: encoding as "protobuf", schema: schema as never });
    let bytes: Uint8Array = data.slice();
    const message = topic === TOPICS.input ? readMessage(bytes, "") : undefined;
    if (message?.number === number && message.data) {
      message.data[message.data.length - 12] ^= 1;
      bytes = writeMessage(message);
    }
    mcap.write(id, recordNs, Number(timeNs), bytes);
  }
  mcap.end();
  close();
  writeFileSync(to, Buffer.concat(parts));
  return number;
}
