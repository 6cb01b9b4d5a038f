// Guarantees for clients: order, no lost samples, limited timeouts, free running; without sockets.

import { describe, expect, test } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import { FakeClient, type FakeFrame, runFrames, tellJoint, tellTime } from "../../../testing/builders/FakeClient.js";
import { JOINT_PROPERTY } from "../../describe/entity/Joint.js";
import { World } from "../../world/World.js";
import { Simulation, type SimulationOptions } from "../Simulation.js";
import { encodeMessage } from "./Codec.js";
import { DEFAULT_SESSION_LIMITS } from "./SessionLimits.js";

const MAX = { rate: Number.POSITIVE_INFINITY };
const REPORT = "<Rate>1000</Rate>";
const VEL = JOINT_PROPERTY.Vel;

async function start(options: Partial<SimulationOptions> = MAX): Promise<Simulation> {
  return new Simulation(await World.create(), options);
}

describe("guarantees for clients", () => {
  const tilt = (name: string, inside: string) =>
    `<Inclinometer name="${name}"><Stamp>true</Stamp>${inside}</Inclinometer>`;
  const stampsOf = (frame: FakeFrame) =>
    frame.reports.map(({ name, payload }) => [name, new DataView(payload.slice().buffer).getFloat64(0, true)]);

  test("[T9] document order in every frame, with Hold and with latency too; of one device the oldest first", async () => {
    const simulation = await start();
    const hold = "<Latency><Model>constant</Model><ValueMS>2</ValueMS><Hold>true</Hold></Latency>";
    const sensors = tilt("A", `<Rate>100</Rate>${hold}`) + tilt("B", "<Rate>500</Rate>");
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<ControlRate>200</ControlRate>", sensors }));
    simulation.run(0);
    runFrames(simulation, 20, [client]);
    expect(client.frames.map(stampsOf)).toEqual([
      [["B", 0]],
      [
        ["A", 0],
        ["B", 0.002],
        ["B", 0.004],
      ],
      [
        ["A", 0],
        ["B", 0.006],
        ["B", 0.008],
        ["B", 0.01],
      ],
      [
        ["A", 0.01],
        ["B", 0.012],
        ["B", 0.014],
      ],
      [
        ["A", 0.01],
        ["B", 0.016],
        ["B", 0.018],
        ["B", 0.02],
      ],
    ]);
  });

  test("[T4] [T5] skip: samples of missed frames are not lost, they come with the next one", async () => {
    const simulation = await start();
    const settings = `<Stall policy="skip" seconds="1"/>`;
    const client = FakeClient.connect(simulation, boxRobot({ settings, sensors: tilt("A", "<Rate>100</Rate>") }));
    simulation.run(0);
    for (let i = 0; i < 25; i++) simulation.run(1000 + i);
    client.answer();
    simulation.run(2000);
    expect(client.last).toMatchObject({ time: 0.026, missed: 25 });
    expect(stampsOf(client.last)).toEqual([
      ["A", 0.01],
      ["A", 0.02],
    ]);
  });

  test("[T4] a document cannot request a longer timeout than the server's", async () => {
    const wish = (stall: string) => boxRobot({ settings: stall });
    const lost = async (options: Partial<SimulationOptions>, text: string, isLocal: boolean): Promise<number> => {
      const simulation = await start({ ...MAX, ...options });
      const client = FakeClient.connect(simulation, text, { isLocal });
      simulation.run(0);
      for (let ms = 0; ms < 100_000; ms += 500) {
        simulation.run(ms);
        if (client.error || simulation.world.frame > 0) return ms;
      }
      return Number.POSITIVE_INFINITY;
    };
    const patient = wish(`<Stall policy="wait"/>`);
    expect(await lost({}, patient, true)).toBe(Number.POSITIVE_INFINITY);
    expect(await lost({}, patient, false)).toBe(10_000);
    expect(await lost({ stall: { policy: "drop", seconds: 1 } }, patient, true)).toBe(1000);
    expect(await lost({ stall: { policy: "wait", seconds: 0 } }, patient, false)).toBe(Number.POSITIVE_INFINITY);
    expect(
      await lost({ stall: { policy: "drop", seconds: 5 } }, wish(`<Stall policy="skip" seconds="60"/>`), true),
    ).toBe(5000);
  });

  test("[W1] [T1] document, answers and close in one write: all answers count, even if other clients are slow", async () => {
    const run = async (withOther: boolean): Promise<number> => {
      const simulation = await start();
      const other = withOther ? FakeClient.connect(simulation, boxRobot({ name: "Other", at: "5 0 1" })) : undefined;
      simulation.run(0);
      const client = FakeClient.connect(simulation, boxRobot());
      for (let k = 0; k < 3; k++) client.sendBytes(encodeMessage("SimEnd"));
      client.session.hangUp();
      simulation.run(0);
      for (let i = 0; i < 10; i++) {
        other?.answer();
        simulation.run(i);
      }
      expect(simulation.world.robots.map(({ name }) => name)).toEqual(withOther ? ["Other"] : []);
      return client.frames.length;
    };
    expect(await run(false)).toBe(4);
    expect(await run(true)).toBe(4);
  });

  test("[W3] closing between two control frames with half a message sent: the body leaves immediately", async () => {
    const simulation = await start();
    const text = boxRobot({ settings: "<ControlRate>10</ControlRate>" });
    const client = FakeClient.connect(simulation, text);
    simulation.run(0);
    client.answer();
    for (let i = 0; i < 5; i++) simulation.run(i);
    client.sendBytes(Uint8Array.of(11, 0));
    client.session.hangUp();
    simulation.run(5);
    expect(simulation.world.robots).toHaveLength(0);
  });

  test("[T3] [W3] free running: a Timestamp covers what comes after it, also in another packet", async () => {
    const first = async (isTogether: boolean): Promise<number> => {
      const simulation = await start({ rate: 1, isAsync: true });
      const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>10</LatencyMS>", joint: REPORT }));
      for (let ms = 0; ms <= 20; ms += 0.5) simulation.run(ms);
      const stamp = tellTime(simulation.world.timeSec - 0.001);
      const command = tellJoint("Motor", VEL, 1);
      const { frame } = simulation.world;
      if (isTogether) client.sendBytes(Uint8Array.from([...stamp, ...command]));
      else for (const bytes of [stamp, command]) client.sendBytes(bytes);
      for (let ms = 20.5; ms <= 50; ms += 0.5) simulation.run(ms);
      const moved = client.frames.findIndex((one) => Math.abs(client.floats("Motor", one)?.[1] ?? 0) > 1e-6);
      return moved - frame;
    };
    expect(await first(true)).toBe(10);
    expect(await first(false)).toBe(10);
  });

  test("[T3] [W8] free running: a flood between two frames", async () => {
    const limits = { ...DEFAULT_SESSION_LIMITS, messagesPerFrame: 100 };
    const simulation = await start({ rate: 1, isAsync: true, limits });
    const client = FakeClient.connect(simulation, boxRobot());
    for (let ms = 0; ms <= 5; ms += 0.5) simulation.run(ms);
    for (let i = 0; i < 101; i++) client.sendBytes(tellJoint("Motor", VEL, i));
    expect(client.error?.code).toBe("TOO_MANY_MESSAGES");
  });

  test("[T3] time that is not caught up is counted in frames", async () => {
    const simulation = await start({ rate: 1, isAsync: true });
    for (let ms = 0; ms <= 10; ms++) simulation.run(ms);
    expect(simulation.status().lateFrames).toBe(0);
    simulation.run(1010);
    expect(simulation.status().lateFrames).toBeGreaterThan(990);
  });

  test("[T2] when the last robot leaves a fast world, time continues immediately, at real time", async () => {
    const simulation = await start({ rate: 10 });
    const client = FakeClient.connect(simulation, boxRobot());
    for (let ms = 0; ms <= 100; ms += 0.1) {
      if (client.session.owes) client.answer();
      simulation.run(ms);
    }
    const before = simulation.world.timeSec;
    expect(before).toBeGreaterThan(0.9);
    client.session.hangUp();
    for (let ms = 100; ms <= 200; ms += 0.1) simulation.run(ms);
    expect(simulation.world.timeSec - before).toBeCloseTo(0.1, 2);
  });

  test("[W3] a Timestamp far in the past is raised, not refused", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    client.answer(tellTime(-1e300), tellJoint("Motor", VEL, 1));
    expect(client.error).toBeUndefined();
  });
});
