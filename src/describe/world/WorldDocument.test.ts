import { describe, expect, test } from "vitest";
import { FAKE_KINDS, filesOf, robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { rotate } from "../../math/Quat.js";
import { distance, normalize } from "../../math/Vec3.js";
import type { DocumentOptions } from "../xml/DocumentContext.js";
import { readWorldDocument } from "./WorldDocument.js";

const read = (inside: string, options: Partial<DocumentOptions> = {}) =>
  readWorldDocument(`<World name="w">\n${inside}\n</World>`, { kinds: FAKE_KINDS, ...options }).world;
const refused = (inside: string, options: Partial<DocumentOptions> = {}) => refusal(() => read(inside, options));
const object = (name: string, inside = "") =>
  `<Object name="${name}"><RigidBodies><Body name="B"><Sphere name="S"><Mass>1</Mass><Radius>1</Radius></Sphere>${inside}</Body></RigidBodies></Object>`;

test("[R1] the error of a robot in place of a world says so", () => {
  const error = refusal(() => readWorldDocument(robotXml(), { kinds: FAKE_KINDS }));
  expect(error).toMatchObject({ code: "ELEMENT_UNKNOWN", found: "<Client>", allowed: "<World>", line: 1 });
  expect(error.advice).toContain("This is a robot: start a world and connect the robot with a client");
});

describe("[E1] a world's document", () => {
  test("an empty one has the default physics, and nothing in it", () => {
    const { world } = readWorldDocument("<World/>", { kinds: FAKE_KINDS });
    expect(world.physics).toMatchObject({ name: "world", gravity: [0, 0, -9.81], stepNs: 1e6, seed: 1, entities: [] });
    expect(world).toMatchObject({ lights: [], cameras: [], spawns: [], robots: [] });
  });

  test("gravity, step and seed", () => {
    expect(read("<Gravity>0 0 -1.62</Gravity><Step>0.002</Step><Seed>7</Seed>").physics).toMatchObject({
      name: "w",
      gravity: [0, 0, -1.62],
      stepNs: 2e6,
      seed: 7,
    });
  });

  test("[M3] materials and pairs, in any order", () => {
    const { physics } = read(
      `<Materials><Pair a="Ice" b="Rubber"><Friction>0.1</Friction></Pair>
       <Material name="Ice"><Friction>0.02</Friction><StaticFriction>0.03</StaticFriction><Friction2>0.01</Friction2>
       <Restitution>0.2</Restitution><TangentialRestitution>0.7</TangentialRestitution><BounceSpeed>0.1</BounceSpeed><Rolling>0.001</Rolling><Spinning>0.002</Spinning>
       <Stiffness>1e5</Stiffness><Damping>10</Damping></Material></Materials>
       <Static name="rink"><Plane name="P"><Material>Ice</Material></Plane></Static>`,
    );
    expect(physics.materials).toEqual([
      {
        name: "Ice",
        friction: 0.02,
        staticFriction: 0.03,
        friction2: 0.01,
        restitution: 0.2,
        tangentialRestitution: 0.7,
        bounceSpeed: 0.1,
        rolling: 0.001,
        spinning: 0.002,
        stiffness: 1e5,
        damping: 10,
      },
    ]);
    expect(physics.pairs).toEqual([{ a: "Ice", b: "Rubber", friction: 0.1 }]);
    expect(physics.entities[0].bodies[0].solids[0].material).toBe("Ice");
  });

  test("static entities of solids and bodies, moving ones of bodies and joints", () => {
    const { physics } = read(
      `<Static name="yard"><Plane name="yard"/><Body name="House"><Box name="Wall"><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Body>
       <Heightfield name="Hill"><Rows>2</Rows><Columns>3</Columns><XSize>2</XSize><YSize>1</YSize><Heights>0 0 0 1 1 1</Heights></Heightfield></Static>
       <Object name="door"><RigidBodies><Body name="Wing"><Box name="Plank"><Mass>5</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box></Body></RigidBodies>
       <Joints><JointHinge name="Hinge"><Body1>Wing</Body1><Axis>0 0 1</Axis></JointHinge></Joints></Object>`,
    );
    expect(physics.entities.map(({ name, isStatic }) => [name, isStatic])).toEqual([
      ["yard", true],
      ["door", false],
    ]);
    // the body of the free solids takes another name where its own is taken
    expect(physics.entities[0].bodies.map((body) => body.name)).toEqual(["House", "yard-2"]);
    expect(physics.entities[0].bodies[1].solids.map((solid) => solid.shape.kind)).toEqual(["Heightfield", "Plane"]);
    expect(physics.entities[1].joints[0]).toMatchObject({ kind: "Hinge", body1: "Wing", body2: undefined });
  });

  test("lights, cameras and spawn points", () => {
    const { lights, cameras, spawns } = read(
      `<Light type="ambient"/><Light name="Sun" type="sun"><Direction>1 0 -1</Direction><Color>#ff0000</Color><Intensity>2</Intensity><On>false</On></Light>
       <Camera name="Top"><Position>0 0 5</Position><Fov>50</Fov></Camera>
       <Spawn/><Spawn name="gate"><Position>1 2 3</Position><Orientation><angle>1</angle><axis>0 0 1</axis></Orientation></Spawn>`,
    );
    expect(lights[0]).toMatchObject({
      name: "Light-1",
      type: "ambient",
      color: [255, 255, 255],
      intensity: 1,
      on: true,
    });
    expect(lights[1]).toMatchObject({ name: "Sun", color: [255, 0, 0], intensity: 2, on: false });
    const shines = rotate(lights[1].pose.orientation, [0, 0, -1]);
    expect(distance(shines, normalize([1, 0, -1]))).toBeLessThan(1e-12);
    expect(cameras[0]).toMatchObject({ name: "Top", pose: { position: [0, 0, 5] }, rateHz: 20, settings: { fov: 50 } });
    expect(spawns.map(({ name, pose }) => [name, pose.position])).toEqual([
      ["Spawn-1", [0, 0, 0]],
      ["gate", [1, 2, 3]],
    ]);
  });

  test.each([
    ["ATTRIBUTE_MISSING", "<Trigger/>", "World[w]/Trigger"],
    ["ELEMENT_UNKNOWN", "<Spwan/>", "World[w]/Spwan"],
    ["ELEMENT_REPEATED", "<Step>0.001</Step><Step>0.001</Step>", "World[w]/Step"],
    ["VALUE_OUT_OF_RANGE", "<Step>1</Step>", "World[w]/Step"],
    ["VALUE_OUT_OF_RANGE", "<Seed>1.5</Seed>", "World[w]/Seed"],
    ["ATTRIBUTE_MISSING", "<Static><Plane name='P'/></Static>", "World[w]/Static"],
    ["BODIES_MISSING", '<Static name="s"/>', "World[w]/Static[s]"],
    ["NAME_TAKEN", object("a") + object("a"), "World[w]/Object[a]"],
    ["NAME_TAKEN", '<Spawn name="a"/><Spawn name="a"/>', "World[w]/Spawn[a]"],
    ["ELEMENT_MISSING", '<Object name="a"/>', "World[w]/Object[a]"],
    [
      "ELEMENT_UNSUPPORTED",
      object("a", '<Inclinometer name="i"/>'),
      "World[w]/Object[a]/RigidBodies/Body[B]/Inclinometer[i]",
    ],
    ["SOLID_ONLY_STATIC", object("a", '<Plane name="P"/>'), "World[w]/Object[a]/RigidBodies/Body[B]/Plane[P]"],
    [
      "MATERIAL_UNKNOWN",
      '<Static name="s"><Plane name="P"><Material>Ise</Material></Plane></Static>',
      "World[w]/Static[s]/Plane[P]/Material",
    ],
    [
      "VALUE_OUT_OF_RANGE",
      '<Materials><Material name="I"><Friction>-1</Friction></Material></Materials>',
      "World[w]/Materials/Material[I]/Friction",
    ],
    ["MATERIAL_UNKNOWN", '<Materials><Pair a="Rubber" b="Isce"/></Materials>', "World[w]/Materials/Pair"],
    ["ATTRIBUTE_MISSING", '<Materials><Pair a="Rubber"/></Materials>', "World[w]/Materials/Pair"],
    [
      "ELEMENT_UNKNOWN",
      '<Materials><Material name="I"><Frictoin>1</Frictoin></Material></Materials>',
      "World[w]/Materials/Material[I]/Frictoin",
    ],
    ["KIND_UNKNOWN", '<Light type="lamp"/>', "World[w]/Light"],
    ["ATTRIBUTE_MISSING", "<Light/>", "World[w]/Light"],
    ["AXIS_ZERO", '<Light type="sun"><Direction>0 0 0</Direction></Light>', "World[w]/Light/Direction"],
    [
      "PROPERTY_MISPLACED",
      '<Light type="sun"><Direction>0 0 1</Direction><Orientation><angle>1</angle><axis>0 0 1</axis></Orientation></Light>',
      "World[w]/Light/Orientation",
    ],
    [
      "SIZE_NOT_POSITIVE",
      '<Static name="s"><Sphere name="S"><Radius>0</Radius></Sphere></Static>',
      "World[w]/Static[s]/Sphere[S]/Radius",
    ],
    [
      "AXIS_ZERO",
      '<Static name="s"><Plane name="S"><FrictionAxis>0 0 0</FrictionAxis></Plane></Static>',
      "World[w]/Static[s]/Plane[S]/FrictionAxis",
    ],
    [
      "HEIGHTFIELD_MALFORMED",
      '<Static name="s"><Heightfield name="H"><Rows>2</Rows><Columns>2</Columns><XSize>2</XSize><YSize>1</YSize><Heights>0 0 0</Heights></Heightfield></Static>',
      "World[w]/Static[s]/Heightfield[H]",
    ],
    ["RATE_TOO_HIGH", '<Step>0.002</Step><Camera name="C"><Rate>600</Rate></Camera>', "World[w]/Camera[C]/Rate"],
  ])("%s: %s", (code, inside, where) => {
    expect(refused(inside)).toMatchObject({ code, where, line: 2 });
  });
});

describe("[E1] robots and files of a world", () => {
  const readFile = filesOf({
    "robots/r.xml": robotXml({ inTrunk: '<Mesh name="M"><File>../meshes/m.obj</File></Mesh>' }),
    "robots/bad.xml": robotXml({ inTrunk: '<Box name="B"/>' }),
    "meshes/m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    "worlds/ground.xml":
      '<World name="g"><Include file="deep/sky.xml"/><Static name="ground"><Plane name="P"/></Static></World>',
    "worlds/deep/sky.xml": '<World><Light name="Sky" type="ambient"/></World>',
    "worlds/a.xml": '<World><Include file="b.xml"/></World>',
    "worlds/b.xml": '<World><Include file="./a.xml"/></World>',
    "worlds/client.xml": robotXml(),
  });
  const options = { readFile, file: "worlds/w.xml" };

  test("a robot from a file, renamed, put elsewhere, with a controller", () => {
    const { robots } = read(
      `<Robot file="../robots/r.xml"/>
       <Robot name="Twin" file="../robots/r.xml" controller="./twin.js"><Offset>1 2 3</Offset></Robot>`,
      options,
    );
    expect(robots.map(({ robot }) => [robot.name, robot.entity.name, robot.offset])).toEqual([
      ["R", "R", undefined],
      ["Twin", "Twin", [1, 2, 3]],
    ]);
    expect(robots.map(({ controller }) => controller)).toEqual([undefined, "worlds/twin.js"]);
    // the mesh was found beside the robot's own file
    expect(robots[0].robot.entity.bodies[1].solids.map((solid) => solid.shape.kind)).toEqual(["Sphere", "Mesh"]);
  });

  test("a robot with its document inside", () => {
    const { robots } = read(`<Robot name="In">${robotXml()}</Robot>`);
    expect(robots[0].robot).toMatchObject({ name: "In", entity: { name: "In" } });
  });

  test("included files replace their element; their paths are relative to themselves", () => {
    const world = read('<Include file="ground.xml"/><Gravity>0 0 0</Gravity>', options);
    expect(world.physics.entities.map(({ name }) => name)).toEqual(["ground"]);
    expect(world.lights.map(({ name }) => name)).toEqual(["Sky"]);
  });

  test("an error in another file has that file's name, line and column", () => {
    expect(refused('<Robot file="../robots/bad.xml"/>', options)).toMatchObject({
      code: "ELEMENT_MISSING",
      where: "robots/bad.xml: Client/Entity/RigidBodies/Body[Trunk]/Box[B]",
      line: 5,
      column: 1,
    });
  });

  test.each([
    ["INCLUDE_CYCLIC", '<Include file="a.xml"/>'],
    ["INCLUDE_CYCLIC", '<Include file="w.xml"/>'],
    ["ATTRIBUTE_MISSING", "<Include/>"],
    ["FILE_MISSING", '<Include file="none.xml"/>'],
    ["FILE_FORBIDDEN", '<Include file="/etc/passwd"/>'],
    ["ELEMENT_UNKNOWN", '<Include file="client.xml"/>'],
    ["ELEMENT_UNKNOWN", '<Robot file="ground.xml"/>'],
    ["ELEMENT_MISSING", "<Robot/>"],
    ["PROPERTY_MISPLACED", `<Robot file="../robots/r.xml">${robotXml()}</Robot>`],
    ["NAME_TAKEN", '<Robot file="../robots/r.xml"/><Robot file="../robots/r.xml"/>'],
    ["NAME_TAKEN", `${object("R")}<Robot file="../robots/r.xml"/>`],
    ["NAME_EMPTY", '<Robot name=" " file="../robots/r.xml"/>'],
  ])("%s: %s", (code, inside) => {
    const files = {
      ...options,
      readFile: (path: string) => (path === "worlds/w.xml" ? readFile("worlds/a.xml") : readFile(path)),
    };
    expect(refused(inside, files).code).toBe(code);
  });

  test("[R11] files that include each other many times are counted", () => {
    const twice = filesOf(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [
          `${i}.xml`,
          `<World><Include file="${i + 1}.xml"/><Include file="${i + 1}.xml"/></World>`,
        ]),
      ),
    );
    expect(refused('<Include file="0.xml"/>', { readFile: twice, limits: { files: 20 } }).code).toBe("TOO_MANY_FILES");
  });
});
