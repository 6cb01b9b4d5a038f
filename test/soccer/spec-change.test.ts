import { create } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DriveSettings } from "../../src/devices/drive/VelocityDrive.js";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { RobotSpecErForceSchema, SimulatorCommandSchema } from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import { massOfEntity } from "../../src/physics/Masses.js";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { SoccerMatch } from "../../testing/builders/SoccerMatch.js";

let soccer: SoccerMatch;
let start: ReturnType<SoccerMatch["world"]["snapshot"]> | undefined;

beforeEach(async () => {
  soccer ??= await SoccerMatch.create({}, { robots: (name) => ["Blue-3", "Yellow-0"].includes(name) });
  start ??= soccer.world.snapshot();
  soccer.match.restart();
  soccer.world.restore(start);
  soccer.match.restart();
});
afterAll(() => soccer.close());

const blue = (id: number) => ({ id, team: Team.BLUE });
const drive = (): DriveSettings => soccer.world.robot("Blue-3").device("Drive").description.settings as DriveSettings;
const mass = (name: string): number => massOfEntity(soccer.world.physics.entity(name));
const forward = (id: number, speed: number) => () =>
  soccer.tell("blue", {
    id,
    moveCommand: { command: { case: "localVelocity", value: { forward: speed, left: 0, angular: 0 } } },
  });

/** Specs of TIGERs' robots as used in the league's tournaments. */
const TIGERS = {
  radius: 0.09,
  height: 0.147,
  mass: 2.65,
  maxLinearKickSpeed: 8,
  maxChipKickSpeed: 8,
  centerToDribbler: 0.075,
  limits: {
    accSpeedupAbsoluteMax: 4.7,
    accSpeedupAngularMax: 50.8,
    accBrakeAbsoluteMax: 5.9,
    accBrakeAngularMax: 51.6,
    velAbsoluteMax: 3.7,
    velAngularMax: 26.2,
  },
  custom: [
    anyPack(RobotSpecErForceSchema, create(RobotSpecErForceSchema, { shootRadius: 0.0715, dribblerWidth: 0.065 })),
  ],
};

