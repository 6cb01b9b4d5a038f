// [L4] What a player of the four-legged league sees: colours, regions, ball and landmarks in pictures that are drawn here by rays.

import { describe, expect, test } from "vitest";
import { seeBall } from "../../examples/legged/team/BallSight.js";
import { findBlobs } from "../../examples/legged/team/Blobs.js";
import {
  type CameraPose,
  cameraPose,
  HEIGHT,
  horizonRow,
  rayOf,
  stanceOf,
  toBody,
  WIDTH,
} from "../../examples/legged/team/CameraPose.js";
import {
  BLUE,
  classify,
  colorClass,
  GREEN,
  ORANGE,
  OTHER,
  PINK,
  RED,
  SKY_BLUE,
  YELLOW,
} from "../../examples/legged/team/ColorClasses.js";
import { BEACON, FIELD } from "../../examples/legged/team/FieldMap.js";
import { seeBeacons, seeGoals } from "../../examples/legged/team/LandmarkSight.js";
import type { RobotClient } from "../../src/client/index.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { cross, dot, length, normalize, sub, type Vec3 } from "../../src/math/Vec3.js";

/** A robot that only reports its joints, rad; joints that are not named are at 0. */
const robotWith = (joints: Readonly<Record<string, number>>): RobotClient =>
  ({ latest: (name: string) => [joints[name] ?? 0] }) as unknown as RobotClient;

function camera(joints: Readonly<Record<string, number>> = {}): CameraPose {
  const robot = robotWith(joints);
  return cameraPose(robot, stanceOf(robot)!)!;
}

/** A picture of classes: each pixel is what `look` says of its ray. */
function draw(pose: CameraPose, look: (from: Vec3, ray: Vec3) => number): Uint8Array {
  const classes = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++)
      classes[row * WIDTH + column] = look(pose.position, normalize(rayOf(pose, column + 0.5, row + 0.5)));
  return classes;
}

const ballAt =
  (center: Vec3) =>
  (from: Vec3, ray: Vec3): number =>
    length(cross(ray, sub(center, from))) < FIELD.ballRadius && dot(ray, sub(center, from)) > 0 ? ORANGE : OTHER;

/** Bands of colours between heights on an upright cylinder. */
const beaconAt =
  ([x, y]: readonly [number, number], upper: number, lower: number) =>
  (from: Vec3, ray: Vec3): number => {
    const flat = Math.hypot(ray[0], ray[1]);
    const [ux, uy, dx, dy] = [ray[0] / flat, ray[1] / flat, x - from[0], y - from[1]];
    if (Math.abs(ux * dy - uy * dx) > BEACON.radius || ux * dx + uy * dy < 0) return OTHER;
    const height = from[2] + (ray[2] / flat) * (ux * dx + uy * dy);
    if (height < BEACON.bottom || height > BEACON.top) return OTHER;
    return height > BEACON.bottom + BEACON.bandHeight ? upper : lower;
  };

describe("[L4] colours", () => {
  const COLORS: readonly (readonly [number, readonly [number, number, number]])[] = [
    [ORANGE, [255, 106, 0]],
    [YELLOW, [250, 215, 20]],
    [SKY_BLUE, [60, 165, 235]],
    [PINK, [255, 90, 170]],
    [GREEN, [30, 120, 60]],
    [RED, [200, 32, 44]],
    [BLUE, [31, 79, 208]],
    [OTHER, [244, 244, 240]],
    [OTHER, [36, 38, 42]],
  ];

  test("are known in light and shadow", () => {
    for (const [kind, [r, g, b]] of COLORS)
      for (const light of [1, 0.7, 0.45])
        expect(colorClass(r * light, g * light, b * light), `${r},${g},${b} ${light}`).toBe(kind);
  });

  test("the table gives the class of the colour", () => {
    const rgb = Uint8Array.from(COLORS.flatMap(([, color]) => color));
    const classes = new Uint8Array(COLORS.length);
    classify(rgb, classes);
    expect([...classes]).toEqual(COLORS.map(([kind]) => kind));
  });
});

