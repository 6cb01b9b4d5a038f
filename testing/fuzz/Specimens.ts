// Robots whose sessions are mutated: together they have every kind of joint, solid, sensor, actuator, picture and latency,
// ControlRate, a text file and all stall policies. They are small, because each joins the world thousands of times.

import { readFileSync } from "node:fs";
import { JOINT_PROPERTY } from "../../src/describe/entity/Joint.js";
import { LAMP_PROPERTY, MOTOR_PROPERTY } from "../../src/describe/robot/ActuatorProperty.js";
import { CAMERA_PROPERTY } from "../../src/describe/robot/CameraProperty.js";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { encodeMessage } from "../../src/session/clients/Codec.js";
import { tellJoint, tellTime } from "../builders/FakeClient.js";
import { GOOD_PNG } from "./FuzzPictures.js";

/** A device or joint that may get commands; axes 0: it takes none. */
interface Target {
  readonly name: string;
  readonly kind: "plain" | "servo" | "camera" | "motor" | "lamp" | "fuse" | "deaf";
  readonly axes: number;
}

export interface Specimen {
  readonly name: string;
  readonly text: string;
  readonly targets: readonly Target[];
  /** Number of streams out of 100. */
  readonly share: number;
}

interface Parts {
  readonly settings?: string;
  readonly bodies: string;
  readonly joints?: string;
}

const client = (name: string, { settings = "", bodies, joints = "" }: Parts, at = "0.215 0 0.2"): string =>
  `<Client>
 <CSettings><Name>${name}</Name><Offset>${at}</Offset>${settings}</CSettings>
 <Entity>
  <RigidBodies>
   ${bodies}
  </RigidBodies>
  <Joints>
   ${joints}
  </Joints>
 </Entity>
</Client>
`;

const BASE = `<Box name="Cube"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize></Box>`;
const BAR = `<Box name="Bar"><Mass>0.1</Mass><XSize>0.02</XSize><YSize>0.02</YSize><ZSize>0.2</ZSize><Position>0 0 0.25</Position></Box>`;
const PAIR = "<Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.15</AnchorPos>";
const TETRAHEDRON = `<Mesh name="Tip"><Mass>0.1</Mass><Position>0 0 0.5</Position>
     <Vertices>0 0 0  0.1 0 0  0 0.1 0  0 0 0.1</Vertices><Triangles>0 2 1  0 1 3  0 3 2  1 2 3</Triangles></Mesh>`;

const BALL: Specimen = {
  name: "Ball",
  share: 40,
  targets: [{ name: "Tilt", kind: "deaf", axes: 0 }],
  text: client("Ball", {
    settings: "<LatencyMS>2</LatencyMS>",
    bodies: `<Body name="Base"><Sphere name="S"><Mass>0.5</Mass><Radius>0.1</Radius><Material>Rubber</Material></Sphere>
    <Inclinometer name="Tilt"><Stamp>true</Stamp></Inclinometer><ContactSensor name="Touch"/></Body>`,
  }),
};

const HINGE: Specimen = {
  name: "Hinge",
  share: 26,
  targets: [
    { name: "Motor", kind: "plain", axes: 1 },
    { name: "Turn", kind: "deaf", axes: 0 },
  ],
  text: client("Hinge", {
    settings:
      "<Latency><Model>normal</Model><MeanMS>3</MeanMS><SdMS>1</SdMS><MinMS>0</MinMS><MaxMS>8</MaxMS></Latency>",
    bodies: `<Body name="Base">${BASE}<Gyroscope name="Turn"><Rate>500</Rate></Gyroscope></Body><Body name="Arm">${BAR}</Body>`,
    joints: `<JointHinge name="Motor">${PAIR}<Axis>0 0 1</Axis><Motor axis="1"><FMax>5</FMax></Motor>
    <Limits axis="1"><LoStop>-1</LoStop><HiStop>1</HiStop></Limits><Rate>1000</Rate></JointHinge>`,
  }),
};

