// Mutated streams against src/session without sockets: 120 of a series whose first 2400 the *.long.test.ts files play and
// of which `npm run fuzz` plays any number. Fuzzer.ts describes what is checked after each stream.

import { afterAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/describe/DocumentLimits.js";
import { ERROR_TABLE } from "../../src/describe/SimError.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { Fuzzer } from "../../testing/fuzz/Fuzzer.js";
import { documentScript, goodScript, sessionScript } from "../../testing/fuzz/Script.js";
import { SPECIMENS } from "../../testing/fuzz/Specimens.js";
import { Stage } from "../../testing/fuzz/Stage.js";
import { NOT_ON_THE_WIRE, WIRE_CODES } from "../../testing/fuzz/WireCodes.js";
import { expectGoodReport } from "./MutatedStreams.js";

const STREAMS = 120;

describe("parts of the fuzzer", () => {
  test.each(SPECIMENS.map((specimen) => [specimen.name, specimen] as const))(
    "the session of %s is valid before it is mutated",
    async (_, specimen) => {
      const stage = await Stage.create();
      for (const seed of [1, 2, 3]) {
        const { code, frames, problems } = stage.play(goodScript(specimen, seed, 12));
        expect({ code, problems }).toEqual({ code: undefined, problems: [] });
        expect(frames).toBeGreaterThan(2);
      }
      stage.dispose();
    },
  );

  test("a stream is a function of its seed", () => {
    for (const make of [sessionScript, documentScript])
      for (const seed of [1, 2, 3]) expect(make(seed)).toEqual(make(seed));
  });

  test("the fuzzer detects a bystander that changed and an offender that did not leave", async () => {
    const [stage, twin] = [await Stage.create({ isNear: true }), await Stage.create({ isNear: true })];
    const script = goodScript(SPECIMENS[1], 1, 12);
    stage.play(script);
    // the offender left two frames too early
    twin.play(script, { tick: 9, isLate: false, bytes: script.bytes.length - 100 });
    while (twin.world.frame < stage.world.frame) twin.tick();
    expect(twin.world.hash()).not.toBe(stage.world.hash());
  });

  test("every code is either for the wire or excluded with a reason", () => {
    const excluded = Object.values(NOT_ON_THE_WIRE).flat();
    expect(new Set(excluded).size).toBe(excluded.length);
    expect([...WIRE_CODES, ...excluded].sort()).toEqual(Object.keys(ERROR_TABLE).sort());
  });
});

describe("[W7] [W8] [R11] [M7] mutated streams", () => {
  const fuzzer = new Fuzzer();
  afterAll(() => fuzzer.dispose());

  test(`${STREAMS} of them: nothing is thrown, every offender gets a code, no bystander changes`, () =>
    expectGoodReport(fuzzer, 0, STREAMS));

  test("they reach a third of the codes that a client can cause", () => {
    expect(WIRE_CODES.filter((code) => fuzzer.report.codes.has(code)).length).toBeGreaterThan(WIRE_CODES.length / 3);
  });
});

describe("a handwritten document", () => {
  test("[M7] [R11] OVERCROWDED: more overlapping solids than memory can hold", async () => {
    const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
    const bodies = Array.from(
      { length: Math.min(230, DEFAULT_LIMITS.bodies) },
      (_, i) =>
        `<Body name="B${i}"><Box name="S${i}"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize><Position>${0.001 * i} 0 1</Position></Box></Body>`,
    );
    const client = FakeClient.connect(
      simulation,
      `<Client><CSettings><Name>Bomb</Name><Offset>0 0 1</Offset></CSettings><Entity><RigidBodies>${bodies.join("")}</RigidBodies></Entity></Client>`,
    );
    const other = FakeClient.connect(simulation, SPECIMENS[0].text.replace("0.215 0 0.2", "50 0 0.2"));
    runFrames(simulation, 3, [client, other]);
    expect(client.error?.code).toBe("OVERCROWDED");
    expect(simulation.world.robots.map(({ name }) => name)).toEqual(["Ball"]);
  });
});
