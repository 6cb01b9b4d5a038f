import { describe, expect, test } from "vitest";
import { FAKE_KINDS, type RobotParts, readRobot, robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { fromAxisAngle } from "../../math/Quat.js";
import type { DocumentLimits } from "../DocumentLimits.js";
import { describeOrientation } from "../entity/Solid.js";
import { type RobotOptions, readRobotDocument } from "./RobotDocument.js";

const refused = (parts: RobotParts | string, options: Partial<RobotOptions> = {}) =>
  refusal(() => readRobot(parts, options));
const hinge = (inside: string, name = "Elbow") =>
  `<JointHinge name="${name}"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis>0 0 1</Axis>${inside}</JointHinge>`;
const wheel = (inside: string) =>
  `<JointHinge2 name="W"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2>${inside}</JointHinge2>`;
const servo = (inside: string) =>
  `<JointServo name="S"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis>0 0 1</Axis>${inside}</JointServo>`;

describe("[R1] a robot's document", () => {
  test("becomes an entity of its name and devices in document order", () => {
    const robot = readRobot({
      inTrunk: '<Inclinometer name="Tilt"/><CameraSensor name="Eye"><Fov>60</Fov></CameraSensor>',
      joints: hinge("<AnchorPos>0.5 0 0</AnchorPos>"),
    });
    expect(robot.name).toBe("R");
    expect(robot.entity).toMatchObject({ name: "R", isStatic: false, selfCollide: true });
    expect(robot.entity.bodies.map((body) => body.name)).toEqual(["Arm", "Trunk"]);
    expect(robot.devices.map(({ name, kind, body }) => [name, kind, body])).toEqual([
      ["Tilt", "Inclinometer", "Trunk"],
      ["Eye", "CameraSensor", "Trunk"],
      ["Elbow", "JointHinge", undefined],
    ]);
    expect(robot.devices[1].settings).toEqual({ fov: 60 });
    expect(robot.devices[2].pose.position).toEqual([0.5, 0, 0]);
    for (const part of [robot, robot.entity, robot.devices, ...robot.devices]) expect(Object.isFrozen(part)).toBe(true);
  });

  test("devices of joints before bodies come first", () => {
    const text = robotXml({ inTrunk: '<Inclinometer name="Tilt"/>', joints: hinge("") });
    const [bodies] = /<RigidBodies>[\s\S]*<\/RigidBodies>/.exec(text) ?? [""];
    const swapped = text.replace(bodies, "").replace("</Joints>", `</Joints>${bodies}`);
    expect(readRobot(swapped).devices.map(({ name }) => name)).toEqual(["Elbow", "Tilt"]);
  });

  test.each([
    ["ELEMENT_UNKNOWN", "<Robot/>", "Robot"],
    ["ELEMENT_MISSING", "<Client/>", "Client"],
    ["ELEMENT_MISSING", "<Client><CSettings><Name>A</Name></CSettings></Client>", "Client"],
    ["ELEMENT_MISSING", "<Client><CSettings/><Entity/></Client>", "Client/CSettings"],
    ["ELEMENT_MISSING", "<Client><CSettings><Name>A</Name></CSettings><Entity/></Client>", "Client/Entity"],
    [
      "BODIES_MISSING",
      "<Client><CSettings><Name>A</Name></CSettings><Entity><RigidBodies/></Entity></Client>",
      "Client/Entity",
    ],
  ])("%s: %s", (code, text, where) => {
    expect(refused(text)).toMatchObject({ code, where, line: 1 });
  });

  test("if an element is missing and a similar one is there, the error names the similar one", () => {
    expect(refused("<Client><Csetting/><Entity/></Client>")).toMatchObject({
      code: "ELEMENT_UNKNOWN",
      where: "Client/Csetting",
      advice: 'Did you mean "CSettings"?',
    });
  });
});

describe("[R2] CSettings", () => {
  test("left out: no latency, next spawn point, settled, every frame", () => {
    expect(readRobot()).toMatchObject({
      latency: { model: { kind: "constant", valueNs: 0 } },
      orientation: [0, 0, 0, 1],
      offset: undefined,
      controlRateHz: undefined,
      stall: undefined,
      settle: true,
    });
  });

  test("all of them", () => {
    const robot = readRobot({
      settings: `<LatencyMS>20.0</LatencyMS><Orientation><angle>-0.5</angle><axis>0 0 2</axis></Orientation>
        <Offset><x>1</x><y>2</y><z>3</z></Offset><ControlRate>100</ControlRate><Stall policy="skip" seconds="2"/>
        <SelfCollide>false</SelfCollide><Settle>0</Settle>`,
    });
    expect(robot).toMatchObject({
      latency: { model: { kind: "constant", valueNs: 20e6 } },
      offset: [1, 2, 3],
      controlRateHz: 100,
      stall: { policy: "skip", seconds: 2 },
      settle: false,
    });
    expect(robot.entity.selfCollide).toBe(false);
    expect(robot.orientation).toEqual(describeOrientation(fromAxisAngle([0, 0, 1], -0.5), ""));
  });

  test("[T4] Stall needs a policy; its time is 10 s by default", () => {
    expect(readRobot({ settings: '<Stall policy="drop"/>' }).stall).toEqual({ policy: "drop", seconds: 10 });
    expect(refused({ settings: '<Stall policy="drp"/>' })).toMatchObject({
      code: "KIND_UNKNOWN",
      advice: 'Did you mean "drop"?',
    });
    expect(refused({ settings: "<Stall/>" }).code).toBe("ATTRIBUTE_MISSING");
    expect(refused({ settings: '<Stall policy="wait" seconds="-1"/>' }).code).toBe("VALUE_OUT_OF_RANGE");
    expect(refused({ settings: '<Stall policy="wait" secs="1"/>' })).toMatchObject({
      code: "ATTRIBUTE_UNKNOWN",
      allowed: "one of policy, seconds",
    });
  });

  test("[T9] rates are above 0 and at most one sample a step", () => {
    const world = { stepNs: 1e6 };
    expect(refused({ settings: "<ControlRate>0</ControlRate>" }).code).toBe("VALUE_OUT_OF_RANGE");
    expect(refused({ settings: "<ControlRate>1001</ControlRate>" }, { world })).toMatchObject({
      code: "RATE_TOO_HIGH",
      where: "Client/CSettings/ControlRate",
      line: 2,
    });
    expect(refused({ joints: hinge("<Rate>2000</Rate>") }, { world }).code).toBe("RATE_TOO_HIGH");
    expect(refused({ inTrunk: '<Inclinometer name="T"><Rate>2000</Rate></Inclinometer>' }, { world }).code).toBe(
      "RATE_TOO_HIGH",
    );
    expect(readRobot({ settings: "<ControlRate>1000</ControlRate>" }, { world }).controlRateHz).toBe(1000);
    // a step of 1/240 s is rounded to whole nanoseconds
    const odd = { world: { stepNs: 4_166_667 } };
    expect(readRobot({ settings: "<ControlRate>240</ControlRate>" }, odd).controlRateHz).toBe(240);
  });
});

describe("[R3] values", () => {
  test("an invalid number is an error with line, column and path", () => {
    const error = refused({
      inTrunk: '<Box name="B">\n <Mass>1.5g</Mass><XSize>1</XSize><YSize>1</YSize><ZSize>1</ZSize></Box>',
    });
    expect(error).toMatchObject({
      code: "NUMBER_MALFORMED",
      where: "Client/Entity/RigidBodies/Body[Trunk]/Box[B]/Mass",
      found: '"1.5g"',
      line: 6,
      column: 2,
    });
    expect(error.message).toContain("line 6, column 2");
  });

  test.each([
    ["<Position>1 2 3</Position>", [1, 2, 3]],
    ["<Position>\n 1,2, 3f </Position>", [1, 2, 3]],
    ["<Position> <z>3</z> <x> 1 </x> <y>2.0f</y> </Position>", [1, 2, 3]],
  ])("%j is a vector", (position, expected) => {
    const robot = readRobot({ inTrunk: `<Inclinometer name="T">${position}</Inclinometer>` });
    expect(robot.devices[0].pose.position).toEqual(expected);
  });

  test.each([
    ["LENGTH_WRONG", "<Position>1 2</Position>"],
    ["LENGTH_WRONG", "<Position/>"],
    ["ELEMENT_MISSING", "<Position><x>1</x><y>2</y></Position>"],
    ["TEXT_UNEXPECTED", "<Position>1 2 3<x>1</x><y>2</y><z>3</z></Position>"],
    ["ELEMENT_REPEATED", "<Position><x>1</x><x>1</x><y>2</y><z>3</z></Position>"],
    ["ELEMENT_UNKNOWN", "<Position><x>1</x><y>2</y><z>3</z><w>4</w></Position>"],
    ["NUMBER_NOT_FINITE", "<Position>1 inf 3</Position>"],
    ["ELEMENT_MISSING", "<Orientation><angle>1</angle></Orientation>"],
    ["ELEMENT_MISSING", "<Orientation><axis>0 0 1</axis></Orientation>"],
    ["AXIS_ZERO", "<Orientation><angle>1</angle><axis>0 0 0</axis></Orientation>"],
    ["TYPE_WRONG", "<Stamp>yes</Stamp>"],
  ])("%s: %s", (code, inside) => {
    expect(refused({ inTrunk: `<Inclinometer name="T">${inside}</Inclinometer>` })).toMatchObject({ code, line: 5 });
  });
});

describe("[R4] solids", () => {
  test("every shape and property", () => {
    const robot = readRobot({
      inTrunk: `<Box name="A"><XSize>1</XSize><YSize>2</YSize><ZSize>3</ZSize><Color>#ff8000</Color></Box>
        <Cylinder name="C"><Radius>1</Radius><Length>2</Length><Visible>false</Visible><Material> Rubber </Material></Cylinder>
        <CappedCylinder name="D"><Radius>1</Radius><Length>2</Length><Collide>false</Collide><Color>1 2 3</Color></CappedCylinder>
        <Mesh name="M"><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>0 2 1 0 1 3 0 3 2 1 2 3</Triangles>
          <Scale>2</Scale><FrictionAxis>1 0 0</FrictionAxis></Mesh>
        <Ellipsoid name="N"><XSize>1</XSize><YSize>2</YSize><ZSize>3</ZSize></Ellipsoid>`,
    });
    const solids = robot.entity.bodies[1].solids;
    expect(solids.map(({ name, shape }) => [name, shape.kind])).toEqual([
      ["A", "Box"],
      ["Ball", "Sphere"],
      ["C", "Cylinder"],
      ["D", "CappedCylinder"],
      ["M", "Mesh"],
      ["N", "Ellipsoid"],
    ]);
    expect(solids[5].shape).toEqual({ kind: "Ellipsoid", size: [1, 2, 3] });
    expect(solids[0]).toMatchObject({ shape: { size: [1, 2, 3] }, color: [255, 128, 0], material: "Default" });
    expect(solids[2]).toMatchObject({ visible: false, collide: true, material: "Rubber" });
    expect(solids[3]).toMatchObject({ visible: true, collide: false, color: [1, 2, 3] });
    expect(solids[4]).toMatchObject({
      shape: { vertices: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2] },
      frictionAxis: [1, 0, 0],
    });
  });

  test("[M2] a body's own mass, centre and inertia", () => {
    const own = (inertia: string) =>
      readRobot({
        bodies: `<Body name="B"><Mass>3</Mass><CenterOfMass>1 2 3</CenterOfMass><Inertia>${inertia}</Inertia></Body>`,
      }).entity.bodies[1];
    expect(own("3 4 5 0.1 0.2 0.3")).toMatchObject({
      mass: 3,
      centerOfMass: [1, 2, 3],
      inertia: [3, 0.1, 0.2, 0.1, 4, 0.3, 0.2, 0.3, 5],
    });
    expect(own("3 0.1 0.2  0.1 4 0.3  0.2 0.3 5")).toEqual(own("3 4 5 0.1 0.2 0.3"));
  });

  const box = (inside: string, size = "1") =>
    `<Box name="B"><XSize>1</XSize><YSize>1</YSize><ZSize>${size}</ZSize>${inside}</Box>`;
  test.each([
    ["SIZE_NOT_POSITIVE", box("", "0"), "Box[B]/ZSize"],
    ["ELEMENT_MISSING", '<Box name="B"><XSize>1</XSize></Box>', "Box[B]"],
    ["MASS_NOT_POSITIVE", box("<Mass>0</Mass>"), "Box[B]/Mass"],
    ["VALUE_OUT_OF_RANGE", box("<Color>300 0 0</Color>"), "Box[B]/Color"],
    ["VALUE_OUT_OF_RANGE", box("<Color>reddish</Color>"), "Box[B]/Color"],
    ["VALUE_OUT_OF_RANGE", box("<Color>#ff80</Color>"), "Box[B]/Color"],
    ["AXIS_ZERO", box("<FrictionAxis>0 0 0</FrictionAxis>"), "Box[B]/FrictionAxis"],
    ["MATERIAL_UNKNOWN", box("<Material>Ruber</Material>"), "Box[B]/Material"],
    ["SOLID_ONLY_STATIC", '<Plane name="P"/>', "Plane[P]"],
    ["MESH_MALFORMED", '<Mesh name="M"><Vertices>0 0</Vertices><Triangles>0 1 2</Triangles></Mesh>', "Mesh[M]"],
    [
      "MESH_WITHOUT_VOLUME",
      '<Mesh name="M"><Vertices>0 0 0 1 0 0 0 1 0</Vertices><Triangles>0 1 2</Triangles></Mesh>',
      "Mesh[M]",
    ],
    ["INERTIA_NOT_PHYSICAL", "<Inertia>1 1 5 0 0 0</Inertia>", "Inertia"],
    ["LENGTH_WRONG", "<Inertia>1 1 1</Inertia>", "Inertia"],
    ["VALUE_OUT_OF_RANGE", "<Mass>1e10</Mass>", "Mass"],
  ])("%s: %s", (code, inTrunk, end) => {
    const error = refused({ inTrunk }, { world: { materials: ["Default", "Rubber"] } });
    expect(error).toMatchObject({ code, where: `Client/Entity/RigidBodies/Body[Trunk]/${end}`, line: 5 });
  });

  test("[M2] a body of a mass alone has no extent", () => {
    expect(refused({ bodies: '<Body name="B"><Mass>1</Mass></Body>' })).toMatchObject({
      code: "MASS_MISSING",
      where: "Client/Entity/RigidBodies/Body[B]",
      allowed: "solids, or an Inertia beside the Mass",
    });
  });

  test("[M2] a body without mass", () => {
    expect(refused({ bodies: '<Body name="B"/>' })).toMatchObject({
      code: "MASS_MISSING",
      where: "Client/Entity/RigidBodies/Body[B]",
      line: 8,
      column: 1,
    });
  });
});

