// Reads the true state of the field from the physics: a few array reads per robot, and the contacts of the ball. A kicker pushes
// without a contact, so a kick counts as a touch too.

import { isBallInReach } from "../../devices/actuators/BallReach.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { Physics } from "../../physics/Physics.js";
import type { World } from "../../world/World.js";
import { BALL } from "../shared/Ball.js";
import { BallReader, ballTouchers, type FieldBall } from "../shared/BallReader.js";
import type { FieldRobot, FieldState } from "./FieldState.js";
import type { SslPlayer } from "./SslPlayer.js";
import type { SslRoster } from "./SslRoster.js";

/** m, between the rims of robot and ball: no kicker reaches farther. */
const FAR = 0.1;

export class FieldStateReader {
  readonly #world: World;
  readonly #roster: SslRoster;
  readonly #ball = new BallReader();

  constructor(world: World, roster: SslRoster) {
    this.#world = world;
    this.#roster = roster;
  }

  read(): FieldState {
    const { physics, timeNs, timeSec } = this.#world;
    const ball = this.#ball.read(physics);
    const touching = ball ? ballTouchers(physics) : NO_ROBOTS;
    const robots = this.#roster.players.map((player) => this.#readRobot(player, ball, touching));
    return { timeNs, timeSec, ball, robots };
  }

  /** The ball is within reach of its kicker. */
  hasBall(player: SslPlayer): boolean {
    const { physics } = this.#world;
    return isAtKicker(physics, player, player.position(), this.#ball.read(physics));
  }

  #readRobot(player: SslPlayer, ball: FieldBall | undefined, touching: ReadonlySet<string>): FieldRobot {
    const { key, name, outline, kicker } = player;
    const position = player.position();
    const [x, y, z] = position;
    const [vx, vy] = player.motion.velocityAt(position);
    const kicksBall = kicker?.pushed === BALL;
    return {
      team: key.team,
      id: key.id,
      name,
      x,
      y,
      z: z + outline.bottom,
      orientation: player.facing(),
      vx,
      vy,
      turn: player.motion.angularVelocity()[2],
      radius: outline.radius,
      height: outline.height,
      front: outline.front,
      touchesBall: kicksBall || touching.has(name),
      kicksBall,
      hasBall: isAtKicker(this.#world.physics, player, position, ball),
    };
  }
}

const NO_ROBOTS: ReadonlySet<string> = new Set();

function isAtKicker(physics: Physics, player: SslPlayer, [x, y]: Vec3, ball: FieldBall | undefined): boolean {
  const { name, kicker, outline } = player;
  if (!ball || !kicker) return false;
  const [dx, dy] = [ball.position[0] - x, ball.position[1] - y];
  const far = outline.radius + ball.radius + FAR;
  return dx * dx + dy * dy < far * far && isBallInReach(physics, name, kicker.description);
}
