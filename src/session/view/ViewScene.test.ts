// What viewers are told of a robot: where its sensors are and how its cameras see, held against the devices themselves.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readWorldDocument } from "../../describe/world/WorldDocument.js";
import { builtInDevices } from "../../devices/BuiltIn.js";
import { Mount } from "../../devices/Mount.js";
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
      const { description } = robots[0].parts.find((part) => part.name === name)!;
      const truth = new Mount({ physics, robot: "R", description, stream: new RandomStream(1) }).pose();
      const at = readPose(physics, "R", body);
      const place = transformPoint(at, pose.position);
      const turned = multiply(at.orientation, pose.orientation);
      for (const i of [0, 1, 2]) expect(place[i]).toBeCloseTo(truth.position[i], 12);
      for (const i of [0, 1, 2, 3]) expect(turned[i]).toBeCloseTo(truth.orientation[i], 12);
    }
  });

  test("a camera tells its size and field, others none", () => {
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
