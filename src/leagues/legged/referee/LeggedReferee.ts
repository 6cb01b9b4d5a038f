// The referee of the four-legged league (F5, L4). It reads the field state after every step, leads the game through initial, ready,
// set, playing and finished, counts goals, places the ball, and takes robots off the field. The same field states give the same
// decisions. docs/legged.md has the rules.

import { SimError } from "../../../describe/SimError.js";
import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { type Crossing, crossingOf } from "../../shared/BallCrossing.js";
import { nextStage, runClock, type StagePlan } from "../../shared/GameClock.js";
import { type KickOffRules, placesForMisplaced } from "../../shared/KickOff.js";
import { gapBetween } from "../../shared/Place.js";
import { lastToucher, touching } from "../../shared/Possession.js";
import { type SaidToReferee, wrongForReferee } from "../../shared/RefereeVerb.js";
import { scoreText } from "../../shared/Score.js";
import type { LeggedFieldState, LeggedRobot } from "../LeggedFieldState.js";
import type { LeggedStatus } from "../LeggedStatus.js";
import { LEGGED_TEAMS, type LeggedKey, type LeggedTeam, otherTeam, robotName, sideOf, teamAt } from "../LeggedTeam.js";
import type { GameControllerData } from "../wire/GameControllerPacket.js";
import { throwInPlace } from "./BallOut.js";
import {
  freshLeggedState,
  type GamePhase,
  type LeggedRefereeState,
  type LeggedStage,
  note,
} from "./LeggedRefereeState.js";
import { leggedData, leggedStatus } from "./LeggedReport.js";
import { LEGGED_DEFAULTS, type LeggedSettings, type Penalty, RULES } from "./LeggedRules.js";
import { findOffences, isOffCarpet } from "./Offences.js";
import { removedPlace, returnPlace, startPlace } from "./RobotPlaces.js";

/** The ball is placed at rest. */
export interface PlaceBall {
  readonly kind: "place-ball";
  readonly x: number;
  readonly y: number;
}

/** A robot is placed upright at rest. */
export interface PlaceRobot extends LeggedKey {
  readonly kind: "place-robot";
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

export type LeggedOrder = PlaceBall | PlaceRobot;
export type LeggedRefereeOptions = Partial<LeggedSettings> & Pick<LeggedSettings, "field">;

const STAGES: StagePlan<LeggedStage>["following"] = {
  "first half": "half time",
  "half time": "second half",
  "second half": "end",
};
const KICK_OFF: PlaceBall = { kind: "place-ball", x: 0, y: 0 };

export class LeggedReferee {
  readonly settings: LeggedSettings;
  #state: LeggedRefereeState;

  constructor(options: LeggedRefereeOptions) {
    this.settings = { ...LEGGED_DEFAULTS, ...options };
    this.#state = freshLeggedState(this.settings);
  }

