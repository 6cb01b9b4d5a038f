// The effect of a dribbler's bar on a ball, by friction alone: it holds the ball in normal driving, loses it if the robot turns or
// brakes too hard, and releases it when the dribbler is switched off.

import { afterEach, describe, expect, test } from "vitest";
import { BallStand, type StandOptions } from "../../bench/soccer/BallStand.js";
import { BALL_RADIUS } from "../../robots/Ball.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { applyForce } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import { listOverlaps } from "../../src/physics/Queries.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { driveMessage, robotFile, withLines } from "../../testing/builders/Pitch.js";
import { refusal } from "../../testing/builders/Refusal.js";

const SSL = robotFile("ssl.robot");
/** Distance from the robot's middle to the plate's face, m. */
const FACE = 0.073;
const FULL = 450;
/** Distance from the plate at which a resting ball touches the bar, m. */
const TOUCHING = 0.0004;
const REST: Vec3 = [0, 0, 0];

const stands: BallStand[] = [];
afterEach(() => {
  for (const stand of stands.splice(0)) stand.dispose();
});

async function open(text = SSL, options: StandOptions = {}): Promise<BallStand> {
  const stand = await BallStand.open(text, options);
  stands.push(stand);
  return stand;
}

/** A robot with a ball that spins at its bar. A bar that does not touch the ball does not spin it. */
async function dribbling(text = SSL, options: StandOptions & { face?: number } = {}): Promise<BallStand> {
  const { face = FACE, ...rest } = options;
  const stand = await open(text, rest);
  return stand.put([0, face + BALL_RADIUS + TOUCHING, BALL_RADIUS]).drive(0.5, REST, FULL);
}

interface Ride {
  /** Maximum distance from the plate, to a side and above the carpet, m; maximum speed, m/s; maximum penetration, m. */
  far: number;
  aside: number;
  high: number;
  fast: number;
  deep: number;
}

function ride(stand: BallStand, wanted: readonly Vec3[], dribbler = FULL, face = FACE): Ride {
  const seen: Ride = { far: 0, aside: 0, high: 0, fast: 0, deep: 0 };
  const watch = (): void => {
    const [x, y, z] = stand.seen.position;
    seen.far = Math.max(seen.far, Math.abs(y - face - BALL_RADIUS));
    seen.aside = Math.max(seen.aside, Math.abs(x));
    seen.high = Math.max(seen.high, z - BALL_RADIUS);
    seen.fast = Math.max(seen.fast, length(stand.ball.linearVelocity));
    for (const { other, distance } of listOverlaps(stand.world.physics, "Ball"))
      if (other.entity === stand.name) seen.deep = Math.max(seen.deep, -distance);
  };
  for (const velocity of wanted) stand.drive(1.2, velocity, dribbler, watch);
  return seen;
}

