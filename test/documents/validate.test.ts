import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runValidate } from "../../src/cli/validate.js";
import { robotXml } from "../builders/Documents.js";

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

let out = "";
let err = "";
beforeEach(() => {
  [out, err] = ["", ""];
  vi.spyOn(console, "log").mockImplementation((line) => {
    out += `${line}\n`;
  });
  vi.spyOn(console, "error").mockImplementation((line) => {
    err += `${line}\n`;
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

  test("the figures are right against closed form", async () => {
    const file = put("ball.xml", robotXml());
    expect(await validate([file], { json: true })).toBe(0);
    const [{ robot }] = JSON.parse(out);
    expect(robot.massKg).toBe(2);
    expect(robot.bodies[0]).toMatchObject({ name: "Arm", massKg: 1, centerOfMass: [1, 0, 0] });
    for (const i of [0, 4, 8]) expect(robot.bodies[0].inertia[i]).toBeCloseTo(0.4 * 0.1 ** 2, 12);
  });

  test("a world, and the robots that it brings along", async () => {
    const file = put(
      "w.xml",
      `<World name="w"><Static name="g"><Plane name="P"/></Static><Spawn/><Robot name="A">${robotXml()}</Robot></World>`,
    );
    expect(await validate([file, `${ROOT}worlds/segway-yard.xml`])).toBe(0);
    expect(out).toContain('world "w": gravity 0 0 -9.81 m/s², step 1 ms, seed 1');
    expect(out).toContain('robot "A": 2 kg');
    expect(out).toContain("cameras: Overhead");
  });

  test("what is wrong goes to the error output with file, line and column, and the exit code is 1", async () => {
    const bad = put("bad.xml", robotXml({ inTrunk: '<Sphere name="S"><Radus>1</Radus></Sphere>' }));
    expect(await validate([bad, `${ROOT}robots/segway.xml`])).toBe(1);
    expect(err).toContain(`${bad}: ELEMENT_UNKNOWN: there is no such element here at line 5, column 18, Client/`);
    expect(err).toContain('Did you mean "Radius"?');
    // the others are still looked at
    expect(out).toContain('robot "Segway"');
  });

  test("--json tells the same", async () => {
    expect(await validate([put("b.xml", "<Client>")], { json: true })).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ ok: false, error: { code: "XML_MALFORMED", line: 1 }, warnings: [] }]);
  });

  test("--lenient warns", async () => {
    const file = put("l.xml", robotXml({ settings: "<Hat/>" }));
    expect(await validate([file])).toBe(1);
    expect(await validate([file], { lenient: true })).toBe(0);
    expect(err).toMatch(/l\.xml: warning: ELEMENT_UNKNOWN/);
  });

  test("what another world may offer is a warning", async () => {
    const inTrunk = '<Sphere name="S"><Radius>1</Radius><Material>Ice</Material></Sphere>';
    expect(await validate([put("m.xml", robotXml({ inTrunk, settings: "<ControlRate>2000</ControlRate>" }))])).toBe(0);
    expect(err).toContain("warning: MATERIAL_UNKNOWN");
    expect(err).toContain("warning: RATE_TOO_HIGH");
  });

  test.each([
    ["FILE_MISSING", () => join(folder, "none.xml")],
    ["FILE_MISSING", () => folder],
    ["XML_MALFORMED", () => `${ROOT}package.json`],
    ["ELEMENT_UNKNOWN", () => put("svg.xml", "<svg/>")],
    ["XML_MALFORMED", () => put("empty.xml", "")],
  ])("%s (%#)", async (code, file) => {
    expect(await validate([file()])).toBe(1);
    expect(err).toContain(code);
  });

  test("what only a running world can tell is tried out", async () => {
    const two = `<Robot name="A">${robotXml({ settings: "<Offset>0 0 1</Offset>" })}</Robot>`;
    const file = put("crowd.xml", `<World>${two}${two.replace('"A"', '"B"')}</World>`);
    expect(await validate([file])).toBe(1);
    expect(err).toContain("SPAWN_BLOCKED");
  });

  test("[E1] a robot's files are read beside it, or inside --assets, and nowhere else", async () => {
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
