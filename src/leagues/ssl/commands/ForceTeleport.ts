// Teleports by_force (F3): pulls robots and ball to a place until the next message about them. In the coordinates that were set, with
// e the way to the target and v the velocity,
//   F = M a,  a = 2 w (u - v),  u = w e / 2,  |u| at most MAX_SPEED, |a| at most MAX_ACCELERATION:
// a critically damped spring near the target, a steady pull far away. The same law turns a robot about the vertical. An object with a
// target height is also held against gravity. The motors of a pulled robot are off, so that it can be pushed.

import { driveCommand } from "../../../devices/drive/DriveCommand.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { PI } from "../../../math/Trigonometry.js";
import { applyForce, applyTorque, readBody } from "../../../physics/Bodies.js";
import { massOfEntity } from "../../../physics/Masses.js";
import type { Physics } from "../../../physics/Physics.js";
import { BALL } from "../../shared/Ball.js";
import type { SslPlayer } from "../SslPlayer.js";

/** Target; a coordinate that is left out is free. */
export interface ForceTarget {
  readonly x?: number;
  readonly y?: number;
  /** Of its centre. */
  readonly z?: number;
  readonly orientation?: number;
}

export type ForceState = readonly (readonly [string, ForceTarget])[];

/** w, rad/s. */
const SPEED = 20;
/** m/s and m/s². */
const MAX_SPEED = 2;
const MAX_ACCELERATION = 30;
/** rad/s and rad/s². */
const MAX_TURN_SPEED = 10;
const MAX_TURN_ACCELERATION = 300;

export class ForceTeleport {
  /** Targets by name of the object. */
  #held = new Map<string, ForceTarget>();

  hold(name: string, target: ForceTarget): void {
    this.#held.set(name, target);
  }

  release(name: string): void {
    this.#held.delete(name);
  }

  /** Applies the forces for the next step. */
  apply(physics: Physics, players: readonly SslPlayer[], timeNs: number): void {
    if (this.#held.size === 0) return;
    for (const [name, target] of this.save()) {
      const player = players.find((one) => one.name === name);
      if (player) {
        releaseWheels(player, timeNs);
        pull(physics, name, player.body, target);
        if (target.orientation !== undefined) turn(physics, player, target.orientation);
      } else if (name === BALL && physics.has(BALL)) pull(physics, BALL, physics.entity(BALL).bodies[0].name, target);
      else this.#held.delete(name);
    }
  }

  clear(): void {
    this.#held.clear();
  }

  save(): ForceState {
    return [...this.#held].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  restore(state: ForceState): void {
    this.#held = new Map(state);
  }

  addTo(hash: Hash64): void {
    if (this.#held.size > 0) hash.addString(JSON.stringify(this.save()));
  }
}

/** w, limited so that an explicit step stays stable. */
const speedFor = (physics: Physics): number => Math.min(SPEED, 0.2 / physics.stepSec);

/** Acceleration towards a target whose distance along each free or set axis is `way`; `w` is the stiffness. */
function accelerate(
  w: number,
  way: readonly number[],
  speed: readonly number[],
  [maxSpeed, maxAcceleration]: readonly [number, number],
): readonly number[] {
  const wanted = limit(
    way.map((e) => (w * e) / 2),
    maxSpeed,
  );
  return limit(
    wanted.map((u, k) => 2 * w * (u - speed[k])),
    maxAcceleration,
  );
}

/** The same direction, at most this long: a pull across the axes is no faster than one along them. */
function limit(vector: readonly number[], max: number): readonly number[] {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return length > max ? vector.map((x) => (x * max) / length) : vector;
}

function pull(physics: Physics, entity: string, body: string, { x, y, z }: ForceTarget): void {
  const { position, linearVelocity: v } = readBody(physics, entity, body);
  const mass = massOfEntity(physics.entity(entity));
  const target = [x, y, z];
  const way = target.map((to, k) => (to === undefined ? 0 : to - position[k]));
  const speed = target.map((to, k) => (to === undefined ? 0 : v[k]));
  const [ax, ay, az] = accelerate(speedFor(physics), way, speed, [MAX_SPEED, MAX_ACCELERATION]);
  const lift = z === undefined ? 0 : -mass * physics.gravity[2];
  applyForce(physics, entity, body, [mass * ax, mass * ay, mass * az + lift]);
}

function turn(physics: Physics, player: SslPlayer, to: number): void {
  const { radius } = player.outline;
  const inertia = 0.5 * massOfEntity(physics.entity(player.name)) * radius * radius;
  const way = to - player.facing();
  const shortest = way - 2 * PI * Math.round(way / (2 * PI));
  const now = player.motion.angularVelocity()[2];
  const [turning] = accelerate(speedFor(physics), [shortest], [now], [MAX_TURN_SPEED, MAX_TURN_ACCELERATION]);
  applyTorque(physics, player.name, player.body, [0, 0, inertia * turning]);
}

/** Sets the voltages of the wheels to 0: they turn with the ground. */
function releaseWheels({ robot, drive, driveSettings }: SslPlayer, timeNs: number): void {
  if (!drive || !driveSettings) return;
  const volts = driveSettings.wheels.map(() => 0);
  const command = driveCommand({ kind: "voltages", volts }, volts.length, drive.path);
  robot.command(drive, command, timeNs);
}