describe("[R5] sensors", () => {
  test("rate, latencies, noise, stamp, and the elements of their kind", () => {
    const { devices } = readRobot({
      inTrunk: `<Probe name="P" serial="7"><Position>1 2 3</Position><Rate>50</Rate><LatencyMS>5</LatencyMS>
        <CommandLatencyMS>7</CommandLatencyMS><Noise><Gaussian>0.1</Gaussian></Noise><Stamp>true</Stamp>
        <Curve><Points>1 2 3</Points></Curve><Side>left</Side></Probe>`,
    });
    expect(devices[0]).toMatchObject({
      rateHz: 50,
      latency: { model: { valueNs: 5e6 } },
      commandLatency: { model: { valueNs: 7e6 } },
      noise: { gaussian: 0.1, bias: 0 },
      stamp: true,
      settings: { curve: [1, 2, 3], side: "left", serial: "7" },
    });
  });

  test("by default every frame, a camera 20 times a second", () => {
    const inTrunk = '<Inclinometer name="T"/><CameraSensor name="C"/>';
    expect(readRobot({ inTrunk }).devices.map(({ rateHz }) => rateHz)).toEqual([undefined, 20]);
    const slow = { world: { stepNs: 1e8 } };
    expect(readRobot({ inTrunk }, slow).devices.map(({ rateHz }) => rateHz)).toEqual([undefined, undefined]);
  });

  test("[S6] any kind may have its own default rate", () => {
    const type = (element: string) => ({
      ...FAKE_KINDS.type(element),
      ...(element === "Probe" ? { defaultRateHz: 7 } : {}),
    });
    const inTrunk = '<Probe name="P"/><Probe name="Q"><Rate>3</Rate></Probe>';
    const { devices } = readRobot({ inTrunk }, { kinds: { ...FAKE_KINDS, type } });
    expect(devices.map(({ rateHz }) => rateHz)).toEqual([7, 3]);
  });

  test("elements that a kind does not read are unknown, at any depth", () => {
    expect(refused({ inTrunk: '<Probe name="P"><Curve><Point>1</Point></Curve></Probe>' })).toMatchObject({
      code: "ELEMENT_UNKNOWN",
      where: "Client/Entity/RigidBodies/Body[Trunk]/Probe[P]/Curve/Point",
      advice: 'Did you mean "Points"?',
    });
    // an unknown element may belong to a plug-in
    expect(refused({ inTrunk: '<Prob name="P"/>' }).advice).toMatch(/^Did you mean "Probe"\? .*--plugin FILE/);
    expect(refused({ inTrunk: "<Mas>1</Mas>" }).advice).toBe('Did you mean "Mass"?');
    expect(refused({ inTrunk: '<Probe name="P"><Side>lft</Side></Probe>' })).toMatchObject({
      code: "KIND_UNKNOWN",
      where: "Client/Entity/RigidBodies/Body[Trunk]/Probe[P]/Side",
    });
    expect(refused({ inTrunk: '<CameraSensor name="C"><Fov>180</Fov></CameraSensor>' })).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      allowed: "a number above 0 and at most 179",
    });
  });
});

