// A shipped legged robot in a world of its own, stepped without a server: for tests of its body and its servos.

import { readFileSync } from "node:fs";
import { AIBO_JOINTS } from "../../robots/AiboJoints.js";
import { QRIO_JOINTS } from "../../robots/QrioJoints.js";
import type { RobotDescription } from "../../src/describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { conjugate, rotate } from "../../src/math/Quat.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { add, distance, sub, type Vec3 } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { readJoint, readJointCommand } from "../../src/physics/Joints.js";
import { massOfBody } from "../../src/physics/Masses.js";
import { World } from "../../src/world/World.js";

const KINDS = builtInKinds();

export const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

export const legged = (robot: "aibo" | "qrio"): RobotDescription =>
  readRobotDocument(readText(`robots/${robot}.xml`), { kinds: KINDS }).robot;

export const GROUND = `<World name="ground"> <Step>0.002</Step>
  <Static name="ground"> <Plane name="Carpet"> <Material>Carpet</Material> </Plane> </Static> </World>`;
export const SPACE = '<World name="space"> <Step>0.002</Step> <Gravity>0 0 0</Gravity> </World>';

/** Ways of holding a pose. Under torque control a servo has its whole torque and the speed limit 0. */
export const MODES = ["angle", "velocity", "torque"] as const;

export class LeggedBench {
  readonly world: World;
  readonly robot: RobotDescription;
  readonly targets: Map<string, number>;

  private constructor(world: World, robot: RobotDescription) {
    this.world = world;
    this.robot = robot;
    const joints = robot.name === "Aibo" ? AIBO_JOINTS : QRIO_JOINTS;
    this.targets = new Map(joints.map(({ name, stand }) => [name, stand * DEGREE]));
    world.join(robot);
  }

  static async create(world: string, robot: "aibo" | "qrio" = "aibo"): Promise<LeggedBench> {
    const { world: described } = readWorldDocument(world, { kinds: KINDS });
    return new LeggedBench(await World.create(described, { devices: KINDS }), legged(robot));
  }

  setAngle(joint: string, angle: number): void {
    this.targets.set(joint, angle);
    this.world.physics.setJoint(this.robot.name, joint, "Angle", angle);
  }

  /** Holds the present pose. */
  hold(mode: (typeof MODES)[number]): void {
    if (mode === "angle") return;
    const { physics } = this.world;
    for (const name of this.targets.keys()) {
      this.targets.set(name, this.joint(name).position);
      if (mode === "velocity") physics.setJoint(this.robot.name, name, "Velocity", 0);
      else {
        const { FMax } = readJointCommand(physics, this.robot.name, name).axes[0];
        physics.setJoint(this.robot.name, name, "MaxVel", 0);
        physics.setJoint(this.robot.name, name, "Torque", FMax);
      }
    }
  }

  run(seconds: number, after: () => void = () => {}): void {
    const end = this.world.timeSec + seconds - 1e-9;
    while (this.world.timeSec < end) {
      this.world.stepFrame();
      after();
    }
  }

  joint(name: string) {
    return readJoint(this.world.physics, this.robot.name, name)[0];
  }

  /** Largest distance of a joint from its target, degrees. */
  worstAngle(): number {
    return Math.max(
      ...[...this.targets].map(([name, target]) => Math.abs(this.joint(name).position - target) / DEGREE),
    );
  }

  /** A point of model space that moves with a body: where it is in the frame of another body, m. */
  pointIn(frame: string, body: string, point: Vec3): Vec3 {
    const there = this.#toWorld(body, point);
    const pose = readPose(this.world.physics, this.robot.name, frame);
    return add(rotate(conjugate(pose.orientation), sub(there, pose.position)), this.#center(frame));
  }

  /** Largest distance of the anchors of the two bodies of a joint, m, and largest change of the axis between them. */
  worstJoint(): { readonly anchor: number; readonly axis: number } {
    let [anchor, axis] = [0, 0];
    for (const { body1, body2, anchor: at, axes } of this.robot.entity.joints) {
      const [one, two] = [this.#toWorld(body1, at), this.#toWorld(body2 as string, at)];
      anchor = Math.max(anchor, distance(one, two));
      const turned = [body1, body2 as string].map((body) =>
        rotate(readPose(this.world.physics, this.robot.name, body).orientation, axes[0]),
      );
      axis = Math.max(axis, distance(turned[0], turned[1]));
    }
    return { anchor, axis };
  }

  #toWorld(body: string, point: Vec3): Vec3 {
    const pose = readPose(this.world.physics, this.robot.name, body);
    return add(pose.position, rotate(pose.orientation, sub(point, this.#center(body))));
  }

  readonly #centers = new Map<string, Vec3>();

  #center(name: string): Vec3 {
    let center = this.#centers.get(name);
    if (!center) {
      const body = this.robot.entity.bodies.find((one) => one.name === name);
      if (!body) throw new Error(`no body ${name}`);
      center = massOfBody(body, name).center;
      this.#centers.set(name, center);
    }
    return center;
  }
}
