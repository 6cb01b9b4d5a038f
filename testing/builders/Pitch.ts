// A soccer robot from its text file on flat carpet: takes commanded velocities, and is measured in its own frame.

import { readFileSync } from "node:fs";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import type { PlanarVelocity } from "../../src/devices/drive/WheelKinematics.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { rotate } from "../../src/math/Quat.js";
import { dot, type Vec3 } from "../../src/math/Vec3.js";
import { BodyMotion } from "../../src/physics/BodyMotion.js";
import type { Robot } from "../../src/world/Robot.js";
import { World } from "../../src/world/World.js";
import { staticOf } from "./SmallWorlds.js";

export const robotFile = (name: string): string =>
  readFileSync(new URL(`../../robots/${name}`, import.meta.url), "utf8");

/** The robot's file with some lines replaced. */
export function withLines(text: string, lines: Readonly<Record<string, string | undefined>>): string {
  const kept = text.split("\n").filter((line) => !(line.split("=")[0].trim() in lines));
  const given = Object.entries(lines).filter(([, value]) => value !== undefined);
  return [...kept, ...given.map(([key, value]) => `${key} = ${value}`)].join("\n");
}

export const readSoccerRobot = (text: string) => readRobotDocument(text, { kinds: builtInKinds() }).robot;

export const driveMessage = (...numbers: number[]): DataView => {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((x, i) => {
    view.setFloat32(4 * i, x, true);
  });
  return view;
};

const open: World[] = [];

export function closePitches(): void {
  for (const world of open.splice(0)) world.dispose();
}

export class Pitch {
  readonly #motion: BodyMotion;

  private constructor(
    readonly world: World,
    readonly name: string,
  ) {
    this.#motion = new BodyMotion(world.physics, name, "Body");
  }

  /** Not kept in a field, because a restore creates a new object. */
  get robot(): Robot {
    return this.world.robot(this.name);
  }

  static async open(text: string, { stepSec = 0.002 } = {}): Promise<Pitch> {
    const ground = staticOf("ground", { kind: "Plane" }, { material: "Carpet" });
    const world = await World.create(worldFileOf(describeWorld({ stepSec, entities: [ground] })));
    open.push(world);
    const pitch = new Pitch(world, world.join(readSoccerRobot(text)).name);
    pitch.run(0.3);
    return pitch;
  }

  tell(forward: number, left: number, turn: number): void {
    const part = this.robot.device("Drive");
    this.robot.command(part, part.read(driveMessage(forward, left, turn)), this.world.timeNs);
  }

  run(seconds: number, each?: () => void): this {
    const steps = Math.round((seconds * 1e9) / this.world.stepNs);
    for (let i = 0; i < steps; i++) {
      const removed = this.world.stepFrame();
      if (removed.length > 0) throw removed[0].error;
      each?.();
    }
    return this;
  }

  /** Repeats the command, so that it never times out. */
  drive(seconds: number, [forward, left, turn]: Vec3, each?: () => void): this {
    for (let done = 0; done < seconds - 1e-9; done += 0.02) {
      this.tell(forward, left, turn);
      this.run(0.02, each);
    }
    return this;
  }

  /** True motion, in the robot's own frame. */
  get velocity(): PlanarVelocity & { readonly rise: number } {
    const q = this.#motion.orientation();
    const { linear, angular } = this.velocities;
    const along = (axis: Vec3): number => dot(linear, rotate(q, axis));
    return { forward: along([0, 1, 0]), left: along([-1, 0, 0]), turn: angular[2], rise: linear[2] };
  }

  get velocities(): { readonly linear: Vec3; readonly angular: Vec3 } {
    return { linear: this.#motion.velocityAt(this.#motion.position()), angular: this.#motion.angularVelocity() };
  }

  get position(): Vec3 {
    return this.#motion.position();
  }

  /** Lean: cosine of the angle between the robot's up axis and the world's. */
  get upright(): number {
    return rotate(this.#motion.orientation(), [0, 0, 1])[2];
  }
}
