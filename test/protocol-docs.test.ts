// docs/protocol.md is true: its examples are what the codec makes and what a simulation sends, its tables are those of the
// code, its limits the defaults, and the client that it prints drives a robot.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { RESERVED_NAMES } from "../src/describe/EntityElement.js";
import { JOINT_PROPERTY } from "../src/describe/Joint.js";
import { ERROR_TABLE } from "../src/describe/SimError.js";
import { builtInDevices } from "../src/devices/BuiltIn.js";
import { CAMERA_PROPERTY } from "../src/devices/CameraSensor.js";
import { startServer } from "../src/server/Server.js";
import { encodeMessage } from "../src/session/Codec.js";
import { DEFAULT_SESSION_LIMITS } from "../src/session/SessionLimits.js";
import { Simulation } from "../src/session/Simulation.js";
import { World } from "../src/world/World.js";
import { FakeClient, runFrames } from "./builders/FakeClient.js";
import { WIRE_CODES } from "./fuzz/WireCodes.js";

const PAGE = readFileSync("docs/protocol.md", "utf8");
const APPENDIX_A = readFileSync("test/documents/appendix-a.xml", "utf8");
const RATE = { rate: Number.POSITIVE_INFINITY };

interface HexBlock {
  readonly name: string;
  readonly values: readonly number[];
  readonly bytes: Uint8Array;
}

/** ```hex NAME VALUES, bytes in hex, # begins a comment. */
const BLOCKS: readonly HexBlock[] = [...PAGE.matchAll(/^```hex (\S+)(.*)\n([\s\S]*?)^```/gm)].map(
  ([, name, values, body]) => ({
    name,
    values: values.trim() === "" ? [] : values.trim().split(/\s+/).map(Number),
    bytes: Uint8Array.from(
      body
        .replace(/#.*|\.\.\./g, "")
        .trim()
        .split(/\s+/)
        .map((pair) => Number.parseInt(pair, 16)),
    ),
  }),
);
const MESSAGES = BLOCKS.filter(({ name }) => name !== "document");
const blockOf = (name: string): HexBlock => BLOCKS.find((block) => block.name === name) as HexBlock;

/** Types of the values behind a name. */
const PAYLOADS: Readonly<Record<string, readonly ("float64" | "float32" | "int32" | "uint32")[]>> = {
  Timestamp: ["float64"],
  Incmeter: ["float32"],
  FrameEnd: [],
  LMotor: ["int32", "float32"],
  SimEnd: [],
  Missed: ["uint32"],
  Reset: [],
};

function payloadOf({ name, values }: HexBlock): Uint8Array {
  const types = PAYLOADS[name];
  expect(types, `no payload is known of ${name}`).toBeDefined();
  expect(values).toHaveLength(types.length);
  const view = new DataView(new ArrayBuffer(types.reduce((sum, type) => sum + (type === "float64" ? 8 : 4), 0)));
  let at = 0;
  for (const [i, type] of types.entries()) {
    if (type === "float64") view.setFloat64(at, values[i], true);
    else if (type === "float32") view.setFloat32(at, values[i], true);
    else if (type === "int32") view.setInt32(at, values[i], true);
    else view.setUint32(at, values[i], true);
    at += type === "float64" ? 8 : 4;
  }
  return new Uint8Array(view.buffer);
}

/** Whole messages as they stand in what was sent, by their own lengths. */
function split(bytes: Uint8Array): Map<string, Uint8Array> {
  const messages = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at, true);
    const message = bytes.subarray(at, at + length);
    messages.set(new TextDecoder().decode(message.subarray(4, message.indexOf(0, 4))), message);
    at += length;
  }
  return messages;
}

async function connect(document = APPENDIX_A): Promise<{ simulation: Simulation; client: FakeClient }> {
  const simulation = new Simulation(await World.create(), RATE);
  const client = FakeClient.connect(simulation, document);
  simulation.run(0);
  return { simulation, client };
}

const lastSent = (client: FakeClient): Map<string, Uint8Array> => split(client.bytes[client.bytes.length - 1]);

/** A section of the page by the number in its heading. */
const section = (number: number): string =>
  PAGE.slice(PAGE.indexOf(`\n## ${number}. `), PAGE.indexOf(`\n## ${number + 1}. `) + 1 || undefined);

