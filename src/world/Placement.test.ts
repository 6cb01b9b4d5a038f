import { describe, expect, test } from "vitest";
import type { Shape, SolidInput } from "../describe/entity/Solid.js";
import { readRobotDocument } from "../describe/robot/RobotDocument.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { fromAxisAngle, IDENTITY } from "../math/Quat.js";
import { atan2 } from "../math/Trigonometry.js";
import { readPose } from "../physics/Bodies.js";
import { Physics } from "../physics/Physics.js";
import { listOverlaps } from "../physics/Queries.js";
import { findLifts, placeRobot } from "./Placement.js";
import { World } from "./World.js";

const cube = (name: string, joints = "", offset = ""): string => `<Client>
 <CSettings><Name>${name}</Name>${offset}</CSettings>
 <Entity><RigidBodies>
  <Body name="Base"><Box name="B"><Mass>1</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Body>
  <Body name="Loose"><Sphere name="S"><Mass>1</Mass><Radius>0.1</Radius><Position>0 0 0.8</Position></Sphere></Body>
 </RigidBodies><Joints>${joints}</Joints></Entity></Client>`;

/** Its upper side is at 0.5 m. */
const PLATE: Shape = { kind: "Box", size: [20, 20, 1] };

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

  test("[M6] the search for a place changes no bit of the world, successful or not", async () => {
    const world = await makeWorld();
    world.join(read(cube("A")));
    for (let i = 0; i < 50; i++) world.stepFrame();
    const hash = world.hash();
    placeRobot(world.physics, read(cube("B")), world.file.spawns);
    world.physics.remove("B");
    expect(world.hash()).toBe(hash);
    expect(() => placeRobot(world.physics, read(cube("B")), world.file.spawns.slice(0, 2))).toThrow("SPAWN_BLOCKED");
    expect(world.hash()).toBe(hash);
    expect(world.physics.names).not.toContain("B");
    world.dispose();
  });

  test("[M8] several robots of which some have no free place: as one by one, at the cost of two compilations", async () => {
    const [world, twin] = [await makeWorld(), await makeWorld()];
    const robots = [0, 0.3, 4, 4.2, 0.6, 8].map((x, i) => read(cube(`R${i}`, "", `<Offset>${x} 0 0</Offset>`)));
    for (const one of [world, twin]) one.join(read(cube("A", "", "<Offset>8.2 0 0</Offset>")));
    const { builds } = world.physics;
    const failed = world.joinAll(robots);
    expect(failed.map(({ entity, error }) => [entity, error.code])).toEqual(
      ["R1", "R3", "R4", "R5"].map((name) => [name, "SPAWN_BLOCKED"]),
    );
    expect(world.physics.builds).toBeLessThanOrEqual(builds + 2);
    for (const robot of robots)
      if (failed.some(({ entity }) => entity === robot.name)) expect(() => twin.join(robot)).toThrow("SPAWN_BLOCKED");
      else twin.join(robot);
    for (const one of [world, twin]) one.stepFrame();
    expect(world.hash()).toBe(twin.hash());
    for (const one of [world, twin]) one.dispose();
  });

  test("[M8] a lift that was found ahead in the static world gives the same place with one compilation", async () => {
    const [world, twin] = [await makeWorld(), await makeWorld()];
    for (const one of [world, twin]) one.join(read(cube("A", "", "<Offset>9 0 0</Offset>")));
    const statics = await Physics.create(world.physics.description);
    const robot = read(cube("B"));
    const lifts = findLifts(statics, robot, world.file.spawns);
    expect(lifts).toHaveLength(3);
    expect(statics.has("B")).toBe(false);
    world.planJoin(robot, lifts);
    const { builds } = world.physics;
    world.join(robot);
    expect(world.physics.builds).toBe(builds + 1);
    twin.join(robot);
    expect(world.physics.placementOf("B")).toEqual(twin.physics.placementOf("B"));
    for (let i = 0; i < 20; i++) for (const one of [world, twin]) one.stepFrame();
    expect(world.hash()).toBe(twin.hash());
    for (const one of [world, twin, statics]) one.dispose();
  });

  test("[M8] a lift is not used when the static world has changed", async () => {
    const world = await makeWorld();
    const robot = read(cube("B"));
    world.planJoin(robot, findLifts(world.physics, robot, world.file.spawns));
    world.add({ name: "step", isStatic: true, bodies: [{ name: "s", solids: [{ name: "s0", shape: PLATE }] }] });
    expect(world.join(robot).placement.position[2]).toBeCloseTo(1, 6);
    world.dispose();
  });

  test("[M8] a robot whose first place is free costs one compilation, and has the bits of one that was added there", async () => {
    const [world, twin] = [await makeWorld(), await makeWorld()];
    for (const one of [world, twin]) for (let i = 0; i < 5; i++) one.stepFrame();
    const robot = read(cube("B").replace("<CSettings>", "<CSettings><Offset>7 0 2</Offset>"));
    const { builds } = world.physics;
    const { placement } = world.join(robot);
    expect(world.physics.builds).toBe(builds + 1);
    twin.physics.add(robot.entity, placement);
    for (let i = 0; i < 20; i++) {
      expect(world.physics.hash()).toBe(twin.physics.hash());
      for (const { physics } of [world, twin]) physics.step();
    }
    // on a spawn point it is lifted or moved: one more
    const before = world.physics.builds;
    world.join(read(cube("C")));
    expect(world.physics.builds).toBeLessThanOrEqual(before + 2);
    for (const one of [world, twin]) one.dispose();
  });

  test("a robot that is fixed to the world is placed too", async () => {
    const world = await makeWorld();
    const hinge = '<JointHinge name="H"><Body1>Base</Body1><AnchorPos>0 0 0</AnchorPos><Axis>0 0 1</Axis></JointHinge>';
    world.join(read(cube("A", hinge)));
    const { placement } = world.join(read(cube("B", hinge)));
    expect(placement.position).toEqual([3, 0, expect.closeTo(0.5, 6)]);
    world.dispose();
  });

  const MESH_BOX = boxMesh(2, 2, 1);
  const GROUNDS: [string, SolidInput, number, number][] = [
    ["a plane", { name: "G", shape: { kind: "Plane" } }, -3, 0.1],
    ["a box", { name: "G", shape: { kind: "Box", size: [2, 2, 1] }, position: [0, 0, 0.5] }, 0.2, 1.1],
    ["a heightfield, from its middle", heightfield(1), 0.5, 1.1],
    ["a heightfield, from just below", heightfield(1), 0.95, 1.1],
    ["a static mesh, from inside", { name: "G", shape: MESH_BOX }, 0.5, 1.1],
    ["a thin high wall", { name: "G", shape: { kind: "Box", size: [0.1, 5, 20] }, position: [0, 0, 10] }, 0, 20.1],
    ["a slope of 80°", { name: "G", shape: { kind: "Plane" }, orientation: turned(80) }, 0, 0.1 / 0.17364817766693041],
    ["a slope of 30°", { name: "G", shape: { kind: "Plane" }, orientation: turned(30) }, 0, 0.1 / 0.8660254037844387],
  ];

  test.each(GROUNDS)("lifts a ball out of %s", async (_, solid, from, to) => {
    const ground = { name: "ground", isStatic: true, bodies: [{ name: "G", solids: [{ ...solid, name: "Solid" }] }] };
    const world = await World.create(worldFileOf(describeWorld({ entities: [ground] })));
    const robot = world.join(read(ball(`0 0 ${from}`)));
    expect(robot.placement.position[2]).toBeCloseTo(to, 4);
    expect(listOverlaps(world.physics, "Ball").every(({ distance }) => distance > -2e-6)).toBe(true);
    world.dispose();
  });

  test("a roof is not ground: a robot below it stays there", async () => {
    const roof = { name: "Roof", shape: MESH_BOX, position: [0, 0, 2] as const };
    const entities = [{ name: "house", isStatic: true, bodies: [{ name: "H", solids: [roof] }] }];
    const world = await World.create(worldFileOf(describeWorld({ entities })));
    expect(world.join(read(ball("0 0 0.5"))).placement.position[2]).toBe(0.5);
    world.dispose();
  });

  test("a spawn point rotates the robot", async () => {
    const orientation = fromAxisAngle([0, 0, 1], 1);
    const spawns = [{ name: "S", pose: { position: [1, 2, 5] as const, orientation } }];
    const world = await World.create({ ...worldFileOf(), spawns });
    const settings = "<Orientation><angle>0.5</angle><axis>0 0 1</axis></Orientation>";
    const robot = world.join(read(cube("A", "", settings)));
    const [, , z, w] = robot.placement.orientation;
    expect(2 * atan2(z, w)).toBeCloseTo(1.5, 12);
    world.dispose();
  });
});

function ball(offset: string): string {
  return `<Client><CSettings><Name>Ball</Name><Offset>${offset}</Offset></CSettings><Entity><RigidBodies>
   <Body name="Base"><Sphere name="S"><Mass>1</Mass><Radius>0.1</Radius></Sphere></Body>
  </RigidBodies></Entity></Client>`;
}

function heightfield(height: number): SolidInput {
  const heights = Array.from({ length: 9 }, () => height);
  return { name: "G", shape: { kind: "Heightfield", rows: 3, columns: 3, size: [4, 4], heights } };
}

function turned(degrees: number) {
  return fromAxisAngle([1, 0, 0], (degrees * Math.PI) / 180);
}

/** A closed box from z = 0 upward, triangles counter-clockwise from outside. */
function boxMesh(x: number, y: number, z: number): Shape {
  const corners = [0, z].flatMap((h) =>
    [-x, -y, h, x, -y, h, x, y, h, -x, y, h].map((v, i) => (i % 3 < 2 ? v / 2 : v)),
  );
  const faces = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ];
  return { kind: "Mesh", vertices: corners, triangles: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}
