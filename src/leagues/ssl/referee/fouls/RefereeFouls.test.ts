import { describe, expect, it } from "vitest";
import { matchInPlay, type ScriptedMatch, scriptedMatch } from "../../../../../testing/builders/ScriptedMatch.js";

const cases = (match: ScriptedMatch) => match.referee.packet(0).gameEvents.map(({ event }) => event.case);
const fouls = (match: ScriptedMatch) => {
  const { blue, yellow } = match.referee.packet(0);
  return [blue?.foulCounter, yellow?.foulCounter];
};
/** Blue has a free kick at 1, 2; Blue-1 stands behind the ball. */
const freeKick = (): ScriptedMatch => {
  const match = matchInPlay();
  match.referee.command({ kind: "free", team: "blue", place: [1, 2] });
  return match.until("DIRECT_FREE_BLUE");
};

describe("double touch", () => {
  it("[F5] the kicker touches again after 0.05 m: a free kick for the others, no foul counted", () => {
    const match = freeKick().step("Blue-1");
    match.roll(1.06, 2, [0.5, 0, 0]).step();
    match.run(0.5).step("Blue-1");
    expect(match.command).toBe("STOP");
    expect(cases(match)).toEqual(["attackerDoubleTouchedBall"]);
    expect(fouls(match)).toEqual([0, 0]);
    expect(match.until("DIRECT_FREE_YELLOW").command).toBe("DIRECT_FREE_YELLOW");
  });

  it("[F5] several touches within 0.05 m, or after another robot's, are allowed", () => {
    const match = freeKick().run(0.2, "Blue-1");
    match.roll(1.04, 2).run(0.2, "Blue-1");
    match.roll(1.06, 2, [0.5, 0, 0]).step().step("Yellow-1").step("Blue-1");
    expect(match.command).toBe("DIRECT_FREE_BLUE");
  });

  it("[F5] staying in contact for more than 0.05 m is one too", () => {
    const match = freeKick();
    match.roll(1, 2, [0.5, 0, 0]).run(0.2, "Blue-1");
    expect(cases(match)).toEqual(["attackerDoubleTouchedBall"]);
  });
});

describe("defence areas", () => {
  it("[F5] a defender that is not the keeper touches the ball wholly inside its own: stopped", () => {
    const match = matchInPlay().put("Blue-1", -5, 0).put("Blue-0", -5.5, 0);
    match.roll(-5.1, 0, [0.1, 0, 0]).step("Blue-0");
    expect(match.command).toBe("FORCE_START");
    match.step("Blue-1");
    expect(cases(match)).toEqual(["defenderInDefenseArea"]);
    match.robots = [];
    expect(match.until("DIRECT_FREE_YELLOW").referee.status().teams.blue.score).toBe(0);
    // 1 m off the area
    expect(match.ball?.position[0]).toBeCloseTo(-3.2, 9);
  });

  it("[F5] an attacker that touches the ball in the other's is reported once in 2 s, and its goal does not count", () => {
    const match = matchInPlay().put("Blue-1", 4.15, 0);
    match.roll(4.3, 0, [0.01, 0, 0]).run(1, "Blue-1");
    expect(cases(match)).toEqual(["attackerTouchedBallInDefenseArea"]);
    expect(fouls(match)).toEqual([1, 0]);
    match.roll(5.9, 0, [4, 0, 0]).step("Blue-1").run(0.5);
    expect(match.score("blue")).toBe(0);
    expect(match.texts).toContain("no goal for Blue: a foul just before");
  });

  it("[F5] the keeper's side has 5 s for a ball in its defence area", () => {
    const match = matchInPlay();
    match.roll(-5.5, -0.5, [0, 0.15, 0]).run(4.9);
    expect(match.command).toBe("FORCE_START");
    match.run(0.2);
    expect(cases(match)).toEqual(["keeperHeldBall"]);
    expect(match.referee.packet(0).nextCommand).toBe(8);
  });
});