  /** Called after every step. */
  look(fieldState: LeggedFieldState): readonly LeggedOrder[] {
    const state = this.#state;
    const elapsedNs = Math.max(0, fieldState.timeNs - state.timeNs);
    state.timeNs = fieldState.timeNs;
    const orders: LeggedOrder[] = [
      ...state.pending.splice(0),
      ...this.#welcome(fieldState),
      ...this.#returnRobots(fieldState),
    ];
    if (runClock(state, elapsedNs, state.phase === "playing" || state.stage === "half time" || state.stageLeftNs === 0))
      orders.push(...this.#endStage(fieldState));
    if (state.phase === "initial") orders.push(...this.#lookInInitial());
    else if (state.phase === "ready") orders.push(...this.#lookInReady(fieldState));
    else if (state.phase === "set") this.#lookInSet();
    else if (state.phase === "playing") orders.push(...this.#lookInPlay(fieldState, elapsedNs));
    if (fieldState.ball) [state.ball, state.ballSeenNs] = [fieldState.ball.position, state.timeNs];
    return orders;
  }

  /** s since the phase began. */
  get #waitedSec(): number {
    return (this.#state.timeNs - this.#state.phaseNs) / NS_PER_SEC;
  }

  #enter(phase: GamePhase): void {
    const state = this.#state;
    state.phase = phase;
    state.phaseNs = state.timeNs;
    state.out = undefined;
    state.progress = undefined;
    state.stillSinceNs = undefined;
    state.touch = undefined;
    state.lasting = {};
    state.version++;
  }

  // ---- robots that come and go

  /** A robot that joins before a half is put to its start; later it counts as one that was picked up. */
  #welcome({ robots }: LeggedFieldState): readonly LeggedOrder[] {
    const state = this.#state;
    const present = robots.map(({ name }) => name);
    if (present.length === state.present.length && present.every((name, i) => name === state.present[i])) return [];
    for (const name of state.present)
      if (!present.includes(name)) {
        delete state.removed[name];
        note(state, `${name} is gone`);
      }
    const fresh = robots.filter(({ name }) => !state.present.includes(name));
    state.present = present;
    state.version++;
    if (state.phase === "initial") return fresh.map((robot) => startPlace(keyOf(robot), this.settings.field));
    if (state.phase === "finished") return [];
    return fresh.map((robot) => this.#remove(robot, "request for pickup"));
  }

  #remove(robot: LeggedRobot, penalty: Penalty): PlaceRobot {
    const state = this.#state;
    state.removed[robot.name] = { penalty, untilNs: state.timeNs + RULES.penalty * NS_PER_SEC };
    for (const key of Object.keys(state.lasting)) if (key.endsWith(` ${robot.name}`)) delete state.lasting[key];
    note(state, `${robot.name}: ${penalty}, off for ${RULES.penalty} s`, robot.team);
    return removedPlace(keyOf(robot), this.settings.field);
  }

  #returnRobots({ robots, ball }: LeggedFieldState): readonly LeggedOrder[] {
    const state = this.#state;
    const { field } = this.settings;
    return robots.flatMap((robot): readonly PlaceRobot[] => {
      const removal = state.removed[robot.name];
      if (!removal) return [];
      // a robot that walks back by itself is put aside again
      if (removal.untilNs > state.timeNs) return isOffCarpet(robot, field) ? [] : [removedPlace(keyOf(robot), field)];
      delete state.removed[robot.name];
      note(state, `${robot.name} comes back`, robot.team);
      return [returnPlace(keyOf(robot), field, ball?.position[1] ?? 0)];
    });
  }

  // ---- before a kick-off

  #lookInInitial(): readonly LeggedOrder[] {
    const state = this.#state;
    if (state.isHeld || state.present.length === 0 || this.#waitedSec < RULES.initialFor) return [];
    return this.#getReady(state.kickOffTeam);
  }

  /** The robots walk to their places. */
  #getReady(kickOffTeam: LeggedTeam): readonly LeggedOrder[] {
    this.#state.kickOffTeam = kickOffTeam;
    this.#enter("ready");
    return [KICK_OFF];
  }

