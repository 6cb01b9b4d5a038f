// Reads the true state of the field from the physics: the ball, its contacts, and of each robot only what is asked for. A kicker
// pushes without a contact, so a kick counts as a touch too.

import { isBallInReach } from "../../devices/actuators/BallReach.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { Physics } from "../../physics/Physics.js";
import type { World } from "../../world/World.js";
import { BALL } from "../shared/Ball.js";
import { BallReader, ballTouchers, type FieldBall } from "../shared/BallReader.js";
import type { FieldRobot, FieldState } from "./FieldState.js";
import type { SslPlayer } from "./SslPlayer.js";
import type { SslRoster } from "./SslRoster.js";
import type { TeamColor } from "./Team.js";

/** m, between the rims of robot and ball: no kicker reaches farther. */
const FAR = 0.1;

export class FieldStateReader {
  readonly #world: World;
  readonly #roster: SslRoster;
  readonly #ball = new BallReader();
  /** The robots of the last view, which are read again as long as the players are the same. */
  #robots: readonly ReadRobot[] = [];

  constructor(world: World, roster: SslRoster) {
    this.#world = world;
    this.#roster = roster;
  }

  read(): FieldState {
    const view = this.view();
    return { ...view, robots: view.robots.map(copyOf) };
  }

  /** Reads of the robots only what is asked for: valid until something in the world moves, and until the next view. */
  view(): FieldState {
    const { physics, timeNs, timeSec } = this.#world;
    const ball = this.#ball.read(physics);
    const touching = ball ? ballTouchers(physics) : NO_ROBOTS;
    const { players } = this.#roster;
    if (!isOf(this.#robots, players)) this.#robots = players.map((player) => new ReadRobot(physics, player));
    for (let i = 0; i < players.length; i++) this.#robots[i].look(ball, touching);
    return { timeNs, timeSec, ball, robots: this.#robots };
  }

  /** The ball is within reach of its kicker. */
  hasBall(player: SslPlayer): boolean {
    const { physics } = this.#world;
    return isAtKicker(physics, player, player.position(), this.#ball.read(physics));
  }
}

const NO_ROBOTS: ReadonlySet<string> = new Set();

function isOf(robots: readonly ReadRobot[], players: readonly SslPlayer[]): boolean {
  if (robots.length !== players.length) return false;
  for (let i = 0; i < players.length; i++) if (robots[i].player !== players[i]) return false;
  return true;
}

function copyOf(robot: FieldRobot): FieldRobot {
  const { team, id, name, x, y, z, orientation, vx, vy, turn, radius, height, front } = robot;
  const { touchesBall, kicksBall, hasBall } = robot;
  const outline = { radius, height, front };
  return { team, id, name, x, y, z, orientation, vx, vy, turn, ...outline, touchesBall, kicksBall, hasBall };
}

/** Position and velocity are read when the first of their numbers is asked for. */
class ReadRobot implements FieldRobot {
  readonly #physics: Physics;
  readonly player: SslPlayer;
  #ball: FieldBall | undefined;
  #isTouching = false;
  #position: Vec3 | undefined;
  #velocity: Vec3 | undefined;
  #facing: number | undefined;

  constructor(physics: Physics, player: SslPlayer) {
    this.#physics = physics;
    this.player = player;
  }

  /** At a new instant. */
  look(ball: FieldBall | undefined, touching: ReadonlySet<string>): void {
    this.#ball = ball;
    this.#isTouching = touching.size > 0 && touching.has(this.player.name);
    this.#position = this.#velocity = this.#facing = undefined;
  }

  get team(): TeamColor {
    return this.player.key.team;
  }
  get id(): number {
    return this.player.key.id;
  }
  get name(): string {
    return this.player.name;
  }
  get x(): number {
    return this.#at[0];
  }
  get y(): number {
    return this.#at[1];
  }
  get z(): number {
    return this.#at[2] + this.player.outline.bottom;
  }
  get orientation(): number {
    this.#facing ??= this.player.facing();
    return this.#facing;
  }
  get vx(): number {
    return this.#moving[0];
  }
  get vy(): number {
    return this.#moving[1];
  }
  get turn(): number {
    return this.player.motion.angularVelocity()[2];
  }
  get radius(): number {
    return this.player.outline.radius;
  }
  get height(): number {
    return this.player.outline.height;
  }
  get front(): number {
    return this.player.outline.front;
  }
  get touchesBall(): boolean {
    return this.#isTouching || this.kicksBall;
  }
  get kicksBall(): boolean {
    return this.player.kicker?.pushed === BALL;
  }
  get hasBall(): boolean {
    return isAtKicker(this.#physics, this.player, this.#at, this.#ball);
  }

  get #at(): Vec3 {
    this.#position ??= this.player.position();
    return this.#position;
  }

  get #moving(): Vec3 {
    this.#velocity ??= this.player.motion.velocityAt(this.#at);
    return this.#velocity;
  }
}

function isAtKicker(physics: Physics, player: SslPlayer, [x, y]: Vec3, ball: FieldBall | undefined): boolean {
  const { name, kicker, outline } = player;
  if (!ball || !kicker) return false;
  const [dx, dy] = [ball.position[0] - x, ball.position[1] - y];
  const far = outline.radius + ball.radius + FAR;
  return dx * dx + dy * dy < far * far && isBallInReach(physics, name, kicker.description);
}
