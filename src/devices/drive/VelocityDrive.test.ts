// Wheeled robots on carpet: they follow their commands within the limits of motors and ground.

import { afterEach, describe, expect, test } from "vitest";
import { robotXml } from "../../../testing/builders/Documents.js";
import { closePitches, driveMessage, Pitch, robotFile, withLines } from "../../../testing/builders/Pitch.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import type { Vec3 } from "../../math/Vec3.js";
import { freezeBody } from "../../physics/Bodies.js";
import { readJoint } from "../../physics/Joints.js";
import { builtInDevices } from "../BuiltIn.js";

afterEach(closePitches);

const SSL = robotFile("ssl.robot");
const DIFF = robotFile("diff-2003.robot");
/** Without limits of acceleration: only the motors limit it. */
const FREE = {
  MOTOR_LIMIT: undefined,
  LIMIT_ACCELERATION: undefined,
  LIMIT_BRAKING: undefined,
  LIMIT_SPEED: undefined,
};
const WHEELS = [1, 2, 3, 4].map((n) => `Motor${n}`);
const G = 9.81;
/** OmniWheel on Carpet. */
const FRICTION = 0.8;

const wheel = ({ world, robot }: Pitch, joint: string) => readJoint(world.physics, robot.name, joint)[0];

describe("[F2] a robot follows its velocity command", () => {
  test.each<[string, string, Vec3]>([
    ["four wheels, straight", "ssl.robot", [1.5, 0, 0]],
    ["four wheels, backwards", "ssl.robot", [-1, 0, 0]],
    ["four wheels, sideways", "ssl.robot", [0, 1.2, 0]],
    ["four wheels, turning", "ssl.robot", [0, 0, -6]],
    ["four wheels, all at once", "ssl.robot", [0.5, -0.5, 1.5]],
    ["four wheels, fast", "tigers.robot", [3.5, 0, 0]],
    ["three wheels, straight", "omni-2003.robot", [1, 0, 0]],
    ["three wheels, sideways", "omni-2003.robot", [0, -0.8, 0]],
    ["three wheels, turning", "omni-2003.robot", [0, 0, 4]],
    ["two wheels, straight", "diff-2003.robot", [0.8, 0, 0]],
    ["two wheels, turning in place", "diff-2003.robot", [0, 0, 5]],
    ["two wheels, in a curve", "diff-2003.robot", [0.6, 0, -1.5]],
  ])("%s", async (_, file, target) => {
    const pitch = await Pitch.open(robotFile(file));
    pitch.drive(1.5, target);
    const { forward, left, turn } = pitch.velocity;
    const speed = Math.hypot(target[0], target[1]);
    expect(Math.hypot(forward - target[0], left - target[1])).toBeLessThan(0.02 * speed + 0.003);
    expect(Math.abs(turn - target[2])).toBeLessThan(0.02 * Math.abs(target[2]) + 0.01);
    // all wheels stay on the ground
    expect(pitch.upright).toBeGreaterThan(0.9999);
    expect(Math.abs(pitch.velocity.rise)).toBeLessThan(0.002);
    const odometry = pitch.robot.device("Drive").newest;
    target.forEach((x, i) => {
      expect(odometry[i]).toBeCloseTo(x, 2);
    });
  });

  test("forward is where the flat front is, left is left of it, turning is counter-clockwise", async () => {
    const pitch = await Pitch.open(SSL);
    const [x, y] = pitch.position;
    pitch.drive(0.5, [1, 0, 0]);
    expect(pitch.position[1]).toBeGreaterThan(y + 0.2);
    expect(pitch.position[0]).toBeCloseTo(x, 3);
    pitch.drive(1, [0, 0.5, 0]);
    expect(pitch.position[0]).toBeLessThan(x - 0.3);
    pitch.drive(0.5, [0, 0, 2]);
    expect(pitch.velocities.angular[2]).toBeCloseTo(2, 1);
  });

  test.each([1, 2, 5, 16])("also with a step of %d ms", async (ms) => {
    const pitch = await Pitch.open(SSL, { stepSec: ms / 1000 });
    for (let i = 0; i < Math.round(1600 / ms); i++) {
      pitch.tell(1, 0, 1);
      pitch.run(ms / 1000);
    }
    expect(pitch.velocity.forward).toBeCloseTo(1, 1);
    expect(Math.abs(pitch.velocity.turn - 1)).toBeLessThan(0.05);
  });

  test("a differential robot cannot move sideways", async () => {
    const pitch = await Pitch.open(DIFF);
    const [x, y] = pitch.position;
    pitch.drive(1, [0, 1, 0]);
    expect(Math.hypot(pitch.position[0] - x, pitch.position[1] - y)).toBeLessThan(0.002);
  });

  test("it stops after the timeout without a command, not before", async () => {
    const pitch = await Pitch.open(SSL);
    pitch.drive(0.6, [1, 0, 0]);
    pitch.run(0.17);
    expect(pitch.velocity.forward).toBeCloseTo(1, 2);
    pitch.run(0.5);
    expect(Math.abs(pitch.velocity.forward)).toBeLessThan(0.01);
  });

  test("the rate of the commands makes no difference", async () => {
    const often = await Pitch.open(SSL);
    for (let i = 0; i < 150; i++) {
      often.tell(2, 0, 0);
      often.run(0.002);
    }
    const seldom = await Pitch.open(SSL);
    for (let i = 0; i < 3; i++) {
      seldom.tell(2, 0, 0);
      seldom.run(0.1);
    }
    expect(seldom.velocity).toEqual(often.velocity);
    expect(often.velocity.forward).toBeGreaterThan(0.8);
  });
});

