import { describe, expect, test } from "vitest";
import { joinOptions, LEAGUE_COMMANDS, LEAGUE_OPTIONS } from "./LeagueCommands.js";

const league = (name: string, ...flags: string[]) => ({
  name,
  options: Object.fromEntries(flags.map((flag) => [flag, { type: "string" as const }])),
});

describe("flags of leagues", () => {
  test("the table has the flags of every league", () => {
    for (const { options } of LEAGUE_COMMANDS) expect(LEAGUE_OPTIONS).toMatchObject(options);
    expect(Object.keys(joinOptions([league("a", "half"), league("b", "field", "ball")]))).toEqual([
      "half",
      "field",
      "ball",
    ]);
  });

  test("two leagues with the same flag are refused, by name", () => {
    expect(() => joinOptions([league("a", "half"), league("b", "field", "half")])).toThrow(
      'the leagues "a" and "b" both have the flag --half',
    );
  });

  test("two leagues with the same command are refused", () => {
    expect(() => joinOptions([league("a", "half"), league("a", "field")])).toThrow('two leagues have the command "a"');
  });
});
