// Kicks measured on the ball: speed, angle, recoil, and the conditions for a kick.

import { afterEach, describe, expect, test } from "vitest";
import { BallStand, type StandOptions } from "../../bench/soccer/BallStand.js";
import { BALL_MASS, BALL_RADIUS } from "../../robots/Ball.js";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { isBallInReach } from "../../src/devices/actuators/Kicker.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { mulVec } from "../../src/math/Mat3.js";
import { rotate } from "../../src/math/Quat.js";
import { add, cross, length, scale, type Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { massOfBody } from "../../src/physics/Masses.js";
import { robotXml } from "../../testing/builders/Documents.js";
import { driveMessage, robotFile, withLines } from "../../testing/builders/Pitch.js";
import { refusal } from "../../testing/builders/Refusal.js";

const TIGERS = robotFile("tigers.robot");
/** Distance from the robot's middle to the plate's face, m. */
const FACE = 0.075;
const DEGREE = Math.PI / 180;

const stands: BallStand[] = [];
afterEach(() => {
  for (const stand of stands.splice(0)) stand.dispose();
});

async function open(text = TIGERS, options: StandOptions = {}): Promise<BallStand> {
  const stand = await BallStand.open(text, options);
  stands.push(stand);
  return stand;
}

/** A robot with a resting ball `gap` m in front of the plate. */
async function ready(options: StandOptions & { text?: string; gap?: number; x?: number } = {}): Promise<BallStand> {
  const { text, gap = 0.001, x = 0, ...rest } = options;
  const stand = await open(text, rest);
  return stand.put([x, FACE + BALL_RADIUS + gap, BALL_RADIUS]).run(0.05);
}

/** Maximum velocity of the ball within 0.1 s. */
function fastest(stand: BallStand): Vec3 {
  let best: Vec3 = [0, 0, 0];
  stand.run(0.1, () => {
    const { linearVelocity } = stand.ball;
    if (length(linearVelocity) > length(best)) best = linearVelocity;
  });
  return best;
}

describe("[F2] [S5] a kick of a resting ball", () => {
  test.each([0, 10, 20, 30, 45, 50, 60, 75])(
    "at %d degrees has the commanded speed to 2 %, from 1 to 8 m/s",
    async (angle) => {
      for (const speed of [1, 2, 4, 6, 8]) {
        const stand = await ready({ x: speed / 400, gap: 0.007 });
        const [x, y, z] = fastest(stand.tell("Kicker", speed, angle * DEGREE));
        expect(Math.abs(length([x, y, z]) / speed - 1)).toBeLessThan(0.02);
        expect(Math.abs(x)).toBeLessThan(0.01 * speed);
        expect(Math.abs(Math.atan2(z, y) / DEGREE - angle)).toBeLessThan(1.2);
      }
    },
  );

  test.each([0.001, 0.005])("with a step of %d s too", async (stepSec) => {
    for (const angle of [0, 45, 60]) {
      const stand = await ready({ stepSec });
      const [, y, z] = fastest(stand.tell("Kicker", 6, angle * DEGREE));
      expect(Math.abs(Math.hypot(y, z) / 6 - 1)).toBeLessThan(0.02);
      expect(Math.abs(Math.atan2(z, y) / DEGREE - angle)).toBeLessThan(1.2);
    }
  });

  test("straight up: the ball leaves as steeply as the bar above it allows", async () => {
    const stand = await ready();
    const [, y, z] = fastest(stand.tell("Kicker", 8, Math.PI / 2));
    expect(Math.hypot(y, z)).toBeCloseTo(8, 1);
    expect(Math.atan2(z, y) / DEGREE).toBeGreaterThan(88);
  });

  test("with the ball spinning at the dribbler: the same speeds", async () => {
    for (const angle of [0, 45]) {
      // the bar spins a ball that it touches
      const stand = await ready({ gap: 0.0004 });
      stand.drive(0.5, [0, 0, 0], 450);
      expect(stand.ball.angularVelocity[0]).toBeGreaterThan(80);
      const [, y, z] = fastest(stand.tell("Kicker", 5, angle * DEGREE));
      expect(Math.hypot(y, z) / 5).toBeGreaterThan(0.98);
      expect(Math.hypot(y, z) / 5).toBeLessThan(1.02);
    }
  });

  test("gives the ball no spin", async () => {
    const stand = await ready();
    stand.tell("Kicker", 8, 0).run(0.002);
    expect(stand.ball.linearVelocity[1]).toBeGreaterThan(7.9);
    // spin from one step on carpet: friction 3 m/s² · m r / I
    expect(length(stand.ball.angularVelocity)).toBeLessThan(0.6);
  });

  test("at most the robot's maximum speed, straight and as a chip; without a chipper there are no chips", async () => {
    const text = withLines(TIGERS, { KICKER_SPEED: "5", KICKER_CHIP_SPEED: "3" });
    expect(length(fastest((await ready({ text })).tell("Kicker", 20, 0)))).toBeCloseTo(5, 1);
    expect(length(fastest((await ready({ text })).tell("Kicker", 20, 1)))).toBeCloseTo(3, 1);
    for (const KICKER_CHIP_SPEED of ["0", undefined]) {
      const flat = await ready({ text: withLines(TIGERS, { KICKER_CHIP_SPEED }) });
      expect(length(fastest(flat.tell("Kicker", 4, 1)))).toBeLessThan(0.05);
      expect(length(fastest(flat.tell("Kicker", 4, 0)))).toBeCloseTo(4, 1);
    }
  });
});

describe("[F2] momentum", () => {
  /** Linear momentum of all bodies of robot and ball, and their angular momentum about the origin. */
  function momentum({ world, name }: BallStand): { straight: Vec3; turning: Vec3 } {
    let [straight, turning]: Vec3[] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (const entity of [name, "Ball"])
      for (const body of world.physics.entity(entity).bodies) {
        const { mass, inertia } = massOfBody(body, body.name);
        const {
          position,
          linearVelocity,
          angularVelocity: w,
          orientation: q,
        } = readBody(world.physics, entity, body.name);
        const p = scale(linearVelocity, mass);
        const [x, y, z, s] = q;
        const spin = rotate(q, mulVec(inertia, rotate([-x, -y, -z, s], w)));
        straight = add(straight, p);
        turning = add(turning, add(cross(position, p), spin));
      }
    return { straight, turning };
  }

  test.each([
    ["straight", 0, 0],
    ["straight, off centre", 0, 0.025],
    ["chip", 45, -0.02],
    ["steep chip", 70, 0],
  ])("a floating robot recoils with the momentum of the ball: %s", async (_, angle, x) => {
    const stand = await open(TIGERS, { isFloating: true });
    stand.put([x, FACE + BALL_RADIUS + 0.001, 0.022]);
    stand.tell("Kicker", 6, angle * DEGREE).run(0.05);
    const { linearVelocity } = stand.ball;
    expect(length(linearVelocity) / 6).toBeGreaterThan(0.98);
    const { straight, turning } = momentum(stand);
    const kicked = BALL_MASS * 6;
    expect(length(straight) / kicked).toBeLessThan(5e-4);
    // the robot recoils and turns
    expect(stand.body.linearVelocity[1]).toBeLessThan(angle < 60 ? -0.05 : -0.02);
    expect(length(stand.body.angularVelocity)).toBeGreaterThan(0.05);
    expect(length(turning) / (kicked * 0.1)).toBeLessThan(0.002);
  });

  test("on carpet the robot recoils too, and its wheels stop it", async () => {
    const stand = await ready();
    stand.tell("Kicker", 8, 0).run(0.002);
    expect(stand.body.linearVelocity[1]).toBeLessThan(-0.08);
    expect(stand.body.linearVelocity[1]).toBeGreaterThan(-(BALL_MASS * 8) / 2.5 - 0.01);
    stand.run(0.2);
    expect(Math.abs(stand.body.linearVelocity[1])).toBeLessThan(0.01);
  });

  test("without a ball nothing happens, with any number of commands", async () => {
    const stand = await open();
    for (let i = 0; i < 20; i++) stand.tell("Kicker", 8, 0).run(0.02);
    expect(length(stand.body.linearVelocity)).toBeLessThan(1e-3);
    expect(length(stand.ball.linearVelocity)).toBeLessThan(1e-4);
  });
});

describe("[F2] a ball or a robot that moves", () => {
  test("the kick adds to the robot's own speed", async () => {
    const stand = await open();
    stand.drive(0.8, [1.5, 0, 0], 0);
    const [x, y] = stand.body.position;
    stand.put([x, y + FACE + BALL_RADIUS + 0.001, BALL_RADIUS], [0, 1.5, 0]);
    const before = stand.body.linearVelocity[1];
    expect(before).toBeCloseTo(1.5, 1);
    stand.tell("Drive", 1.5, 0, 0).tell("Kicker", 4, 0).run(0.002);
    expect(stand.ball.linearVelocity[1] / (4 + before)).toBeCloseTo(1, 2);
  });

  test.each([0.001, 0.002, 0.005])(
    "an armed kicker waits for a ball that rolls in at 1 to 7 m/s; step %d s",
    async (stepSec) => {
      for (const speed of [1, 3, 7]) {
        const stand = await open(TIGERS, { stepSec });
        stand.put([0.01, 0.3, BALL_RADIUS], [0, -speed, 0], [speed / BALL_RADIUS, 0, 0]);
        stand.tell("Kicker", 5, 0);
        let nearest = 1;
        let best = 0;
        stand.run(0.25, () => {
          nearest = Math.min(nearest, stand.seen.position[1] - FACE - BALL_RADIUS);
          best = Math.max(best, stand.ball.linearVelocity[1]);
          if (best === 0) stand.tell("Kicker", 5, 0);
        });
        expect(best / 5).toBeGreaterThan(0.98);
        expect(best / 5).toBeLessThan(1.02);
        expect(nearest).toBeLessThan(0.009 + speed * stepSec);
      }
    },
  );

  test("the ball keeps its sideways velocity", async () => {
    const stand = await open();
    stand.put([-0.02, FACE + BALL_RADIUS + 0.002, BALL_RADIUS], [0.8, 0, 0]);
    stand.tell("Kicker", 4, 0).run(0.002);
    expect(stand.ball.linearVelocity[0]).toBeCloseTo(0.8, 1);
    expect(stand.ball.linearVelocity[1]).toBeCloseTo(4, 1);
  });

  test("a ball that is already faster is not slowed down: the kicker pushes and never pulls", async () => {
    const stand = await open();
    stand.put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS], [0, 6, 0]);
    stand.tell("Kicker", 3, 0).run(0.002);
    expect(stand.ball.linearVelocity[1]).toBeGreaterThan(5.97);
    expect(stand.ball.linearVelocity[1]).toBeLessThan(6);
  });
});

