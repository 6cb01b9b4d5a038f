// [R10] All errors of a document are listed: in document order, each once, without the consequences of another error. The first
// one is the error that the simulator reports when the document is read to be used.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inspectRobotDocument, readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import type { SimError } from "../../src/describe/SimError.js";
import { inspectWorldDocument, readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { shippedMaterials } from "../../src/describe/xml/DocumentContext.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { refusal } from "../../testing/builders/Refusal.js";

const KINDS = builtInDevices();
const WORLD = { stepNs: 1e6, materials: shippedMaterials() };
const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const APPENDIX = readText("test/documents/appendix-a.xml");

const inspect = (text: string) => inspectRobotDocument(text, { kinds: KINDS, world: WORLD });
const brief = (errors: readonly SimError[]): string[] =>
  errors.map(({ line, code, where }) => `${line} ${code} ${where}`);

/** Checks that errors are in order, without repetition, and that the first is the error that an ordinary read throws. */
function expectSound(text: string, errors: readonly SimError[], read: () => unknown): void {
  const places = errors.map(({ line = 0, column = 0 }) => line * 1e6 + column);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(new Set(errors.map(({ message }) => message)).size).toBe(errors.length);
  if (errors.length > 0) expect(refusal(read).message, text).toBe(errors[0].message);
  else read();
}

describe("[R10] errors of a robot", () => {
  test("a device whose reader fails because of a wrong value reports the value, not the failure", () => {
    const kinds = builtInDevices();
    kinds.add({ ...kinds.type("Compass"), element: "Frail", read: (element) => ({ x: element.vector("At")![0] }) });
    const text = robotXml({ inTrunk: `<Frail name="F"><At>1 2 much</At></Frail>` });
    const { errors } = inspectRobotDocument(text, { kinds, world: WORLD });
    expect(errors.map(({ code }) => code)).toEqual(["NUMBER_MALFORMED"]);
    const missing = robotXml({ inTrunk: `<Frail name="F"/>` });
    expect(() => inspectRobotDocument(missing, { kinds, world: WORLD })).toThrow(TypeError);
  });

  test("independent errors are all listed", () => {
    const text = robotXml({
      settings: "\n<LatencyMS>soon</LatencyMS>\n<Hat/>\n<Settle>maybe</Settle>",
      inTrunk: `
<Box name="B"><XSize>-1</XSize><YSize>big</YSize></Box>
<Sphere name="S"><Radius>1</Radius><Mass>-2</Mass><Material>Stel</Material></Sphere>
<Sphere><Radius>1</Radius></Sphere>
<Inclinometer name="Tilt"><Rate>5000</Rate><Noise><Gaussian>-1</Gaussian></Noise></Inclinometer>`,
      joints: `
<JointHinge name="J"><Body1>Nobody</Body1><Axis>0 0 0</Axis></JointHinge>
<JointHinge name="K"><Body1>Nobody</Body1><Axis>0 0 1</Axis></JointHinge>`,
    });
    const { robot, errors } = inspect(text);
    expect(robot).toBeUndefined();
    const line = (part: string) => text.slice(0, text.indexOf(part)).split("\n").length;
    expect(brief(errors)).toEqual([
      `${line("<LatencyMS>")} NUMBER_MALFORMED Client/CSettings/LatencyMS`,
      `${line("<Hat")} ELEMENT_UNKNOWN Client/CSettings/Hat`,
      `${line("<Settle")} TYPE_WRONG Client/CSettings/Settle`,
      ...["ELEMENT_MISSING", "SIZE_NOT_POSITIVE", "NUMBER_MALFORMED"].map(
        (code, i) =>
          `${line("<Box")} ${code} Client/Entity/RigidBodies/Body[Trunk]/Box[B]${["", "/XSize", "/YSize"][i]}`,
      ),
      `${line("<Material>Stel")} MATERIAL_UNKNOWN Client/Entity/RigidBodies/Body[Trunk]/Sphere[S]/Material`,
      `${line("<Sphere>")} ATTRIBUTE_MISSING Client/Entity/RigidBodies/Body[Trunk]/Sphere`,
      `${line("<Rate>")} RATE_TOO_HIGH Client/Entity/RigidBodies/Body[Trunk]/Inclinometer[Tilt]/Rate`,
      `${line("<Rate>")} VALUE_OUT_OF_RANGE Client/Entity/RigidBodies/Body[Trunk]/Inclinometer[Tilt]/Noise/Gaussian`,
      `${line('"J"')} AXIS_ZERO Client/Entity/Joints/JointHinge[J]/Axis`,
      `${line('"K"')} BODY_UNKNOWN Client/Entity/Joints/JointHinge[K]/Body1`,
    ]);
    expectSound(text, errors, () => readRobotDocument(text, { kinds: KINDS, world: WORLD }));
  });

  test("errors found in the checks after reading are listed for every element too", () => {
    const text = robotXml({
      inTrunk: '<Sphere name="S"><Radius>1</Radius><Mass>-2</Mass></Sphere>',
      bodies: `<Body name="Empty"/>
<Body name="Point"><Mass>1</Mass></Body>
<Body name="Odd"><Mass>1</Mass><Inertia>1 1 9 0 0 0</Inertia></Body>`,
      joints: '<JointFixed name="F"><Body1>Arm</Body1><Body2>Arm</Body2></JointFixed>',
    });
    expect(inspect(text).errors.map(({ code }) => code)).toEqual([
      "MASS_NOT_POSITIVE",
      "MASS_MISSING",
      "MASS_MISSING",
      "INERTIA_NOT_PHYSICAL",
      "JOINT_TO_ITSELF",
    ]);
  });

  test.each([
    ["a misspelled body", '<Bdy name="Leg"/>', "Leg", ["ELEMENT_UNKNOWN"]],
    ["a body with an error", '<Body name="Leg"><Mass>x</Mass></Body>', "Leg", ["NUMBER_MALFORMED"]],
    ["a body with a misspelled name attribute", '<Body nme="Leg"><Mass>1</Mass></Body>', "Leg", ["ATTRIBUTE_UNKNOWN"]],
    ["a body without any name", "<Body><Mass>1</Mass></Body>", "Leg", ["ATTRIBUTE_MISSING"]],
    [
      "another body that does not exist",
      '<Body name="Leg"><Mass>x</Mass></Body>',
      "Log",
      ["NUMBER_MALFORMED", "BODY_UNKNOWN"],
    ],
  ])("%s does not cause an error for its joint", (_, bodies, named, codes) => {
    const joints = `<JointFixed name="F"><Body1>${named}</Body1></JointFixed>`;
    expect(inspect(robotXml({ bodies, joints })).errors.map(({ code }) => code)).toEqual(codes);
  });

  test("a device may refer to an element that has an error, but not to a missing one", () => {
    const solid = (name: string) => `<ContactSensor name="C-${name}"><Solid>${name}</Solid></ContactSensor>`;
    const inTrunk = `<Sphere name="Toe"><Radius>x</Radius></Sphere>${solid("Toe")}${solid("Nail")}`;
    expect(inspect(robotXml({ inTrunk })).errors.map(({ code }) => code)).toEqual([
      "NUMBER_MALFORMED",
      "SOLID_UNKNOWN",
    ]);
  });

  test("an element that appears three times gives exactly two errors", () => {
    const inTrunk = '<Sphere name="S"><Radius>1</Radius><Radius>2</Radius><Radius><x>3</x></Radius></Sphere>';
    expect(inspect(robotXml({ inTrunk })).errors.map(({ code }) => code)).toEqual(Array(2).fill("ELEMENT_REPEATED"));
  });

  test("XML that is not well-formed is one error", () => {
    expect(inspect("<Client><CSettings><Name>R</Nam></Client>").errors.map(({ code }) => code)).toEqual([
      "XML_MALFORMED",
    ]);
  });

  test("an exceeded limit ends the reading", () => {
    const many = Array.from({ length: 9 }, (_, i) => `<Sphere name="S${i}"><Radius>1</Radius></Sphere>`).join("");
    const { errors } = inspectRobotDocument(robotXml({ inTrunk: many }), { kinds: KINDS, limits: { solids: 5 } });
    expect(errors.map(({ code }) => code)).toEqual(["TOO_MANY_SOLIDS"]);
  });

  test("a document that consists of errors only is read to its end", () => {
    const { errors } = inspect(robotXml({ inTrunk: "<Hat/>".repeat(5000) }));
    expect(errors).toHaveLength(1000);
  });

  test("for any choice of invalid numbers exactly those are listed", () => {
    const numbers = [...APPENDIX.matchAll(/-?\d+\.?\d*f?(?=<)/g)].map((match) => match.index);
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 12 }), (places) => {
        const sorted = [...places].sort((a, b) => a - b);
        const text = sorted.reduceRight((t, at) => `${t.slice(0, at)}x${t.slice(at)}`, APPENDIX);
        const { errors } = inspect(text);
        expect(errors.map(({ code, line }) => [code, line])).toEqual(
          sorted.map((at) => ["NUMBER_MALFORMED", APPENDIX.slice(0, at).split("\n").length]),
        );
        expectSound(text, errors, () => readRobotDocument(text, { kinds: KINDS, world: WORLD }));
      }),
      { seed: 12, numRuns: 60 },
    );
  });

  test("for any invalid document the first listed error is the error that an ordinary read throws", () => {
    const tags = [...APPENDIX.matchAll(/<(\w+)( name="[^"]*")?>[^<]*<\/\1>/g)];
    const met = new Set<number>();
    const edit = fc.record({
      i: fc.nat(tags.length - 1),
      j: fc.nat(tags.length - 1),
      how: fc.constantFrom("swap", "copy", "drop"),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = APPENDIX;
        for (const { i, j, how } of edits)
          text = text.replace(tags[i][0], how === "drop" ? "" : how === "copy" ? tags[i][0] + tags[j][0] : tags[j][0]);
        const { robot, errors } = inspect(text);
        expect(robot === undefined).toBe(errors.length > 0);
        met.add(errors.length);
        expectSound(text, errors, () => readRobotDocument(text, { kinds: KINDS, world: WORLD }));
      }),
      { seed: 121, numRuns: 150 },
    );
    expect(met.size).toBeGreaterThan(4);
  });
});