describe("[L4] regions", () => {
  const picture = (rows: readonly string[]) =>
    Uint8Array.from(rows.join(""), (letter) => ({ o: ORANGE, y: YELLOW, g: GREEN })[letter] ?? OTHER);

  test("arms that meet further down are one region; colours stay apart", () => {
    const blobs = findBlobs(picture(["o..oyy", "o..oyy", "oooogg", "....yy"]), 6);
    expect(blobs.map((blob) => [blob.class, blob.area])).toEqual([[ORANGE, 8]]);
    const [{ left, right, top, bottom, column, row }] = blobs;
    expect([left, right, top, bottom]).toEqual([0, 4, 0, 3]);
    expect([column, row]).toEqual([2, 1.75]);
  });

  test("corners that touch are one region; small ones are noise", () => {
    expect(findBlobs(picture(["ooo...", "...ooo"]), 6).map(({ area }) => area)).toEqual([6]);
    expect(findBlobs(picture(["oo.ooo", "......"]), 6)).toEqual([]);
  });

  test("a comb and a spiral are one region each", () => {
    const rows = [
      "o.o.o.o.o",
      "o.o.o.o.o",
      "ooooooooo",
      ".........",
      "ooooooo..",
      "o.....o..",
      "o.ooo.o..",
      "o...o.o..",
      "ooooo.o..",
    ];
    expect(findBlobs(picture(rows), 9).map(({ area }) => area)).toEqual([19, 23]);
  });
});

describe("[L4] camera", () => {
  test("with all joints at 0 it is where the kinematics has it, and looks ahead", () => {
    const robot = robotWith({});
    const stance = stanceOf(robot)!;
    // 148.6 and 84.9 mm from the body's centre, which is 147 mm above the ground and leans by the difference of the legs
    expect(stance.height).toBeCloseTo(0.147, 3);
    expect(Math.abs(stance.noseDown)).toBeLessThan(0.01);
    const { position, ahead } = camera();
    expect(position[0]).toBeCloseTo(0.1486, 2);
    expect(position[1]).toBe(0);
    expect(position[2]).toBeCloseTo(0.147 + 0.0849, 2);
    expect(ahead[0]).toBeGreaterThan(0.999);
  });

  test("a bent front leg lowers the nose, pan turns the view, the horizon follows", () => {
    const bent = { LFRotator: -31 * DEGREE, LFKnee: 83 * DEGREE, RFRotator: -31 * DEGREE, RFKnee: 83 * DEGREE };
    expect(stanceOf(robotWith(bent))!.noseDown).toBeGreaterThan(0.1);
    expect(horizonRow(camera(bent), WIDTH / 2)).toBeLessThan(horizonRow(camera(), WIDTH / 2));
    const { ahead } = camera({ NeckPan: PI_HALF });
    expect(ahead[1]).toBeCloseTo(1, 5);
    const [level, up] = [horizonRow(camera(), WIDTH / 2), horizonRow(camera({ NeckNod: 0.2 }), WIDTH / 2)];
    expect(up).toBeGreaterThan(level);
  });

  test("a point on the ground and back", () => {
    const stance = { height: 0.1, noseDown: 0.115 };
    const [x, y, z] = toBody(stance, [0.5, 0.2, 0.04]);
    expect(x / 1000).toBeCloseTo(0.5 * Math.sqrt(1 - 0.115 ** 2) + 0.06 * 0.115, 9);
    expect(y).toBe(200);
    expect(z / 1000).toBeCloseTo(-0.06 * Math.sqrt(1 - 0.115 ** 2) + 0.5 * 0.115, 9);
  });
});

const PI_HALF = Math.PI / 2;

