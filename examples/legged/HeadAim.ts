// Turns the head so that the nose camera looks at a point (L3). The point is in mm in the body's frame: forward, left, up.

import { BODY } from "../../robots/AiboGeometry.js";
import type { Point } from "../../robots/DocumentParts.js";
import { asin, atan2, cos, hypot, sin } from "../../src/math/Trigonometry.js";
import { jointRange, within } from "./LegKinematics.js";
import type { Pose } from "./Pose.js";

/** The camera is this far below the axis of the nod. */
const DROP = BODY.nod[2] - BODY.camera[2];
/** The neck leans forward as far as needed for the nod to reach the point; searched in this many steps. */
const STEPS = 20;

/** Angles of neck and head. A point out of reach: as near as the joints allow. */
export function aimHead(point: Point): Pose {
  const [lowest, highest] = jointRange("NeckTilt");
  const [least, most] = jointRange("NeckNod");
  let tilt = highest;
  for (let i = 0; i < STEPS; i++) {
    const { nod } = aimWith(tilt, point);
    if (nod >= least) break;
    tilt = within(tilt + nod - least, lowest, highest);
  }
  const { pan, nod } = aimWith(tilt, point);
  return { NeckTilt: tilt, NeckPan: within(pan, ...jointRange("NeckPan")), NeckNod: within(nod, least, most) };
}

function aimWith(tilt: number, [forward, left, up]: Point): { readonly pan: number; readonly nod: number } {
  const [x, z] = [forward - BODY.neck[0], up - BODY.neck[2]];
  // along the axes of the tilted neck, from where pan and nod meet
  const ahead = x * cos(tilt) + z * sin(tilt);
  const above = z * cos(tilt) - x * sin(tilt) - (BODY.nod[2] - BODY.neck[2]);
  const flat = hypot(ahead, left);
  const distance = Math.max(DROP, hypot(flat, above));
  return { pan: atan2(left, ahead), nod: atan2(above, flat) + asin(DROP / distance) };
}

/** Where a point of the head's frame (mm from the axis of the nod: forward, left, up) is in the body's frame. */
export function headPoint([tilt, pan, nod]: readonly [tilt: number, pan: number, nod: number], point: Point): Point {
  const [ahead, left, up] = raise(nod, point);
  const turned: Point = [ahead * cos(pan) - left * sin(pan), ahead * sin(pan) + left * cos(pan), up];
  const [x, y, z] = raise(tilt, [turned[0], turned[1], turned[2] + BODY.nod[2] - BODY.neck[2]]);
  return [x + BODY.neck[0], y, z + BODY.neck[2]];
}

/** Turned about the axis to the right, so that forward goes up. */
const raise = (angle: number, [forward, left, up]: Point): Point => [
  forward * cos(angle) - up * sin(angle),
  left,
  forward * sin(angle) + up * cos(angle),
];
