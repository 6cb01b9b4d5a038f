import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runValidate } from "../../src/cli/validate.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { refusal } from "../../testing/builders/Refusal.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ubersim-validate-"));
const outside = mkdtempSync(join(tmpdir(), "ubersim-outside-"));
const put = (name: string, text: string, where = folder): string => {
  writeFileSync(join(where, name), text);
  return join(where, name);
};
afterAll(() => {
  for (const one of [folder, outside]) rmSync(one, { recursive: true });
});

afterEach(() => {
  vi.restoreAllMocks();
});

let out = "";
let err = "";
beforeEach(() => {
  [out, err] = ["", ""];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    err += text;
    return true;
  });
});

const validate = (files: string[], options = {}) => runValidate({ files, json: false, lenient: false, ...options });

describe("[R10] ubersim validate", () => {
  test("a robot: bodies, masses, centre, inertia, joints, sensors, latencies", async () => {
    expect(await validate([`${ROOT}test/documents/appendix-a.xml`])).toBe(0);
    expect(out).toContain('robot "CMU": 82.7 kg, 3 bodies, 4 joints, 2 sensors');
    expect(out).toMatch(/MainBody +72\.7 +0 0\.03122 0\.2524 +6\.535 7\.446 3\.184/);
    expect(out).toMatch(/LMotor +JointHinge2 +MainBody - LWheel +-0\.36 0 0\.074 +0 0 1; 1 0 0 +20 ms late/);
    expect(out).toMatch(/Incmeter +Inclinometer +MainBody +every frame +float32 pitch \(4 bytes\)/);
    expect(out).toContain("commands 20 ms late");
    expect(err).toBe("");
  });

  test("the report has the picture format of cameras, and that lamps take messages", async () => {
    const devices = `<CameraSensor name="Cam"><Width>64</Width><Height>48</Height><Format>jpeg</Format><LatencyMS>50</LatencyMS>
      </CameraSensor><CameraSensor name="Raw"><Width>4</Width><Height>2</Height><Rate>5</Rate></CameraSensor><Led name="Eye"/>`;
    const file = put("eyes.xml", robotXml({ inTrunk: devices }));
    expect(await validate([file])).toBe(0);
    expect(out).toContain("2 sensors, 1 actuator\n");
    expect(out).toMatch(/Cam +CameraSensor +Trunk +20 Hz +uint8\[\] jpeg \(64 x 48 pixels\), 50 ms late/);
    expect(out).toMatch(/Raw +CameraSensor +Trunk +5 Hz +uint8\[32\] bgra \(4 x 2 pixels\)/);
    expect(out).toMatch(/Eye +Led +Trunk +int32 property, float32 value +act at once/);
  });

  test("mass, centre and inertia agree with closed form", async () => {
    const file = put("ball.xml", robotXml());
    expect(await validate([file], { json: true })).toBe(0);
    const [{ robot }] = JSON.parse(out);
    expect(robot.massKg).toBe(2);
    expect(robot.bodies[0]).toMatchObject({ name: "Arm", massKg: 1, centerOfMass: [1, 0, 0] });
    for (const i of [0, 4, 8]) expect(robot.bodies[0].inertia[i]).toBeCloseTo(0.4 * 0.1 ** 2, 12);
  });

  test("a world and its robots", async () => {
    const file = put(
      "w.xml",
      `<World name="w"><Static name="g"><Plane name="P"/></Static><Spawn/><Robot name="A">${robotXml()}</Robot></World>`,
    );
    expect(await validate([file, `${ROOT}worlds/segway-yard.xml`])).toBe(0);
    expect(out).toContain('world "w": gravity 0 0 -9.81 m/s², step 1 ms, seed 1');
    expect(out).toContain('robot "A": 2 kg');
    expect(out).toContain("cameras: Overhead");
  });

  test("errors go to stderr with file, line and column, and the exit code is 1", async () => {
    const bad = put("bad.xml", robotXml({ inTrunk: '<Sphere name="S"><Radus>1</Radus></Sphere>' }));
    expect(await validate([bad, `${ROOT}robots/segway.xml`])).toBe(1);
    expect(err).toContain(`${bad}:5:18: ELEMENT_UNKNOWN: this element is not allowed here\n`);
    expect(err).toContain('Did you mean "Radius"?');
    // the other files are still checked
    expect(out).toContain('robot "Segway"');
  });

  test("--json reports the same", async () => {
    expect(await validate([put("b.xml", "<Client>")], { json: true })).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ ok: false, error: { code: "XML_MALFORMED", line: 1 }, warnings: [] }]);
  });

  test("all errors are printed and in --json; beyond 50 they are counted", async () => {
    const two = put("two.xml", robotXml({ settings: "<Hat/>", inTrunk: "<Cap/>" }));
    expect(await validate([two])).toBe(1);
    expect(err.match(/ELEMENT_UNKNOWN/g)).toHaveLength(2);
    expect(await validate([two], { json: true })).toBe(1);
    const [verdict] = JSON.parse(out);
    expect(verdict.errors).toHaveLength(2);
    expect(verdict.error).toEqual(verdict.errors[0]);
    err = "";
    expect(await validate([put("many.xml", robotXml({ inTrunk: "<Hat/>".repeat(53) }))])).toBe(1);
    expect(err.match(/ELEMENT_UNKNOWN/g)).toHaveLength(50);
    expect(err).toContain("many.xml: 3 more errors\n");
  });

  test("[M8] a robot that the first step would remove has an error", async () => {
    const ball = (i: number): string =>
      `<Body name="b${i}"><Sphere name="s${i}"><Mass>1</Mass><Radius>0.05</Radius><Position>${0.0001 * i} 0 3</Position></Sphere></Body>`;
    const bodies = Array.from({ length: 160 }, (_, i) => ball(i)).join("");
    const crowd = put(
      "crowd.xml",
      `<Client><CSettings><Name>C</Name></CSettings><Entity><RigidBodies>${bodies}</RigidBodies></Entity></Client>`,
    );
    expect(await validate([crowd])).toBe(1);
    expect(err).toMatch(/crowd\.xml: OVERCROWDED: .*\n/);
  });

  test("an unknown material beside an error is still a warning", async () => {
    const inTrunk = '<Sphere name="S"><Radius>1</Radius><Material>Ice</Material></Sphere><Hat/>';
    expect(await validate([put("mixed.xml", robotXml({ inTrunk }))])).toBe(1);
    expect(err).toContain("warning: MATERIAL_UNKNOWN");
    expect(err.match(/: ELEMENT_UNKNOWN/g)).toHaveLength(1);
  });

  test("--lenient warns", async () => {
    const file = put("l.xml", robotXml({ settings: "<Hat/>" }));
    expect(await validate([file])).toBe(1);
    expect(await validate([file], { lenient: true })).toBe(0);
    expect(err).toMatch(/l\.xml:2:\d+: warning: ELEMENT_UNKNOWN/);
  });

  test("a name that another world may define is a warning", async () => {
    const inTrunk = '<Sphere name="S"><Radius>1</Radius><Material>Ice</Material></Sphere>';
    expect(await validate([put("m.xml", robotXml({ inTrunk, settings: "<ControlRate>2000</ControlRate>" }))])).toBe(0);
    expect(err).toContain("warning: MATERIAL_UNKNOWN");
    expect(err).toContain("warning: RATE_TOO_HIGH");
  });

  test.each([
    ["FILE_MISSING", () => join(folder, "none.xml")],
    ["FILE_MISSING", () => folder],
    ["TEXT_MALFORMED", () => `${ROOT}package.json`],
    ["ELEMENT_UNKNOWN", () => put("svg.xml", "<svg/>")],
    ["XML_MALFORMED", () => put("empty.xml", "")],
  ])("%s (%#)", async (code, file) => {
    expect(await validate([file()])).toBe(1);
    expect(err).toContain(code);
  });

  test("errors that occur only in a running world are found by running one", async () => {
    const two = `<Robot name="A">${robotXml({ settings: "<Offset>0 0 1</Offset>" })}</Robot>`;
    const file = put("crowd.xml", `<World>${two}${two.replace('"A"', '"B"')}</World>`);
    expect(await validate([file])).toBe(1);
    expect(err).toContain("SPAWN_BLOCKED");
  });

  test("[E1] a robot's files are read from its folder or from --assets, and from nowhere else", async () => {
    const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    put("m.obj", obj);
    symlinkSync(put("secret.obj", obj, outside), join(folder, "link.obj"));
    const mesh = (file: string) => robotXml({ inTrunk: `<Mesh name="M"><File>${file}</File></Mesh>` });
    expect(await validate([put("r.xml", mesh("m.obj"))])).toBe(0);
    expect(await validate([join(folder, "r.xml")], { assets: outside })).toBe(1);
    expect(err).toContain("FILE_MISSING");
    expect(await validate([put("r2.xml", mesh("link.obj"))])).toBe(1);
    expect(err).toContain("FILE_FORBIDDEN");
  });
});

