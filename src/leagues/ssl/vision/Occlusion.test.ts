import { describe, expect, it } from "vitest";
import { fieldBall, fieldRobot } from "../../../../testing/builders/FieldStates.js";
import { RandomStream } from "../../../math/RandomStream.js";
import { cos, hypot, PI, sin } from "../../../math/Trigonometry.js";
import type { Vec3 } from "../../../math/Vec3.js";
import type { FieldRobot } from "../FieldState.js";
import { seeBall } from "./Occlusion.js";

const ABOVE: Vec3 = [0, 0, 4];

describe("Occlusion", () => {
  it("[F4] without robots the whole ball is seen", () => {
    expect(seeBall(ABOVE, fieldBall(1, 2), [fieldRobot("blue", 0, { x: 1, y: 1 })])).toEqual({
      visible: 1,
      shift: [0, 0, 0],
    });
  });

  it("[F4] half of it under a flat front: half is seen, its middle is a half disc's", () => {
    // seen from far above, so that rays are straight down
    const robot = fieldRobot("blue", 0, { x: -0.075 });
    const { visible, shift } = seeBall([0, 0, 4000], fieldBall(0, 0), [robot]);
    expect(visible).toBeCloseTo(0.5, 1);
    expect(shift[0]).toBeCloseTo((4 * 0.0215) / (3 * PI), 3);
    expect(shift[1]).toBeCloseTo(0, 3);
  });

  it("[F4] a robot hides a ball behind it, not one in front of it", () => {
    const robot = fieldRobot("yellow", 1, { x: 3 });
    expect(seeBall(ABOVE, fieldBall(3.11, 0), [robot]).visible).toBe(0);
    expect(seeBall(ABOVE, fieldBall(2.87, 0), [robot]).visible).toBe(1);
    // high above it
    expect(seeBall(ABOVE, fieldBall(3.11, 0, { position: [3.11, 0, 0.4] }), [robot]).visible).toBe(1);
    // the shadow ends: 0.15 of 4 m high, 3.1 m away
    expect(seeBall(ABOVE, fieldBall(3.11 + 0.16, 0), [robot]).visible).toBe(1);
  });

  it("[F4] agrees with walking along each ray in small steps", () => {
    const draw = new RandomStream(11);
    for (let i = 0; i < 60; i++) {
      const camera: Vec3 = [draw.uniform(-2, 2), draw.uniform(-2, 2), draw.uniform(2, 4)];
      const ball = fieldBall(draw.uniform(-0.1, 0.1), draw.uniform(-0.1, 0.1));
      const robot = fieldRobot("blue", 0, {
        x: draw.uniform(-0.2, 0.2),
        y: draw.uniform(-0.2, 0.2),
        z: draw.uniform(0, 0.05),
        orientation: draw.uniform(-3, 3),
      });
      expect(seeBall(camera, ball, [robot]).visible).toBeCloseTo(walked(camera, ball.position, robot), 1);
    }
  });
});

/** Part of a dense grid over the disc that faces the camera from which no step on the way up is in the robot. */
function walked(camera: Vec3, ball: Vec3, robot: FieldRobot): number {
  const to = camera.map((c, i) => c - ball[i]);
  const far = hypot(hypot(to[0], to[1]), to[2]);
  const axis = to.map((c) => c / far);
  const flat = hypot(axis[0], axis[1]);
  const side = [-axis[1] / flat, axis[0] / flat, 0];
  const up = [-axis[2] * side[1], axis[2] * side[0], axis[0] * side[1] - axis[1] * side[0]];
  let [seen, all] = [0, 0];
  for (let a = -0.95; a < 1; a += 0.1)
    for (let b = -0.95; b < 1; b += 0.1) {
      if (a * a + b * b > 1) continue;
      all++;
      const point = ball.map((c, i) => c + 0.0215 * (a * side[i] + b * up[i]));
      let isHidden = false;
      for (let s = 0; s < 0.3 && !isHidden; s += 0.001)
        isHidden = isInside(robot, point.map((c, i) => c + s * axis[i]) as unknown as Vec3);
      if (!isHidden) seen++;
    }
  return seen / all;
}

function isInside(robot: FieldRobot, [x, y, z]: Vec3): boolean {
  const [dx, dy] = [x - robot.x, y - robot.y];
  const ahead = dx * cos(robot.orientation) + dy * sin(robot.orientation);
  return (
    z >= robot.z &&
    z <= robot.z + robot.height &&
    dx * dx + dy * dy < robot.radius * robot.radius &&
    ahead < robot.front
  );
}
