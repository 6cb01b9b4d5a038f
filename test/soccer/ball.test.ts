// The ball never penetrates a robot, from whichever side it is shot at the robot or pushed by it, at any step of the world.

import { afterEach, describe, expect, test } from "vitest";
import { BallStand } from "../../bench/soccer/BallStand.js";
import { chipOf, runOf } from "../../bench/soccer/KickMeasures.js";
import { BALL_RADIUS } from "../../robots/Ball.js";
import { BALL_MODEL } from "../../src/leagues/ssl/vision/GeometryPacket.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { listOverlaps } from "../../src/physics/Queries.js";
import { robotFile } from "../../testing/builders/Pitch.js";
import { staticOf } from "../../testing/builders/SmallWorlds.js";

const SHIPPED = ["ssl.robot", "tigers.robot", "omni-2003.robot", "diff-2003.robot"];

const stands: BallStand[] = [];
afterEach(() => {
  for (const stand of stands.splice(0)) stand.dispose();
});

async function open(file = "ssl.robot", stepSec = 0.002): Promise<BallStand> {
  const stand = await BallStand.open(robotFile(file), { stepSec });
  stands.push(stand);
  return stand;
}

/** Penetration of the ball into the robot now, m. */
function depth({ world, name, seen }: BallStand): number {
  const [x, y] = seen.position;
  if (Math.hypot(x, y) > 0.12) return 0;
  return listOverlaps(world.physics, "Ball").reduce(
    (deepest, { other, distance }) => (other.entity === name ? Math.max(deepest, -distance) : deepest),
    0,
  );
}

/** Shoots a ball from 0.25 m, `aside` m off the middle, every second one rolling; gives the maximum penetration, m. */
function shoot(stand: BallStand, direction: number, aside: number, speed: number): number {
  const angle = (direction * Math.PI) / 12;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const spin = direction % 2 === 0 ? 0 : speed / BALL_RADIUS;
  const from: Vec3 = [0.25 * x - aside * y, 0.25 * y + aside * x, BALL_RADIUS];
  stand.put(from, [-x * speed, -y * speed, 0], [y * spin, -x * spin, 0]);
  let deepest = 0;
  stand.run(0.3 / speed + 0.04, () => {
    deepest = Math.max(deepest, depth(stand));
  });
  return deepest;
}

describe("[F1] [M4] a ball shot at a robot stays outside, from 24 directions", () => {
  test.each(SHIPPED)("%s, at 8 m/s", async (file) => {
    const stand = await open(file);
    const start = stand.world.snapshot();
    const asides = file === "ssl.robot" ? [-0.07, -0.03, -0.006, 0, 0.012, 0.045, 0.08] : [-0.06, 0, 0.03];
    for (let direction = 0; direction < 24; direction++)
      for (const aside of asides) {
        stand.world.restore(start);
        expect(shoot(stand, direction, aside, 8)).toBeLessThan(0.002);
        const [x, y] = stand.seen.position;
        // the flat front is nearer to the middle
        expect(y > 0.07 ? 1 : Math.hypot(x, y)).toBeGreaterThan(0.085);
      }
  });

  test.each([
    [1, 8],
    [5, 8],
    [2, 2],
    [5, 3],
  ])("with a step of %d ms, at %d m/s, with the dribbler turning", async (ms, speed) => {
    const stand = await open("ssl.robot", ms / 1000);
    const start = stand.world.snapshot();
    for (let direction = 0; direction < 24; direction++) {
      stand.world.restore(start);
      stand.tell("Dribbler", 450);
      expect(shoot(stand, direction, [-0.03, 0.004, 0.02][direction % 3], speed)).toBeLessThan(0.002);
    }
  });
});

