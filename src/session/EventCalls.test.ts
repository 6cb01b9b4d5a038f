// Lines of events that call events, act on many, or name what is not there (E2, E3).

import { describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { moveBody } from "../physics/Bodies.js";
import { World } from "../world/World.js";
import { Simulation } from "./Simulation.js";
import { runLine, VerbTable } from "./verbs/Verbs.js";

const VERBS = new VerbTable();
const ball = (name: string, x: number): string => `<Object name="${name}"><RigidBodies><Body name="Skin">
 <Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius><Position>${x} 0 0.1</Position></Sphere></Body></RigidBodies></Object>`;
const worldText = (parts: string): string => `<World name="stage">
<Static name="ground"><Plane name="Surface"/></Static>
<Light name="Lamp-1" type="sun"/><Light name="Lamp-2" type="sun"/><Light name="Sky" type="ambient"/>
${ball("Ball-1", 0)}${ball("Ball-2", 1)}
<Static name="Gate"><Box name="Bar"><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize><Position>5 0 1</Position></Box>
<Path><Point><At>0.1</At><Offset>-3 0 0</Offset></Point></Path></Static>
${parts}</World>`;
const read = (parts: string) =>
  readWorldDocument(worldText(parts), {
    kinds: builtInDevices(),
    file: "stage.xml",
    checkLine: (line) => VERBS.readEventLine(line),
  }).world;

async function stage(parts: string, seed?: number) {
  const log: string[] = [];
  const simulation = new Simulation(await World.create(read(parts), { seed }), {
    rate: Number.POSITIVE_INFINITY,
    log: (line) => log.push(line),
  });
  const step = (frames: number): void => {
    const end = simulation.world.frame + frames;
    simulation.stepFrames(frames);
    for (let i = 0; i < 2 * frames + 10 && simulation.world.frame < end; i++) simulation.run(0);
  };
  return { simulation, log, step, say: (line: string) => runLine({ simulation, nowMs: 0 }, line).data };
}

const event = (name: string, content: string): string => `<Event name="${name}">${content}</Event>`;
const NEVER = "<At>1000</At>";

describe("[E2] events by name", () => {
  test("a line starts another event in the same frame, or after its own delay", async () => {
    const { log, step } = await stage(
      event("a", "<At>0.002</At><Do>event b</Do><Do>say a</Do>") + event("b", "<At>0.003</At><Do>say b</Do>"),
    );
    step(10);
    expect(log).toEqual(["0.002 s: a", "0.003 s: b", "0.005 s: b"]);
  });

  test("a loop within one frame fails with the names of its chain, and the world goes on", async () => {
    const { simulation, log, step } = await stage(
      event("a", "<Do>event b</Do>") + event("b", "<Do>event c</Do>") + event("c", "<Do>event a</Do>"),
    );
    step(5);
    expect(simulation.world.frame).toBe(5);
    expect(log).toHaveLength(3);
    expect(log.join("\n")).toMatch(/EVENT_LOOP.*a calls b calls c calls a/);
  });

  test("a loop through After is found too; a loop with a delay is a clock", async () => {
    const one = await stage(
      event("a", "<Do>event b</Do>") +
        event("b", `<After>c</After><Do>event a</Do>`) +
        event("c", `${NEVER}<Do>say c</Do>`),
    );
    one.step(3);
    expect(one.log.join("\n")).toContain("a calls b calls a");
    const clock = await stage(event("tick", "<At>0.002</At><Do>say tick</Do><Do>event tick</Do>"));
    clock.step(10);
    expect(clock.log).toEqual(["0.002 s: tick", "0.004 s: tick", "0.006 s: tick", "0.008 s: tick"]);
  });

  test("[W8] events that call each other twice and twice again: the frame ends, and the world goes on", async () => {
    const depth = 40;
    // names in reverse order, so that each call is followed at once
    const chain = Array.from({ length: depth }, (_, i) => {
      const calls = `<Do>event e${98 - i}</Do>`;
      return event(`e${99 - i}`, `${i > 0 ? NEVER : ""}${i < depth - 1 ? calls + calls : "<Do>get time</Do>"}`);
    });
    const text = chain.join("").replaceAll("<At>1000</At>", "<After>never</After>");
    const { simulation, log, step } = await stage(`${text}<Trigger name="never"><Message>x</Message></Trigger>`);
    step(3);
    expect(simulation.world.frame).toBe(3);
    expect(log.join("\n")).toMatch(/EVENT_LOOP.*more than 1000 calls in one frame/);
  });

  test("from the console: once and now, whatever it waits for; a wrong name is refused", async () => {
    const { log, say, step } = await stage(event("a", `<At>0.01</At><Do>say a</Do>`));
    say("event a");
    step(20);
    expect(log).toEqual(["0 s: a", "0.01 s: a"]);
    expect(() => say("event b")).toThrow(expect.objectContaining({ code: "EVENT_UNKNOWN" }));
  });

  test("[M5] random between two bounds: by seed, and the same from a snapshot", async () => {
    const text = event(
      "bell",
      "<At>0.01</At><Jitter>0.05</Jitter><Do>say ring</Do><Do>push Ball-* 0 1 0</Do><Do>event bell</Do>",
    );
    const [one, same, other] = [await stage(text, 3), await stage(text, 3), await stage(text, 4)];
    for (const each of [one, same, other]) each.step(300);
    expect(one.log).toEqual(same.log);
    expect(one.log).not.toEqual(other.log);
    const at = one.log.map((line) => Number.parseFloat(line));
    at.forEach((time, i) => {
      expect(time - (at[i - 1] ?? 0)).toBeGreaterThanOrEqual(0.0099);
      expect(time - (at[i - 1] ?? 0)).toBeLessThan(0.0621);
    });
    one.say("snapshot middle");
    one.step(200);
    const straight = one.simulation.hash();
    one.say("restore middle");
    one.step(200);
    expect(one.simulation.hash()).toBe(straight);
  });
});

describe("[E2] lines to many", () => {
  test("a pattern means everything of its kind that matches", async () => {
    const { simulation, log, step } = await stage(
      event("dark", "<Do>light Lamp-* off</Do><Do>push Ball-*/Skin 0 1 0</Do><Do>push Bowl-* 0 1 0</Do>"),
    );
    step(2);
    expect(simulation.world.lights.map(({ on }) => on)).toEqual([false, false, true]);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain("ENTITY_UNKNOWN");
  });

  test("{who} in a pattern's place stays the subject", async () => {
    const mat = "<Box><XSize>1</XSize><YSize>1</YSize><ZSize>3</ZSize><Position>2 0 0</Position></Box>";
    const { simulation, log, step } = await stage(`<Trigger name="mat">${mat}<Do>say {who}</Do></Trigger>`);
    step(2);
    moveBody(simulation.world.physics, "Ball-1", "Skin", { position: [2, 0, 0.1], orientation: [0, 0, 0, 1] });
    step(2);
    expect(log.map((line) => line.split(": ")[1])).toEqual(["Ball-1"]);
  });
});

test("[W8] a subject named with * is no pattern, also when it has gone", async () => {
  const mat = "<Box><XSize>1</XSize><YSize>1</YSize><ZSize>3</ZSize><Position>9 0 0</Position></Box>";
  const { simulation, log, step } = await stage(
    `${ball("*", 9)}<Trigger name="out">${mat}<On>leave</On><Do>remove {who}</Do><Do>push {who}*/Skin 0 1 0</Do></Trigger>`,
  );
  step(2);
  simulation.remove("*");
  step(3);
  expect(simulation.world.has("Ball-1") && simulation.world.has("ground")).toBe(true);
  expect(log.filter((line) => line.includes("ENTITY_UNKNOWN"))).toHaveLength(2);
});

test.each([
  ["light Lamp-3 off", "LIGHT_UNKNOWN"],
  ["light Lump* off", "LIGHT_UNKNOWN"],
  ["event b", "EVENT_UNKNOWN"],
  ["path Gat forward", "ENTITY_UNKNOWN"],
  ["path Ball-1 forward", "PATH_MISSING"],
  ["glide ground 1", "PATH_MISSING"],
])("[E2] %s is refused with %s when the world is read, with its line", (line, code) => {
  const error = refusal(() => read(`\n\n${event("a", `<Do>${line}</Do>`)}`));
  expect(error.code).toBe(code);
  expect(error.line).toBe(11);
  expect(error.where).toContain("Event[a]");
});

test("[E3] the text of say is the rest of the line", async () => {
  const one = await stage(event("a", "<At>0.002</At><Do>say the bell = 2 x it rings</Do>"));
  one.step(4);
  expect(one.log.at(-1)).toBe("0.002 s: the bell = 2 x it rings");
});

test("[E2] a mover is no object for triggers unless they name it", async () => {
  const at = "<Box><XSize>1</XSize><YSize>1</YSize><ZSize>3</ZSize><Position>2 0 0</Position></Box>";
  const { log, step } = await stage(
    `<Trigger name="any">${at}<Do>say any</Do></Trigger><Trigger name="gate">${at}<Who>Gate</Who><Do>say {who}</Do></Trigger>
${event("go", "<Do>path Gate forward</Do>")}`,
  );
  step(200);
  expect(log.map((line) => line.split(": ")[1])).toEqual(["Gate"]);
});
