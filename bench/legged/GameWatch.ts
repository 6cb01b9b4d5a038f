// Watches a game from outside: goals, falls, and how far the players' belief is from the truth.

import type { LeggedStatus } from "../../src/leagues/legged/LeggedStatus.js";
import { rotate } from "../../src/math/Quat.js";
import { readPose } from "../../src/physics/Bodies.js";
import type { Simulation } from "../../src/session/Simulation.js";
import type { World } from "../../src/world/World.js";

/** What happened in the world. */
export interface GameResult {
  readonly score: { readonly red: number; readonly blue: number };
  readonly falls: number;
  /** Sum over the robots, s, and the longest single time. */
  readonly fallenSec: number;
  readonly longestFallSec: number;
  readonly simulatedSec: number;
  readonly hash: string;
}

/** What the players told. */
export interface BeliefFigures {
  readonly kicks: number;
  /** Median over all players and seconds, m. Penalised players stand off the field, with their back to it, and do not count. */
  readonly placeError: number;
  /** Share of pictures that showed the ball. */
  readonly ballShare: number;
  /** Processor time of all players, s. */
  readonly playersCpuSec: number;
}

interface Belief {
  readonly time: number;
  readonly place: { readonly x: number; readonly y: number };
  readonly doing: string;
  readonly cpuSec: number;
  readonly kicks: number;
  readonly pictures: number;
  readonly ballPictures: number;
  readonly isPenalized: boolean;
}

/** Truth is kept in steps of a frame of the players, s. */
const STEP = 0.008;
/** A player that is further from where it believes to be is lost, m. */
const LOST = 0.6;
/** A robot has fallen when its up axis leans by more than 60 degrees. */
const FALLEN = 0.5;

export class GameWatch {
  readonly #players: readonly string[];
  readonly #print: (line: string) => void;
  /** True places by player and frame. */
  readonly #truth = new Map<string, readonly [x: number, y: number]>();
  readonly #beliefs = new Map<string, Belief[]>();
  readonly #fallenSince = new Map<string, number>();
  readonly #falls: number[] = [];
  /** Prints a line every simulated second. */
  readonly #trace: ((line: string) => void) | undefined;
  #frame = -1;
  #eventSec = -1;
  #traceSec = -1;

  constructor(players: readonly string[], print: (line: string) => void, trace?: (line: string) => void) {
    this.#players = players;
    this.#print = print;
    this.#trace = trace;
  }

  /** Takes a line of a player's process. */
  hear(name: string, line: string): void {
    this.note(name, JSON.parse(line) as Belief);
  }

  note(name: string, belief: Belief): void {
    const beliefs = this.#beliefs.get(name) ?? [];
    beliefs.push(belief);
    this.#beliefs.set(name, beliefs);
  }

  look(simulation: Simulation): void {
    const { world } = simulation;
    const frame = Math.round(world.timeSec / STEP);
    if (frame === this.#frame) return;
    this.#frame = frame;
    const events = statusOf(simulation)?.events ?? [];
    for (const { time, text } of events) if (time > this.#eventSec) this.#print(`${time.toFixed(1)} s: ${text}`);
    this.#eventSec = Math.max(this.#eventSec, events.at(-1)?.time ?? -1);
    for (const name of this.#players) this.#lookAt(name, world, frame);
    if (this.#trace && Math.floor(world.timeSec) > this.#traceSec) this.#trace(this.#moment(world));
    this.#traceSec = Math.floor(world.timeSec);
  }

  /** Where ball and players are, and what the players were doing at their last report. */
  #moment(world: World): string {
    const show = (x: number, y: number): string => `${x.toFixed(2)} ${y.toFixed(2)}`;
    const [bx, by] = world.physics.has("Ball") ? readPose(world.physics, "Ball", "Body").position : [9, 9];
    const players = this.#players
      .filter((name) => world.has(name))
      .map((name) => {
        const [x, y] = readPose(world.physics, name, "Torso").position;
        const { doing = "", place } = this.#beliefs.get(name)?.at(-1) ?? {};
        const sign = name.startsWith("Blue") ? -1 : 1;
        const isLost = place && Math.hypot(sign * place.x - x, sign * place.y - y) > LOST;
        const belief = isLost ? ` (believes ${show(sign * place.x, sign * place.y)})` : "";
        return `${name.replace("-", "")} ${show(x, y)} ${doing}${belief}`;
      });
    return `${world.timeSec.toFixed(0)} s: ball ${show(bx, by)} | ${players.join(" | ")}`;
  }

  #lookAt(name: string, world: World, frame: number): void {
    if (!world.robots.some((robot) => robot.name === name)) return;
    const { position, orientation } = readPose(world.physics, name, "Torso");
    this.#truth.set(`${name} ${frame}`, [position[0], position[1]]);
    const isFallen = rotate(orientation, [0, 0, 1])[2] < FALLEN;
    const since = this.#fallenSince.get(name);
    if (isFallen && since === undefined) this.#fallenSince.set(name, world.timeSec);
    if (!isFallen && since !== undefined) {
      this.#falls.push(world.timeSec - since);
      this.#fallenSince.delete(name);
      this.#print(`${world.timeSec.toFixed(1)} s: ${name} is up again after ${(world.timeSec - since).toFixed(1)} s`);
    }
  }

  /** m, from the field's frame: a blue player's x runs the other way. */
  #errors(): number[] {
    return [...this.#beliefs].flatMap(([name, beliefs]) => {
      const sign = name.startsWith("Blue") ? -1 : 1;
      return beliefs.flatMap(({ time, place, isPenalized }) => {
        const truth = this.#truth.get(`${name} ${Math.round(time / STEP)}`);
        return truth && !isPenalized ? [Math.hypot(sign * place.x - truth[0], sign * place.y - truth[1])] : [];
      });
    });
  }

  result(simulation: Simulation): GameResult {
    const simulatedSec = simulation.world.timeSec;
    const status = statusOf(simulation);
    const falls = [...this.#falls, ...[...this.#fallenSince.values()].map((since) => simulatedSec - since)];
    return {
      score: { red: status?.teams.red.score ?? 0, blue: status?.teams.blue.score ?? 0 },
      falls: falls.length,
      fallenSec: falls.reduce((total, fall) => total + fall, 0),
      longestFallSec: Math.max(0, ...falls),
      simulatedSec,
      hash: simulation.hash(),
    };
  }

  beliefs(): BeliefFigures {
    const last = [...this.#beliefs.values()].flatMap((beliefs) => beliefs.slice(-1));
    const sum = (pick: (belief: Belief) => number): number => last.reduce((total, belief) => total + pick(belief), 0);
    const errors = this.#errors().sort((a, b) => a - b);
    return {
      kicks: sum(({ kicks }) => kicks),
      placeError: errors[Math.floor(errors.length / 2)] ?? Number.NaN,
      ballShare: sum(({ ballPictures }) => ballPictures) / sum(({ pictures }) => pictures),
      playersCpuSec: sum(({ cpuSec }) => cpuSec),
    };
  }
}

const statusOf = (simulation: Simulation): LeggedStatus | undefined =>
  simulation.guest("legged")?.status?.() as LeggedStatus | undefined;