  #lookInReady(fieldState: LeggedFieldState): readonly LeggedOrder[] {
    if (this.#state.isHeld || (!this.#isReady(fieldState) && this.#waitedSec < RULES.readyAtMost)) return [];
    const misplaced = placesForMisplaced(this.#onField(fieldState), this.#kickOffRules);
    const orders = misplaced.map((place): PlaceRobot => ({ kind: "place-robot", ...place }));
    this.#enter("set");
    if (orders.length > 0) note(this.#state, `placed by hand: ${misplaced.map(robotName).join(", ")}`);
    return [...orders, KICK_OFF];
  }

  get #kickOffRules(): KickOffRules<LeggedTeam> {
    return { field: this.settings.field, team: this.#state.kickOffTeam, sideOf };
  }

  #onField({ robots }: LeggedFieldState): readonly LeggedRobot[] {
    return robots.filter(({ name }) => !this.#state.removed[name]);
  }

  /** All robots stand still at allowed places. */
  #isReady(fieldState: LeggedFieldState): boolean {
    const state = this.#state;
    const robots = this.#onField(fieldState);
    const isStill = robots.every(({ vx, vy }) => gapBetween(vx, vy, 0, 0) < RULES.stillBelow);
    // an AIBO is larger than the centre circle: the kicker stands outside of it
    const isAtBall = ({ team, x, y }: LeggedRobot): boolean =>
      team === state.kickOffTeam && gapBetween(x, y, 0, 0) < RULES.kickerWithin;
    if (!isStill || !robots.some(isAtBall) || placesForMisplaced(robots, this.#kickOffRules).length > 0) {
      state.stillSinceNs = undefined;
      return false;
    }
    state.stillSinceNs ??= state.timeNs;
    const stillSec = (state.timeNs - state.stillSinceNs) / NS_PER_SEC;
    return stillSec >= RULES.stillFor && this.#waitedSec >= RULES.readyAtLeast;
  }

  #lookInSet(): void {
    if (!this.#state.isHeld && this.#waitedSec >= RULES.setFor) this.#enter("playing");
  }

  // ---- in play

  #lookInPlay(fieldState: LeggedFieldState, elapsedNs: number): readonly LeggedOrder[] {
    const state = this.#state;
    const { ball } = fieldState;
    if (state.touch) state.possessionNs[state.touch.team] += elapsedNs;
    const orders: LeggedOrder[] = findOffences(state, fieldState, this.settings.field, elapsedNs)
      // two offences at once count once
      .filter(({ robot }, i, all) => all.findIndex((one) => one.robot === robot) === i)
      .map(({ robot, penalty }) => this.#remove(robot, penalty));
    if (state.out) return state.timeNs >= state.out.dueNs ? [...orders, this.#bringBack()] : orders;
    if (!ball) return [...orders, ...this.#missBall()];
    const isByHand = this.#isByHand(ball.position, elapsedNs);
    const before = isByHand ? ball.position : (state.ball ?? ball.position);
    const toucher = lastToucher(touching(fieldState.robots), state.touch);
    state.touch = isByHand || !toucher ? undefined : keyOf(toucher);
    const crossing = crossingOf(this.settings.field, before, ball.position, ball.radius);
    if (crossing?.isInGoal) return [...orders, ...this.#countGoal(crossing)];
    if (crossing) this.#takeOut(crossing);
    else if (this.#isStuck(ball.position)) return [...orders, ...this.#restartStuck()];
    return orders;
  }

  #isByHand([x, y]: readonly [number, number, number], elapsedNs: number): boolean {
    const { ball } = this.#state;
    const maxMove = 0.05 + (RULES.handSpeed * elapsedNs) / NS_PER_SEC;
    return ball !== undefined && gapBetween(ball[0], ball[1], x, y) > maxMove;
  }

  #missBall(): readonly LeggedOrder[] {
    const state = this.#state;
    if (state.timeNs - state.ballSeenNs < RULES.ballMissingFor * NS_PER_SEC) return [];
    note(state, "the ball is gone");
    return [KICK_OFF];
  }

  #countGoal({ side }: Crossing): readonly LeggedOrder[] {
    const state = this.#state;
    const team = otherTeam(teamAt(side));
    const { touch } = state;
    const by = !touch ? "" : touch.team === team ? ` by ${robotName(touch)}` : `, own goal of ${robotName(touch)}`;
    return this.#giveGoal(team, by);
  }

  #giveGoal(team: LeggedTeam, by: string): readonly LeggedOrder[] {
    const state = this.#state;
    state.score[team]++;
    note(state, `goal for ${this.settings.names[team]}${by}: ${scoreText(state.score, this.settings.names)}`, team);
    return this.#getReady(otherTeam(team));
  }

  #takeOut(crossing: Crossing): void {
    const state = this.#state;
    const { touch } = state;
    const by = touch ? `, last touched by ${robotName(touch)}` : "";
    const dueNs = state.timeNs + RULES.ballBackAfter * NS_PER_SEC;
    state.out = { place: throwInPlace(crossing, touch?.team, this.settings.field), dueNs };
    if (touch) state.dropIn = { team: touch.team, timeNs: state.timeNs };
    note(state, `ball out over the ${crossing.line} line${by}`, touch?.team);
  }

  #bringBack(): PlaceBall {
    const state = this.#state;
    const [x, y] = state.out?.place ?? [0, 0];
    state.out = undefined;
    state.touch = undefined;
    state.progress = undefined;
    return { kind: "place-ball", x, y };
  }

  #isStuck([x, y]: readonly [number, number, number]): boolean {
    const state = this.#state;
    const { progress } = state;
    if (!progress || gapBetween(progress.x, progress.y, x, y) > RULES.stuckWithin) {
      state.progress = { x, y, sinceNs: state.timeNs };
      return false;
    }
    return state.timeNs - progress.sinceNs >= RULES.stuckFor * NS_PER_SEC;
  }

