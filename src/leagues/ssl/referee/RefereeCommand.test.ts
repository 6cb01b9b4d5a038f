import { describe, expect, it } from "vitest";
import { matchInPlay, scriptedMatch } from "../../../../testing/builders/ScriptedMatch.js";
import type { RefereeWord } from "../../shared/RefereeVerb.js";
import { refereeCommand } from "./RefereeCommand.js";

const read = (line: string) => {
  const [word, team, x, y] = line.split(" ");
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return refereeCommand({ word: word as RefereeWord, team, x: number(x), y: number(y) });
};

describe("words", () => {
  it("[F5] every command can be entered", () => {
    expect(read("halt")).toEqual({ kind: "halt" });
    expect(read("kickoff blue")).toEqual({ kind: "kickoff", team: "blue" });
    expect(read("free yellow")).toEqual({ kind: "free", team: "yellow", place: undefined });
    expect(read("free yellow 1 -2.5")).toEqual({ kind: "free", team: "yellow", place: [1, -2.5] });
  });

  it.each(["halt blue", "kickoff", "kickoff red", "goal blue 1 2", "free blue 1", "free"])("[F5] not %j", (line) => {
    expect(() => read(line)).toThrow("ARGUMENT_WRONG");
  });
});

describe("commands of a person", () => {
  it("[F5] halt holds the game until start; then a forced start where the ball is", () => {
    const match = matchInPlay();
    match.roll(1, 1, [0.1, 0, 0]).step();
    match.referee.command(read("halt"));
    match.roll(2, 2).run(20);
    expect(match.command).toBe("HALT");
    match.referee.command(read("start"));
    match.until("FORCE_START", 4);
    expect(match.ball?.position.slice(0, 2)).toEqual([2, 2]);
  });

  it("[F5] stop before a kick-off keeps the kick-off announced", () => {
    const match = scriptedMatch().until("PREPARE_KICKOFF_BLUE");
    match.referee.command(read("stop"));
    match.run(20);
    expect(match.command).toBe("STOP");
    match.referee.command(read("start"));
    match.until("PREPARE_KICKOFF_BLUE").until("NORMAL_START", 4);
  });

  it("[F5] kickoff, free and goal take effect", () => {
    const match = matchInPlay();
    match.referee.command(read("free yellow 1 1"));
    match.until("DIRECT_FREE_YELLOW");
    match.referee.command(read("goal yellow"));
    expect([match.score("yellow"), match.command]).toEqual([1, "STOP"]);
    match.until("PREPARE_KICKOFF_BLUE");
    match.referee.command(read("kickoff yellow"));
    match.until("PREPARE_KICKOFF_YELLOW");
  });

  it("[F5] end ends the half, start the break; after the game only new helps", () => {
    const match = matchInPlay({ breakSec: 300 });
    match.referee.command(read("goal blue"));
    match.referee.command(read("end"));
    expect(match.stage).toBe("NORMAL_HALF_TIME");
    match.referee.command(read("start"));
    expect(match.step().stage).toBe("NORMAL_SECOND_HALF_PRE");
    match.until("NORMAL_START").referee.command(read("end"));
    expect(match.stage).toBe("POST_GAME");
    expect(() => match.referee.command(read("start"))).toThrow("STATE_WRONG");
    const before = match.referee.packet(0).commandCounter;
    match.referee.command(read("new"));
    expect([match.stage, match.command, match.score("blue")]).toEqual(["NORMAL_FIRST_HALF_PRE", "STOP", 0]);
    expect(match.referee.packet(0).commandCounter).toBe(before + 1);
  });
});
