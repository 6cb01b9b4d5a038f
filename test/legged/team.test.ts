// [L4] What a player of the four-legged league believes and decides: place, ball, roles, messages, the game controller.

import { createSocket } from "node:dgram";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { History } from "../../examples/legged/History.js";
import { Aim } from "../../examples/legged/team/Aim.js";
import { Attack } from "../../examples/legged/team/Attack.js";
import { BallFilter } from "../../examples/legged/team/BallFilter.js";
import { BallSearch } from "../../examples/legged/team/BallSearch.js";
import { playBlind } from "../../examples/legged/team/BlindBall.js";
import { SKY_BLUE, YELLOW } from "../../examples/legged/team/ColorClasses.js";
import { ExpectedBall } from "../../examples/legged/team/ExpectedBall.js";
import { BEACONS, beaconSpot } from "../../examples/legged/team/FieldMap.js";
import { GameControl } from "../../examples/legged/team/GameControl.js";
import { FREE_PLAY } from "../../examples/legged/team/GameState.js";
import { Localization } from "../../examples/legged/team/Localization.js";
import { LogOnce } from "../../examples/legged/team/LogOnce.js";
import { into, outOf, type Placement, wrap } from "../../examples/legged/team/Placement.js";
import { kickOffSpot } from "../../examples/legged/team/Positions.js";
import { ballBack, startOf } from "../../examples/legged/team/RefereeHands.js";
import { needsBlock } from "../../examples/legged/team/Shot.js";
import type { BeaconFix } from "../../examples/legged/team/SightChance.js";
import { avoid, awayFrom, stayInside, walkTo } from "../../examples/legged/team/Steering.js";
import { Team } from "../../examples/legged/team/Team.js";
import { decodeTeamMessage, encodeTeamMessage, type TeamMessage } from "../../examples/legged/team/TeamMessage.js";
import { encodeGameController, type GameControllerData } from "../../src/leagues/legged/wire/GameControllerPacket.js";
import { RandomStream } from "../../src/math/RandomStream.js";

describe("[L4] localization", () => {
  /** What a robot there sees of the beacons ahead, with errors of 3 % and 0.02 rad. */
  function sights(truth: Placement, random: RandomStream): BeaconFix[] {
    return BEACONS.flatMap((spot) => {
      const [ahead, left] = into(truth, spot);
      const [distance, bearing] = [Math.hypot(ahead, left), Math.atan2(left, ahead)];
      if (Math.abs(bearing) > 0.5) return [];
      const seen = { distance: distance * random.normal(1, 0.03), bearing: bearing + random.normal(0, 0.02) };
      return [{ spot, ...seen, deviation: 0.02 + 0.05 * distance }];
    });
  }

  /** Walks in a circle; the odometry errs by a tenth. */
  function walk(filter: Localization, start: Placement, pictures: number, random: RandomStream): Placement {
    let truth = start;
    for (let i = 0; i < pictures; i++) {
      const [x, y] = outOf(truth, [0.008, 0]);
      truth = { x, y, heading: wrap(truth.heading + 0.03) };
      filter.move({ x: 0.0088, y: 0, heading: 0.027 }, 1 / 30, false);
      filter.see(sights(truth, random), []);
    }
    return truth;
  }

  const errorOf = (filter: Localization, { x, y }: Placement) =>
    Math.hypot(filter.estimate.x - x, filter.estimate.y - y);

  test("finds its place from nothing and keeps it; carried elsewhere, it finds it again", () => {
    const random = new RandomStream(1);
    const filter = new Localization(new RandomStream(2));
    const there = walk(filter, { x: -1, y: 0.5, heading: 1 }, 300, random);
    expect(errorOf(filter, there)).toBeLessThan(0.2);
    expect(Math.abs(wrap(filter.estimate.heading - there.heading))).toBeLessThan(0.15);
    const elsewhere = walk(filter, { x: 1.5, y: -1, heading: -2 }, 400, random);
    expect(errorOf(filter, elsewhere)).toBeLessThan(0.25);
  });

  test("the same seed gives the same estimate, another one a different one", () => {
    const run = (seed: number) => {
      const filter = new Localization(new RandomStream(seed));
      walk(filter, { x: 0, y: 0, heading: 0 }, 60, new RandomStream(7));
      return filter.estimate;
    };
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
  });

  test("a goal's ends tell the direction", () => {
    const filter = new Localization(new RandomStream(1));
    filter.startAt({ x: 0, y: 0, heading: 0 }, 0.1, 0.5);
    const half = Math.atan2(0.4, 2.7);
    for (let i = 0; i < 60; i++) {
      filter.move({ x: 0, y: 0, heading: 0 }, 1 / 30, false);
      filter.see([], [{ isOwn: false, left: half + 0.3, right: -half + 0.3, from: [0, 0] }]);
    }
    expect(filter.estimate.heading).toBeCloseTo(-0.3, 1);
  });

  test("beacons are where the rules have them, seen from both teams", () => {
    expect(beaconSpot("red", SKY_BLUE, false)).toEqual([1.35, 1.95]);
    expect(beaconSpot("red", YELLOW, true)).toEqual([-1.35, -1.95]);
    expect(beaconSpot("blue", SKY_BLUE, false)).toEqual([-1.35, -1.95]);
  });
});