describe("[F2] [S5] limits", () => {
  test("motors give at most their torque, and less at higher speed", async () => {
    const pitch = await Pitch.open(withLines(SSL, { ...FREE, MOTOR_TORQUE: "0.08" }));
    const efforts: { readonly effort: number; readonly velocity: number }[] = [];
    pitch.drive(0.4, [3, 0, 0], () => {
      efforts.push(...WHEELS.map((joint) => wheel(pitch, joint)));
    });
    const largest = Math.max(...efforts.map(({ effort }) => Math.abs(effort)));
    expect(largest).toBeLessThan(0.08 * 1.001);
    expect(largest).toBeGreaterThan(0.08 * 0.98);
    for (const { effort, velocity } of efforts)
      expect(Math.abs(effort)).toBeLessThan(0.08 * (1 - Math.abs(velocity) / 150) + 0.006);
  });

  test("weak motors: it accelerates with F = sum of torque sin(a) / r minus rolling resistance", async () => {
    const torque = 0.04;
    const pitch = await Pitch.open(withLines(SSL, { ...FREE, MOTOR_TORQUE: `${torque}`, MOTOR_SPEED: "5000" }));
    pitch.drive(0.3, [20, 0, 0]);
    const sines = 2 * Math.sin(Math.PI / 3) + 2 * Math.sin(Math.PI / 4);
    // discs of 0.05 kg that turn along: m/2 sin²(a) each
    const turning = (0.05 / 2) * (2 * 0.75 + 2 * 0.5);
    const mass = 2.3 + 4 * 0.05 + 0.02 + turning;
    // rollers drag along their axles: 0.02 of the weight, by the cosine
    const drag = 0.02 * (mass * G) * ((Math.cos(Math.PI / 3) + Math.cos(Math.PI / 4)) / 2);
    const expected = ((torque * sines) / 0.027 - drag) / mass;
    expect(pitch.velocity.forward / 0.3 / expected).toBeGreaterThan(0.98);
    expect(pitch.velocity.forward / 0.3 / expected).toBeLessThan(1.02);
  });

  test("strong motors: friction times weight limits the force, and the wheels slip", async () => {
    const pitch = await Pitch.open(withLines(SSL, { ...FREE, MOTOR_TORQUE: "1" }));
    let fastest = 0;
    let worst = 0;
    pitch.drive(0.2, [3, 0, 0], () => {
      fastest = Math.max(fastest, ...WHEELS.map((joint) => Math.abs(wheel(pitch, joint).velocity)));
      worst = Math.max(worst, pitch.velocity.forward);
    });
    const sines = (Math.sin(Math.PI / 3) + Math.sin(Math.PI / 4)) / 2;
    expect(pitch.velocity.forward).toBeLessThan(FRICTION * G * sines * 0.2);
    expect(pitch.velocity.forward).toBeGreaterThan(0.6 * FRICTION * G * sines * 0.2);
    // rims of the front wheels run at the speed for 3 m/s, the robot does not
    expect(fastest * 0.027).toBeGreaterThan(0.9 * 3 * Math.sin(Math.PI / 3));
    expect(worst).toBeLessThan(1.5);
  });

  test("in between there is no slip: wheels and robot agree", async () => {
    const pitch = await Pitch.open(SSL);
    let worst = 0;
    pitch.drive(0.5, [2, 0, 0], () => {
      const rim = Math.abs(wheel(pitch, "Motor1").velocity) * 0.027;
      worst = Math.max(worst, Math.abs(rim / Math.sin(Math.PI / 3) - pitch.velocity.forward));
    });
    expect(worst).toBeLessThan(0.02);
  });

  test("limits of the file: it accelerates and brakes at their rates", async () => {
    const pitch = await Pitch.open(robotFile("tigers.robot"));
    pitch.drive(0.1, [3.7, 0, 0]);
    const early = pitch.velocity.forward;
    pitch.drive(0.4, [3.7, 0, 0]);
    expect((pitch.velocity.forward - early) / 0.4).toBeCloseTo(4.7, 0);
    pitch.drive(0.6, [10, 0, 0]);
    expect(pitch.velocity.forward).toBeCloseTo(3.7, 1);
    pitch.drive(0.1, [0, 0, 0]);
    const late = pitch.velocity.forward;
    pitch.drive(0.2, [0, 0, 0]);
    expect((late - pitch.velocity.forward) / 0.2 / 5.9).toBeGreaterThan(0.95);
    expect((late - pitch.velocity.forward) / 0.2 / 5.9).toBeLessThan(1.05);
  });

  test("the differential robot speeds up at the paper's 2 m/s², leaning on its casters but not slipping", async () => {
    const pitch = await Pitch.open(withLines(DIFF, { LIMIT_ACCELERATION: "2 20" }));
    pitch.drive(0.1, [1.6, 0, 0]);
    const early = pitch.velocity.forward;
    let slip = 0;
    pitch.drive(0.5, [1.6, 0, 0], () => {
      slip = Math.max(slip, Math.abs(wheel(pitch, "Motor2").velocity * 0.03 - pitch.velocity.forward));
    });
    expect((pitch.velocity.forward - early) / 0.5).toBeGreaterThan(1.95);
    expect((pitch.velocity.forward - early) / 0.5).toBeLessThan(2.05);
    expect(slip).toBeLessThan(0.02);
  });

  test("above the motors' speed: slower, in the same direction", async () => {
    const pitch = await Pitch.open(withLines(SSL, { ...FREE, MOTOR_SPEED: "40" }));
    pitch.drive(3, [6, 2, 0]);
    const { forward, left } = pitch.velocity;
    expect(left / forward).toBeGreaterThan(0.2);
    expect(left / forward).toBeLessThan(0.45);
    expect(forward).toBeLessThan(1.3);
    expect(forward).toBeGreaterThan(0.7);
  });
});

