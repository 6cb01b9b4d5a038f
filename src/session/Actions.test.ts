// What lines of events can do to a world (E3): cameras, copies of objects, functions of plug-ins, robots that change gravity. State
// in snapshot, restore, reset and hash.

import { describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { ActionScene } from "../devices/plugin/Action.js";
import { createRegistration } from "../devices/plugin/Plugin.js";
import { applyImpulse, readBody } from "../physics/Bodies.js";
import { World } from "../world/World.js";
import { encodeMessage } from "./clients/Codec.js";
import { Simulation } from "./Simulation.js";
import { runLine, VerbTable } from "./verbs/Verbs.js";

const VERBS = new VerbTable();
const ORIGIN = { source: "toys.mjs", watch: { enter: () => {}, leave: () => {} } };

const TEXT = (parts: string): string => `<World name="stage">
<Static name="ground"><Plane name="Surface"/></Static>
<Object name="Crate"><RigidBodies><Body name="Wood"><Box name="Side"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize><Position>0 0 0.1</Position></Box></Body></RigidBodies></Object>
<Camera name="Eye"><Position>0 -2 1</Position><Width>16</Width><Height>12</Height></Camera>
${parts}</World>`;

type Run = (scene: ActionScene, text: string) => void;

function kindsWith(run?: Run) {
  const kinds = builtInDevices();
  if (run) createRegistration(kinds, ORIGIN).action({ name: "toy", summary: "plays", run });
  return kinds;
}

async function stage(parts = "", run?: Run) {
  const log: string[] = [];
  const devices = kindsWith(run);
  const { world: file } = readWorldDocument(TEXT(parts), {
    kinds: devices,
    file: "stage.xml",
    checkLine: (line) => VERBS.readEventLine(line),
  });
  const world = await World.create(file, { devices });
  const simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, log: (line) => log.push(line) });
  const say = (line: string): unknown => runLine({ simulation, nowMs: 0 }, line).data;
  const step = (frames: number): void => {
    const end = world.frame + frames;
    simulation.stepFrames(frames);
    for (let i = 0; i < 2 * frames + 10 && world.frame < end; i++) simulation.run(0);
  };
  return { simulation, world, log, say, step };
}

describe("[E3] copies of objects", () => {
  test("an event drops a parcel every 0.1 s: right frame, free names, gone after a reset, the same hash again", async () => {
    const one = await stage(
      `<Event name="drop"><At>0.1</At><Every>0.1</Every><Times>3</Times><Do>spawn Crate position="1 0 0.5"</Do><Do>remove Crate-2</Do><Do>spawn Crate position="0 1 2" heading=0.5</Do></Event>`,
    );
    const { world } = one;
    one.step(100);
    expect(world.physics.names).not.toContain("Crate-2");
    one.step(1);
    expect(world.physics.names).toContain("Crate-2");
    expect(readBody(world.physics, "Crate-2", "Wood").position[1]).toBeCloseTo(1, 9);
    one.step(250);
    const [names, hash] = [[...world.physics.names], one.simulation.hash()];
    one.say("reset");
    expect(world.physics.names).toEqual(["Crate", "ground"]);
    one.step(351);
    expect([world.physics.names, one.simulation.hash()]).toEqual([names, hash]);
  });

  test("a copy inside of something is refused, and nothing is left of it; a copy of what is gone; snapshot and restore", async () => {
    const one = await stage();
    const { world } = one;
    const hash = world.hash();
    expect(refusal(() => one.say("spawn Crate"))).toMatchObject({ code: "SPAWN_BLOCKED", found: '"Crate" in the way' });
    expect([world.physics.names, world.hash()]).toEqual([["Crate", "ground"], hash]);
    one.say("remove Crate");
    expect(one.say("spawn Crate name=Box")).toMatchObject({ name: "Box", position: [0, 0, 0.1] });
    one.say("snapshot a");
    one.step(20);
    const after = one.simulation.hash();
    one.say("remove Box");
    one.say("restore a");
    one.step(20);
    expect(one.simulation.hash()).toBe(after);
    expect(refusal(() => one.say("spawn ground")).code).toBe("FILE_FORBIDDEN");
  });
});

describe("[E3] cameras", () => {
  test("a camera of the world: field of view, brightness, rate and place; part of hash, snapshot and reset", async () => {
    const one = await stage(
      `<Event name="pan"><At>0.01</At><Do>camera E* fov=20 rate=100 position="0 -1 1"</Do></Event>`,
    );
    const [camera] = one.world.cameras;
    const still = await stage();
    one.step(10);
    still.step(10);
    expect(camera.changes).toEqual({});
    one.say("snapshot a");
    one.step(41);
    still.step(41);
    expect(camera.newestPicture?.spec).toMatchObject({ fovDeg: 20, pose: { position: [0, -1, 1] }, timeNs: 5e7 });
    expect(camera.rateHz).toBe(100);
    const hash = one.simulation.hash();
    expect(one.say("camera Eye brightness=0.5")).toEqual({ name: "Eye", brightness: 0.5 });
    expect(camera.changes).toEqual({ fov: 20, rate: 100, position: [0, -1, 1], brightness: 0.5 });
    expect(one.simulation.hash()).not.toBe(hash);
    one.say("restore a");
    expect(camera.changes).toEqual({});
    one.step(41);
    expect(one.simulation.hash()).toBe(hash);
    one.say("reset");
    expect([camera.changes, camera.rateHz, camera.newestPicture?.spec.fovDeg]).toEqual([{}, 20, 45]);
  });

  test("a camera of a robot takes the same after its latency; what is wrong changes nothing", async () => {
    const one = await stage();
    const sensors = '<CameraSensor name="Cam"><Width>8</Width><Height>6</Height></CameraSensor>';
    one.simulation.spawn(readDocument(boxRobot({ sensors, settings: "<LatencyMS>5</LatencyMS>", at: "2 2 0.1" })));
    one.step(1);
    one.say("camera Box.Cam fov=30");
    one.step(100);
    expect(one.world.pictureSources.find(({ name }) => name === "Box.Cam")?.newest()?.spec.fovDeg).toBe(30);
    for (const [line, code] of [
      ["camera Box.Kam fov=3", "COMPONENT_UNKNOWN"],
      ["camera Box.Cam fov=500", "VALUE_OUT_OF_RANGE"],
      ['camera Box.Cam position="0 0 0"', "ARGUMENT_WRONG"],
      ["camera Eye fov=20 rate=1e9", "RATE_TOO_HIGH"],
      ["camera Eye fov=0", "VALUE_OUT_OF_RANGE"],
    ])
      expect(refusal(() => one.say(line)).code, line).toBe(code);
    expect(one.world.cameras[0].changes).toEqual({});
  });
});