describe("[L4] ball filter", () => {
  const HERE = { x: 0, y: 0, heading: 0 };

  test("learns place and velocity of a rolling ball, and predicts it", () => {
    const filter = new BallFilter();
    for (let i = 0; i < 30; i++) filter.see({ ahead: 1 - 0.3 * (i / 30), left: 0.2, deviation: 0.02 }, HERE, i / 30);
    const [vx, vy] = filter.velocity(HERE);
    expect(vx).toBeCloseTo(-0.3, 1);
    expect(vy).toBeCloseTo(0, 1);
    filter.advance(1.3);
    expect(filter.relative(HERE)[0]).toBeLessThan(0.68);
  });

  test("one sight far away is doubted, three are believed", () => {
    const filter = new BallFilter();
    for (let i = 0; i < 10; i++) filter.see({ ahead: 1, left: 0, deviation: 0.02 }, HERE, i / 30);
    const jump = { ahead: 2, left: 1, deviation: 0.02 };
    filter.see(jump, HERE, 0.35);
    expect(filter.relative(HERE)[0]).toBeCloseTo(1, 1);
    filter.see(jump, HERE, 0.4);
    filter.see(jump, HERE, 0.45);
    expect(filter.relative(HERE)).toEqual([2, 1]);
  });

  test("the robot's own walk does not move the ball on the ground", () => {
    const filter = new BallFilter();
    filter.see({ ahead: 1, left: 0, deviation: 0.02 }, HERE, 0);
    const [ahead, left] = filter.relative({ x: 0.5, y: 0, heading: Math.PI / 2 });
    expect([ahead, left].map((value) => Math.round(100 * value) / 100)).toEqual([0, -0.5]);
  });
});

