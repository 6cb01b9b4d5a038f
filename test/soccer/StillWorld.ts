// A soccer world that runs only on request, and random datagrams to all of its ports.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { RandomStream } from "../../src/math/RandomStream.js";
import { testServer } from "../server/Servers.js";
import { SyncPeer } from "./SyncPeer.js";
import { freePort, UdpPeer } from "./UdpPeer.js";

export const STEP_SEC = 0.016;

/** A world that runs only when a synchronous client requests steps. */
export async function stillWorld() {
  const refereePort = await freePort();
  const server = await testServer({
    world: "soccer-b",
    httpPort: false,
    seed: 3,
    ssl: { ports: 0, refereePort },
    soccer: { epochSec: 0, realism: "realistic", expect: ["control"] },
  });
  const addresses = server.ssl as NonNullable<typeof server.ssl>;
  const clock = await SyncPeer.open(addresses.ports.control);
  return { server, addresses, clock, refereePort };
}

/** Hash after this number of steps without other clients. */
export async function quietHash(steps: number): Promise<string> {
  const { server, clock } = await stillWorld();
  for (let i = 0; i < steps; i++) await clock.ask({ simStep: STEP_SEC });
  return server.simulation.hash();
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Datagrams per port and round: as many as the kernel's socket buffer holds. */
const PER_ROUND = 25;

function randomDatagram(random: RandomStream): Uint8Array {
  const bytes = new Uint8Array(Math.floor(random.uniform() ** 3 * 400));
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random.uniform() * 256);
  // half of them begin like valid messages
  if (bytes.length > 2 && random.uniform() < 0.5) bytes.set([0x0a, bytes.length - 2]);
  return bytes;
}

/** After so long without an answer, there are no more. */
const QUIET_MS = 10;

/** Random datagrams to all ports are answered up to a limit, move nothing, and after a quarter of the rounds the memory no longer grows. */
export async function expectNoEffect(rounds: number): Promise<void> {
  const { server, addresses, clock, refereePort } = await stillWorld();
  const peer = await UdpPeer.open();
  const random = new RandomStream(11);
  const { control, blue, yellow } = addresses.ports;
  let answers = 0;
  const silent = [addresses.legacy ?? 0, refereePort];
  const round = async (): Promise<void> => {
    for (let i = 0; i < PER_ROUND; i++)
      for (const port of [control, blue, yellow, ...silent]) await peer.send(randomDatagram(random), port);
    await peer.waitForSilence(QUIET_MS);
    answers += peer.received.length;
    peer.received.length = 0;
  };
  const warmUp = rounds / 4;
  for (let i = 0; i < warmUp; i++) await round();
  const before = heapBytes();
  const every = (rounds - warmUp) / 10;
  for (let i = 0; i < rounds - warmUp; i++) {
    if (i % every === 0) await clock.ask({ simStep: STEP_SEC });
    await round();
  }
  // an address gets a limited number of errors per second
  expect(answers).toBeGreaterThan(PER_ROUND);
  expect(answers).toBeLessThanOrEqual(3 * PER_ROUND * rounds);
  clock.answers.length = 0;
  clock.bytes.length = 0;
  expect(heapBytes() - before).toBeLessThan(4e6);
  expect(server.log.filter((line) => line.includes("internal"))).toEqual([]);
  expect(server.simulation.hash()).toBe(await quietHash(10));
}
