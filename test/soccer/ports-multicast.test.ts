// Multicast output, received with real sockets: by the project's reader, and by the independent npm package ssl-vision.

import type { Socket } from "node:dgram";
import { type EventEmitter, once } from "node:events";
import { createRequire } from "node:module";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it, onTestFinished } from "vitest";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import { Referee_Command, Referee_Stage, RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { TrackerWrapperPacketSchema } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { MulticastSender } from "../../src/server/leagues/ssl/MulticastSender.js";
import { type TestServer, testServer } from "../server/Servers.js";
import { freePort, UdpPeer } from "./UdpPeer.js";

const GROUP = "224.5.23.2";
const WORLD = { world: "soccer-b", httpPort: false, rate: 1 } as const;

interface StrangersClient extends EventEmitter {
  client: Socket;
  connect(): Promise<void>;
  _init(): void;
}
const Stranger = createRequire(import.meta.url)("ssl-vision") as new (host: string, port: number) => StrangersClient;

/** Sends packets to ports where only this test listens. */
async function broadcast(options: Parameters<typeof testServer>[0] = {}) {
  const [visionPort, trackerPort, refereePort] = [await freePort(), await freePort(), await freePort()];
  const ssl = { ports: 0, visionPort, trackerPort, refereePort };
  return testServer({ ...WORLD, ...options, ssl: { ...ssl, ...options?.ssl } });
}

const addressesOf = ({ ssl }: TestServer) => ssl as NonNullable<typeof ssl>;

describe("multicast", () => {
  it("[F3] is received by ssl-vision of npm: robots, ball and geometry are correct", async () => {
    const server = await broadcast();
    const { visionPort, interface: through } = addressesOf(server);
    const stranger = new Stranger(GROUP, visionPort);
    onTestFinished(() => void stranger.client.close());
    stranger._init = () => stranger.client.addMembership(GROUP, through);
    await stranger.connect();
    const seen = { blue: new Map<number, number>(), yellow: new Map<number, number>(), balls: [] as number[] };
    // biome-ignore lint/suspicious/noExplicitAny: as it decodes them
    stranger.on("detection", (frame: any) => {
      for (const { robot_id, x } of frame.robots_blue) seen.blue.set(robot_id, x);
      for (const { robot_id, x } of frame.robots_yellow) seen.yellow.set(robot_id, x);
      for (const { x } of frame.balls) seen.balls.push(x);
    });
    const [geometry] = await once(stranger, "geometry");
    expect(geometry.field).toMatchObject({ field_length: 9000, field_width: 6000, goal_width: 1000 });
    expect(geometry.field.field_lines.map(({ name }: { name: string }) => name)).toContain("TopTouchLine");
    while (seen.balls.length < 8) await once(stranger, "detection");
    expect([...seen.blue.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...seen.yellow.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    const truth = matchOf(server.simulation)
      ?.fieldState()
      .robots.find(({ name }) => name === "Blue-0");
    expect(seen.blue.get(0)).toBeCloseTo(1000 * (truth?.x ?? Number.NaN), 0);
    expect(Math.abs(seen.balls[0])).toBeLessThan(1);
  });

  it("[F3] time in packets is the epoch and simulated time, frame numbers go up by one", async () => {
    const server = await broadcast({ soccer: { epochSec: 1000 } });
    const peer = await UdpPeer.join(GROUP, addressesOf(server).interface, addressesOf(server).visionPort);
    await peer.wait(40);
    const frames = peer.received.map(({ bytes }) => fromBinary(SSL_WrapperPacketSchema, bytes).detection);
    const own = frames.filter((frame) => frame?.cameraId === 0);
    expect(own.length).toBeGreaterThan(5);
    for (const [i, frame] of own.entries()) {
      expect(frame?.tCapture).toBeGreaterThan(1000);
      expect(frame?.tCapture).toBeLessThan(1000.000001 + server.simulation.world.timeSec);
      expect(((frame?.tCapture ?? 0) - 1000) / 0.002).toBeCloseTo(
        Math.round(((frame?.tCapture ?? 0) - 1000) / 0.002),
        3,
      );
      if (i > 0) expect(frame?.frameNumber).toBe((own[i - 1]?.frameNumber ?? 0) + 1);
    }
  });

  it("[F3] a command changes the port of vision", async () => {
    const server = await broadcast();
    const { ports, interface: through } = addressesOf(server);
    const peer = await UdpPeer.open();
    const other = await freePort();
    const heard = await UdpPeer.join(GROUP, through, other);
    const command = create(SimulatorCommandSchema, { config: { visionPort: other } });
    expect((await peer.ask(toBinary(SimulatorCommandSchema, command), ports.control)).length).toBe(0);
    await heard.wait(4);
    expect(fromBinary(SSL_WrapperPacketSchema, heard.received[0].bytes).detection).toBeDefined();
    expect(addressesOf(server).visionPort).toBe(other);
  });

  it("[F3] tracker packets have true positions, in metres", async () => {
    const server = await broadcast();
    const { trackerPort, interface: through } = addressesOf(server);
    const peer = await UdpPeer.join(GROUP, through, trackerPort);
    await peer.wait(1);
    const { trackedFrame } = fromBinary(TrackerWrapperPacketSchema, peer.received[0].bytes);
    expect(trackedFrame?.robots.length).toBe(12);
    const own = trackedFrame?.robots.find(({ robotId }) => robotId?.id === 0 && robotId.team === 2);
    const truth = matchOf(server.simulation)
      ?.fieldState()
      .robots.find(({ name }) => name === "Blue-0");
    expect(own?.pos?.x).toBeCloseTo(truth?.x ?? Number.NaN, 2);
  });

  it("[F5] the built-in referee's packets are sent; a game controller's packets are accepted from this machine", async () => {
    const built = await broadcast({ soccer: { referee: "built-in" } });
    const { interface: through } = addressesOf(built);
    expect(addressesOf(built).refereePort).toBeUndefined();
    const port = await freePort();
    const referee = await broadcast({ soccer: { referee: "built-in" }, ssl: { refereePort: port } });
    const peer = await UdpPeer.join("224.5.23.1", through, port);
    await peer.wait(1);
    expect(fromBinary(RefereeSchema, peer.received[0].bytes).stage).toBe(Referee_Stage.NORMAL_FIRST_HALF_PRE);
    await referee.stop();

    const network = await broadcast({ soccer: { referee: "network" } });
    const info = { name: "us", score: 3, redCards: 0, yellowCards: 0, timeouts: 4, timeoutTime: 0, goalkeeper: 5 };
    const packet = create(RefereeSchema, {
      packetTimestamp: 1n,
      stage: Referee_Stage.NORMAL_FIRST_HALF,
      command: Referee_Command.HALT,
      commandCounter: 1,
      commandTimestamp: 1n,
      yellow: info,
      blue: { ...info, name: "them", score: 2 },
    });
    const controller = await UdpPeer.open("0.0.0.0");
    const heard = addressesOf(network).refereePort ?? 0;
    await controller.sendToGroup(toBinary(RefereeSchema, packet), heard, "224.5.23.1", through);
    // unreadable packets on the same port change nothing
    await controller.sendToGroup(Uint8Array.of(1, 2, 3), heard, "224.5.23.1", through);
    const status = () => matchOf(network.simulation)?.status();
    while (status()?.teams.yellow.score !== 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(status()).toMatchObject({ referee: "network", command: "HALT" });
  });

  it("[F5] packets of the built-in referee of another simulator are ignored, and logged once", async () => {
    const listener = await broadcast({ soccer: { referee: "network" } });
    const { refereePort } = addressesOf(listener);
    const other = await broadcast({ soccer: { referee: "built-in" }, ssl: { refereePort: refereePort as number } });
    const peer = await UdpPeer.open("0.0.0.0");
    while (listener.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(matchOf(other.simulation)?.status().referee).toBe("built-in");
    // the log line for this packet shows that all earlier packets have been read
    const { interface: through } = addressesOf(listener);
    await peer.sendToGroup(Uint8Array.of(1, 2, 3), refereePort as number, "224.5.23.1", through);
    while (listener.log.length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(listener.log).toEqual([
      expect.stringMatching(/^packets of the built-in referee of another simulator \(.*\) are ignored$/),
      expect.stringMatching(/^referee, from .*: UNREADABLE/),
    ]);
    expect(matchOf(listener.simulation)?.status()).toMatchObject({ referee: "none", command: "" });
  });

  it("[F3] logs another simulator that sends vision to the same group and port, and only then", async () => {
    const first = await broadcast();
    const { visionPort } = addressesOf(first);
    // on a busy machine the first may send nothing while the second listens
    let second = await broadcast({ ssl: { visionPort } });
    for (let i = 0; i < 10 && second.log.length === 0; i++) second = await broadcast({ ssl: { visionPort } });
    expect(second.log).toEqual([
      expect.stringMatching(
        new RegExp(
          `^another simulator \\([\\d.]+:\\d+\\) sends vision to 224\\.5\\.23\\.2:${visionPort} too: ` +
            "give one of them --vision-address or --vision-port$",
        ),
      ),
    ]);
    const third = await broadcast({ ssl: { visionPort, visionAddress: "224.5.23.12" } });
    expect([...first.log, ...third.log]).toEqual([]);
  });

  it("[F3] a sender uses the given interface", async () => {
    const log: string[] = [];
    const loopback = await MulticastSender.open({
      host: "127.0.0.1",
      interface: "127.0.0.1",
      groups: [GROUP],
      log: (line) => log.push(line),
    });
    onTestFinished(() => loopback.close());
    expect(loopback.interface).toBe("127.0.0.1");
    const peer = await UdpPeer.join(GROUP, "127.0.0.1");
    loopback.send(Uint8Array.of(7), peer.port, GROUP);
    await peer.wait(1);
    expect(peer.received[0].from.address).toBe("127.0.0.1");
    expect(log).toEqual([]);
  });
});