describe("[L4] decisions", () => {
  const STILL = { velocity: [0, 0], mayKick: true, isContested: false, isClearing: false, time: 0 } as const;

  test("walks to a far ball, around a near one, and through it when it lies towards the aim", () => {
    const attack = new Attack();
    expect(attack.decide({ ball: [2, 0], aim: 0, ...STILL }).walk).toMatchObject({ forward: 0.32, turn: 0 });
    const around = attack.decide({ ball: [0.3, 0], aim: 2, ...STILL }).walk;
    expect(around.left).toBeLessThan(-0.1);
    expect(Math.abs(around.forward)).toBeLessThan(0.1);
    expect(attack.decide({ ball: [0.3, 0], aim: 0.1, ...STILL }).walk.forward).toBeGreaterThan(0.25);
  });

  test("who walks around a ball in vain drives it to the side after a while; before the own goal it does not", () => {
    const isDriving = (isClearing: boolean): boolean[] => {
      const attack = new Attack();
      return [0, 1.5, 3, 5, 5.1].map((time) => {
        attack.decide({ ball: [0.3, 0], aim: 1.4, ...STILL, mayKick: false, isClearing, time });
        return attack.isDriving;
      });
    };
    expect(isDriving(false)).toEqual([false, false, false, true, true]);
    expect(isDriving(true)).toEqual([false, false, false, false, false]);
  });

  test("an opponent at the ball lets it drive the ball to the side, but not before the own goal", () => {
    const isDriving = (isClearing: boolean): boolean => {
      const attack = new Attack();
      attack.decide({ ball: [0.3, 0], aim: 0.8, ...STILL, mayKick: false, isContested: true, isClearing });
      return attack.isDriving;
    };
    expect([isDriving(false), isDriving(true)]).toEqual([true, false]);
  });

  test("kicks a ball that lies still in front of a paw", () => {
    expect(new Attack().decide({ ball: [0.182, -0.055], aim: 0, ...STILL }).kick).toBe("right");
    expect(new Attack().decide({ ball: [0.182, 0.055], aim: 1, ...STILL }).kick).toBeUndefined();
    expect(new Attack().decide({ ball: [0.17, 0], aim: 1.5, ...STILL }).kick).toBe("head left");
    expect(new Attack().decide({ ball: [0.17, 0], aim: -1.3, ...STILL }).kick).toBe("head right");
    expect(new Attack().decide({ ball: [0.17, 0], aim: 3, ...STILL }).kick).toBeUndefined();
    expect(new Attack().decide({ ball: [0.17, 0], aim: 1.5, ...STILL, mayKick: false }).kick).toBeUndefined();
  });

  test("the keeper blocks a shot that passes beside it, and no other ball", () => {
    expect(needsBlock([0.8, 0.15], [-0.9, 0])).toBe(true);
    expect(needsBlock([0.8, -0.4], [-0.9, 0.3])).toBe(true);
    // straight at it; too far aside; too slow; rolling away; too far away
    for (const [ball, velocity] of [
      [
        [0.8, 0],
        [-0.9, 0],
      ],
      [
        [0.8, 0.5],
        [-0.9, 0],
      ],
      [
        [0.8, 0.15],
        [-0.1, 0],
      ],
      [
        [0.8, 0.15],
        [0.9, 0],
      ],
      [
        [2.5, 0.15],
        [-0.9, 0],
      ],
    ] as const)
      expect(needsBlock(ball, velocity)).toBe(false);
  });

  test("aims at the goal, past an opponent in the way, and before the own goal anywhere away from it", () => {
    const view = (
      ball: readonly [number, number],
      line: number,
      opponents: readonly (readonly [number, number])[] = [],
    ) => ({
      ball,
      line,
      opponents,
      time: 1,
    });
    expect(new Aim(false).from(view([1, 0], 0))).toBeCloseTo(0, 6);
    const aim = new Aim(false);
    expect(aim.isContested(1)).toBe(false);
    // it leaves more room on the right
    expect(aim.from(view([1, 0], 0, [[1.3, 0.1]]))).toBeLessThan(-0.4);
    expect(aim.isContested(1.5)).toBe(true);
    // beside the goalkeeper
    expect(new Aim(false).from(view([1.8, 0], 0, [[2.4, 0.1]]))).toBeLessThan(-0.1);
    // at the opening that it sees, wherever it believes to be; but not before the own goal, and not along the goal line
    expect(new Aim(false).from({ ...view([1, 0], 0), opening: 0.4 })).toBeCloseTo(0.4, 6);
    expect(new Aim(false).from({ ...view([1.8, 0], 0, [[2.4, 0.1]]), opening: 0.2 })).toBeCloseTo(0.2, 6);
    expect(new Aim(false).from({ ...view([-2, 0], 0.6), opening: 0 })).toBeCloseTo(0.6, 6);
    expect(new Aim(false).from({ ...view([2.6, 1], 0), opening: 0 })).toBeCloseTo(-Math.PI / 2, 6);
    // as it stands behind the ball, unless it faces the own goal
    expect(new Aim(false).from(view([-2, 0], 0.6))).toBeCloseTo(0.6, 6);
    expect(Math.abs(new Aim(true).from(view([-2.4, 0], 3)))).toBeLessThan(1);
    // not over the touch line
    expect(new Aim(false).from(view([-2, 1.2], 1.2))).toBeLessThan(0.4);
    // a ball on the touch line: along it
    expect(new Aim(false).from(view([0, 1.8], 0))).toBeGreaterThan(-0.3);
    expect(new Aim(false).from(view([0, -1.8], 0))).toBeLessThan(0.3);
    // on the own goal line: along it, away from the goal
    expect(new Aim(false).from(view([-2.68, 1.2], 0))).toBeGreaterThan(1.3);
    expect(new Aim(false).from(view([-2.68, -1.2], 0))).toBeLessThan(-1.3);
  });

  test("a ball below the nose is driven on, looked for, and left behind; before the own goal it is cleared", () => {
    const moves = (isDriving: boolean, mustClear: boolean) =>
      [0.1, 0.3, 1, 1.8, 3, 4, 9].map((unseen) => playBlind({ distance: 0.2, unseen, isDriving }, mustClear));
    expect(moves(true, false)).toEqual([undefined, "drive", "drive", "look", "back", "back", undefined]);
    expect(moves(false, false)).toEqual([undefined, undefined, "look", "back", "back", undefined, undefined]);
    expect(moves(false, true)).toEqual([undefined, undefined, "drive", "drive", "back", undefined, undefined]);
    expect(playBlind({ distance: 0.5, unseen: 1, isDriving: true }, true)).toBeUndefined();
  });

  test("who has lost the ball turns round once to one side; the keeper looks out from its goal, and turns again", () => {
    for (const [isKeeper, later] of [
      [false, undefined],
      [true, 2],
    ] as const) {
      const search = new BallSearch();
      // on its way round, the place where the ball was changes sides
      expect([1, -1, -1, 1].map((left, i) => search.turnAt(100 + i, left, isKeeper))).toEqual([2, 2, 2, 2]);
      expect(search.turnAt(107, 1, isKeeper)).toBeUndefined();
      expect(search.turnAt(111, -1, isKeeper)).toBe(later);
      search.end();
      expect(search.turnAt(112, -1, isKeeper)).toBe(-2);
    }
  });

  test("keeps to the carpet", () => {
    const outward = { forward: 0.3, left: 0, turn: 0 };
    expect(stayInside(outward, { x: 0, y: 1, heading: Math.PI / 2 })).toEqual(outward);
    expect(stayInside(outward, { x: 0, y: 1.75, heading: Math.PI / 2 }).forward).toBeCloseTo(0, 6);
    expect(stayInside(outward, { x: 0, y: 1.75, heading: -Math.PI / 2 })).toEqual(outward);
    expect(stayInside(outward, { x: 0, y: 1.9, heading: Math.PI / 2 }).forward).toBeLessThan(-0.2);
  });

  test("at the kick-off ways do not cross: the nearest player kicks off, also if another one does not play", () => {
    const own = { isOwnKickOff: true, absent: [] as number[] };
    const at = (number: number, x: number, y: number) => ({ number, place: [x, y] as const });
    // lined up beside the touch line, number 4 next to the halfway line
    const line = [at(2, -1.62, -1.7), at(3, -1.08, -1.7), at(4, -0.54, -1.7)];
    const spots = line.map((player) => kickOffSpot(player, line, own));
    expect(spots[2]).toEqual([-0.32, 0]);
    expect(new Set(spots).size).toBe(3);
    expect(spots[0][0]).toBeLessThan(spots[1][0]);
    expect(kickOffSpot(line[1], line, { ...own, absent: [4] })).toEqual([-0.32, 0]);
    expect(kickOffSpot(at(1, 0, 0), line, own)).toEqual([-2.5, 0]);
    // a small advantage does not change a spot that it is on its way to
    const pair = [at(2, -1, 0.05), at(3, -1, 0)];
    const held = kickOffSpot(pair[0], [], own);
    expect(kickOffSpot(pair[0], pair, own, held)).toBe(held);
  });

  test("knows where the referee puts it and the ball", () => {
    expect(startOf("red", 1)).toEqual({ x: -2.16, y: -1.7, heading: Math.PI / 2 });
    const blue = startOf("blue", 1);
    expect([blue.x, blue.y, blue.heading]).toEqual([-2.16, 1.7, expect.closeTo(-Math.PI / 2, 12)]);
    // over the touch line: towards the goal of the team that touched it last; over a goal line
    for (const [ball, team, isOwn, [x, y]] of [
      [[0.5, 1.85], "red", true, [-0.5, 1.4]],
      [[0.5, 1.85], "blue", true, [-0.5, 1.4]],
      [[0.5, -1.85], "blue", false, [1.5, -1.4]],
      [[2.72, 1], "blue", false, [2.3, 1.4]],
      [[2.72, -1], "red", true, [0, -1.4]],
    ] as const)
      expect(ballBack(ball, team, isOwn)).toEqual([expect.closeTo(x, 12), expect.closeTo(y, 12)]);
    const expected = new ExpectedBall();
    expected.expect([1, 0], 10);
    const place = { x: 0, y: 0, heading: 0 };
    expect(expected.from(place, 11)).toEqual([1, 0]);
    expect(expected.from({ ...place, x: 0.8 }, 12)).toBeUndefined();
    expect(expected.from(place, 12)).toBeUndefined();
    expected.expect([1, 0], 10);
    expect(expected.from(place, 30)).toBeUndefined();
  });

  test("a picture belongs to the moment when it was taken", () => {
    const history = new History<number>();
    for (let k = 0; k < 40; k++) history.note(0.008 * k, k);
    expect(history.at(0.008 * 36 + 0.001)).toBe(36);
    // the world is reset
    history.note(0.008, 100);
    expect(history.at(0.3)).toBe(100);
  });

  test("stands at its place, and passes other robots on the free side", () => {
    expect(walkTo([0.02, 0.01], 0.05)).toEqual({ forward: 0, left: 0, turn: 0 });
    expect(walkTo([-1, 0], 0).forward).toBe(0);
    const walk = { forward: 0.32, left: 0, turn: 0 };
    expect(avoid(walk, [[1, 0.1]])).toEqual(walk);
    const around = avoid(walk, [[0.3, 0.1]]);
    expect(around.left).toBeLessThan(0);
    expect(around.forward).toBeLessThan(0.32);
    expect(awayFrom([0.3, 0])).toMatchObject({ forward: -0.2, turn: 0 });
    expect(awayFrom([0, -0.3]).left).toBeCloseTo(0.2);
  });
});