describe("[F2] a gyroscope in the loop", () => {
  test("near the limit of traction it keeps the commanded yaw rate", async () => {
    const pitch = await Pitch.open(SSL);
    pitch.drive(2, [1, 1, 2]);
    const { forward, left, turn } = pitch.velocity;
    expect(Math.abs(turn - 2)).toBeLessThan(0.02);
    expect(Math.hypot(forward - 1, left - 1)).toBeLessThan(0.12);
  });

  test("sideways at the limit of traction it keeps its heading; without a gyroscope it does not", async () => {
    const heading = async (text: string): Promise<number> => {
      const pitch = await Pitch.open(text);
      let turned = 0;
      pitch.drive(1, [0, 3.5, 0], () => {
        turned += 0.002 * pitch.velocity.turn;
      });
      return Math.abs(turned);
    };
    const tigers = robotFile("tigers.robot");
    const [kept, lost] = [await heading(tigers), await heading(withLines(tigers, { GYRO_GAIN: undefined }))];
    expect(kept).toBeLessThan(0.4);
    expect(lost).toBeGreaterThan(2 * kept);
  });
});

/** uint32 mode, uint32 n, n float32. */
const wheelMessage = (mode: number, ...numbers: number[]): DataView => {
  const view = new DataView(new ArrayBuffer(8 + 4 * numbers.length));
  view.setUint32(0, mode, true);
  view.setUint32(4, numbers.length, true);
  numbers.forEach((x, i) => {
    view.setFloat32(8 + 4 * i, x, true);
  });
  return view;
};