describe("[F1] a ball that is pushed stays outside", () => {
  test.each<[string, Vec3, Vec3]>([
    ["from behind", [0, -0.13, BALL_RADIUS], [-1.5, 0, 0]],
    ["by a side", [-0.13, 0.01, BALL_RADIUS], [0, 1.5, 0]],
    ["by a corner", [0.085, 0.085, BALL_RADIUS], [1, -1, 0]],
    ["by the front, off the plate", [0.045, 0.11, BALL_RADIUS], [1.5, 0, 0]],
  ])("%s", async (_, from, command) => {
    const stand = await open();
    stand.put(from);
    let deepest = 0;
    stand.drive(1.2, command, 0, () => {
      deepest = Math.max(deepest, depth(stand));
    });
    expect(deepest).toBeLessThan(0.001);
    expect(Math.hypot(...stand.ball.position.slice(0, 2))).toBeGreaterThan(0.3);
  });

  test.each<[string, Vec3]>([
    ["the front", [1, 0, 0]],
    ["the back", [-1, 0, 0]],
    ["a side", [0, 1, 0]],
  ])("against a wall, by %s", async (_, command) => {
    const stand = await open();
    const [x, y] = [-command[1], command[0]];
    const wall = { position: [x * 0.4, y * 0.4, 0.05] as Vec3, orientation: [0, 0, 0, 1] as const };
    const size: Vec3 = [0.05 + Math.abs(y), 0.05 + Math.abs(x), 0.1];
    stand.world.physics.add(staticOf("Wall", { kind: "Box", size }, { material: "Wood" }), wall);
    stand.put([x * 0.3, y * 0.3, BALL_RADIUS]);
    let deepest = 0;
    let fastest = 0;
    stand.drive(1.5, command, 0, () => {
      deepest = Math.max(deepest, depth(stand));
      fastest = Math.max(fastest, Math.hypot(...stand.ball.linearVelocity));
    });
    expect(deepest).toBeLessThan(0.002);
    expect(fastest).toBeLessThan(4);
    const [bx, by] = stand.ball.position;
    expect(bx * x + by * y).toBeLessThan(0.375 + 0.002);
  });

  test("from above: a ball that falls on the robot ends on it or beside it", async () => {
    const stand = await open();
    const start = stand.world.snapshot();
    for (const [x, y] of [
      [0, 0],
      [0.05, 0.03],
      [0, 0.079],
      [-0.02, 0.085],
      [0.085, 0],
    ]) {
      stand.world.restore(start);
      let deepest = 0;
      stand.put([x, y, 0.4], [0, 0, -3]).run(1, () => {
        deepest = Math.max(deepest, depth(stand));
      });
      expect(deepest).toBeLessThan(0.002);
      expect(stand.ball.position[2]).toBeGreaterThan(BALL_RADIUS - 0.0005);
    }
  });
});

describe("[F1] [F3] a kicked ball follows the published model", () => {
  const TIGERS = robotFile("tigers.robot");
  const FACE = 0.075;

  test.each([2, 8])("straight, at %d m/s: it slides, then rolls", async (speed) => {
    const { slide, roll, share, offModel } = await runOf(TIGERS, FACE, speed);
    expect(slide / BALL_MODEL.accSlide).toBeCloseTo(1, 2);
    expect(roll / BALL_MODEL.accRoll).toBeCloseTo(1, 1);
    expect(Math.abs(share - BALL_MODEL.kSwitch)).toBeLessThan(0.006);
    expect(Math.abs(offModel)).toBeLessThan(0.02 * speed);
  });

  test.each([0.001, 0.002, 0.005])(
    "chipped at 45 degrees: speed that remains after a landing; step %d s",
    async (stepSec) => {
      const { xyFirst, xyOther, z, hops } = await chipOf(TIGERS, FACE, { speed: 6, angle: 45 }, stepSec);
      expect(hops).toBe(4);
      expect(Math.abs(xyFirst - BALL_MODEL.dampingXyFirstHop)).toBeLessThan(0.01);
      expect(Math.abs((xyOther ?? 0) - BALL_MODEL.dampingXyOtherHops)).toBeLessThan(0.03);
      expect(Math.abs(z - BALL_MODEL.dampingZ)).toBeLessThan(0.02);
    },
  );

  test("flatter and steeper chips stay within the league's measurements", async () => {
    for (const angle of [30, 60]) {
      const { xyFirst, xyOther = 0, z } = await chipOf(TIGERS, FACE, { speed: 6, angle });
      expect(xyFirst).toBeGreaterThan(0.6);
      expect(xyFirst).toBeLessThan(0.8);
      expect(xyOther).toBeGreaterThan(0.85);
      expect(xyOther).toBeLessThan(1);
      expect(z).toBeGreaterThan(0.47);
      expect(z).toBeLessThan(0.7);
    }
  });
});
