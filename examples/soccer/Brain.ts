// A team: what is seen and what the referee says go in, one order per robot comes out. No clock, no chance but its seed, nothing but
// the public protocol's numbers: the same answers in, the same orders out.

import { RandomStream } from "../../src/math/RandomStream.js";
import type { TeamColor } from "../../src/soccer/Team.js";
import type { Referee } from "../../src/soccer/wire/SslReferee_pb.js";
import type { SSL_DetectionFrame, SSL_GeometryData } from "../../src/soccer/wire/SslVision_pb.js";
import { isInMouth, type Order, order, playBall } from "./BallSkill.js";
import { keepAway, kickOffPosts, marks, type Post, spots, wall } from "./Formation.js";
import { isKeepersBall, keepGoal } from "./Keeper.js";
import { KickChoice } from "./KickChoice.js";
import { Pitch } from "./Pitch.js";
import { along, angleOf, distance, length, type Point, point, sub, unit } from "./Plane.js";
import { Roles } from "./Roles.js";
import { Sight } from "./Sight.js";
import { RefereeEar, type Situation } from "./Situation.js";
import { steer } from "./Steering.js";
import type { Style } from "./Style.js";
import type { Player, View } from "./View.js";

/** What an answer of the simulator tells a team. */
export interface News {
  readonly detections: readonly SSL_DetectionFrame[];
  readonly geometry: SSL_GeometryData | undefined;
  readonly referee: Referee | undefined;
  /** Whose dribbler has the ball. */
  readonly holders: ReadonlySet<number>;
}

/** Kept from the ball while others restart, and by everybody in STOP, middle of robot to ball, m. */
const KEEP = 0.5;
/** Half a robot, and some more. */
const MARGIN = 0.09 + 0.06;
/** Middle of a robot to a defence area, m; to theirs when the ball is not in play. */
const [BESIDE_AREA, AWAY_FROM_AREA] = [0.09 + 0.06, 0.09 + 0.2 + 0.06];
/** So near to the ball a pass is about to come, m. */
const PASS_NEAR = 0.4;
/** Who has the ball for longer kicks wherever he looks, s. */
const PATIENCE = 1.2;
/** m/s in STOP. */
const STOP_PACE = 1.2;
/** New spots are looked for so often, s. */
const SPOTS_SEC = 0.25;

export class Brain {
  readonly #color: TeamColor;
  readonly #style: Style;
  readonly #roles = new Roles();
  readonly #ear: RefereeEar;
  readonly #stream: RandomStream;
  #geometry: SSL_GeometryData | undefined;
  #pitch: Pitch | undefined;
  #sight: Sight | undefined;
  readonly #choice = new KickChoice();
  readonly #keeperChoice = new KickChoice();
  /** A pass is under way to this robot since then. */
  #pass: { readonly to: number; readonly since: number } | undefined;
  #holder: { readonly id: number; readonly since: number } | undefined;
  /** Who is going to get a pass. */
  #receiver: number | undefined;
  #spots: readonly Post[] = [];
  #spotsAt = Number.NEGATIVE_INFINITY;

  constructor(color: TeamColor, style: Style, seed = 1) {
    this.#color = color;
    this.#style = style;
    this.#ear = new RefereeEar(color);
    this.#stream = new RandomStream(seed).split(color);
  }

