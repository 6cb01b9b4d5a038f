// The ball in one picture. All rays that touch a sphere have the same angle with the ray to its centre, so that its outline gives
// direction and distance even where the picture's edge cuts it: with c the unit vector to the centre and a the angle,
// ray · (c / cos a) = 1. A small ball's distance comes from its number of pixels instead. The point where the ray to the centre meets
// the height of a ball on the ground gives a second distance.

import { hypot, PI } from "../../../src/math/Trigonometry.js";
import type { Vec3 } from "../../../src/math/Vec3.js";
import type { ColorBlob } from "./Blobs.js";
import { type CameraPose, FOCUS, HEIGHT, rayOf, WIDTH } from "./CameraPose.js";
import { ORANGE } from "./ColorClasses.js";
import { FIELD } from "./FieldMap.js";
import { solve3 } from "./LinearSystem.js";

const BALL_RADIUS = FIELD.ballRadius;

/** In the ground frame of the robot, m. */
export interface BallSight {
  readonly ahead: number;
  readonly left: number;
  /** Standard deviation of its position, m. */
  readonly deviation: number;
}

/** Fewer pixels are not a ball, or too far away. */
const MIN_AREA = 8;
/** Balls of a smaller radius, in pixels, are measured by their area. */
const SMALL = 9;
/** Errors: of the outline, pixels; of the angle between the line of sight and the ground, rad. */
const [OUTLINE_ERROR, ANGLE_ERROR] = [0.3, 0.025];
/** A ball may seem this much above or below the ground, as an angle, rad; one at the paws more, m and rad. */
const [MAX_RAISE, AT_PAWS, MAX_RAISE_THERE] = [0.12, 0.4, 0.4];
const FARTHEST = 5;

/** Undefined: no ball in the picture. */
export function seeBall(blobs: readonly ColorBlob[], classes: Uint8Array, camera: CameraPose): BallSight | undefined {
  const orange = blobs.filter((blob) => blob.class === ORANGE && blob.area >= MIN_AREA);
  const byArea = orange.sort((a, b) => b.area - a.area);
  for (const blob of byArea.slice(0, 3)) {
    const sight = measure(blob, classes, camera);
    if (sight) return sight;
  }
  return undefined;
}

function measure(blob: ColorBlob, classes: Uint8Array, camera: CameraPose): BallSight | undefined {
  const isCut = blob.left === 0 || blob.top === 0 || blob.right === WIDTH || blob.bottom === HEIGHT;
  const extent = Math.max(blob.right - blob.left, blob.bottom - blob.top) / 2;
  const isSmall = extent < SMALL && !isCut;
  const sphere = isSmall ? byPixels(blob) : byOutline(blob, classes);
  if (!sphere) return undefined;
  const { column, row, distance } = sphere;
  const ray = rayOf(camera, column, row);
  const length = hypot(...ray);
  const [x, y, z] = camera.position;
  // above the height of a ball on the ground, as an angle
  const raise = (z + (ray[2] / length) * distance - BALL_RADIUS) / distance;
  if (Math.abs(raise) > (distance < AT_PAWS ? MAX_RAISE_THERE : MAX_RAISE)) return undefined;
  const bySize = distance * (hypot(ray[0], ray[1]) / length);
  const sizeError = (distance * OUTLINE_ERROR * (isCut ? 2 : 1)) / Math.max(1, (FOCUS * BALL_RADIUS) / distance);
  const drop = z - BALL_RADIUS;
  const flat = fuse(bySize, sizeError, ray, drop);
  if (flat.distance > FARTHEST) return undefined;
  const across = hypot(ray[0], ray[1]);
  return {
    ahead: x + (flat.distance * ray[0]) / across,
    left: y + (flat.distance * ray[1]) / across,
    deviation: 0.005 + flat.error,
  };
}

/** Joins the distance by size with that by the ground, each with the weight of its error. */
function fuse(bySize: number, sizeError: number, ray: Vec3, drop: number): { distance: number; error: number } {
  if (ray[2] >= 0 || drop <= 0) return { distance: bySize, error: sizeError };
  const byGround = (drop * hypot(ray[0], ray[1])) / -ray[2];
  const groundError = (ANGLE_ERROR * (byGround * byGround + drop * drop)) / drop;
  const [a, b] = [1 / (sizeError * sizeError), 1 / (groundError * groundError)];
  return { distance: (bySize * a + byGround * b) / (a + b), error: Math.sqrt(1 / (a + b)) };
}

interface Sphere {
  readonly column: number;
  readonly row: number;
  /** From the camera to the centre, m. */
  readonly distance: number;
}

function byPixels({ area, column, row }: ColorBlob): Sphere {
  const [l, u] = [(WIDTH / 2 - column) / FOCUS, (HEIGHT / 2 - row) / FOCUS];
  const slant = Math.sqrt(1 + l * l + u * u);
  // a small sphere covers PI (F R / d)^2 slant^3 pixels
  return { column, row, distance: FOCUS * BALL_RADIUS * Math.sqrt((PI * slant * slant * slant) / area) };
}

/** Fits the outline: left and right ends of the rows of the blob, except at the edge of the picture. */
function byOutline({ left, right, top, bottom }: ColorBlob, classes: Uint8Array): Sphere | undefined {
  const sums = new Float64Array(9);
  let count = 0;
  const add = (column: number, row: number): void => {
    const [l, u] = [(WIDTH / 2 - column) / FOCUS, (HEIGHT / 2 - row) / FOCUS];
    const length = Math.sqrt(1 + l * l + u * u);
    const [a, b, c] = [1 / length, l / length, u / length];
    const products = [a * a, a * b, a * c, b * b, b * c, c * c, a, b, c];
    for (let i = 0; i < 9; i++) sums[i] += products[i];
    count++;
  };
  for (let row = top; row < bottom; row++) {
    const at = row * WIDTH;
    let [first, last] = [left, right - 1];
    while (first < right && classes[at + first] !== ORANGE) first++;
    while (last >= left && classes[at + last] !== ORANGE) last--;
    if (first > last) continue;
    if (first > 0) add(first, row + 0.5);
    if (last < WIDTH - 1) add(last + 1, row + 0.5);
  }
  if (count < 8) return undefined;
  const [aa, ab, ac, bb, bc, cc, a, b, c] = sums;
  const axis = solve3([aa, ab, ac, ab, bb, bc, ac, bc, cc], [a, b, c]);
  if (!axis || axis[0] <= 0) return undefined;
  const square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  if (square <= 1) return undefined;
  // 1 / length is the cosine of the angle
  const distance = BALL_RADIUS / Math.sqrt(1 - 1 / square);
  return { column: WIDTH / 2 - (FOCUS * axis[1]) / axis[0], row: HEIGHT / 2 - (FOCUS * axis[2]) / axis[0], distance };
}
