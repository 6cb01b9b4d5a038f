// Verbs for movers and belts: their effect, their errors, and that they are part of the state.

import { expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { readBody } from "../../physics/Bodies.js";
import { readPathState } from "../../physics/Paths.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { runLine, runVerb, VerbTable } from "./Verbs.js";

const VERBS = new VerbTable();
const box = (name: string, size: string, at: string): string => {
  const [x, y, z] = size.split(" ");
  return `<Box name="${name}"><Mass>1</Mass><XSize>${x}</XSize><YSize>${y}</YSize><ZSize>${z}</ZSize><Position>${at}</Position></Box>`;
};
const WORLD = `<World name="hall">
<Static name="Belt">${box("Top", "20 2 0.1", "0 0 -0.05")}</Static>
<Static name="Walls">${box("A", "1 1 1", "0 9 0.5")}${box("B", "1 1 1", "0 12 0.5")}</Static>
<Static name="Door">${box("Board", "0.1 1 1", "-5 0 0.6")}<Path><Point><At>1</At><Offset>0 0 1</Offset></Point></Path></Static>
<Object name="Crate"><RigidBodies><Body name="Box">${box("Wood", "0.2 0.2 0.2", "0 0 0.1")}</Body></RigidBodies></Object>
EVENTS</World>`;

async function start(events = "") {
  const { world } = readWorldDocument(WORLD.replace("EVENTS", events), {
    kinds: builtInDevices(),
    checkLine: (line) => VERBS.readEventLine(line),
  });
  const log: string[] = [];
  const simulation = new Simulation(await World.create(world), {
    rate: Number.POSITIVE_INFINITY,
    log: (line) => log.push(line),
  });
  const say = (line: string) => runLine({ simulation, nowMs: 0 }, line);
  const step = (frames: number): void => {
    const end = simulation.world.frame + frames;
    simulation.stepFrames(frames);
    for (let i = 0; i < 2 * frames + 10 && simulation.world.frame < end; i++) simulation.run(0);
  };
  const door = () => readPathState(simulation.world.physics, "Door").offset[2];
  const crate = () => readBody(simulation.world.physics, "Crate", "Box");
  return { simulation, log, say, step, door, crate };
}

test("[E3, E4] path: forward, stop, start, turn, back", async () => {
  const { say, step, door } = await start();
  step(10);
  expect(door()).toBe(0);
  say("path Door forward");
  step(500);
  expect(door()).toBeCloseTo(0.5, 9);
  say("path Door stop");
  step(100);
  expect(door()).toBeCloseTo(0.5, 9);
  say("path Door start");
  step(100);
  expect(door()).toBeCloseTo(0.6, 9);
  say("path Door turn");
  step(200);
  expect(door()).toBeCloseTo(0.4, 9);
  say("path Door back");
  step(900);
  expect(door()).toBe(0);
});

test("[E3, E4] glide from where it is, with JSON arguments too; belt carries the crate", async () => {
  const { simulation, say, step, door, crate } = await start();
  say("path Door forward");
  step(250);
  runVerb({ simulation, nowMs: 0 }, "glide", { name: "Door", seconds: 0.5, offset: [0, 0, 2], easing: "linear" });
  step(250);
  expect(door()).toBeCloseTo((0.25 + 2) / 2, 9);
  expect(say("belt Belt 0.5 0 0").data).toEqual({ name: "Belt/Top", velocity: [0.5, 0, 0] });
  step(1000);
  expect(door()).toBe(2);
  expect(crate().linearVelocity[0]).toBeCloseTo(0.5, 5);
  say("belt Belt/Top 0 0 0");
  step(1000);
  expect(crate().linearVelocity[0]).toBeCloseTo(0, 5);
});

test.each([
  ["path Crate stop", "PATH_MISSING"],
  ["path Dor stop", "ENTITY_UNKNOWN"],
  ["path Door up", "ARGUMENT_WRONG"],
  ["glide Door 0", "VALUE_OUT_OF_RANGE"],
  ["glide Walls 1", "PATH_MISSING"],
  ["belt Walls 1 0 0", "ARGUMENT_WRONG"],
  ["belt Belt/Bottom 1 0 0", "COMPONENT_UNKNOWN"],
  ["belt Belt 1e9 0 0", "VALUE_OUT_OF_RANGE"],
])("[E4] %s is refused with %s", async (line, code) => {
  const { simulation, say } = await start();
  const before = simulation.world.hash();
  expect(() => say(line)).toThrow(expect.objectContaining({ code }));
  expect(simulation.world.hash()).toBe(before);
});

test("[E3, M5] movers and belts of events: a snapshot in the middle goes on with the same hash, a reset starts again", async () => {
  const events = `<Event name="open"><At>0.1</At><Do>path Door forward</Do><Do>belt Belt/Top 0.3 0 0</Do></Event>
<Event name="shut"><At>0.4</At><Do>glide Door 0.2 0 0 0</Do><Do>belt Belt/Top 0 0.2 0</Do></Event>`;
  const { simulation, log, say, step } = await start(events);
  const atStart = simulation.world.hash();
  step(250);
  say("snapshot middle");
  step(450);
  const straight = simulation.world.hash();
  say("restore middle");
  step(450);
  expect(simulation.world.hash()).toBe(straight);
  say("reset");
  expect(simulation.world.hash()).toBe(atStart);
  step(700);
  expect(simulation.world.hash()).toBe(straight);
  expect(log).toEqual([]);
});