  think({ detections, geometry, referee, holders }: News): readonly Order[] {
    if (geometry && geometry !== this.#geometry) {
      this.#geometry = geometry;
      this.#pitch = Pitch.read(geometry);
      this.#sight ??= new Sight(this.#color, this.#pitch.sizes.ball);
    }
    const blueIsRight = referee?.blueTeamOnPositiveHalf ?? false;
    const view = this.#sight?.look(detections, blueIsRight === (this.#color === "blue"), holders);
    if (!view || !this.#pitch) return [];
    const keeper = (this.#color === "blue" ? referee?.blue : referee?.yellow)?.goalkeeper ?? 0;
    return this.#play(view, this.#pitch, this.#ear.hear(referee, view), keeper);
  }

  #play(view: View, pitch: Pitch, situation: Situation, keeper: number): readonly Order[] {
    if (situation.kind === "halt") return view.ours.map(({ id }) => order(id, { forward: 0, left: 0, turn: 0 }));
    const fielders = view.ours.filter(({ id }) => id !== keeper);
    const goalie = view.ours.find(({ id }) => id === keeper);
    this.#notePass(view);
    this.#receiver = undefined;
    const handler = this.#chooseHandler(view, pitch, situation, fielders);
    const orders: Order[] = [];
    if (goalie) orders.push(this.#keep(goalie, view, pitch, situation, keeper));
    if (handler) orders.push(this.#handle(handler, view, pitch, situation, keeper));
    const receiver = fielders.find((player) => player !== handler && player.id === this.#receiver);
    // who is going to be passed to shows himself and waits
    if (receiver) orders.push(this.#stand(receiver, { name: "receiver", at: receiver.at }, view, pitch, situation));
    const others = fielders.filter((player) => player !== handler && player !== receiver);
    const posts = this.#posts(others.length, view, pitch, situation);
    for (const { post, player } of this.#roles.share(posts, others))
      orders.push(this.#stand(player, post, view, pitch, situation));
    return orders;
  }

  /** A pass is over when somebody else is nearer, when it lies still, or after 3 s. */
  #notePass({ time, ball }: View): void {
    if (!this.#pass) return;
    const sec = time - this.#pass.since;
    if (sec > 3 || (sec > 0.3 && length(ball.velocity) < 0.4)) this.#pass = undefined;
  }

  #chooseHandler(view: View, pitch: Pitch, situation: Situation, fielders: readonly Player[]): Player | undefined {
    if (situation.kind === "stop") return undefined;
    if ("isOurs" in situation && !situation.isOurs) return undefined;
    const { at, velocity } = view.ball;
    if (situation.kind === "play") {
      // keepers' business
      if (isKeepersBall(at, length(velocity), pitch) || pitch.isInTheirArea(at, -0.05)) return undefined;
      const free = fielders.filter(({ id }) => id !== situation.banned);
      return this.#roles.chooseHandler(free, view, pitch, this.#pass?.to);
    }
    return this.#roles.chooseHandler(fielders, view, pitch, undefined);
  }

  #handle(player: Player, view: View, pitch: Pitch, situation: Situation, keeper: number): Order {
    const isHeld = isInMouth(player, view.ball);
    const isRestart = situation.kind !== "play";
    const kick = this.#choice.choose({ player, view, pitch, style: this.#style, keeper, isRestart });
    if (distance(player.at, view.ball.at) < PASS_NEAR) this.#receiver = kick.receiver;
    if (!isHeld || this.#holder?.id !== player.id) this.#holder = { id: player.id, since: view.time };
    const isInHurry = view.time - this.#holder.since > PATIENCE;
    const mayKick = situation.kind === "play" || ("mayKick" in situation && situation.mayKick);
    const told = playBall({
      player,
      kick,
      view,
      pitch,
      mayKick,
      isInHurry,
      isCareful: isRestart,
      ...(mayKick ? {} : { most: STOP_PACE }),
    });
    if (told.kick > 0 && kick.receiver !== undefined) this.#pass = { to: kick.receiver, since: view.time };
    else if (told.kick > 0) this.#pass = undefined;
    return told;
  }

  #keep(player: Player, view: View, pitch: Pitch, situation: Situation, keeper: number): Order {
    const isOpen = situation.kind === "play" || (situation.kind === "free" && situation.isOurs);
    const kick =
      isOpen && isKeepersBall(view.ball.at, length(view.ball.velocity), pitch)
        ? this.#keeperChoice.choose({ player, view, pitch, style: this.#style, keeper })
        : undefined;
    const told = keepGoal(player, view, pitch, kick);
    if (told.kick > 0 && kick?.receiver !== undefined) this.#pass = { to: kick.receiver, since: view.time };
    return told;
  }

  /** Places for everybody without the ball, the most important first. */
  #posts(count: number, view: View, pitch: Pitch, situation: Situation): readonly Post[] {
    const { ball } = view;
    if (situation.kind === "stop" && !situation.isBeforeKickOff)
      return this.#stopPosts(count, situation.place ?? ball.at, view, pitch);
    const back = Math.max(1, Math.round(this.#style.defence * count * (ball.at.x < 0 ? 1.2 : 0.8)));
    const defence = wall(Math.min(back, count), ball.at, pitch);
    const rest = count - defence.length;
    if (situation.kind === "kickoff" || situation.kind === "stop") return [...defence, ...kickOffPosts(rest, pitch)];
    const marked = marks(Math.round(rest * (this.#isTheirs(view) ? 0.6 : 0.2)), view, pitch);
    const ahead = this.#freeSpots(rest - marked.length, view, pitch);
    return [...defence, ...marked, ...ahead];
  }

  /** One waits near the ball, on our side of it. */
  #stopPosts(count: number, at: Point, view: View, pitch: Pitch): readonly Post[] {
    const near = along(at, unit(sub(pitch.ownGoal, at)), KEEP * pitch.small + MARGIN);
    const defence = wall(Math.round(this.#style.defence * count), at, pitch);
    const ahead = this.#freeSpots(count - 1 - defence.length, view, pitch);
    return [{ name: "near", at: near }, ...defence, ...ahead];
  }

  #isTheirs({ ball, ours, theirs }: View): boolean {
    const nearest = (players: readonly Player[]): number =>
      players.reduce((least, { at }) => Math.min(least, distance(at, ball.at)), Number.POSITIVE_INFINITY);
    return nearest(theirs) < nearest(ours) - 0.1;
  }

  #freeSpots(count: number, view: View, pitch: Pitch): readonly Post[] {
    if (view.time - this.#spotsAt >= SPOTS_SEC || this.#spots.length !== count) {
      this.#spots = spots(count, this.#spots, { view, pitch, style: this.#style, shift: this.#whim(pitch) });
      this.#spotsAt = view.time;
    }
    return this.#spots;
  }

  #whim(pitch: Pitch): Point {
    const size = 0.2 * pitch.small;
    return point(this.#stream.uniform(-size, size), this.#stream.uniform(-size, size));
  }

  #stand(player: Player, post: Post, view: View, pitch: Pitch, situation: Situation): Order {
    const { ball } = view;
    const isTheirRestart = situation.kind === "stop" || ("isOurs" in situation && !situation.isOurs);
    const keep = KEEP * pitch.small + MARGIN;
    const gap = isTheirRestart ? keep : situation.kind === "play" ? 0.3 : 0.5 * pitch.small;
    const isKickOff = situation.kind === "kickoff" || (situation.kind === "stop" && situation.isBeforeKickOff);
    const half = isKickOff ? point(Math.min(post.at.x, -0.12), post.at.y) : post.at;
    const place = situation.kind === "stop" ? situation.place : undefined;
    const free = place ? keepAway(half, place, gap, pitch) : half;
    const fromTheirs = situation.kind === "play" ? BESIDE_AREA : AWAY_FROM_AREA;
    const to = pitch.outsideAreas(pitch.inside(keepAway(free, ball.at, gap, pitch), -0.1), BESIDE_AREA, fromTheirs);
    const most = situation.kind === "stop" ? STOP_PACE : pitch.pace;
    const facing = angleOf(sub(ball.at, player.at));
    const goal = { to, facing, most, ballGap: isTheirRestart ? keep - 0.05 : 0.2, areaGap: fromTheirs - 0.04 };
    return order(player.id, steer(player, goal, view, pitch));
  }
}
