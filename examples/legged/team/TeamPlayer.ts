// A player of the four-legged league: from the messages of its robot, of its team mates and of the referee to commands. All decisions
// follow from these and from the seed.

import type { Frame, RobotClient } from "../../../src/client/index.js";
import { RandomStream } from "../../../src/math/RandomStream.js";
import { atan2, cos, hypot, PI, sin } from "../../../src/math/Trigonometry.js";
import type { Vec3 } from "../../../src/math/Vec3.js";
import { AiboPilot } from "../AiboPilot.js";
import { type Command, DRIVE } from "../Gaits.js";
import { within } from "../LegKinematics.js";
import { STOP } from "../Trot.js";
import { Attack, drive, type Move } from "./Attack.js";
import { toBody } from "./CameraPose.js";
import { beforeArea, FIELD, inside, isInOwnArea, isOutside, type TeamColor } from "./FieldMap.js";
import { FREE_PLAY, type GameState } from "./GameState.js";
import { AT_PAWS, Gaze, idlePoint, searchPoint } from "./Gaze.js";
import { into, outOf, type Spot, wrap } from "./Placement.js";
import { kickOffSpot, waitingSpot } from "./Positions.js";
import { Senses } from "./Senses.js";
import { needsBlock } from "./Shot.js";
import { avoid, walkTo } from "./Steering.js";
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
/** Beside the keeper it aims so far from the middle of the goal, m. */
const AIM_SIDE = 0.22;
/** From this distance to the goal it kicks, m; a kick takes more than a second, and from further away the ball is better driven. */
const SHOOTING = 1.4;
/** The keeper plays a ball that is nearer than this to it, m, and within its own area. */
const KEEPER_REACH = 0.9;

/** With particles spread further than this it looks around quickly, m. */
const LOST_SPREAD = 0.5;
/**
 * A ball that was nearer than this, m, and is out of sight for so long is below the nose: while it drives the ball, and otherwise. The
 * player drives on until the next time, stands and looks down until the ball has rolled out ahead, and then walks back, because the
 * ball is under its chest: s.
 */
const [BELOW, BLIND_DRIVING, BLIND, DRIVE_SEC, WAIT_SEC, BACK_SEC] = [0.32, 0.15, 0.45, 1.6, 0.9, 2.2];
/** The ball of a kick-off. */
const CENTER: Spot = [0, 0];
const BACK_OFF: Command = { forward: -0.2, left: 0, turn: 0 };

export class TeamPlayer {
  readonly pilot = new AiboPilot(DRIVE);
  readonly senses: Senses;
  readonly team: Team;
  game: GameState = FREE_PLAY;
  readonly #options: PlayerOptions;
  readonly #gaze = new Gaze();
  readonly #attack = new Attack();
  #wasPenalized = false;
  /** Where in the goal it aims, m to the left. */
  #aimSide = 0;
  kicks = 0;
  /** For trials: what it does, in a word or two. */
  doing = "";