describe("[R6] joints", () => {
  test("per axis limits and motors, suspension, damping, armature, collide", () => {
    const { entity, devices } = readRobot({
      joints: `<JointHinge2 name="W"><Body1>Trunk</Body1><Body2>Arm</Body2><AnchorPos>1 0 0</AnchorPos>
        <Axis1>0 0 1</Axis1><Axis2>1 0 0</Axis2>
        <Limits axis="1"><LoStop>-0.5</LoStop><HiStop>inf</HiStop><Bounce>0.1</Bounce><StopERP>0.3</StopERP><StopCFM>0.01</StopCFM></Limits>
        <Motor axis="2"><Vel>3</Vel><FMax>40</FMax></Motor><Suspension><ERP>0.4</ERP><CFM>0.02</CFM></Suspension>
        <Damping>0.5</Damping><Armature>0.25</Armature><Collide>true</Collide>
        <Rate>10</Rate><LatencyMS>1</LatencyMS><ReportLatencyMS>2</ReportLatencyMS></JointHinge2>`,
    });
    expect(entity.joints[0]).toMatchObject({
      kind: "Hinge2",
      anchor: [1, 0, 0],
      damping: 0.5,
      armature: 0.25,
      collide: true,
      parameters: [
        {
          LoStop: -0.5,
          HiStop: Number.POSITIVE_INFINITY,
          Bounce: 0.1,
          StopERP: 0.3,
          StopCFM: 0.01,
          SuspensionERP: 0.4,
          SuspensionCFM: 0.02,
        },
        { Vel: 3, FMax: 40, LoStop: Number.NEGATIVE_INFINITY },
      ],
    });
    expect(devices[0]).toMatchObject({
      rateHz: 10,
      commandLatency: { model: { valueNs: 1e6 } },
      latency: { model: { valueNs: 2e6 } },
    });
  });

  test("a suspension in N/m and N·s/m, and a steering servo", () => {
    const { entity } = readRobot({
      joints: wheel(`<Suspension><Stiffness>2000</Stiffness><Damping>100</Damping></Suspension>
        <Steering><Angle>0.2</Angle><FMax>5</FMax><MaxVel>3</MaxVel></Steering>`),
    });
    expect(entity.joints[0]).toMatchObject({
      suspension: { stiffness: 2000, damping: 100 },
      servo: { mode: "Angle", target: 0.2, MaxVel: 3 },
      parameters: [{ FMax: 5 }, { FMax: 0 }],
    });
  });

  test("a joint without Rate, Latency and Body2", () => {
    const { entity, devices } = readRobot({ joints: '<JointBallSocket name="B"><Body1>Arm</Body1></JointBallSocket>' });
    expect(entity.joints[0]).toMatchObject({ kind: "BallSocket", body2: undefined, anchor: [0, 0, 0], axes: [] });
    expect(devices[0]).toMatchObject({ rateHz: undefined, commandLatency: undefined, kind: "JointBallSocket" });
  });

  test("its kind reads further elements", () => {
    expect(readRobot({ joints: hinge("<Gear>3</Gear>") }).devices[0].settings).toEqual({ gear: 3 });
  });

  test("servo and angular motor", () => {
    const { entity } = readRobot({
      joints: `${servo("<Velocity>2</Velocity><Kp>10</Kp><Kd>1</Kd><MaxVel>4</MaxVel><FMax>5</FMax>")}
        <JointAMotor name="A"><Body1>Trunk</Body1><Body2>Arm</Body2><Axis1>1 0 0</Axis1><Axis2>0 1 0</Axis2></JointAMotor>`,
    });
    expect(entity.joints[0].axes).toHaveLength(2);
    expect(entity.joints[1]).toMatchObject({
      servo: { mode: "Velocity", target: 2, Kp: 10, Kd: 1, MaxVel: 4 },
      parameters: [{ FMax: 5 }],
    });
  });

  test.each([
    ["BODY_UNKNOWN", '<JointFixed name="F"><Body1>Trunc</Body1></JointFixed>', "JointFixed[F]/Body1"],
    ["JOINT_TO_ITSELF", '<JointFixed name="F"><Body1>Arm</Body1><Body2>Arm</Body2></JointFixed>', "JointFixed[F]"],
    ["ELEMENT_MISSING", '<JointFixed name="F"/>', "JointFixed[F]"],
    ["ELEMENT_MISSING", '<JointHinge name="H"><Body1>Arm</Body1></JointHinge>', "JointHinge[H]"],
    ["AXIS_ZERO", '<JointSlider name="S"><Body1>Arm</Body1><Axis1>0 0 0</Axis1></JointSlider>', "JointSlider[S]/Axis1"],
    ["AXIS_ZERO", '<JointHinge name="H"><Body1>Arm</Body1><Axis>0 0 0</Axis></JointHinge>', "JointHinge[H]/Axis"],
    [
      "AXES_PARALLEL",
      '<JointUniversal name="U"><Body1>Arm</Body1><Axis1>1 0 0</Axis1><Axis2>-1 0 0</Axis2></JointUniversal>',
      "JointUniversal[U]",
    ],
    ["PROPERTY_MISPLACED", hinge("<Axis1>0 0 1</Axis1>"), "JointHinge[Elbow]/Axis"],
    [
      "PROPERTY_MISPLACED",
      '<JointHinge2 name="H"><Body1>Arm</Body1><Axis>0 0 1</Axis></JointHinge2>',
      "JointHinge2[H]/Axis",
    ],
    ["PROPERTY_MISPLACED", hinge("<Suspension><ERP>0.1</ERP></Suspension>"), "JointHinge[Elbow]/Suspension"],
    ["VALUE_OUT_OF_RANGE", hinge('<Limits axis="2"><LoStop>0</LoStop></Limits>'), "JointHinge[Elbow]/Limits"],
    [
      "VALUE_OUT_OF_RANGE",
      hinge("<Limits><LoStop>1</LoStop><HiStop>-1</HiStop></Limits>"),
      "JointHinge[Elbow]/Limits/LoStop",
    ],
    [
      "PROPERTY_MISPLACED",
      wheel("<Suspension><Stiffness>9</Stiffness><CFM>1</CFM></Suspension>"),
      "JointHinge2[W]/Suspension",
    ],
    ["ELEMENT_MISSING", wheel("<Suspension><Damping>9</Damping></Suspension>"), "JointHinge2[W]/Suspension"],
    [
      "VALUE_OUT_OF_RANGE",
      wheel("<Suspension><Stiffness>0</Stiffness></Suspension>"),
      "JointHinge2[W]/Suspension/Stiffness",
    ],
    ["PROPERTY_MISPLACED", hinge("<Steering><Angle>0</Angle></Steering>"), "JointHinge[Elbow]/Steering"],
    ["VALUE_OUT_OF_RANGE", wheel("<Steering><Kp>-1</Kp></Steering>"), "JointHinge2[W]/Steering/Kp"],
    ["VALUE_OUT_OF_RANGE", hinge("<Limits><Bounce>2</Bounce></Limits>"), "JointHinge[Elbow]/Limits/Bounce"],
    ["VALUE_OUT_OF_RANGE", hinge("<Motor><FMax>-1</FMax></Motor>"), "JointHinge[Elbow]/Motor/FMax"],
    ["COMMAND_NOT_FINITE", hinge("<Motor><Vel>inf</Vel></Motor>"), "JointHinge[Elbow]/Motor/Vel"],
    ["PARAMETER_UNSUPPORTED", hinge("<Motor><LoVel>1</LoVel></Motor>"), "JointHinge[Elbow]/Motor/LoVel"],
    ["ELEMENT_REPEATED", hinge('<Motor/><Motor axis="1"/>'), "JointHinge[Elbow]/Motor"],
    ["ELEMENT_UNKNOWN", hinge("<Kp>1</Kp>"), "JointHinge[Elbow]/Kp"],
    ["PROPERTY_MISPLACED", servo("<Angle>1</Angle><Torque>1</Torque>"), "JointServo[S]/Torque"],
    ["PROPERTY_MISPLACED", servo("<FMax>1</FMax><Motor><FMax>1</FMax></Motor>"), "JointServo[S]/FMax"],
    ["VALUE_OUT_OF_RANGE", servo("<Kp>-1</Kp>"), "JointServo[S]/Kp"],
    ["VALUE_OUT_OF_RANGE", hinge("<Damping>-1</Damping>"), "JointHinge[Elbow]/Damping"],
    ["ELEMENT_UNKNOWN", '<JointHing name="H"/>', "JointHing[H]"],
  ])("%s: %s", (code, joints, end) => {
    expect(refused({ joints })).toMatchObject({ code, where: `Client/Entity/Joints/${end}`, line: 11 });
  });
});

