// Runs are recorded in memory and played back in another world: every frame has to have the recorded hash, also from each snapshot.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { WORLD_LIMITS } from "../../src/describe/DocumentLimits.js";
import { JOINT_PROPERTY } from "../../src/describe/entity/Joint.js";
import { inspectWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { type WorldFile, worldFileOf } from "../../src/describe/world/WorldFile.js";
import { ALL_VERBS, builtInKinds } from "../../src/leagues/Leagues.js";
import type { JournalFile } from "../../src/record/journal/JournalFile.js";
import { readMessage } from "../../src/record/journal/JournalMessage.js";
import { Playback } from "../../src/record/journal/Playback.js";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { Simulation, type SimulationOptions } from "../../src/session/Simulation.js";
import { runLine, runVerb } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames, tellJoint, tellTime } from "../../testing/builders/FakeClient.js";
import { MemoryRecord } from "../../testing/builders/MemoryRecord.js";

const MAX = { rate: Number.POSITIVE_INFINITY };
const { Vel } = JOINT_PROPERTY;
const segway = readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8");
const kinds = builtInKinds();

interface Run {
  readonly simulation: Simulation;
  readonly record: MemoryRecord;
  readonly say: (line: string) => void;
}

async function begin(options: Partial<SimulationOptions> = {}, world: WorldFile = worldFileOf()): Promise<Run> {
  const simulation = new Simulation(await World.create(world), { ...MAX, ...options });
  const record = MemoryRecord.of(simulation, { snapshotSec: 0.05 });
  return { simulation, record, say: (line) => void runLine({ simulation, nowMs: 0 }, line) };
}

const STAGE = `<World name="stage">
<Static name="ground"><Plane name="Surface"/></Static>
<Light name="Sun" type="sun"/>
<Spawn><Position>0 0 0.3</Position></Spawn><Spawn><Position>2 0 0.3</Position></Spawn>
<Object name="Ball"><RigidBodies><Body name="Skin">
 <Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius><Position>0.5 0 0.1</Position></Sphere>
</Body></RigidBodies></Object>
PARTS
</World>`;

const inspect = (text: string) =>
  inspectWorldDocument(text, { kinds, file: "stage.xml", checkLine: (line) => ALL_VERBS.readEventLine(line) });

const stage = (parts: string): WorldFile => {
  const { world, errors } = inspect(STAGE.replace("PARTS", parts));
  if (!world) throw errors[0];
  return world;
};

/** The number of the first frame that differs; undefined: all are equal. */
async function firstDifference(file: JournalFile, from = 0): Promise<number | undefined> {
  const playback = await Playback.create(file, { devices: kinds, from });
  try {
    for (let frame = playback.next(); frame; frame = playback.next()) if (!frame.isEqual) return frame.number;
    return undefined;
  } finally {
    playback.dispose();
  }
}

/** Plays from the start and from some of the snapshots. */
async function expectProved({ record }: Run, frames: number): Promise<void> {
  const { file } = record;
  expect(file.frames.length).toBe(frames);
  const numbers = file.snapshots.map(({ number }) => number);
  for (const from of [0, numbers[numbers.length >> 1]])
    expect([from, await firstDifference(file, from)]).toEqual([from, undefined]);
}

describe("clients", () => {
  test("[X3] Appendix A with 20 ms latency; a client joins, another leaves without a word", async () => {
    const run = await begin();
    const text = segway.replace(/<LatencyMS>.*?<\/LatencyMS>/, "<LatencyMS>20</LatencyMS>");
    const drive = (client: FakeClient, frame: number) => [
      tellTime(Math.max(0, frame - 2) / 1000),
      tellJoint("LMotor", 256 + Vel, Math.sin(frame / 20) * 3 + client.session.id),
      tellJoint("RMotor", 256 + Vel, -1),
    ];
    const first = FakeClient.connect(run.simulation, text);
    runFrames(run.simulation, 20, [first], drive);
    const second = FakeClient.connect(run.simulation, text);
    runFrames(run.simulation, 40, [first, second], drive);
    first.session.hangUp();
    runFrames(run.simulation, 40, [second], drive);
    await expectProved(run, 100);
  });
});

const talk = (name: string, text: string) => encodeMessage(name, new TextEncoder().encode(text));
const turn = (frame: number) => tellJoint("Motor", Vel, Math.sin(frame / 7));

