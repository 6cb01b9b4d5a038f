// USARSim's clients against a running server: real sockets, and the Python client as a process.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { type TestServer, testServer } from "../server/Servers.js";
import { blockOf, UsarSocket } from "./UsarSocket.js";

const run = promisify(execFile);

const start = (pictures: "raw" | "good" = "good"): Promise<TestServer> =>
  testServer({ world: "flat", rate: 4, usarsim: { port: 0, imagePort: 0, pictures } });

/** In the world's own frame. */
function placeOf({ simulation }: TestServer, robot: string): readonly number[] {
  const { physics } = simulation.world;
  const { bodies } = simulation.world.robot(robot).description.entity;
  return readPose(physics, robot, bodies[0].name).position;
}

async function joined(server: TestServer, line: string): Promise<UsarSocket> {
  const client = new UsarSocket(server.usarsim?.port);
  await client.line(/^NFO \{Gametype/);
  client.send(line);
  await client.line(/^STA/);
  return client;
}

test("[W8] an AIBO: joints by DRIVE, MULTIDRIVE, SET and MISPKG; STA, SEN, CONF and GEO", async () => {
  const server = await start();
  const client = await joined(server, "INIT {ClassName USARBot.ERS7} {Name Dog} {Location 1,2,0} {Rotation 0,0,0}");
  const [x, y] = placeOf(server, "Dog");
  // {Location 1,2,0}: y points to the right there, to the left here
  expect(Math.abs(x - 1)).toBeLessThan(0.3);
  expect(Math.abs(y + 2)).toBeLessThan(0.3);
  const conf = await client.ask("GETCONF {Type Joint}", /^CONF/);
  const names = [...conf.matchAll(/\{Joint ([^}]*)\}/g)].map((match) => match[1]);
  expect(names.length).toBeGreaterThanOrEqual(18);
  expect(await client.ask("GETGEO {Type Camera}", /^GEO/)).toMatch(/\{Location .*\{Mount /);
  expect(await client.ask("GETGEO {Type IR}", /^GEO/)).toMatch(/^GEO \{Type IR\} \{Name .*\{Location .*\{Mount /);
  expect(await client.ask("GETCONF {Type Camera}", /^CONF/)).toMatch(/\{CameraFov .*\{TextureResolutionX 208\}/);
  const pan = names.find((name) => /pan/i.test(name)) ?? names[0];
  const reaches = async (command: string, value: number) => {
    client.send(command);
    for (;;) {
      const line = await client.line(/^STA/);
      if (Math.abs(Number(blockOf(line, pan)) - value) < 0.02) return;
    }
  };
  await reaches(`DRIVE {Name ${pan}} {Order 0} {Value 0.4}`, 0.4);
  await reaches(`MULTIDRIVE {${pan} -0.3}`, -0.3);
  await reaches(`SET {Type Joint} {Name ${pan}} {Opcode Angle} {Params 0.2}`, 0.2);
  await reaches(`MISPKG {Name Dog} {Link ${names.indexOf(pan) + 1}} {Value 0.1} {Order 0}`, 0.1);
  await client.line(/^MISSTA .*\{Name Dog\} \{Link 1\}/);
  await client.line(/^SEN .*\{Type Encoder\} .*\{Tick /);
  await client.line(/^SEN .*\{ProperAcceleration /);
  // the second part of the line fails: the first one does nothing
  const error = await client.ask(`MULTIDRIVE {${pan} 0.8} {NoSuchJoint 1}`, /^NFO \{Error/);
  expect(error).toMatch(/JOINT_UNKNOWN/);
  await client.line(/^STA/);
  await client.line(/^STA/);
  expect(Number(blockOf(await client.line(/^STA/), pan))).toBeCloseTo(0.1, 1);
});

test("[W8] a wheeled robot drives forward and turns to the right, seen in USARSim's frame", async () => {
  const server = await start();
  const client = await joined(server, "INIT {ClassName diff-2003} {Name Car} {Location 0,0,0}");
  client.send("DRIVE {Left 10} {Right 10}");
  await client.line(/^STA .*\{Type GroundVehicle\}/);
  const moved = async (isThere: () => boolean) => {
    for (let i = 0; i < 200 && !isThere(); i++) await client.line(/^STA/);
    expect(isThere()).toBe(true);
  };
  // yaw 0 looks along +x
  await moved(() => placeOf(server, "Car")[0] > 0.2);
  expect(Math.abs(placeOf(server, "Car")[1])).toBeLessThan(0.05);
  client.send("DRIVE {Left 12} {Right 6}");
  // to the right: -y here
  await moved(() => placeOf(server, "Car")[1] < -0.1);
});

test("[W8] pictures: one camera, then a mosaic of two, raw and in part", async () => {
  const server = await start("raw");
  await joined(server, "INIT {ClassName aibo} {Name A} {Location 0,0,0}");
  const images = new UsarSocket(server.usarsim?.imagePort);
  const one = await images.picture();
  expect([one.type, one.data.readUInt16BE(0), one.data.readUInt16BE(2), one.data.length]).toEqual([
    0,
    208,
    160,
    4 + 3 * 208 * 160,
  ]);
  const second = await joined(server, "INIT {ClassName aibo} {Name B} {Location 0,1,0}");
  const mosaic = await images.picture();
  expect([mosaic.data.readUInt16BE(0), mosaic.data.readUInt16BE(2)]).toEqual([640, 480]);
  const part = new Uint8Array(17);
  part[0] = "U".charCodeAt(0);
  [320, 0, 100, 50].forEach((x, i) => {
    new DataView(part.buffer).setUint32(1 + 4 * i, x);
  });
  const cut = await images.picture(part);
  expect([cut.data.readUInt16BE(0), cut.data.readUInt16BE(2), cut.data.length]).toEqual([100, 50, 4 + 15_000]);
  const camera = blockOf(await second.ask("GETCONF {Type Camera}", /^CONF/), "Name");
  second.send(`SET {Type Camera} {Robot B} {Name ${camera}} {Client 127.0.0.1}`);
  await second.line(/^STA/);
  const chosen = await images.picture();
  expect(chosen.data.readUInt16BE(0)).toBe(208);
  const wrong = new UsarSocket(server.usarsim?.imagePort);
  wrong.socket.write("GET / HTTP/1.1\r\n\r\n");
  await wrong.until(() => wrong.isClosed, "end");
});

test("[W8] the Python client drives the AIBO and a wheeled robot, and gets a JPEG", async () => {
  const server = await start();
  const file = join(mkdtempSync(join(tmpdir(), "usarsim-")), "aibo.jpg");
  const { port = 0, imagePort = 0 } = server.usarsim ?? {};
  const python = (...args: readonly string[]) =>
    run("python3", ["clients/python/usarsim.py", "--port", `${port}`, "--images", `${imagePort}`, ...args]);
  const aibo = await python("--class", "aibo", "--seconds", "1", "--picture", file);
  expect(aibo.stdout).toMatch(/STA Time=.* Type=LeggedVehicle/);
  expect([...readFileSync(file).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const car = await python("--class", "diff-2003", "--left", "10", "--right", "10", "--seconds", "1");
  expect(car.stdout).toMatch(/Type=GroundVehicle/);
});

test("[W8] bad lines get a coded error, and nobody else is disturbed", async () => {
  const server = await start();
  const good = await joined(server, "INIT {ClassName aibo} {Name Good} {Location 0,0,0}");
  const bad = await joined(server, "INIT {ClassName aibo} {Name Bad} {Location 0,2,0}");
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["DRIVE {Left {1}}", /LINE_MALFORMED/],
    ["FLY {Up 1}", /LINE_UNKNOWN/],
    ["DRIVE {Name x} {Value NaN}", /JOINT_UNKNOWN|NUMBER_NOT_FINITE/],
    ["MULTIDRIVE {NeckPan 1e999}", /Error/],
    [`DRIVE ${"x".repeat(20_000)}`, /LINE_TOO_LONG/],
    ["INIT {ClassName aibo}", /STATE_WRONG/],
    ["SET {Type Nothing}", /LINE_UNSUPPORTED/],
  ];
  for (const [line, code] of wrong) expect(await bad.ask(line, /^NFO \{Error/)).toMatch(code);
  const spy = new UsarSocket(server.usarsim?.port);
  // each INIT costs as much as 500 lines
  expect(await spy.ask(`INIT {ClassName a/b}\r\n${"INIT {ClassName a/b}\r\n".repeat(5)}`, /TOO_MANY/)).toMatch(/Error/);
  for (const path of ["../../package", "/etc/passwd", "..", "robots/aibo", "C:\\x"])
    expect(await new UsarSocket(server.usarsim?.port).ask(`INIT {ClassName ${path}}`, /^NFO \{Error/)).toMatch(
      /FILE_FORBIDDEN/,
    );
  const other = new UsarSocket(server.usarsim?.port);
  for (const name of ["package", "constructor", "__proto__"])
    expect(await other.ask(`INIT {ClassName ${name}}`, /^NFO \{Error/)).toMatch(/FILE_MISSING/);
  expect(await other.ask("DRIVE {Left 1} {Right 1}", /^NFO \{Error/)).toMatch(/STATE_WRONG/);
  other.send("INIT {ClassName aibo} {Name Spy} {Location 0,4,0}");
  await other.line(/^STA/);
  await good.line(/^STA/);
  expect([good.isClosed, bad.isClosed]).toEqual([false, false]);
});

test("[W8] random lines, with seeds, end no connection but their own", async () => {
  const server = await start();
  const good = await joined(server, "INIT {ClassName aibo} {Name Good} {Location 0,0,0}");
  const words = [
    "INIT",
    "DRIVE",
    "MULTIDRIVE",
    "SET",
    "{",
    "}",
    " ",
    "Name",
    "Left",
    "1",
    "NaN",
    "-1e9",
    "\u0000",
    "ü",
    "\n",
  ];
  for (let seed = 1; seed <= 5; seed++) {
    let x = seed;
    const next = (): number => {
      x = (x * 48_271) % 2_147_483_647;
      return x;
    };
    const client = await joined(server, `INIT {ClassName aibo} {Name F${seed}} {Location ${2 * seed},3,0}`);
    client.socket.write(Array.from({ length: 3000 }, () => words[next() % words.length]).join(""));
    client.send("", "GETSTARTPOSES");
    await client.line(/^NFO \{(StartPoses|Error)/);
    client.socket.end();
  }
  await good.line(/^STA/);
  expect(good.isClosed).toBe(false);
  expect(server.log.filter((line) => line.includes("internal error"))).toEqual([]);
});