describe("[F2] conditions for a kick", () => {
  const isKicked = (stand: BallStand): boolean => length(fastest(stand)) > 1;

  test("it is armed for 0.2 s after the last command, not longer; 0 disarms it at once", async () => {
    const late = await open();
    late
      .tell("Kicker", 5, 0)
      .run(0.22)
      .put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS]);
    expect(isKicked(late)).toBe(false);
    const early = await open();
    early
      .tell("Kicker", 5, 0)
      .run(0.18)
      .put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS]);
    expect(isKicked(early)).toBe(true);
    const never = await open();
    never.tell("Kicker", 5, 0).run(0.02).tell("Kicker", 0, 0).run(0.02);
    expect(isKicked(never.put([0, FACE + BALL_RADIUS + 0.001, BALL_RADIUS]))).toBe(false);
  });

  test.each([
    ["0.1 s by default", undefined, 0.1],
    ["KICKER_RECHARGE seconds", "0.4", 0.4],
  ])("it is charged again after %s, and one command gives one kick", async (_, KICKER_RECHARGE, seconds) => {
    const stand = await ready({ text: withLines(TIGERS, { KICKER_RECHARGE }) });
    const kicks: number[] = [];
    const again = (): void => {
      if (stand.ball.linearVelocity[1] < 1) return;
      kicks.push(stand.world.timeSec);
      stand.put([0, FACE + BALL_RADIUS + 0.001 + stand.body.position[1], BALL_RADIUS]);
    };
    stand.tell("Kicker", 3, 0).run(0.15, again);
    expect(kicks).toHaveLength(1);
    for (let i = 0; i < 60; i++) stand.tell("Kicker", 3, 0).run(0.02, again);
    const gaps = kicks.slice(2).map((time, i) => time - kicks[i + 1]);
    expect(gaps.length).toBeGreaterThan(1);
    for (const gap of gaps) expect(Math.abs(gap - seconds)).toBeLessThan(0.005);
  });

  test("it sends whether a ball is in reach, and whether it is charged", async () => {
    const stand = await ready();
    stand.run(0.04);
    expect(stand.robot.device("Kicker").newest).toEqual([1, 1]);
    stand.tell("Kicker", 3, 0).run(0.04);
    expect(stand.robot.device("Kicker").newest).toEqual([0, 0]);
    stand.run(0.1);
    expect(stand.robot.device("Kicker").newest).toEqual([0, 1]);
  });

  test.each<[string, Vec3, boolean]>([
    ["at the bar", [0, 0.0007, 0], true],
    ["beside the groove, 6.5 mm in front of the plate", [0.02, 0.0065, 0], true],
    ["at the plate's edge", [0.034, 0.001, 0], true],
    ["10 mm before the plate", [0, 0.01, 0], false],
    ["beside the plate", [0.037, 0.001, 0], false],
    ["in the air above it", [0, 0.001, 0.02], false],
    ["behind the robot", [0, -0.25, 0], false],
  ])("in reach: %s", async (_, [x, gap, z], expected) => {
    const stand = await open();
    stand.put([x, FACE + BALL_RADIUS + gap, BALL_RADIUS + z]);
    const { description } = stand.robot.device("Kicker");
    const before = stand.world.hash();
    expect(isBallInReach(stand.world.physics, stand.name, description)).toBe(expected);
    expect(stand.world.hash()).toBe(before);
    stand.tell("Kicker", 4, 0).run(0.002);
    expect(stand.ball.linearVelocity[1] > 3.9).toBe(expected);
  });
});

