// The scene message: places, cameras and drawings of a robot's devices, compared with the devices themselves.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { Mount } from "../../devices/Mount.js";
import { createRegistration } from "../../devices/plugin/Plugin.js";
import { checkDrawings } from "../../devices/plugin/PluginDrawings.js";
import { transformPoint } from "../../math/Pose.js";
import { multiply } from "../../math/Quat.js";
import { RandomStream } from "../../math/RandomStream.js";
import { readPose } from "../../physics/Bodies.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { ViewScene } from "./ViewScene.js";
import { ViewValues } from "./ViewValues.js";

const ROBOT = `<Client><CSettings><Name>R</Name><Offset>3 -2 1</Offset><Orientation><angle>0.7</angle><axis>0 0 1</axis></Orientation></CSettings>
  <Entity><RigidBodies>
    <Body name="Trunk">
      <Box name="A"><Mass>4</Mass><XSize>0.4</XSize><YSize>0.2</YSize><ZSize>0.3</ZSize><Position>0.5 0 0.2</Position></Box>
      <CameraSensor name="Cam"><Position>0.6 0.2 0.4</Position>
        <Orientation><angle>-0.4</angle><axis>1 0 0</axis></Orientation><Width>64</Width><Height>48</Height><Fov>70</Fov></CameraSensor>
      <Inclinometer name="Tilt"/>
    </Body>
    <Body name="Arm"><Box name="B"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><Position>1 0 0.2</Position></Box></Body>
  </RigidBodies>
  <Joints>
    <JointBallSocket name="Ball"><Body1>Trunk</Body1><Body2>Arm</Body2><AnchorPos>0.8 0 0.2</AnchorPos></JointBallSocket>
    <JointAMotor name="Turner"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis1>0 0 1</Axis1></JointAMotor>
  </Joints></Entity></Client>`;

let simulation: Simulation;
beforeEach(async () => {
  const { world } = readWorldDocument(`<World name="w"><Robot>${ROBOT}</Robot></World>`, { kinds: builtInDevices() });
  simulation = new Simulation(await World.create(world), { rate: Number.POSITIVE_INFINITY });
});
afterEach(() => simulation.world.dispose());

const lookAt = (name: string) => new ViewScene().update(simulation).joined.find((entity) => entity.name === name)!;

describe("[X1] parts of a robot", () => {
  test("a sensor is where the device itself is, after it has moved too", () => {
    const { sensors } = lookAt("R");
    const { physics, robots } = simulation.world;
    for (let i = 0; i < 50; i++) simulation.world.stepFrame();
    expect(sensors.map(({ name }) => name)).toEqual(["Cam", "Tilt"]);
    for (const { name, body, pose } of sensors) {
      const { description } = robots[0].devices.find((part) => part.name === name)!;
      const truth = new Mount({ physics, robot: "R", description, stream: new RandomStream(1) }).pose();
      const at = readPose(physics, "R", body);
      const place = transformPoint(at, pose.position);
      const turned = multiply(at.orientation, pose.orientation);
      for (const i of [0, 1, 2]) expect(place[i]).toBeCloseTo(truth.position[i], 12);
      for (const i of [0, 1, 2, 3]) expect(turned[i]).toBeCloseTo(truth.orientation[i], 12);
    }
  });

  test("a camera has size and field of view, other devices have none", () => {
    expect(lookAt("R").sensors.map(({ camera }) => camera)).toEqual([
      { width: 64, height: 48, fovDeg: 70, format: "bgra", rateHz: 20 },
      undefined,
    ]);
  });

  test("an angular motor can be watched: as many numbers as it has names", () => {
    const { joints } = lookAt("R");
    const { fields, units } = joints.find(({ name }) => name === "Turner")!;
    expect(fields).toEqual(["position", "velocity", "effort"]);
    expect(units).toEqual(["rad", "rad/s", "N·m"]);
    simulation.world.stepFrame();
    const numbers = new ViewValues(simulation.world).read(["R/Turner"])["R/Turner"];
    expect(numbers).toHaveLength(3);
    expect(numbers.every(Number.isFinite)).toBe(true);
  });
});

