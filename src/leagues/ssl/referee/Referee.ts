// The built-in referee for self-play (F5): reads the field state after every step, stops the game, has the ball placed, resumes, counts
// goals, ends halves, by the league's rule book in the extent that docs/soccer.md states. Pure: the same field states give the same
// decisions. It reads the truth, not vision, and shows no cards.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { length } from "../../../math/Vec3.js";
import { crossingOf } from "../../shared/BallCrossing.js";
import { isReadyForKickOff, type KickOffRules, placesForMisplaced } from "../../shared/KickOff.js";
import { gapBetween } from "../../shared/Place.js";
import { touching } from "../../shared/Possession.js";
import type { FieldBall, FieldState } from "../FieldState.js";
import type { MatchStatus } from "../MatchStatus.js";
import { otherTeam, type RobotKey, type TeamColor } from "../Team.js";
import type { Referee as RefereeMessage } from "../wire/SslReferee_pb.js";
import { decideCrossing } from "./BallDecision.js";
import { noteTouches } from "./BallTouches.js";
import { sideOf } from "./FieldAreas.js";
import type { Foul, FoulContext } from "./fouls/Foul.js";
import { foulsInPlay } from "./fouls/FoulsInPlay.js";
import { foulsAtKick, foulsInStop, gapToBall } from "./fouls/FoulsOutOfPlay.js";
import {
  endStage,
  note,
  recordEvent,
  resumePlay,
  startKickOff,
  stopForForcedStart,
  stopForFreeKick,
} from "./GameFlow.js";
import { applyManualCommand } from "./ManualCommand.js";
import type { MatchReferee, RefereeOrder } from "./MatchReferee.js";
import type { RefereeCommand } from "./RefereeCommand.js";
import { refereePacket, refereeStatus } from "./RefereePacket.js";
import { REFEREE_DEFAULTS, type RefereeSettings, RULES, ruleScale, timeLimitSec } from "./RefereeRules.js";
import { freshState, type RefereeState, teamOfCommand } from "./RefereeState.js";
import { runStageClock } from "./Stages.js";

export type RefereeOptions = Partial<RefereeSettings> & Pick<RefereeSettings, "field">;

/** Interval of packets without a change. */
const PACKET_NS = NS_PER_SEC / 10;

export class Referee implements MatchReferee {
  #settings: RefereeSettings;
  #state: RefereeState;

  constructor(options: RefereeOptions) {
    this.#settings = { ...REFEREE_DEFAULTS, ...options };
    this.#state = freshState(this.#settings);
  }

  get settings(): RefereeSettings {
    return this.#settings;
  }

  /** Changes settings during a game: names, goalkeepers, field. A new length of a half takes effect with the next half. */
  change(settings: Partial<RefereeSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#state.version++;
  }

