import { describe, expect, test } from "vitest";
import { readRobotDocument } from "../describe/RobotDocument.js";
import { worldFileOf } from "../describe/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { IDENTITY } from "../math/Quat.js";
import { readPose } from "../physics/Bodies.js";
import { findPlacement } from "./Placement.js";
import { World } from "./World.js";

const cube = (name: string, joints = "", offset = ""): string => `<Client>
 <CSettings><Name>${name}</Name>${offset}</CSettings>
 <Entity><RigidBodies>
  <Body name="Base"><Box name="B"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Body>
  <Body name="Loose"><Sphere name="S"><Mass>1</Mass><Radius>0.1</Radius><Position>0 0 0.8</Position></Sphere></Body>
 </RigidBodies><Joints>${joints}</Joints></Entity></Client>`;

const read = (text: string) => readRobotDocument(text, { kinds: builtInDevices() }).robot;

const spawn = (name: string, x: number) => ({ name, pose: { position: [x, 0, 0] as const, orientation: IDENTITY } });

const makeWorld = () => World.create({ ...worldFileOf(), spawns: [spawn("1", 0), spawn("2", 0.5), spawn("3", 3)] });

describe("[R2] placement", () => {
  test("takes the next free spawn point and lifts the robot until it just touches, loose bodies along with it", async () => {
    const world = await makeWorld();
    world.join(read(cube("A")));
    const b = world.join(read(cube("B")));
    expect(b.placement.position).toEqual([3, 0, expect.closeTo(0.5, 6)]);
    expect(readPose(world.physics, "B", "Base").position[2]).toBeCloseTo(0.5, 6);
    expect(readPose(world.physics, "B", "Loose").position).toEqual([3, 0, expect.closeTo(1.3, 6)]);
    world.dispose();
  });

  test("[M6] looking for a place changes no bit of the world, found or not", async () => {
    const world = await makeWorld();
    world.join(read(cube("A")));
    for (let i = 0; i < 50; i++) world.stepFrame();
    const hash = world.hash();
    findPlacement(world.physics, read(cube("B")), world.file.spawns);
    expect(world.hash()).toBe(hash);
    expect(() => findPlacement(world.physics, read(cube("B")), world.file.spawns.slice(0, 2))).toThrow("SPAWN_BLOCKED");
    expect(world.hash()).toBe(hash);
    expect(world.physics.names).not.toContain("B");
    world.dispose();
  });

  test("a robot that hangs on the world is placed as well", async () => {
    const world = await makeWorld();
    const hinge = '<JointHinge name="H"><Body1>Base</Body1><AnchorPos>0 0 0</AnchorPos><Axis>0 0 1</Axis></JointHinge>';
    world.join(read(cube("A", hinge)));
    const { placement } = world.join(read(cube("B", hinge)));
    expect(placement.position).toEqual([3, 0, expect.closeTo(0.5, 6)]);
    world.dispose();
  });
});
