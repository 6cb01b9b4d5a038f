// A robot that plays: its team and number, its outline and its motion. Its position is the origin of its model, on the floor below
// its centre; it faces +y of its model. A league extends this class with the devices that its commands need.

import { atan2 } from "../../math/InverseTrigonometry.js";
import { rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { freeBody } from "../../world/CarriedMotion.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotOutline } from "./RobotOutline.js";
import type { RobotKey } from "./Teams.js";

const AHEAD: Vec3 = [0, 1, 0];

/** In the robot's frame: m/s, m/s, rad/s counter-clockwise. */
export interface LocalVelocity {
  readonly forward: number;
  readonly left: number;
  readonly turn: number;
}

export class Player<Team extends string = string> {
  readonly key: RobotKey<Team>;
  readonly robot: Robot;
  readonly outline: RobotOutline;
  /** The free body that carries the others. */
  readonly body: string;
  readonly motion: BodyMotion;

  constructor(physics: Physics, robot: Robot, key: RobotKey<Team>, outline: RobotOutline) {
    this.key = key;
    this.robot = robot;
    this.outline = outline;
    this.body = freeBody(physics, robot.name) ?? robot.description.entity.bodies[0].name;
    this.motion = new BodyMotion(physics, robot.name, this.body);
  }

  get name(): string {
    return this.robot.name;
  }

  /** Of the origin of its model, in the world. */
  position(): Vec3 {
    const { motion } = this;
    return sub(motion.position(), rotate(motion.orientation(), motion.center));
  }

  velocity(): Vec3 {
    return this.motion.velocityAt(this.position());
  }

  /** Direction in which it faces, along the floor, of length 1; +x if the robot stands on its nose. */
  ahead(): readonly [number, number] {
    const [x, y] = rotate(this.motion.orientation(), AHEAD);
    const [ax, ay, length] = [x, y, Math.sqrt(x * x + y * y)];
    return length > 1e-6 ? [ax / length, ay / length] : [1, 0];
  }

  /** rad, -pi to pi; 0: along +x. */
  facing(): number {
    const [x, y] = this.ahead();
    return atan2(y, x);
  }

  /** A velocity in the field's axes as forward and left of the robot. */
  toLocal(vx: number, vy: number): readonly [number, number] {
    const [x, y] = this.ahead();
    return [vx * x + vy * y, vy * x - vx * y];
  }

  /** Called after the robot was placed upright at the height of its start: robots whose feet move are put on the floor. */
  touchDown(_physics: Physics): void {}

  /** Called after the robot was given this velocity: devices drop earlier commands, wheels take the speeds that go with it. */
  adoptVelocity(_physics: Physics, _velocity: LocalVelocity): void {}
}
