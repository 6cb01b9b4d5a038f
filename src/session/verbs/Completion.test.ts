import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { commonStart, completeLine, fillIn, type KnownVerb, type NameKind, splitWords } from "./Completion.js";
import { completionNames } from "./CompletionNames.js";
import { runLine, VerbTable } from "./Verbs.js";

const verb = (name: string, ...args: KnownVerb["args"]): KnownVerb => ({ name, usage: name, summary: "does it", args });
const VERBS = [
  verb("reset"),
  verb("restore", { name: "name", type: "text", completes: "snapshot" }),
  verb("rate", { name: "rate", type: "rate" }),
  verb("list", { name: "what", type: "text", choices: ["robots", "clients"] }),
  verb("get", { name: "what", type: "text", words: ["status", "time"], completes: "entity" }),
  verb(
    "push",
    { name: "name", type: "text", completes: "body" },
    { name: "impulse", type: "vector" },
    { name: "on", type: "boolean" },
  ),
  verb("help", { name: "verb", type: "text", completes: "verb" }),
];
const NAMES: Partial<Record<NameKind, readonly string[]>> = {
  entity: ["Segway", "Ball"],
  body: ["Segway", "Segway/LMotor", "Segway/LWheel", "Ball", "Ball/Skin"],
  snapshot: ["before", "my first"],
};
const complete = (line: string) => completeLine(line, VERBS, (kind) => NAMES[kind] ?? []);
const words = (line: string) => complete(line).words;

describe("[E4] completions of a line", () => {
  test("the first word is a verb", () => {
    expect(words("re")).toEqual(["reset", "restore"]);
    expect(words("RES")).toEqual(["reset", "restore"]);
    expect(words("reset")).toEqual([]);
    expect(words("")).toHaveLength(VERBS.length);
    expect(words("help pu")).toEqual(["push"]);
  });

  test("then the verb's arguments: choices, words, names in the world", () => {
    expect(words("list r")).toEqual(["robots"]);
    expect(words("rate ")).toEqual(["max"]);
    expect(words("get s")).toEqual(["status", "Segway"]);
    expect(words("push s")).toEqual(["Segway"]);
    expect(words("push Segway/")).toEqual(["Segway/LMotor", "Segway/LWheel"]);
    expect(words("push Segway 1")).toEqual([]);
    expect(words("reset ")).toEqual([]);
    expect(words("nonsense S")).toEqual([]);
  });

  test("a list of numbers is one argument in any notation", () => {
    expect(words("push Ball 0 0 ")).toEqual([]);
    expect(words("push Ball 0 0 1 ")).toEqual(["true", "false"]);
    expect(words('push Ball "0 0 1" f')).toEqual(["false"]);
  });

  test("arguments by name", () => {
    expect(words("push Ball o")).toEqual(["on="]);
    expect(complete("push Ball on=t")).toMatchObject({ from: 13, words: ["true"] });
    expect(words("push on=true S")).toEqual(["Segway"]);
  });

  test("names with blanks stand in quotes", () => {
    expect(words("restore ")).toEqual(["before", '"my first"']);
    expect(complete('restore "my f')).toMatchObject({ from: 8, words: ['"my first"'] });
    expect(splitWords('restore "my first"')).toEqual(["restore", "my first"]);
  });

  test("`start` is where the word begins, and several words have a common prefix", () => {
    expect(complete("push Segway/L").from).toBe(5);
    expect(commonStart(["Segway/LMotor", "Segway/LWheel"])).toBe("Segway/L");
    expect(commonStart([])).toBe("");
    expect(fillIn(complete("push Segway/L"))).toBe("Segway/L");
    expect(fillIn(complete("push B"))).toBe("Ball ");
    expect(fillIn(complete("push Ball o"))).toBe("on=");
  });
});

describe("[E4] from the table itself and a world", () => {
  let simulation: Simulation;
  beforeEach(async () => {
    simulation = new Simulation(await World.create());
  });
  afterEach(() => simulation.world.dispose());
  const offers = (line: string) => completeLine(line, simulation.verbs.known, completionNames(simulation)).words;

  test("get offers its words and names in the world, restore the snapshots, set joints and materials level by level", () => {
    expect(offers("get s")).toEqual(["status"]);
    expect(offers("get g")).toEqual(["ground"]);
    expect(offers("remove ")).toEqual(["ground"]);
    // what is static cannot be pushed
    expect(offers("push ")).toEqual([]);
    runLine({ simulation, nowMs: 0 }, "snapshot before");
    expect(offers("restore b")).toEqual(["before"]);
    expect(offers("set Rub")).toEqual(["Rubber"]);
    expect(offers("set Rubber/R")).toEqual(["Rubber/Restitution", "Rubber/Rolling"]);
  });

  test("every argument that is a name has the kind of the name, so that every console can offer it", () => {
    const free = [
      "spawn/file",
      "spawn/name",
      "edit/as",
      "undo/as",
      "redo/as",
      "save/file",
      "call/text",
      "event/who",
      "say/text",
    ];
    for (const { name, args } of new VerbTable().known)
      for (const one of args)
        if (one.type === "text" && !free.includes(`${name}/${one.name}`))
          expect(one.completes ?? one.choices, `${name}/${one.name}`).toBeDefined();
  });
});
