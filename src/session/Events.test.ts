// Events of world files in a simulation: their times, their order, and that they are part of the state.

import { describe, expect, test } from "vitest";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { readBody } from "../physics/Bodies.js";
import { World } from "../world/World.js";
import { Simulation } from "./Simulation.js";
import { runLine, VerbTable } from "./verbs/Verbs.js";

const VERBS = new VerbTable();

const worldText = (events: string): string => `<World name="stage">
<Static name="ground"><Plane name="Surface"/></Static>
<Light name="Sun" type="sun"/>
<Object name="Ball"><RigidBodies><Body name="Skin">
 <Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius><Position>0 0 0.1</Position></Sphere>
</Body></RigidBodies></Object>
${events}
</World>`;

const read = (events: string) =>
  readWorldDocument(worldText(events), {
    kinds: builtInDevices(),
    file: "stage.xml",
    checkLine: (line) => VERBS.readEventLine(line),
  }).world;

interface Stage {
  readonly simulation: Simulation;
  readonly log: string[];
  /** So many frames, stepped by hand. */
  readonly step: (frames: number) => void;
  readonly say: (line: string) => unknown;
}

async function stage(events: string, seed?: number): Promise<Stage> {
  const log: string[] = [];
  const simulation = new Simulation(await World.create(read(events), { seed }), {
    rate: Number.POSITIVE_INFINITY,
    log: (line) => log.push(line),
    readRobot: () => boxRobot({ name: "Guest", at: "3 0 1" }),
  });
  const step = (frames: number): void => {
    const end = simulation.world.frame + frames;
    simulation.stepFrames(frames);
    for (let i = 0; i < 2 * frames + 10 && simulation.world.frame < end; i++) simulation.run(0);
  };
  return { simulation, log, step, say: (line) => runLine({ simulation, nowMs: 0 }, line).data };
}

const event = (name: string, content: string): string => `<Event name="${name}">${content}</Event>`;
const SAYS_TIME = "<Do>get time</Do>";
const times = (log: readonly string[]): string[] => log.map((line) => line.replace(/^event |get time: /g, ""));
const speed = ({ simulation }: Stage): number => readBody(simulation.world.physics, "Ball", "Skin").linearVelocity[1];

describe("[E2] times of events", () => {
  test("once at t, before the step from t; then repeated with its interval and count", async () => {
    const { log, step } = await stage(
      event("once", `<At>0.005</At>${SAYS_TIME}`) +
        event("start", SAYS_TIME) +
        event("three", `<At>0.002</At><Every>0.003</Every><Times>3</Times>${SAYS_TIME}`),
    );
    step(20);
    expect(times(log)).toEqual(["start: 0", "three: 0.002", "once: 0.005", "three: 0.005", "three: 0.008"]);
  });

  test("[E3] a line takes effect in the step that begins at its time", async () => {
    const one = await stage(event("kick", "<At>0.003</At><Do>push Ball 0 2 0</Do>"));
    one.step(3);
    expect(speed(one)).toBe(0);
    one.step(1);
    expect(speed(one)).toBeGreaterThan(1.9);
    expect(one.say("list events")).toEqual([{ name: "kick", happened: 1, next: null }]);
  });

  test("a time between two frames means the later one; equal times run by name, lines in order", async () => {
    const { log, step } = await stage(
      event("b", `<At>0.0025</At><Do>get frame</Do>${SAYS_TIME}`) + event("a", `<At>0.0025</At>${SAYS_TIME}`),
    );
    step(5);
    expect(log).toEqual(["event a: get time: 0.003", "event b: get frame: 3", "event b: get time: 0.003"]);
  });

  test("after another event, each time that it happens, immediately or with a delay", async () => {
    const { log, step } = await stage(
      event("echo", `<After>call</After><At>0.002</At>${SAYS_TIME}`) +
        event("at once", `<After>echo</After>${SAYS_TIME}`) +
        event("call", `<At>0.001</At><Every>0.001</Every><Times>2</Times>${SAYS_TIME}`),
    );
    step(10);
    expect(times(log)).toEqual([
      "call: 0.001",
      "call: 0.002",
      "echo: 0.003",
      "at once: 0.003",
      "echo: 0.004",
      "at once: 0.004",
    ]);
  });

  test("[M5] jitter: within its range, the same for the same seed, different for another seed", async () => {
    const text = event("rain", `<Every>0.01</Every><Jitter>0.009</Jitter>${SAYS_TIME}`);
    const [one, same, other] = [await stage(text, 7), await stage(text, 7), await stage(text, 8)];
    for (const each of [one, same, other]) each.step(100);
    expect(one.log).toHaveLength(10);
    expect(one.log).toEqual(same.log);
    expect(one.log).not.toEqual(other.log);
    one.log.forEach((line, i) => {
      const late = Number(line.split(": ").at(-1)) - 0.01 * i;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(0.0101);
    });
    expect(
      new Set(one.log.map((line, i) => (Number(line.split(": ").at(-1)) - 0.01 * i).toFixed(3))).size,
    ).toBeGreaterThan(3);
  });

  test("no event runs while time does not advance", async () => {
    const { simulation, log, step } = await stage(event("late", `<At>0.003</At>${SAYS_TIME}`));
    step(3);
    for (let i = 0; i < 50; i++) simulation.run(1000 * i);
    expect(log).toEqual([]);
    simulation.resume();
    simulation.run(60_000);
    simulation.run(60_010);
    expect(log).toEqual(["event late: get time: 0.003"]);
  });
});