const MESSAGE: TeamMessage = {
  number: 3,
  role: "attacker",
  place: { x: -1, y: 0.5, heading: 2 },
  ball: [0.25, -0.5],
  ballAge: 0.5,
  cost: 4,
};

describe("[L4] team", () => {
  test("messages are read as they were written; other bytes are none", () => {
    const bytes = encodeTeamMessage(MESSAGE);
    expect(bytes).toHaveLength(32);
    expect(decodeTeamMessage(bytes)).toEqual(MESSAGE);
    expect(decodeTeamMessage(encodeTeamMessage({ ...MESSAGE, ballAge: Number.POSITIVE_INFINITY }))?.ballAge).toBe(1000);
    const changed = (at: number, byte: number) => decodeTeamMessage(bytes.map((old, i) => (i === at ? byte : old)));
    for (const [at, byte] of [
      [0, 0],
      [1, 0],
      [1, 5],
      [2, 4],
      [7, 255],
      [31, 255],
    ] as const)
      expect(changed(at, byte), `byte ${at}`).toBeUndefined();
    const random = new RandomStream(1);
    for (let length = 0; length < 100; length++)
      expect(decodeTeamMessage(Uint8Array.from({ length }, () => random.integer(256)))).toBeUndefined();
  });

  test("one attacks, one supports, one defends; the keeper keeps", () => {
    const places = [-2.5, -1, 0.2, 1].map((x, i) => ({
      number: i + 1,
      place: { x, y: 0, heading: 0 },
      cost: 10 - 2 * i,
    }));
    const teams = places.map(({ number }) => new Team(number));
    for (let round = 0; round < 3; round++)
      places.forEach(({ number, place, cost }, i) => {
        const role = teams[i].choose(place, cost, round);
        for (const team of teams) team.hear({ ...MESSAGE, number, place, cost, role }, round);
      });
    expect(teams.map(({ role }) => role)).toEqual(["keeper", "defender", "supporter", "attacker"]);
  });

  test("a mate that is silent counts no more", () => {
    const team = new Team(2);
    team.hear({ ...MESSAGE, cost: 0 }, 0);
    expect(team.choose(MESSAGE.place, 5, 1)).not.toBe("attacker");
    expect(team.ball(1, 3)).toEqual([0.25, -0.5]);
    expect(team.choose(MESSAGE.place, 5, 10)).toBe("attacker");
    expect(team.ball(10, 3)).toBeUndefined();
  });
});

