import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import { applyImpulse } from "../../src/physics/Bodies.js";
import { largestOverlap, listOverlaps } from "../../src/physics/Queries.js";
import { SoccerMatch } from "../../testing/builders/SoccerMatch.js";

const NAMES = ["Blue-0", "Blue-3", "Yellow-0"];
let soccer: SoccerMatch;
let start: ReturnType<SoccerMatch["world"]["snapshot"]> | undefined;

beforeEach(async () => {
  soccer ??= await SoccerMatch.create({}, { robots: (name) => NAMES.includes(name) });
  start ??= soccer.world.snapshot();
  soccer.world.restore(start);
  soccer.match.restart();
}, 60_000);
afterAll(() => soccer.close());

const blue = (id: number) => ({ id, team: Team.BLUE });
const overlaps = (name: string) => listOverlaps(soccer.world.physics, name).filter(({ distance }) => distance < -1e-3);

describe("teleport_ball", () => {
  it("[F3] some coordinates; z 0 is on the ground; coordinates that are not set stay", () => {
    expect(soccer.control({ teleportBall: { x: 1.5, z: 0 } })).toEqual([]);
    expect(soccer.ball.position).toEqual([1.5, 0, expect.closeTo(0.0215, 6)]);
    expect(soccer.control({ teleportBall: { vx: 2, vy: -1 } })).toEqual([]);
    expect(soccer.control({ teleportBall: { y: 1 } })).toEqual([]);
    expect(soccer.ball.position).toEqual([1.5, 1, expect.closeTo(0.0215, 6)]);
    expect(soccer.ball.velocity).toEqual([2, -1, expect.closeTo(0, 6)]);
    expect(soccer.control({ teleportBall: { z: 0.5 } })).toEqual([]);
    expect(soccer.ball.position[2]).toBeCloseTo(0.5215, 5);
  });

  it("[F3] roll: it rolls from the first instant on", () => {
    const speedAfter = (roll: boolean): number => {
      soccer.control({ teleportBall: { x: 0, y: 2, z: 0, vx: 2, vy: 0, vz: 0, roll } });
      soccer.step(0.3);
      return soccer.ball.velocity[0];
    };
    // rolling -0.3 m/s², sliding -3 m/s²
    expect(speedAfter(true)).toBeCloseTo(2 - 0.3 * 0.3, 1);
    expect(speedAfter(false)).toBeLessThan(1.6);
  });

  it("[F3] into a robot: it lies at its side", () => {
    const { x, y } = soccer.robot("Blue-3");
    for (const [dx, dy] of [
      [0, 0],
      [0.05, 0.01],
      [-0.04, 0.03],
    ]) {
      expect(soccer.control({ teleportBall: { x: x + dx, y: y + dy, z: 0, vx: 0, vy: 0, vz: 0 } })).toEqual([]);
      soccer.step(0.3);
      const [bx, by] = soccer.ball.position;
      expect(Math.sqrt((bx - x) ** 2 + (by - y) ** 2)).toBeLessThan(0.2);
      expect(overlaps("Ball").filter(({ other }) => other.entity === "Blue-3")).toEqual([]);
      expect(soccer.robot("Blue-3").x).toBeCloseTo(x, 2);
    }
  });

  it.each([
    ["a goal post", 4.56, 0.51, 0],
    ["the back of a goal", 4.695, 0.2, 0],
    ["a wall", 1, 3.31, 0],
    ["a wall, above the ground", -1, -3.33, 0.03],
  ])("[F3] into %s: it lies beside it, and does not fly out", (_what, x, y, z) => {
    expect(soccer.control({ teleportBall: { x, y, z, vx: 0, vy: 0, vz: 0 } })).toEqual([]);
    expect(overlaps("Ball")).not.toEqual([]);
    soccer.step(0.002);
    expect(overlaps("Ball")).toEqual([]);
    const { position, velocity } = soccer.ball;
    expect(Math.hypot(position[0] - x, position[1] - y)).toBeLessThan(0.06);
    expect(Math.hypot(velocity[0], velocity[1])).toBeLessThan(1e-3);
    soccer.step(0.5);
    expect(Math.hypot(soccer.ball.position[0] - position[0], soccer.ball.position[1] - position[1])).toBeLessThan(1e-3);
  });

  it("[F3] into a wall with a speed: it has that speed beside it", () => {
    expect(soccer.control({ teleportBall: { x: 1, y: 3.31, z: 0, vx: 2, vy: 0, vz: 0, roll: true } })).toEqual([]);
    soccer.step(0.1);
    expect(soccer.ball.velocity[0]).toBeCloseTo(2 - 0.1 * 0.3, 2);
    expect(soccer.ball.velocity[1]).toBeCloseTo(0, 3);
  });

  it("[F3] teleport_safely: robots move away and stop", () => {
    soccer.step(0.5, () =>
      soccer.tell("blue", {
        id: 3,
        moveCommand: { command: { case: "localVelocity", value: { forward: 1, left: 0, angular: 0 } } },
      }),
    );
    const { x, y } = soccer.robot("Blue-3");
    expect(
      soccer.control({ teleportBall: { x: x + 0.05, y, z: 0, vx: 0, vy: 0, vz: 0, teleportSafely: true } }),
    ).toEqual([]);
    soccer.step(0.002);
    const after = soccer.robot("Blue-3");
    expect(x + 0.05 - after.x).toBeCloseTo(0.09 + 0.0215 + 0.1, 2);
    expect(after.vx).toBeCloseTo(0, 2);
    soccer.step(0.5);
    expect(soccer.ball.position[0]).toBeCloseTo(x + 0.05, 3);
  });

  it("[F3] by_force: pulled until the next message, also an empty one", () => {
    expect(soccer.control({ teleportBall: { x: 1, y: 1, byForce: true } })).toEqual([]);
    expect(soccer.ball.position[0]).toBeCloseTo(0, 3);
    soccer.step(1.5);
    expect(soccer.ball.position[0]).toBeCloseTo(1, 2);
    expect(soccer.ball.position[1]).toBeCloseTo(1, 2);
    // pushed away, it comes back
    applyImpulse(soccer.world.physics, "Ball", "Ball", [0.046, 0, 0]);
    soccer.step(1);
    expect(soccer.ball.position[0]).toBeCloseTo(1, 2);
    expect(soccer.control({ teleportBall: { byForce: false } })).toEqual([]);
    soccer.control({ teleportBall: { vx: 1, vy: 0, vz: 0 } });
    soccer.step(0.5);
    expect(soccer.ball.position[0]).toBeGreaterThan(1.2);
  });

  it("[F3] by_force: at 2 m/s, also across the axes, for ball and robots", () => {
    const fastest = (speed: () => number): number => {
      let most = 0;
      soccer.step(1, () => {
        most = Math.max(most, speed());
      });
      return most;
    };
    soccer.control({ teleportBall: { x: 3, y: 2, byForce: true } });
    const ball = fastest(() => Math.hypot(...soccer.ball.velocity));
    expect(ball).toBeGreaterThan(1.9);
    expect(ball).toBeLessThan(2.02);
    soccer.control({ teleportRobot: [{ id: blue(3), x: 3, y: -3, byForce: true }] });
    const robot = fastest(() => Math.hypot(soccer.robot("Blue-3").vx, soccer.robot("Blue-3").vy));
    expect(robot).toBeGreaterThan(1.9);
    expect(robot).toBeLessThan(2.02);
  });

  it("[F3] by_force in the air holds it against gravity", () => {
    expect(soccer.control({ teleportBall: { x: 0, y: 0, z: 0.5, byForce: true } })).toEqual([]);
    soccer.step(1.5);
    expect(soccer.ball.position[2]).toBeCloseTo(0.5215, 2);
  });

  it("[F3] a missing ball is added again", () => {
    soccer.world.remove("Ball");
    expect(soccer.match.fieldState().ball?.radius).toBeUndefined();
    soccer.step(0.1);
    expect(soccer.control({ teleportBall: { x: 1, y: 1, z: 0 } })).toEqual([]);
    soccer.step(0.1);
    expect(soccer.ball.position[0]).toBeCloseTo(1, 3);
  });

  it("[F3] an impossible message gets an error and has no effect", () => {
    const before = soccer.hash();
    expect(soccer.control({ teleportBall: { x: Number.NaN, y: 1 } })).toEqual(["COMMAND_NOT_FINITE"]);
    expect(soccer.control({ teleportBall: { x: 1e9 } })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.control({ teleportBall: { x: 1, z: -1 } })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.control({ teleportBall: { x: 1, vx: 1e6 } })).toEqual(["VALUE_OUT_OF_RANGE"]);
    expect(soccer.control({ teleportBall: { byForce: true } })).toEqual(["FIELD_MISSING"]);
    expect(soccer.control({ teleportBall: { x: 1, vx: 1, byForce: true } })).toEqual(["PROPERTY_MISPLACED"]);
    expect(soccer.hash()).toBe(before);
  });
});

