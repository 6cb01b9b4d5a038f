// A robot that joins a match from its own program over the robots' TCP port (F3, F7): vision, tracker and referee identify it by name, the
// league's commands do not reach it, and its program commands it at any level, down to motor voltages.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { connect } from "../../src/client/index.js";
import { VOLTAGES } from "../../src/devices/drive/DriveCommand.js";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import {
  RobotControlResponseSchema,
  RobotControlSchema,
  SimulatorCommandSchema,
  SimulatorResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import type { RunningServer } from "../../src/server/Server.js";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { robotFile, withLines } from "../../testing/builders/Pitch.js";
import { testServer } from "../server/Servers.js";
import { UdpPeer } from "./UdpPeer.js";

const WORLD = { world: "soccer-b", httpPort: false, rate: 4, soccer: { referee: "none" } } as const;
const BLUE = 2;

const drive = (id: number) => ({
  id,
  moveCommand: { command: { case: "localVelocity" as const, value: { forward: 1, left: 0, angular: 0 } } },
});

async function command(server: RunningServer, ids: readonly number[]) {
  const peer = await UdpPeer.open();
  const message = create(RobotControlSchema, { robotCommands: ids.map(drive) });
  const bytes = await peer.ask(toBinary(RobotControlSchema, message), server.ssl!.ports.blue);
  const { errors, feedback } = fromBinary(RobotControlResponseSchema, bytes);
  return { codes: errors.map(({ code }) => code), heard: feedback.map(({ id }) => id) };
}

it("[F3] [F7] a text file as Blue-7: in vision, tracker and referee data, driven by its program in volts, removed by a command", async () => {
  const server = await testServer(WORLD);
  const document = withLines(robotFile("ssl.robot"), { NAME: "Blue-7" });
  const robot = await connect({ document, port: server.tcpPort });
  expect(robot.hello.name).toBe("Blue-7");
  const { world } = server.simulation;
  const match = matchOf(server.simulation);
  const start = robot.hello.time;
  const volts = wheelMessage(VOLTAGES, [6, 6, 6, 6]);
  let codes: readonly string[] = [];
  for await (const frame of robot.frames()) {
    // equal voltages: the robot turns counter-clockwise on the spot
    robot.send("Drive", volts);
    if (codes.length === 0) ({ codes } = await command(server, [7, 0]));
    if (frame.time - start > 0.5) break;
  }
  expect(codes).toEqual(["PLAYER_DRIVEN"]);
  const seen = match!.detectNow().flatMap(({ robotsBlue }) => robotsBlue.filter(({ robotId }) => robotId === 7));
  const truth = match!.fieldState().robots.find(({ name }) => name === "Blue-7")!;
  expect(truth.turn).toBeGreaterThan(2);
  expect(seen.length).toBeGreaterThan(0);
  for (const { x, y } of seen) expect(Math.hypot(x / 1000 - truth.x, y / 1000 - truth.y)).toBeLessThan(0.001);

  const peer = await UdpPeer.open();
  const remove = create(SimulatorCommandSchema, {
    control: { teleportRobot: [{ id: { id: 7, team: BLUE }, present: false }] },
  });
  const answer = await peer.ask(toBinary(SimulatorCommandSchema, remove), server.ssl!.ports.control);
  expect(fromBinary(SimulatorResponseSchema, answer).errors).toEqual([]);
  expect(world.has("Blue-7")).toBe(false);
  const goOn = async () => {
    for await (const _ of robot.frames());
  };
  await expect(goOn()).rejects.toMatchObject({ code: "REMOVED" });
});

it("[F3] an XML robot as Blue-8: seen with its size, not commanded by the league's protocol", async () => {
  const server = await testServer(WORLD);
  const robot = await connect({ document: boxRobot({ name: "Blue-8", at: "-2 2.5 0.11" }), port: server.tcpPort });
  const scene = matchOf(server.simulation)!.fieldState();
  expect(scene.robots.map(({ name }) => name)).toContain("Blue-8");
  const [seen] = matchOf(server.simulation)!
    .detectNow()
    .flatMap(({ robotsBlue }) => robotsBlue.filter(({ robotId }) => robotId === 8));
  expect(seen).toMatchObject({ x: expect.closeTo(-2000, -1), y: expect.closeTo(2500, -1), height: expect.any(Number) });
  expect(await command(server, [8, 0])).toEqual({ codes: ["PLAYER_DRIVEN"], heard: [0] });
  await robot.leave();
});

/** Encodes uint32 mode, uint32 n, n float32: one number per wheel (docs/robots.md). */
function wheelMessage(mode: number, values: readonly number[]): Uint8Array {
  const message = new DataView(new ArrayBuffer(8 + 4 * values.length));
  message.setUint32(0, mode, true);
  message.setUint32(4, values.length, true);
  values.forEach((value, i) => {
    message.setFloat32(8 + 4 * i, value, true);
  });
  return new Uint8Array(message.buffer);
}