describe("verbs, events and the clock", () => {
  test("[X3] verbs of people: spawn, remove, push, pull, set, gravity, light, freeze, drive, refused ones", async () => {
    const run = await begin({ readRobot: () => segway.replace(/<Offset>.*?<\/Offset>/s, "") }, stage(""));
    const { simulation, say } = run;
    const client = FakeClient.connect(simulation, boxRobot({ at: "-1 0 0.1" }));
    const go = (frames: number) => runFrames(simulation, frames, [client], (_, frame) => [turn(frame)]);
    go(5);
    for (const line of [
      'push Ball "0.2 0.1 0"',
      "set Rubber/Friction 0.3",
      'gravity "0 0.5 -8"',
      "light Sun off",
      'spawn segway Guest "3 3 0.5" 0.4',
      "drive Box 0.2 0.1",
    ]) {
      say(line);
      go(7);
    }
    say("freeze Ball on");
    say("drive Guest 0.2 0.1");
    runLine({ simulation, nowMs: 10 }, 'pull Box "1 1 1" "0 0 0.1"');
    go(20);
    // the pull ends by the clock
    for (let ms = 0; ms < 700; ms += 100) {
      client.answer();
      simulation.run(ms + 100);
    }
    expect(simulation.pulls.names).toEqual([]);
    expect(() => say('push Bal "0 0 1"')).toThrow();
    say("remove Guest");
    say("freeze Ball false");
    const { frame } = simulation.world;
    go(30);
    await expectProved(run, frame + 30);
  });

  test("[X3] resets, snapshots and restores, with clients that join and leave between them", async () => {
    const run = await begin({}, stage(""));
    const { simulation, say } = run;
    const a = FakeClient.connect(simulation, boxRobot({ name: "A", settings: "<LatencyMS>9</LatencyMS>" }));
    const b = FakeClient.connect(simulation, boxRobot({ name: "B", at: "" }));
    const go = (frames: number) => runFrames(simulation, frames, [a, b], (_, frame) => [turn(frame)]);
    go(12);
    say("snapshot both");
    go(10);
    b.session.hangUp();
    go(10);
    runVerb({ simulation, nowMs: 0 }, "spawn", { document: boxRobot({ name: "Late", at: "4 0 1" }) });
    go(5);
    say("reset");
    go(10);
    // B has no client any more, and so it does not come back
    say("restore both");
    expect(simulation.world.robots.map(({ name }) => name)).toEqual(["A"]);
    go(8);
    say("snapshot alone");
    const c = FakeClient.connect(simulation, boxRobot({ name: "C", at: "" }));
    runFrames(simulation, 6, [a, c], (_, frame) => [turn(frame)]);
    say("restore alone");
    expect(c.error?.code).toBe("NOT_IN_SNAPSHOT");
    go(15);
    say("pause");
    say("step 5");
    go(5);
    say("resume");
    say("reset");
    go(20);
    const { file } = run.record;
    await expectProved(run, file.frames.length);
    expect(file.frames.length).toBeGreaterThan(90);
  });

  test("[X3] events, triggers, messages to the world; a frame that an event stops", async () => {
    const run = await begin(
      { readRobot: () => boxRobot({ name: "Guest", at: "3 0 1" }) },
      stage(`<Allow><Who>Box</Who><Verb>light</Verb><Verb>push</Verb></Allow>
<Trigger name="Call"><Message>help</Message><Do>push Ball "0 0.4 0.2"</Do></Trigger>
<Event name="guest"><At>0.02</At><Do>spawn guest.xml</Do></Event>
<Event name="shove"><At>0.005</At><Every>0.01</Every><Times>9</Times><Jitter>0.004</Jitter><Do>push Ball "0.1 0 0"</Do></Event>
<Event name="rest"><At>0.04</At><Do>pause</Do><Do>push Ball "0 0 0.5"</Do></Event>
<Event name="again"><At>0.08</At><Do>reset</Do></Event>`),
    );
    const { simulation, say } = run;
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>3</LatencyMS>", at: "-1 0 0.1" }));
    const drive = (_: FakeClient, frame: number) =>
      frame % 9 === 4 ? [talk("Event", "help"), talk("Console", "light Sun off"), turn(frame)] : [turn(frame)];
    let left = 150;
    for (let i = 0; left > 0 && i < 1000; i++) {
      const { frame } = simulation.world;
      if (client.session.owes) client.answer(...drive(client, frame));
      simulation.run(i);
      if (simulation.world.frame !== frame) left--;
      if (simulation.isPaused) say("resume");
    }
    const { file } = run.record;
    expect(file.frames.flatMap(({ inputs }) => inputs()).map(({ kind }) => kind)).toContain("halt");
    expect(file.frames.length).toBeGreaterThan(140);
    await expectProved(run, file.frames.length);
  });

  test("[X3] policy skip: frames that a client misses; radios; random latency and loss", async () => {
    const run = await begin({ stall: { policy: "skip", seconds: 0.001 } }, stage(""));
    const { simulation } = run;
    const sensors = `<Radio name="Radio"><Latency><Model>normal</Model><MeanMS>4</MeanMS><SdMS>2</SdMS><Drop>0.1</Drop></Latency></Radio>
<Accelerometer name="Acc"><Rate>500</Rate><Noise><Gaussian>0.1</Gaussian></Noise></Accelerometer>
<CameraSensor name="Eye"><Rate>100</Rate><LatencyMS>15</LatencyMS><Width>16</Width><Height>12</Height></CameraSensor>`;
    const clients = ["A", "B"].map((name, i) =>
      FakeClient.connect(
        simulation,
        boxRobot({ name, sensors, at: `${i} 1 0.1`, settings: "<LatencyMS>4</LatencyMS>" }),
      ),
    );
    for (let ms = 0; ms < 150; ms++) {
      for (const [i, client] of clients.entries())
        if (client.session.owes && (ms + 3 * i) % (5 + i) !== 0) client.answer(turn(ms), talk("Radio", `${i} ${ms}`));
      simulation.run(3 * ms);
    }
    expect(clients.map(({ error }) => error)).toEqual([undefined, undefined]);
    const { file } = run.record;
    const kinds = file.frames.flatMap(({ inputs }) => inputs()).map(({ kind }) => kind);
    expect(kinds).toContain("miss");
    expect(file.frames.length).toBeGreaterThan(100);
    await expectProved(run, file.frames.length);
  });

  test("[X3] free running: commands act when they arrive", async () => {
    const run = await begin({ isAsync: true }, stage(""));
    const { simulation } = run;
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>2</LatencyMS>" }));
    for (let i = 0; i < 120; i++) {
      if (i % 3 === 1) client.sendBytes(turn(i));
      simulation.run(i);
      if (i % 5 === 1) client.answer(turn(i));
    }
    await expectProved(run, simulation.world.frame);
  });

  test("[X3] [E5] edits of the document, and undo", async () => {
    const text = STAGE.replace("PARTS", "");
    const run = await begin(
      { worldText: { text, file: "stage.xml", read: inspect, limits: WORLD_LIMITS, save: () => "" } },
      stage(""),
    );
    const { simulation } = run;
    const client = FakeClient.connect(simulation, boxRobot({ at: "-1 0 0.1" }));
    const go = (frames: number) => runFrames(simulation, frames, [client], (_, frame) => [turn(frame)]);
    go(10);
    const perform = (verb: string, args: object) => runVerb({ simulation, nowMs: 0 }, verb, args).data;
    const tree = perform("document", {}) as { root: { children: { id: string; name: string }[] } };
    const ball = tree.root.children.find(({ name }) => name === "Object");
    perform("edit", {
      ops: [
        { op: "copy", id: ball?.id, name: "Second", as: "$second" },
        { op: "place", id: "$second", move: [0, 1, 0] },
      ],
    });
    go(60);
    perform("undo", {});
    go(10);
    runLine({ simulation, nowMs: 0 }, "reset");
    go(60);
    await expectProved(run, 140);
  });

  test("[X3] a recording that begins in the middle of a run", async () => {
    const simulation = new Simulation(await World.create(stage("")), MAX);
    const client = FakeClient.connect(simulation, boxRobot({ settings: "<LatencyMS>9</LatencyMS>", at: "" }));
    const go = (frames: number) => runFrames(simulation, frames, [client], (_, frame) => [turn(frame)]);
    go(30);
    const say = (line: string) => void runLine({ simulation, nowMs: 0 }, line);
    say("snapshot before");
    go(10);
    const run = { simulation, say, record: MemoryRecord.of(simulation, { snapshotSec: 0.03 }) };
    go(40);
    say("restore before");
    go(40);
    say("reset");
    go(20);
    await expectProved(run, 100);
  });

  test("[X3] calls of a program that uses the library", async () => {
    const run = await begin({}, stage(""));
    const { simulation } = run;
    simulation.spawnAll([readDocument(boxRobot({ at: "" })), readDocument(boxRobot({ name: "Other", at: "" }))]);
    runFrames(simulation, 10);
    simulation.spawn(readDocument(boxRobot({ at: "5 5 1" })));
    runFrames(simulation, 10);
    simulation.removeAll(["Other", "Box-2"]);
    runFrames(simulation, 50);
    simulation.reset(0);
    runFrames(simulation, 10);
    await expectProved(run, 80);
  });
});

test("[X3] one flipped bit in a command is found in the frame in which it takes effect", async () => {
  const run = await begin();
  const client = FakeClient.connect(run.simulation, boxRobot({ settings: "<LatencyMS>20</LatencyMS>" }));
  runFrames(run.simulation, 60, [client], (_, frame) => [turn(frame)]);
  const { messages } = run.record;
  const inputs = messages.filter(({ topic }) => topic === "/ubersim/input");
  const { data } = inputs[30];
  // the last mantissa bits of the last number, before its value's highest ones
  const number = readMessage(data, "").number;
  const changed = data.slice();
  changed[findFloat(changed, Math.fround(Math.sin((number - 1) / 7)))] ^= 1;
  expect(changed).not.toEqual(data);
  messages[messages.indexOf(inputs[30])] = { ...inputs[30], data: changed };
  expect(await firstDifference(run.record.file)).toBe(number);
});

/** Place of a float64 in bytes. */
function findFloat(bytes: Uint8Array, value: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length; at++) if (view.getFloat64(at, true) === value) return at;
  throw new Error(`no ${value}`);
}
