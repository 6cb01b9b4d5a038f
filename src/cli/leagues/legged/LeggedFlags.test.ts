import { describe, expect, test } from "vitest";
import { LEGGED_COMMAND } from "./LeggedCommand.js";
import { readLegged } from "./LeggedFlags.js";

const EIGHT = ["Blue-1", "Blue-2", "Blue-3", "Blue-4", "Red-1", "Red-2", "Red-3", "Red-4"];

describe("[L4] flags of the four-legged league", () => {
  test("without flags there are no players and no referee", () => {
    expect(readLegged({ play: false })).toEqual({ legged: { referee: "none", expect: [] }, play: [] });
    expect(readLegged({ referee: "built-in" }).legged.referee).toBe("built-in");
    // a word of another league's referee
    expect(readLegged({ referee: "network" }).legged.referee).toBe("none");
  });

  test("a game waits for the players that it starts", () => {
    expect(readLegged({ play: true })).toEqual({
      legged: { referee: "built-in", expect: EIGHT },
      play: ["blue", "red"],
    });
    expect(readLegged({ opponent: "red" }).legged.expect).toEqual(EIGHT.slice(4));
    // the other league's team: not here
    expect(readLegged({ opponent: "yellow" }).play).toEqual([]);
    expect(() => LEGGED_COMMAND.readGame({ opponent: "yellow" })).toThrow(
      '--opponent needs blue or red, found "yellow"',
    );
    expect(LEGGED_COMMAND.readGame({}).game).toBeDefined();
    expect(LEGGED_COMMAND.readRun({}).game).toBeUndefined();
  });

  test("half, address, port and version", () => {
    const { legged } = readLegged({ half: "60", "gc-address": "192.168.1.255", "gc-port": "4000", "gc-version": "4" });
    expect(legged).toMatchObject({ halfSec: 60, address: "192.168.1.255", port: 4000, packetVersion: 4 });
    expect(readLegged({ "gc-address": "off" }).legged.address).toBe(false);
  });

  test.each([
    ["half", "0"],
    ["half", "inf"],
    ["gc-address", "here"],
    ["gc-port", "0"],
    ["gc-port", "70000"],
    ["gc-version", "5"],
  ])("--%s %s is refused", (flag, text) => {
    expect(() => readLegged({ [flag]: text })).toThrow(`--${flag}`);
  });
});
