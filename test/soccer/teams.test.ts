// Functions of the shipped teams, without a simulator: driving, vision, referee packets, choice of kicks. Pure and fast.

import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Referee_Command as Command, RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { SSL_DetectionFrameSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { kickOptions, laneRoom } from "../../teams/ssl/Aim.js";
import { ballAt, crossing, flightSec, kickFor, meet } from "../../teams/ssl/BallPath.js";
import { playBall } from "../../teams/ssl/BallSkill.js";
import { keepAway, wall } from "../../teams/ssl/Formation.js";
import { keepGoal } from "../../teams/ssl/Keeper.js";
import { KickChoice } from "../../teams/ssl/KickChoice.js";
import { ObjectTracker } from "../../teams/ssl/ObjectTracker.js";
import { postsOf } from "../../teams/ssl/OffBall.js";
import { Pitch } from "../../teams/ssl/Pitch.js";
import { add, distance, heading, length, type Point, point, rotate, scale } from "../../teams/ssl/Plane.js";
import { SituationTracker } from "../../teams/ssl/Situation.js";
import { type Goal, type Motion, steer } from "../../teams/ssl/Steering.js";
import { STYLES } from "../../teams/ssl/Style.js";
import type { Player, View } from "../../teams/ssl/View.js";

const LAW = { slide: 3, roll: 0.3, rolls: 2 / 3 };
/** Division B. */
const PITCH = new Pitch({
  length: 9,
  width: 6,
  goalWidth: 1,
  areaDepth: 1,
  areaWidth: 2,
  circle: 0.5,
  beside: 0.3,
  behind: 0.3,
  ball: LAW,
});
const STEP = 0.016;

const player = (id: number, x: number, y: number, more: Partial<Player> = {}): Player => ({
  id,
  at: point(x, y),
  velocity: point(0, 0),
  facing: 0,
  turn: 0,
  hasBall: false,
  ...more,
});

const view = (more: Partial<View> = {}): View => ({
  time: 0,
  ball: { at: point(0, 0), velocity: point(0, 0), rollsAt: 0, age: 0 },
  ours: [],
  theirs: [],
  ...more,
});

const ballOf = (x: number, y: number, vx = 0, vy = 0) => ({
  at: point(x, y),
  velocity: point(vx, vy),
  rollsAt: Number.POSITIVE_INFINITY,
  age: 0,
});

/** A robot that follows its commands, but accelerates and brakes by at most 3 m/s². */
function drive(robot: Player, { forward, left, turn }: Motion): Player {
  const wanted = rotate(point(forward, left), robot.facing);
  const change = add(wanted, scale(robot.velocity, -1));
  const share = Math.min(1, (3 * STEP) / Math.max(1e-9, length(change)));
  const velocity = add(robot.velocity, scale(change, share));
  return { ...robot, velocity, at: add(robot.at, scale(velocity, STEP)), facing: robot.facing + turn * STEP, turn };
}

/** The path of the robot, one position per step. */
function wayOf(robot: Player, goal: Goal, others: Partial<View> = {}, seconds = 6): { end: Player; way: Point[] } {
  let now = robot;
  const way: Point[] = [];
  for (let t = 0; t < seconds; t += STEP) {
    now = drive(now, steer(now, goal, view({ ball: ballOf(0, 2.9), ...others, ours: [now] }), PITCH));
    way.push(now.at);
  }
  return { end: now, way };
}

describe("driving", () => {
  it("arrives, stops there and faces the right direction", () => {
    const { end, way } = wayOf(player(1, -2, -1), { to: point(1, 1), facing: 1.5 });
    expect(distance(end.at, point(1, 1))).toBeLessThan(0.01);
    expect(length(end.velocity)).toBeLessThan(0.02);
    expect(end.facing).toBeCloseTo(1.5, 2);
    expect(Math.max(...way.map(({ x }) => x))).toBeLessThan(1.03);
  });

  it("drives around a robot without touching it", () => {
    const other = player(5, 0, 0);
    const { end, way } = wayOf(player(1, -2, 0.01), { to: point(2, 0), facing: 0 }, { theirs: [other] });
    expect(Math.min(...way.map((at) => distance(at, other.at)))).toBeGreaterThan(0.18);
    expect(distance(end.at, point(2, 0))).toBeLessThan(0.02);
  });

  it.each([
    [point(-4.3, 1.6), point(-4.3, -1.6)],
    [point(4.3, -1.6), point(4.3, 1.6)],
    [point(-3, 0), point(-4.4, 1.5)],
  ])("drives around defence areas: %o to %o", (from, to) => {
    const { end, way } = wayOf({ ...player(1, 0, 0), at: from }, { to, facing: 0 }, {}, 9);
    expect(way.filter((at) => PITCH.isInOwnArea(at) || PITCH.isInTheirArea(at))).toEqual([]);
    expect(distance(end.at, to)).toBeLessThan(0.05);
  });

  it("keeps half a metre from the ball where the rules demand it", () => {
    const ball = ballOf(0, 0);
    const { way } = wayOf(player(1, -2, 0.05), { to: point(2, 0), facing: 0, ballGap: 0.6 }, { ball });
    expect(Math.min(...way.map((at) => distance(at, ball.at)))).toBeGreaterThan(0.5);
  });
});

describe("the ball", () => {
  it("is kicked so that it arrives with the requested speed", () => {
    const kick = kickFor(4, 1.5, LAW);
    const sec = flightSec(kick, 4, LAW);
    const ball = { ...ballOf(0, 0, kick, 0), rollsAt: kick * LAW.rolls };
    expect(ballAt(ball, LAW, sec).x).toBeCloseTo(4, 6);
    const [before, after] = [ballAt(ball, LAW, sec - 0.01).x, ballAt(ball, LAW, sec + 0.01).x];
    expect((after - before) / 0.02).toBeCloseTo(1.5, 2);
  });

  it("is met at its future position", () => {
    const { at, sec } = meet(player(1, 1, -1), ballOf(0, 0, 1.5, 0), PITCH);
    expect(at.x).toBeGreaterThan(0.5);
    expect(at.y).toBe(0);
    expect(sec).toBeLessThan(2);
  });

  it("crosses the goal line or not", () => {
    expect(crossing(ballOf(-2, 0, -3, 0.3), LAW, -4.5)?.y).toBeCloseTo(0.25, 6);
    expect(crossing(ballOf(-2, 0, -0.5, 0), LAW, -4.5)).toBeUndefined();
    expect(crossing(ballOf(-2, 0, 3, 0), LAW, -4.5)).toBeUndefined();
  });

  it("is approached from behind before it is kicked", () => {
    // the robot is on the wrong side: it must drive around the ball without touching it
    let robot = player(1, 0.3, 0.02, { facing: 3.1 });
    const ball = ballOf(0, 0);
    const kick = { ...kickOptions(moment({ ball, ours: [robot] }))[0], to: point(3, 0), slack: 0.05 };
    let nearest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < 5; t += STEP) {
      const order = playBall({ player: robot, kick, view: view({ ball, ours: [robot] }), pitch: PITCH });
      if (order.kick > 0 && distance(robot.at, ball.at) < 0.1) {
        expect(heading(robot.facing).x).toBeGreaterThan(0.99);
        expect(robot.at.x).toBeLessThan(-0.08);
        return;
      }
      if (robot.at.x > -0.05) nearest = Math.min(nearest, distance(robot.at, ball.at));
      robot = drive(robot, order);
    }
    expect.fail(`no kick; came as near as ${nearest}`);
  });
});