describe("[F2] a ball at the dribbler stays there", () => {
  const RIDES: readonly [string, Vec3][] = [
    ["standing", REST],
    ["forward at 2 m/s", [2, 0, 0]],
    ["backward at 2 m/s", [-2, 0, 0]],
    ["to the left at 2 m/s", [0, 2, 0]],
    ["to the right at 1.5 m/s", [0, -1.5, 0]],
    ["at an angle", [1, -1, 0]],
    ["turning at 4 rad/s", [0, 0, 4]],
    ["turning at -3 rad/s", [0, 0, -3]],
    ["in a curve", [1, 0, 1.5]],
  ];

  test.each(RIDES)("%s, and while it brakes", async (_, wanted) => {
    const { far, aside, high, deep } = ride(await dribbling(), [wanted, REST]);
    expect(far).toBeLessThan(0.003);
    expect(aside).toBeLessThan(0.003);
    expect(high).toBeLessThan(0.001);
    expect(deep).toBeLessThan(0.0005);
  });

  test.each([
    ["tigers.robot", 0.075],
    ["omni-2003.robot", 0.067175],
    // this robot tilts from caster to caster
    ["diff-2003.robot", 0.067175],
  ])("at %s too", async (file, face) => {
    const ways: Vec3[] = [[1, 0, 0], REST, [-1, 0, 0], REST, [0.5, 0, 1.5]];
    const text = withLines(robotFile(file), { LIMIT_ACCELERATION: "2 20", LIMIT_BRAKING: "2 20" });
    const { far, aside, high } = ride(await dribbling(text, { face }), ways, FULL, face);
    expect(far).toBeLessThan(0.01);
    expect(aside).toBeLessThan(0.005);
    expect(high).toBeLessThan(0.005);
  });

  test.each([0.001, 0.005])("with a step of %d s", async (stepSec) => {
    const wanted: Vec3[] = [[2, 0, 0], REST, [-1.5, 0, 0], REST, [0, 1.5, 0], REST, [0, 0, 3], REST];
    const { far, aside, high } = ride(await dribbling(SSL, { stepSec }), wanted);
    expect(far).toBeLessThan(0.003);
    expect(aside).toBeLessThan(0.003);
    expect(high).toBeLessThan(0.001);
  });

  test("the ball spins towards the robot, and the carpet pulls it there", async () => {
    const stand = await dribbling();
    expect(stand.ball.angularVelocity[0]).toBeGreaterThan(80);
    expect(length(stand.ball.linearVelocity)).toBeLessThan(0.02);
  });

  test("a ball slightly off centre is pulled into the groove, and a slow incoming ball is caught", async () => {
    for (const x of [-0.01, 0.005, 0.012]) {
      const stand = await open();
      stand.put([x, FACE + BALL_RADIUS + 0.008, BALL_RADIUS]).drive(1, [0.1, 0, 0], FULL);
      expect(Math.abs(stand.seen.position[0])).toBeLessThan(0.002);
    }
    const stand = await open();
    stand.drive(0.2, REST, FULL).put([0.004, FACE + 0.2, BALL_RADIUS], [0, -0.8, 0], [0.8 / BALL_RADIUS, 0, 0]);
    stand.drive(1.5, REST, FULL);
    expect(stand.seen.position[1] - FACE - BALL_RADIUS).toBeLessThan(0.003);
  });
});

describe("[F2] the ball is lost by lack of friction, not by a rule", () => {
  /** The ball rolls away and does not fly. */
  function expectLost({ far, aside, high, fast }: Ride): void {
    expect(Math.max(far, aside)).toBeGreaterThan(0.05);
    expect(high).toBeLessThan(0.003);
    expect(fast).toBeLessThan(3.5);
  }

  test.each([9, -12])("in a turn at %d rad/s", async (turn) => {
    expectLost(ride(await dribbling(), [[0, 0, turn]]));
  });

  test.each([0.0005, 0.001, 0.002, 0.005])("between 7.5 and 8.7 rad/s with a step of %d s", async (stepSec) => {
    const { far, aside } = ride(await dribbling(SSL, { stepSec }), [[0, 0, 7.5]]);
    expect(Math.max(far, aside)).toBeLessThan(0.003);
    expectLost(ride(await dribbling(SSL, { stepSec }), [[0, 0, 8.7]]));
  });

  test("in a stop at 30 m/s², as by a wall", async () => {
    const stand = await dribbling();
    stand.drive(1, [2, 0, 0], FULL);
    const { physics } = stand.world;
    while (stand.body.linearVelocity[1] > 0.1) {
      applyForce(physics, stand.name, "Body", [0, -30 * 2.52, 0]);
      stand.run(0.002);
    }
    expectLost(ride(stand, [REST]));
  });

  test("in backward motion faster than the surface of the bar", async () => {
    const slow = await dribbling();
    slow.drive(0.3, REST, 150);
    expectLost(ride(slow, [[-2, 0, 0]], 150));
  });

  test("the bar applies at most its motor's torque", async () => {
    const stand = await open(withLines(SSL, { DRIBBLER_TORQUE: "0.01" }));
    let maxEffort = 0;
    stand.put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS]).drive(0.5, REST, FULL, () => {
      maxEffort = Math.max(maxEffort, Math.abs(readJoint(stand.world.physics, stand.name, "DribblerAxle")[0].effort));
    });
    expect(maxEffort).toBeLessThan(0.01 * 1.001);
    expect(maxEffort).toBeGreaterThan(0.003);
  });

  test("a bar without friction holds nothing", async () => {
    const stand = await dribbling();
    stand.world.physics.materials.setPair({ a: "GolfBall", b: "Rubber", friction: 0.01 });
    expect(ride(stand, [[-1, 0, 0]]).far).toBeGreaterThan(0.1);
  });
});

