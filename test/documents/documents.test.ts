// The documents of the 2004 paper and those that are shipped, with the real devices, in a real world.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { segway } from "../../robots/Segway.js";
import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import { describeEntity } from "../../src/describe/entity/Entity.js";
import { SOLID_ELEMENTS } from "../../src/describe/entity/SolidElement.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { distance } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { World } from "../../src/world/World.js";

const KINDS = builtInKinds();
const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const robotOf = (path: string) => readRobotDocument(readText(path), { kinds: KINDS }).robot;
const readFile = (path: string) => new TextEncoder().encode(readText(path));
const worldOf = (path: string) => readWorldDocument(readText(path), { kinds: KINDS, file: path, readFile }).world;

describe("[R1] the paper's Appendix A, byte for byte", () => {
  test("is the robot of robots/Segway.ts, to the last bit", () => {
    expect(robotOf("test/documents/appendix-a.xml").entity).toEqual(describeEntity(segway()));
  });

  test("has the text as printed: trailing blanks, empty lines of page breaks, 1.5708f", () => {
    const text = readText("test/documents/appendix-a.xml");
    expect(text.startsWith("<Client> \n \n<CSettings> \n <Name>CMU</Name> \n")).toBe(true);
    expect(text).toContain("<y>0.0</y> \n\n\n\n      <z>0.0</z> \n");
    expect(text.match(/1\.5708f/g)).toHaveLength(2);
    expect(text.endsWith("</Client> \n")).toBe(true);
  });

  test("[R2] has its position, 20 ms of latency, and its devices in order", () => {
    const robot = robotOf("test/documents/appendix-a.xml");
    expect(robot).toMatchObject({
      name: "CMU",
      offset: [0, 0, 0],
      settle: true,
      latency: { model: { valueNs: 20e6 } },
    });
    expect(robot.devices.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "Inclinometer Incmeter",
      "CameraSensor Cam",
      "JointHinge2 LMotor",
      "JointBallSocket LConstraint",
      "JointHinge2 RMotor",
      "JointBallSocket RConstraint",
    ]);
    expect(robot.devices[1]).toMatchObject({
      rateHz: 20,
      settings: { fovDeg: 60 },
      pose: { position: [0, 0.16, 0.47] },
    });
  });

  test("[R2] starts below ground and is lifted until its wheels just touch", async () => {
    const world = await World.create(worldOf("worlds/flat.xml"), { devices: KINDS });
    world.join(robotOf("test/documents/appendix-a.xml"));
    expect(readPose(world.physics, "CMU", "LWheel").position[2]).toBeCloseTo(0.236, 3);
    for (let i = 0; i < 10; i++) world.stepFrame();
    world.dispose();
  });
});

describe("[R1] the fragments of the paper's figures, as whole documents", () => {
  test("figure 3: two bodies", async () => {
    const robot = robotOf("test/documents/figure-3.xml");
    expect(robot.entity.bodies.map(({ name, solids }) => [name, solids[0].shape.kind, solids[0].mass])).toEqual([
      ["LWheel", "Sphere", 3],
      ["MainBody", "Box", 15],
    ]);
    expect(robot.devices).toMatchObject([{ name: "Cam", settings: { fovDeg: 42 } }]);
  });

  test("figure 4: a hinge-2 between them", async () => {
    const robot = robotOf("test/documents/figure-4.xml");
    expect(robot.entity.joints).toMatchObject([{ name: "LMotor", kind: "Hinge2", anchor: [-0.36, 0, 0] }]);
    const world = await World.create(worldOf("worlds/flat.xml"), { devices: KINDS });
    world.join(robot);
    for (let i = 0; i < 10; i++) world.stepFrame();
    expect(world.robots).toHaveLength(1);
    world.dispose();
  });
});

describe("[E1] shipped documents", () => {
  test("robots/segway.xml is the paper's robot with more sensors, and takes a spawn point", () => {
    const robot = robotOf("robots/segway.xml");
    expect(robot.entity.joints).toEqual(describeEntity(segway()).joints);
    const plain = robot.entity.bodies.map((body) => ({
      ...body,
      solids: body.solids.map((solid) => ({ ...solid, color: undefined })),
    }));
    expect(plain).toEqual(describeEntity(segway()).bodies);
    expect(robot.offset).toBeUndefined();
    expect(robot.devices.filter(({ rateHz }) => rateHz === 100).map(({ name }) => name)).toEqual([
      "Pose",
      "LMotor",
      "RMotor",
    ]);
  });

  test("worlds/flat.xml has ground, sun and at least 24 spawn points 2 m apart", () => {
    const { physics, lights, spawns } = worldOf("worlds/flat.xml");
    expect(physics.entities.map(({ name, isStatic }) => [name, isStatic])).toEqual([["ground", true]]);
    expect(lights.map(({ type }) => type).sort()).toEqual(["ambient", "sun"]);
    expect(spawns.length).toBeGreaterThanOrEqual(24);
    for (const a of spawns)
      for (const b of spawns) if (a !== b) expect(distance(a.pose.position, b.pose.position)).toBeGreaterThanOrEqual(2);
  });

  test("in worlds/segway-yard.xml all objects rest, and eight Segways find free spawn points", async () => {
    const world = await World.create(worldOf("worlds/segway-yard.xml"), { devices: KINDS });
    const robot = robotOf("robots/segway.xml");
    for (let i = 0; i < 8; i++)
      world.join({ ...robot, name: `S${i}`, entity: describeEntity({ ...robot.entity, name: `S${i}` }) });
    for (let i = 0; i < 300; i++) world.stepFrame();
    for (const { name, pose } of [
      { name: "Crate-3", pose: [-2.1, 0.5, 0.7] as const },
      { name: "Box-10", pose: [0, 5.3, 1.19] as const },
      { name: "Golf-Ball", pose: [1.4, 0.3, 0.0214] as const },
      { name: "Big-Ball", pose: [-7.1, -0.4, 0.75] as const },
    ])
      expect(distance(readPose(world.physics, name, "Body").position, pose)).toBeLessThan(0.005);
    expect(world.robots).toHaveLength(8);
    world.dispose();
  });
});

