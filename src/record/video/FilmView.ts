// A view for films and pictures that no camera has (X4): "x y z to x y z", in m, from the eye to the point in the middle of the picture,
// and perhaps "fov d", the vertical field of view in degrees. Up is +z; straight down or up, +y is up in the picture.

import type { Pose } from "../../math/Pose.js";
import { fromFrame } from "../../math/Quat.js";
import { cross, normalize, sub, type Vec3 } from "../../math/Vec3.js";

export interface FilmView {
  readonly pose: Pose;
  /** Vertical, degrees. */
  readonly fovDeg: number;
}

const DEFAULT_FOV_DEG = 45;
const MAX_FOV_DEG = 179;
const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const POINT = String.raw`(${NUMBER})[\s,]+(${NUMBER})[\s,]+(${NUMBER})`;
const VIEW = new RegExp(String.raw`^\s*${POINT}\s+to\s+${POINT}(?:\s+fov\s+(${NUMBER}))?\s*$`, "i");

export const VIEW_FORMAT = '"x y z to x y z", and perhaps "fov d" (0 to 179 degrees)';

/** Undefined: the text is no view. */
export function readView(text: string): FilmView | undefined {
  const found = VIEW.exec(text);
  if (!found) return undefined;
  const [x, y, z, tx, ty, tz, fovDeg = DEFAULT_FOV_DEG] = found.slice(1).map((one) => one && Number(one)) as number[];
  const pose = poseOf([x, y, z], [tx, ty, tz]);
  return pose && fovDeg > 0 && fovDeg <= MAX_FOV_DEG ? { pose, fovDeg } : undefined;
}

/** A camera looks along +y of its frame, +z is up in its picture. */
function poseOf(eye: Vec3, target: Vec3): Pose | undefined {
  const forward = normalize(sub(target, eye));
  if (!forward.every(Number.isFinite) || forward.every((x) => x === 0)) return undefined;
  const isSteep = forward[0] === 0 && forward[1] === 0;
  const right = normalize(cross(forward, isSteep ? [0, 1, 0] : [0, 0, 1]));
  return { position: eye, orientation: fromFrame(right, forward, cross(right, forward)) };
}
