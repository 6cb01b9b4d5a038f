// One half of a game of the shipped teams, observed from outside: score, possession, kicks, and jumps of robots or ball while the ball
// is in play (teleports). Reads the true field state after every decision of the teams.

import type { FieldBall, FieldState } from "../../src/leagues/ssl/FieldState.js";
import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import { cpuSec } from "../CpuSum.js";
import { SelfPlay, type SelfPlayOptions } from "./SelfPlay.js";

export interface GameResult {
  readonly seed: number;
  readonly score: Readonly<Record<TeamColor, number>>;
  /** Shares of the time in play. */
  readonly possession: Readonly<Record<TeamColor, number>>;
  /** Sudden increases of the ball's speed, by the nearest robot. */
  readonly kicks: Readonly<Record<TeamColor, number>>;
  /** Kicks that are followed by a kick of the same team. */
  readonly passes: Readonly<Record<TeamColor, number>>;
  /** Jumps of robots or ball in NORMAL_START, FORCE_START and DIRECT_FREE. */
  readonly teleports: number;
  /** Robots that the referee put into their half. */
  readonly placedRobots: number;
  readonly events: readonly string[];
  readonly simulatedSec: number;
  readonly cpuSec: number;
  readonly hash: string;
}

/** m in one step of 16 ms: faster than any robot, faster than any kick. */
const [ROBOT_JUMP, BALL_JUMP] = [0.1, 0.16];
/** m/s: an increase of the ball's speed in one step that counts as a kick. */
const KICK = 0.7;
const PLAYING = /^(NORMAL_START|FORCE_START|DIRECT_FREE_)/;

export async function playHalf(options: SelfPlayOptions): Promise<GameResult> {
  const game = await SelfPlay.create(options);
  const watch = new GameWatch();
  const start = cpuSec();
  while (game.match.status().stage !== "NORMAL_HALF_TIME") {
    game.step();
    watch.look(game);
  }
  const { blue, yellow } = game.match.status().teams;
  return {
    seed: options.seed,
    score: { blue: blue.score, yellow: yellow.score },
    possession: { blue: blue.possession, yellow: yellow.possession },
    kicks: watch.kicks,
    passes: watch.passes,
    teleports: watch.teleports,
    placedRobots: watch.placedRobots,
    events: watch.events,
    simulatedSec: game.simulation.world.timeSec,
    cpuSec: cpuSec() - start,
    hash: game.simulation.hash(),
  };
}

class GameWatch {
  readonly kicks = { blue: 0, yellow: 0 };
  readonly passes = { blue: 0, yellow: 0 };
  readonly events: string[] = [];
  teleports = 0;
  placedRobots = 0;
  #before: FieldState | undefined;
  #wasPlaying = false;
  #kicker: TeamColor | undefined;
  #lastEventSec = -1;

  look({ match }: SelfPlay): void {
    const scene = match.fieldState();
    const { command, events } = match.status();
    const isPlaying = PLAYING.test(command);
    for (const { time, text } of events) if (time > this.#lastEventSec) this.events.push(`${time.toFixed(2)} ${text}`);
    this.#lastEventSec = events.at(-1)?.time ?? this.#lastEventSec;
    const jumped = this.#jumps(scene);
    if (isPlaying && this.#wasPlaying) {
      this.teleports += jumped.robots + jumped.balls;
      this.#noteKick(scene);
    } else {
      this.placedRobots += jumped.robots;
      this.#kicker = undefined;
    }
    this.#before = scene;
    this.#wasPlaying = isPlaying;
  }

  #jumps({ robots, ball }: FieldState): { robots: number; balls: number } {
    const before = this.#before;
    if (!before) return { robots: 0, balls: 0 };
    const jumped = robots.filter(({ name, x, y }) => {
      const old = before.robots.find((one) => one.name === name);
      return old !== undefined && Math.hypot(old.x - x, old.y - y) > ROBOT_JUMP;
    });
    const isBallGone = ball !== undefined && before.ball !== undefined && way(before.ball, ball) > BALL_JUMP;
    return { robots: jumped.length, balls: isBallGone ? 1 : 0 };
  }

  #noteKick({ ball, robots }: FieldState): void {
    const old = this.#before?.ball;
    if (!ball || !old || Math.hypot(...ball.velocity) < Math.hypot(...old.velocity) + KICK) return;
    const [bx, by] = ball.position;
    const nearest = robots.reduce((one, other) =>
      Math.hypot(other.x - bx, other.y - by) < Math.hypot(one.x - bx, one.y - by) ? other : one,
    );
    this.kicks[nearest.team]++;
    if (this.#kicker === nearest.team) this.passes[nearest.team]++;
    this.#kicker = nearest.team;
  }
}

const way = (a: FieldBall, b: FieldBall): number => Math.hypot(...a.position.map((x, i) => x - b.position[i]));