describe("docs", () => {
  const examples = (page: string) => [...readText(page).matchAll(/```xml\n([\s\S]*?)```/g)].map(([, text]) => text);

  test.each(["docs/robots.md", "docs/worlds.md"])("every complete document in %s is valid", async (page) => {
    const whole = examples(page).filter((text) => /^<(Client|World)\b/.test(text));
    expect(whole.length).toBeGreaterThan(0);
    for (const text of whole) {
      const isWorld = text.startsWith("<World");
      const options = { kinds: KINDS, file: "worlds/example.xml", readFile };
      const file = isWorld ? readWorldDocument(text, options).world : worldOf("worlds/flat.xml");
      const world = await World.create(file, { devices: KINDS });
      const robots = isWorld
        ? file.robots.map(({ robot }) => robot)
        : [readRobotDocument(text, { kinds: KINDS }).robot];
      for (const robot of robots) world.join(robot);
      for (let i = 0; i < 20; i++) world.stepFrame();
      expect(world.robots).toHaveLength(robots.length);
      world.dispose();
    }
  });

  test("docs/robots.md names every element and every limit", () => {
    const page = readText("docs/robots.md");
    for (const element of [...SOLID_ELEMENTS, ...KINDS.elements]) expect(page).toContain(`\`${element}\``);
    const rows = [...page.matchAll(/^\| .*? \| +(\d+) +\| `([A-Z_]+)` +\|$/gm)].map(([, most]) => Number(most));
    const { text, files, events, warnings, ...limits } = DEFAULT_LIMITS;
    expect(rows).toEqual(Object.values(limits));
  });

  test.each([
    ["docs/robots.md", 6],
    ["docs/cameras.md", 1],
  ])("every fragment in %s is valid inside a robot", (page, least) => {
    const fragments = examples(page).filter((text) => !/^<(Client|World)\b/.test(text));
    expect(fragments.length).toBeGreaterThanOrEqual(least);
    for (const text of fragments) expect(() => readRobotDocument(around(text), { kinds: KINDS }), text).not.toThrow();
  });
});

/** A robot document around a fragment; the fragment's element decides where it is inserted. */
function around(text: string): string {
  const name = /^<(\w+)/.exec(text)?.[1] ?? "";
  const put = (where: string, otherwise = "") => (where === placeOf(name) ? text : otherwise);
  return `<Client>${put("client", `<CSettings><Name>R</Name>${put("settings")}</CSettings>`)}<Entity><RigidBodies>
    <Body name="Trunk"><Sphere name="Ball"><Mass>1</Mass><Radius>1</Radius></Sphere>${put("body")}</Body>
    ${["Hand", "Rod", "Tyre"].map((body) => `<Body name="${body}"><Mass>1</Mass><Inertia>1 1 1 0 0 0</Inertia></Body>`).join("")}
    <Body name="Arm"><Mass>1</Mass><Inertia>1 1 1 0 0 0</Inertia>${put("sensor") && `<Inclinometer name="I">${text}</Inclinometer>`}</Body>
    </RigidBodies><Joints>${put("joints", AXLE)}${name === "Gear" ? GEARED : ""}</Joints></Entity></Client>`;
}

/** Defines the joint that fragments refer to. */
const AXLE = `<JointHinge name="Axle"><Body1>Arm</Body1><Body2>Trunk</Body2><Axis>0 0 1</Axis></JointHinge>`;

/** Define the joints that gears refer to. */
const GEARED = [
  ["JointSlider", "LeftFinger", "Arm"],
  ["JointSlider", "RightFinger", "Hand"],
  ["JointSlider", "Lift", "Rod"],
  ["JointHinge2", "Wheel", "Tyre"],
]
  .map(([kind, name, body]) => {
    const axes = kind === "JointHinge2" ? "<Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2>" : "<Axis>1 0 0</Axis>";
    return `<${kind} name="${name}"><Body1>${body}</Body1><Body2>Trunk</Body2>${axes}</${kind}>`;
  })
  .join("");

function placeOf(name: string): string {
  if (name === "CSettings") return "client";
  if (/^(Joint|Gear$|Rope$)/.test(name)) return "joints";
  if (["Latency", "LatencyMS", "Stall", "Orientation", "Offset"].includes(name)) return "settings";
  if (name === "Noise") return "sensor";
  return "body";
}
