// AIBOs that trot on the field of the four-legged league, in this process: servo commands every 8 ms, as their programs send them. What
// their clients would read is read, pictures included.

import { AiboServos } from "../../examples/legged/AiboServos.js";
import type { Command } from "../../examples/legged/Gaits.js";
import { PG22 } from "../../examples/legged/Gaits.js";
import { Trot } from "../../examples/legged/Trot.js";
import { aiboDocument } from "../../robots/Aibo.js";
import { JOINT_PROPERTY } from "../../src/describe/entity/Joint.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { bytesOf } from "../../src/devices/Sample.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import type { CameraRenderer } from "../../src/render/picture/Picture.js";
import { readWorld } from "../../src/server/WorldSource.js";
import type { Robot } from "../../src/world/Robot.js";
import { World } from "../../src/world/World.js";

export interface AiboPlace {
  readonly x: number;
  readonly y: number;
  /** From +y, counter-clockwise, rad. */
  readonly heading: number;
}

export interface WalkingOptions {
  readonly places: readonly AiboPlace[];
  readonly command: Command;
  /** Default: the cameras take no pictures. */
  readonly cameras?: CameraRenderer | undefined;
}

/** Steps between two commands. */
export const STEPS_PER_FRAME = 4;
const FRAME_SEC = 0.008;

export class WalkingAibos {
  readonly world: World;
  /** Bytes of pictures that were read. */
  pictures = 0;
  readonly #walkers: readonly Walker[];

  private constructor(world: World, walkers: readonly Walker[]) {
    this.world = world;
    this.#walkers = walkers;
  }

  static async create({ places, command, cameras }: WalkingOptions): Promise<WalkingAibos> {
    const kinds = builtInKinds();
    const { file } = readWorld("legged-league", { devices: kinds, lenient: false, limits: undefined });
    const world = await World.create(file, { devices: kinds, cameraRenderer: cameras });
    const walkers = places.map(({ x, y, heading }, i) => {
      const text = aiboDocument({ name: `Aibo-${i}`, team: i % 2 === 0 ? "red" : "blue" });
      const blind = text.replace(/<CameraSensor[\s\S]*?<\/CameraSensor>/, "");
      const { robot } = readRobotDocument(cameras ? text : blind, { kinds });
      const orientation = fromAxisAngle([0, 0, 1], heading);
      return new Walker(world, world.join({ ...robot, offset: [x, y, 0], orientation }), command);
    });
    for (const { robot } of walkers) if (cameras) robot.attachClient();
    return new WalkingAibos(world, walkers);
  }

  /** One frame of the robots' clients: commands, four steps, and what the clients read. */
  frame(): void {
    for (const walker of this.#walkers) walker.command();
    for (let k = 0; k < STEPS_PER_FRAME; k++) {
      this.world.stepFrame();
      for (const { robot } of this.#walkers) if (robot.isDue) this.#read(robot);
    }
  }

  /** Commands without a step. */
  command(): void {
    for (const walker of this.#walkers) walker.command();
  }

  #read(robot: Robot): void {
    for (const { device, sample } of robot.reports) {
      const { length } = bytesOf(sample);
      if (device.pictureKind) this.pictures += length > 0 ? 1 : 0;
    }
  }

  dispose(): void {
    this.world.dispose();
  }
}

/** Sends a trot's angles to one robot's servos. */
class Walker {
  readonly robot: Robot;
  readonly #world: World;
  readonly #trot = new Trot(PG22);
  readonly #servos = new AiboServos();

  constructor(world: World, robot: Robot, command: Command) {
    this.#world = world;
    this.robot = robot;
    this.#trot.command(command);
  }

  command(): void {
    const { robot } = this;
    const port = {
      name: robot.name,
      latest: (joint: string) => [...robot.device(joint).newest],
      motor: (joint: string, properties: Readonly<Record<string, number>>) => {
        for (const [property, value] of Object.entries(properties)) this.#send(joint, property, value);
      },
    };
    this.#servos.move(port as never, this.#trot.step(FRAME_SEC));
  }

  #send(joint: string, property: string, value: number): void {
    const message = new DataView(new ArrayBuffer(8));
    message.setInt32(0, JOINT_PROPERTY[property as keyof typeof JOINT_PROPERTY], true);
    message.setFloat32(4, value, true);
    const device = this.robot.device(joint);
    this.robot.command(device, device.read(message), this.#world.timeNs);
  }
}
