// Decisions of one team: detections and referee packets in, one order per robot out. No clock, no randomness except its seed, and only
// the public protocol's data: the same answers give the same orders.

import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import type { Referee } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import type { Kick } from "./Aim.js";
import { isInMouth, type Order, order, playBall } from "./BallSkill.js";
import { type DecisionInput, mayKick } from "./DecisionInput.js";
import { SpeedRamp } from "./DifferentialDrive.js";
import { type Post, spots } from "./Formation.js";
import { isKeepersBall, keepGoal } from "./Keeper.js";
import { KickChoice } from "./KickChoice.js";
import { ObjectTracker } from "./ObjectTracker.js";
import { postsOf, standAt } from "./OffBall.js";
import { Pitch } from "./Pitch.js";
import { distance, length, type Point, point } from "./Plane.js";
import { Roles } from "./Roles.js";
import { SituationTracker } from "./Situation.js";
import { STOP_PACE } from "./Steering.js";
import type { Style } from "./Style.js";
import type { Player } from "./View.js";

/** What an answer of the simulator contains for a team. */
export interface TeamInput {
  readonly detections: readonly SSL_DetectionFrame[];
  readonly geometry: SSL_GeometryData | undefined;
  readonly referee: Referee | undefined;
  /** Numbers of the robots whose dribbler has the ball. */
  readonly holders: ReadonlySet<number>;
}

/** m: a robot this near to the ball is about to pass. */
const PASS_NEAR = 0.4;
/** s: a pass ends after this time. */
const PASS_SEC = 3;
/** s: a robot that holds the ball for longer kicks in any direction. */
const PATIENCE = 1.2;
/** m/s between two orders of robots on two wheels. */
const SPEED_CHANGE = 0.04;
/** s: interval of the search for free places. */
const SPOTS_SEC = 0.25;

export class Brain {
  readonly #color: TeamColor;
  readonly #style: Style;
  readonly #stream: RandomStream;
  readonly #roles = new Roles();
  /** Of robots on two wheels. */
  readonly #ramp: SpeedRamp | undefined;
  readonly #situations: SituationTracker;
  readonly #choice = new KickChoice();
  readonly #keeperChoice = new KickChoice();
  #geometry: SSL_GeometryData | undefined;
  #pitch: Pitch | undefined;
  #tracker: ObjectTracker | undefined;
  /** The pass under way: its receiver, and since when. */
  #pass: { readonly to: number; readonly since: number } | undefined;
  /** The robot that gets the next pass. */
  #receiver: number | undefined;
  /** The robot that holds the ball, and since when. */
  #holder: { readonly id: number; readonly since: number } | undefined;
  #spots: { readonly posts: readonly Post[]; readonly since: number } = { posts: [], since: Number.NEGATIVE_INFINITY };

  /** `isDifferential`: its robots drive on two wheels. */
  constructor(color: TeamColor, style: Style, seed = 1, isDifferential = false) {
    this.#ramp = isDifferential ? new SpeedRamp(SPEED_CHANGE) : undefined;
    this.#color = color;
    this.#style = style;
    this.#situations = new SituationTracker(color);
    this.#stream = new RandomStream(seed).split(color);
  }

