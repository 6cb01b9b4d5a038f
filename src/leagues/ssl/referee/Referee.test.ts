import { describe, expect, it } from "vitest";
import {
  BALL_RADIUS,
  matchInPlay,
  type ScriptedMatch,
  scriptedMatch,
} from "../../../../testing/builders/ScriptedMatch.js";
import { Hash64 } from "../../../math/Hash64.js";
import { TEAMS } from "../Team.js";

/** A shot that is over the line within a second; `by` touches it at the start. */
const shoot = (match: ScriptedMatch, x: number, y: number, by: readonly string[], speed = 3): ScriptedMatch => {
  match.roll(x, y).step();
  match.step(...by);
  match.roll(x, y, [x > 0 ? speed : -speed, 0, 0]);
  return match.run(1);
};

const hashOf = (match: ScriptedMatch): string => {
  const hash = new Hash64();
  match.referee.addTo(hash);
  return hash.digest();
};

describe("kick-off", () => {
  it("[F5] STOP, PREPARE_KICKOFF, NORMAL_START; the half and its clock begin with the last", () => {
    const match = scriptedMatch({ halfSec: 600 });
    expect([match.stage, match.command]).toEqual(["NORMAL_FIRST_HALF_PRE", "STOP"]);
    match.until("PREPARE_KICKOFF_BLUE");
    expect(match.stage).toBe("NORMAL_FIRST_HALF_PRE");
    expect(match.referee.status().timeLeft).toBeUndefined();
    match.until("NORMAL_START");
    expect(match.stage).toBe("NORMAL_FIRST_HALF");
    expect(match.referee.status().timeLeft).toBe(600);
    expect(match.timeNs / 1e9).toBeLessThan(5);
    match.run(1);
    expect(match.referee.status().timeLeft).toBeCloseTo(599, 6);
  });

  it("[F5] the ball is put on the spot, and brought back if it was taken away", () => {
    const match = scriptedMatch();
    match.roll(2, 1).until("NORMAL_START");
    expect(match.orders).toEqual([{ kind: "place-ball", x: 0, y: 0 }]);
    const without = scriptedMatch();
    without.ball = undefined;
    without.until("NORMAL_START");
    expect(without.orders).toEqual([{ kind: "place-ball", x: 0, y: 0 }]);
  });

  it("[F5] the referee waits for a robot in the wrong half, then puts it into its own", () => {
    const match = scriptedMatch().put("Yellow-1", -3, 1).put("Yellow-2", -3.1, 1).put("Blue-2", 0.2, 0.3);
    match.until("PREPARE_KICKOFF_BLUE").run(5);
    expect(match.command).toBe("PREPARE_KICKOFF_BLUE");
    match.until("NORMAL_START");
    const placed = match.orders.filter(({ kind }) => kind === "place-robot");
    expect(placed.map((order) => order.kind === "place-robot" && `${order.team} ${order.id}`)).toEqual([
      "yellow 1",
      "yellow 2",
      "blue 2",
    ]);
    for (const { team, x, y } of match.robots) {
      if (match.robot("Blue-1").x === x) continue;
      expect(x * (team === "blue" ? -1 : 1)).toBeGreaterThanOrEqual(0.5);
      for (const other of match.robots)
        if (other.x !== x || other.y !== y) expect(Math.abs(other.x - x) + Math.abs(other.y - y)).toBeGreaterThan(0.18);
    }
  });

  it("[F5] one robot of the kicking team may be in the circle, no other", () => {
    const match = scriptedMatch().until("PREPARE_KICKOFF_BLUE");
    match.put("Yellow-1", 0.3, 0).run(4);
    expect(match.command).toBe("PREPARE_KICKOFF_BLUE");
    match.put("Yellow-1", 0.6, 0).until("NORMAL_START", 0.1);
  });

  it("[F5] a kick-off without a kick becomes open play after 10 s, then a forced start without progress", () => {
    const match = scriptedMatch().until("NORMAL_START");
    match.until("STOP", 15.1);
    expect(match.texts.at(-1)).toBe("no progress for 5 s");
    expect(match.timeNs / 1e9).toBeGreaterThan(18.9);
    match.robot("Blue-1").x = -2;
    match.until("FORCE_START", 3);
  });
});

