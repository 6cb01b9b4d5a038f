// Robots with devices in one World for the repeatability tests (M5): every kind of latency, noise and rate, sensors of all
// kinds, commands from a separate random stream. The hash is that of the World: queues, streams, samples, not only physics.

import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import type { Robot } from "../../src/world/Robot.js";
import { World } from "../../src/world/World.js";
import type { RepeatResult } from "./RepeatWorld.js";

const LATENCIES = [
  "<LatencyMS>3.5</LatencyMS>",
  "<Latency><Model>uniform</Model><MinMS>1</MinMS><MaxMS>9</MaxMS><Reorder>true</Reorder></Latency>",
  "<Latency><Model>normal</Model><MeanMS>6</MeanMS><SdMS>2</SdMS><MinMS>0</MinMS><MaxMS>20</MaxMS><Drop>0.1</Drop></Latency>",
  "<Latency><Model>gamma</Model><Shape>2</Shape><ScaleMS>3</ScaleMS><Hold>true</Hold></Latency>",
  "<Latency><Model>trace</Model><Values>1 7 2 12 0</Values></Latency>",
];
const NOISE = "<Noise><Gaussian>0.02</Gaussian><Bias>0.01</Bias><Drift>0.1</Drift><Quantum>0.001</Quantum></Noise>";

/** A box with an arm that turns; `i` chooses its latencies and rates. */
function armRobot(i: number): string {
  const latency = (k: number) => LATENCIES[(i + k) % LATENCIES.length];
  return `<Client>
 <CSettings><Name>R${i}</Name><Offset>${3 * i} 0 0</Offset>${latency(0)}${i % 2 ? "<ControlRate>130</ControlRate>" : ""}</CSettings>
 <Entity><RigidBodies>
  <Body name="Base">
   <Box name="Cube"><Mass>2</Mass><XSize>0.3</XSize><YSize>0.3</YSize><ZSize>0.2</ZSize></Box>
   <Accelerometer name="Acc">${latency(1)}${NOISE}</Accelerometer>
   <Imu name="Imu"><Rate>300</Rate>${latency(2)}<Stamp>true</Stamp></Imu>
   <ContactSensor name="Touch"><Rate>70</Rate></ContactSensor>
   <Lidar name="Scan"><Rays>36</Rays><Rate>40</Rate><ErrorCurve>0 0.01 10 0.2</ErrorCurve>${latency(2)}</Lidar>
   <ForceSensor name="Strain"><Joint>Motor</Joint><Rate>90</Rate></ForceSensor>
   <DcMotor name="Drive"><Joint>Axle</Joint><Resistance>1</Resistance><TorqueConstant>0.01</TorqueConstant><Voltage>${i - 2}</Voltage>
    <CoulombFriction>0.005</CoulombFriction><RotorInertia>1e-6</RotorInertia><Rate>60</Rate></DcMotor>
  </Body>
  <Body name="Fan"><Cylinder name="Disc"><Mass>0.1</Mass><Radius>0.05</Radius><Length>0.02</Length><Position>0 -0.3 0</Position></Cylinder></Body>
  <Body name="Arm">
   <Box name="Bar"><Mass>0.3</Mass><XSize>0.4</XSize><YSize>0.04</YSize><ZSize>0.04</ZSize><Position>0.2 0 0.15</Position></Box>
   <Gyroscope name="Gyro"><Rate>111</Rate>${latency(3)}${NOISE}</Gyroscope>
   <Inclinometer name="Tilt"><Noise><Dropout>0.2</Dropout></Noise></Inclinometer>
   <PoseSensor name="Pose"><Rate>50</Rate>${latency(4)}</PoseSensor>
   <RangeSensor name="Ir"><Position>0.4 0 0.15</Position><Cone>0.3</Cone><Max>4</Max>${NOISE}</RangeSensor><Compass name="North"/>
  </Body>
 </RigidBodies><Joints>
  <JointHinge name="Motor"><Body1>Arm</Body1><Body2>Base</Body2><AnchorPos>0 0 0.15</AnchorPos><Axis>0 0 1</Axis>
   <Motor axis="1"><FMax>2</FMax></Motor><Rate>200</Rate></JointHinge>
  <JointHinge name="Axle"><Body1>Fan</Body1><Body2>Base</Body2><AnchorPos>0 -0.3 0</AnchorPos><Axis>0 1 0</Axis></JointHinge>
 </Joints></Entity></Client>`;
}

const VEL = 2;

function tell(robot: Robot, value: number, timeNs: number): void {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, VEL, true);
  view.setFloat32(4, value, true);
  const motor = robot.device("Motor");
  robot.command(motor, motor.read(view), timeNs);
}

/** Hash of the World after every 100 frames. */
export async function runRobots(frames: number): Promise<RepeatResult> {
  const world = await World.create(worldFileOf(describeWorld({ name: "robots", seed: 11 })));
  const kinds = builtInKinds();
  for (let i = 0; i < LATENCIES.length; i++) world.join(readRobotDocument(armRobot(i), { kinds }).robot);
  const streams = new Map(world.robots.map(({ name }) => [name, new RandomStream(name)]));
  const hashes: string[] = [];
  for (let k = 1; k <= frames; k++) {
    for (const robot of world.robots) tell(robot, streams.get(robot.name)?.uniform(-8, 8) ?? 0, world.timeNs);
    world.stepFrame();
    if (k % 100 === 0) hashes.push(world.hash());
  }
  const last = world.hash();
  world.dispose();
  return { hashes, last };
}