test("[R6] the error of a joint without its only axis has the name of the docs", () => {
  for (const kind of ["Hinge", "Slider", "Servo"]) {
    const error = refused({ joints: `<Joint${kind} name="J"><Body1>Arm</Body1></Joint${kind}>` });
    expect(error).toMatchObject({ code: "ELEMENT_MISSING", found: "no <Axis>", allowed: "<Axis>" });
  }
  expect(refused({ joints: '<JointHinge2 name="J"><Body1>Arm</Body1></JointHinge2>' }).found).toBe("no <Axis1>");
});

test("[R3] an axis of length 0 is reported at its line", () => {
  const joints = '<JointHinge name="H"><Body1>Arm</Body1>\n<Axis>0 0 0</Axis></JointHinge>';
  expect(refused({ joints })).toMatchObject({ code: "AXIS_ZERO", line: 12, column: 1 });
});

describe("[R7] names that sensors give", () => {
  test("a solid that is not there: line, column, nearest name", () => {
    const error = refused({ inTrunk: '<Feeler name="F">\n <Solid>Bal</Solid></Feeler>' });
    expect(error).toMatchObject({ code: "SOLID_UNKNOWN", found: '"Bal"', line: 6, column: 2 });
    expect(error.where).toBe("Client/Entity/RigidBodies/Body[Trunk]/Feeler[F]/Solid");
    expect(error.advice).toBe('Did you mean "Ball"?');
    expect(error.allowed).toBe("one of Fist, Ball");
  });

  test("a sensor may name a solid of a later body", () => {
    expect(readRobot({ inTrunk: '<Feeler name="F"><Solid>Fist</Solid></Feeler>' }).devices[0].settings).toEqual({
      solid: "Fist",
    });
  });
});

