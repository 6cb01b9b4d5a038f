// 22 omni robots on a soccer field (S3, S4), each with a camera of 320 x 240 at 20 Hz with shadows, in steps of 2 ms. All
// robots look at the ball and drive; all pixels are read in process. Measures wall-clock time, robots in view (by
// segmentation, not timed) and pictures, and checks that none is rendered without readers.

import { ball, ballOnGround } from "../../robots/Ball.js";
import { omniOnGround, wheelJoint, wheelSpeeds } from "../../robots/OmniRobot.js";
import { describeEntity } from "../../src/describe/entity/Entity.js";
import { NO_LATENCY } from "../../src/describe/robot/Latency.js";
import type { DeviceDescription, RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { bytesOf } from "../../src/devices/Sample.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import type { Pose } from "../../src/math/Pose.js";
import { conjugate, rotate } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { atan2 } from "../../src/math/Trigonometry.js";
import { sub, type Vec3 } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { BodyMotion } from "../../src/physics/BodyMotion.js";
import type { Physics } from "../../src/physics/Physics.js";
import type { CameraRenderer } from "../../src/render/picture/Picture.js";
import { World } from "../../src/world/World.js";
import { soccerField } from "../scenes/Soccer.js";
import { sky, sun } from "./CameraScene.js";
import { BLUE, fieldLines, teamRobot, YELLOW } from "./SoccerScene.js";

export const ROBOTS = 22;
const STEP_SEC = 0.002;
const COMMAND_FRAMES = Math.round(0.5 / STEP_SEC);
const TURN_FRAMES = Math.round(0.02 / STEP_SEC);

/** Camera description from XML, placed on top of the robot, looking forward. */
export const EYE_SHAPE = { width: 320, height: 240, fovDeg: 60 } as const;
const EYE_DOCUMENT = (latencyMs: number) => `<Client><CSettings><Name>Eye</Name></CSettings><Entity><RigidBodies>
  <Body name="Body">
    <Box name="Base"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize></Box>
    <CameraSensor name="Eye">
      <Position>0.04 0 0.17</Position><Orientation><angle>-1.5708</angle><axis>0 0 1</axis></Orientation>
      <Width>${EYE_SHAPE.width}</Width><Height>${EYE_SHAPE.height}</Height><Fov>${EYE_SHAPE.fovDeg}</Fov><Format>bgra</Format><Rate>20</Rate>
      <LatencyMS>${latencyMs}</LatencyMS>
    </CameraSensor>
  </Body>
</RigidBodies></Entity></Client>`;

function readEye(latencyMs: number): DeviceDescription {
  const { robot } = readRobotDocument(EYE_DOCUMENT(latencyMs), { kinds: builtInKinds(), lenient: false });
  return robot.devices[0];
}

/** Position of the camera relative to the middle of its body. */
export function eyeInBody(physics: Physics, robot: string): Pose {
  const { position, orientation } = readEye(0).pose;
  const { center } = new BodyMotion(physics, robot, "Body");
  return { position: sub(position, center), orientation };
}

interface SoccerOptions {
  readonly cameraRenderer: CameraRenderer;
  readonly latencyMs: number;
}

export class SoccerCameras {
  readonly #random = new RandomStream(1).split("soccer cameras");
  readonly #drives: Vec3[] = [];
  pictures = 0;
  bytes = 0;
  /** Time spent on reading pictures. */
  readMs = 0;

  private constructor(readonly world: World) {}

  static async create({ cameraRenderer, latencyMs }: SoccerOptions): Promise<SoccerCameras> {
    const field = describeWorld({ name: "soccer", stepSec: STEP_SEC, entities: [soccerField(), fieldLines()] });
    const file = { ...worldFileOf(field), lights: [sky(), sun([0.45, 0.55, -1])] };
    const world = await World.create(file, { cameraRenderer });
    const soccer = new SoccerCameras(world);
    const eye = readEye(latencyMs);
    for (let i = 0; i < ROBOTS; i++) world.join(soccer.#robot(i, eye));
    world.physics.add(ball(), ballOnGround(0, 0));
    return soccer;
  }

  #robot(i: number, eye: DeviceDescription): RobotDescription {
    const name = `r${String(i).padStart(2, "0")}`;
    const y = (i < 11 ? -2 : 2) + this.#random.uniform(-0.8, 0.8);
    const x = -4.5 + 0.9 * (i % 11);
    const { position, orientation } = omniOnGround(x, y, atan2(-y, -x));
    return {
      name,
      entity: describeEntity(teamRobot(name, i < 11 ? BLUE : YELLOW)),
      devices: [eye],
      latency: NO_LATENCY,
      orientation,
      offset: position,
      controlRateHz: undefined,
      stall: undefined,
      settle: false,
    };
  }

  /** One step; with readers the bytes of every picture are read. */
  step(reads: boolean): void {
    if (reads && this.pictures === 0) for (const robot of this.world.robots) robot.attachClient();
    this.#drive();
    this.world.stepFrame();
    if (!reads) return;
    const start = performance.now();
    for (const robot of this.world.robots)
      for (const { sample } of robot.reports) {
        this.pictures++;
        this.bytes += bytesOf(sample).length;
      }
    this.readMs += performance.now() - start;
  }

  /** A new direction every half second, turning towards the ball. */
  #drive(): void {
    const { physics, frame, robots } = this.world;
    if (frame % TURN_FRAMES !== 0) return;
    const goal = readPose(physics, "Ball", "Ball").position;
    robots.forEach(({ name }, i) => {
      if (frame % COMMAND_FRAMES === 0) this.#drives[i] = [this.#random.uniform(-1, 1), this.#random.uniform(-1, 1), 0];
      const { position, orientation } = readPose(physics, name, "Body");
      const back = conjugate(orientation);
      const [x, y] = rotate(back, sub(goal, position));
      const [vx, vy] = rotate(back, this.#drives[i]);
      wheelSpeeds(vx, vy, 4 * atan2(y, x)).forEach((speed, k) => {
        physics.setJoint(name, wheelJoint(k), "Vel", speed);
      });
    });
  }

  dispose(): void {
    this.world.dispose();
  }
}
