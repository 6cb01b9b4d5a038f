// Mistakes of a first client: what the log and the errors say.

import { describe, expect, test } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import { FakeClient, tellJoint, tellTime } from "../../../testing/builders/FakeClient.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { encodeMessage } from "./Codec.js";

interface Stage {
  readonly simulation: Simulation;
  readonly client: FakeClient;
  readonly log: string[];
}

/** A client that has the frame at 3 ms. */
async function stage(): Promise<Stage> {
  const log: string[] = [];
  const options = { rate: Number.POSITIVE_INFINITY, log: (line: string) => log.push(line) };
  const simulation = new Simulation(await World.create(), options);
  const client = FakeClient.connect(simulation, boxRobot({ sensors: `<Radio name="Radio"/>` }));
  simulation.run(0);
  for (let frame = 0; frame < 3; frame++) {
    client.answer();
    simulation.run(0);
  }
  log.length = 0;
  return { simulation, client, log };
}

/** The first `bytes` bytes in the other order. */
function flipped(message: Uint8Array, from: number, to: number): Uint8Array {
  const copy = message.slice();
  copy.set(message.slice(from, to).reverse(), from);
  return copy;
}

/** The same message, with a length that does not count its own 4 bytes. */
const uncounted = (message: Uint8Array): Uint8Array =>
  Uint8Array.from(message, (byte, i) => (i === 0 ? byte - 4 : byte));

describe("[W2] [W7] the error names the mistake", () => {
  const motor = tellJoint("Motor", 2, 1);
  test.each<[string, string, string, Uint8Array]>([
    ["a length", "MESSAGE_TOO_LONG", "which are 18 in the other byte order", flipped(motor, 0, 4)],
    ["a property", "PARAMETER_UNKNOWN", "which is 2 in the other byte order", flipped(motor, 10, 14)],
    ["a time", "TIMESTAMP_LATE", "which are 0.002 s in the other byte order", flipped(tellTime(0.002), 14, 22)],
  ])("%s in the wrong byte order: %s", async (_, code, found, bytes) => {
    const { client } = await stage();
    client.sendBytes(bytes);
    expect(client.error?.code).toBe(code);
    expect(client.error?.message).toContain(found);
    expect(client.error?.message).toContain("little-endian");
  });

  test.each<[string, string, Uint8Array]>([
    ["a command", "PAYLOAD_SIZE_WRONG", motor],
    ["a time", "PAYLOAD_SIZE_WRONG", tellTime(0.001)],
    ["SimEnd", "MESSAGE_UNNAMED", encodeMessage("SimEnd")],
  ])("%s whose length does not count itself: %s", async (_, code, bytes) => {
    const { client } = await stage();
    client.sendBytes(uncounted(bytes));
    expect(client.error?.code).toBe(code);
    expect(client.error?.message).toContain("Count the 4 bytes of the length itself");
  });

  test("other wrong sizes and numbers do not blame the length or the byte order", async () => {
    for (const bytes of [encodeMessage("Motor", new Uint8Array(7)), tellJoint("Motor", 99, 1), tellTime(0.5)]) {
      const { client } = await stage();
      client.sendBytes(bytes);
      expect(client.error?.message).not.toMatch(/byte order|Count the 4 bytes/);
    }
  });
});

describe("[W8] [T1] after 5 s the log says whom the world waits for", () => {
  const wait = ({ simulation }: Stage): void => {
    const [soon, late] = [simulation.run(4900), simulation.run(5000)];
    expect(soon).toBeLessThanOrEqual(100);
    expect(late).toBe(Number.POSITIVE_INFINITY);
    simulation.run(60_000);
  };

  test.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(0), "nothing has come since the frame was sent"],
    ["a message without SimEnd", tellJoint("Motor", 2, 1), "1 message has come, but no SimEnd. Every answer ends"],
    ["a part of a message", new Uint8Array([0, 0, 1, 0, 77]), "5 bytes of a message of 65536 bytes, which are 256"],
  ])("%s: one line", async (_, bytes, text) => {
    const here = await stage();
    if (bytes.length > 0) here.client.sendBytes(bytes);
    wait(here);
    expect(here.log).toEqual([expect.stringContaining("Box: the world has waited 5 s for its SimEnd: ")]);
    expect(here.log[0]).toContain(text);
  });

  test("a new wait is a new line; a client that answers gets none", async () => {
    const here = await stage();
    wait(here);
    here.client.answer();
    here.simulation.run(61_000);
    expect(here.log).toHaveLength(1);
    here.simulation.run(66_001);
    expect(here.log).toHaveLength(2);
  });

  test("a document without %%", async () => {
    const { simulation, log } = await stage();
    const late = new FakeClient();
    late.session = simulation.connect(late, 0);
    late.say("<Client>");
    simulation.run(5000);
    expect(log).toContain("client 2: has sent 8 bytes and no %% for 5 s: a document ends with %%");
  });
});