test("[E1] the error of a world in place of a robot says so", () => {
  const error = refused('<World name="w"/>');
  expect(error).toMatchObject({ code: "ELEMENT_UNKNOWN", found: "<World>", allowed: "<Client>", line: 1 });
  expect(error.advice).toContain("This is a world: start it with ubersim run.");
});

describe("[R7] names and unknown elements", () => {
  test.each([
    ["a body", { bodies: '<Body name="Arm"><Mass>1</Mass></Body>' }, "Body[Arm]", 8],
    ["a solid", { inTrunk: '<Sphere name="Fist"><Radius>1</Radius></Sphere>' }, "Sphere[Fist]", 7],
    ["a sensor", { inTrunk: '<Inclinometer name="Ball"/>' }, "Inclinometer[Ball]", 5],
    ["a joint", { joints: hinge("", "Trunk") }, "JointHinge[Trunk]", 11],
  ])("are unique: %s", (_, parts, end, line) => {
    const error = refused(parts);
    expect(error).toMatchObject({ code: "NAME_TAKEN", line });
    expect(error.where).toContain(end);
  });

  test.each([
    ["ATTRIBUTE_MISSING", "<Inclinometer/>"],
    ["NAME_EMPTY", '<Inclinometer name="  "/>'],
    ["NAME_MALFORMED", '<Inclinometer name="a/b"/>'],
    ["NAME_MALFORMED", '<Inclinometer name="a&#x85;b"/>'],
    ["NAME_TOO_LONG", `<Inclinometer name="${"ü".repeat(65)}"/>`],
    ["ELEMENT_UNKNOWN", '<Inclinometre name="a"/>'],
    ["ELEMENT_UNKNOWN", '<JointHinge name="a"/>'],
    ["ATTRIBUTE_UNKNOWN", '<Inclinometer name="a" Name="b"/>'],
    ["TEXT_UNEXPECTED", '<Inclinometer name="a">text</Inclinometer>'],
    ["ELEMENT_REPEATED", '<Inclinometer name="a"><Rate>1</Rate><Rate>1</Rate></Inclinometer>'],
  ])("%s: %s", (code, inTrunk) => {
    expect(refused({ inTrunk })).toMatchObject({ code, line: 5 });
  });

  test("[W8] components that receive messages may not have a name of the protocol; a body may", () => {
    for (const name of ["Hello", "Timestamp", "FrameEnd", "SimEnd", "Error", "Missed", "Reset", "Console", "Event"]) {
      expect(refused({ inTrunk: `<Inclinometer name="${name}"/>` }).code).toBe("NAME_RESERVED");
      expect(refused({ joints: hinge("", name) }).code).toBe("NAME_RESERVED");
    }
    expect(() =>
      readRobot({ bodies: '<Body name="Event"><Mass>1</Mass><Inertia>1 1 1 0 0 0</Inertia></Body>' }),
    ).not.toThrow();
  });

  test("the error suggests the nearest known name", () => {
    expect(refused({ inTrunk: '<Inclinometre name="a"/>' })).toMatchObject({
      where: "Client/Entity/RigidBodies/Body[Trunk]/Inclinometre[a]",
      advice: expect.stringContaining('Did you mean "Inclinometer"?'),
    });
  });

  test("a lenient reader warns once for each unknown element, and reads the rest", () => {
    const inTrunk = '<Hat name="h"><Deep/></Hat><Inclinometer name="a" x="1">text<Foo/></Inclinometer>';
    const { robot, warnings } = readRobotDocument(robotXml({ inTrunk }), { kinds: FAKE_KINDS, lenient: true });
    expect(robot.devices.map(({ name }) => name)).toEqual(["a"]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ["ATTRIBUTE_UNKNOWN", 5],
      ["TEXT_UNEXPECTED", 5],
      ["ELEMENT_UNKNOWN", 5],
      ["ELEMENT_UNKNOWN", 5],
    ]);
  });

  test("a lenient reader still refuses errors, and gives no more warnings than the limit", () => {
    expect(refused({ inTrunk: '<Inclinometer name="a"><Rate>x</Rate></Inclinometer>' }, { lenient: true }).code).toBe(
      "NUMBER_MALFORMED",
    );
    const many = robotXml({ inTrunk: "<Foo/>".repeat(50_000) });
    expect(readRobotDocument(many, { kinds: FAKE_KINDS, lenient: true }).warnings).toHaveLength(100);
  });
});