  #restartStuck(): readonly LeggedOrder[] {
    note(this.#state, `no progress for ${RULES.stuckFor} s: a new kick-off`);
    return this.#getReady(otherTeam(this.#state.kickOffTeam));
  }

  // ---- halves

  #endStage({ robots }: LeggedFieldState): readonly LeggedOrder[] {
    const state = this.#state;
    const { halfSec, breakSec, names, kickOff, field } = this.settings;
    const seconds: Partial<Record<LeggedStage, number>> = { "half time": breakSec, "second half": halfSec };
    const lengthNs = (stage: LeggedStage): number | undefined =>
      seconds[stage] === undefined ? undefined : Math.round(seconds[stage] * NS_PER_SEC);
    nextStage(state, { following: STAGES, lengthNs });
    if (state.stage === "half time" || state.stage === "end") {
      this.#enter("finished");
      note(state, `${state.stage === "end" ? "the game is over" : "half time"}, ${scoreText(state.score, names)}`);
      return [];
    }
    state.removed = {};
    state.kickOffTeam = otherTeam(kickOff);
    this.#enter("initial");
    return robots.map((robot) => startPlace(keyOf(robot), field));
  }

  /** True: the game has ended. */
  get isOver(): boolean {
    return this.#state.stage === "end";
  }

  // ---- a person at a console

  /** Throws ARGUMENT_WRONG, or STATE_WRONG after the end of the game. */
  command({ word, team, x }: SaidToReferee): void {
    const state = this.#state;
    const isOfTeam = word === "kickoff" || word === "goal";
    if (x !== undefined || (!isOfTeam && team !== undefined)) throw wrongForReferee("more words", `${word} alone`);
    if (word === "new") {
      const { timeNs, present, version } = state;
      this.#state = { ...freshLeggedState(this.settings), timeNs, phaseNs: timeNs, present, version: version + 1 };
      return;
    }
    if (this.isOver) throw gameIsOver(word);
    if (isOfTeam) {
      const named = LEGGED_TEAMS.names.find((one) => one === team);
      if (!named) throw wrongForReferee(team === undefined ? "no team" : `"${team}"`, LEGGED_TEAMS.names.join(" or "));
      state.isHeld = false;
      const orders = word === "goal" ? this.#giveGoal(named, ", given by hand") : this.#getReady(named);
      state.pending.push(...orders);
    } else if (word === "end") state.stageLeftNs = 0;
    else if (word === "stop") this.#hold();
    else if (word === "start") this.#resume();
    else throw wrongForReferee(`"${word}"`, "start, stop, kickoff, goal, end or new");
  }

  /** Robots stand where they are. */
  #hold(): void {
    if (this.#state.phase === "playing") this.#enter("set");
    this.#state.isHeld = true;
    note(this.#state, "stopped by hand");
  }

  /** Goes on from where the game was stopped. */
  #resume(): void {
    const state = this.#state;
    state.isHeld = false;
    state.version++;
    if (state.phase === "set") this.#enter("playing");
    else if (state.phase === "initial") state.pending.push(...this.#getReady(state.kickOffTeam));
  }

  // ---- packets

  /** What is due to be sent: after a change, and every half second; undefined: nothing. */
  takeData(timeNs: number): GameControllerData | undefined {
    const { version, sentVersion, sentNs } = this.#state;
    if (version === sentVersion && timeNs - sentNs < RULES.packetEvery * NS_PER_SEC) return undefined;
    this.#state.sentVersion = version;
    this.#state.sentNs = timeNs;
    return this.data();
  }

  data(): GameControllerData {
    return leggedData(this.#state, this.settings);
  }

  status(): LeggedStatus {
    return leggedStatus(this.#state, this.settings);
  }

  // ---- state

  restart(): void {
    this.#state = freshLeggedState(this.settings);
  }

  save(): LeggedRefereeState {
    return structuredClone(this.#state);
  }

  restore(state: unknown): void {
    this.#state = structuredClone(state as LeggedRefereeState);
  }

  addTo(hash: Hash64): void {
    hash.addString(JSON.stringify(this.#state));
  }
}

const gameIsOver = (word: string): SimError =>
  new SimError("STATE_WRONG", {
    where: `referee ${word}`,
    found: "the end of the game",
    allowed: "referee new",
    advice: "The game is over: begin a new one.",
  });

const keyOf = ({ team, id }: LeggedKey): LeggedKey => ({ team, id });