describe("[W2] hex examples", () => {
  test("there is one of every message but those in JSON", () => {
    const known = RESERVED_NAMES.filter((name) => !["Hello", "Error", "Console", "Event"].includes(name));
    const shown = new Set(BLOCKS.map(({ name }) => name));
    expect(known.filter((name) => !shown.has(name))).toEqual([]);
    expect(shown).toContain("LMotor");
  });

  test.each(MESSAGES.map((block) => [block.name, block] as const))("%s is what the codec makes", (name, block) => {
    expect([...block.bytes]).toEqual([...encodeMessage(name, payloadOf(block))]);
  });

  test("[W1] the document begins and ends as it says", () => {
    expect(new TextDecoder().decode(blockOf("document").bytes)).toBe("<Client></Client>%%");
  });

  test("[W3] Timestamp, Incmeter and FrameEnd are what a simulation sends for Appendix A", async () => {
    const { simulation, client } = await connect();
    runFrames(simulation, 1, [client]);
    const sent = lastSent(client);
    expect([...sent.keys()]).toEqual(["Timestamp", "Incmeter", "FrameEnd"]);
    expect(sent.get("Timestamp")).toEqual(blockOf("Timestamp").bytes);
    expect(sent.get("FrameEnd")).toEqual(blockOf("FrameEnd").bytes);
    // the robot leans as it leans: all but the number is the same
    const [real, shown] = [sent.get("Incmeter") as Uint8Array, blockOf("Incmeter").bytes];
    expect(real.subarray(0, -4)).toEqual(shown.subarray(0, -4));
    expect(real).toHaveLength(shown.length);
  });

  test("[T4] Missed is what a simulation sends", async () => {
    const skip = `<Stall policy="skip" seconds="1"/></CSettings>`;
    const { simulation, client } = await connect(APPENDIX_A.replace("</CSettings>", skip));
    for (let i = 0; i < 3; i++) simulation.run(1000 + i);
    client.answer();
    simulation.run(1010);
    expect(lastSent(client).get("Missed")).toEqual(blockOf("Missed").bytes);
    expect([...lastSent(client).keys()].slice(0, 2)).toEqual(["Timestamp", "Missed"]);
  });

  test("[T8] Reset is what a simulation sends", async () => {
    const { simulation, client } = await connect();
    runFrames(simulation, 5, [client]);
    simulation.reset(0);
    expect([...lastSent(client)][0]).toEqual(["Reset", blockOf("Reset").bytes]);
    expect(client.last).toMatchObject({ isReset: true, time: 0 });
  });

  test("[W4] LMotor and SimEnd are what a simulation takes", async () => {
    const { simulation, client } = await connect();
    for (const name of ["Timestamp", "LMotor", "SimEnd"])
      client.sendBytes(name === "Timestamp" ? encodeMessage(name, new Uint8Array(8)) : blockOf(name).bytes);
    simulation.run(1);
    expect(client.error).toBeUndefined();
    expect(simulation.world.frame).toBe(1);
  });
});

