import { describe, expect, test } from "vitest";
import { Teams } from "./Teams.js";

const teams = new Teams({ prefixes: { red: "Red", blue: "Blue" }, maxRobots: 4 });

describe("Teams", () => {
  test("names of robots lead to team and number and back", () => {
    expect(teams.robotKey("Red-3")).toEqual({ team: "red", id: 3 });
    expect(teams.robotName({ team: "blue", id: 0 })).toBe("Blue-0");
    expect(teams.other("red")).toBe("blue");
    expect(teams.other("blue")).toBe("red");
  });

  test.each(["Red-4", "Red-03", "red-1", "Red", "Green-1", "Red-1-", "Red--1"])("%s does not play", (name) => {
    expect(teams.robotKey(name)).toBeUndefined();
  });
});
