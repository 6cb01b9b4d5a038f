// Exposure times of rows (S3). The last row of a picture is read at the picture's instant t. Row r of H is read at
//   t - (1 - (r + 1) / H) readout
// and collects light for the time `exposure` before that. The picture is drawn as bands of rows, each at a few instants.
// Poses before t follow from the velocities v and w at t, taken as constant.

import type { Pose } from "../../math/Pose.js";
import { fromAxisAngle, multiply, normalizeQuat, type Quat } from "../../math/Quat.js";
import { length, type Vec3 } from "../../math/Vec3.js";
import type { LensSettings } from "./LensSettings.js";

interface ShutterBand {
  /** Rows of the finished picture: first, and one past the last. */
  readonly firstRow: number;
  readonly endRow: number;
  /** Instants whose mean light the rows show, s relative to the picture's instant (<= 0), in increasing order. */
  readonly offsetsSec: readonly number[];
}

/** Number of bands of a rolling shutter, and of instants of motion blur. */
export const ROLLING_BANDS = 12;
export const BLUR_INSTANTS = 5;

/** One band with one instant if both effects are off. */
export function shutterPlan({ exposureMS, readoutMS }: LensSettings, height: number): readonly ShutterBand[] {
  const count = readoutMS > 0 ? Math.min(ROLLING_BANDS, height) : 1;
  const instants = exposureMS > 0 ? BLUR_INSTANTS : 1;
  return Array.from({ length: count }, (_, band) => {
    const [firstRow, endRow] = [Math.floor((band * height) / count), Math.floor(((band + 1) * height) / count)];
    // read time of the middle row of the band
    const readMS = readoutMS > 0 ? readoutMS * (1 - (firstRow + endRow) / (2 * height)) : 0;
    const offsetsSec = Array.from({ length: instants }, (_, i) => {
      const sinceMS = exposureMS > 0 ? (exposureMS * (instants - i - 0.5)) / instants : 0;
      const backMS = readMS + sinceMS;
      return backMS === 0 ? 0 : -backMS / 1000;
    });
    return { firstRow, endRow, offsetsSec };
  });
}

/** Numbers per body: pose x y z qx qy qz qw; linear and angular velocity of its centre in world axes. */
const POSE_NUMBERS = 7;
export const VELOCITY_NUMBERS = 6;

/** Poses (x y z qx qy qz qw of each body) after `seconds` at these velocities (linear, angular, in world axes). */
export function movePoses(poses: Float64Array, velocities: Float64Array, seconds: number): Float64Array {
  const moved = poses.slice();
  if (seconds === 0) return moved;
  for (let i = 0, v = 0; i < moved.length; i += POSE_NUMBERS, v += VELOCITY_NUMBERS) {
    for (let k = 0; k < 3; k++) moved[i + k] += seconds * velocities[v + k];
    const spin: Vec3 = [velocities[v + 3], velocities[v + 4], velocities[v + 5]];
    const now: Quat = [moved[i + 3], moved[i + 4], moved[i + 5], moved[i + 6]];
    const speed = length(spin);
    if (speed > 0) moved.set(normalizeQuat(multiply(fromAxisAngle(spin, speed * seconds), now)), i + 3);
  }
  return moved;
}

/** The same for one pose; the linear velocity is that of the pose's position. */
export function movePose(pose: Pose, velocity: ArrayLike<number>, seconds: number): Pose {
  const numbers = Float64Array.of(...pose.position, ...pose.orientation);
  const [x, y, z, a, b, c, w] = movePoses(numbers, Float64Array.from(velocity), seconds);
  return { position: [x, y, z], orientation: [a, b, c, w] };
}