describe("goals", () => {
  it("[F5] blue scores at +x, yellow at -x; the conceding team kicks off", () => {
    const match = matchInPlay();
    shoot(match, 5.5, 0.2, ["Blue-1"]);
    expect([match.score("blue"), match.score("yellow"), match.command]).toEqual([1, 0, "STOP"]);
    expect(match.texts.at(-1)).toBe("goal for Blue by Blue-1: Blue 1, Yellow 0");
    match.put("Yellow-1", 0.3, 0).put("Blue-1", -1, 0).until("PREPARE_KICKOFF_YELLOW").until("NORMAL_START");
    match.robot("Yellow-1").x = 2;
    shoot(match, -5.5, -0.2, ["Yellow-1"]);
    expect([match.score("blue"), match.score("yellow")]).toEqual([1, 1]);
    expect(match.referee.packet(0).nextCommand).toBe(5);
  });

  it("[F5] an own goal counts for the others", () => {
    const match = shoot(matchInPlay(), -5.5, 0, ["Blue-1"]);
    expect([match.score("blue"), match.score("yellow")]).toEqual([0, 1]);
    expect(match.texts.at(-1)).toBe("goal for Yellow, own goal of Blue-1: Blue 0, Yellow 1");
  });

  it("[F5] a ball on the goal line is no goal, and a fast ball is not missed", () => {
    const match = matchInPlay();
    match.roll(6, 0).step("Blue-1").run(1);
    expect(match.command).toBe("FORCE_START");
    match.roll(5.95, 0, [6.5, 0, 0]).run(0.02);
    expect(match.score("blue")).toBe(1);
  });

  it("[F5] over the bar it is a goal kick", () => {
    const match = matchInPlay();
    match.roll(5.5, 0).step("Blue-1");
    match.ball = { position: [5.5, 0, 0.4], velocity: [3, 0, 0], radius: BALL_RADIUS };
    match.run(1);
    expect(match.score("blue")).toBe(0);
    expect(match.referee.status().designated).toEqual([5, 4.3]);
    expect(match.texts.at(-1)).toContain("goal kick for Yellow");
  });

  it("[F5] a chip that lands before the line does not count, unless it was touched again", () => {
    const chip = (...again: string[]) => {
      const match = matchInPlay();
      match.roll(4, 0).step("Blue-1");
      match.ball = { position: [4.2, 0, 0.6], velocity: [0, 0, 0], radius: BALL_RADIUS };
      match.step().step();
      match.roll(4.2, 0).step(...again);
      match.roll(4.2, 0, [4, 0, 0]).run(1);
      return match;
    };
    expect(chip().score("blue")).toBe(0);
    expect(chip().texts.at(-2)).toBe("no goal for Blue: the ball was 0.58 m high");
    expect(chip("Blue-1").score("blue")).toBe(1);
    // a touch of the others does not heal it
    expect(chip("Yellow-0").score("blue")).toBe(0);
  });

  it("[F5] a team with too many robots scores no goal", () => {
    const match = matchInPlay();
    for (let id = 2; id < 12; id++) match.put(`Blue-${id}`, -3, id / 2 - 3);
    expect(shoot(match, 5.5, 0, ["Blue-1"]).score("blue")).toBe(0);
    expect(match.texts.at(-2)).toBe("no goal for Blue: more than 11 robots");
  });
});

describe("ball out", () => {
  it("[F5] over the touch line: STOP, the ball placed, a free kick for the others", () => {
    const match = matchInPlay();
    match.roll(1, 4.3).step("Yellow-1");
    match.roll(1, 4.3, [0, 3, 0]).run(0.2);
    expect(match.command).toBe("STOP");
    expect(match.referee.status().designated).toEqual([1, 4.3]);
    match.run(0.5);
    expect(match.orders).toEqual([]);
    match.until("DIRECT_FREE_BLUE", 3);
    expect(match.orders).toEqual([{ kind: "place-ball", x: 1, y: 4.3 }]);
    expect(match.ball?.position[1]).toBe(4.3);
  });

  it("[F5] the clock rests in STOP and runs on with the free kick", () => {
    const match = matchInPlay();
    match.roll(1, 4.3).step("Yellow-1");
    match.roll(1, 4.3, [0, 3, 0]).run(0.2);
    const left = match.referee.status().timeLeft;
    match.run(1);
    expect(match.referee.status().timeLeft).toBe(left);
    match.until("DIRECT_FREE_BLUE").run(1);
    expect(match.referee.status().timeLeft).toBeCloseTo((left ?? 0) - 1, 6);
  });

  it("[F5] robots that are too close delay the free kick for a limited time", () => {
    const match = matchInPlay().put("Yellow-1", 1, 4.1);
    match.roll(1, 4.3).step("Yellow-1");
    match.roll(1, 4.3, [0, 3, 0]).run(6);
    expect(match.command).toBe("STOP");
    match.until("DIRECT_FREE_BLUE", 2.5);
  });

  it("[F5] a ball put outside by hand without a touch is a forced start", () => {
    const match = matchInPlay();
    match.roll(1, 1).step("Yellow-1").step();
    match.roll(1, 4.8).step();
    expect(match.command).toBe("STOP");
    expect(match.referee.packet(0).nextCommand).toBe(3);
  });

  it("[F5] a missing ball stops the game and is added again at its last place", () => {
    const match = matchInPlay();
    match.roll(2, 1).step("Blue-1").step();
    match.ball = undefined;
    match.run(0.9);
    expect(match.command).toBe("FORCE_START");
    match.until("STOP", 0.2).until("FORCE_START");
    expect(match.orders).toEqual([{ kind: "place-ball", x: 2, y: 1 }]);
  });

  it("[F5] a robot that left after its touch is remembered, and the game continues without robots", () => {
    const match = matchInPlay();
    match.roll(1, 4.3).step("Yellow-1");
    match.robots = [];
    match.roll(1, 4.3, [0, 3, 0]).run(0.2);
    match.until("DIRECT_FREE_BLUE", 3);
  });

  it("[F5] a resting ball is no progress: 5 s in division A", () => {
    const match = matchInPlay();
    match.roll(2, 2).run(4.9);
    expect(match.command).toBe("FORCE_START");
    match.until("STOP", 0.2);
    expect(match.referee.packet(0).gameEvents.map(({ event }) => event.case)).toEqual(["noProgressInGame"]);
    match.until("FORCE_START", 3);
  });
});