describe("[E4] lines of events", () => {
  test("the console's verbs, except those that are not possible within a frame", () => {
    const left = VERBS.names.filter((name) => !VERBS.eventVerbs.includes(name));
    const edits = ["document", "edit", "undo", "redo", "save"];
    expect(left).toEqual(["step", "restore", "picture", "pull", "release", ...edits, "help"]);
  });

  test.each<[string, string, string]>([
    ["<Do>pusch Ball 0 0 1</Do>", "VERB_UNKNOWN", 'Did you mean "push"?'],
    ["<Do>push Ball 0 0</Do>", "ARGUMENT_WRONG", "three numbers"],
    ["<Do>light Sun on=mybe</Do>", "ARGUMENT_WRONG", "true or false"],
    ["<Do/>", "VERB_UNKNOWN", "pause"],
    ["<Do>step 5</Do>", "VERB_MISPLACED", "a frame is being made already"],
    ["<Do>restore x</Do>", "VERB_MISPLACED", "one of pause"],
    ["<At>1</At>", "ELEMENT_MISSING", "<Do>"],
    ["<Dou>pause</Dou>", "ELEMENT_UNKNOWN", 'Did you mean "Do"?'],
    ["<Every>0.0005</Every><Do>pause</Do>", "VALUE_OUT_OF_RANGE", "at least 0.001"],
    ["<Times>3</Times><Do>pause</Do>", "PROPERTY_MISPLACED", "<Every>"],
    ["<At>-1</At><Do>pause</Do>", "VALUE_OUT_OF_RANGE", "at least 0"],
    ["<After>gusd</After><Do>pause</Do>", "EVENT_UNKNOWN", 'Did you mean "gust"?'],
    ["<After>gust</After><Do>pause</Do>", "EVENT_CYCLIC", "gust after gust"],
    ["<When>1</When><Do>pause</Do>", "ELEMENT_UNKNOWN", "Every"],
  ])("%s is %s, with its place", (content, code, text) => {
    const error = refusal(() => read(`\n${event("gust", content)}`));
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
    expect(error.line).toBe(8);
    expect(error.where).toContain("stage.xml: World[stage]/Event[gust]");
  });

  test("a cycle of three events, and a trigger, are refused", () => {
    const ring = ["a", "b", "c"].map((name, i) => event(name, `<After>${"bca"[i]}</After><Do>pause</Do>`)).join("");
    expect(refusal(() => read(ring)).code).toBe("EVENT_CYCLIC");
    expect(refusal(() => read(event("a", "<Do>pause</Do>") + event("a", "<Do>pause</Do>"))).code).toBe("NAME_TAKEN");
  });

  test("a line that fails is logged once, and the next line runs", async () => {
    const one = await stage(event("gust", "<Every>0.001</Every><Do>push Bal 0 2 0</Do><Do>light Sun off</Do>"));
    one.step(5);
    expect(one.log).toHaveLength(1);
    expect(one.log[0]).toMatch(/^event gust: push Bal 0 2 0: ENTITY_UNKNOWN: .*Did you mean "Ball"\?/);
    expect(one.simulation.world.lights[0].on).toBe(false);
    expect(one.simulation.world.frame).toBe(5);
  });

  test("pause stops the world at that instant; single steps continue", async () => {
    const { simulation, step } = await stage(event("halt", "<At>0.004</At><Do>pause</Do>"));
    for (let ms = 0; ms < 50; ms++) simulation.run(ms);
    expect(simulation.isPaused).toBe(true);
    expect(simulation.world.frame).toBe(4);
    step(1);
    expect(simulation.world.frame).toBe(5);
    simulation.reset(0);
    step(6);
    expect(simulation.world.frame).toBe(6);
  });

  test("stop ends the simulation at that instant", async () => {
    const { simulation, step } = await stage(event("end", "<At>0.004</At><Do>stop</Do><Do>get time</Do>"));
    step(10);
    expect(simulation.isStopped).toBe(true);
    expect(simulation.world.frame).toBe(4);
  });
});

