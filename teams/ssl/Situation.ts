// What the referee's packets mean for one team. Kick-offs, free kicks and penalties become open play after the ball has moved 5 cm; the
// robot that kicked may not touch the ball again before another robot did.

import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import { Referee_Command as Command, type Referee } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { BALL, ROBOT } from "./Pitch.js";
import { distance, type Point, point } from "./Plane.js";
import type { View } from "./View.js";

export type Situation =
  /** Robots stand; or move slowly, away from the ball and from its designated place; or play. */
  | { readonly kind: "halt" }
  | { readonly kind: "stop"; readonly isBeforeKickOff: boolean; readonly place: Point | undefined }
  | { readonly kind: "play"; readonly banned: number | undefined }
  /** A restart by us or by them; the taker may kick, or waits for the start. */
  | { readonly kind: "kickoff" | "free" | "penalty"; readonly isOurs: boolean; readonly mayKick: boolean };

type Restart = Extract<Situation, { mayKick: boolean }>;

/** m: the ball is in play after it moved this far. */
const MOVED = 0.05;
const MM = 0.001;

export class SituationTracker {
  readonly #color: TeamColor;
  #counter = -1;
  #restart: Restart | undefined;
  #ballWas: Point | undefined;
  #banned: number | undefined;

  constructor(color: TeamColor) {
    this.#color = color;
  }

  hear(referee: Referee | undefined, view: View): Situation {
    if (!referee) return this.#play(view);
    if (referee.commandCounter !== this.#counter) this.#obey(referee, view);
    switch (referee.command) {
      case Command.HALT:
        return { kind: "halt" };
      case Command.STOP:
      case Command.TIMEOUT_BLUE:
      case Command.TIMEOUT_YELLOW:
      case Command.BALL_PLACEMENT_BLUE:
      case Command.BALL_PLACEMENT_YELLOW:
        return this.#stop(referee);
      default:
        return this.#play(view);
    }
  }

  /** A new command. */
  #obey({ command, commandCounter }: Referee, view: View): void {
    this.#counter = commandCounter;
    const before = this.#restart;
    this.#restart = restartOf(command, this.#color);
    // the start after a preparation
    if (command === Command.NORMAL_START && before && !before.mayKick) this.#restart = { ...before, mayKick: true };
    this.#ballWas = view.ball.at;
    this.#banned = undefined;
  }

  #stop({ nextCommand, designatedPosition, blueTeamOnPositiveHalf }: Referee): Situation {
    const isBeforeKickOff =
      nextCommand === Command.PREPARE_KICKOFF_BLUE || nextCommand === Command.PREPARE_KICKOFF_YELLOW;
    const toOurs = blueTeamOnPositiveHalf === (this.#color === "blue") ? -MM : MM;
    const place = designatedPosition && point(toOurs * designatedPosition.x, toOurs * designatedPosition.y);
    return { kind: "stop", isBeforeKickOff, place };
  }

  #play(view: View): Situation {
    const restart = this.#restart;
    if (restart?.mayKick && this.#ballWas && distance(view.ball.at, this.#ballWas) > MOVED) {
      this.#restart = undefined;
      if (restart.isOurs) this.#banned = nearest(view);
    } else if (restart) return restart;
    if (this.#banned !== undefined && isTouchedByOther(view, this.#banned)) this.#banned = undefined;
    return { kind: "play", banned: this.#banned };
  }
}

function restartOf(command: Command, color: TeamColor): Restart | undefined {
  const make = (kind: Restart["kind"], by: TeamColor, mayKick = false): Restart => ({
    kind,
    isOurs: by === color,
    mayKick,
  });
  switch (command) {
    case Command.PREPARE_KICKOFF_BLUE:
      return make("kickoff", "blue");
    case Command.PREPARE_KICKOFF_YELLOW:
      return make("kickoff", "yellow");
    case Command.PREPARE_PENALTY_BLUE:
      return make("penalty", "blue");
    case Command.PREPARE_PENALTY_YELLOW:
      return make("penalty", "yellow");
    case Command.DIRECT_FREE_BLUE:
    case Command.INDIRECT_FREE_BLUE:
      return make("free", "blue", true);
    case Command.DIRECT_FREE_YELLOW:
    case Command.INDIRECT_FREE_YELLOW:
      return make("free", "yellow", true);
    default:
      return undefined;
  }
}

function nearest({ ours, ball }: View): number | undefined {
  if (ours.length === 0) return undefined;
  return ours.reduce((best, one) => (distance(one.at, ball.at) < distance(best.at, ball.at) ? one : best)).id;
}

const isTouchedByOther = ({ ours, theirs, ball }: View, banned: number): boolean =>
  [...ours.filter(({ id }) => id !== banned), ...theirs].some(({ at }) => distance(at, ball.at) < ROBOT + BALL + 0.03);
