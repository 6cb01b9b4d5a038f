// Hostile datagrams at the league's ports (F3, W8): bounded work, short answers, no echo for ever, nothing on the network in
// loopback mode.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { create, toBinary } from "@bufbuild/protobuf";
import { expect, onTestFinished, test, vi } from "vitest";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { SimulatorCommandSchema, SimulatorResponseSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { MulticastSender } from "../../src/server/leagues/ssl/MulticastSender.js";
import type { RunningServer } from "../../src/server/Server.js";
import { isThere } from "../clients/Programs.js";
import { sleep, testServer } from "../server/Servers.js";
import { UdpPeer } from "../soccer/UdpPeer.js";

const controlPort = ({ ssl }: RunningServer): number => ssl?.ports.control ?? 0;

function allRobots(present: boolean, times = 1): Uint8Array {
  const teams = [Team.BLUE, Team.YELLOW];
  const ids = Array.from({ length: 16 * times }, (_, i) => i % 16);
  const teleportRobot = teams.flatMap((team) => ids.map((id) => ({ id: { id, team }, present })));
  return toBinary(SimulatorCommandSchema, create(SimulatorCommandSchema, { control: { teleportRobot } }));
}

test("[W8] a datagram that adds or removes all robots rebuilds the world once", async () => {
  const server = await testServer({ world: "soccer-b", rate: 1 });
  const peer = await UdpPeer.open();
  const { world } = server.simulation;
  const exchange = vi.spyOn(world.physics, "exchange");
  for (const [present, count] of [
    [true, 32],
    [false, 0],
  ] as const) {
    exchange.mockClear();
    expect(await peer.ask(allRobots(present), controlPort(server))).toHaveLength(0);
    expect(world.robots).toHaveLength(count);
    expect(exchange.mock.calls.length).toBe(1);
  }
  // one robot named again and again
  exchange.mockClear();
  await peer.ask(allRobots(false, 20), controlPort(server));
  expect(exchange.mock.calls.length).toBeLessThanOrEqual(1);
});

test("[W8] what cannot be read is answered at a limited rate; answers get none", async () => {
  const server = await testServer({ world: "soccer-b", rate: 1 });
  const peer = await UdpPeer.open();
  const port = controlPort(server);
  const unreadable = await peer.ask(Uint8Array.of(255), port);
  expect(Buffer.from(unreadable).toString()).toContain("UNREADABLE");
  const { length } = peer.received;
  await peer.send(unreadable, port);
  const error = create(SimulatorResponseSchema, { errors: [{ code: "PLAYER_UNKNOWN", message: "y" }] });
  await peer.send(toBinary(SimulatorResponseSchema, error), port);
  await sleep(200);
  expect(peer.received.length).toBe(length);
  for (let i = 0; i < 1000; i++) await peer.send(Uint8Array.of(255), port);
  await sleep(300);
  expect(peer.received.length).toBeLessThan(300);
});

test("[W8] an answer with errors is not much longer than its request", async () => {
  const server = await testServer({ world: "soccer-b", rate: 1 });
  const peer = await UdpPeer.open();
  const ids = Array.from({ length: 30 }, (_, i) => i);
  const command = create(SimulatorCommandSchema, {
    control: { teleportRobot: ids.map((id) => ({ id: { id, team: Team.BLUE }, x: Number.NaN })) },
  });
  const request = toBinary(SimulatorCommandSchema, command);
  const answer = await peer.ask(request, controlPort(server));
  expect(Buffer.from(answer).toString()).toContain("COMMAND_NOT_FINITE");
  expect(answer.length).toBeLessThanOrEqual(4 * request.length + 512);
});

/** Prints the number of packets to a UDP port that leave through an interface, when its input ends. */
const COUNTER = `
import select, socket, sys
device, port = sys.argv[1], int(sys.argv[2])
raw = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
raw.bind((device, 0))
print("ready", flush=True)
count = 0
while True:
    ready = select.select([raw, sys.stdin], [], [])[0]
    if raw in ready:
        packet, address = raw.recvfrom(65536)
        if address[2] == socket.PACKET_OUTGOING and packet[23] == 17 and int.from_bytes(packet[36:38], "big") == port: count += 1
    elif sys.stdin in ready: break
print(count, flush=True)
`;

const network = Object.entries(networkInterfaces()).flatMap(([name, infos = []]) =>
  infos.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => ({ name, address })),
)[0];
const mayCount = network !== undefined && process.getuid?.() === 0 && isThere("python3");

test.skipIf(!mayCount)(
  "[F3] in loopback mode no packet leaves the machine, even if no program has joined the group",
  async () => {
    const [group, port] = ["224.5.23.77", 10_077];
    const counter = spawn("python3", ["-c", COUNTER, network.name, `${port}`]);
    onTestFinished(() => void counter.kill());
    let out = "";
    counter.stdout.on("data", (text) => {
      out += text;
    });
    while (!out.includes("ready")) await sleep(10);
    const sender = await MulticastSender.open({
      host: "127.0.0.1",
      interface: network.address,
      groups: [group],
      log: () => {},
    });
    onTestFinished(() => sender.close());
    for (let i = 0; i < 50; i++) sender.send(Uint8Array.of(i), port, group);
    await sleep(200);
    counter.stdin.end();
    await once(counter, "close");
    expect(out).toBe("ready\n0\n");
  },
);
