// A client that asks for a robot by name (R2): it drives the robot that is there, and the robot stays when it leaves.

import { afterEach, beforeEach, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames, tellJoint } from "../../../testing/builders/FakeClient.js";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { readJoint } from "../../physics/Joints.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { runVerb } from "../verbs/Verbs.js";
import { ViewScene } from "../view/ViewScene.js";

const VELOCITY = 2;
const WORLD =
  '<World name="w"><Gravity>0 0 0</Gravity><Static name="wall"><Box name="s"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize><Position>0 9 0</Position></Box></Static></World>';
let simulation: Simulation;
beforeEach(async () => {
  const { world } = readWorldDocument(WORLD, { kinds: builtInDevices() });
  simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
  simulation.spawn(readDocument(boxRobot({ name: "Rover" })));
});
afterEach(() => simulation.world.dispose());

const speed = (): number => readJoint(simulation.world.physics, "Rover", "Motor")[0].velocity;
const ask = (name: string): FakeClient => FakeClient.connect(simulation, `<!-- mine --><TakeOver> ${name} </TakeOver>`);

test("[R2] a spawned robot is driven by the client that asks for it, and stays when that client leaves", () => {
  const scene = new ViewScene();
  runFrames(simulation, 5);
  const [robot] = scene.update(simulation).joined.filter(({ role }) => role === "robot");
  expect(robot.isDriven).toBe(false);
  const [{ id }] = robot.bodies;
  const client = ask("Rover");
  runFrames(simulation, 20, [client], () => [tellJoint("Motor", VELOCITY, 3)]);
  expect(client.hello?.name).toBe("Rover");
  expect(simulation.world.robots.map(({ name }) => name)).toEqual(["Rover"]);
  expect(speed()).toBeCloseTo(3, 3);
  // viewers see the driver, with the same bodies
  const [seen] = scene.update(simulation).joined;
  expect([seen.isDriven, seen.bodies[0].id]).toEqual([true, id]);
  client.session.hangUp();
  client.answer();
  simulation.run(1000);
  runFrames(simulation, 3);
  expect(simulation.isDriven("Rover")).toBe(false);
  expect(simulation.world.robots.map(({ name }) => name)).toEqual(["Rover"]);
  // and the next one may have it
  const next = ask("Rover");
  runFrames(simulation, 3, [next]);
  expect(next.hello?.name).toBe("Rover");
});

test("[R2] who asks for a robot that is not there, or that has a driver, is told so", () => {
  const first = ask("Rover");
  runFrames(simulation, 3, [first]);
  expect(ask("Rover").error).toMatchObject({ code: "STATE_WRONG", where: "TakeOver" });
  expect(ask("Rovr").error).toMatchObject({ code: "ENTITY_UNKNOWN" });
  expect(simulation.world.robots).toHaveLength(1);
});

test("[T8] a robot that was taken over leaves by the verb remove, and stays by a reset", () => {
  const client = ask("Rover");
  runFrames(simulation, 3, [client]);
  simulation.reset(0);
  runFrames(simulation, 3, [client]);
  expect(simulation.isDriven("Rover")).toBe(true);
  runVerb({ simulation, nowMs: 0 }, "remove", { name: "Rover" });
  expect(client.error?.code).toBe("REMOVED");
  expect(simulation.world.robots).toHaveLength(0);
});