describe("the ball", () => {
  it("[F5] 6.5 m/s may be kicked, with the kicker's 2 %, not more; reported once", () => {
    const kick = (speed: number) => {
      const match = matchInPlay();
      match.roll(-2, 1).step("Blue-1");
      match.roll(-2, 1, [speed, 0, 0]).run(0.3);
      return match;
    };
    expect(fouls(kick(6.6))).toEqual([0, 0]);
    expect(fouls(kick(6.7))).toEqual([1, 0]);
    expect(kick(6.7).command).toBe("FORCE_START");
  });

  it("[F5] dribbling further than 1 m stops the game; with a gap on the way it does not", () => {
    const dribble = (gapAt: number) => {
      const match = matchInPlay().put("Blue-1", -2.1, 1);
      match.roll(-2, 1, [1, 0, 0]);
      match.robot("Blue-1").vx = 1;
      match.run(gapAt, "Blue-1");
      match.robot("Blue-1").x -= 0.1;
      match.step();
      match.robot("Blue-1").x += 0.1;
      return match.run(0.7, "Blue-1");
    };
    expect(cases(dribble(0.5))).toEqual([]);
    expect(cases(dribble(1.1))).toEqual(["botDribbledBallTooFar"]);
  });
});

describe("crashes", () => {
  const crash = (blue: number, yellow: number) => {
    const match = matchInPlay().put("Blue-1", -1, 3).put("Yellow-1", 0, 3);
    match.roll(-2, -2, [0.2, 0, 0]);
    match.robot("Blue-1").vx = blue;
    match.robot("Yellow-1").vx = yellow;
    while (match.robot("Yellow-1").x - match.robot("Blue-1").x > 0.18) match.step();
    return match;
  };

  it("[F5] above 1.5 m/s the faster robot is guilty, both if their speeds are nearly equal", () => {
    expect(fouls(crash(1.4, 0))).toEqual([0, 0]);
    expect(fouls(crash(1.6, 0))).toEqual([1, 0]);
    expect(fouls(crash(0.5, -1.2))).toEqual([0, 1]);
    expect(fouls(crash(0.9, -0.9))).toEqual([1, 1]);
    expect(cases(crash(0.9, -0.9))).toEqual(["botCrashDrawn"]);
    expect(crash(1.6, 0).texts.at(-1)).toBe("Blue-1 crashed into Yellow-1 at 1.6 m/s");
  });

  it("[F5] passing each other closely is no crash, nor is contact within a team", () => {
    const match = matchInPlay().put("Blue-1", -1, 3).put("Yellow-1", 0, 3.185).put("Blue-2", 1, 3);
    match.roll(-2, -2, [0.2, 0, 0]);
    match.robot("Blue-1").vx = 2;
    match.run(1.2);
    expect(cases(match)).toEqual([]);
  });
});

describe("out of play", () => {
  it("[F5] a defender within 0.5 m of a free kick gives the kickers their time anew", () => {
    const match = freeKick().put("Yellow-1", 1.4, 2);
    match.run(1.9);
    expect(cases(match)).toEqual([]);
    match.run(0.2);
    expect(cases(match)).toEqual(["defenderTooCloseToKickPoint"]);
    match.put("Yellow-1", 2, 2).run(4);
    expect(Number(match.referee.packet(0).currentActionTimeRemaining) / 1e6).toBeCloseTo(0.9, 1);
  });

  it("[F5] faster than 1.5 m/s in STOP after 2 s: once a robot", () => {
    const match = scriptedMatch().put("Yellow-1", 0.4, 2);
    match.robot("Blue-0").vx = 0.4;
    match.robot("Blue-0").vy = -1.6;
    // a robot blocks the ball's place, so that STOP continues
    match.put("Yellow-2", 0.2, 0).run(1.9);
    expect(cases(match)).toEqual([]);
    match.run(1.5);
    expect(cases(match)).toEqual(["botTooFastInStop"]);
  });

  it("[F5] too close to the other team's defence area in STOP: once a team", () => {
    const match = scriptedMatch().put("Blue-1", 4, 0).put("Blue-2", 4, 1).put("Yellow-2", 0.2, 0).run(4);
    expect(cases(match)).toEqual(["attackerTooCloseToDefenseArea"]);
    expect(fouls(match)).toEqual([1, 0]);
  });
});
