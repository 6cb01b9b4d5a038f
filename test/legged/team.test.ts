// [L4] What a player of the four-legged league believes and decides: place, ball, roles, messages, the game controller.

import { createSocket } from "node:dgram";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Attack } from "../../examples/legged/team/Attack.js";
import { BallFilter } from "../../examples/legged/team/BallFilter.js";
import { SKY_BLUE, YELLOW } from "../../examples/legged/team/ColorClasses.js";
import { BEACONS, beaconSpot } from "../../examples/legged/team/FieldMap.js";
import { GameControl } from "../../examples/legged/team/GameControl.js";
import { FREE_PLAY } from "../../examples/legged/team/GameState.js";
import { Localization } from "../../examples/legged/team/Localization.js";
import { LogOnce } from "../../examples/legged/team/LogOnce.js";
import { into, outOf, type Placement, wrap } from "../../examples/legged/team/Placement.js";
import { needsBlock } from "../../examples/legged/team/Shot.js";
import type { BeaconFix } from "../../examples/legged/team/SightChance.js";
import { avoid, walkTo } from "../../examples/legged/team/Steering.js";
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
  const STILL = { velocity: [0, 0], mayKick: true } as const;

  test("walks to a far ball, around a near one, and through it when it lies towards the aim", () => {
    const attack = new Attack();
    expect(attack.decide({ ball: [2, 0], aim: 0, ...STILL }).walk).toMatchObject({ forward: 0.32, turn: 0 });
    const around = attack.decide({ ball: [0.3, 0], aim: 2, ...STILL }).walk;
    expect(around.left).toBeLessThan(-0.1);
    expect(Math.abs(around.forward)).toBeLessThan(0.1);
    expect(attack.decide({ ball: [0.3, 0], aim: 0.1, ...STILL }).walk.forward).toBeGreaterThan(0.25);
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

  test("stands at its place, and passes other robots on the free side", () => {
    expect(walkTo([0.02, 0.01], 0.05)).toEqual({ forward: 0, left: 0, turn: 0 });
    expect(walkTo([-1, 0], 0).forward).toBe(0);
    const walk = { forward: 0.32, left: 0, turn: 0 };
    expect(avoid(walk, [[1, 0.1]])).toEqual(walk);
    const around = avoid(walk, [[0.3, 0.1]]);
    expect(around.left).toBeLessThan(0);
    expect(around.forward).toBeLessThan(0.32);
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
      expect(ear.at(0.2)).toEqual({ phase: "set", isOwnKickOff: false, isPenalized: true });
    }
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