describe("[E3] [S6] functions of plug-ins", () => {
  const count: Run = ({ physics, memory, keep, perform, say, random, timeSec }, text) => {
    const times = ((memory as { times: number } | undefined)?.times ?? 0) + 1;
    keep({ times });
    applyImpulse(physics, "Crate", "Wood", [0, 0, random.uniform() + times]);
    say(`${text} ${times} at ${timeSec}`);
    if (text === "dark") perform("camera Eye brightness=0.1");
  };

  test("a trigger calls one with the name of its subject; it pushes, remembers and runs verbs; state and hash", async () => {
    const parts = `<Event name="often"><At>0.1</At><Every>0.1</Every><Do>call toy dark</Do></Event>
      <Trigger name="near"><Box><XSize>1</XSize><YSize>1</YSize><ZSize>0.5</ZSize><Position>0 0 0.25</Position></Box><Who>Crate</Who><Do>call toy {who}</Do></Trigger>`;
    const one = await stage(parts, count);
    one.step(150);
    expect(one.log).toEqual(["0.001 s: Crate 1 at 0.001", "0.1 s: dark 2 at 0.1"]);
    expect(readBody(one.world.physics, "Crate", "Wood").position[2]).toBeGreaterThan(0.2);
    expect(one.world.cameras[0].changes).toEqual({ brightness: 0.1 });
    one.say("snapshot a");
    one.step(100);
    const [hash, log] = [one.simulation.hash(), one.log.splice(0).at(-1)];
    one.say("restore a");
    one.step(100);
    expect([one.simulation.hash(), one.log.at(-1)]).toEqual([hash, log]);
    one.say("reset");
    one.step(250);
    expect(one.simulation.hash()).toBe(hash);
  });

  test("an action that throws, keeps what is no data or calls itself for ever fails its line alone", async () => {
    let way = "";
    const one = await stage("", ({ keep, perform }) => {
      if (way === "throw") throw new TypeError("oops");
      if (way === "keep") keep(10n);
      if (way === "loop") perform("call toy");
      if (way === "wrong") perform("light Moon off");
    });
    for (const [next, code] of [
      ["throw", "PLUGIN_FAILED"],
      ["keep", "PLUGIN_FAILED"],
      ["loop", "EVENT_LOOP"],
      ["wrong", "LIGHT_UNKNOWN"],
    ]) {
      way = next;
      expect(refusal(() => one.say("call toy")).code, next).toBe(code);
    }
    way = "";
    expect(one.say("call toy")).toEqual({ action: "toy", text: null });
  });

  test("names are checked with line and column when the world is read, and types when the plug-in is loaded", async () => {
    const line = "<Event name='e'><Do>call toi</Do></Event>";
    const error = refusal(() =>
      readWorldDocument(TEXT(line), {
        kinds: kindsWith(() => {}),
        file: "stage.xml",
        checkLine: (text) => VERBS.readEventLine(text),
      }),
    );
    expect([error.code, error.line, error.advice]).toEqual(["ACTION_UNKNOWN", 5, 'Did you mean "toy"?']);
    const { action } = createRegistration(builtInDevices(), ORIGIN);
    for (const wrong of [{}, { name: "a b", summary: "s", run: () => {} }, { name: "a", summary: "s" }])
      expect(refusal(() => action(wrong as never)).code).toBe("PLUGIN_REFUSED");
    action({ name: "a", summary: "s", run: () => {} });
    expect(refusal(() => action({ name: "a", summary: "s", run: () => {} })).code).toBe("NAME_TAKEN");
  });
});

test("[E4] a robot changes the laws to fly from one place to another, and back", async () => {
  const one = await stage("<Allow><Who>Box</Who><Verb>gravity</Verb><Verb>push</Verb></Allow>");
  const client = FakeClient.connect(one.simulation, boxRobot({ at: "0 2 0.1" }));
  runFrames(one.simulation, 1, [client]);
  const say = (...lines: string[]): void => {
    let rest = lines.map((line) => encodeMessage("Console", new TextEncoder().encode(line)));
    runFrames(one.simulation, 200, [client], () => rest.splice(0));
    rest = [];
  };
  const height = (): number => readBody(one.world.physics, "Box", "Base").position[2];
  const ground = height();
  say("gravity 0 0 0", "push Box 0 0 5");
  expect(height()).toBeGreaterThan(ground + 0.1);
  const up = height();
  say();
  expect(height()).toBeGreaterThan(up + 0.1);
  say("gravity 0 0 -9.81");
  expect(readBody(one.world.physics, "Box", "Base").linearVelocity[2]).toBeLessThan(0.5);
  expect(client.session.state).toBe("running");
});