describe("[F7] commands for single wheels", () => {
  const sendMessage = (pitch: Pitch, message: DataView, seconds: number): void => {
    const part = pitch.robot.device("Drive");
    for (let done = 0; done < seconds - 1e-9; done += 0.1) {
      pitch.robot.command(part, part.read(message), pitch.world.timeNs);
      pitch.run(0.1);
    }
  };
  const speeds = (pitch: Pitch): number[] => WHEELS.map((joint) => wheel(pitch, joint).velocity);

  test("speeds: each wheel has its own, and the robot moves accordingly", async () => {
    const pitch = await Pitch.open(SSL);
    sendMessage(pitch, wheelMessage(1, 20, 20, 20, 20), 1);
    for (const speed of speeds(pitch)) expect(speed).toBeCloseTo(20, 1);
    // equal wheel speeds: it turns by r / R
    expect(pitch.velocity.turn / ((20 * 0.027) / 0.076)).toBeCloseTo(1, 2);
    expect(Math.hypot(pitch.velocity.forward, pitch.velocity.left)).toBeLessThan(0.01);
  });

  test("voltages: the share of the supply is the share of the speed without a load", async () => {
    const pitch = await Pitch.open(SSL);
    sendMessage(pitch, wheelMessage(2, 3, 3, 3, 3), 1.5);
    // turning on the spot there is little load: 3 of 24 V
    for (const speed of speeds(pitch)) {
      expect(speed).toBeLessThan((150 * 3) / 24);
      expect(speed).toBeGreaterThan(0.85 * ((150 * 3) / 24));
    }
  });

  test("[F2] at standstill it gives full torque for a second or two, then the permanent limit of its electronics", async () => {
    const pitch = await Pitch.open(SSL);
    for (const body of ["Body", "Wheel1", "Wheel2", "Wheel3", "Wheel4"])
      freezeBody(pitch.world.physics, pitch.robot.name, body, true);
    const efforts = (): number[] => WHEELS.map((joint) => Math.abs(wheel(pitch, joint).effort));
    // used up by (0.12 / 0.08)² - 1 = 1.25 in 2 s: after 1.6 s
    pitch.drive(1.4, [1, 0, 0]);
    for (const effort of efforts()) expect(effort).toBeCloseTo(0.12, 3);
    pitch.drive(0.4, [1, 0, 0]);
    for (const effort of efforts()) expect(effort).toBeCloseTo(0.08, 3);
    // at rest it cools down
    pitch.run(2.5);
    pitch.drive(0.2, [1, 0, 0]);
    for (const effort of efforts()) expect(effort).toBeCloseTo(0.12, 3);
  });

  test("held still, a motor gives its torque by the share of the voltage", async () => {
    const pitch = await Pitch.open(withLines(SSL, { MOTOR_SPEED: "100000" }));
    const part = pitch.robot.device("Drive");
    pitch.robot.command(part, part.read(wheelMessage(2, 6, 6, -6, -6)), pitch.world.timeNs);
    pitch.run(0.01);
    WHEELS.forEach((joint, i) => {
      expect(wheel(pitch, joint).effort).toBeCloseTo(((i < 2 ? 1 : -1) * 0.12 * 6) / 24, 4);
    });
  });

  test("without further commands it stops, and a velocity command may follow at once", async () => {
    const pitch = await Pitch.open(SSL);
    sendMessage(pitch, wheelMessage(2, 4, 4, -4, -4), 0.5);
    pitch.run(1.5);
    expect(Math.hypot(pitch.velocity.forward, pitch.velocity.left)).toBeLessThan(0.01);
    sendMessage(pitch, wheelMessage(1, 10, 10, -10, -10), 0.3);
    pitch.drive(1, [0.5, 0, 0]);
    expect(pitch.velocity.forward).toBeCloseTo(0.5, 2);
  });

  test.each<[string, DataView, string]>([
    ["for three wheels", wheelMessage(1, 1, 2, 3), "PAYLOAD_SIZE_WRONG"],
    ["of an unknown mode", wheelMessage(3, 1, 2, 3, 4), "VALUE_OUT_OF_RANGE"],
    ["without a number", wheelMessage(1, 1, 2, Number.NaN, 4), "COMMAND_NOT_FINITE"],
  ])("[W7] a message %s is refused", async (_, payload, code) => {
    const pitch = await Pitch.open(SSL);
    expect(refusal(() => pitch.robot.device("Drive").read(payload)).code).toBe(code);
  });

  test("[M5] [T8] its bits are the same after a restore", async () => {
    const ride = async (between: (pitch: Pitch) => void): Promise<string> => {
      const pitch = await Pitch.open(SSL);
      sendMessage(pitch, wheelMessage(2, 4, 2, -4, -2), 0.3);
      between(pitch);
      pitch.run(0.4);
      return pitch.world.hash();
    };
    const restored = await ride((pitch) => {
      const saved = pitch.world.snapshot();
      pitch.drive(0.2, [1, 0, 0]);
      pitch.world.restore(saved);
    });
    expect(restored).toBe(await ride(() => {}));
  });
});