describe("[R10] errors of a robot's text file", () => {
  const GOOD = readText("robots/diff-2003.robot");
  const list = (text: string) =>
    inspectRobotDocument(text, { kinds: KINDS }).errors.map(({ code, line }) => `${line} ${code}`);
  const lineOf = (key: string) => GOOD.slice(0, GOOD.indexOf(`\n${key} `)).split("\n").length + 1;
  const change = (key: string, to: string) => (text: string) => text.replace(new RegExp(`^${key} .*$`, "m"), to);

  test("a valid file has no errors", () => {
    expect(list(GOOD)).toEqual([]);
  });

  test("errors in lines, keys and values are all listed", () => {
    const text = [
      change("BODY_MASS", "BODY_MASS = heavy"),
      change("BODY_HEIGHT", "BODY_HEIGHT = -3"),
      change("WHEEL_RADIUS", "WHEL_RADIUS = 25"),
      change("WHEEL_DISTANCE", "WHEEL_DISTANCE 5"),
    ].reduce((t, edit) => edit(t), `${GOOD}\nNAME = Twice\nPROPELLERS = 2`);
    const last = text.split("\n").length;
    expect(list(text)).toEqual(
      [
        [lineOf("BODY_MASS"), "NUMBER_MALFORMED"] as const,
        [lineOf("BODY_HEIGHT"), "VALUE_OUT_OF_RANGE"] as const,
        [lineOf("WHEEL_RADIUS"), "KEY_UNKNOWN"] as const,
        [lineOf("WHEEL_DISTANCE"), "TEXT_MALFORMED"] as const,
        [last - 1, "KEY_REPEATED"] as const,
        [last, "KEY_UNKNOWN"] as const,
      ]
        .sort(([a], [b]) => a - b)
        .map(([line, code]) => `${line} ${code}`),
    );
    expect(refusal(() => readRobotDocument(text, { kinds: KINDS })).message).toBe(
      inspectRobotDocument(text, { kinds: KINDS }).errors[0].message,
    );
  });

  test("a missing key is listed together with other errors", () => {
    const text = change("BODY_MASS", "PROPELLERS = 2")(GOOD);
    expect(
      list(text)
        .map((one) => one.split(" ")[1])
        .sort(),
    ).toEqual(["KEY_MISSING", "KEY_UNKNOWN"]);
  });

  test("a file in another format has one error", () => {
    expect(list(readText("package.json"))).toEqual(["1 TEXT_MALFORMED"]);
  });

  test("errors in the generated XML are reported at lines of the text file", () => {
    const { errors } = inspectRobotDocument(GOOD, { kinds: KINDS, world: { materials: [] } });
    expect(errors.length).toBeGreaterThan(0);
    for (const { code, line } of errors) {
      expect(code).toBe("MATERIAL_UNKNOWN");
      expect(line).toBeLessThanOrEqual(GOOD.split("\n").length);
    }
  });
});