describe("[S6] a plug-in's device with drawings", () => {
  const withSonar = async (drawings: unknown) => {
    const kinds = builtInDevices();
    const watch = { enter: () => {}, leave: () => {} };
    createRegistration(kinds, { source: "sonar.mjs", watch }).device({
      element: "Sonar",
      summary: "distances to the left and to the right",
      role: "sensor",
      read: () => ({}),
      sends: () => [{ name: "distance", type: "float32", unit: "m", count: 2 }],
      drawings: () => drawings as never,
      takes: [],
      create: () => ({ sample: () => [1, 2] }),
    });
    const robot = ROBOT.replace('<Inclinometer name="Tilt"/>', '<Sonar name="Sonar"/>');
    const { world } = readWorldDocument(`<World name="w"><Robot>${robot}</Robot></World>`, { kinds });
    return { world: await World.create(world, { devices: kinds }), description: world.robots[0].robot };
  };

  test("appears in the scene message", async () => {
    const fan = { kind: "fan", first: 0, min: 0.1, max: 4, rays: 2, layers: 1, fovHDeg: 180, fovVDeg: 0 };
    const { world } = await withSonar([fan]);
    try {
      const { joined } = new ViewScene().update(new Simulation(world, { rate: Number.POSITIVE_INFINITY }));
      const sonar = joined[0].sensors.find(({ name }) => name === "Sonar");
      const { kind, first, ...rays } = fan;
      expect(sonar).toMatchObject({ kind: "Sonar", drawings: [fan], rays: { ...rays, cone: 0 }, units: ["m", "m"] });
      expect(sonar?.camera).toBeUndefined();
    } finally {
      world.dispose();
    }
  });

  test("a wrong drawing is refused with the robot, the plug-in and the property", async () => {
    const { world, description } = await withSonar([{ kind: "heading", value: 2 }]);
    try {
      const { code, where, found } = refusal(() => world.join(description));
      expect({ code, where }).toEqual({ code: "PLUGIN_FAILED", where: "R/Sonar" });
      expect(found).toMatch(/drawings\[0\]\/value.*0 to 1.*drawings of Sonar, plug-in sonar\.mjs/s);
      expect(world.robots).toEqual([]);
    } finally {
      world.dispose();
    }
  });
});

test("[X1] built-in devices describe their drawings", async () => {
  const devices = `<Lidar name="L"><Rays>3</Rays></Lidar><RangeSensor name="D"/><Imu name="I"/><Compass name="N"/>
    <ContactSensor name="T"/><ForceSensor name="F"><Joint>Ball</Joint></ForceSensor><PoseSensor name="P"/>`;
  const robot = ROBOT.replace('<Inclinometer name="Tilt"/>', devices);
  const { world: file } = readWorldDocument(`<World name="w"><Robot>${robot}</Robot></World>`, {
    kinds: builtInDevices(),
  });
  const world = await World.create(file);
  try {
    const { joined } = new ViewScene().update(new Simulation(world, { rate: Number.POSITIVE_INFINITY }));
    const { sensors } = joined[0];
    const kinds = Object.fromEntries(sensors.map(({ name, drawings }) => [name, drawings.map(({ kind }) => kind)]));
    expect(kinds).toEqual({
      Cam: ["frustum"],
      L: ["fan"],
      D: ["beam"],
      I: ["vector", "vector"],
      N: ["heading"],
      T: ["level"],
      F: ["vector", "vector"],
      P: [],
    });
    for (const { drawings, fields } of sensors)
      expect(checkDrawings(drawings, fields.length, "drawings")).toEqual(drawings);
    expect(sensors.find(({ name }) => name === "F")?.acts).toMatchObject({ body: "Trunk" });
  } finally {
    world.dispose();
  }
});
