// Clients and the world in lock-step, without sockets: joining, waiting, stalling, leaving, reset, restore.

import { describe, expect, test } from "vitest";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames, tellJoint, tellTime } from "../../testing/builders/FakeClient.js";
import { JOINT_PROPERTY } from "../describe/entity/Joint.js";
import { World } from "../world/World.js";
import { encodeMessage } from "./clients/Codec.js";
import { DEFAULT_SESSION_LIMITS } from "./clients/SessionLimits.js";
import { Simulation, type SimulationOptions } from "./Simulation.js";

const MAX = { rate: Number.POSITIVE_INFINITY };
const REPORT = "<Rate>1000</Rate>";
const VEL = JOINT_PROPERTY.Vel;

async function start(options: Partial<SimulationOptions> = MAX): Promise<Simulation> {
  return new Simulation(await World.create(), options);
}

describe("joining", () => {
  test("[T0] [W6] Hello, then the frame of that instant with its sensors sampled", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot({ sensors: `<Inclinometer name="Tilt"/>`, joint: REPORT }));
    simulation.run(0);
    expect(client.hello).toMatchObject({ protocol: 1, name: "Box", time: 0, step: 0.001, seed: 1 });
    expect(client.hello?.components).toMatchObject([
      { name: "Tilt", kind: "Inclinometer", payload: "float32 pitch", unit: "rad", rate: 1000, latency: 0 },
      { name: "Motor", kind: "JointHinge", takes: "int32 property, float32 value" },
    ]);
    expect(client.frames).toHaveLength(1);
    expect(client.last.time).toBe(0);
    expect(client.last.reports.map(({ name }) => name)).toEqual(["Tilt", "Motor"]);
  });

  test("[R2] a name already taken becomes NAME-2, as Hello says", async () => {
    const simulation = await start();
    const [a, b] = [boxRobot(), boxRobot({ at: "1 0 1" })].map((text) => FakeClient.connect(simulation, text));
    simulation.run(0);
    expect([a.hello?.name, b.hello?.name]).toEqual(["Box", "Box-2"]);
  });

  test("[W7] a bad document gets its error with line and column, and other clients are not affected", async () => {
    const simulation = await start();
    const good = FakeClient.connect(simulation, boxRobot());
    const bad = FakeClient.connect(simulation, boxRobot().replace("<Mass>2</Mass>", "<Mass>-2</Mass>"));
    simulation.run(0);
    expect(bad.error).toMatchObject({ code: "MASS_NOT_POSITIVE" });
    expect(bad.error?.line).toBeGreaterThan(1);
    expect(bad.isEnded).toBe(true);
    expect(good.frames).toHaveLength(1);
    runFrames(simulation, 3, [good]);
  });

  test("[T0] joining in the middle: the first frame is that of the instant", async () => {
    const simulation = await start();
    const a = FakeClient.connect(simulation, boxRobot({ name: "A" }));
    simulation.run(0);
    runFrames(simulation, 7, [a]);
    const b = FakeClient.connect(simulation, boxRobot({ name: "B", at: "2 0 1" }));
    a.answer();
    simulation.run(0);
    expect(b.last.time).toBe(0.007);
    expect(a.last.time).toBe(0.007);
    // the world waits for B as well
    simulation.run(0);
    expect(simulation.world.frame).toBe(7);
    b.answer();
    simulation.run(0);
    expect([a.last.time, b.last.time]).toEqual([0.008, 0.008]);
  });

  test("[T7] --expect stops time at t = 0, and the order of connecting has no effect", async () => {
    const hash = async (order: readonly string[]): Promise<string> => {
      const simulation = await start({ ...MAX, expect: ["C", "A", "B"] });
      const clients: FakeClient[] = [];
      for (const name of order) {
        expect(simulation.world.robots).toHaveLength(0);
        clients.push(
          FakeClient.connect(simulation, boxRobot({ name, joint: REPORT, at: `${2 * name.charCodeAt(0)} 0 1` })),
        );
        simulation.run(0);
      }
      expect(clients.every((client) => client.last.time === 0)).toBe(true);
      runFrames(simulation, 50, clients, (client, k) => [
        tellJoint("Motor", VEL, client.session.name.charCodeAt(0) + k),
      ]);
      return simulation.world.hash();
    };
    const first = await hash(["A", "B", "C"]);
    expect(await hash(["C", "B", "A"])).toBe(first);
    expect(await hash(["B", "C", "A"])).toBe(first);
  });

  test("[R2] [T7] under --expect a second robot of a name is an error", async () => {
    const simulation = await start({ ...MAX, expect: ["A", "B"] });
    const [a, twin] = [0, 1].map(() => FakeClient.connect(simulation, boxRobot({ name: "A" })));
    simulation.run(0);
    expect(twin.error?.code).toBe("NAME_TAKEN");
    const b = FakeClient.connect(simulation, boxRobot({ name: "B", at: "2 0 1" }));
    simulation.run(0);
    expect([a.last.time, b.last.time]).toEqual([0, 0]);
  });

  test("[T7] an expected robot that cannot be placed gets an error; the others continue to wait", async () => {
    const simulation = await start({ ...MAX, expect: ["A", "B"] });
    const a = FakeClient.connect(simulation, boxRobot({ name: "A" }));
    const b = FakeClient.connect(simulation, boxRobot({ name: "B" }));
    simulation.run(0);
    expect(b.error?.code).toBe("SPAWN_BLOCKED");
    expect(a.hello).toBeUndefined();
    expect(simulation.status().awaited).toEqual(["B"]);
    FakeClient.connect(simulation, boxRobot({ name: "B", at: "2 0 1" }));
    simulation.run(0);
    expect(a.last.time).toBe(0);
  });

  test("[W8] more clients than the limit", async () => {
    const simulation = await start({ ...MAX, limits: { ...DEFAULT_SESSION_LIMITS, clients: 1 } });
    FakeClient.connect(simulation, boxRobot({ name: "A" }));
    const second = FakeClient.connect(simulation, boxRobot({ name: "B", at: "2 0 1" }));
    expect(second.error?.code).toBe("TOO_MANY_CLIENTS");
  });
});

