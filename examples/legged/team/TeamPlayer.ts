// A player of the four-legged league: from the messages of its robot, of its team mates and of the referee to commands. All decisions
// follow from these and from the seed.

import type { Frame, RobotClient } from "../../../src/client/index.js";
import { RandomStream } from "../../../src/math/RandomStream.js";
import { atan2, cos, hypot } from "../../../src/math/Trigonometry.js";
import type { Vec3 } from "../../../src/math/Vec3.js";
import { AiboPilot } from "../AiboPilot.js";
import { type Command, DRIVE } from "../Gaits.js";
import { STOP } from "../Trot.js";
import { Aim } from "./Aim.js";
import { Attack, drive, type Move } from "./Attack.js";
import { BallSearch } from "./BallSearch.js";
import { type BlindView, drivesBlind, playBlind } from "./BlindBall.js";
import { toBody } from "./CameraPose.js";
import { ExpectedBall } from "./ExpectedBall.js";
import { beforeArea, FIELD, inside, isInOwnArea, isOutside, type TeamColor } from "./FieldMap.js";
import { FREE_PLAY, type GameState } from "./GameState.js";
import { AT_PAWS, Gaze, idlePoint, searchPoint } from "./Gaze.js";
import { into, outOf, type Spot, wrap } from "./Placement.js";
import { kickOffSpot, waitingSpot } from "./Positions.js";
import { ballBack, startOf } from "./RefereeHands.js";
import { Senses } from "./Senses.js";
import { needsBlock } from "./Shot.js";
import { avoid, awayFrom, stayInside, walkTo } from "./Steering.js";
import { costOf, Team } from "./Team.js";
import type { Role, TeamMessage } from "./TeamMessage.js";

export interface PlayerOptions {
  readonly team: TeamColor;
  /** 1 to 4; 1 is the goalkeeper. */
  readonly number: number;
  readonly seed: number;
}

/** The ball is lost when neither the player nor a mate has seen it for this time, s. */
const [LOST, TEAM_LOST] = [1.5, 3];
/** From this distance to the goal it kicks, m; a kick takes more than a second, and from further away the ball is better driven. */
const SHOOTING = 1.4;
/** The keeper plays a ball that is nearer than this to it, m, and within its own area. */
const KEEPER_REACH = 0.9;

/** With particles spread further than this it looks around quickly, m. */
const LOST_SPREAD = 0.5;
/** A player nearer than this to the own goal line, m, that faces the field clears a ball below its nose. */
const GUARD = 1;
/** Where such a ball is, m ahead and to the left. */
const CHEST: Spot = [0.15, 0];
/** A field player leaves the own area from this distance on, m: it does not know exactly where it is. */
const AREA_MARGIN = 0.08;
/** A ball so near to the own area is the keeper's, m: a field player behind it would stand in the area. */
const NEAR_AREA = 0.2;
/** Where it starts a half it knows up to these deviations, m and rad. */
const START_DEVIATION = [0.1, 0.2] as const;
/**
 * A ball that was nearer than this when it was last seen, m, is below the nose or under the chest for so long, s: the player is still the
 * nearest to it.
 */
const [AT_BALL, AT_BALL_SEC] = [0.32, 3.5];
/** A player without the ball makes way for the attacker from this distance to the ball on, m. */
const MAKE_WAY = 0.45;
/** While the ball is out, the attacker waits so far behind the spot where it comes back, m. */
const BEHIND_BALL = 0.5;
/** The ball of a kick-off. */
const CENTER: Spot = [0, 0];
/** For trials. */
const BLIND_DOING = { drive: "drives blind", look: "looks down", back: "backs off" } as const;
const BACK_OFF: Command = { forward: -0.2, left: 0, turn: 0 };

export class TeamPlayer {
  readonly pilot = new AiboPilot(DRIVE);
  readonly senses: Senses;
  readonly team: Team;
  game: GameState = FREE_PLAY;
  readonly #options: PlayerOptions;
  readonly #gaze = new Gaze();
  readonly #attack = new Attack();
  readonly #aim: Aim;
  readonly #expected = new ExpectedBall();
  /** Where it goes in ready. */
  #kickOff: Spot | undefined;
  /** The state of the game in the last frame. */
  #before: GameState = FREE_PLAY;
  kicks = 0;
  readonly #search = new BallSearch();
  /** For trials: what it does, in a word or two. */
  doing = "";