describe("[M5] [T8] events are part of the state", () => {
  const GUSTS =
    event("gust", "<At>0.003</At><Every>0.005</Every><Jitter>0.002</Jitter><Do>push Ball 0.2 1 0</Do>") +
    event("dusk", "<After>gust</After><At>0.002</At><Do>light Sun intensity=0.5</Do><Do>gravity 0 0 -5</Do>") +
    event("visit", "<At>0.006</At><Do>spawn guest</Do>") +
    event("farewell", "<At>0.016</At><Do>remove Guest</Do>");

  test("reset is a fresh start: robots that an event added are removed, and added again", async () => {
    const one = await stage(GUSTS);
    const hashes = [one.simulation.world.hash()];
    for (let i = 0; i < 12; i++) {
      one.step(1);
      hashes.push(one.simulation.world.hash());
    }
    expect(one.simulation.world.robots.map(({ name }) => name)).toEqual(["Guest"]);
    one.simulation.reset(0);
    expect(one.simulation.world.robots).toEqual([]);
    expect(one.simulation.world.hash()).toBe(hashes[0]);
    for (let i = 0; i < 12; i++) {
      one.step(1);
      expect(one.simulation.world.hash()).toBe(hashes[i + 1]);
    }
  });

  test("a restored run equals the straight run at every frame", async () => {
    const straight = await stage(GUSTS);
    straight.step(25);
    const end = straight.simulation.world.hash();
    for (const at of [0, 3, 4, 6, 7, 15, 17]) {
      const one = await stage(GUSTS);
      one.step(at);
      one.say("snapshot here");
      one.step(9);
      one.say("restore here");
      one.step(25 - at);
      expect(one.simulation.world.hash()).toBe(end);
      one.say("reset");
      one.step(25);
      expect(one.simulation.world.hash()).toBe(end);
    }
  });

  test("after restoring a snapshot that an event took, the next line runs", async () => {
    const one = await stage(event("keep", "<At>0.002</At><Do>snapshot here</Do><Do>push Ball 0 1 0</Do>"));
    one.step(5);
    const end = one.simulation.world.hash();
    one.say("restore here");
    expect(one.simulation.world.frame).toBe(2);
    one.step(3);
    expect(one.simulation.world.hash()).toBe(end);
  });

  test("the hash includes pending events, even if nothing else differs", async () => {
    const [one, other] = [
      await stage(event("a", "<At>0.001</At><Do>light Sun on=true</Do>")),
      await stage(event("a", "<At>0.1</At><Do>light Sun on=true</Do>")),
    ];
    for (const each of [one, other]) each.step(5);
    expect(one.simulation.world.hash()).not.toBe(other.simulation.world.hash());
    expect(one.simulation.world.physics.hash()).toBe(other.simulation.world.physics.hash());
  });

  test("the order of declaration has no effect", async () => {
    const parts = GUSTS.match(/<Event.*?<\/Event>/gs) as string[];
    const hashes = await Promise.all(
      [parts, [...parts].reverse()].map(async (some) => {
        const one = await stage(some.join(""));
        one.step(20);
        return one.simulation.world.hash();
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("[M5] the order of lights and cameras has no effect, also when a line changes them", async () => {
    const parts = [
      '<Light name="A" type="point"/>',
      '<Light name="B" type="spot"/>',
      '<Camera name="C"/>',
      '<Camera name="D"/>',
      event("change", "<At>0.002</At><Do>light * intensity=0.5</Do><Do>camera * fov=30</Do>"),
    ];
    const hashes = await Promise.all(
      [parts, [...parts].reverse()].map(async (some) => {
        const one = await stage(some.join(""));
        const before = one.simulation.world.hash();
        one.step(5);
        return [before, one.simulation.world.hash()];
      }),
    );
    expect(hashes[0]).toEqual(hashes[1]);
    expect(hashes[0][0]).not.toBe(hashes[0][1]);
  });

  test("an event may reset the world periodically, for clients too; at t = 0 it has no effect", async () => {
    const { simulation } = await stage(event("again", "<Every>0.004</Every><Do>reset</Do>"));
    const client = FakeClient.connect(simulation, boxRobot());
    simulation.run(0);
    for (let i = 0; i < 10; i++) {
      client.answer();
      simulation.run(i);
    }
    expect(client.frames.map(({ time }) => time)).toEqual([
      0, 0.001, 0.002, 0.003, 0.004, 0, 0.001, 0.002, 0.003, 0.004, 0,
    ]);
    expect(client.frames.map(({ isReset }) => isReset)).toEqual([
      ...[false, false, false, false, false, true],
      ...[false, false, false, false, true],
    ]);
  });

  test("clients get the same frames at any speed", async () => {
    const rides = [];
    for (const calls of [1, 5]) {
      const { simulation } = await stage(
        event("shove", "<At>0.003</At><Do>push Box 0 2 0</Do>") + event("go", "<At>0.002</At><Do>drive Box 1</Do>"),
      );
      const client = FakeClient.connect(simulation, boxRobot({ sensors: `<Imu name="Imu"/>` }));
      simulation.run(0);
      for (let i = 0; i < 10; i++) {
        for (let k = 0; k < calls; k++) simulation.run(i);
        client.answer();
        simulation.run(i);
      }
      rides.push({ frames: client.frames, hash: simulation.world.hash() });
      expect(client.frames[3].reports.map(({ name }) => name)).toContain("Event");
      runFrames(simulation, 2, [client]);
    }
    expect(rides[0]).toEqual(rides[1]);
  });
});