describe("frame lock", () => {
  test("[T1] the world does not step before every client has sent SimEnd", async () => {
    const simulation = await start();
    const [a, b] = ["A", "B"].map((name, i) => FakeClient.connect(simulation, boxRobot({ name, at: `${i} 0 1` })));
    simulation.run(0);
    a.answer();
    for (let i = 0; i < 5; i++) simulation.run(1e9);
    expect(simulation.world.frame).toBe(0);
    expect(simulation.status().waitingFor).toEqual(["B"]);
    b.answer();
    simulation.run(0);
    expect(simulation.world.frame).toBe(1);
  });

  test("[W1] data sent ahead waits: the n-th SimEnd answers the n-th frame", async () => {
    const run = async (isAhead: boolean): Promise<string> => {
      const simulation = await start();
      const text = `${boxRobot({ joint: REPORT })}%%`;
      const client = FakeClient.connect(simulation);
      const answers = Array.from({ length: 20 }, (_, k) => [
        tellJoint("Motor", VEL, k),
        encodeMessage("SimEnd"),
      ]).flat();
      if (isAhead)
        client.sendBytes(Uint8Array.from([...new TextEncoder().encode(text), ...answers.flatMap((a) => [...a])]));
      else client.say(text);
      simulation.run(0);
      while (simulation.world.frame < 20) {
        if (!isAhead && client.session.owes) for (const one of answers.splice(0, 2)) client.sendBytes(one);
        simulation.run(0);
      }
      return simulation.world.hash();
    };
    expect(await run(true)).toBe(await run(false));
  });

  test.each([
    [0, 1],
    [0.5, 2],
    [1, 2],
    [20, 21],
  ])("[T5] on the wire: latency %s ms, the answer to frame 0 first shows in frame %i", async (ms, frame) => {
    const simulation = await start();
    const client = FakeClient.connect(
      simulation,
      boxRobot({ settings: `<LatencyMS>${ms}</LatencyMS>`, joint: REPORT }),
    );
    simulation.run(0);
    runFrames(simulation, 30, [client], (_, k) => (k === 0 ? [tellJoint("Motor", VEL, 1)] : []));
    const first = client.frames.findIndex((one) => Math.abs(client.floats("Motor", one)?.[1] ?? 0) > 1e-6);
    expect(first).toBe(frame);
    expect(client.frames[first].time).toBe(frame / 1000);
  });

  test("[W3] a Timestamp covers what comes after it, may repeat, and is raised to the client's frame before", async () => {
    const first = async (frame: number, time: number): Promise<number> => {
      const simulation = await start();
      const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>5</LatencyMS>", joint: REPORT }));
      simulation.run(0);
      runFrames(simulation, 30, [client], (_, k) => (k === frame ? [tellTime(time), tellJoint("Motor", VEL, 1)] : []));
      return client.frames.findIndex((one) => Math.abs(client.floats("Motor", one)?.[1] ?? 0) > 1e-6);
    };
    expect(await first(10, 0.01)).toBe(16);
    expect(await first(10, 0.0095)).toBe(16);
    expect(await first(10, 0.009)).toBe(15);
    // earlier than the frame before: raised to 0.009
    expect(await first(10, 0)).toBe(15);
  });

  test.each([
    ["TIMESTAMP_LATE", tellTime(0.5)],
    ["NUMBER_NOT_FINITE", tellTime(Number.NaN)],
    ["PAYLOAD_SIZE_WRONG", encodeMessage("Timestamp", new Uint8Array(4))],
    ["PAYLOAD_SIZE_WRONG", encodeMessage("SimEnd", new Uint8Array(1))],
    ["PAYLOAD_SIZE_WRONG", encodeMessage("Motor", new Uint8Array(7))],
    ["MESSAGE_RESERVED", encodeMessage("FrameEnd")],
    ["COMPONENT_UNKNOWN", encodeMessage("Mtor", new Uint8Array(8))],
    ["COMPONENT_DEAF", encodeMessage("Tilt", new Uint8Array(8))],
    ["COMMAND_NOT_FINITE", tellJoint("Motor", VEL, Number.NaN)],
    ["COMMAND_NOT_FINITE", tellJoint("Motor", VEL, Number.POSITIVE_INFINITY)],
    ["PARAMETER_UNKNOWN", tellJoint("Motor", 99, 1)],
    ["PARAMETER_UNKNOWN", tellJoint("Motor", VEL + 256, 1)],
    ["PARAMETER_UNSUPPORTED", tellJoint("Motor", JOINT_PROPERTY.HiVel, 1)],
    ["VALUE_OUT_OF_RANGE", tellJoint("Motor", JOINT_PROPERTY.FMax, -1)],
    ["MESSAGE_TOO_SHORT", new Uint8Array(4)],
  ])("[W7] [W8] %s ends that client; for all others it is the same as a regular leave", async (code, bytes) => {
    const run = async (offend: boolean): Promise<string> => {
      const simulation = await start();
      const sensors = `<Inclinometer name="Tilt"/>`;
      const good = FakeClient.connect(simulation, boxRobot({ name: "Good", joint: REPORT }));
      const bad = FakeClient.connect(simulation, boxRobot({ name: "Bad", at: "0.21 0 1", sensors }));
      simulation.run(0);
      const drive = (_: FakeClient, k: number) => [tellJoint("Motor", VEL, k % 5)];
      runFrames(simulation, 10, [good, bad], drive);
      if (offend) {
        bad.sendBytes(tellJoint("Motor", VEL, 3));
        bad.sendBytes(bytes);
        expect(bad.error?.code).toBe(code);
      } else bad.session.hangUp();
      runFrames(simulation, 20, [good], drive);
      expect(simulation.world.robots.map(({ name }) => name)).toEqual(["Good"]);
      return simulation.world.hash();
    };
    expect(await run(true)).toBe(await run(false));
  });

  test("[W8] a flood of messages in one answer, and of bytes ahead", async () => {
    const limits = { ...DEFAULT_SESSION_LIMITS, messagesPerFrame: 100, aheadBytes: 1000 };
    const simulation = await start({ ...MAX, limits });
    const [a, b] = ["A", "B"].map((name, i) => FakeClient.connect(simulation, boxRobot({ name, at: `${i} 0 1` })));
    simulation.run(0);
    for (let i = 0; i < 101; i++) a.sendBytes(tellJoint("Motor", VEL, i));
    expect(a.error?.code).toBe("TOO_MANY_MESSAGES");
    for (let i = 0; i < 100; i++) b.sendBytes(encodeMessage("SimEnd"));
    expect(b.error?.code).toBe("TOO_FAR_AHEAD");
  });

  test("[W8] more commands than may wait for their latency", async () => {
    const simulation = await start({ ...MAX, limits: { ...DEFAULT_SESSION_LIMITS, commandsWaiting: 100 } });
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>3600000</LatencyMS>" }));
    simulation.run(0);
    const many = () => Array.from({ length: 30 }, () => tellJoint("Motor", VEL, 1));
    runFrames(simulation, 3, [client], many);
    expect(client.error).toBeUndefined();
    client.answer(...many());
    expect(client.error?.code).toBe("TOO_FAR_AHEAD");
    // those that have acted do not count
    const prompt = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    runFrames(simulation, 10, [prompt], many);
    expect(prompt.error).toBeUndefined();
  });

  test("[W8] a client that does not read", async () => {
    const simulation = await start({ ...MAX, limits: { ...DEFAULT_SESSION_LIMITS, backlogBytes: 1000 } });
    const client = FakeClient.connect(simulation, boxRobot());
    client.backlog = 1001;
    simulation.run(0);
    expect(client.error?.code).toBe("BACKLOG_FULL");
    // the simulation does not wait for a closed session
    expect(client.session.owes).toBe(false);
  });

  test("[W7] a client that fails at its first frame is removed before the step", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot());
    client.sendBytes(encodeMessage("Nobody"));
    const passedBy: number[] = [];
    const { world } = simulation;
    const step = world.stepFrame.bind(world);
    world.stepFrame = () => {
      passedBy.push(world.robots.length);
      return step();
    };
    for (let ms = 0; world.frame < 1; ms++) simulation.run(ms);
    expect(client.error?.code).toBe("COMPONENT_UNKNOWN");
    expect(passedBy).toEqual([0]);
  });

  test("[W3] [T9] closing between two frames of the client: the body is removed before the next step", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<ControlRate>10</ControlRate>" }));
    simulation.run(0);
    client.answer();
    for (let ms = 1; ms <= 5; ms++) simulation.run(ms);
    expect(simulation.world.frame).toBe(5);
    client.session.hangUp();
    simulation.run(6);
    expect(simulation.world.robots).toHaveLength(0);
  });

  test("[W3] closing after SimEnd: the answer counts, the body leaves in the next frame", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    client.answer();
    client.session.hangUp();
    simulation.run(0);
    expect(simulation.world.frame).toBe(1);
    expect(simulation.world.robots).toHaveLength(0);
  });
});