describe("robot_specs", () => {
  it("[F3] all fields of a tournament's specs, and the custom ones", () => {
    const before = soccer.robot("Blue-3");
    expect(soccer.config({ robotSpecs: [{ id: blue(3), ...TIGERS }] })).toEqual([]);
    const after = soccer.robot("Blue-3");
    expect(after).toMatchObject({ height: 0.147, radius: 0.09, front: 0.0715 });
    expect([after.x, after.y, after.orientation].map((n) => n.toFixed(6))).toEqual(
      [before.x, before.y, before.orientation].map((n) => n.toFixed(6)),
    );
    expect(mass("Blue-3")).toBeCloseTo(2.65, 6);
    expect(drive().plane).toEqual({ max: 3.7, speedUp: 4.7, brake: 5.9 });
    expect(drive().turning).toEqual({ max: 26.2, speedUp: 50.8, brake: 51.6 });
    const kicker = soccer.world.robot("Blue-3").device("Kicker").description.settings;
    expect(kicker).toMatchObject({ speed: 8, chipSpeed: 8, width: 0.065 });
    // other robots do not change
    expect(soccer.robot("Yellow-0").front).toBe(0.07);
  });

  it("[F3] a stock robot reaches the specs in every direction within 5 %, and does not exceed its speed", () => {
    expect(soccer.config({ robotSpecs: [{ id: blue(3), ...TIGERS }] })).toEqual([]);
    const along = (angle: number, speed: number) => () =>
      soccer.tell("blue", {
        id: 3,
        moveCommand: {
          command: {
            case: "localVelocity",
            value: { forward: speed * Math.cos(angle), left: speed * Math.sin(angle), angular: 0 },
          },
        },
      });
    for (const degrees of [0, 45, 90, 135]) {
      const angle = (degrees * Math.PI) / 180;
      const speed = (): number => Math.hypot(soccer.robot("Blue-3").vx, soccer.robot("Blue-3").vy);
      const change = (seconds: number, target: number): number => {
        const before = speed();
        soccer.step(seconds, along(angle, target));
        return (speed() - before) / seconds;
      };
      soccer.control({ teleportRobot: [{ id: blue(3), x: -3.5, y: 0, orientation: -angle }] });
      soccer.step(0.1, along(angle, 3.7));
      expect(change(0.5, 3.7) / 4.7, `${degrees}°`).toBeGreaterThan(0.95);
      let fastest = 0;
      soccer.step(0.4, () => {
        along(angle, 3.7)();
        fastest = Math.max(fastest, speed());
      });
      expect(fastest).toBeLessThan(1.005 * 3.7);
      expect(speed()).toBeGreaterThan(0.99 * 3.7);
      soccer.step(0.1, along(angle, 0));
      expect(change(0.3, 0) / -5.9, `${degrees}°`).toBeGreaterThan(0.95);
      expect(Math.abs(soccer.robot("Blue-3").y)).toBeLessThan(0.03);
    }
  });

  it("[F3] limits beyond tyres and balance are answered with what is reached", () => {
    const { errors } = soccer.match.command(
      create(SimulatorCommandSchema, {
        config: { robotSpecs: [{ id: blue(3), limits: { accBrakeAbsoluteMax: 30 } }] },
      }),
    );
    expect(errors.map(({ code }) => code)).toEqual(["SPEC_UNREACHED"]);
    expect(errors[0].message).toMatch(
      /robot_specs\/blue 3\/limits\/acc_brake_absolute_max: found 30, allowed: up to [56]\.\d+ m\/s²/,
    );
    expect(drive().plane.brake).toBeLessThan(7);
  });

  it("[F3] in part: the rest keeps its earlier specs", () => {
    soccer.config({ robotSpecs: [{ id: blue(3), limits: { velAbsoluteMax: 1 } }] });
    soccer.config({ robotSpecs: [{ id: blue(3), mass: 2 }] });
    expect(drive().plane.max).toBe(1);
    expect(drive().turning.max).toBe(15);
    expect(mass("Blue-3")).toBeCloseTo(2, 6);
    soccer.step(1, forward(3, 3));
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(1, 1);
  });

  it("[F3] shoot_radius has precedence over center_to_dribbler in the same message, not over a later one", () => {
    const front = () => soccer.robot("Blue-3").front;
    soccer.config({ robotSpecs: [{ id: blue(3), ...TIGERS }] });
    expect(front()).toBe(0.0715);
    soccer.config({ robotSpecs: [{ id: blue(3), mass: 2 }] });
    expect(front()).toBe(0.0715);
    soccer.config({ robotSpecs: [{ id: blue(3), centerToDribbler: 0.078 }] });
    expect(front()).toBe(0.078);
  });

  it("[F3] rebuilt while it drives, it keeps place, speed and the speeds of its wheels", () => {
    soccer.step(0.6, forward(3, 1));
    const before = soccer.robot("Blue-3");
    expect(soccer.config({ robotSpecs: [{ id: blue(3), mass: 3, height: 0.12 }] })).toEqual([]);
    const after = soccer.robot("Blue-3");
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.vx).toBeCloseTo(before.vx, 3);
    soccer.step(0.004, forward(3, 1));
    expect(soccer.robot("Blue-3").vx).toBeGreaterThan(0.9);
  });

  it("[F3] wheel angles are rad, clockwise from ahead", () => {
    const angles = { frontRight: 0.9, backRight: 2.4, backLeft: -2.4, frontLeft: -0.9 };
    expect(soccer.config({ robotSpecs: [{ id: blue(3), wheelAngles: angles }] })).toEqual([]);
    const ccw = drive().wheels.map(({ angle }) => angle);
    expect(ccw.map((a) => Math.round(1e4 * a) / 1e4)).toEqual([0.9, 2.4, 3.8832, 5.3832]);
    soccer.step(1, forward(3, 1));
    expect(soccer.robot("Blue-3").vx).toBeCloseTo(1, 1);
  });

  it("[F3] specs of missing robots are kept until the robot is added; all 16 in one message", () => {
    const specs = Array.from({ length: 16 }, (_, id) => ({ id: blue(id), radius: 0.085, mass: 2 }));
    expect(soccer.config({ robotSpecs: specs })).toEqual([]);
    expect(soccer.names).toEqual(["Blue-3", "Yellow-0"]);
    expect(soccer.control({ teleportRobot: [{ id: blue(9), x: 0, y: 1, present: true }] })).toEqual([]);
    expect(soccer.robot("Blue-9")).toMatchObject({ radius: 0.085 });
    expect(mass("Blue-9")).toBeCloseTo(2, 6);
    soccer.step(0.5, forward(9, 1));
    expect(soccer.robot("Blue-9").vx ** 2 + soccer.robot("Blue-9").vy ** 2).toBeGreaterThan(0.8);
  });

  it("[F3] of an earlier front and a smaller robot the later word counts", () => {
    expect(soccer.config({ robotSpecs: [{ id: blue(3), centerToDribbler: 0.085 }] })).toEqual([]);
    expect(soccer.config({ robotSpecs: [{ id: blue(3), radius: 0.08 }] })).toEqual([]);
    expect(soccer.robot("Blue-3")).toMatchObject({ radius: 0.08, front: 0.08 });
  });

  it("[F3] the same specs again rebuild no robot", () => {
    soccer.config({ robotSpecs: [{ id: blue(3), mass: 2 }] });
    const robot = soccer.world.robot("Blue-3");
    soccer.config({ robotSpecs: [{ id: blue(3), mass: 2 }] });
    expect(soccer.world.robot("Blue-3")).toBe(robot);
  });

  it("[F3] a limit of a range is in the range, as the float32 that it is on the wire", () => {
    for (const radius of [0.02, 0.5].map(Math.fround)) {
      const codes = soccer.config({ robotSpecs: [{ id: blue(9), radius }] });
      expect(codes, `${radius}`).toEqual([]);
    }
    expect(soccer.config({ robotSpecs: [{ id: blue(9), radius: Math.fround(0.0199) }] })).toEqual([
      "VALUE_OUT_OF_RANGE",
    ]);
  });

  it("[F3] an impossible item gets an error, and no part of it is applied", () => {
    const before = soccer.hash();
    const nonsense = { typeUrl: "type.googleapis.com/x.Nonsense", value: new Uint8Array() };
    const cases = [
      [{ id: blue(3), radius: Number.NaN }, "COMMAND_NOT_FINITE"],
      [{ id: blue(3), radius: 90 }, "VALUE_OUT_OF_RANGE"],
      [{ id: blue(3), radius: 0.08, mass: 0.12 }, "VALUE_OUT_OF_RANGE"],
      [{ id: blue(3), centerToDribbler: 0.2 }, "VALUE_OUT_OF_RANGE"],
      [{ id: blue(3), limits: { velAbsoluteMax: -1 } }, "VALUE_OUT_OF_RANGE"],
      [{ id: blue(3), wheelAngles: { frontRight: 1 } }, "FIELD_MISSING"],
      [{ id: blue(3), mass: 2, custom: [nonsense] }, "CUSTOM_UNKNOWN"],
      [{ mass: 2 }, "FIELD_MISSING"],
    ] as const;
    for (const [specs, code] of cases) {
      const codes = soccer.config({ robotSpecs: [{ ...specs, custom: [...("custom" in specs ? specs.custom : [])] }] });
      expect(codes, JSON.stringify(specs)).toEqual([code]);
    }
    expect(soccer.hash()).toBe(before);
    const wordsOf = (specs: object): string | undefined =>
      soccer.match.command(create(SimulatorCommandSchema, { config: { robotSpecs: [{ id: blue(3), ...specs }] } }))
        .errors[0]?.message;
    expect(wordsOf({ centerToDribbler: Math.fround(0.2) })).toMatch(
      / at robot_specs\/blue 3\/center_to_dribbler: found 0\.2, allowed: at most 0\.09 m, the radius\. /,
    );
    expect(
      wordsOf({ custom: [anyPack(RobotSpecErForceSchema, create(RobotSpecErForceSchema, { shootRadius: 0.2 }))] }),
    ).toContain("robot_specs/blue 3/shoot_radius: found 0.2,");
    expect(wordsOf({ radius: 0.08, mass: 0.12 })).toContain("robot_specs/blue 3/mass: found 0.12,");
    expect(
      soccer.config({
        robotSpecs: [
          { id: blue(3), radius: 9 },
          { id: blue(3), mass: 2 },
        ],
      }),
    ).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(mass("Blue-3")).toBeCloseTo(2, 6);
  });

  it("[F3] a robot that joined with a client's XML plays unchanged: seen, moved, not rebuilt", () => {
    soccer.world.join(readDocument(boxRobot({ name: "Blue-7", at: "0 2 1" })));
    expect(soccer.robot("Blue-7")).toMatchObject({ radius: expect.closeTo(0.1, 1), front: expect.closeTo(0.1, 1) });
    expect(soccer.config({ robotSpecs: [{ id: blue(7), mass: 2 }] })).toEqual(["SPEC_IMPOSSIBLE"]);
    expect(soccer.tell("blue", { id: 7, kickSpeed: 1 }).errors.map(({ code }) => code)).toEqual(["COMPONENT_UNKNOWN"]);
    expect(soccer.tell("blue", { id: 7, kickSpeed: 0 }).errors).toEqual([]);
    expect(soccer.control({ teleportRobot: [{ id: blue(7), x: 1, y: 1, orientation: 0 }] })).toEqual([]);
    soccer.step(0.1);
    expect(soccer.robot("Blue-7")).toMatchObject({ x: expect.closeTo(1, 2), orientation: expect.closeTo(0, 2) });
  });
});
