// A soccer robot from its text file with a ball in front of it, on carpet: commanded and measured in the robot's own frame. The robot
// stands at the origin and faces +y, as in its model space.

import { BALL_RADIUS, ball } from "../../robots/Ball.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { relative } from "../../src/math/Pose.js";
import { conjugate, IDENTITY, rotate } from "../../src/math/Quat.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { type BodyState, moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import type { Robot } from "../../src/world/Robot.js";
import { World } from "../../src/world/World.js";

export interface StandOptions {
  readonly stepSec?: number;
  /** True: no ground and no gravity. */
  readonly isFloating?: boolean;
}

const GROUND: EntityInput = {
  name: "Ground",
  isStatic: true,
  bodies: [{ name: "Ground", solids: [{ name: "Carpet", shape: { kind: "Plane" }, material: "Carpet" }] }],
};

export class BallStand {
  private constructor(
    readonly world: World,
    readonly name: string,
  ) {}

  static async open(text: string, { stepSec = 0.002, isFloating = false }: StandOptions = {}): Promise<BallStand> {
    const physics = describeWorld({
      stepSec,
      entities: isFloating ? [ball()] : [GROUND, ball()],
      gravity: [0, 0, isFloating ? 0 : -9.81],
    });
    const world = await World.create(worldFileOf(physics));
    moveBody(world.physics, "Ball", "Ball", { position: [0, 5, BALL_RADIUS], orientation: IDENTITY });
    const { robot } = readRobotDocument(text, { kinds: builtInKinds() });
    const stand = new BallStand(world, world.join({ ...robot, offset: [0, 0, 0] }).name);
    if (!isFloating) stand.run(0.2);
    return stand;
  }

  get robot(): Robot {
    return this.world.robot(this.name);
  }
  get body(): BodyState {
    return readBody(this.world.physics, this.name, "Body");
  }
  get ball(): BodyState {
    return readBody(this.world.physics, "Ball", "Ball");
  }

  /** The ball's centre and its velocity relative to the robot, in the robot's frame; the origin is on the ground. */
  get seen(): { readonly position: Vec3; readonly velocity: Vec3 } {
    const { body, ball } = this;
    const { position } = relative({ ...body, position: [body.position[0], body.position[1], 0] }, ball);
    const [v, u] = [ball.linearVelocity, body.linearVelocity];
    return { position, velocity: rotate(conjugate(body.orientation), [v[0] - u[0], v[1] - u[1], v[2] - u[2]]) };
  }

  /** In the world. */
  put(position: Vec3, velocity: Vec3 = [0, 0, 0], spin: Vec3 = [0, 0, 0]): this {
    moveBody(this.world.physics, "Ball", "Ball", { position, orientation: IDENTITY });
    setVelocity(this.world.physics, "Ball", "Ball", velocity, spin);
    return this;
  }

  tell(part: string, ...numbers: number[]): this {
    const view = new DataView(new ArrayBuffer(4 * numbers.length));
    numbers.forEach((x, i) => {
      view.setFloat32(4 * i, x, true);
    });
    const device = this.robot.device(part);
    this.robot.command(device, device.read(view), this.world.timeNs);
    return this;
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

  /** Repeats the command, so that it does not time out. */
  drive(seconds: number, [forward, left, turn]: Vec3, dribbler: number, each?: () => void): this {
    for (let done = 0; done < seconds - 1e-9; done += 0.02) {
      this.tell("Drive", forward, left, turn).tell("Dribbler", dribbler).run(0.02, each);
    }
    return this;
  }

  dispose(): void {
    this.world.dispose();
  }
}
