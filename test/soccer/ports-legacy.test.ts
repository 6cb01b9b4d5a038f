// grSim's older protocol and the simulation speed command, over real sockets.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import { grSim_PacketSchema, Robots_StatusSchema } from "../../src/leagues/ssl/wire/GrSim_pb.js";
import { SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { sleep, testServer } from "../server/Servers.js";
import { freePort, UdpPeer } from "./UdpPeer.js";

const WORLD = { world: "soccer-b", httpPort: false, rate: 1 } as const;

const drive = (id: number, veltangent: number) => ({
  id,
  kickspeedx: 0,
  kickspeedz: 0,
  veltangent,
  velnormal: 0,
  velangular: 0,
  spinner: false,
  wheelsspeed: false,
});

describe("grSim's protocol", () => {
  it("[F3] drives a robot, and its status is sent to the port of its team", async () => {
    const status = await UdpPeer.open();
    const statusPorts = { blue: 1, yellow: status.port };
    const server = await testServer({ ...WORLD, ssl: { ports: 0, statusPorts } });
    const peer = await UdpPeer.open();
    const robotX = () =>
      matchOf(server.simulation)
        ?.fieldState()
        .robots.find(({ name }) => name === "Yellow-2")?.x ?? Number.NaN;
    const startX = robotX();
    const commands = { timestamp: 0, isteamyellow: true, robotCommands: [drive(2, 1)] };
    const bytes = toBinary(grSim_PacketSchema, create(grSim_PacketSchema, { commands }));
    while (!(Math.abs(robotX() - startX) > 0.05)) {
      await peer.send(bytes, server.ssl?.legacy ?? 0);
      await sleep(20);
    }
    await status.wait(1);
    const { robotsStatus } = fromBinary(Robots_StatusSchema, status.received[0].bytes);
    expect(robotsStatus.map(({ robotId }) => robotId)).toContain(2);
    // grSim sends no other answers
    expect(peer.received).toEqual([]);
  });
});

describe("unreadable packets at grSim's port", () => {
  it("[F3] give one line in the log, for any number of packets", async () => {
    const server = await testServer({ ...WORLD, ssl: { ports: 0, visionPort: await freePort() } });
    const peer = await UdpPeer.open();
    const legacy = server.ssl?.legacy ?? 0;
    for (let i = 0; i < 20; i++) {
      await peer.send(Buffer.from("GET / HTTP/1.1"), legacy);
      await peer.send(Uint8Array.of(0x0a, 0x24, 0x08), legacy);
    }
    // a command with another error is read after all of them
    const commands = { timestamp: 0, isteamyellow: true, robotCommands: [drive(11, 1)] };
    await peer.send(toBinary(grSim_PacketSchema, create(grSim_PacketSchema, { commands })), legacy);
    while (!server.log.some((line) => line.includes("PLAYER_UNKNOWN"))) await sleep(5);
    expect(server.log).toEqual([
      expect.stringMatching(/^grSim, from 127\.0\.0\.1: UNREADABLE: .* at grSim_Packet: found bytes that /),
      expect.stringMatching(/^grSim: PLAYER_UNKNOWN: /),
    ]);
  });
});

describe("simulation_speed", () => {
  it("[F3] sets the rate; 0 pauses, a positive value continues", async () => {
    const server = await testServer(WORLD);
    const peer = await UdpPeer.open();
    const speed = async (simulationSpeed: number): Promise<void> => {
      const command = create(SimulatorCommandSchema, { control: { simulationSpeed } });
      expect((await peer.ask(toBinary(SimulatorCommandSchema, command), server.ssl?.ports.control ?? 0)).length).toBe(
        0,
      );
    };
    await speed(0.25);
    expect(server.simulation.rate).toBe(0.25);
    await speed(0);
    const { frame } = server.simulation.world;
    await sleep(100);
    expect(server.simulation.world.frame).toBe(frame);
    await speed(4);
    expect(server.simulation.rate).toBe(4);
    while (server.simulation.world.frame === frame) await sleep(5);
  });
});