  constructor(options: PlayerOptions) {
    this.#options = options;
    const { team, number, seed } = options;
    this.senses = new Senses(team, new RandomStream(seed).split(`${team} ${number}`));
    this.team = new Team(number);
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
    const { phase, isOwnKickOff, isPenalized } = this.game;
    const { senses } = this;
    if (this.#wasPenalized && !isPenalized) senses.forget();
    this.#wasPenalized = isPenalized;
    if (isPenalized) return { walk: this.#stand(time) };
    this.doing = phase;
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
    const walk = this.#goTo(kickOffSpot(this.#options.number, isOwnKickOff), time);
    if (isStop(walk)) return { walk: this.#stand(time) };
    this.#lookAt(searchPoint(time));
    return { walk };
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
    const ball = isKnown ? senses.ballOnField : team.ball(time, TEAM_LOST);
    this.doing = `${role} searches`;
    if (!ball) return { walk: this.#search(time) };
    this.doing = `${role} waits`;
    if (role !== "keeper" && isInOwnArea([place.x, place.y]))
      return { walk: this.#goTo(beforeArea(place.y), time, ball) };
    if (isOutside(ball)) return { walk: this.#goTo(inside(ball), time, ball) };
    const isMine = role === "keeper" ? this.#isKeepersBall(ball) : role === "attacker" && !isInOwnArea(ball);
    if (isMine) this.doing = `${role} ${isKnown ? "plays" : "goes to"}`;
    if (isMine && isKnown) return this.#playBall(ball, time);
    if (isMine) return { walk: this.#goTo(ball, time) };
    return { walk: this.#goTo(waitingSpot(role === "attacker" ? "defender" : role, ball), time, ball) };
  }

  #playBall(ball: Spot, time: number): Move {
    const { senses } = this;
    const { odometry } = senses;
    senses.ball.advance(time);
    const aim = wrap(this.#aimFrom(ball) - senses.localization.estimate.heading);
    const isNearGoal = this.#options.number === 1 || hypot(FIELD.halfLength - ball[0], ball[1]) < SHOOTING;
    const mayKick = isNearGoal && time - senses.ball.seenAt < 0.1;
    const move = this.#attack.decide({
      ball: senses.ballHere,
      velocity: senses.ball.velocity(odometry.placement),
      aim,
      mayKick,
    });
    this.doing = `${this.team.role} ${this.#attack.doing}`;
    return { ...move, walk: hypot(...senses.ballHere) > 0.5 ? this.#clear(move.walk, time) : this.#stayOn(move.walk) };
  }

  /** Direction on the field in which the ball should go. */
  #aimFrom([x, y]: Spot): number {
    const [goalX, goalY] = [FIELD.halfLength + 0.1, this.#freeSide()];
    if (this.#options.number === 1) return atan2(0.6 * y, 1);
    // from beside the goal along the goal line first: there is no room behind a ball on the line
    if (x > FIELD.halfLength - 0.25 && Math.abs(y) > FIELD.halfGoal) return y > 0 ? -PI / 2 : PI / 2;
    return atan2(goalY - y, goalX - x);
  }

  /** Where in the goal there is more room beside an opponent that stands before it, m. */
  #freeSide(): number {
    const place = this.senses.localization.estimate;
    const keeper = this.senses.robots
      .filter(({ team }) => team !== this.#options.team)
      .map(({ ahead, left }) => outOf(place, [ahead, left]))
      .find(([x, y]) => x > FIELD.halfLength - FIELD.areaDepth && Math.abs(y) < FIELD.halfGoal);
    if (keeper) this.#aimSide = keeper[1] > 0 ? -AIM_SIDE : AIM_SIDE;
    return this.#aimSide;
  }

  /** The keeper's ball is near the own goal and near the keeper. */
  #isKeepersBall([x, y]: Spot): boolean {
    const here = into(this.senses.localization.estimate, [x, y]);
    return isInOwnArea([x, y]) && hypot(...here) < KEEPER_REACH;
  }

  /** To a spot on the field; there it faces `face`, or the goal that it attacks. */
  #goTo(spot: Spot, time: number, face?: Spot): Command {
    const place = this.senses.localization.estimate;
    const heading = face ? atan2(face[1] - place.y, face[0] - place.x) : 0;
    return this.#clear(walkTo(into(place, spot), wrap(heading - place.heading), 0.1), time);
  }

  /** It has the ball below its nose and walks on with it. */
  #drivesBlind(time: number): boolean {
    const { ball, ballAtSight } = this.senses;
    const unseen = time - ball.seenAt;
    return this.#attack.isDriving && hypot(...ballAtSight) < BELOW && unseen > BLIND_DRIVING && unseen < DRIVE_SEC;
  }

  /** The ball was at its paws and is out of sight. */
  #playBlind(role: Role, time: number): Move | undefined {
    const { ball, ballAtSight, localization } = this.senses;
    const unseen = time - ball.seenAt;
    const { isDriving } = this.#attack;
    if (hypot(...ballAtSight) > BELOW || unseen < (isDriving ? BLIND_DRIVING : BLIND)) return undefined;
    this.doing = `${role} drives blind`;
    const here = localization.estimate;
    if (this.#drivesBlind(time))
      return { walk: this.#stayOn(drive(wrap(this.#aimFrom([here.x, here.y]) - here.heading))) };
    const end = (isDriving ? DRIVE_SEC : BLIND) + WAIT_SEC;
    this.doing = `${role} looks down`;
    if (unseen < end) return { walk: STOP };
    this.doing = `${role} backs off`;
    return unseen < end + BACK_SEC ? { walk: BACK_OFF } : undefined;
  }

  #search(time: number): Command {
    const { senses } = this;
    const unseen = time - senses.ball.seenAt;
    const [, left] = senses.ballHere;
    // first it only turns its head
    if (unseen < LOST + 0.5) return STOP;
    if (unseen < 8 || this.#options.number === 1) return { forward: 0, left: 0, turn: left < 0 ? -1.2 : 1.2 };
    return this.#goTo([senses.localization.estimate.x > 0 ? -0.8 : 0.8, 0], time);
  }

  /** Around other robots. */
  #clear(walk: Command, time: number): Command {
    const place = this.senses.localization.estimate;
    const mates = this.team.mates(time).map((mate) => into(place, [mate.place.x, mate.place.y]));
    const seen = this.senses.robots.map(({ ahead, left }): Spot => [ahead, left]);
    return avoid(this.#stayOn(walk), [...mates, ...seen]);
  }

  /** On the carpet, whose edge is near: beyond the lines it steps back in, whichever way it faces. */
  #stayOn(walk: Command): Command {
    const { x, y, heading } = this.senses.localization.estimate;
    const isOut = Math.abs(x) > FIELD.halfLength || Math.abs(y) > FIELD.halfWidth;
    if (!isOut) return walk;
    const back = wrap(atan2(-y, -x) - heading);
    return { forward: 0.25 * cos(back), left: 0.2 * sin(back), turn: within(back, -1, 1) };
  }

  #cost(time: number): number {
    const { senses, pilot } = this;
    if (pilot.isGettingUp || this.game.isPenalized) return 100;
    if (this.#drivesBlind(time)) return 0;
    if (time - senses.ball.seenAt > LOST) return 100;
    const { heading } = senses.localization.estimate;
    const [ahead, left] = senses.ballHere;
    const off = wrap(this.#aimFrom(senses.ballOnField) - heading - atan2(left, ahead));
    return costOf([ahead, left], off);
  }
}

const isStop = ({ forward, left, turn }: Command): boolean => forward === 0 && left === 0 && turn === 0;
