// [E5] What the editor's palette adds is a document that the world takes, and that does what its name says.

import { expect, test } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { ALL_VERBS } from "../../src/leagues/Leagues.js";
import { readBody } from "../../src/physics/Bodies.js";
import { readPathState } from "../../src/physics/Paths.js";
import { siblingReader } from "../../src/server/Assets.js";
import { Simulation } from "../../src/session/Simulation.js";
import { runLine } from "../../src/session/verbs/Verbs.js";
import { World } from "../../src/world/World.js";
import { PALETTE } from "../../viewer/src/edit/Palette.js";

const GROUND = '<Static name="ground"><Plane name="Surface"/></Static>';

async function stage(labels: readonly string[], extra = "") {
  const parts = labels.flatMap((label, i) => {
    const entry = PALETTE.find((one) => one.label === label);
    if (!entry) throw new Error(label);
    return [entry.xml(label.replace(/\s/g, "-"), [4 * i, 0])].flat();
  });
  const { world, warnings } = readWorldDocument(`<World name="w">${GROUND}${parts.join("\n")}${extra}</World>`, {
    kinds: builtInDevices(),
    file: "w.xml",
    readFile: siblingReader("/nowhere"),
    checkLine: (line) => ALL_VERBS.readEventLine(line),
  });
  expect(warnings).toEqual([]);
  const log: string[] = [];
  const simulation = new Simulation(await World.create(world), {
    rate: Number.POSITIVE_INFINITY,
    log: (line) => log.push(line),
  });
  const step = (frames: number): void => {
    simulation.stepFrames(frames);
    while (simulation.framesToGo > 0) simulation.run(0);
  };
  return { simulation, physics: simulation.world.physics, log, step };
}

test("[E5] every entry, all in one world, which stands still until something happens", async () => {
  const one = await stage(PALETTE.map(({ label }) => label));
  one.step(300);
  for (const label of ["Crate", "Ball", "Barrel", "Block"])
    expect(readBody(one.physics, label, label === "Block" ? "Trunk" : "Body").position[2]).toBeGreaterThan(0.1);
  expect(one.log.filter((line) => /[A-Z]_[A-Z]/.test(line))).toEqual([]);
});

test("[E5] the robot drives by hand; the lift rises with what is on it; the belt carries", async () => {
  const crate = (name: string, at: string): string =>
    `<Object name="${name}"><RigidBodies><Body name="B"><Box name="S"><Mass>1</Mass><XSize>0.3</XSize><YSize>0.3</YSize><ZSize>0.3</ZSize><Position>${at}</Position></Box></Body></RigidBodies></Object>`;
  const one = await stage(["Robot", "Lift", "Belt"], crate("Rider", "4 0 0.22") + crate("Parcel", "8 -1 0.26"));
  runLine({ simulation: one.simulation, nowMs: 0 }, "drive Robot 1 0");
  one.step(1000);
  const y = (name: string, body: string): number => readBody(one.physics, name, body).position[1];
  expect(y("Robot", "Trunk")).toBeGreaterThan(0.2);
  expect(y("Parcel", "B")).toBeGreaterThan(-0.7);
  one.step(1500);
  expect(readPathState(one.physics, "Lift").offset[2]).toBe(1);
  expect(readBody(one.physics, "Rider", "B").position[2]).toBeCloseTo(1.21, 2);
});