describe("stalling", () => {
  test("[T4] wait: a client on this machine has no timeout", async () => {
    const simulation = await start();
    FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    expect(simulation.run(1e9)).toBe(Number.POSITIVE_INFINITY);
    expect(simulation.world.frame).toBe(0);
  });

  test("[T4] drop: a client on another machine is dropped after 10 s", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot(), { isLocal: false });
    expect([simulation.run(0), simulation.run(5_000)]).toEqual([5_000, 5_000]);
    simulation.run(9_999);
    expect(client.error).toBeUndefined();
    simulation.run(10_000);
    expect(client.error?.code).toBe("STALLED");
    expect(simulation.world.robots).toHaveLength(0);
  });

  test("[T4] skip: the world continues, Missed has the number of frames", async () => {
    const simulation = await start();
    const text = boxRobot({ settings: `<Stall policy="skip" seconds="2"/>` });
    const client = FakeClient.connect(simulation, text);
    simulation.run(0);
    simulation.run(1999);
    expect(simulation.world.frame).toBe(0);
    for (let i = 0; i < 5; i++) simulation.run(2000 + i);
    expect(simulation.world.frame).toBe(5);
    expect(client.frames).toHaveLength(1);
    client.answer();
    simulation.run(3000);
    expect(client.last).toMatchObject({ time: 0.006, missed: 5 });
  });

  test("[W8] a document that does not end in time", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation);
    client.say("<Client>");
    simulation.run(29_999);
    expect(client.error).toBeUndefined();
    simulation.run(30_000);
    expect(client.error?.code).toBe("DOCUMENT_LATE");
  });
});