const SERVO: Specimen = {
  name: "Servo",
  share: 10,
  targets: [
    { name: "Elbow", kind: "servo", axes: 1 },
    { name: "Slide", kind: "plain", axes: 1 },
  ],
  text: client("Servo", {
    settings: `<ControlRate>250</ControlRate><Stall policy="skip" seconds="2"/><Settle>false</Settle>
   <Latency><Model>uniform</Model><MinMS>1</MinMS><MaxMS>4</MaxMS><Drop>0.1</Drop><Reorder>true</Reorder></Latency>`,
    bodies: `<Body name="Base">${BASE}<Imu name="Imu"><Noise><Gaussian>0.01</Gaussian><Dropout>0.1</Dropout></Noise></Imu></Body>
   <Body name="Arm">${BAR}</Body>
   <Body name="Rod"><CappedCylinder name="R"><Mass>0.2</Mass><Radius>0.02</Radius><Length>0.1</Length><Position>0 0.3 0</Position></CappedCylinder></Body>`,
    joints: `<JointServo name="Elbow">${PAIR}<Axis>1 0 0</Axis><FMax>3</FMax><Angle>0.1</Angle><Kp>20</Kp><Kd>1</Kd><Rate>500</Rate></JointServo>
   <JointSlider name="Slide"><Body1>Rod</Body1><Body2>Base</Body2><Axis>0 1 0</Axis><ReportLatencyMS>2</ReportLatencyMS><Rate>250</Rate></JointSlider>`,
  }),
};

const WHEELS: Specimen = {
  name: "Wheels",
  share: 6,
  targets: [
    { name: "Wheel", kind: "plain", axes: 2 },
    { name: "Neck", kind: "plain", axes: 2 },
    { name: "Twist", kind: "plain", axes: 3 },
    { name: "Pose", kind: "deaf", axes: 0 },
  ],
  text: client("Wheels", {
    settings: `<Latency><Model>gamma</Model><Shape>2</Shape><ScaleMS>1</ScaleMS></Latency><Stall policy="drop" seconds="1"/>`,
    bodies: `<Body name="Base">${BASE}<PoseSensor name="Pose"><Latency><Model>trace</Model><Values>1 2 0 3</Values><Hold>true</Hold></Latency></PoseSensor></Body>
   <Body name="Arm">${BAR}${TETRAHEDRON}</Body>
   <Body name="Disc"><Cylinder name="D"><Mass>0.2</Mass><Radius>0.05</Radius><Length>0.02</Length><Position>0 0.3 0</Position></Cylinder></Body>`,
    joints: `<JointHinge2 name="Wheel"><Body1>Base</Body1><Body2>Disc</Body2><AnchorPos>0 0.3 0</AnchorPos><Axis1>0 0 1</Axis1><Axis2>0 1 0</Axis2>
    <Suspension><ERP>0.4</ERP><CFM>0.01</CFM></Suspension></JointHinge2>
   <JointUniversal name="Neck">${PAIR}<Axis1>1 0 0</Axis1><Axis2>0 1 0</Axis2><Damping>0.1</Damping></JointUniversal>
   <JointAMotor name="Twist"><Body1>Arm</Body1><Body2>Base</Body2><Axis1>1 0 0</Axis1><Axis2>0 1 0</Axis2><Axis3>0 0 1</Axis3></JointAMotor>`,
  }),
};

const CHAIN: Specimen = {
  name: "Chain",
  share: 5,
  targets: [
    { name: "Eye", kind: "camera", axes: 1 },
    { name: "Hip", kind: "deaf", axes: 0 },
    { name: "Weld", kind: "deaf", axes: 0 },
    { name: "Scan", kind: "deaf", axes: 0 },
  ],
  text: client("Chain", {
    settings: `<SelfCollide>false</SelfCollide><Orientation><angle>0.5</angle><axis>0 0 2</axis></Orientation>`,
    bodies: `<Body name="Base">${BASE}<CameraSensor name="Eye"><Width>8</Width><Height>6</Height><Fov>60</Fov><CommandLatencyMS>1</CommandLatencyMS></CameraSensor>
    <Accelerometer name="Push"><Position>0 0 0.1</Position></Accelerometer><Compass name="North"/><Led name="Light"/>
    <RangeSensor name="Ir"><Cone>0.3</Cone><ErrorCurve>0 0.01 1 0.1</ErrorCurve></RangeSensor><Lidar name="Scan"><Rays>8</Rays></Lidar>
    <ForceSensor name="Strain"><Joint>Weld</Joint></ForceSensor></Body>
   <Body name="Arm"><Mass>0.3</Mass><CenterOfMass>0 0 0.25</CenterOfMass><Inertia>0.01 0.01 0.01 0 0 0</Inertia>${BAR.replace("<Mass>0.1</Mass>", "")}</Body>
   <Body name="Tail"><Box name="T"><Mass>0.1</Mass><XSize>0.05</XSize><YSize>0.05</YSize><ZSize>0.05</ZSize><Position>0 0 0.5</Position><Color>#ff8800</Color></Box></Body>`,
    joints: `<JointBallSocket name="Hip">${PAIR}<Rate>200</Rate></JointBallSocket>
   <JointFixed name="Weld"><Body1>Tail</Body1><Body2>Arm</Body2></JointFixed>`,
  }),
};