  think({ detections, geometry, referee, holders }: TeamInput): readonly Order[] {
    if (geometry && geometry !== this.#geometry) this.#measure(geometry);
    const [pitch, style] = [this.#pitch, this.#style];
    const blueIsRight = referee?.blueTeamOnPositiveHalf ?? false;
    const view = this.#tracker?.look(detections, blueIsRight === (this.#color === "blue"), holders);
    if (!view || !pitch) return [];
    const keeper = (this.#color === "blue" ? referee?.blue : referee?.yellow)?.goalkeeper ?? 0;
    const situation = this.#situations.hear(referee, view);
    const ramp = this.#ramp;
    if (!ramp) return this.#play({ view, pitch, style, situation, keeper });
    const ours = view.ours.map((player) => ({ ...player, isDifferential: true }));
    return this.#play({ view: { ...view, ours }, pitch, style, situation, keeper }).map((one) => ramp.limit(one));
  }

  #measure(geometry: SSL_GeometryData): void {
    this.#geometry = geometry;
    this.#pitch = Pitch.read(geometry);
    this.#tracker ??= new ObjectTracker(this.#color, this.#pitch.sizes.ball);
  }

  #play(input: DecisionInput): readonly Order[] {
    const { view, situation, keeper } = input;
    if (situation.kind === "halt") return view.ours.map(({ id }) => order(id, { forward: 0, left: 0, turn: 0 }));
    const goalie = view.ours.find(({ id }) => id === keeper);
    const fielders = view.ours.filter((player) => player !== goalie);
    this.#notePass(input);
    this.#receiver = undefined;
    const handler = this.#chooseHandler(fielders, input);
    const orders: Order[] = [];
    if (goalie) orders.push(this.#keep(goalie, input));
    if (handler) orders.push(this.#handle(handler, input));
    // the receiver of the next pass moves into the open and waits
    const receiver = fielders.find((player) => player !== handler && player.id === this.#receiver);
    if (receiver) orders.push(standAt(receiver, { name: "receiver", at: receiver.at }, input));
    const others = fielders.filter((player) => player !== handler && player !== receiver);
    const posts = postsOf(others.length, input, (count) => this.#freeSpots(count, input));
    for (const { post, player } of this.#roles.share(posts, others)) orders.push(standAt(player, post, input));
    return orders;
  }

  /** A pass ends when the ball rests, or after a while. */
  #notePass({ view: { time, ball } }: DecisionInput): void {
    if (!this.#pass) return;
    const sec = Math.abs(time - this.#pass.since);
    if (sec > PASS_SEC || (sec > 0.3 && length(ball.velocity) < 0.4)) this.#pass = undefined;
  }

  /** The robot that plays the ball; undefined: the ball is for the opponents or a keeper. */
  #chooseHandler(fielders: readonly Player[], { view, pitch, situation }: DecisionInput): Player | undefined {
    if (situation.kind === "halt" || situation.kind === "stop") return undefined;
    if (situation.kind !== "play")
      return situation.isOurs ? this.#roles.chooseHandler(fielders, view, pitch, undefined) : undefined;
    const { at, velocity } = view.ball;
    if (isKeepersBall(at, length(velocity), pitch) || pitch.isInTheirArea(at, -0.05)) return undefined;
    const free = fielders.filter(({ id }) => id !== situation.banned);
    return this.#roles.chooseHandler(free, view, pitch, this.#pass?.to);
  }

  #handle(player: Player, input: DecisionInput): Order {
    const { view, pitch } = input;
    const isRestart = input.situation.kind !== "play";
    const isAllowed = mayKick(input);
    const kick = this.#choice.choose({ ...input, player, isRestart });
    if (kick.key === "wall" && isScrum(input)) return standAt(player, { name: "off the wall", at: player.at }, input);
    if (isAllowed && distance(player.at, view.ball.at) < PASS_NEAR) this.#receiver = kick.receiver;
    if (!isInMouth(player, view.ball) || this.#holder?.id !== player.id)
      this.#holder = { id: player.id, since: view.time };
    const isInHurry = view.time - this.#holder.since > PATIENCE;
    const maxSpeed = isAllowed ? pitch.pace : STOP_PACE;
    const ballOrder = playBall({
      player,
      kick,
      view,
      pitch,
      maxSpeed,
      mayKick: isAllowed,
      isInHurry,
      isCareful: isRestart,
    });
    if (ballOrder.kick > 0) this.#noteKick(kick, view.time);
    return ballOrder;
  }

  #keep(player: Player, input: DecisionInput): Order {
    const { view, pitch, situation } = input;
    const isOpen = situation.kind === "play" || (situation.kind === "free" && situation.isOurs);
    const isHis = isOpen && isKeepersBall(view.ball.at, length(view.ball.velocity), pitch);
    const kick = isHis ? this.#keeperChoice.choose({ ...input, player }) : undefined;
    const keeperOrder = keepGoal(player, input, kick);
    if (kick && keeperOrder.kick > 0) this.#noteKick(kick, view.time);
    return keeperOrder;
  }

  #noteKick({ receiver }: Kick, since: number): void {
    this.#pass = receiver === undefined ? undefined : { to: receiver, since };
  }

  /** Searched again from time to time. */
  #freeSpots(count: number, { view, pitch, style }: DecisionInput): readonly Post[] {
    const { posts, since } = this.#spots;
    if (posts.length === count && Math.abs(view.time - since) < SPOTS_SEC) return posts;
    const found = spots(count, posts, { view, pitch, style, shift: this.#whim(pitch) });
    this.#spots = { posts: found, since: view.time };
    return found;
  }

  #whim({ small }: Pitch): Point {
    return point(this.#stream.uniform(-0.2, 0.2) * small, this.#stream.uniform(-0.2, 0.2) * small);
  }
}

/** One robot of ours is at the ball, far from our goal: two robots that press a ball against a wall block each other. */
const isScrum = ({ view: { ball, theirs } }: DecisionInput): boolean =>
  ball.at.x > 0 && theirs.some(({ at }) => distance(at, ball.at) < 0.2);
