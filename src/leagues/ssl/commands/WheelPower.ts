// What a robot on omni wheels needs to reach an acceleration in every direction (F3): torque at a wheel, and friction at its rim. The
// wheels share the force as evenly as possible; a wheel that is too light for its share gives what its friction allows, and the others
// take over the rest. The weight moves against the acceleration, by the height of the centre of mass. Left out: turning at the same time.

import { cos, PI, sin } from "../../../math/Trigonometry.js";

/** m, kg; angles in rad from forward, counter-clockwise. */
export interface WheeledRobot {
  readonly angles: readonly number[];
  readonly wheelDistance: number;
  readonly wheelRadius: number;
  readonly wheelMass: number;
  readonly mass: number;
  /** Height of the centre of mass. */
  readonly centerHeight: number;
}

export interface WheelDemand {
  /** Largest torque of a wheel, N·m. */
  readonly torque: number;
  /** Friction of the wheels along their rims. */
  readonly friction: number;
}

const G = 9.81;
/** Directions that are tried, over the whole circle. */
const DIRECTIONS = 48;
/** Friction of the rollers along the axle, times the share of wheels that stand across. */
const ROLLER_DRAG = 0.02;
/** A wheel with this share of its even load is about to lift. */
const LIFTING = 0.05;

type Vector = readonly number[];

/** What an acceleration needs, m/s²; undefined: in some direction friction up to `maxFriction` does not suffice, or the robot tips over. */
export function wheelDemand(robot: WheeledRobot, acceleration: number, maxFriction: number): WheelDemand | undefined {
  let [torque, friction] = [0, 0];
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * PI * k) / DIRECTIONS;
    const demand = demandAlong(robot, [cos(angle), sin(angle)], acceleration, maxFriction);
    if (!demand) return undefined;
    torque = Math.max(torque, demand.torque);
    friction = Math.max(friction, demand.friction);
  }
  return { torque, friction };
}

/** The largest acceleration in every direction, m/s². */
export function reachableAcceleration(robot: WheeledRobot, maxFriction: number): number {
  let [reached, tooMuch] = [0, G * maxFriction];
  for (let i = 0; i < 20; i++) {
    const middle = (reached + tooMuch) / 2;
    if (wheelDemand(robot, middle, maxFriction)) reached = middle;
    else tooMuch = middle;
  }
  return reached;
}

/** Speed of the fastest wheel at a speed of the robot in any direction, rad/s. */
export function fastestWheel({ angles, wheelRadius }: WheeledRobot, speed: number): number {
  let most = 0;
  for (let k = 0; k < DIRECTIONS; k++)
    for (const angle of angles) most = Math.max(most, Math.abs(sin(angle - (2 * PI * k) / DIRECTIONS)));
  return (most * speed) / wheelRadius;
}

/** `along`: forward and left, of length 1. */
function demandAlong(
  robot: WheeledRobot,
  along: Vector,
  acceleration: number,
  maxFriction: number,
): WheelDemand | undefined {
  const { angles, mass, wheelMass, wheelRadius } = robot;
  // forward and left along the rim of each wheel, and the same lever arm for all
  const rims = angles.map((angle) => [-sin(angle), cos(angle)]);
  const shares = rims.map(([f, l]) => f * along[0] + l * along[1]);
  const turning = shares.reduce((sum, share) => sum + 0.5 * wheelMass * share * share, 0);
  const force = (mass + turning) * acceleration + ROLLER_DRAG * mass * G;
  const loads = wheelLoads(robot, [along[0] * acceleration, along[1] * acceleration]);
  if (!loads) return undefined;
  const wanted = [along[0] * force, along[1] * force, 0];
  const rows = [rims.map(([f]) => f), rims.map(([, l]) => l), rims.map(() => 1)];
  const share = (friction: number) =>
    shareForces(
      rows,
      wanted,
      loads.map((load) => load * friction),
    );
  if (!share(maxFriction)) return undefined;
  let [low, high] = [0, maxFriction];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (share(middle)) high = middle;
    else low = middle;
  }
  const forces = share(high) ?? [];
  const inertia = 0.5 * wheelMass * wheelRadius * wheelRadius;
  const torques = forces.map(
    (one, i) => Math.abs(one) * wheelRadius + (inertia * Math.abs(shares[i]) * acceleration) / wheelRadius,
  );
  return { torque: Math.max(...torques), friction: high };
}

/** Load of each wheel, N; undefined: one is about to lift. */
function wheelLoads(robot: WheeledRobot, acceleration: Vector): Vector | undefined {
  const { angles, wheelDistance, mass, centerHeight } = robot;
  const rows = [
    angles.map(() => 1),
    angles.map((angle) => wheelDistance * cos(angle)),
    angles.map((angle) => wheelDistance * sin(angle)),
  ];
  const moment = (k: number): number => -mass * centerHeight * acceleration[k];
  const loads = leastNorm(rows, [mass * G, moment(0), moment(1)]);
  const least = (LIFTING * mass * G) / angles.length;
  return loads?.every((load) => load >= least) ? loads : undefined;
}

/** Forces with these sums, each within its limit; undefined: there are none. Forces at their limits stay there. */
function shareForces(rows: readonly Vector[], wanted: Vector, limits: Vector): Vector | undefined {
  const forces = limits.map(() => 0);
  const free = new Set(limits.keys());
  for (;;) {
    const held = rows.map((row) => row.reduce((sum, x, i) => sum + (free.has(i) ? 0 : x * forces[i]), 0));
    const masked = rows.map((row) => row.map((x, i) => (free.has(i) ? x : 0)));
    const next = leastNorm(
      masked,
      wanted.map((sum, k) => sum - held[k]),
    );
    if (!next) return undefined;
    const over = [...free].filter((i) => Math.abs(next[i]) > limits[i]);
    if (over.length === 0) return forces.map((force, i) => (free.has(i) ? next[i] : force));
    for (const i of over) {
      forces[i] = Math.sign(next[i]) * limits[i];
      free.delete(i);
    }
  }
}

/** The smallest x with rows · x = wanted; undefined: there is none. */
function leastNorm(rows: readonly Vector[], wanted: Vector): Vector | undefined {
  // (A Aᵀ) y = wanted by elimination, x = Aᵀ y; a little more on the diagonal, because rows may depend on each other
  const n = rows.length;
  const m = rows.map((a, i) => [...rows.map((b) => dot(a, b)), wanted[i]]);
  const scale = Math.max(...m.map((row, i) => row[i]), TINY);
  for (let i = 0; i < n; i++) m[i][i] += TINY * scale;
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) {
      if (k === i) continue;
      const share = m[k][i] / m[i][i];
      for (let j = i; j <= n; j++) m[k][j] -= share * m[i][j];
    }
  const y = m.map((row, i) => row[n] / row[i]);
  const x = rows[0].map((_, k) => rows.reduce((sum, row, i) => sum + row[k] * y[i], 0));
  const size = Math.max(...wanted.map(Math.abs));
  return rows.every((row, i) => Math.abs(dot(row, x) - wanted[i]) <= MAX_RESIDUE * size) ? x : undefined;
}

const TINY = 1e-9;
/** Share of the largest wanted sum. */
const MAX_RESIDUE = 1e-4;

const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