  look(fieldState: FieldState): readonly RefereeOrder[] {
    const state = this.#state;
    const elapsedNs = Math.max(0, fieldState.timeNs - state.timeNs);
    state.timeNs = fieldState.timeNs;
    const orders: RefereeOrder[] = [];
    if (runStageClock(state, elapsedNs)) endStage(state, this.#settings);
    if (fieldState.ball) state.ballSeenNs = fieldState.timeNs;
    if (state.phase === "stop") orders.push(...this.#lookInStop(fieldState));
    else if (state.phase === "prepare") orders.push(...this.#lookBeforeKickOff(fieldState));
    else if (state.phase !== "halt") this.#lookInGame(fieldState, touching(fieldState.robots), elapsedNs);
    if (fieldState.ball) state.ball = { position: fieldState.ball.position };
    return orders;
  }

  /** s since the last command. */
  get #waitedSec(): number {
    return (this.#state.timeNs - this.#state.commandNs) / NS_PER_SEC;
  }

  #context(fieldState: FieldState, ball: FieldBall, keys: readonly RobotKey[]): FoulContext {
    return { state: this.#state, settings: this.#settings, fieldState, ball, keys };
  }

  #lookInStop(fieldState: FieldState): readonly RefereeOrder[] {
    const state = this.#state;
    const orders = this.#placeBall(fieldState);
    const { ball } = fieldState;
    if (!ball) return orders;
    for (const foul of foulsInStop(this.#context(fieldState, ball, []))) this.#note(foul);
    if (state.isHeld || !state.next || this.#waitedSec < RULES.stopAtLeast) return orders;
    // a kick-off has a separate phase in which robots move away
    const isFree = state.next.startsWith("PREPARE") || this.#isClear(fieldState, ball);
    if ((isFree && this.#isPlaced(ball)) || this.#waitedSec >= RULES.resumeAnyway)
      resumePlay(state, this.#settings, ball);
    return orders;
  }

  #isClear({ robots }: FieldState, ball: FieldBall): boolean {
    const minGap = RULES.keepAway * ruleScale(this.#settings.field) - RULES.keepAwayTolerance;
    return robots.every((robot) => gapToBall(robot, ball) >= minGap);
  }

  /** Not before the ball has had time to come to rest, and robots time to move away. */
  #placeBall(fieldState: FieldState): RefereeOrder[] {
    const state = this.#state;
    const { designated, placedNs, timeNs } = state;
    if (!designated || this.#waitedSec < RULES.placeAfter) return [];
    if (placedNs !== undefined && timeNs - placedNs < RULES.placeAgainAfter * NS_PER_SEC) return [];
    const [x, y] = designated;
    const { ball } = fieldState;
    if (ball && gapBetween(ball.position[0], ball.position[1], x, y) <= RULES.placedWithin) return [];
    const isFree = fieldState.robots.every((robot) => gapBetween(robot.x, robot.y, x, y) > 2 * robot.radius);
    if (!isFree && this.#waitedSec < RULES.placeAnyway) return [];
    state.placedNs = timeNs;
    return [{ kind: "place-ball", x, y }];
  }

  #isPlaced({ position: [x, y], velocity }: FieldBall): boolean {
    const [toX, toY] = this.#state.designated ?? [x, y];
    return gapBetween(x, y, toX, toY) <= RULES.placementTolerance && length(velocity) < RULES.atRestBelow;
  }

  #lookBeforeKickOff(fieldState: FieldState): readonly RefereeOrder[] {
    const state = this.#state;
    const { field } = this.#settings;
    const team = teamOfCommand(state.command) ?? "blue";
    const orders = this.#placeBall(fieldState);
    const { ball } = fieldState;
    if (!ball || this.#waitedSec < RULES.prepareAtLeast || !this.#isPlaced(ball)) return orders;
    const rules: KickOffRules<TeamColor> = { field, team, sideOf: (one) => sideOf(one, state.blueOnPositiveHalf) };
    if (isReadyForKickOff(fieldState.robots, rules)) startKickOff(state, this.#settings, ball);
    else if (this.#waitedSec >= RULES.prepareAtMost) return [...orders, ...this.#placeRobots(fieldState, ball, rules)];
    return orders;
  }

  /** Places robots once; after that the game continues wherever they stand. */
  #placeRobots(fieldState: FieldState, ball: FieldBall, rules: KickOffRules<TeamColor>): readonly RefereeOrder[] {
    const state = this.#state;
    if (state.robotsPlacedNs === undefined) {
      state.robotsPlacedNs = state.timeNs;
      const orders = placesForMisplaced(fieldState.robots, rules).map((place) => ({
        kind: "place-robot" as const,
        ...place,
      }));
      if (orders.length > 0) note(state, `${orders.length} robots were put into their own half`);
      return orders;
    }
    if (state.timeNs - state.robotsPlacedNs >= NS_PER_SEC) startKickOff(state, this.#settings, ball);
    return [];
  }

  #lookInGame(fieldState: FieldState, keys: readonly RobotKey[], elapsedNs: number): void {
    const state = this.#state;
    const { ball } = fieldState;
    if (!ball) {
      this.#missBall();
      return;
    }
    const before = state.ball?.position ?? ball.position;
    const isByHand = this.#isByHand(ball, elapsedNs);
    if (state.watch.touch) state.possessionNs[state.watch.touch.team] += elapsedNs;
    noteTouches(state, ball, keys);
    const context = this.#context(fieldState, ball, keys);
    if (state.phase === "kick") this.#lookAtKick(context);
    const crossing = crossingOf(this.#settings.field, isByHand ? ball.position : before, ball.position, ball.radius);
    if (crossing) decideCrossing(state, this.#settings, fieldState, crossing);
    else if (!foulsInPlay(context).some((foul) => this.#judge(foul))) this.#watchProgress(ball);
  }

  #missBall(): void {
    const state = this.#state;
    if (state.timeNs - state.ballSeenNs < RULES.ballMissingFor * NS_PER_SEC) return;
    const [x, y] = state.ball?.position ?? [0, 0];
    note(state, "the ball is gone");
    stopForForcedStart(state, this.#settings, [x, y]);
  }

  /** True: the ball was moved by a teleport or a verb. Earlier touches do not count. */
  #isByHand({ position }: FieldBall, elapsedNs: number): boolean {
    const { ball, watch } = this.#state;
    if (!ball) return false;
    const maxMove = 0.05 + (RULES.handSpeed * elapsedNs) / NS_PER_SEC;
    if (gapBetween(ball.position[0], ball.position[1], position[0], position[1]) <= maxMove) return false;
    watch.touch = undefined;
    watch.kicker = undefined;
    watch.heights = { blue: 0, yellow: 0 };
    watch.dribble = undefined;
    return true;
  }

  /** The ball is in play after it moved 0.05 m, or after the time for the kick. */
  #lookAtKick(context: FoulContext): void {
    const state = this.#state;
    const { kick, watch } = state;
    const [x, y] = context.ball.position;
    if (!kick) return;
    if (gapBetween(x, y, kick.x, kick.y) >= RULES.inPlayAfter) {
      const { touch } = watch;
      watch.kicker = touch && touch.team === kick.team ? { team: touch.team, id: touch.id } : undefined;
      state.phase = "play";
    } else if (state.timeNs >= kick.untilNs) state.phase = "play";
    else
      for (const foul of foulsAtKick(context)) {
        this.#note(foul);
        const sec = kick.isKickOff ? RULES.kickOffTimeout : timeLimitSec(this.#settings.field);
        kick.untilNs = state.timeNs + sec * NS_PER_SEC;
      }
  }

  #note({ event, teams, counts }: Foul): void {
    recordEvent(this.#state, event);
    if (counts) for (const team of teams) this.#state.fouls[team]++;
  }

  /** True: the game is stopped. */
  #judge(foul: Foul): boolean {
    const { event, teams, stops } = foul;
    const state = this.#state;
    this.#note(foul);
    if (stops) stopForFreeKick(state, this.#settings, otherTeam(teams[0]), [event.x, event.y]);
    else for (const team of teams) state.watch.foulNs[team] = state.timeNs;
    return stops;
  }

  #watchProgress({ position: [x, y] }: FieldBall): void {
    const { watch, timeNs, phase } = this.#state;
    const { progress } = watch;
    if (phase !== "play") watch.progress = undefined;
    else if (!progress || gapBetween(progress.x, progress.y, x, y) > RULES.progressTolerance)
      watch.progress = { x, y, sinceNs: timeNs };
    else {
      const value = timeLimitSec(this.#settings.field);
      if (timeNs - progress.sinceNs < value * NS_PER_SEC) return;
      const text = `no progress for ${value} s`;
      recordEvent(this.#state, { type: "NO_PROGRESS_IN_GAME", timeNs, team: undefined, x, y, value, text });
      stopForForcedStart(this.#state, this.#settings, [x, y]);
    }
  }

  /** Applies a command from a console; throws STATE_WRONG if the command is not possible now. */
  command(command: RefereeCommand): void {
    if (command.kind === "new") this.#begin(this.#state.timeNs);
    else applyManualCommand(this.#state, this.#settings, command);
  }

  /** A packet is due after a change, or 0.1 s after the last one. */
  isDue(timeNs: number): boolean {
    const { version, sentVersion, sentNs } = this.#state;
    return version !== sentVersion || timeNs - sentNs >= PACKET_NS;
  }

  takePacket(timeNs: number, timeUs: number): RefereeMessage | undefined {
    if (!this.isDue(timeNs)) return undefined;
    this.#state.sentVersion = this.#state.version;
    this.#state.sentNs = timeNs;
    return this.packet(timeUs);
  }

  packet(timeUs: number): RefereeMessage {
    return refereePacket(this.#state, this.#settings, timeUs);
  }

  status(): MatchStatus {
    return refereeStatus(this.#state, this.#settings);
  }

  /** Restarts with the world, at time 0. */
  restart(): void {
    this.#begin(0);
  }

  #begin(timeNs: number): void {
    const before = this.#state;
    this.#state = { ...freshState(this.#settings), timeNs, commandNs: timeNs, ballSeenNs: timeNs };
    // the counter continues: teams recognise a new command by it
    this.#state.commandCounter = timeNs > 0 ? before.commandCounter + 1 : 1;
  }

  save(): RefereeState {
    return structuredClone(this.#state);
  }

  restore(state: unknown): void {
    this.#state = structuredClone(state as RefereeState);
  }

  addTo(hash: Hash64): void {
    hash.addString(JSON.stringify(this.#state));
  }
}
