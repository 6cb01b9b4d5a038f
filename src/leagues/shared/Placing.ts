// Puts robots and the ball at places between two frames (F3). Before the world's next step no object may be inside another one:
// the robot that was placed last moves to the nearest free place, the ball moves to the nearest side of a robot or out of a
// wall. Until then two robots may swap places one after the other.

import { fromAxisAngle, IDENTITY, rotate } from "../../math/Quat.js";
import { PI } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { moveBody, moveEntity, readBody, setVelocity } from "../../physics/Bodies.js";
import type { Physics } from "../../physics/Physics.js";
import { listOverlaps, type Overlap } from "../../physics/Queries.js";
import type { World } from "../../world/World.js";
import { BALL, ballRadius } from "./Ball.js";
import { FreePlace } from "./FreePlace.js";
import type { Player } from "./Player.js";

export interface RobotPlace {
  readonly x: number;
  readonly y: number;
  /** rad. */
  readonly orientation: number;
}

/** In the field's axes: m/s, m/s, rad/s. */
export type RobotVelocity = readonly [vx: number, vy: number, turn: number];

export interface BallMotion {
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly spin: Vec3;
}

const UP: Vec3 = [0, 0, 1];
/** m: overlaps deeper than this count. */
const INSIDE = 1e-3;
/** m: gap between a robot and a ball that is put beside it. */
const BESIDE = 0.002;
/** m: how far a dribbler or kicker may stand out in front of a robot. */
const OVERHANG = 0.03;

/** The robots that play now. */
interface PlayerList {
  readonly players: readonly Player[];
}

export class Placing {
  readonly #world: World;
  readonly #roster: PlayerList;
  /** Names of objects placed since the last step, the last one last. */
  #placed: readonly string[] = [];

  constructor(world: World, roster: PlayerList) {
    this.#world = world;
    this.#roster = roster;
  }

  /** Upright on the floor, with this velocity; earlier commands to its drive are dropped. */
  putRobot(player: Player, { x, y, orientation }: RobotPlace, velocity: RobotVelocity): void {
    const { physics } = this.#world;
    const turned = fromAxisAngle(UP, orientation - PI / 2);
    const [cx, cy, cz] = rotate(turned, player.motion.center);
    const z = player.robot.placement.position[2];
    moveEntity(physics, player.name, player.body, { position: [x + cx, y + cy, z + cz], orientation: turned });
    player.touchDown(physics);
    this.setSpeed(player, velocity);
    this.mark(player.name);
  }

  /** Gives a robot a velocity; its wheels turn accordingly. */
  setSpeed(player: Player, [vx, vy, turn]: RobotVelocity): void {
    const { physics } = this.#world;
    const [cx, cy] = rotate(player.motion.orientation(), player.motion.center);
    setVelocity(physics, player.name, player.body, [vx - turn * cy, vy + turn * cx, 0], [0, 0, turn]);
    const [forward, left] = player.toLocal(vx, vy);
    player.adoptVelocity(physics, { forward, left, turn });
  }

  putBall({ position, velocity, spin }: BallMotion): void {
    const { physics } = this.#world;
    const [body] = physics.entity(BALL).bodies;
    moveBody(physics, BALL, body.name, { position, orientation: IDENTITY });
    setVelocity(physics, BALL, body.name, velocity, spin);
    this.mark(BALL);
  }

  ballMotion(): BallMotion {
    const { physics } = this.#world;
    const { position, linearVelocity, angularVelocity } = readBody(physics, BALL, physics.entity(BALL).bodies[0].name);
    return { position, velocity: linearVelocity, spin: angularVelocity };
  }

  /** Notes that an object was placed: `settle` checks it before the next step. */
  mark(name: string): void {
    this.#placed = [...this.#placed.filter((one) => one !== name), name];
  }

  /** Finds places where robots fit. */
  freePlaces(): FreePlace {
    return new FreePlace(this.#world.physics, this.#roster.players);
  }

  /** Before a step: moves placed objects out of others. */
  settle(): void {
    if (this.#placed.length === 0) return;
    const { physics } = this.#world;
    const { players } = this.#roster;
    const free = new FreePlace(physics, players);
    for (const name of [...this.#placed].reverse()) {
      const player = players.find((one) => one.name === name);
      if (player) this.#settleRobot(player, free);
    }
    if (physics.has(BALL)) {
      for (const player of touchedBy(physics, players)) this.#settleBall(player, free);
      if (this.#placed.includes(BALL)) this.#freeBall(free);
    }
    this.#placed = [];
  }

  #settleRobot(player: Player, free: FreePlace): void {
    const { physics } = this.#world;
    const [x, y] = player.position();
    // circles are coarse: the engine decides whether the robots really overlap
    if (free.isFree([x, y], player.outline.radius, player.name)) return;
    if (!listOverlaps(physics, player.name).some(({ other, distance }) => other.entity !== BALL && distance < -INSIDE))
      return;
    const place = free.nearest([x, y], player.outline.radius, player.name);
    const [vx, vy] = player.velocity();
    const turn = player.motion.angularVelocity()[2];
    this.putRobot(player, { x: place[0], y: place[1], orientation: player.facing() }, [vx, vy, turn]);
    free.move(player.name, place);
  }

  /** Moves the ball ahead of the robot's front, or straight out to its rim: whichever is nearer. */
  #settleBall(player: Player, free: FreePlace): void {
    const ball = this.ballMotion();
    const [x, y] = player.position();
    const [ax, ay] = player.ahead();
    const [dx, dy] = [ball.position[0] - x, ball.position[1] - y];
    const [ahead, left] = [dx * ax + dy * ay, dy * ax - dx * ay];
    const radius = ballRadius(this.#world.physics);
    const { radius: own, front } = player.outline;
    const out = Math.max(Math.sqrt(dx * dx + dy * dy), 1e-9);
    const rim = own + radius + BESIDE;
    const before = front + OVERHANG + radius + BESIDE;
    const isAhead = front < own && Math.abs(left) < own && before - ahead < rim - out && ahead > 0;
    const at: readonly [number, number] = isAhead
      ? [x + before * ax - left * ay, y + before * ay + left * ax]
      : [x + (out > 1e-6 ? dx / out : ax) * rim, y + (out > 1e-6 ? dy / out : ay) * rim];
    const [bx, by] = isAhead ? at : free.nearest(at, radius);
    this.putBall({ ...ball, position: [bx, by, ball.position[2]] });
  }

  /** Moves the ball out of walls and goal posts; it keeps its velocity. */
  #freeBall(free: FreePlace): void {
    const { physics } = this.#world;
    const isInWall = ({ other: { entity }, distance }: Overlap): boolean =>
      distance < -INSIDE && physics.entity(entity).isStatic;
    if (!listOverlaps(physics, BALL).some(isInWall)) return;
    const ball = this.ballMotion();
    const [x, y, z] = ball.position;
    const [bx, by] = free.nearest([x, y], ballRadius(physics));
    this.putBall({ ...ball, position: [bx, by, z] });
  }

  clear(): void {
    this.#placed = [];
  }

  save(): readonly string[] {
    return this.#placed;
  }

  restore(placed: readonly string[]): void {
    this.#placed = placed;
  }
}

/** Robots that the ball overlaps. */
function touchedBy(physics: Physics, players: readonly Player[]): readonly Player[] {
  const names = new Set(
    listOverlaps(physics, BALL)
      .filter(({ distance }) => distance < -INSIDE)
      .map(({ other }) => other.entity),
  );
  return players.filter(({ name }) => names.has(name));
}