describe("pace", () => {
  test("[T2] rate 2: two simulated seconds in one", async () => {
    const simulation = await start({ rate: 2 });
    const client = FakeClient.connect(simulation, boxRobot());
    for (let ms = 0; ms <= 1000; ms += 0.25) {
      if (client.session.owes) client.answer();
      simulation.run(ms);
    }
    expect(simulation.world.timeSec).toBeCloseTo(2, 1);
    for (let ms = 1000; ms <= 2000; ms += 0.25) {
      if (client.session.owes) client.answer();
      simulation.run(ms);
    }
    expect(simulation.status().factor).toBeCloseTo(2, 1);
  });

  test("[T0] an empty world runs no faster than real time", async () => {
    const simulation = await start();
    for (let ms = 0; ms <= 200; ms += 0.1) simulation.run(ms);
    expect(simulation.world.timeSec).toBeCloseTo(0.2, 2);
  });

  test("[T3] free running: the world waits for no client, commands act when they arrive", async () => {
    const simulation = await start({ rate: 1, isAsync: true });
    const client = FakeClient.connect(simulation, boxRobot({ joint: REPORT }));
    for (let ms = 0; ms <= 20; ms += 0.5) simulation.run(ms);
    const { frame } = simulation.world;
    expect(frame).toBeGreaterThan(15);
    expect(client.frames.length).toBe(frame + 1);
    client.sendBytes(tellJoint("Motor", VEL, 1));
    for (let ms = 20.5; ms <= 30; ms += 0.5) simulation.run(ms);
    const first = client.frames.findIndex((one) => Math.abs(client.floats("Motor", one)?.[1] ?? 0) > 1e-6);
    expect(first).toBe(frame + 1);
  });

  test("[T3] late frames are counted", async () => {
    const simulation = await start({ rate: 1, isAsync: true });
    for (let ms = 0; ms <= 100; ms += 5) simulation.run(ms);
    expect(simulation.status().lateFrames).toBeGreaterThan(10);
  });
});