const PLAY = {
  pitch: PITCH,
  style: STYLES.passing,
  situation: { kind: "play", banned: undefined },
  keeper: 0,
} as const;

const moment = (more: Partial<View>) => ({
  player: more.ours?.[0] ?? player(1, 0, 0),
  view: view(more),
  pitch: PITCH,
  style: STYLES.passing,
  keeper: 0,
});

describe("choice of kicks", () => {
  it("the clearance of a lane is that to the nearest opponent", () => {
    const free = laneRoom(point(0, 0), point(3, 0), 4, view({ theirs: [player(1, 1.5, 1.9)] }), PITCH);
    const tight = laneRoom(point(0, 0), point(3, 0), 4, view({ theirs: [player(1, 0.3, 0.2)] }), PITCH);
    const blocked = laneRoom(point(0, 0), point(3, 0), 4, view({ theirs: [player(1, 1.5, 0)] }), PITCH);
    expect(free).toBe(1);
    expect(tight).toBeCloseTo(0.2 - 0.09 - 0.0215, 3);
    expect(blocked).toBeLessThan(0);
  });

  it("shoots into the open corner", () => {
    const theirs = [player(0, 4.4, 0.25)];
    const kick = new KickChoice().choose(moment({ ball: ballOf(3, 0), ours: [player(1, 2.8, 0)], theirs }));
    expect(kick.key).toMatch(/^shot/);
    expect(kick.to.y).toBeLessThan(-0.2);
  });

  it("passes to a free robot, not to a covered one", () => {
    const ours = [player(1, -2.2, 0), player(2, 0, 1.5), player(3, 0, -1.5)];
    const theirs = [player(7, -0.2, -1.3)];
    const kick = new KickChoice().choose(moment({ ball: ballOf(-2, 0), ours, theirs }));
    expect(kick.receiver).toBe(2);
  });

  it("chips if a robot blocks the lane", () => {
    const ours = [player(1, -3.2, 2), player(2, 0, 2)];
    const theirs = [player(7, -2.3, 2)];
    const option = kickOptions(moment({ ball: ballOf(-3, 2), ours, theirs })).find(({ receiver }) => receiver === 2);
    expect(option?.angle).toBe(45);
    expect(option?.speed).toBeLessThanOrEqual(6.5);
  });

  it("keeps its choice within a second if another kick has only slightly more clearance", () => {
    const choice = new KickChoice();
    const ours = [player(1, -2.2, 0), player(2, 0, 1.5), player(3, 0, -1.5)];
    const first = choice.choose(moment({ ball: ballOf(-2, 0), ours, theirs: [player(7, 0.5, -1.2)] }));
    const next = choice.choose({
      ...moment({ ball: ballOf(-2, 0), ours, theirs: [player(7, 0.6, 2.1)] }),
    });
    expect(first.receiver).toBe(2);
    expect(next.receiver).toBe(2);
  });

  it("never chooses a kick for which it cannot stand behind the ball: a wall is there", () => {
    const pitch = new Pitch({ ...PITCH.sizes, beside: 0, behind: 0 });
    const ball = ballOf(0, 2.98);
    for (const { to } of kickOptions({ ...moment({ ball, ours: [player(1, 0, 2)] }), pitch }))
      expect(
        pitch.hasRoom(
          point(0 - 0.095 * (to.x / distance(to, ball.at)), 2.98 - 0.095 * ((to.y - 2.98) / distance(to, ball.at))),
        ),
      ).toBe(true);
  });
});

