// Robots and ball that are pulled somewhere until told otherwise (F3, by_force): a spring and a damper along each coordinate that
// was given,
//   F = M (w² e - 2 w v),  |w² e| at most MOST,
// and about the vertical likewise. What is held up is held against gravity too. A robot's motors are switched off meanwhile, so
// that it can be pushed along.

import type { Hash64 } from "../math/Hash64.js";
import { PI } from "../math/Trigonometry.js";
import type { Vec3 } from "../math/Vec3.js";
import { applyForce, applyTorque, readBody } from "../physics/Bodies.js";
import type { Physics } from "../physics/Physics.js";
import type { Player } from "./Roster.js";
import { BALL } from "./SceneReading.js";

/** Where to; what is left out is free. */
export interface HoldTarget {
  readonly x?: number;
  readonly y?: number;
  /** Of its middle. */
  readonly z?: number;
  readonly orientation?: number;
}

export type HoldState = readonly (readonly [string, HoldTarget])[];

/** w, rad/s, and the most that the springs give: m/s², rad/s². */
const SPEED = 20;
const MOST = 30;
const MOST_TURN = 300;
/** Message to a VelocityDrive: volts. */
const VOLTS = 2;

export class ForceHold {
  /** By name. */
  #held = new Map<string, HoldTarget>();

  hold(name: string, target: HoldTarget): void {
    this.#held.set(name, target);
  }

  release(name: string): void {
    this.#held.delete(name);
  }

  has(name: string): boolean {
    return this.#held.has(name);
  }

  /** Forces for the step that comes now. */
  apply(physics: Physics, players: readonly Player[], timeNs: number): void {
    if (this.#held.size === 0) return;
    for (const [name, target] of this.save()) {
      const player = players.find((one) => one.name === name);
      if (player) {
        letGo(player, timeNs);
        pull(physics, name, player.body, target);
        if (target.orientation !== undefined) turn(physics, player, target.orientation);
      } else if (name === BALL && physics.has(BALL)) pull(physics, BALL, physics.entity(BALL).bodies[0].name, target);
      else this.#held.delete(name);
    }
  }

  clear(): void {
    this.#held.clear();
  }

  save(): HoldState {
    return [...this.#held].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  restore(state: HoldState): void {
    this.#held = new Map(state);
  }

  addTo(hash: Hash64): void {
    if (this.#held.size > 0) hash.addString(JSON.stringify(this.save()));
  }
}

/** As fast as an explicit step bears. */
const speedFor = (physics: Physics): number => Math.min(SPEED, 0.2 / physics.stepSec);

function pull(physics: Physics, entity: string, body: string, { x, y, z }: HoldTarget): void {
  const { position, linearVelocity } = readBody(physics, entity, body);
  const mass = massOf(physics, entity);
  const w = speedFor(physics);
  const along = (to: number | undefined, k: number): number => {
    if (to === undefined) return 0;
    const spring = Math.min(MOST, Math.max(-MOST, w * w * (to - position[k])));
    return mass * (spring - 2 * w * linearVelocity[k]);
  };
  const lift = z === undefined ? 0 : -mass * physics.gravity[2];
  applyForce(physics, entity, body, [along(x, 0), along(y, 1), along(z, 2) + lift] as Vec3);
}

function turn(physics: Physics, player: Player, to: number): void {
  const { radius } = player.outline;
  const inertia = 0.5 * massOf(physics, player.name) * radius * radius;
  const w = speedFor(physics);
  const way = to - player.facing();
  const shortest = way - 2 * PI * Math.round(way / (2 * PI));
  const spring = Math.min(MOST_TURN, Math.max(-MOST_TURN, w * w * shortest));
  const torque = inertia * (spring - 2 * w * player.motion.angularVelocity()[2]);
  applyTorque(physics, player.name, player.body, [0, 0, torque]);
}

function massOf(physics: Physics, entity: string): number {
  const bodies = physics.layoutOf(entity).tree?.bodies ?? [];
  return bodies.reduce((sum, { mass }) => sum + mass.mass, 0);
}

/** No volts: the wheels turn with the ground. */
function letGo({ robot, drive, driveSettings }: Player, timeNs: number): void {
  if (!drive || !driveSettings) return;
  const count = driveSettings.wheels.length;
  const payload = new DataView(new ArrayBuffer(8 + 4 * count));
  payload.setUint32(0, VOLTS, true);
  payload.setUint32(4, count, true);
  try {
    robot.tell(drive, drive.read(payload), timeNs);
  } catch {
    // a drive of another kind brakes as well as it can
  }
}