/** Small pictures in every format, with every kind of lens. */
const eye = (name: string, format: string, more = ""): string =>
  `<CameraSensor name="${name}"><Width>8</Width><Height>6</Height><Format>${format}</Format><Rate>200</Rate>${more}</CameraSensor>`;

const EYES: Specimen = {
  name: "Eyes",
  share: 4,
  targets: [
    { name: "Bent", kind: "camera", axes: 1 },
    { name: "Far", kind: "camera", axes: 1 },
    { name: "Spot", kind: "lamp", axes: 1 },
  ],
  text: client("Eyes", {
    bodies: `<Body name="Base">${BASE.replace("</Box>", "<Texture><Checker><Colors>#ffffff #101010</Colors><Squares>2 2</Squares></Checker><TileSize>0.1 0.1</TileSize></Texture></Box>")}
    ${eye("Bent", "bgra", "<Lens><K1>-0.03</K1><P1>0.01</P1><Vignette>0.3</Vignette></Lens><PixelNoise><Gaussian>2</Gaussian><Bits>6</Bits></PixelNoise><Stamp>true</Stamp>")}
    ${eye("Far", "depth", "<Noise><Gaussian>0.01</Gaussian></Noise><LatencyMS>3</LatencyMS>")}
    ${eye("Kinds", "segmentation")}${eye("Small", "jpeg", "<MotionBlurMS>5</MotionBlurMS>")}${eye("Whole", "png", "<RollingShutterMS>5</RollingShutterMS>")}
    <Lamp name="Spot"><Brightness>1</Brightness><Cone>0.5</Cone><Color>#ffeecc</Color></Lamp></Body>
   <Body name="Ball"><Sphere name="S"><Mass>0.1</Mass><Radius>0.05</Radius><Position>0 0.3 0</Position><Texture><Data>${GOOD_PNG}</Data></Texture></Sphere></Body>`,
  }),
};

const MACHINE: Specimen = {
  name: "Machine",
  share: 4,
  targets: [
    { name: "Drive", kind: "motor", axes: 1 },
    { name: "Sign", kind: "lamp", axes: 1 },
    { name: "Fuse", kind: "fuse", axes: 1 },
    { name: "Strain", kind: "deaf", axes: 0 },
  ],
  text: client("Machine", {
    settings: "<LatencyMS>1</LatencyMS>",
    bodies: `<Body name="Base">${BASE}<DcMotor name="Drive"><Joint>Axle</Joint><Resistance>2</Resistance><TorqueConstant>0.05</TorqueConstant>
     <Gear>20</Gear><Efficiency>0.8</Efficiency><RotorInertia>1e-6</RotorInertia><CoulombFriction>0.01</CoulombFriction><MaxVoltage>24</MaxVoltage><Rate>500</Rate></DcMotor>
    <Led name="Sign"><Color>255 0 0</Color></Led><Fuse name="Fuse"/><ForceSensor name="Strain"><Joint>Axle</Joint></ForceSensor></Body>
   <Body name="Arm">${BAR}</Body>`,
    joints: `<JointHinge name="Axle">${PAIR}<Axis>0 0 1</Axis></JointHinge>`,
  }),
};

const LINES: Specimen = {
  name: "Lines",
  share: 3,
  targets: [{ name: "Fuse", kind: "fuse", axes: 1 }],
  text: `# a robot in lines
TYPE = Cube
NAME = Lines
SIZE = 0.2   # m
MASS = 1
PLACE = 0.215 0 0.2
MATERIAL = Rubber
`,
};

/** The bystander, which must not change: noise, latency, a motor that sweeps. */
export const bystanderText = (name: string, at: string): string => withArm(name, at, BASE, BAR, "0 0 0.15");

const PLATE = `<Box name="Plate"><Mass>20</Mass><XSize>2.4</XSize><YSize>1.2</YSize><ZSize>0.09996</ZSize></Box>`;

/** The same as a plate on the ground, 40 um below all others: a robot that falls on it affects it within a few frames. */
export const plateText = (name: string): string =>
  withArm(name, "0 0 0.04998", PLATE, BAR.replace("0 0 0.25", "-1 0 0.25"), "-1 0 0.15");

function withArm(name: string, at: string, base: string, arm: string, anchor: string): string {
  const sensors = `<Imu name="Imu"><Noise><Gaussian>0.1</Gaussian></Noise><LatencyMS>2</LatencyMS></Imu><ContactSensor name="Touch"/>`;
  const parts = {
    settings: "<LatencyMS>3</LatencyMS>",
    bodies: `<Body name="Base">${base}${sensors}</Body><Body name="Arm">${arm}</Body>`,
    joints: `<JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>${anchor}</AnchorPos><Axis>0 0 1</Axis>
    <Motor axis="1"><FMax>5</FMax></Motor><Rate>1000</Rate></JointHinge>`,
  };
  return client(name, parts, at);
}

