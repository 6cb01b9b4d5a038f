// Finds the ball in front of a kicker's plate (F2). A ball is a free body whose only colliding solid is a sphere about its centre of
// mass, whatever its name. In the plate's frame (origin in the middle of its face, +y ahead, +z up) a ball of radius r at
// (x, y, z) is in reach when |x| <= width / 2, |z| <= height / 2 and its gap y - r is at most the reach.

import type { DeviceDescription } from "../../describe/robot/RobotDescription.js";
import type { Pose } from "../../math/Pose.js";
import { conjugate, rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import { type FreeSphere, listFreeSpheres } from "../../physics/FreeSpheres.js";
import type { Physics } from "../../physics/Physics.js";
import { placeOf } from "../Mount.js";

export interface PlateSize {
  /** Size along x and z, m. */
  readonly width: number;
  readonly height: number;
  /** Reach ahead of its face, m. */
  readonly reach: number;
}

/** A ball in front of the plate. */
export interface NearBall {
  readonly ball: FreeSphere;
  /** Distance from the face to the surface of the ball, m. */
  readonly gap: number;
  /** Of its centre, in the world. */
  readonly position: Vec3;
  readonly velocity: Vec3;
}

/** A ball that overlaps the plate by more, m, is not in front of it. */
const DEEPEST = 0.01;

/**
 * The nearest ball in front of the plate, or one that gets there within `aheadSec` while the plate moves at `speed` along
 * its +y.
 */
export function ballBefore(
  physics: Physics,
  plate: Pose,
  size: PlateSize,
  { speed = 0, aheadSec = 0 }: { readonly speed?: number; readonly aheadSec?: number } = {},
): NearBall | undefined {
  const inverse = conjugate(plate.orientation);
  let nearest: NearBall | undefined;
  for (const ball of listFreeSpheres(physics)) {
    const position = ball.position();
    const far = sub(position, plate.position);
    // quick test: most balls are far away
    if (Math.abs(far[0]) + Math.abs(far[1]) > 1 + ball.radius + size.width) continue;
    const [x, y, z] = rotate(inverse, far);
    const gap = y - ball.radius;
    if (gap < -DEEPEST || Math.abs(x) > size.width / 2 || Math.abs(z) > size.height / 2) continue;
    const velocity = ball.velocity();
    const closing = aheadSec > 0 ? Math.max(0, speed - rotate(inverse, velocity)[1]) : 0;
    if (gap - closing * aheadSec > size.reach || (nearest && nearest.gap <= gap)) continue;
    nearest = { ball, gap, position, velocity };
  }
  return nearest;
}

/** Whether a robot's kicker (`robot.device("Kicker").description`) could kick a ball now. Changes nothing. */
export function isBallInReach(physics: Physics, robot: string, kicker: DeviceDescription): boolean {
  if (kicker.body === undefined) return false;
  const plate = placeOf(physics, robot, kicker.body, kicker.pose);
  return ballBefore(physics, plate, kicker.settings as PlateSize) !== undefined;
}