describe("[L4] ball and landmarks", () => {
  const BALLS: readonly (readonly [Vec3, Record<string, number>, number])[] = [
    [[1, 0, 0.042], { NeckNod: -0.2 }, 0.02],
    [[2.5, 0.4, 0.042], {}, 0.06],
    [[0.5, 0.1, 0.042], { NeckTilt: -0.4 }, 0.01],
    // cut by the edge of the picture
    [[0.45, 0.17, 0.042], { NeckTilt: -0.4 }, 0.02],
    [[0.3, 0, 0.042], { NeckTilt: -0.3, NeckNod: -0.2 }, 0.02],
    [[0.6, 0.5, 0.042], { NeckPan: 0.7, NeckNod: -0.25 }, 0.02],
  ];

  test.each(BALLS)("the ball at %j is found", (place, joints, error) => {
    const pose = camera(joints);
    const classes = draw(pose, ballAt(place));
    const sight = seeBall(findBlobs(classes, WIDTH), classes, pose);
    expect(sight).toBeDefined();
    expect(Math.hypot(sight!.ahead - place[0], sight!.left - place[1])).toBeLessThan(error);
  });

  test("an orange thing above the horizon is no ball", () => {
    const pose = camera({ NeckNod: 0.2 });
    const classes = draw(pose, ballAt([1, 0, 0.5]));
    expect(classes.some((kind) => kind === ORANGE)).toBe(true);
    expect(seeBall(findBlobs(classes, WIDTH), classes, pose)).toBeUndefined();
  });

  test("a beacon has its colours in order, and its place", () => {
    for (const [x, y, upper, lower] of [
      [2, 0.3, SKY_BLUE, PINK],
      [1.2, -0.2, PINK, YELLOW],
      [3.5, 0, YELLOW, PINK],
    ] as const) {
      const pose = camera({ NeckNod: 0.05 });
      const [sight, ...others] = seeBeacons(findBlobs(draw(pose, beaconAt([x, y], upper, lower)), WIDTH), pose);
      expect(others).toEqual([]);
      expect([sight.color, sight.isPinkAbove]).toEqual([upper === PINK ? lower : upper, upper === PINK]);
      expect(sight.bearing).toBeCloseTo(Math.atan2(y, x), 1);
      expect(Math.abs(sight.distance / Math.hypot(x, y) - 1)).toBeLessThan(0.08);
    }
  });

  test("a goal has two ends, or one where the picture cuts it; a band of a beacon is no goal", () => {
    const wall = (left: number, right: number) => (from: Vec3, ray: Vec3) => {
      const at = (2 - from[0]) / ray[0];
      const [y, z] = [from[1] + at * ray[1], from[2] + at * ray[2]];
      return y > right && y < left && z > 0 && z < 0.3 ? YELLOW : OTHER;
    };
    const pose = camera();
    const bearing = (y: number) => Math.atan2(y, 2 - pose.position[0]);
    const [whole] = seeGoals(findBlobs(draw(pose, wall(0.4, -0.4)), WIDTH), pose);
    expect(whole.left).toBeCloseTo(bearing(0.4), 1);
    expect(whole.right).toBeCloseTo(bearing(-0.4), 1);
    const [part] = seeGoals(findBlobs(draw(pose, wall(3, -0.4)), WIDTH), pose);
    expect([part.left, part.color]).toEqual([undefined, YELLOW]);
    expect(seeGoals(findBlobs(draw(pose, beaconAt([1.2, 0], YELLOW, PINK)), WIDTH), pose)).toEqual([]);
  });

  test("the opening of a goal is its widest part that no robot hides", () => {
    const pose = camera();
    const bearing = (y: number) => Math.atan2(y, 2 - pose.position[0]);
    // a goalkeeper from y = -0.2 to 0
    const guarded = (from: Vec3, ray: Vec3) => {
      const at = (2 - from[0]) / ray[0];
      const [y, z] = [from[1] + at * ray[1], from[2] + at * ray[2]];
      if (y > -0.2 && y < 0 && z > 0) return RED;
      return Math.abs(y) < 0.4 && z > 0 && z < 0.3 ? YELLOW : OTHER;
    };
    const [goal] = seeGoals(findBlobs(draw(pose, guarded), WIDTH), pose);
    expect(goal.opening.bearing).toBeCloseTo(bearing(0.2), 1);
    expect(goal.left).toBeCloseTo(bearing(0.4), 1);
    expect(goal.right).toBeCloseTo(bearing(-0.4), 1);
  });
});
