// A match without physics for tests of referees: ball and robots move straight at a given speed, touches are given, and the referee's
// orders are executed.

import type { FieldBall, FieldRobot, FieldState } from "../../src/leagues/ssl/FieldState.js";
import { describeField, type FieldType } from "../../src/leagues/ssl/field/FieldGeometry.js";
import type { MatchReferee, RefereeOrder } from "../../src/leagues/ssl/referee/MatchReferee.js";
import { Referee, type RefereeOptions } from "../../src/leagues/ssl/referee/Referee.js";
import { robotKey, robotName, type TeamColor } from "../../src/leagues/ssl/Team.js";
import type { Vec3 } from "../../src/math/Vec3.js";

export const BALL_RADIUS = 0.0215;
const STEP_NS = 2_000_000;

type Movable<T> = { -readonly [K in keyof T]: T[K] };

export class ScriptedMatch<T extends MatchReferee = Referee> {
  timeNs = 0;
  ball: Movable<FieldBall> | undefined = { position: [0, 0, BALL_RADIUS], velocity: [0, 0, 0], radius: BALL_RADIUS };
  robots: Movable<FieldRobot>[] = [];
  /** All orders so far. */
  readonly orders: RefereeOrder[] = [];

  constructor(readonly referee: T) {}

  /** Robots such as `Blue-0`, at x, y. */
  put(name: string, x: number, y: number): this {
    const key = robotKey(name);
    if (!key) throw new Error(name);
    const robot = { ...key, name, x, y, z: 0, orientation: 0, vx: 0, vy: 0, turn: 0, radius: 0.09, height: 0.15 };
    this.robots = [
      ...this.robots.filter((one) => one.name !== name),
      { ...robot, front: 0.075, touchesBall: false, kicksBall: false, hasBall: false },
    ];
    return this;
  }

  robot(name: string): Movable<FieldRobot> {
    const robot = this.robots.find((one) => one.name === name);
    if (!robot) throw new Error(name);
    return robot;
  }

  /** Sets position and velocity of a rolling ball. */
  roll(x: number, y: number, velocity: Vec3 = [0, 0, 0]): this {
    this.ball = { position: [x, y, BALL_RADIUS], velocity, radius: BALL_RADIUS };
    return this;
  }

  scene(touching: readonly string[] = []): FieldState {
    const robots = this.robots.map((robot) => ({ ...robot, touchesBall: touching.includes(robot.name) }));
    return { timeNs: this.timeNs, timeSec: this.timeNs / 1e9, ball: this.ball && { ...this.ball }, robots };
  }

  /** One step in which these robots touch the ball. */
  step(...touching: readonly string[]): this {
    this.timeNs += STEP_NS;
    const { ball } = this;
    if (ball) ball.position = moved(ball.position, ball.velocity);
    for (const robot of this.robots) {
      robot.x += (robot.vx * STEP_NS) / 1e9;
      robot.y += (robot.vy * STEP_NS) / 1e9;
    }
    for (const order of this.referee.look(this.scene(touching))) this.#obey(order);
    return this;
  }

  #obey(order: RefereeOrder): void {
    this.orders.push(order);
    if (order.kind === "place-ball") this.roll(order.x, order.y);
    else Object.assign(this.robot(robotName(order)), { x: order.x, y: order.y, vx: 0, vy: 0 });
  }

  run(sec: number, ...touching: readonly string[]): this {
    const endNs = this.timeNs + Math.round(sec * 1e9);
    while (this.timeNs < endNs) this.step(...touching);
    return this;
  }

  /** Runs until the referee gives this command; fails after `maxSec`. */
  until(command: string, maxSec = 30): this {
    const endNs = this.timeNs + maxSec * 1e9;
    while (this.command !== command) {
      if (this.timeNs >= endNs) throw new Error(`no ${command} in ${maxSec} s, but ${this.command}`);
      this.step();
    }
    return this;
  }

  get command(): string {
    return this.referee.status().command;
  }

  get stage(): string {
    return this.referee.status().stage;
  }

  get texts(): readonly string[] {
    return this.referee.status().events.map(({ text }) => text);
  }

  score(team: TeamColor): number {
    return this.referee.status().teams[team].score;
  }
}

const moved = ([x, y, z]: Vec3, [vx, vy, vz]: Vec3): Vec3 => [
  x + (vx * STEP_NS) / 1e9,
  y + (vy * STEP_NS) / 1e9,
  z + (vz * STEP_NS) / 1e9,
];

export const fieldOf = (type: FieldType) => describeField({ type });

/** Two robots per team, at kick-off; blue has the half at -x and kicks off. */
export function scriptedMatch(options: Partial<RefereeOptions> = {}): ScriptedMatch {
  const match = new ScriptedMatch(new Referee({ field: fieldOf("division-a"), ...options }));
  return match.put("Blue-0", -5.8, 0).put("Blue-1", -0.3, 0).put("Yellow-0", 5.8, 0).put("Yellow-1", 1, 0);
}

/** In play after a forced start of the first half; no robot has touched the ball. */
export function matchInPlay(options: Partial<RefereeOptions> = {}): ScriptedMatch {
  const match = scriptedMatch(options).until("NORMAL_START");
  match.robot("Blue-1").x = -2;
  match.referee.command({ kind: "stop" });
  match.step().referee.command({ kind: "start" });
  return match.until("FORCE_START");
}
