// grSim's older protocol and the speed of the simulation, over real sockets.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { grSim_PacketSchema, Robots_StatusSchema } from "../../src/soccer/wire/GrSim_pb.js";
import { SimulatorCommandSchema } from "../../src/soccer/wire/SslSimulation_pb.js";
import { sleep, testServer } from "../server/Servers.js";
import { UdpPeer } from "./UdpPeer.js";

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
  it("[F3] drives a robot, and its status comes back to the port of its team", async () => {
    const status = await UdpPeer.open();
    const statusPorts = { blue: 1, yellow: status.port };
    const server = await testServer({ ...WORLD, ssl: { ports: 0, statusPorts } });
    const peer = await UdpPeer.open();
    const robotX = () =>
      server.simulation.match?.scene().robots.find(({ name }) => name === "Yellow-2")?.x ?? Number.NaN;
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
    // grSim answers nothing else
    expect(peer.received).toEqual([]);
  });
});

describe("simulation_speed", () => {
  it("[F3] sets the rate; 0 pauses, more goes on", async () => {
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