describe("halves", () => {
  it("[F5] half time, sides changed, the other team kicks off, the end", () => {
    const match = scriptedMatch({ halfSec: 3, breakSec: 4 }).until("NORMAL_START");
    match.until("HALT", 3.1);
    expect([match.stage, match.referee.status().blueOnPositiveHalf]).toEqual(["NORMAL_HALF_TIME", true]);
    expect(match.referee.status().timeLeft).toBe(4);
    match.until("STOP", 4.1);
    expect(match.stage).toBe("NORMAL_SECOND_HALF_PRE");
    match.put("Blue-0", 5.8, 0).put("Yellow-0", -5.8, 0).put("Blue-1", 2, 0).put("Yellow-1", -0.3, 0);
    match.until("PREPARE_KICKOFF_YELLOW").until("NORMAL_START", 4);
    expect(match.stage).toBe("NORMAL_SECOND_HALF");
    match.robot("Yellow-1").x = -2;
    shoot(match, -5.5, 0, ["Blue-1"]);
    expect(match.score("blue")).toBe(1);
    match.put("Yellow-1", -0.3, 0).put("Blue-1", 2, 0).until("NORMAL_START").until("HALT", 3);
    expect(match.stage).toBe("POST_GAME");
    expect(match.texts.at(-1)).toBe("the game is over, Blue 1, Yellow 0");
    match.run(30);
    expect([match.stage, match.command]).toEqual(["POST_GAME", "HALT"]);
  });

  it("[F5] a goal in the last instant counts, one after it does not", () => {
    const goalAt = (sec: number): number => {
      const match = scriptedMatch({ halfSec: 3 }).until("NORMAL_START");
      match.robot("Blue-1").x = -2;
      match.run(sec - 0.066);
      // over the line after 0.0633 s
      match.roll(5.9, 0).step();
      match.step("Blue-1");
      match.roll(5.9, 0, [2, 0, 0]).run(1);
      return match.score("blue");
    };
    expect([goalAt(2.99), goalAt(3.01)]).toEqual([1, 0]);
  });
});

describe("possession", () => {
  it("[F5] from a team's touch to the other's, in play only", () => {
    const match = matchInPlay();
    match.roll(0, 1, [0.2, 0, 0]).step("Blue-1").run(3).step("Yellow-1").run(1);
    match.referee.command({ kind: "stop" });
    match.run(5);
    const { teams } = match.referee.status();
    expect(teams.blue.possession).toBeCloseTo(0.75, 2);
    expect(teams.yellow.possession).toBeCloseTo(0.25, 2);
  });

  it("[F5] two robots that touch at the same time share possession", () => {
    const match = matchInPlay();
    match.roll(0, 4.3, [0.2, 0, 0]).run(2, "Blue-1", "Yellow-1");
    expect(match.referee.status().teams.blue.possession).toBeCloseTo(0.5, 2);
  });
});

describe("state", () => {
  it("[F5] a restored referee makes the same decisions; the hash covers its state", () => {
    const match = matchInPlay();
    match.roll(1, 4.3).step("Yellow-1");
    const saved = match.referee.save();
    const before = hashOf(match);
    const timeNs = match.timeNs;
    const go = () => {
      match.timeNs = timeNs;
      match.roll(1, 4.3, [0, 3, 0]).run(4);
      return [hashOf(match), match.command];
    };
    const first = go();
    expect(first[0]).not.toBe(before);
    match.referee.restore(saved);
    expect(hashOf(match)).toBe(before);
    expect(go()).toEqual(first);
  });

  it("[F5] restarted it is as new", () => {
    const match = shoot(matchInPlay(), 5.5, 0, ["Blue-1"]);
    match.referee.restart();
    expect(hashOf(match)).toBe(hashOf(scriptedMatch()));
    for (const team of TEAMS) expect(match.score(team)).toBe(0);
  });
});
