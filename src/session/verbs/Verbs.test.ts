import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SimError } from "../../describe/SimError.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";
import { splitWords } from "./Completion.js";
import { RESULT_TABLE, replyTo } from "./Reply.js";
import { runLine, runVerb, type Verb, VerbTable } from "./Verbs.js";

let simulation: Simulation;
beforeEach(async () => {
  simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
});
afterEach(() => simulation.world.dispose());

const say = (line: string) => runLine({ simulation, nowMs: 0 }, line);
const ask = (verb: string, args?: unknown) => runVerb({ simulation, nowMs: 0 }, verb, args);

function refusal(work: () => unknown): SimError {
  try {
    work();
  } catch (problem) {
    if (problem instanceof SimError) return problem;
    throw problem;
  }
  throw new Error("nothing was refused");
}

describe("[E4] verbs as words and as JSON", () => {
  test("have the same effect", () => {
    expect(say("rate 2").data).toEqual(ask("rate", { rate: 2 }).data);
    expect(say("  rate   max ").data).toEqual(ask("rate", { rate: "max" }).data);
    expect(say("get time").data).toBe(0);
    expect(say("get").data).toEqual(ask("get", { what: "status" }).data);
    expect(say("get ground").data).toEqual(ask("get", { what: "object", name: "ground" }).data);
    expect(say("list objects").data).toEqual(["ground"]);
  });

  test("quotes hold words together", () => {
    expect(splitWords('restore "my first"  one')).toEqual(["restore", "my first", "one"]);
    expect(say('snapshot "my first"').data).toMatchObject({ name: "my first" });
    expect(say('restore "my first"').message).toContain("my first");
  });

  test("arguments may be left out where they are optional: nothing, null, an empty object", () => {
    for (const none of [undefined, null, {}, { name: null }])
      expect(ask("snapshot", none).message).toContain("snapshot-");
    expect(simulation.snapshots).toEqual(["snapshot-1", "snapshot-2", "snapshot-3", "snapshot-4"]);
  });

  test.each<[string, string, string]>([
    ["", "VERB_UNKNOWN", "pause"],
    ["Pause", "VERB_UNKNOWN", 'Did you mean "pause"?'],
    ["resett", "VERB_UNKNOWN", 'Did you mean "reset"?'],
    ["toString", "VERB_UNKNOWN", "one of"],
    ["__proto__", "VERB_UNKNOWN", "one of"],
    ["pause now", "ARGUMENT_WRONG", "no words after it"],
    ["step two", "ARGUMENT_WRONG", "a whole number from 1 to 1000000"],
    ["step -1", "ARGUMENT_WRONG", "a whole number from 1 to 1000000"],
    ["step 1e9", "ARGUMENT_WRONG", "a whole number from 1 to 1000000"],
    ["rate", "ARGUMENT_WRONG", "found nothing"],
    ["rate 0", "ARGUMENT_WRONG", "from 0.001"],
    ["rate NaN", "ARGUMENT_WRONG", "from 0.001"],
    ["restore", "ARGUMENT_WRONG", "name of the snapshot"],
    ["restore x", "SNAPSHOT_UNKNOWN", "there are none"],
    ["list robot", "ARGUMENT_WRONG", 'Did you mean "robots"?'],
    ["list toString", "ARGUMENT_WRONG", "robots"],
    ["get toString", "ENTITY_UNKNOWN", "ground"],
    ["get statos", "ENTITY_UNKNOWN", 'Did you mean "status"?'],
    ["get robot", "ARGUMENT_WRONG", "its name"],
    ["get robot Nobody", "ENTITY_UNKNOWN", "there are none"],
    ["get body ground", "ARGUMENT_WRONG", "ROBOT/NAME"],
    ["get ground/nosuch", "COMPONENT_UNKNOWN", "one of"],
    ["get time now", "ARGUMENT_WRONG", "robot, object, body"],
    ["help stepp", "VERB_UNKNOWN", 'Did you mean "step"?'],
  ])("%j is %s", (line, code, text) => {
    const error = refusal(() => say(line));
    expect(error.code).toBe(code);
    expect(error.message).toContain(text);
  });

  test.each<[string, unknown]>([
    ["step", { count: "3" }],
    ["step", 3],
    ["step", [3]],
    ["step", "3"],
    ["rate", { rate: true }],
    ["snapshot", { name: "" }],
    ["snapshot", { name: "x".repeat(300) }],
    ["snapshot", { name: "a\nb" }],
    ["get", { what: {} }],
    ["pause", { now: true }],
  ])("%s %j is refused", (verb, args) => {
    expect(refusal(() => ask(verb, args)).code).toBe("ARGUMENT_WRONG");
  });
});

describe("[T8] effects of verbs", () => {
  test("step is done when its frames have run; pause cancels it", () => {
    const { later, message } = say("step 3");
    expect(message).toBe("3 frames to go");
    expect(later?.isDone()).toBe(false);
    for (let i = 0; i < 10; i++) simulation.run(i);
    expect(later?.isDone()).toBe(true);
    expect(later?.outcome()).toMatchObject({ message: "paused at frame 3, 0.003 s", data: { framesToGo: 0 } });
    const other = say("step 1000").later;
    say("pause");
    expect(other?.isDone()).toBe(true);
  });

  test("the number of snapshots is limited; one with the same name is replaced", () => {
    for (let i = 0; i < 100; i++) say("snapshot");
    expect(refusal(() => say("snapshot")).code).toBe("STATE_WRONG");
    expect(say("snapshot snapshot-7").data).toMatchObject({ name: "snapshot-7" });
  });

  test("after stop only help is possible", () => {
    say("stop");
    expect(simulation.isStopped).toBe(true);
    expect(refusal(() => say("get time")).code).toBe("STATE_WRONG");
    expect(say("help").message).toContain("restore name");
  });

  test("help lists every verb, or one verb with its arguments", () => {
    const { message, data } = say("help");
    expect((data as { name: string }[]).map(({ name }) => name)).toEqual(new VerbTable().names);
    for (const name of new VerbTable().names) expect(message).toMatch(new RegExp(`^${name}`, "m"));
    expect(say("help rate").message).toContain('or "max"');
  });
});

test("every error code has one result; an exception that is not a SimError is an internal error", () => {
  const codes = RESULT_TABLE.flatMap((row) => row.codes);
  expect(new Set(codes).size).toBe(codes.length);
  expect(replyTo(new SimError("SPAWN_BLOCKED", { where: "x", found: "y" }), "x").result).toBe(4);
  expect(replyTo(new TypeError("oops"), "x")).toMatchObject({ result: 105, data: { code: "INTERNAL" } });
});

describe("[E4] the table of verbs", () => {
  const dance = (): Verb => ({ name: "dance", summary: "dances", args: [], run: () => ({ message: "", data: null }) });

  test("takes the same verb from the options and from a guest once", () => {
    const verb = dance();
    const { verbs } = new VerbTable([verb, verb]);
    expect(verbs.filter(({ name }) => name === "dance")).toEqual([verb]);
  });

  test("refuses two verbs of one name, also the name of a built-in verb", () => {
    expect(refusal(() => new VerbTable([dance(), dance()]))).toMatchObject({
      code: "NAME_TAKEN",
      found: 'two verbs "dance"',
    });
    expect(refusal(() => new VerbTable([{ ...dance(), name: "pause" }])).code).toBe("NAME_TAKEN");
    expect(refusal(() => new VerbTable([{ ...dance(), name: "help" }])).code).toBe("NAME_TAKEN");
  });
});
