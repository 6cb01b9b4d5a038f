// Statistics of both teams while the ball is in play, for people: way of the robots, passes, balls won, shots and the fastest kick. They
// have no effect on the match. A kick is a touch after which the ball is faster than KICK; a shot is a kick on the way into the
// opponents' goal; a pass is a touch after that of a team mate.

import type { FieldState } from "./FieldState.js";
import type { FieldGeometry } from "./field/FieldGeometry.js";
import type { MatchStatus } from "./MatchStatus.js";
import { otherTeam, type RobotKey, TEAMS, type TeamColor } from "./Team.js";

export interface TeamStatistics {
  /** Sum over all robots, m. */
  readonly distance: number;
  readonly shots: number;
  readonly passes: number;
  /** Touches after one of the opponents. */
  readonly ballsWon: number;
  /** Of the ball after a kick, m/s. */
  readonly fastestKick: number;
}

export type MatchStatistics = Readonly<Record<TeamColor, TeamStatistics>>;

/** Whether the ball is in play, and which half is whose. */
type Play = Pick<MatchStatus, "command" | "blueOnPositiveHalf">;

interface StatisticsState {
  readonly teams: MatchStatistics;
  readonly toucher: RobotKey | undefined;
}

/** m/s. */
const KICK = 1;
/** Time between two looks at the robots, ns, and the largest move in it, m: more is a teleport. */
const LOOK_NS = 100_000_000;
const MAX_MOVE = 1;
const EMPTY: TeamStatistics = { distance: 0, shots: 0, passes: 0, ballsWon: 0, fastestKick: 0 };

export class StatisticsKeeper {
  readonly #playOf: () => Play;
  readonly #fieldOf: () => FieldGeometry;
  #teams: MatchStatistics = { blue: EMPTY, yellow: EMPTY };
  #toucher: RobotKey | undefined;
  #isTouched = false;
  #isInPlay = false;
  #nextNs = 0;
  readonly #places = new Map<string, readonly [number, number]>();

  constructor(playOf: () => Play, fieldOf: () => FieldGeometry) {
    this.#playOf = playOf;
    this.#fieldOf = fieldOf;
  }

  get teams(): MatchStatistics {
    return this.#teams;
  }

  /** Called after every step. */
  look(state: FieldState): void {
    this.#watchBall(state);
    if (state.timeNs < this.#nextNs) return;
    this.#nextNs = state.timeNs + LOOK_NS;
    const { command } = this.#playOf();
    const wasInPlay = this.#isInPlay;
    this.#isInPlay = command === "NORMAL_START" || command === "FORCE_START";
    // a new start of the game begins a new chain of passes
    if (this.#isInPlay && !wasInPlay) this.#toucher = undefined;
    this.#measure(state);
  }

  #watchBall({ ball, robots }: FieldState): void {
    let key: RobotKey | undefined;
    for (const robot of robots) if (robot.touchesBall) key = { team: robot.team, id: robot.id };
    if (key) this.#touch(key);
    // the speed of a kick is that of the ball after the last touch
    else if (this.#isTouched && this.#toucher && ball && this.#isInPlay) this.#kick(this.#toucher.team, ball);
    this.#isTouched = key !== undefined;
  }

  #touch({ team, id }: RobotKey): void {
    const last = this.#toucher;
    this.#toucher = { team, id };
    if (!last || !this.#isInPlay) return;
    const own = this.#teams[team];
    if (last.team !== team) this.#set(team, { ballsWon: own.ballsWon + 1 });
    else if (last.id !== id) this.#set(team, { passes: own.passes + 1 });
  }

  #kick(team: TeamColor, { position: [x, y], velocity: [vx, vy, vz] }: NonNullable<FieldState["ball"]>): void {
    const speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    if (speed < KICK) return;
    const own = this.#teams[team];
    const { fieldLength, goalWidth } = this.#fieldOf();
    const isPositive = this.#playOf().blueOnPositiveHalf === (otherTeam(team) === "blue");
    const goalX = (isPositive ? 1 : -1) * (fieldLength / 2);
    const time = vx === 0 ? -1 : (goalX - x) / vx;
    const isShot = time > 0 && Math.abs(y + time * vy) < goalWidth / 2;
    this.#set(team, { fastestKick: Math.max(own.fastestKick, speed), shots: own.shots + (isShot ? 1 : 0) });
  }

  #measure({ robots }: FieldState): void {
    const ways: Record<TeamColor, number> = { blue: 0, yellow: 0 };
    for (const { name, team, x, y } of robots) {
      const last = this.#places.get(name);
      this.#places.set(name, [x, y]);
      const way = last ? Math.sqrt((x - last[0]) * (x - last[0]) + (y - last[1]) * (y - last[1])) : 0;
      if (this.#isInPlay && way < MAX_MOVE) ways[team] += way;
    }
    for (const team of TEAMS)
      if (ways[team] > 0) this.#set(team, { distance: this.#teams[team].distance + ways[team] });
  }

  #set(team: TeamColor, change: Partial<TeamStatistics>): void {
    this.#teams = { ...this.#teams, [team]: { ...this.#teams[team], ...change } };
  }

  restart(): void {
    this.restore(undefined);
  }

  save(): StatisticsState {
    return { teams: this.#teams, toucher: this.#toucher };
  }

  /** Undefined: from a snapshot without statistics. */
  restore(state: StatisticsState | undefined): void {
    this.#teams = state?.teams ?? { blue: EMPTY, yellow: EMPTY };
    this.#toucher = state?.toucher;
    this.#isTouched = false;
    this.#nextNs = 0;
    this.#places.clear();
  }
}