  constructor(options: PlayerOptions) {
    this.#options = options;
    const { team, number, seed } = options;
    this.senses = new Senses(team, new RandomStream(seed).split(`${team} ${number}`));
    this.team = new Team(number);
    this.#aim = new Aim(number === 1);
  }

  hear(message: TeamMessage, time: number): void {
    this.team.hear(message, time);
  }

  /** What it tells its mates. */
  message(time: number): TeamMessage {
    const { number } = this.#options;
    const { localization, ball, ballOnField } = this.senses;
    const place = localization.estimate;
    const limit = ([x, y]: Spot): Spot => [Math.max(-4, Math.min(4, x)), Math.max(-4, Math.min(4, y))];
    const ballAge = time - ball.seenAt;
    return { number, role: this.team.role, place, ball: limit(ballOnField), ballAge, cost: this.#cost(time) };
  }

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    if (frame.isReset) this.senses.forget();
    this.senses.sense(robot, frame, this.pilot);
    const { walk, kick, isBlock } = this.#decide(frame.time);
    this.pilot.walk(walk);
    if (isBlock) this.pilot.block();
    if (kick && !this.pilot.isBusy) {
      this.pilot.kick(kick);
      this.kicks++;
    }
    this.pilot.step(robot, frame);
  }

  #decide(time: number): Move {
    const { phase, isPenalized, isBallOut } = this.game;
    const { senses } = this;
    this.#noteChanges(time);
    if (isPenalized) return { walk: this.#stand(time) };
    this.doing = phase;
    if (phase === "playing" && isBallOut) return { walk: this.#awaitBall(time) };
    if (phase === "playing") {
      this.#lookAt(this.#gaze.aim(senses, time));
      return this.#play(time);
    }
    if (phase === "set" && this.senses.localization.spread < LOST_SPREAD) {
      const [ahead, left] = into(senses.localization.estimate, CENTER);
      this.#lookAt([Math.max(AT_PAWS, ahead), left, FIELD.ballRadius]);
      return { walk: STOP };
    }
    if (phase !== "ready") return { walk: this.#stand(time) };
    const walk = this.#goTo(this.#chooseKickOff(time), time);
    if (isStop(walk)) return { walk: this.#stand(time) };
    this.#lookAt(searchPoint(time));
    return { walk };
  }

  /** What the referee has done with robot and ball since the last frame. */
  #noteChanges(time: number): void {
    const [{ phase, isPenalized, isBallOut, isOwnTouch }, before] = [this.game, this.#before];
    const { senses } = this;
    const { team, number } = this.#options;
    this.#before = this.game;
    if (before.isPenalized && !isPenalized) senses.forget();
    if (phase === "initial" && before.phase !== "initial")
      senses.localization.startAt(startOf(team, number), ...START_DEVIATION);
    if (phase !== "ready") this.#kickOff = undefined;
    if (phase !== "playing" || time - senses.ball.seenAt < LOST) this.#expected.forget();
    if (!isBallOut || before.isBallOut) return;
    const ball = time - senses.ball.seenAt < TEAM_LOST ? senses.ballOnField : this.team.ball(time, TEAM_LOST);
    if (ball) this.#expected.expect(ballBack(ball, team, isOwnTouch), time);
  }

  #chooseKickOff(time: number): Spot {
    const { x, y } = this.senses.localization.estimate;
    const mates = this.team
      .mates(time)
      .map(({ number, place }) => ({ number, place: [place.x, place.y] satisfies Spot }));
    this.#kickOff = kickOffSpot({ number: this.#options.number, place: [x, y] }, mates, this.game, this.#kickOff);
    return this.#kickOff;
  }

  /** The ball is out: who follows it leaves the field. It walks to where it will be needed when the ball is back. */
  #awaitBall(time: number): Command {
    const { senses, team } = this;
    senses.ball.forget();
    this.doing = "lets the ball go";
    const place = senses.localization.estimate;
    const [x, y]: Spot = [place.x, place.y];
    const ball = this.#expected.from(place, time);
    const [ahead, left] = ball ? into(place, ball) : [0, 0];
    this.#lookAt(ahead > AT_PAWS ? [ahead, left, FIELD.ballRadius] : searchPoint(time));
    if (this.#options.number !== 1 && isInOwnArea([x, y], AREA_MARGIN)) return this.#goTo(beforeArea(y), time);
    if (!ball) return this.#goTo(inside([x, y]), time);
    const role = team.choose(place, this.#cost(time), time);
    const spot = role === "attacker" ? inside([ball[0] - BEHIND_BALL, ball[1]]) : waitingSpot(role, ball);
    return this.#goTo(spot, time, ball);
  }

  #lookAt(point: Vec3): void {
    this.pilot.lookAt = toBody(this.senses.stance, point);
  }

  #stand(time: number): Command {
    this.#lookAt(this.senses.localization.spread > LOST_SPREAD ? searchPoint(time) : idlePoint(time));
    return STOP;
  }

  #play(time: number): Move {
    const { senses, team } = this;
    const place = senses.localization.estimate;
    const role = team.choose(place, this.#cost(time), time);
    const blind = this.#playBlind(role, time);
    if (blind) return blind;
    const { placement } = senses.odometry;
    const isShot = time - senses.ball.seenAt < 0.1 && needsBlock(senses.ballHere, senses.ball.velocity(placement));
    this.doing = `${role} blocks`;
    if (role === "keeper" && isShot && isInOwnArea([place.x, place.y])) return { walk: STOP, isBlock: true };
    const isKnown = time - senses.ball.seenAt < LOST;
    const ball = isKnown ? senses.ballOnField : (team.ball(time, TEAM_LOST) ?? this.#expected.from(place, time));
    this.doing = `${role} searches`;
    if (!ball) return { walk: this.#lookFor(time) };
    this.#search.end();
    this.doing = `${role} waits`;
    if (role !== "keeper" && isInOwnArea([place.x, place.y], AREA_MARGIN))
      return { walk: this.#goTo(beforeArea(place.y), time, ball) };
    if (isOutside(ball)) return { walk: this.#goTo(inside(ball), time, ball) };
    const isMine = role === "keeper" ? this.#isKeepersBall(ball) : role === "attacker" && !isInOwnArea(ball, NEAR_AREA);
    if (isMine) this.doing = `${role} ${isKnown ? "plays" : "goes to"}`;
    if (isMine && isKnown) return this.#playBall(ball, time);
    if (isMine) return { walk: this.#goTo(ball, time) };
    const isInWay = isKnown && role !== "keeper" && hypot(...senses.ballHere) < MAKE_WAY;
    if (isInWay) this.doing = `${role} makes way`;
    if (isInWay) return { walk: this.#stayOn(awayFrom(senses.ballHere)) };
    return { walk: this.#goTo(waitingSpot(role === "attacker" ? "defender" : role, ball), time, ball) };
  }

  #playBall(ball: Spot, time: number): Move {
    const { senses } = this;
    const { odometry } = senses;
    senses.ball.advance(time);
    const aim = wrap(this.#aimFrom(ball, time) - senses.localization.estimate.heading);
    const isNearGoal = this.#options.number === 1 || hypot(FIELD.halfLength - ball[0], ball[1]) < SHOOTING;
    const mayKick = isNearGoal && time - senses.ball.seenAt < 0.1;
    const move = this.#attack.decide({
      ball: senses.ballHere,
      velocity: senses.ball.velocity(odometry.placement),
      aim,
      mayKick,
      isContested: this.#aim.isContested(time),
      isClearing: this.#aim.clears(ball),
      time,
    });
    this.doing = `${this.team.role} ${this.#attack.doing}`;
    return { ...move, walk: hypot(...senses.ballHere) > 0.5 ? this.#clear(move.walk, time) : this.#stayOn(move.walk) };
  }

  /** Direction on the field in which the ball should go. */
  #aimFrom(ball: Spot, time: number): number {
    const { localization, robots } = this.senses;
    const place = localization.estimate;
    const opponents = robots
      .filter(({ team }) => team !== this.#options.team)
      .map(({ ahead, left }) => outOf(place, [ahead, left]));
    const open = this.senses.openingHere(time);
    const here = into(place, ball);
    const opening = open && wrap(place.heading + atan2(open[1] - here[1], open[0] - here[0]));
    return this.#aim.from({ ball, line: atan2(ball[1] - place.y, ball[0] - place.x), opponents, opening, time });
  }

  /** The keeper's ball is near the own goal and near the keeper. */
  #isKeepersBall([x, y]: Spot): boolean {
    const here = into(this.senses.localization.estimate, [x, y]);
    return isInOwnArea([x, y], NEAR_AREA) && hypot(...here) < KEEPER_REACH;
  }

  /** To a spot on the field; there it faces `face`, or the goal that it attacks. */
  #goTo(spot: Spot, time: number, face?: Spot): Command {
    const place = this.senses.localization.estimate;
    const heading = face ? atan2(face[1] - place.y, face[0] - place.x) : 0;
    return this.#clear(walkTo(into(place, spot), wrap(heading - place.heading), 0.1), time);
  }

  /** The ball when it was last seen. */
  #blindView(time: number): BlindView {
    const { ball, ballAtSight } = this.senses;
    return { distance: hypot(...ballAtSight), unseen: time - ball.seenAt, isDriving: this.#attack.isDriving };
  }

  /** The ball was at its paws and is out of sight. */
  #playBlind(role: Role, time: number): Move | undefined {
    const here = this.senses.localization.estimate;
    // before the own goal it does not drag the ball back
    const mustClear = here.x < GUARD - FIELD.halfLength && cos(here.heading) > 0;
    const move = playBlind(this.#blindView(time), mustClear);
    if (move === undefined) return undefined;
    this.doing = `${role} ${BLIND_DOING[move]}`;
    if (move === "drive")
      return { walk: this.#stayOn(drive(wrap(this.#aimFrom(outOf(here, CHEST), time) - here.heading))) };
    return { walk: move === "look" ? STOP : BACK_OFF };
  }

  #lookFor(time: number): Command {
    const { senses } = this;
    // first it only turns its head
    if (time - senses.ball.seenAt < LOST + 0.5) return STOP;
    const isKeeper = this.#options.number === 1;
    const turn = this.#search.turnAt(time, senses.ballHere[1], isKeeper);
    if (turn !== undefined) return { forward: 0, left: 0, turn };
    // the keeper looks out from its goal
    if (isKeeper) return this.#goTo(waitingSpot("keeper", CENTER), time, CENTER);
    return this.#goTo([senses.localization.estimate.x > 0 ? -0.8 : 0.8, 0], time);
  }

  /** Around other robots. */
  #clear(walk: Command, time: number): Command {
    const place = this.senses.localization.estimate;
    const mates = this.team.mates(time).map((mate) => into(place, [mate.place.x, mate.place.y]));
    const seen = this.senses.robots.map(({ ahead, left }): Spot => [ahead, left]);
    return avoid(this.#stayOn(walk), [...mates, ...seen]);
  }

  /** On the carpet, whose edge is near. */
  #stayOn(walk: Command): Command {
    return stayInside(walk, this.senses.localization.estimate);
  }

  #cost(time: number): number {
    const { senses, pilot } = this;
    if (pilot.isGettingUp || this.game.isPenalized) return 100;
    if (drivesBlind(this.#blindView(time))) return 0;
    const { estimate } = senses.localization;
    const unseen = time - senses.ball.seenAt;
    if (unseen > LOST && unseen < AT_BALL_SEC && hypot(...senses.ballAtSight) < AT_BALL) return unseen;
    if (unseen > LOST) {
      const expected = this.#expected.from(estimate, time);
      return expected ? costOf(into(estimate, expected), 1) : 100;
    }
    const { heading } = estimate;
    const [ahead, left] = senses.ballHere;
    const off = wrap(this.#aimFrom(senses.ballOnField, time) - heading - atan2(left, ahead));
    return costOf([ahead, left], off);
  }
}

const isStop = ({ forward, left, turn }: Command): boolean => forward === 0 && left === 0 && turn === 0;
