// The synchronous exchange over TCP with real sockets: two teams in lock step, and the effect on the others when one client is
// invalid, silent or disconnected.

import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { SoccerClient } from "../../src/client/ssl/SoccerClient.js";
import { frameMessage } from "../../src/leagues/ssl/commands/SyncFraming.js";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import { SimulationSyncRequestSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { sleep, testServer } from "../server/Servers.js";
import { errorCodes, SyncPeer } from "./SyncPeer.js";

const MATCH = {
  world: "soccer-b",
  httpPort: false,
  seed: 7,
  soccer: { epochSec: 0, realism: "realistic", referee: "none", expect: ["blue", "yellow"] },
} as const;
const STEP_SEC = 0.016;

async function kickOff(options = {}) {
  const server = await testServer({ ...MATCH, ...options });
  const { ports } = server.ssl as NonNullable<typeof server.ssl>;
  const blue = await SyncPeer.open(ports.blue);
  const yellow = await SyncPeer.open(ports.yellow);
  return { server, ports, blue, yellow };
}

/** Commands that differ in every round. */
const orders = (team: TeamColor, round: number) => ({
  robotCommands: Array.from({ length: 6 }, (_, id) => ({
    id,
    moveCommand: {
      command: {
        case: "localVelocity" as const,
        value: { forward: ((round + id) % 5) / 2, left: team === "blue" ? 0.4 : -0.3, angular: (id % 3) - 1 },
      },
    },
    kickSpeed: 4,
    dribblerSpeed: 1000,
  })),
});

async function play(first: TeamColor, rounds: number) {
  const { server, blue, yellow } = await kickOff();
  const teams =
    first === "blue"
      ? ([
          [blue, "blue"],
          [yellow, "yellow"],
        ] as const)
      : ([
          [yellow, "yellow"],
          [blue, "blue"],
        ] as const);
  for (let round = 0; round < rounds; round++)
    await Promise.all(teams.map(([peer, team]) => peer.ask({ simStep: STEP_SEC, robotControl: orders(team, round) })));
  return { hash: server.simulation.hash(), time: server.simulation.world.timeSec, blue, yellow };
}

describe("synchronous clients", () => {
  it("[F3] two teams at full speed: the same bytes and the same world in any order of requests", async () => {
    const one = await play("blue", 60);
    const two = await play("yellow", 60);
    expect(one.time).toBeCloseTo(60 * STEP_SEC, 9);
    expect(two.hash).toBe(one.hash);
    expect(Buffer.concat(two.blue.bytes).equals(Buffer.concat(one.blue.bytes))).toBe(true);
    expect(Buffer.concat(two.yellow.bytes).equals(Buffer.concat(one.yellow.bytes))).toBe(true);
    // the robots have moved
    const { detection } = one.blue.answers[59];
    const start = one.blue.answers[0].detection.flatMap(({ robotsBlue }) => robotsBlue);
    const end = detection.flatMap(({ robotsBlue }) => robotsBlue);
    const placeOf = (robots: typeof end, id: number) => robots.find(({ robotId }) => robotId === id)?.x ?? Number.NaN;
    // the realistic vision misses robots now and then
    const seen = start.map(({ robotId }) => robotId ?? 0).filter((id) => !Number.isNaN(placeOf(end, id)));
    expect(Math.max(...seen.map((id) => Math.abs(placeOf(end, id) - placeOf(start, id))))).toBeGreaterThan(100);
  });

  it("[F3] answers with all cameras after the step, the geometry once, and feedback of every robot", async () => {
    const { blue, yellow } = await kickOff({ soccer: { ...MATCH.soccer, realism: "none" } });
    const ask = (peer: SyncPeer, team: TeamColor) => peer.ask({ simStep: STEP_SEC, robotControl: orders(team, 1) });
    const [first] = await Promise.all([ask(blue, "blue"), ask(yellow, "yellow")]);
    const [second] = await Promise.all([ask(blue, "blue"), ask(yellow, "yellow")]);
    expect(first.geometry?.field?.fieldLength).toBe(9000);
    expect(second.geometry).toBeUndefined();
    expect(first.robotControlResponse?.feedback.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(first.detection.map(({ cameraId }) => cameraId)).toEqual([0, 1, 2, 3]);
    expect(second.detection[0].tCapture - first.detection[0].tCapture).toBeCloseTo(STEP_SEC, 9);
  });

  it("[F3] the world does not wait for a client that left", async () => {
    const { server, blue, yellow } = await kickOff();
    blue.request({ simStep: STEP_SEC });
    yellow.leave();
    await blue.wait(1);
    expect(server.simulation.world.frame).toBe(8);
    // during a long request
    await blue.ask({ simStep: 2 * STEP_SEC });
    expect(server.simulation.world.frame).toBe(24);
  });

  it("[T4] a client without a request for longer than --stall is disconnected, and the others continue", async () => {
    const { blue, yellow } = await kickOff({ stall: { policy: "drop", seconds: 2 } });
    blue.request({ simStep: STEP_SEC });
    await blue.wait(1);
    await yellow.waitClosed();
    expect(yellow.answers.map(errorCodes)).toEqual([["STALLED"]]);
  });

  it("[T4] a SoccerClient that was disconnected by the timeout gets the reason", async () => {
    const stall = { policy: "drop", seconds: 0.5 } as const;
    const server = await testServer({ ...MATCH, stall, soccer: { ...MATCH.soccer, expect: [] } });
    const client = await SoccerClient.connect({ port: server.ssl!.ports.blue });
    expect((await client.ask(STEP_SEC, []))?.errors).toEqual([]);
    while (server.simulation.status().waitingFor.length > 0) await sleep(20);
    const output = await client.ask(STEP_SEC, []).then(
      (answer) => answer?.errors[0].code,
      (error: Error) => error.message,
    );
    expect(output).toContain("STALLED");
    await expect(client.ask(STEP_SEC, [])).rejects.toThrow("STALLED");
  });

  it("[F3] a step that differs from the other team's, or is no length of time, is refused; the client may retry", async () => {
    const { server, blue, yellow } = await kickOff();
    for (const simStep of [0, -0.016, Number.NaN, Number.POSITIVE_INFINITY, 1e9])
      expect(errorCodes(await blue.ask({ simStep }))).toEqual(["SYNC_STEP_WRONG"]);
    blue.request({ simStep: STEP_SEC });
    expect(errorCodes(await yellow.ask({ simStep: 2 * STEP_SEC }))).toEqual(["SYNC_STEP_WRONG"]);
    expect(server.simulation.world.frame).toBe(0);
    expect(errorCodes(await yellow.ask({ simStep: STEP_SEC }))).toEqual([]);
    await blue.wait(6);
    expect(server.simulation.world.frame).toBe(8);
  });

  it("[F3] an unreadable message is answered with an error, its sender is disconnected, the others continue", async () => {
    const { ports, blue, yellow: first } = await kickOff();
    first.leave();
    for (const bytes of [
      // an invalid length; a length without end; a truncated message; an HTTP request
      Uint8Array.of(0xff, 0xff, 0x7f),
      new Uint8Array(8).fill(0x80),
      frameMessage(Uint8Array.of(0x12, 0x7f)),
      frameMessage(Uint8Array.of(0x1a, 0x02, 0x0a, 0x00)),
      Buffer.from(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: somebody with a long enough name to fill it\r\n\r\n",
      ),
    ]) {
      const yellow = await SyncPeer.open(ports.yellow);
      const { length } = blue.answers;
      blue.request({ simStep: STEP_SEC });
      yellow.send(bytes);
      await yellow.waitClosed();
      expect(yellow.answers.map(errorCodes)).toEqual([["UNREADABLE"]]);
      await blue.wait(length + 1);
      expect(errorCodes(blue.answers[length])).toEqual([]);
    }
  });

  it("[F3] requests may arrive in pieces and several at once, up to a limit", async () => {
    const { server, blue, yellow } = await kickOff({ soccer: { ...MATCH.soccer, expect: ["blue"] } });
    yellow.leave();
    const one = frameMessage(
      toBinary(SimulationSyncRequestSchema, create(SimulationSyncRequestSchema, { simStep: STEP_SEC })),
    );
    for (const byte of one) blue.send(Uint8Array.of(byte));
    await blue.wait(1);
    blue.send(Buffer.concat([one, one, one]));
    await blue.wait(4);
    expect(server.simulation.world.frame).toBe(32);
    blue.send(Buffer.concat(Array.from({ length: 40 }, () => one)));
    await blue.waitClosed();
    expect(blue.answers.map(errorCodes).at(-1)).toEqual(["UNREADABLE"]);
  });
});

it("[F3] logs which client the world waits for", async () => {
  const { server, blue } = await kickOff();
  blue.request({ simStep: STEP_SEC });
  const output = (): string[] => server.log.filter((line) => line.includes("stands still"));
  while (output().length === 0) await sleep(100);
  expect(output()).toEqual(["the world stands still: it waits for the synchronous client yellow"]);
  expect(server.simulation.status()).toMatchObject({ synchronous: 2, waitingFor: ["yellow"] });
});
