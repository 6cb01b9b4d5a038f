// Text files of soccer robots: the effect of every line, refused values with their positions, and the shipped files.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { validateFile } from "../../src/cli/validate.js";
import type { Solid } from "../../src/describe/entity/Solid.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import type { KickerSettings } from "../../src/devices/actuators/Kicker.js";
import type { DriveSettings } from "../../src/devices/drive/VelocityDrive.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { readBody } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import { massOfBody } from "../../src/physics/Masses.js";
import {
  closePitches,
  driveMessage,
  Pitch,
  readSoccerRobot,
  robotFile,
  withLines,
} from "../../testing/builders/Pitch.js";
import { refusal } from "../../testing/builders/Refusal.js";

const SSL = robotFile("ssl.robot");
const DIFF = robotFile("diff-2003.robot");
const ROBOTS = new URL("../../robots/", import.meta.url);
const SHIPPED = readdirSync(ROBOTS).filter((name) => name.endsWith(".robot"));

const partsOf = (text: string) => {
  const robot = readSoccerRobot(text);
  const { bodies, joints } = robot.entity;
  const solids = new Map<string, Solid>(bodies.flatMap((body) => body.solids.map((solid) => [solid.name, solid])));
  const drive = robot.devices.find(({ kind }) => kind === "VelocityDrive")?.settings as DriveSettings;
  return { robot, bodies, joints, solids, drive };
};
const close = (numbers: readonly number[]) => numbers.map((x) => expect.closeTo(x, 9));