describe("a drive in the world", () => {
  test.each<[string, DataView, string]>([
    ["too short", driveMessage(1, 2), "PAYLOAD_SIZE_WRONG"],
    ["too long", driveMessage(1, 2, 3, 4), "PAYLOAD_SIZE_WRONG"],
    ["not a number", driveMessage(1, Number.NaN, 3), "COMMAND_NOT_FINITE"],
    ["infinite", driveMessage(1, 2, Number.NEGATIVE_INFINITY), "COMMAND_NOT_FINITE"],
  ])("[W7] a message that is %s is refused", async (_, payload, code) => {
    const pitch = await Pitch.open(SSL);
    expect(refusal(() => pitch.robot.device("Drive").read(payload)).code).toBe(code);
  });

  test.each([
    ["with commands", 0.1],
    ["without commands until the timeout", 0],
  ])("[M5] [T8] its bits are the same after a restore: %s", async (_, seconds) => {
    const ride = async (between: (pitch: Pitch) => void): Promise<string> => {
      const pitch = await Pitch.open(SSL);
      pitch.drive(0.3, [2, 0.5, 1]);
      between(pitch);
      pitch.drive(seconds, [-1, 0.5, 1]).run(0.4);
      return pitch.world.hash();
    };
    const straight = await ride(() => {});
    const restored = await ride((pitch) => {
      const saved = pitch.world.snapshot();
      pitch.drive(0.3, [-1, 0, 9]);
      pitch.world.restore(saved);
    });
    expect(restored).toBe(straight);
  });
});

describe("a drive: bad input", () => {
  const JOINTS = `<JointHinge name="Axle"><Body1>Arm</Body1><Body2>Trunk</Body2><Axis>1 0 0</Axis></JointHinge>`;
  const document = (xml: string, joints = JOINTS) =>
    readRobotDocument(robotXml({ inTrunk: `<VelocityDrive name="D">${xml}</VelocityDrive>`, joints }), {
      kinds: builtInDevices(),
    }).robot;
  const WHEEL = "<Wheel><Joint>Axle</Joint><Angle>1</Angle><Distance>0.1</Distance><Radius>0.03</Radius></Wheel>";
  const MOTOR = "<MotorTorque>0.1</MotorTorque><MotorSpeed>100</MotorSpeed>";

  test("required elements, and defaults", () => {
    const free = Number.POSITIVE_INFINITY;
    expect(document(WHEEL + MOTOR).devices.find(({ name }) => name === "D")?.settings).toEqual({
      wheels: [{ joint: "Axle", angle: 1, distance: 0.1, radius: 0.03 }],
      motor: { torque: 0.1, speed: 100, limit: Number.POSITIVE_INFINITY },
      gains: { gain: 50, integralSec: 0.1 },
      gyro: undefined,
      supply: 24,
      plane: { max: free, speedUp: free, brake: free },
      turning: { max: free, speedUp: free, brake: free },
      timeoutSec: 0.2,
    });
  });

  test.each([
    ["", "ELEMENT_MISSING"],
    [MOTOR, "ELEMENT_MISSING"],
    [WHEEL, "ELEMENT_MISSING"],
    [`${MOTOR}<Wheel><Joint>Axle</Joint><Angle>1</Angle><Radius>1</Radius></Wheel>`, "ELEMENT_MISSING"],
    [`${MOTOR}${WHEEL.replace("Axle", "Axel")}`, "COMPONENT_UNKNOWN"],
    [`${MOTOR}${WHEEL.replace("0.03", "0")}`, "VALUE_OUT_OF_RANGE"],
    [`${WHEEL}${MOTOR.replace("100", "-1")}`, "VALUE_OUT_OF_RANGE"],
    [`${WHEEL}${MOTOR}<Timeout>0</Timeout>`, "VALUE_OUT_OF_RANGE"],
    [`${WHEEL}${MOTOR}<Speed>0</Speed>`, "ELEMENT_UNKNOWN"],
    [`${MOTOR}${WHEEL.replace("<Angle>", "<Width>1</Width><Angle>")}`, "ELEMENT_UNKNOWN"],
  ])("%s: %s", (xml, code) => {
    const problem = refusal(() => document(xml));
    expect(problem.code).toBe(code);
    expect(problem.line).toBeGreaterThan(0);
  });

  test.each([
    ["a joint that is no hinge", JOINTS.replaceAll("JointHinge", "JointSlider")],
    ["a hinge that has a motor", JOINTS.replace("</JointHinge>", "<Motor><FMax>1</FMax></Motor></JointHinge>")],
  ])("%s is refused as the robot joins", async (_, joints) => {
    const { world } = await Pitch.open(SSL);
    expect(refusal(() => world.join({ ...document(WHEEL + MOTOR, joints), offset: [3, 0, 1] })).code).toBe(
      "PROPERTY_MISPLACED",
    );
    expect(world.robots).toHaveLength(1);
  });
});
