// Triggers of world files in a simulation (E2): what they see, what they start, and that they are part of the state.

import { describe, expect, test } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { moveBody, readPose } from "../physics/Bodies.js";
import { setJointSpeed } from "../physics/Joints.js";
import { World } from "../world/World.js";
import { encodeMessage } from "./clients/Codec.js";
import { Simulation } from "./Simulation.js";
import { runLine, VerbTable } from "./verbs/Verbs.js";

const VERBS = new VerbTable();

const ball = (name: string, x: number): string => `<Object name="${name}"><RigidBodies><Body name="Skin">
 <Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius><Position>${x} 0 0.1</Position></Sphere>
</Body></RigidBodies></Object>`;

const worldText = (parts: string): string => `<World name="stage">
<Static name="ground"><Plane name="Surface"/><Box name="Wall"><XSize>0.2</XSize><YSize>4</YSize><ZSize>1</ZSize><Position>5 0 0.5</Position></Box></Static>
${ball("Ball", 0)}${ball("Cup", -3)}
${parts}
</World>`;

const read = (parts: string) =>
  readWorldDocument(worldText(parts), {
    kinds: builtInDevices(),
    file: "stage.xml",
    checkLine: (line) => VERBS.readEventLine(line),
  }).world;

async function stage(parts: string) {
  const log: string[] = [];
  const simulation = new Simulation(await World.create(read(parts)), {
    rate: Number.POSITIVE_INFINITY,
    log: (line) => log.push(line),
  });
  const { world } = simulation;
  const step = (frames: number): void => {
    const end = world.frame + frames;
    simulation.stepFrames(frames);
    for (let i = 0; i < 2 * frames + 10 && world.frame < end; i++) simulation.run(0);
  };
  const put = (entity: string, x: number, z = 0.1, body = "Skin"): void =>
    moveBody(world.physics, entity, body, { position: [x, 0, z], orientation: [0, 0, 0, 1] });
  const say = (line: string): unknown => runLine({ simulation, nowMs: 0 }, line).data;
  /** Lines of the log that `get` of events writes. */
  const heard = (): string[] =>
    log.filter((line) => line.startsWith("event ")).map((line) => line.replace(/: \{.*/, "").replace(/^event /, ""));
  return { simulation, world, log, step, put, say, heard };
}

const trigger = (name: string, content: string): string => `<Trigger name="${name}">${content}</Trigger>`;
const MAT = "<Box><XSize>1</XSize><YSize>1</YSize><ZSize>0.02</ZSize><Position>2 0 0.01</Position></Box>";
const TELL = "<Do>get {who}</Do>";
const volume = (content: string): string => trigger("mat", MAT + content);

describe("[E2] volumes", () => {
  test("enter: a solid that touches the volume, not only the centre of its body, once for each visit", async () => {
    const one = await stage(volume(TELL));
    one.step(3);
    expect(one.heard()).toEqual([]);
    // the mat is 2 cm high, the centre of the ball 10 cm above the ground
    one.put("Ball", 1.45);
    one.step(5);
    expect(one.heard()).toEqual(["mat: get {who}"]);
    expect(one.log[0]).toContain('"name":"Ball"');
    one.put("Ball", 0);
    one.step(2);
    one.put("Ball", 2);
    one.step(5);
    expect(one.heard()).toHaveLength(2);
    one.put("Ball", 2, 0.2);
    one.step(2);
    expect(one.say("list triggers")).toEqual([{ name: "mat", present: [], count: 2 }]);
  });

  test("leave, also of a thing that is removed; stay, after For, once for each visit", async () => {
    const parts =
      volume(`<On>leave</On>${TELL}`).replace("mat", "left") + volume(`<On>stay</On><For>0.01</For>${TELL}`);
    const one = await stage(parts);
    one.put("Ball", 2);
    one.put("Cup", 2.3);
    one.step(11);
    expect(one.heard()).toEqual([]);
    one.step(20);
    expect(one.heard()).toEqual(["mat: get {who}", "mat: get {who}"]);
    one.put("Ball", 0);
    one.step(2);
    expect(one.heard()).toEqual(["mat: get {who}", "mat: get {who}", "left: get {who}"]);
    one.say("remove Cup");
    one.step(2);
    expect(one.log.at(-1)).toMatch(/^event left: get \{who\}: ENTITY_UNKNOWN: .*"Cup"/);
  });

  test("Who: robots, objects, and patterns of names", async () => {
    const who = (name: string, words: string) => volume(`${words}${TELL}`).replace("mat", name);
    const one = await stage(
      who("robots", "<Who>robots</Who>") +
        who("things", "<Who>objects</Who>") +
        who("some", "<Who>C*p</Who><Who>Box-*</Who>"),
    );
    one.simulation.spawn(readDocument(boxRobot({ name: "Box-1", at: "2 0.2 0.1" })));
    one.put("Ball", 1.8);
    one.put("Cup", 2.3);
    one.step(2);
    expect(one.world.triggers.status.map(({ name, present }) => [name, ...present])).toEqual([
      ["robots", "Box-1"],
      ["some", "Box-1", "Cup"],
      ["things", "Ball", "Cup"],
    ]);
  });

  test("a volume on a body moves with it, and the body itself is not in it", async () => {
    const one = await stage(trigger("halo", `<Sphere><Radius>0.5</Radius></Sphere><Body>Ball/Skin</Body>${TELL}`));
    one.step(2);
    expect(one.world.triggers.status[0].present).toEqual([]);
    one.put("Ball", -2.5);
    one.step(2);
    expect(one.world.triggers.status[0].present).toEqual(["Cup"]);
    one.say("remove Ball");
    one.step(2);
    expect(one.world.triggers.status[0].present).toEqual([]);
  });

  test("occupied and empty: the first that comes, and the last that goes", async () => {
    const one = await stage(
      trigger("in", `${MAT}<On>occupied</On><Do>say {who} came</Do>`) +
        trigger("out", `${MAT}<On>empty</On><Do>say {who} went</Do>`),
    );
    const go = (name: string, x: number): void => {
      one.put(name, x);
      one.step(2);
    };
    for (const [name, x] of [
      ["Ball", 1.8],
      ["Cup", 2.3],
      ["Ball", 0],
      ["Cup", -3],
      ["Cup", 2.3],
    ] as const)
      go(name, x);
    one.say("remove Cup");
    one.step(2);
    const said = one.log.filter((line) => /came|went/.test(line)).map((line) => line.replace(/.* s: /, ""));
    expect(said).toEqual(["Ball came", "Cup went", "Cup came", "Cup went"]);
  });

  test("a volume on a mover is placed from its middle; one body needs no name; positions of movers are their middle", async () => {
    const lift = `<Static name="Lift"><Box name="Plate"><XSize>1</XSize><YSize>1</YSize><ZSize>0.1</ZSize><Position>2 3 0.05</Position></Box>
     <Path><Starts>true</Starts><Point><At>0.01</At><Offset>0 -3 0</Offset></Point></Path></Static>`;
    const one = await stage(
      `${lift}${trigger("on", `<Sphere><Radius>0.3</Radius><Position>0 0 0.3</Position></Sphere><Body>Lift</Body>`)}`,
    );
    one.put("Ball", 2, 0.5);
    one.put("Cup", 0, 0.5);
    one.step(5);
    expect(one.world.triggers.status[0].present).toEqual([]);
    one.step(6);
    expect(one.world.triggers.status[0].present).toEqual(["Ball"]);
    const { bodies } = one.say("get Lift") as { bodies: { position: number[] }[] };
    expect(bodies[0].position.map((x) => Math.round(100 * x) / 100)).toEqual([2, 0, 0.05]);
  });

  test("Times, CoolDown and Delay; an event after the trigger gets its subject", async () => {
    const parts = `${volume("<Times>3</Times><CoolDown>0.02</CoolDown><Delay>0.005</Delay><Do>get time</Do>")}
      <Event name="then"><After>mat</After><At>0.001</At><Do>get {who}</Do></Event>`;
    const one = await stage(parts);
    for (let i = 0; i < 20; i++) {
      one.put("Ball", i % 2 === 0 ? 2 : 0);
      one.step(5);
    }
    // it enters at 1, 11, 21, ... ms
    const times = one.log.flatMap((line) => /mat: get time: (.*)/.exec(line)?.[1] ?? []);
    expect(times).toEqual(["0.006", "0.026", "0.046"]);
    expect(one.log.filter((line) => line.startsWith("event then") && line.includes('"name":"Ball"'))).toHaveLength(3);
  });
});

describe("[E2] other conditions", () => {
  test("contact with something of a name", async () => {
    const one = await stage(trigger("hit", `<Contact><With>Cu*</With></Contact><Who>Ball</Who>${TELL}`));
    one.step(3);
    expect(one.heard()).toEqual([]);
    one.put("Ball", -2.805);
    one.step(2);
    expect(one.heard()).toEqual(["hit: get {who}"]);
  });

  test("a joint that passes a value, position or velocity", async () => {
    const joint = (name: string, content: string) => trigger(name, `<Joint name="Motor">${content}</Joint>${TELL}`);
    const one = await stage(
      joint("open", "<Above>0.01</Above>") + joint("fast", "<Value>velocity</Value><Above>1</Above><Below>3</Below>"),
    );
    one.simulation.spawn(readDocument(boxRobot({ at: "0 2 0.1" }).replace("<FMax>5</FMax>", "<FMax>0</FMax>")));
    one.step(1);
    setJointSpeed(one.world.physics, "Box", "Motor", 2);
    one.step(3);
    expect(one.heard()).toEqual(["fast: get {who}"]);
    one.step(5);
    expect(one.heard()).toEqual(["fast: get {who}", "open: get {who}"]);
  });

  test("a value of a sensor; a restore of a snapshot between two samples starts nothing anew", async () => {
    const sensors = '<RangeSensor name="Eye"><Position>0 0.1 0</Position><Max>3</Max><Rate>100</Rate></RangeSensor>';
    const one = await stage(trigger("near", `<Sensor name="Eye"><Below>1</Below></Sensor><Who>robots</Who>${TELL}`));
    one.simulation.spawn(readDocument(boxRobot({ at: "-3 -0.7 0.1", sensors })));
    one.step(3);
    expect(one.heard().filter((line) => line.startsWith("near"))).toEqual(["near: get {who}"]);
    one.say("snapshot a");
    const straight = () => {
      one.step(30);
      return one.simulation.hash();
    };
    const hash = straight();
    one.say("restore a");
    expect(straight()).toBe(hash);
    expect(one.heard().filter((line) => line.startsWith("near"))).toHaveLength(1);
  });
});

describe("[E2] [M5] state", () => {
  test("reset starts anew; restore gives the run that followed; a trigger that has fired changes the hash", async () => {
    const one = await stage(volume(`<Delay>0.01</Delay>${TELL}`));
    const run = () => {
      one.put("Ball", 2);
      one.step(5);
      const early = one.simulation.hash();
      one.step(10);
      return [early, one.simulation.hash()];
    };
    const first = run();
    one.say("reset");
    expect(run()).toEqual(first);
    one.say("reset");
    one.step(2);
    one.say("snapshot a");
    const second = run();
    one.say("restore a");
    expect(run()).toEqual(second);
    const two = await stage(volume(`<Delay>0.01</Delay><Who>Nothing</Who>${TELL}`));
    two.put("Ball", 2);
    two.step(5);
    expect(two.simulation.hash()).not.toBe(first[0]);
  });
});

describe("[E2] bad input", () => {
  test.each([
    ["TRIGGER_CONDITION", TELL],
    ["TRIGGER_CONDITION", `${MAT}<Joint name="a"><Above>1</Above></Joint>`],
    ["KIND_UNKNOWN", `${MAT}<On>touch</On>`],
    ["PROPERTY_MISPLACED", `${MAT}<For>1</For>`],
    ["SIZE_NOT_POSITIVE", "<Sphere><Radius>0</Radius></Sphere>"],
    ["VALUE_OUT_OF_RANGE", `${MAT}<CoolDown>-1</CoolDown>`],
    ["VALUE_OUT_OF_RANGE", `${MAT}<Times>0</Times>`],
    ["VALUE_OUT_OF_RANGE", `${MAT}<Body>Ball/</Body>`],
    ["BODY_UNKNOWN", `${MAT}<Body>Ball/Skim</Body>`],
    ["BODY_UNKNOWN", `${MAT}<Body>ground/Wall</Body>`],
    ["ELEMENT_MISSING", '<Joint name="a"/>'],
    ["ELEMENT_MISSING", "<Contact/>"],
    ["ATTRIBUTE_MISSING", "<Sensor><Above>1</Above></Sensor>"],
    ["ELEMENT_UNKNOWN", `${MAT}<Whom>robots</Whom>`],
    ["VERB_UNKNOWN", `${MAT}<Do>bark</Do>`],
  ])("%s: %s", (code, content) => {
    const error = refusal(() => read(trigger("t", content)));
    expect(error.code).toBe(code);
    expect(error.where).toContain("World[stage]/Trigger[t]");
    expect(error.line).toBeGreaterThan(0);
  });

  test("the name of an event, a cycle through a trigger's events, and {who} without a trigger", () => {
    expect(refusal(() => read(volume("") + volume(""))).code).toBe("NAME_TAKEN");
    const both = `${volume("")}<Event name="mat"><Do>pause</Do></Event>`;
    expect(refusal(() => read(both)).code).toBe("NAME_TAKEN");
    const error = refusal(() => read("<Event name='e'><Do>get {who}</Do></Event>"));
    expect([error.code, error.line]).toEqual(["PROPERTY_MISPLACED", 8]);
  });

  test("the name of a subject is one argument, whatever it contains", async () => {
    const one = await stage(volume("<Do>remove {who}</Do>"));
    one.simulation.spawn(readDocument(boxRobot({ name: "Cup $&amp; Ball", at: "2 0 0.1" })));
    one.step(3);
    expect(one.world.has("Cup $& Ball")).toBe(false);
    expect(one.world.has("Cup") && one.world.has("Ball")).toBe(true);
  });
});

describe("[E2] [E4] robots speak to the world", () => {
  const talk = (kind: string, text: string): Uint8Array => encodeMessage(kind, new TextEncoder().encode(text));
  const OPEN = trigger("open", `<Message>sesame</Message><Who>Box*</Who>${TELL}`);
  const replies = ({ frames }: FakeClient): unknown[] =>
    frames.flatMap(({ reports }) =>
      reports.flatMap(({ name, payload }) =>
        name === "Console" ? [JSON.parse(new TextDecoder().decode(payload))] : [],
      ),
    );

  async function meet(parts: string, settings = "", name = "Box") {
    const one = await stage(parts);
    const client = FakeClient.connect(one.simulation, boxRobot({ name, settings, at: "0 2 0.1" }));
    runFrames(one.simulation, 1, [client]);
    /** So many frames; the first answer has these messages. */
    const run = (frames: number, ...messages: Uint8Array[]): void => {
      let rest: readonly Uint8Array[] = messages;
      runFrames(one.simulation, frames, [client], () => {
        const now = rest;
        rest = [];
        return now;
      });
    };
    return { ...one, client, run };
  }

  test("an Event message starts the triggers that wait for its text, after the robot's latency", async () => {
    const one = await meet(OPEN, "<LatencyMS>5</LatencyMS>");
    one.run(5, talk("Event", "sesame"));
    expect(one.heard()).toEqual([]);
    one.run(3);
    expect(one.heard()).toEqual(["open: get {who}"]);
    expect(one.log.at(-1)).toContain('"name":"Box"');
  });

  test.each([
    ["EVENT_UNHEARD", OPEN, "Box", talk("Event", "sesam")],
    ["MESSAGE_TOO_LONG", OPEN, "Box", talk("Event", "x".repeat(2000))],
    ["MESSAGE_RESERVED", OPEN, "Stranger", talk("Event", "sesame")],
    ["MESSAGE_RESERVED", OPEN, "Box", talk("Console", "light Sun off")],
    ["MESSAGE_RESERVED", "", "Box", talk("Event", "sesame")],
    ["MESSAGE_RESERVED", "<Allow><Who>Car</Who><Verb>move</Verb></Allow>", "Box", talk("Console", "move Box 0 0 1")],
  ])("%s ends the session of the speaker alone", async (code, parts, name, message) => {
    const one = await meet(parts, "", name);
    one.client.answer(message);
    expect(one.client.error?.code).toBe(code);
    one.step(3);
    expect(one.world.has(name)).toBe(false);
  });

  test("too many messages whose latency is not over", async () => {
    const one = await meet(OPEN, "<LatencyMS>500</LatencyMS>");
    one.client.answer(...Array.from({ length: 65 }, () => talk("Event", "sesame")));
    expect(one.client.error?.code).toBe("TOO_FAR_AHEAD");
  });

  test("a Console message runs a verb that is allowed; replies come with the next frame, errors too", async () => {
    const one = await meet("<Allow><Who>Box</Who><Verb>move</Verb></Allow>");
    one.run(2, talk("Console", "move Ball 3 3 1"), talk("Console", "remove Ball"), talk("Console", "move Bal 0 0 1"));
    expect(readPose(one.world.physics, "Ball", "Skin").position.slice(0, 2)).toEqual([3, 3]);
    expect(replies(one.client)).toMatchObject([
      { line: "move Ball 3 3 1", result: 1 },
      { line: "remove Ball", result: 4, data: { code: "VERB_FORBIDDEN" } },
      { line: "move Bal 0 0 1", result: 2, data: { code: "ENTITY_UNKNOWN" } },
    ]);
    expect(one.client.session.state).toBe("running");
    expect(one.world.has("Ball")).toBe(true);
  });

  test("messages on their way are part of snapshots and of the hash; a robot may reset the world", async () => {
    const one = await meet(
      "<Allow><Verb>light</Verb><Verb>reset</Verb></Allow><Light name='Sun' type='sun'/>",
      "<LatencyMS>10</LatencyMS>",
    );
    one.run(2);
    one.run(2, talk("Console", "light Sun off"));
    one.say("snapshot a");
    one.run(20);
    const hash = one.simulation.hash();
    expect(one.world.lights[0].on).toBe(false);
    one.say("restore a");
    expect(one.world.lights[0].on).toBe(true);
    one.run(20);
    expect(one.simulation.hash()).toBe(hash);
    one.run(15, talk("Console", "reset"));
    // one for the restore
    expect(one.client.frames.filter(({ isReset }) => isReset)).toHaveLength(2);
    expect(replies(one.client).at(-1)).toMatchObject({ line: "reset", result: 1 });
  });

  test("verbs that do not exist, or that events may not use, are refused when the world is read", () => {
    const allow = (verb: string) => refusal(() => read(`<Allow><Verb>${verb}</Verb></Allow>`)).code;
    expect([allow("bark"), allow("step")]).toEqual(["VERB_UNKNOWN", "VERB_MISPLACED"]);
    expect(refusal(() => read("<Allow/>")).code).toBe("ELEMENT_MISSING");
    expect(refusal(() => read(trigger("t", "<Message>a</Message><On>leave</On>"))).code).toBe("PROPERTY_MISPLACED");
  });
});