describe("control", () => {
  test("[T8] pause, single steps, resume", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    runFrames(simulation, 3, [client]);
    simulation.pause();
    client.answer();
    simulation.run(0);
    expect(simulation.world.frame).toBe(3);
    simulation.stepFrames(2);
    runFrames(simulation, 2, [client]);
    client.answer();
    simulation.run(0);
    expect(simulation.world.frame).toBe(5);
    simulation.resume();
    simulation.run(0);
    expect(simulation.world.frame).toBe(6);
  });

  test("[T8] reset: clients stay, get Reset and frame 0, and run as at the start", async () => {
    const simulation = await start();
    const drive = (_: FakeClient, k: number) => [tellJoint("Motor", VEL, k % 7)];
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>5</LatencyMS>", joint: REPORT }));
    simulation.run(0);
    const start0 = client.frames[0];
    runFrames(simulation, 30, [client], drive);
    const hash = simulation.world.hash();
    simulation.reset(0);
    expect(client.last).toEqual({ ...start0, isReset: true });
    // the answer to the frame before the reset is still to come, and is thrown away
    client.answer(tellJoint("Motor", VEL, 99));
    expect(client.session.owes).toBe(true);
    runFrames(simulation, 30, [client], drive);
    expect(simulation.world.hash()).toBe(hash);
  });

  test("[T8] restore: back to the snapshot; clients that it does not contain get an error and leave", async () => {
    const simulation = await start();
    const drive = (_: FakeClient, k: number) => [tellJoint("Motor", VEL, k % 7)];
    const a = FakeClient.connect(simulation, boxRobot({ name: "A", joint: REPORT }));
    const gone = FakeClient.connect(simulation, boxRobot({ name: "Gone", at: "2 0 1" }));
    simulation.run(0);
    runFrames(simulation, 10, [a, gone], drive);
    const name = simulation.snapshot();
    gone.session.hangUp();
    runFrames(simulation, 20, [a], drive);
    const straight = simulation.world.hash();
    const late = FakeClient.connect(simulation, boxRobot({ name: "Late", at: "4 0 1" }));
    runFrames(simulation, 5, [a, late], drive);
    simulation.restore(name, 0);
    expect(late.error?.code).toBe("NOT_IN_SNAPSHOT");
    expect(simulation.world.robots.map((robot) => robot.name)).toEqual(["A"]);
    expect(a.last).toMatchObject({ time: 0.01, isReset: true });
    a.answer();
    runFrames(simulation, 20, [a], drive);
    expect(simulation.world.hash()).toBe(straight);
  });

  test("[T8] stop sends SERVER_STOPPED to all clients", async () => {
    const simulation = await start();
    const client = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    simulation.stop();
    expect(client.error?.code).toBe("SERVER_STOPPED");
    expect(simulation.run(0)).toBe(Number.POSITIVE_INFINITY);
  });
});