describe("a kicker in the world", () => {
  test("[M5] [T8] its bits are the same after a restore in the middle of a chip, and are in the hash", async () => {
    const chip = async (between: (stand: BallStand) => void): Promise<string> => {
      const stand = await ready();
      stand.tell("Kicker", 3, 70 * DEGREE).run(0.006);
      between(stand);
      stand.run(0.3);
      expect(stand.ball.position[2]).toBeGreaterThan(0.05);
      return stand.world.hash();
    };
    const straight = await chip(() => {});
    const restored = await chip((stand) => {
      const saved = stand.world.snapshot();
      stand.run(0.05).tell("Kicker", 8, 0).run(0.1);
      stand.world.restore(saved);
    });
    expect(restored).toBe(straight);
    const [kicked, silent] = [await open(), await open()];
    kicked.tell("Kicker", 1, 0).run(0.002);
    silent.run(0.002);
    expect(kicked.world.hash()).not.toBe(silent.world.hash());
  });

  test.each<[string, DataView, string]>([
    ["too short", driveMessage(1), "PAYLOAD_SIZE_WRONG"],
    ["too long", driveMessage(1, 0, 0), "PAYLOAD_SIZE_WRONG"],
    ["not a number", driveMessage(1, Number.NaN), "COMMAND_NOT_FINITE"],
    ["infinite", driveMessage(Number.POSITIVE_INFINITY, 0), "COMMAND_NOT_FINITE"],
    ["backwards", driveMessage(-1, 0), "VALUE_OUT_OF_RANGE"],
    ["downwards", driveMessage(1, -0.1), "VALUE_OUT_OF_RANGE"],
    ["an angle above 90 degrees", driveMessage(1, 1.6), "VALUE_OUT_OF_RANGE"],
  ])("[W7] a message that is %s is refused", async (_, payload, code) => {
    const stand = await open();
    expect(refusal(() => stand.robot.device("Kicker").read(payload)).code).toBe(code);
  });

  const document = (xml: string) =>
    readRobotDocument(robotXml({ inTrunk: `<Kicker name="K">${xml}</Kicker>` }), { kinds: builtInKinds() }).robot;
  const SIZE = "<Width>0.07</Width><Height>0.03</Height>";

  test("required elements and defaults", () => {
    expect(document(SIZE).devices.find(({ name }) => name === "K")?.settings).toEqual({
      width: 0.07,
      height: 0.03,
      reach: 0.003,
      speed: 0,
      chipSpeed: 0,
      rechargeSec: 0.1,
      timeoutSec: 0.2,
      overhang: 0,
    });
  });

  test.each([
    ["", "ELEMENT_MISSING"],
    ["<Width>0.07</Width>", "ELEMENT_MISSING"],
    [`${SIZE}<MaxSpeed>-1</MaxSpeed>`, "VALUE_OUT_OF_RANGE"],
    [`${SIZE}<Reach>0</Reach>`, "VALUE_OUT_OF_RANGE"],
    [`${SIZE}<Speed>1</Speed>`, "ELEMENT_UNKNOWN"],
  ])("%s: %s", (xml, code) => {
    expect(refusal(() => document(xml)).code).toBe(code);
  });
});