describe("[R10] errors of a world", () => {
  const files: Record<string, string> = {
    "good.xml": '<World><Materials><Material name="Ice"/></Materials></World>',
    "bad.xml": '<World>\n<Light type="moon"/>\n<Hat/>\n</World>',
    "broken.xml": "<World>",
    "robot.xml": robotXml({ settings: "<LatencyMS>late</LatencyMS>", inTrunk: "<Hat/>" }),
  };
  const options = {
    kinds: KINDS,
    file: "w.xml",
    readFile: (path: string) => new TextEncoder().encode(files[path]),
  };
  const list = (inside: string) => {
    const text = `<World name="w">\n${inside}\n</World>`;
    const { world, errors } = inspectWorldDocument(text, options);
    expect(world === undefined).toBe(errors.length > 0);
    if (errors.length > 0) expect(refusal(() => readWorldDocument(text, options)).message).toBe(errors[0].message);
    return errors.map(({ code, line, where }) => `${where.split(":")[0]}:${line} ${code}`);
  };

  test("independent errors are all listed, by line", () => {
    expect(
      list(`<Trigger/>
<Static name="g"><Plane name="P"/><Bx/></Static>
<Step>long</Step>
<Materials><Material name="A"><Friction>-1</Friction></Material><Pair a="A" b="Steel"/><Pair a="A" b="Nope"/></Materials>
<Object name="g"><RigidBodies><Body name="B"><Sphere name="S"><Mass>1</Mass><Radius>-1</Radius></Sphere></Body></RigidBodies></Object>
<Light type="moon"><Intensity>-1</Intensity></Light>
<Camera><Rate>x</Rate></Camera>
<Spawn><Position>1 2</Position></Spawn>
<Gravity>0 0 -9.81</Gravity>
<Gravity>0 0 -1</Gravity>
<Event name="e"><After>nothing</After><Every>1</Every></Event>
<Robot name="R"><Hat/><Offset>up</Offset>${robotXml({ inTrunk: "<Cap/>" }).replaceAll("\n", "")}</Robot>`),
    ).toEqual([
      "w.xml:2 ATTRIBUTE_MISSING",
      "w.xml:3 ELEMENT_UNKNOWN",
      "w.xml:4 NUMBER_MALFORMED",
      "w.xml:5 VALUE_OUT_OF_RANGE",
      "w.xml:5 MATERIAL_UNKNOWN",
      "w.xml:6 NAME_TAKEN",
      "w.xml:6 SIZE_NOT_POSITIVE",
      "w.xml:7 KIND_UNKNOWN",
      "w.xml:7 VALUE_OUT_OF_RANGE",
      "w.xml:8 ATTRIBUTE_MISSING",
      "w.xml:8 NUMBER_MALFORMED",
      "w.xml:9 LENGTH_WRONG",
      "w.xml:11 ELEMENT_REPEATED",
      "w.xml:12 ELEMENT_MISSING",
      "w.xml:13 ELEMENT_UNKNOWN",
      "w.xml:13 NUMBER_MALFORMED",
      "w.xml:13 ELEMENT_UNKNOWN",
    ]);
  });

  test("an event may wait for an event that has an error", () => {
    const event = (name: string, rest: string) => `<Event name="${name}">${rest}<Do>pause</Do></Event>`;
    expect(
      list(`${event("a", "<At>x</At>")}\n${event("b", "<After>a</After>")}\n${event("c", "<After>z</After>")}`),
    ).toEqual(["w.xml:2 NUMBER_MALFORMED", "w.xml:4 EVENT_UNKNOWN"]);
    const loop = ["a", "b"].map((name, i) => event(name, `<After>${"ba"[i]}</After>`)).join("\n");
    expect(list(loop)).toEqual(["w.xml:2 EVENT_CYCLIC", "w.xml:3 EVENT_CYCLIC"]);
  });

  test("errors of other files follow those of the document, each file in order", () => {
    const inside = '<Include file="bad.xml"/>\n<Robot name="R" file="robot.xml"/>\n<Hat/>';
    expect(list(inside)).toEqual([
      "w.xml:4 ELEMENT_UNKNOWN",
      "bad.xml:2 KIND_UNKNOWN",
      "bad.xml:3 ELEMENT_UNKNOWN",
      "robot.xml:2 NUMBER_MALFORMED",
      "robot.xml:5 ELEMENT_UNKNOWN",
    ]);
  });

  test("names that an unreadable file might define are not reported as missing", () => {
    const object = `<Static name="g"><Plane name="P"><Material>Ice</Material></Plane></Static>`;
    const event = '<Event name="e"><After>other</After><Do>pause</Do></Event>';
    expect(list(object)).toEqual(["w.xml:2 MATERIAL_UNKNOWN"]);
    expect(list(`<Include file="good.xml"/>${object}`)).toEqual([]);
    expect(list(`<Include file="broken.xml"/>${object}${event}`)).toEqual(["broken.xml:1 XML_MALFORMED"]);
  });

  test("rates are not checked if the step is missing", () => {
    const camera = '<Camera name="C"><Rate>5000</Rate></Camera>';
    expect(list(camera)).toEqual(["w.xml:2 RATE_TOO_HIGH"]);
    expect(list(`<Step>x</Step>${camera}`)).toEqual(["w.xml:2 NUMBER_MALFORMED"]);
  });

  test("for any invalid document the first listed error is the error that an ordinary read throws", () => {
    const YARD = readText("worlds/segway-yard.xml").replace(/<Robot[\s\S]*?<\/Robot>/g, "");
    const tags = [...YARD.matchAll(/<(\w+)( name="[^"]*")?>[^<]*<\/\1>/g)];
    const edit = fc.record({ i: fc.nat(tags.length - 1), to: fc.constantFrom("", "<Hat/>", "x", tags[0][0]) });
    const met = new Set<number>();
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
        const text = edits.reduce((t, { i, to }) => t.replace(tags[i][0], to), YARD);
        const { world, errors } = inspectWorldDocument(text, { kinds: KINDS });
        expect(world === undefined).toBe(errors.length > 0);
        met.add(errors.length);
        expectSound(text, errors, () => readWorldDocument(text, { kinds: KINDS }));
      }),
      { seed: 7, numRuns: 120 },
    );
    expect(met.size).toBeGreaterThan(3);
  });
});