describe("positions without the ball", () => {
  it("the wall stands between ball and goal, outside the area, side by side", () => {
    for (const ball of [point(0, 0), point(-3, 2.5), point(-4.4, -2.8)]) {
      const posts = wall(3, ball, PITCH);
      expect(posts.filter(({ at }) => PITCH.isInOwnArea(at, 0.09))).toEqual([]);
      for (let i = 1; i < 3; i++) expect(distance(posts[i].at, posts[i - 1].at)).toBeGreaterThan(0.14);
    }
    expect(wall(1, point(0, 0), PITCH)[0].at.y).toBeCloseTo(0, 9);
  });

  it.each([
    { kind: "kickoff", isOurs: false, mayKick: false },
    { kind: "stop", isBeforeKickOff: true, place: undefined },
    { kind: "stop", isBeforeKickOff: false, place: point(3, 2) },
    { kind: "play", banned: undefined },
  ] as const)("has a different post for every robot: %o", (situation) => {
    for (let count = 1; count <= 15; count++) {
      const posts = postsOf(count, { ...PLAY, view: view(), situation }, () => []);
      expect(posts.length).toBeGreaterThanOrEqual(count);
      expect(new Set(posts.map(({ name }) => name)).size).toBe(posts.length);
      if ("isBeforeKickOff" in situation && situation.isBeforeKickOff)
        expect(posts.filter(({ at }) => at.x > -0.09 || length(at) < 0.6)).toEqual([]);
    }
  });

  it("keeps away from the ball", () => {
    expect(distance(keepAway(point(0.1, 0), point(0, 0), 0.6, PITCH), point(0, 0))).toBeCloseTo(0.6, 9);
    expect(keepAway(point(1, 0), point(0, 0), 0.6, PITCH)).toEqual(point(1, 0));
  });

  it("the keeper saves a shot that it can reach in time, and stays in front of its line", () => {
    let keeper = player(0, -4.2, 0);
    for (let t = 0; t < 1; t += STEP) {
      const ball = { ...ballOf(0, 0), at: ballAt(ballOf(-1.5, 0, -3.5, 0.3), LAW, t), velocity: point(-3.5, 0.3) };
      keeper = drive(keeper, keepGoal(keeper, { ...PLAY, view: view({ ball, ours: [keeper] }) }, undefined));
      expect(keeper.at.x).toBeGreaterThan(-4.5);
      if (distance(keeper.at, ball.at) < 0.11) return;
    }
    expect.fail("a goal");
  });
});