describe("[L4] game controller", () => {
  const PLAYER = { penalty: 0, seconds: 0 };
  const DATA: GameControllerData = {
    state: "set",
    isFirstHalf: true,
    kickOffTeam: "blue",
    secsRemaining: 100,
    dropInTeam: "red",
    dropInTime: undefined,
    teams: {
      blue: { number: 1, score: 0, players: [PLAYER, PLAYER, PLAYER, PLAYER] },
      red: { number: 2, score: 0, players: [PLAYER, { penalty: 3, seconds: 9 }, PLAYER, PLAYER] },
    },
  };
  const control = (lines: string[] = []) =>
    new GameControl({ team: "red", number: 2, log: new LogOnce((line) => lines.push(line)) });

  test("packets of both years lead the player; without any it plays", () => {
    for (const version of [4, 6] as const) {
      const ear = control();
      expect(ear.at(0)).toEqual(FREE_PLAY);
      expect(ear.hear(encodeGameController(DATA, version), 0.1)).toBe(true);
      expect(ear.at(0.2)).toEqual({
        phase: "set",
        isOwnKickOff: false,
        isOwnTouch: true,
        isPenalized: true,
        isBallOut: false,
        absent: [2],
      });
    }
    const ear = control();
    ear.hear(encodeGameController({ ...DATA, state: "playing", dropInTime: 1 }, 6), 0.1);
    expect(ear.at(0.2).isBallOut).toBe(true);
    expect(control().hear(encodeTeamMessage(MESSAGE), 0)).toBe(false);
  });

  test("by UDP: nonsense is logged once; a packet counts only while the radio is silent", async () => {
    const lines: string[] = [];
    const ear = control(lines);
    const sender = createSocket("udp4");
    const port = 20_000 + (process.pid % 20_000);
    ear.open(port);
    try {
      const packet = encodeGameController({ ...DATA, state: "playing" }, 6);
      ear.hear(encodeGameController(DATA, 6), 0);
      const send = async (bytes: Uint8Array) => {
        await new Promise((resolve) => sender.send(bytes, port, "127.0.0.1", resolve));
        await wait(100);
      };
      for (const bytes of ["x", "RGme", "y".repeat(116)]) await send(new TextEncoder().encode(bytes));
      expect(lines).toEqual(["a datagram of 1 bytes is no packet of a game controller: ignored, as are others"]);
      await send(packet);
      expect(ear.at(1).phase).toBe("set");
      await send(packet);
      expect(ear.at(6).phase).toBe("playing");
    } finally {
      sender.close();
      ear.close();
    }
  });
});