describe("teleport_robot", () => {
  it("[F3] beside the field, beyond the walls too, as users of grSim put robots that do not play", () => {
    expect(soccer.control({ teleportRobot: [{ id: blue(3), x: -1, y: -12, orientation: 0 }] })).toEqual([]);
    soccer.step(0.2);
    expect(soccer.robot("Blue-3")).toMatchObject({ x: expect.closeTo(-1, 3), y: expect.closeTo(-12, 3) });
    expect(soccer.expelled).toEqual([]);
    expect(soccer.control({ teleportRobot: [{ id: blue(3), x: 101 }] })).toEqual(["VALUE_OUT_OF_RANGE"]);
  });

  it("[F3] in part, with velocities of the field", () => {
    expect(soccer.control({ teleportRobot: [{ id: blue(3), x: 0.5 }] })).toEqual([]);
    expect(soccer.robot("Blue-3")).toMatchObject({ x: expect.closeTo(0.5, 6), y: expect.closeTo(1.5, 4) });
    expect(soccer.control({ teleportRobot: [{ id: blue(3), orientation: 1, vX: 0.5, vY: 1 }] })).toEqual([]);
    const { x, orientation, vx, vy, turn } = soccer.robot("Blue-3");
    expect([x, orientation, vx, vy, turn].map((n) => Math.round(1e5 * n) / 1e5)).toEqual([0.5, 1, 0.5, 1, 0]);
  });

  it("[F3] its wheels turn at its speed: no jerk", () => {
    soccer.control({ teleportRobot: [{ id: blue(3), x: -1, y: 0, orientation: 0, vX: 1 }] });
    soccer.step(0.002);
    expect(soccer.robot("Blue-3").vx).toBeGreaterThan(0.95);
    expect(soccer.robot("Blue-3").turn).toBeCloseTo(0, 1);
  });

  it("[F3] a moving robot stops where it is placed", () => {
    soccer.step(0.5, () =>
      soccer.tell("blue", {
        id: 3,
        moveCommand: { command: { case: "localVelocity", value: { forward: 2, left: 0, angular: 0 } } },
      }),
    );
    soccer.step(0.3);
    soccer.control({ teleportRobot: [{ id: blue(3), x: -2, y: 0, orientation: 0 }] });
    soccer.step(0.3);
    expect(soccer.robot("Blue-3").x).toBeCloseTo(-2, 2);
  });

  it("[F3] present: false removes, true adds, and neither is an error twice", () => {
    expect(soccer.control({ teleportRobot: [{ id: blue(3), present: false }] })).toEqual([]);
    expect(soccer.control({ teleportRobot: [{ id: blue(3), present: false }] })).toEqual([]);
    expect(soccer.names).toEqual(["Blue-0", "Yellow-0"]);
    expect(soccer.control({ teleportRobot: [{ id: blue(3), x: 1, y: 1, orientation: 0, present: true }] })).toEqual([]);
    expect(soccer.control({ teleportRobot: [{ id: blue(3), present: true }] })).toEqual([]);
    soccer.step(0.1);
    expect(soccer.robot("Blue-3")).toMatchObject({ x: expect.closeTo(1, 3), orientation: expect.closeTo(0, 3) });
    soccer.step(0.5, () =>
      soccer.tell("blue", {
        id: 3,
        moveCommand: { command: { case: "localVelocity", value: { forward: 1, left: 0, angular: 0 } } },
      }),
    );
    expect(soccer.robot("Blue-3").vx).toBeGreaterThan(0.8);
  });

  it("[F3] added without a place: where the world's file has it, or beside the field; ids up to 15", () => {
    expect(
      soccer.control({
        teleportRobot: [
          { id: blue(1), present: true },
          { id: blue(15), present: true },
        ],
      }),
    ).toEqual([]);
    expect(soccer.robot("Blue-1")).toMatchObject({ x: expect.closeTo(-3.2, 3), y: expect.closeTo(0.6, 3) });
    expect(soccer.robot("Blue-15").y).toBeLessThan(-3);
    soccer.step(0.2);
    expect(overlaps("Blue-15")).toEqual([]);
  });

  it("[F3] two robots may change places, in one message or in two", () => {
    const [a, b] = [soccer.robot("Blue-0"), soccer.robot("Blue-3")];
    soccer.control({ teleportRobot: [{ id: blue(0), x: b.x, y: b.y }] });
    soccer.control({ teleportRobot: [{ id: blue(3), x: a.x, y: a.y }] });
    soccer.step(0.2);
    expect(soccer.robot("Blue-0")).toMatchObject({ x: expect.closeTo(b.x, 3), y: expect.closeTo(b.y, 3) });
    expect(soccer.robot("Blue-3")).toMatchObject({ x: expect.closeTo(a.x, 3), y: expect.closeTo(a.y, 3) });
  });

  it("[F3] two robots into one place: the first keeps it", () => {
    soccer.control({ teleportRobot: [0, 3].map((id) => ({ id: blue(id), x: 1, y: 1, orientation: 0 })) });
    soccer.step(0.1);
    expect(soccer.robot("Blue-0")).toMatchObject({ x: expect.closeTo(1, 3), y: expect.closeTo(1, 3) });
    const { x, y } = soccer.robot("Blue-3");
    expect(Math.sqrt((x - 1) ** 2 + (y - 1) ** 2)).toBeGreaterThan(0.17);
  });

  it("[F3] into another robot, a wall or the ball: it is placed beside, and nothing is thrown away", () => {
    const places = [soccer.robot("Blue-0"), { x: 4.8, y: 0.7 }, { x: 0, y: 0 }];
    for (const { x, y } of places) {
      expect(soccer.control({ teleportRobot: [{ id: blue(3), x, y }] })).toEqual([]);
      let fastest = 0;
      soccer.step(0.3, () => {
        for (const { vx, vy } of soccer.match.fieldState().robots)
          fastest = Math.max(fastest, Math.sqrt(vx * vx + vy * vy));
      });
      expect(fastest).toBeLessThan(0.3);
      expect(largestOverlap(soccer.world.physics)).toBeLessThan(1e-3);
      const at = soccer.robot("Blue-3");
      expect(Math.sqrt((at.x - x) ** 2 + (at.y - y) ** 2)).toBeLessThan(0.4);
    }
    expect(soccer.names).toEqual(NAMES);
  });

  it("[F3] by_force: pulled and turned, then released", () => {
    expect(soccer.control({ teleportRobot: [{ id: blue(3), x: 0.5, y: 0.5, orientation: 2, byForce: true }] })).toEqual(
      [],
    );
    expect(soccer.robot("Blue-3").x).toBeCloseTo(-1.4, 3);
    soccer.step(2);
    expect(soccer.robot("Blue-3")).toMatchObject({
      x: expect.closeTo(0.5, 1),
      y: expect.closeTo(0.5, 1),
      orientation: expect.closeTo(2, 1),
    });
    expect(soccer.control({ teleportRobot: [{ id: blue(3), byForce: false }] })).toEqual([]);
    soccer.step(0.5, () =>
      soccer.tell("blue", {
        id: 3,
        moveCommand: { command: { case: "localVelocity", value: { forward: 1, left: 0, angular: 0 } } },
      }),
    );
    const { vx, vy } = soccer.robot("Blue-3");
    expect(Math.sqrt(vx * vx + vy * vy)).toBeGreaterThan(0.8);
  });

  it("[F3] wrong messages are answered with errors, the others are applied", () => {
    expect(
      soccer.control({
        teleportRobot: [
          { id: blue(7), x: 1 },
          { id: { id: 3 }, x: 1 },
          { id: { team: Team.BLUE }, x: 1 },
          { x: 1 },
          { id: blue(16), present: true },
          { id: blue(0), x: Number.POSITIVE_INFINITY },
          { id: blue(3), x: 1, byForce: true, vX: 1 },
          { id: blue(3), y: 0.25 },
        ],
      }),
    ).toEqual([
      "PLAYER_UNKNOWN",
      "FIELD_MISSING",
      "FIELD_MISSING",
      "FIELD_MISSING",
      "VALUE_OUT_OF_RANGE",
      "COMMAND_NOT_FINITE",
      "PROPERTY_MISPLACED",
    ]);
    expect(soccer.robot("Blue-3").y).toBeCloseTo(0.25, 6);
    expect(soccer.robot("Blue-0").x).toBeCloseTo(-4.3, 3);
  });
});