describe("[F2] a dribbler that is off", () => {
  test("releases the ball, which stays behind", async () => {
    const stand = await dribbling();
    const { far, fast } = ride(stand, [[-1, 0, 0]], 0);
    // its spin moves the ball after the robot for a while
    expect(far).toBeGreaterThan(0.2);
    expect(fast).toBeLessThan(0.9);
  });

  test("turns freely: a ball that is pushed rolls, and rolls on when the robot stops", async () => {
    const stand = await open();
    stand.put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS]).drive(1, [1, 0, 0], 0);
    expect(stand.seen.position[1] - FACE - BALL_RADIUS).toBeLessThan(0.1);
    expect(stand.ball.linearVelocity[1]).toBeGreaterThan(0.9);
    stand.drive(0.8, REST, 0);
    expect(stand.seen.position[1]).toBeGreaterThan(0.2);
  });

  test("is off 0.2 s after the last command, and its bar slows down", async () => {
    const stand = await open();
    const speed = (): number => readJoint(stand.world.physics, stand.name, "DribblerAxle")[0].velocity;
    stand.drive(0.5, REST, 300);
    expect(speed()).toBeCloseTo(300, 0);
    expect(stand.robot.device("Dribbler").newest[0]).toBeCloseTo(300, 0);
    stand.run(0.17);
    expect(speed()).toBeGreaterThan(299);
    stand.run(2);
    expect(speed()).toBeLessThan(30);
  });
});

describe("a dribbler in the world", () => {
  test("turns both ways, at most at its motor's speed", async () => {
    const stand = await open();
    const speed = (): number => readJoint(stand.world.physics, stand.name, "DribblerAxle")[0].velocity;
    // friction of the bearings reduces the speed a little
    expect((stand.drive(0.5, REST, 2000) && speed()) / FULL).toBeGreaterThan(0.98);
    expect(speed()).toBeLessThan(FULL);
    expect(stand.drive(0.5, REST, -100) && speed()).toBeCloseTo(-100, 0);
  });

  test("[M5] [T8] its bits are the same after a restore", async () => {
    const hashOf = async (between: (stand: BallStand) => void): Promise<string> => {
      const stand = await dribbling();
      between(stand);
      return stand.drive(0.1, [0.5, 0, 1], FULL).run(0.4).world.hash();
    };
    const straight = await hashOf(() => {});
    const restored = await hashOf((stand) => {
      const saved = stand.world.snapshot();
      stand.drive(0.2, [1, 0, 2], -50);
      stand.world.restore(saved);
    });
    expect(restored).toBe(straight);
  });

  test.each<[string, DataView, string]>([
    ["too short", driveMessage(), "PAYLOAD_SIZE_WRONG"],
    ["too long", driveMessage(1, 0), "PAYLOAD_SIZE_WRONG"],
    ["not a number", driveMessage(Number.NaN), "COMMAND_NOT_FINITE"],
  ])("[W7] a message that is %s is refused", async (_, payload, code) => {
    const stand = await open();
    expect(refusal(() => stand.robot.device("Dribbler").read(payload)).code).toBe(code);
  });

  const JOINTS = `<JointHinge name="Axle"><Body1>Arm</Body1><Body2>Trunk</Body2><Axis>1 0 0</Axis></JointHinge>`;
  const NEEDED = "<Joint>Axle</Joint><MotorTorque>0.03</MotorTorque><MotorSpeed>400</MotorSpeed>";
  const document = (xml: string) =>
    readRobotDocument(robotXml({ inTrunk: `<Dribbler name="D">${xml}</Dribbler>`, joints: JOINTS }), {
      kinds: builtInKinds(),
    }).robot;

  test("required elements and defaults", () => {
    const settings = { joint: "Axle", motor: { torque: 0.03, speed: 400 }, timeoutSec: 0.2 };
    expect(document(NEEDED).devices.find(({ name }) => name === "D")?.settings).toEqual(settings);
  });

  test.each([
    ["", "ELEMENT_MISSING"],
    ["<Joint>Axle</Joint><MotorTorque>1</MotorTorque>", "ELEMENT_MISSING"],
    [NEEDED.replace("Axle", "Axel"), "COMPONENT_UNKNOWN"],
    [NEEDED.replace("400", "0"), "VALUE_OUT_OF_RANGE"],
    [`${NEEDED}<Speed>1</Speed>`, "ELEMENT_UNKNOWN"],
  ])("%s: %s", (xml, code) => {
    expect(refusal(() => document(xml)).code).toBe(code);
  });
});
