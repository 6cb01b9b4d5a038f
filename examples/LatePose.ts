// The figure of the paper: at 3.5 m/s and 100 ms latency a robot appears 0.35 m from its true position. A cart drives at constant speed
// with two PoseSensors, one of them with latency.

import { connect } from "../src/client/index.js";
import { startServer } from "../src/server/Server.js";

export interface LatePose {
  /** True speed, m/s. */
  readonly speed: number;
  /** Distance between the true pose and the delayed one, m. */
  readonly error: number;
}

const RADIUS = 0.1;
const WHEELS = { FL: [-0.25, 0.3], FR: [0.25, 0.3], BL: [-0.25, -0.3], BR: [0.25, -0.3] };
/** Time to accelerate, s. */
const SETTLED_SEC = 4;
const SECONDS = 5;

export async function measureLatePose(speed: number, latencyMs: number): Promise<LatePose> {
  const server = await startServer({ port: 0, httpPort: false, rate: Number.POSITIVE_INFINITY, expect: ["Cart"] });
  const robot = await connect({ document: cart(latencyMs), port: server.tcpPort });
  let [speedSum, errorSum, count] = [0, 0, 0];
  for await (const frame of robot.frames()) {
    if (frame.time >= SECONDS) break;
    for (const name of Object.keys(WHEELS)) robot.motor(`${name}Motor`, { Vel: speed / RADIUS, FMax: 5 });
    if (frame.time < SETTLED_SEC) continue;
    const [now, late] = [frame.numbers("Now"), frame.numbers("Late")];
    speedSum += Math.hypot(now[7], now[8]);
    errorSum += Math.hypot(now[0] - late[0], now[1] - late[1]);
    count++;
  }
  await robot.leave();
  await server.stop();
  return { speed: speedSum / count, error: errorSum / count };
}

function cart(latencyMs: number): string {
  const wheels = Object.entries(WHEELS).map(
    ([name, [x, y]]) => `<Body name="${name}">
      <Cylinder name="${name}Tyre"><Mass>1</Mass><Radius>${RADIUS}</Radius><Length>0.05</Length>
        <Position>${x} ${y} ${RADIUS}</Position>
        <Orientation><angle>1.5707963</angle><axis>0 0 1</axis></Orientation><Material>Rubber</Material></Cylinder>
    </Body>`,
  );
  const joints = Object.entries(WHEELS).map(
    ([name, [x, y]]) => `<JointHinge name="${name}Motor"><Body1>Chassis</Body1><Body2>${name}</Body2>
      <Axis>1 0 0</Axis><AnchorPos>${x} ${y} ${RADIUS}</AnchorPos></JointHinge>`,
  );
  return `<Client>
  <CSettings><Name>Cart</Name></CSettings>
  <Entity>
    <RigidBodies>
      <Body name="Chassis">
        <Box name="Frame"><Mass>20</Mass><XSize>0.4</XSize><YSize>0.8</YSize><ZSize>0.08</ZSize>
          <Position>0 0 ${RADIUS}</Position><Material>Plastic</Material></Box>
        <PoseSensor name="Now"/>
        <PoseSensor name="Late"><LatencyMS>${latencyMs}</LatencyMS></PoseSensor>
      </Body>
      ${wheels.join("\n")}
    </RigidBodies>
    <Joints>${joints.join("\n")}</Joints>
  </Entity>
</Client>`;
}