describe("[R11] limits", () => {
  const body = (n: number) => `<Body name="X${n}"><Mass>1</Mass><Inertia>1 1 1 0 0 0</Inertia></Body>`;
  const ten = Array.from({ length: 10 }, (_, i) => i);
  test.each<[string, Partial<DocumentLimits>, RobotParts]>([
    ["TOO_MANY_BODIES", { bodies: 11 }, { bodies: ten.map(body).join("") }],
    [
      "TOO_MANY_SOLIDS",
      { solids: 11 },
      { inTrunk: ten.map((i) => `<Sphere name="S${i}"><Radius>1</Radius></Sphere>`).join("") },
    ],
    ["TOO_MANY_JOINTS", { joints: 9 }, { joints: ten.map((i) => hinge("", `H${i}`)).join("") }],
    [
      "TOO_MANY_JOINTS",
      { joints: 9 },
      {
        joints: `<Rope name="R">${ten.map((i) => `<Point>0 0 ${i}</Point>`).join("")}<Point body="Trunk">0 0 0</Point></Rope>`,
      },
    ],
    ["TOO_MANY_DEVICES", { devices: 9 }, { inTrunk: ten.map((i) => `<Inclinometer name="I${i}"/>`).join("") }],
    [
      "TOO_MANY_TRIANGLES",
      { triangles: 3 },
      {
        inTrunk:
          '<Mesh name="M"><Vertices>0 0 0 1 0 0 0 1 0 0 0 1</Vertices><Triangles>0 2 1 0 1 3 0 3 2 1 2 3</Triangles></Mesh>',
      },
    ],
    ["DOCUMENT_TOO_LARGE", { bytes: 100 }, {}],
    ["DOCUMENT_TOO_DEEP", { depth: 5 }, {}],
    ["TOO_MANY_ELEMENTS", { elements: 10 }, {}],
    [
      "NAME_TOO_LONG",
      { nameBytes: 13 },
      { bodies: `<Body name="${"B".repeat(14)}"><Mass>1</Mass><Inertia>1 1 1 0 0 0</Inertia></Body>` },
    ],
  ])("%s", (code, limits, parts) => {
    expect(refused(parts, { limits })).toMatchObject({ code });
    if (!code.startsWith("D") && !code.startsWith("TOO_MANY_EL")) {
      const [[name, value]] = Object.entries(limits);
      expect(() => readRobot(parts, { limits: { [name]: value + 1 } })).not.toThrow();
    }
  });
});