describe("vision", () => {
  const frame = (time: number, camera: number, x: number, more: object = {}) =>
    create(SSL_DetectionFrameSchema, {
      frameNumber: 1,
      tCapture: time,
      tSent: time,
      cameraId: camera,
      balls: [{ confidence: 1, x, y: 100, pixelX: 0, pixelY: 0 }],
      robotsBlue: [{ confidence: 1, robotId: 3, x: x - 500, y: 0, orientation: 0.5, pixelX: 0, pixelY: 0 }],
      ...more,
    });

  it("takes the mean of two cameras, and estimates speeds from many frames", () => {
    const sight = new ObjectTracker("blue", LAW);
    let seen: View | undefined;
    for (let i = 0; i <= 60; i++) {
      const x = 1000 * (i * STEP * 1.5);
      seen = sight.look([frame(i * STEP, 0, x - 4), frame(i * STEP, 1, x + 4)], false, new Set());
    }
    expect(seen?.ours.map(({ id }) => id)).toEqual([3]);
    expect(seen?.ours[0].at.x).toBeCloseTo(60 * STEP * 1.5 - 0.5, 2);
    expect(seen?.ours[0].velocity.x).toBeCloseTo(1.5, 1);
    expect(seen?.ball.velocity.x).toBeCloseTo(1.5, 0);
    expect(seen?.theirs).toEqual([]);
  });

  it("rotates the field for a team that plays towards -x", () => {
    const sight = new ObjectTracker("yellow", LAW);
    const seen = sight.look([frame(1, 0, 2000)], true, new Set());
    expect(seen?.ball.at).toEqual(point(-2, -0.1));
    expect(seen?.theirs[0].at.x).toBeCloseTo(-1.5, 9);
    expect(Math.abs(seen?.theirs[0].facing ?? 0)).toBeCloseTo(Math.PI - 0.5, 6);
  });

  it("keeps the right ball if a second one appears, or if it is hidden for a moment", () => {
    const sight = new ObjectTracker("blue", LAW);
    const lie = { confidence: 1, x: 3000, y: 0, pixelX: 0, pixelY: 0 };
    const truth = { confidence: 1, x: 0, y: 0, pixelX: 0, pixelY: 0 };
    sight.look([frame(0, 0, 0, { balls: [truth] })], false, new Set());
    const both = sight.look([frame(STEP, 0, 0, { balls: [lie, truth] })], false, new Set());
    expect(both?.ball.at.x).toBeCloseTo(0, 3);
    const none = sight.look([frame(2 * STEP, 0, 0, { balls: [] })], false, new Set());
    expect(none?.ball.at.x).toBeCloseTo(0, 3);
    expect(none?.ball.age).toBeCloseTo(STEP, 6);
  });
});

describe("referee packets", () => {
  const say = (command: Command, commandCounter: number) => create(RefereeSchema, { command, commandCounter });

  it("a kick-off is prepared, started, and in play when the ball has moved; the kicker may not touch it twice", () => {
    const ear = new SituationTracker("blue");
    const ours = [player(4, -0.15, 0), player(5, -2, 0)];
    expect(ear.hear(say(Command.PREPARE_KICKOFF_BLUE, 1), view({ ours }))).toEqual({
      kind: "kickoff",
      isOurs: true,
      mayKick: false,
    });
    expect(ear.hear(say(Command.NORMAL_START, 2), view({ ours }))).toMatchObject({ kind: "kickoff", mayKick: true });
    const moved = { ball: ballOf(0.3, 0, 2, 0), ours };
    expect(ear.hear(say(Command.NORMAL_START, 2), view(moved))).toEqual({ kind: "play", banned: 4 });
    const received = { ball: ballOf(-1.9, 0), ours };
    expect(ear.hear(say(Command.NORMAL_START, 2), view(received))).toEqual({ kind: "play", banned: undefined });
  });

  it("give the team of a free kick, and when to stop", () => {
    const ear = new SituationTracker("yellow");
    expect(ear.hear(say(Command.DIRECT_FREE_BLUE, 1), view())).toMatchObject({ kind: "free", isOurs: false });
    expect(ear.hear(say(Command.STOP, 2), view())).toMatchObject({ kind: "stop" });
    expect(ear.hear(say(Command.HALT, 3), view())).toEqual({ kind: "halt" });
    expect(ear.hear(say(Command.FORCE_START, 4), view())).toMatchObject({ kind: "play" });
  });
});