describe("tables and numbers", () => {
  test("[W6] the Hello that is shown is the one for Appendix A, of which it shows the first component", async () => {
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "");
    const { client } = await connect();
    const real = client.hello as NonNullable<typeof client.hello>;
    expect({ ...real, components: real.components.slice(0, 1) }).toEqual(shown);
  });

  test("[W8] the messages that are named exist, and the reserved names are all of them", () => {
    const tables = [...section(2).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(tables).toEqual(["Hello", "Reset", "Timestamp", "Missed", "FrameEnd", "Timestamp", "SimEnd"]);
    expect(tables.filter((name) => !RESERVED_NAMES.includes(name))).toEqual([]);
    const listed = /Names that components cannot have: (.*)\./.exec(PAGE)?.[1].split(", ");
    expect(listed).toEqual([...RESERVED_NAMES]);
  });

  test("[W7] every code that is named exists; every code of a running session is named", () => {
    const named = new Set([...PAGE.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, code]) => code));
    named.delete("TCP_NODELAY");
    expect([...named].filter((code) => !Object.hasOwn(ERROR_TABLE, code))).toEqual([]);
    const errors = readFileSync("docs/errors.md", "utf8");
    const running = errors.slice(errors.indexOf("## The running world"));
    const wanted = WIRE_CODES.filter((code) => running.includes(`\`${code}\``));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((code) => !named.has(code))).toEqual([]);
  });

  test("[W4] [W9] the numbers of properties are those of the code", () => {
    const text = section(6);
    const shown = [...text.matchAll(/([A-Z]\w*(?:, [A-Z]\w*)*) +\| (\d+(?:, \d+)*)/g)].flatMap(([, names, numbers]) => {
      const all = numbers.split(", ").map(Number);
      return names.split(", ").map((name, i) => [name, all[i]] as const);
    });
    const refused = [...text.matchAll(/(LoVel|HiVel) \((\d+)\)/g)].map(([, name, n]) => [name, Number(n)] as const);
    expect(Object.fromEntries([...shown, ...refused])).toEqual(JOINT_PROPERTY);
    const camera = /A camera takes the same 8 bytes with (.*)\./.exec(text)?.[1] ?? "";
    const properties = [...camera.matchAll(/([A-Z]\w+) (\d+)/g)].map(([, name, n]) => [name, Number(n)] as const);
    expect(Object.fromEntries(properties)).toEqual(CAMERA_PROPERTY);
  });

  test("[W5] what sends is listed: every sensor that there is", () => {
    const kinds = builtInDevices();
    const sensors = kinds.elements.filter((element) => kinds.type(element).role === "sensor");
    const listed = [...section(5).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...sensors].sort());
  });

  test("[W8] the limits are the defaults", () => {
    const { messageBytes, messagesPerFrame, commandsWaiting, aheadBytes, backlogBytes, documentSeconds } =
      DEFAULT_SESSION_LIMITS;
    const many = (count: number) => count.toLocaleString("en");
    const mb = (bytes: number) => `${bytes / (1 << 20)} MB`;
    expect(PAGE).toContain(`\`MESSAGE_TOO_LONG\` (${mb(messageBytes)})`);
    expect(PAGE).toContain(`\`TOO_MANY_MESSAGES\` (${many(messagesPerFrame)} a frame)`);
    expect(PAGE).toContain(
      `\`TOO_FAR_AHEAD\` (${mb(aheadBytes)}, or ${many(commandsWaiting)} commands whose latency is not over)`,
    );
    expect(PAGE).toContain(`\`BACKLOG_FULL\` (${mb(backlogBytes)} unread)`);
    expect(PAGE).toContain(`\`DOCUMENT_LATE\` (no \`%%\` within ${documentSeconds} s)`);
  });

  test("[T4] who stalls elsewhere is out after the 10 s that it says", async () => {
    expect(PAGE.replace(/\s+/g, " ")).toContain("the default for others, 10 s");
    const simulation = new Simulation(await World.create(), RATE);
    FakeClient.connect(simulation, APPENDIX_A, { isLocal: false });
    expect(simulation.run(0)).toBe(10_000);
  });
});

describe("the client that is printed", () => {
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  const FRAMES = 300;

  test.skipIf(!hasPython)(
    `[P2] drives the Appendix A robot for ${FRAMES} frames`,
    async () => {
      const printed = /```python\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "";
      // the world waits for it at t = 0: every frame is one that it answered
      const server = await startServer({ port: 0, httpPort: false, ...RATE, expect: ["CMU"] });
      const program = printed
        .replace("9040", String(server.tcpPort))
        .replace('"robot.xml"', JSON.stringify(resolve("test/documents/appendix-a.xml")));
      expect(program).not.toContain("9040");
      expect(program).not.toContain("robot.xml");
      const child = spawn("python3", ["-c", program], { stdio: ["ignore", "ignore", "pipe"] });
      let told = "";
      child.stderr.on("data", (data) => {
        told += data;
      });
      const ended = new Promise<number | null>((settle) => child.on("exit", settle));
      const drove = async () => {
        while (server.simulation.world.frame < FRAMES) {
          if (child.exitCode !== null) throw new Error(`it ended early: ${told}`);
          await new Promise((next) => setTimeout(next, 20));
        }
      };
      try {
        await drove();
        const { clients } = server.simulation.status();
        expect(clients).toMatchObject([{ name: "CMU", state: "running", missed: 0 }]);
      } finally {
        await server.stop();
      }
      // told of the end, it says so and goes
      expect(await ended).toBe(1);
      expect(told).toContain("SERVER_STOPPED");
    },
    60_000,
  );
});