export const APPENDIX_A = readFileSync("test/documents/appendix-a.xml", "utf8");

const SEGWAY: Specimen = {
  name: "Appendix A",
  share: 2,
  targets: [
    { name: "LMotor", kind: "plain", axes: 2 },
    { name: "RMotor", kind: "plain", axes: 2 },
    { name: "Cam", kind: "camera", axes: 1 },
    { name: "Incmeter", kind: "deaf", axes: 0 },
  ],
  // its wheels are at the height of the other robots' feet
  text: APPENDIX_A.replace(/<Offset>[\s\S]*?<\/Offset>/, "<Offset>0.5 0 0.262</Offset>").replace(
    "<Fov>",
    "<Width>8</Width><Height>6</Height><Fov>",
  ),
};

export const SPECIMENS: readonly Specimen[] = [BALL, HINGE, SERVO, WHEELS, CHAIN, SEGWAY, EYES, MACHINE, LINES];

export function pickSpecimen(random: RandomStream): Specimen {
  let left = random.integer(100);
  for (const specimen of SPECIMENS) {
    if (left < specimen.share) return specimen;
    left -= specimen.share;
  }
  return BALL;
}

export const pick = <T>(random: RandomStream, list: readonly T[]): T => list[random.integer(list.length)];

/** Ranges in which every property is valid and the simulation is stable. */
const PLAIN: readonly (readonly [number, number, number])[] = [
  [JOINT_PROPERTY.Vel, -5, 5],
  [JOINT_PROPERTY.FMax, 0, 5],
  [JOINT_PROPERTY.LoStop, -2, -1],
  [JOINT_PROPERTY.HiStop, 1, 2],
  [JOINT_PROPERTY.Bounce, 0, 0.9],
  [JOINT_PROPERTY.CFM, 0, 0.1],
  [JOINT_PROPERTY.FudgeFactor, 0, 1],
];
const SERVO_ONLY: readonly (readonly [number, number, number])[] = [
  [JOINT_PROPERTY.Angle, -1, 1],
  [JOINT_PROPERTY.Velocity, -2, 2],
  [JOINT_PROPERTY.Torque, -1, 1],
  [JOINT_PROPERTY.Kp, 1, 50],
  [JOINT_PROPERTY.Kd, 0.1, 2],
  [JOINT_PROPERTY.MaxVel, 1, 10],
];
const CAMERA: readonly (readonly [number, number, number])[] = [
  [CAMERA_PROPERTY.Fov, 20, 90],
  [CAMERA_PROPERTY.Brightness, 0, 2],
  [CAMERA_PROPERTY.Rate, 1, 100],
];
const MOTOR: readonly (readonly [number, number, number])[] = [[MOTOR_PROPERTY.Voltage, -24, 24]];
const LAMP: readonly (readonly [number, number, number])[] = [
  [LAMP_PROPERTY.Brightness, 0, 1],
  [LAMP_PROPERTY.Red, 0, 255],
  [LAMP_PROPERTY.Blue, 0, 255],
];
const TOLD = { plain: PLAIN, servo: SERVO_ONLY, camera: CAMERA, motor: MOTOR, lamp: LAMP } as const;

/** Command to a Fuse: one number. */
export function tellFuse(name: string, current: number): Uint8Array {
  const payload = new Uint8Array(4);
  new DataView(payload.buffer).setFloat32(0, current, true);
  return encodeMessage(name, payload);
}

function goodCommand({ name, kind, axes }: Target, random: RandomStream): Uint8Array {
  if (kind === "fuse" || kind === "deaf") return tellFuse(name, random.uniform(0, 100));
  const table = kind === "servo" && random.integer(2) === 0 ? PLAIN : TOLD[kind];
  const [property, low, high] = pick(random, table);
  return tellJoint(name, property + 256 * random.integer(axes), random.uniform(low, high));
}

/** One valid answer: an optional Timestamp, some commands, SimEnd. */
export function goodAnswer({ targets }: Specimen, random: RandomStream): Uint8Array[] {
  const messages: Uint8Array[] = [];
  if (random.integer(4) === 0) messages.push(tellTime(-1));
  const listening = targets.filter(({ kind }) => kind !== "deaf");
  for (let n = listening.length === 0 ? 0 : random.integer(4); n > 0; n--)
    messages.push(goodCommand(pick(random, listening), random));
  messages.push(encodeMessage("SimEnd"));
  return messages;
}
