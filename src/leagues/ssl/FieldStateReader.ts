// Reads the true state of the field from the physics: a few array reads per robot, and the contacts of the ball. A kicker pushes
// without a contact, so a kick counts as a touch too.

import { isBallInReach } from "../../devices/actuators/BallReach.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { listContacts } from "../../physics/Queries.js";
import type { World } from "../../world/World.js";
import { BALL } from "../shared/Ball.js";
import type { FieldBall, FieldRobot, FieldState } from "./FieldState.js";
import type { SslPlayer } from "./SslPlayer.js";
import type { SslRoster } from "./SslRoster.js";

/** m: a contact with a smaller gap counts as a touch. */
const TOUCHING = 1e-4;
/** m, between the rims of robot and ball: no kicker reaches farther. */
const FAR = 0.1;

export class FieldStateReader {
  readonly #world: World;
  readonly #roster: SslRoster;
  #motion: BodyMotion | undefined;
  #radius = 0;

  constructor(world: World, roster: SslRoster) {
    this.#world = world;
    this.#roster = roster;
  }

  read(): FieldState {
    const { physics, timeNs, timeSec } = this.#world;
    const ball = this.#readBall(physics);
    const touching = ball ? touchers(physics) : NO_ROBOTS;
    const robots = this.#roster.players.map((player) => this.#readRobot(player, ball, touching));
    return { timeNs, timeSec, ball, robots };
  }

  /** The ball is within reach of its kicker. */
  hasBall(player: SslPlayer): boolean {
    const { physics } = this.#world;
    return isAtKicker(physics, player, this.#readBall(physics));
  }

  #readBall(physics: Physics): FieldBall | undefined {
    if (!physics.has(BALL)) {
      this.#motion = undefined;
      return undefined;
    }
    if (!this.#motion) {
      const [body] = physics.entity(BALL).bodies;
      this.#motion = new BodyMotion(physics, BALL, body.name);
      const shape = body.solids.find((solid) => solid.shape.kind === "Sphere")?.shape;
      this.#radius = shape?.kind === "Sphere" ? shape.radius : 0.0215;
    }
    const position = this.#motion.position();
    return { position, velocity: this.#motion.velocityAt(position), radius: this.#radius };
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
      hasBall: isAtKicker(this.#world.physics, player, ball),
    };
  }
}

const NO_ROBOTS: ReadonlySet<string> = new Set();

function touchers(physics: Physics): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { a, b, normalForce, distance } of listContacts(physics, BALL))
    if (normalForce > 0 || distance < TOUCHING) names.add(a.entity === BALL ? b.entity : a.entity);
  return names;
}

function isAtKicker(physics: Physics, player: SslPlayer, ball: FieldBall | undefined): boolean {
  const { name, kicker, outline } = player;
  if (!ball || !kicker) return false;
  const [x, y] = player.position();
  const [dx, dy] = [ball.position[0] - x, ball.position[1] - y];
  const far = outline.radius + ball.radius + FAR;
  return dx * dx + dy * dy < far * far && isBallInReach(physics, name, kicker.description);
}