describe("[R10] what validate prints", () => {
  const lines = (text: string) => text.trimEnd().split("\n");
  const wheel = (turn: string) =>
    robotXml({
      bodies: `<Body name="Wheel"><Cylinder name="Tyre"><Mass>1</Mass><Radius>0.1</Radius><Length>0.04</Length>
        <Position>0 -1 0</Position>${turn}</Cylinder></Body>`,
      joints: `<JointHinge name="Drive"><Body1>Trunk</Body1><Body2>Wheel</Body2><AnchorPos>0 -1 0</AnchorPos><Axis>1 0 0</Axis></JointHinge>`,
    });

  test("an error begins with FILE:LINE:COLUMN: CODE; details follow, one per line, with limited line length", async () => {
    const bad = put("bad2.xml", robotXml({ inTrunk: '<Sphere name="S"><Radus>1</Radus></Sphere>' }));
    expect(await validate([bad])).toBe(1);
    const [first, ...rest] = lines(err);
    expect(first).toBe(`${bad}:5:18: ELEMENT_UNKNOWN: this element is not allowed here`);
    expect(rest[0]).toBe("    at       Client/Entity/RigidBodies/Body[Trunk]/Sphere[S]/Radus");
    expect(rest[1]).toBe('    found    "Radus"');
    expect(rest[2]).toMatch(/^ {4}allowed {2}one of Collide, Color,/);
    expect(rest.at(-1)).toBe('    advice   Did you mean "Radius"?');
    for (const line of rest) expect(line.length).toBeLessThanOrEqual(110);
  });

  test("[E1] an error in a world's file names that file, once", async () => {
    put("part.xml", '<World><Static name="g">\n  <Bx name="B"/></Static></World>');
    put("broken.xml", "<World>\n</Wrld>");
    put("empty2.xml", "  ");
    const cases = [
      [put("w1.xml", '<World name="yard">\n  <Statc/></World>'), /^w1\.xml:2:3: ELEMENT_UNKNOWN/],
      [put("w2.xml", '<World><Include file="part.xml"/></World>'), /^part\.xml:2:3: ELEMENT_UNKNOWN/],
      [put("w3.xml", '<World><Include file="broken.xml"/></World>'), /^broken\.xml:2:1: XML_MALFORMED/],
      [put("w4.xml", '<World><Include file="empty2.xml"/></World>'), /^empty2\.xml:1:\d: XML_MALFORMED/],
    ] as const;
    for (const [file, first] of cases) {
      err = "";
      expect(await validate([file])).toBe(1);
      expect(err.replaceAll(`${folder}/`, "")).toMatch(first);
      expect(err.match(/\w+\.xml/g)).toHaveLength(1);
    }
  });

  test("a hinge's report has latency and noise; rounding errors are printed as 0", async () => {
    const joints = `<JointHinge name="H"><Body1>Arm</Body1><Body2>Trunk</Body2><Axis>0 0 1</Axis>
      <Rate>50</Rate><ReportLatencyMS>3</ReportLatencyMS><Noise><Gaussian>0.01</Gaussian></Noise></JointHinge>`;
    const turned = `<Body name="T"><Box name="TB"><Mass>1</Mass><XSize>1</XSize><YSize>2</YSize><ZSize>3</ZSize>
      <Position>5 5 5</Position><Orientation><angle>1.5707963267948966</angle><axis>0 0 1</axis></Orientation></Box></Body>`;
    expect(await validate([put("h.xml", robotXml({ joints, bodies: turned }))])).toBe(0);
    expect(out).toMatch(/reports 50 Hz: .*effort \(12 bytes\), 3 ms late, noise: sd 0\.01/);
    expect(out).toMatch(/ T +1 +5 5 5 +0\.8333 1\.083 0\.4167, 0 0 0 /);
    expect(out).not.toMatch(/\de-\d\d/);
  });

  test("hints: a wheel whose axis differs from its hinge, with its position; an aligned one gives none", async () => {
    const file = put("wheel.xml", wheel(""));
    expect(await validate([file])).toBe(0);
    expect(err).toContain(`${file}:8:20: hint: the cylinder "Tyre" lies along 0 1 0 but "Drive"`);
    err = "";
    const turn = "<Orientation><angle>1.5708</angle><axis>0 0 1</axis></Orientation>";
    expect(await validate([put("wheel2.xml", wheel(turn))])).toBe(0);
    expect(err).toBe("");
  });

  test("hints: bodies that start inside each other, unless they are joined or do not collide", async () => {
    const near = (settings: string, joints: string) =>
      robotXml({
        settings,
        joints,
        bodies:
          '<Body name="Leg"><Sphere name="Foot"><Mass>1</Mass><Radius>0.1</Radius><Position>0.05 0 0</Position></Sphere></Body>',
      });
    expect(await validate([put("near.xml", near("", ""))])).toBe(0);
    expect(err).toMatch(/near\.xml:8:1: hint: "Leg" and "Trunk" overlap by 150 mm/);
    err = "";
    const joint = '<JointBallSocket name="J"><Body1>Leg</Body1><Body2>Trunk</Body2></JointBallSocket>';
    const good = [put("n2.xml", near("", joint)), put("n3.xml", near("<SelfCollide>false</SelfCollide>", ""))];
    expect(await validate([...good, `${ROOT}test/documents/appendix-a.xml`, `${ROOT}robots/segway.xml`])).toBe(0);
    expect(err).toBe("");
  });

  test("hints: degrees, millimetres and grams, with their position", async () => {
    const joints = `<JointServo name="J"><Body1>Leg</Body1><Body2>Trunk</Body2><Axis>0 0 1</Axis>
      <Limits><LoStop>-90</LoStop><HiStop>90</HiStop></Limits><Angle>45</Angle></JointServo>`;
    const leg = (size: number, mass: number, angle: number) =>
      `<Body name="Leg"><Box name="Bar"><Mass>${mass}</Mass><XSize>${size}</XSize><YSize>${size}</YSize><ZSize>${size}</ZSize>
      <Position>5 0 0</Position><Orientation><angle>${angle}</angle><axis>0 0 1</axis></Orientation></Box>
      <CameraSensor name="Eye"><Fov>${angle === 90 ? 0.8 : 45}</Fov></CameraSensor></Body>`;
    expect(await validate([put("odd.xml", robotXml({ joints, bodies: leg(100, 1, 90) }))])).toBe(0);
    const hints = err.replace(/\s+/g, " ");
    for (const text of [
      'LoStop of "J" is -90 rad, more than a turn. Angles are in radians: -90 degrees are -1.571 rad',
      'HiStop of "J" is 90 rad',
      'Angle of "J" is 45 rad',
      '"Bar" measures 100 m. Sizes and positions are in metres: 100 mm are 0.1 m',
      '"Bar" has 0.000001 kg/m³ (1 kg in 1000000 m³), which is much lighter than air',
      "This angle is 90 rad, more than a turn",
      "Fov is 0.8 degrees",
    ])
      expect(hints).toContain(text);
    expect(err).toMatch(/odd\.xml:\d+:\d+: hint: This angle/);
    err = "";
    expect(await validate([put("heavy.xml", robotXml({ bodies: leg(0.1, 500, 1.5) }))])).toBe(0);
    expect(err).toMatch(/"Bar" has 5e\+5 kg\/m³|"Bar" has 500000 kg\/m³/);
    err = "";
    const sound = joints.replace("-90", "-1.5").replace("90", "1.5").replace("45", "0.5");
    expect(await validate([put("sound.xml", robotXml({ joints: sound, bodies: leg(0.1, 1, 1.5) }))])).toBe(0);
    expect(err).toBe("");
  });

  test("hints: a hinge-2 whose Body1 is the wheel", async () => {
    const car = (one: string, two: string) =>
      robotXml({
        bodies: `<Body name="Wheel"><Cylinder name="Tyre"><Mass>1</Mass><Radius>0.1</Radius><Length>0.04</Length>
          <Position>0 5 0</Position></Cylinder></Body>`,
        joints: `<JointHinge2 name="Axle"><Body1>${one}</Body1><Body2>${two}</Body2><AnchorPos>0 5 0</AnchorPos>
          <Axis1>0 0 1</Axis1><Axis2>0 1 0</Axis2></JointHinge2>`,
      });
    expect(await validate([put("swapped.xml", car("Wheel", "Trunk"))])).toBe(0);
    expect(err.replace(/\s+/g, " ")).toContain('Body1 of "Axle", "Wheel", looks like the wheel.');
    err = "";
    expect(await validate([put("right.xml", car("Trunk", "Wheel"))])).toBe(0);
    expect(err).toBe("");
  });

  test("a spring is printed in both forms, whichever the document has", async () => {
    const car = (spring: string) =>
      robotXml({
        bodies: `<Body name="Leg"><Sphere name="S"><Mass>1</Mass><Radius>0.1</Radius><Position>5 0 0</Position></Sphere></Body>`,
        joints: `<JointHinge2 name="H"><Body1>Trunk</Body1><Body2>Leg</Body2><Axis1>0 0 1</Axis1><Axis2>0 1 0</Axis2>
          <Suspension>${spring}</Suspension></JointHinge2>`,
      });
    const both = "spring 2000 N/m, 200 N·s/m (ERP 0.009901, CFM 0.00495 at a step of 1 ms)";
    for (const spring of [
      "<Stiffness>2000</Stiffness><Damping>200</Damping>",
      "<ERP>0.00990099</ERP><CFM>0.004950495</CFM>",
    ]) {
      out = "";
      expect(await validate([put("spring.xml", car(spring))])).toBe(0);
      expect(out).toContain(both);
    }
  });

  test.each([
    ["robot", "URDF"],
    ["mujoco", "MJCF"],
    ["sdf", "SDF"],
  ])("[W7] [R7] a root <%s> is told as %s, here and by the readers of robots and worlds", async (root, format) => {
    const text = `<?xml version="1.0"?><${root} name="x"><link name="a"/></${root}>`;
    expect(await validate([put("foreign.xml", text)])).toBe(1);
    expect(err.replace(/\s+/g, " ")).toContain(`This is ${format}`);
    const advice = expect.stringMatching(new RegExp(`^This is ${format}.*docs/robots.md`));
    expect(refusal(() => readRobotDocument(text, { kinds: builtInDevices() }))).toMatchObject({ advice });
    expect(refusal(() => readWorldDocument(text, { kinds: builtInDevices() }))).toMatchObject({ advice });
  });

  test("[E1] hints: an object that starts inside something static; one that stands on it gives none", async () => {
    const ball = (name: string, z: number) =>
      `\n<Object name="${name}"><RigidBodies><Body name="B"><Sphere name="S"><Mass>1</Mass><Radius>1</Radius><Position>0 ${z} ${z}</Position></Sphere></Body></RigidBodies></Object>`;
    const ground = '<Static name="ground"><Plane name="P"/></Static>';
    const file = put("in.xml", `<World>${ground}${ball("sunk", 0.5)}${ball("fine", 5)}${ball("lying", 1)}</World>`);
    expect(await validate([file], { json: true })).toBe(0);
    const [{ hints, ok }] = JSON.parse(out);
    expect(ok).toBe(true);
    expect(hints).toMatchObject([
      { line: 2, column: 1, text: expect.stringContaining('"sunk" starts 500 mm inside "ground"') },
    ]);
    expect(await validate(["segway-yard", "flat", "soccer-2003"].map((name) => `${ROOT}worlds/${name}.xml`))).toBe(0);
    expect(err).toBe("");
  });

  test("[S6] a missing controller file is an error of the world", async () => {
    const world = (module: string) => `<World>\n <Robot name="A" controller="${module}">${robotXml()}</Robot></World>`;
    const file = put("drive.xml", world("none.js"));
    expect(await validate([file])).toBe(1);
    expect(err).toContain(`${file}:2:2: CONTROLLER_FAILED`);
    expect(err).toContain('"none.js", which does not exist');
    put("there.js", "export default async () => {};");
    expect(await validate([put("drive2.xml", world("there.js"))])).toBe(0);
  });
});