describe("[R8] effect of each line", () => {
  test("wheels on hinges, at their angles counter-clockwise from forward, axles towards the middle", () => {
    const { joints, solids, drive } = partsOf(SSL);
    const motors = joints.filter(({ name }) => name.startsWith("Motor"));
    expect(motors.map(({ kind, body1 }) => [kind, body1])).toEqual([1, 2, 3, 4].map((n) => ["Hinge", `Wheel${n}`]));
    // 60 degrees: forward and to the left; forward is +y, left is -x
    expect(motors[0].anchor).toEqual(close([-0.076 * Math.sin(Math.PI / 3), 0.076 / 2, 0.027]));
    expect(motors[0].axes[0]).toEqual(close([Math.sin(Math.PI / 3), -0.5, 0]));
    expect(solids.get("Tyre1")).toMatchObject({
      shape: { kind: "Cylinder", radius: 0.027, length: 0.012 },
      mass: 0.05,
      material: "OmniWheel",
    });
    expect(drive.wheels.map(({ angle }) => Math.round((angle * 180) / Math.PI))).toEqual([60, 135, 225, 300]);
    expect(drive.motor).toEqual({ torque: 0.12, speed: 150, limit: 0.08 });
    expect(drive.plane).toEqual({ max: 3.5, speedUp: 3, brake: 4 });
    expect(drive.turning).toEqual({ max: 15, speedUp: 30, brake: 40 });
  });

  test("any number of wheels at any angles", () => {
    const { joints, drive } = partsOf(withLines(SSL, { WHEEL_ANGLES: "10 80.5 150 -140 -70 200 300" }));
    expect(joints.filter(({ name }) => name.startsWith("Motor"))).toHaveLength(7);
    expect(drive.wheels[1].angle).toBeCloseTo((80.5 * Math.PI) / 180, 12);
  });

  test("the body: its mass and the height of its centre, a flat front, within the rules' cylinder", () => {
    const { bodies, solids } = partsOf(SSL);
    const body = bodies.find(({ name }) => name === "Body");
    const { mass, center } = massOfBody(body as NonNullable<typeof body>, "Body");
    expect(mass).toBeCloseTo(2.3, 12);
    expect(center).toEqual(close([0, 0, 0.045]));
    const shell = solids.get("Shell")?.shape;
    if (shell?.kind !== "Mesh") throw new Error("no mesh");
    const points = Array.from({ length: shell.vertices.length / 3 }, (_, i) => shell.vertices.slice(3 * i, 3 * i + 3));
    expect(Math.max(...points.map(([, y]) => y))).toBeCloseTo(0.07, 12);
    expect(Math.min(...points.map(([, y]) => y))).toBeLessThan(-0.0895);
    expect(Math.max(...points.map(([x, y]) => Math.hypot(x, y)))).toBeCloseTo(0.09, 12);
    expect(Math.max(...points.map(([, , z]) => z))).toBeCloseTo(0.147, 12);
  });

  test("the hull is closed, its faces point outward, and its volume is that of the cut cylinder", () => {
    const shell = partsOf(SSL).solids.get("Shell")?.shape;
    if (shell?.kind !== "Mesh") throw new Error("no mesh");
    const at = (i: number) => shell.vertices.slice(3 * i, 3 * i + 3);
    let volume = 0;
    for (let i = 0; i < shell.triangles.length; i += 3) {
      const [a, b, c] = shell.triangles.slice(i, i + 3).map(at);
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    const half = Math.acos(70 / 90);
    const area = 0.09 ** 2 * (Math.PI - half + Math.sin(half) * Math.cos(half));
    expect(volume / (area * 0.137)).toBeGreaterThan(0.985);
    expect(volume / (area * 0.137)).toBeLessThan(1);
  });

  test("without BODY_FRONT, or with BODY_FRONT equal to the radius, the body is round", () => {
    for (const BODY_FRONT of [undefined, "90"])
      expect(partsOf(withLines(SSL, { BODY_FRONT })).solids.get("Shell")?.shape.kind).toBe("Cylinder");
  });

  test("kicker plate and dribbler bar, x right, y forward, z up; without their lines the robot has neither", () => {
    const { solids, joints, robot } = partsOf(robotFile("omni-2003.robot"));
    expect(solids.get("Plate")).toMatchObject({ shape: { kind: "Box", size: close([0.12, 0.003175, 0.02]) } });
    expect(solids.get("Plate")?.pose.position).toEqual(close([0, 0.0655875, 0.02]));
    // a bar of 76 mm with a groove of 26 in its middle
    for (const [name, x] of [
      ["BarLeft", -0.0255],
      ["BarRight", 0.0255],
    ] as const) {
      const bar = solids.get(name);
      expect(bar).toMatchObject({ shape: { kind: "Cylinder", radius: 0.006, length: 0.025 }, material: "Rubber" });
      expect(bar?.pose.position).toEqual(close([x, 0.0732, 0.038]));
    }
    const plain = partsOf(withLines(robotFile("omni-2003.robot"), { DRIBBLER_GROOVE: undefined }));
    expect(plain.solids.get("Bar")?.shape).toEqual({ kind: "Cylinder", radius: 0.006, length: 0.076 });
    expect(joints.find(({ name }) => name === "DribblerAxle")?.axes).toEqual([[-1, 0, 0]]);
    const settings = (name: string) => robot.devices.find((device) => device.name === name)?.settings;
    expect(settings("Dribbler")).toMatchObject({ joint: "DribblerAxle", motor: { torque: 0.03, speed: 450 } });
    // a ball beside the groove rests 6.5 mm in front of the plate; the bar extends 12 mm
    expect(settings("Kicker")).toMatchObject({ width: 0.12, height: 0.02, speed: 4, chipSpeed: 0, rechargeSec: 0.1 });
    expect((settings("Kicker") as KickerSettings).reach).toBeCloseTo(0.0085, 4);
    expect((settings("Kicker") as KickerSettings).overhang).toBeCloseTo(0.012, 4);
    const bare = Object.fromEntries(
      ["SIZE", "POSITION", "SPEED", "GROOVE"].flatMap((key) => [
        [`KICKER_${key}`, undefined],
        [`DRIBBLER_${key}`, undefined],
      ]),
    );
    const names = [...partsOf(withLines(robotFile("omni-2003.robot"), bare)).solids.keys()];
    expect(names.sort()).toEqual(["Shell", "Tyre1", "Tyre2", "Tyre3"]);
  });

  test("the dribbler's motor turns its bar, so that a ball spins towards the robot", async () => {
    const pitch = await Pitch.open(SSL);
    const dribbler = pitch.robot.device("Dribbler");
    for (let i = 0; i < 10; i++) {
      pitch.robot.command(dribbler, dribbler.read(driveMessage(450)), pitch.world.timeNs);
      pitch.run(0.1);
    }
    expect(readJoint(pitch.world.physics, pitch.name, "DribblerAxle")[0].velocity).toBeGreaterThan(440);
    // the bar turns about -x: friction turns the ball about +x, so the ball rolls towards the robot
    expect(readBody(pitch.world.physics, pitch.name, "DribblerBar").angularVelocity[0]).toBeLessThan(-440);
    closePitches();
  });

  test("a differential robot: two wheels of rubber, left and right, and two casters", () => {
    const { joints, solids, drive } = partsOf(DIFF);
    expect(joints.map(({ name }) => name).sort()).toEqual(
      ["BackSocket", "DribblerAxle", "FrontSocket", "Motor1", "Motor2"].sort(),
    );
    expect(joints.find(({ name }) => name === "Motor1")?.anchor).toEqual(close([-0.072, 0, 0.03]));
    expect(solids.get("Tyre2")?.material).toBe("Rubber");
    expect(drive.wheels).toHaveLength(2);
  });
});

describe("[R8] inertia, centre of mass and materials", () => {
  test("as values; left out, they are those of solid parts", () => {
    const text = withLines(SSL, {
      BODY_CENTER: "3 -5 40",
      BODY_INERTIA: "0.004 0.005 0.006",
      WHEEL_INERTIA: "0.0002 0.0001",
      BODY_MATERIAL: "Steel",
      KICKER_MATERIAL: "Wood",
      DRIBBLER_MATERIAL: "Plastic",
    });
    const { bodies, joints, solids } = partsOf(text);
    const massOf = (name: string) => massOfBody(bodies.find((body) => body.name === name)!, name);
    expect(massOf("Body").center).toEqual(close([0.003, -0.005, 0.04]));
    expect(massOf("Body").inertia).toEqual(close([0.004, 0, 0, 0, 0.005, 0, 0, 0, 0.006]));
    // about the axle n: n · I n
    const [x, y] = joints.find(({ name }) => name === "Motor1")!.axes[0];
    const { inertia: i } = massOf("Wheel1");
    expect(i[0] * x * x + 2 * i[1] * x * y + i[4] * y * y).toBeCloseTo(0.0002, 12);
    expect(i[0] * y * y - 2 * i[1] * x * y + i[4] * x * x).toBeCloseTo(0.0001, 12);
    expect(i[8]).toBeCloseTo(0.0001, 12);
    expect([...solids.values()].filter(({ material }) => material === "Steel").map(({ name }) => name)).toEqual([
      "Shell",
    ]);
    expect(solids.get("Plate")?.material).toBe("Wood");
    expect(
      [...solids.values()].filter(({ name }) => /^Bar(Left|Right)?$/.test(name)).map(({ material }) => material),
    ).toEqual(expect.arrayContaining(["Plastic"]));
  });
});

describe("[R8] refused values are reported with file, line, key and allowed values", () => {
  const lineOf = (text: string, key: string) => text.split("\n").findIndex((line) => line.startsWith(`${key} `)) + 1;
  test.each<[string, string, Record<string, string | undefined>, string, string]>([
    ["KICKER_SIZE", SSL, { KICKER_SIZE: "120 3.175" }, "LENGTH_WRONG", "3 values"],
    ["WHEEL_ANGLES", SSL, { WHEEL_ANGLES: "0 180" }, "LENGTH_WRONG", "3 to 64 values"],
    ["WHEEL_ANGLES", SSL, { WHEEL_ANGLES: "0 120 north" }, "NUMBER_MALFORMED", '"north"'],
    ["BODY_MASS", SSL, { BODY_MASS: "0" }, "VALUE_OUT_OF_RANGE", "a number above 0 and at most 1000, kg"],
    ["MOTOR_TORQUE", SSL, { MOTOR_TORQUE: "-1" }, "VALUE_OUT_OF_RANGE", "N·m"],
    ["BODY_FRONT", SSL, { BODY_FRONT: "91" }, "VALUE_OUT_OF_RANGE", "at most BODY_RADIUS, 90 mm"],
    ["BODY_CENTER", SSL, { BODY_CENTER: "200" }, "VALUE_OUT_OF_RANGE", "at most BODY_HEIGHT"],
    ["BODY_CENTER", SSL, { BODY_CENTER: "90 90 40" }, "VALUE_OUT_OF_RANGE", "within BODY_RADIUS"],
    ["BODY_CENTER", SSL, { BODY_CENTER: "0 40" }, "LENGTH_WRONG", "z, or x y z"],
    ["BODY_HEIGHT", SSL, { BODY_HEIGHT: "8", BODY_CENTER: "4" }, "VALUE_OUT_OF_RANGE", "above 20"],
    ["DRIBBLER_SIZE", SSL, { DRIBBLER_SIZE: "70 14 12" }, "VALUE_OUT_OF_RANGE", "a round bar"],
    ["KICKER_SIZE", SSL, { KICKER_POSITION: undefined }, "KEY_MISSING", "no KICKER_POSITION"],
    ["DRIBBLER_SIZE", SSL, { DRIBBLER_SPEED: undefined }, "KEY_MISSING", "DRIBBLER_SPEED = ..."],
    ["TYPE", SSL, { MOTOR_SPEED: undefined }, "KEY_MISSING", "MOTOR_SPEED = ..."],
    ["TYPE", SSL, { TYPE: "OmnyRobot" }, "KIND_UNKNOWN", 'Did you mean "OmniRobot"?'],
    ["WHEEL_ANGELS", SSL, { WHEEL_ANGELS: "1 2 3" }, "KEY_UNKNOWN", 'Did you mean "WHEEL_ANGLES"?'],
    ["WHEEL_ANGLES", DIFF, { WHEEL_ANGLES: "90 270" }, "KEY_UNKNOWN", "WHEEL_ANGLES"],
  ])("%s", (key, file, lines, code, words) => {
    const text = withLines(file, lines);
    const options = { kinds: builtInKinds(), file: "my.robot" };
    const error = refusal(() => readRobotDocument(text, options));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(error.where).toMatch(new RegExp(`^my.robot: ${key}`));
    expect(error.line).toBe(lineOf(text, key));
  });

  test("a material that the world does not have is reported with its line", () => {
    const text = withLines(SSL, { WHEEL_MATERIAL: "Ruber" });
    const world = { stepNs: 2e6, materials: ["Plastic", "Rubber", "OmniWheel"] };
    const error = refusal(() => readRobotDocument(text, { kinds: builtInKinds(), world }));
    expect(error).toMatchObject({ code: "MATERIAL_UNKNOWN", line: lineOf(text, "WHEEL_MATERIAL") });
  });
});

describe("[R8] [R10] shipped robots", () => {
  test("the two of 2003, a modern one, and one with a team's limits", () => {
    expect(SHIPPED.sort()).toEqual(["diff-2003.robot", "omni-2003.robot", "ssl.robot", "tigers.robot"]);
  });

  test.each(SHIPPED)("ubersim validate %s: valid, without warnings and hints", async (name) => {
    const file = decodeURIComponent(new URL(name, ROBOTS).pathname);
    const verdict = await validateFile(file, { files: [file], json: false, lenient: false }, builtInKinds());
    expect(verdict).toMatchObject({ ok: true, warnings: [], hints: [] });
    expect(readFileSync(file, "utf8")).toMatch(/^# .*\n#/);
  });

  test.each(SHIPPED)("%s fits into the league's cylinder of 180 x 150 mm, including its wheels", (name) => {
    const text = robotFile(name);
    const number = (key: string) => Number(new RegExp(`^${key} = (\\S+)`, "m").exec(text)?.[1]);
    expect(number("BODY_RADIUS")).toBeLessThanOrEqual(90);
    expect(number("BODY_HEIGHT")).toBeLessThanOrEqual(150);
    const out = number("WHEEL_DISTANCE") + number("WHEEL_WIDTH") / 2;
    expect(Math.hypot(out, number("WHEEL_RADIUS"))).toBeLessThanOrEqual(90);
  });
});
