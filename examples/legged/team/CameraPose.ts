// Where the nose camera is and where its pixels look, from the measured angles of legs and neck. The ground frame has its origin on the
// ground below the body's centre: forward, left, up, in m. The body stands on its lowest front paw and its lowest hind paw. Its roll is
// left out: in a trot the accelerometer's error of it is larger than the roll itself.

import { BODY, FRONT, LEGS, shoulderOf } from "../../../robots/AiboGeometry.js";
import { legJoints } from "../../../robots/AiboJoints.js";
import type { RobotClient } from "../../../src/client/index.js";
import { DEGREE, hypot, tan } from "../../../src/math/Trigonometry.js";
import type { Vec3 } from "../../../src/math/Vec3.js";
import { headPoint } from "../HeadAim.js";
import { pawPoint } from "../LegKinematics.js";
import { outOf, type Placement } from "./Placement.js";

export const [WIDTH, HEIGHT] = [208, 160];
/** Focal length, pixels. */
export const FOCUS = HEIGHT / 2 / tan((45.2 / 2) * DEGREE);

/** How the body stands: height of its centre, m, and the sine of the angle of its nose below the horizon. */
export interface Stance {
  readonly height: number;
  readonly noseDown: number;
}

export interface CameraPose {
  readonly position: Vec3;
  /** Axes of the camera: the direction of view, to the left and up in the picture. */
  readonly ahead: Vec3;
  readonly left: Vec3;
  readonly up: Vec3;
}

/** Undefined: the joints have not sent their angles yet. */
export function stanceOf(robot: RobotClient): Stance | undefined {
  const feet: (readonly [x: number, z: number])[] = [];
  for (const leg of LEGS) {
    const angles = legJoints(leg).map((joint) => robot.latest(joint)?.[0]);
    const [rotator, elevator, knee] = angles;
    if (rotator === undefined || elevator === undefined || knee === undefined) return undefined;
    const [forward, , up] = pawPoint(leg, [rotator, elevator, knee]);
    feet.push([shoulderOf(leg)[0] + forward, up]);
  }
  const lower = (a: readonly [number, number], b: readonly [number, number]) => (a[1] < b[1] ? a : b);
  const [front, hind] = [lower(feet[0], feet[1]), lower(feet[2], feet[3])];
  const [dx, dz] = [front[0] - hind[0], front[1] - hind[1]];
  const length = hypot(dx, dz);
  // height of the body's centre above the line through both paws
  const above = (-front[1] * dx + front[0] * dz) / length;
  return { height: (above + FRONT.pawRadius) / 1000, noseDown: dz / length };
}

export function cameraPose(robot: RobotClient, stance: Stance): CameraPose | undefined {
  const angles = ["NeckTilt", "NeckPan", "NeckNod"].map((joint) => robot.latest(joint)?.[0]);
  const [tilt, pan, nod] = angles;
  if (tilt === undefined || pan === undefined || nod === undefined) return undefined;
  const [x, z] = [BODY.camera[0] - BODY.nod[0], BODY.camera[2] - BODY.nod[2]];
  const ground = (point: Vec3): Vec3 => {
    const [forward, left, up] = headPoint([tilt, pan, nod], point);
    return toGround(stance, [forward / 1000, left / 1000, up / 1000]);
  };
  const position = ground([x, 0, z]);
  const axis = (point: Vec3): Vec3 => {
    const [a, b, c] = ground(point);
    return [a - position[0], b - position[1], c - position[2]];
  };
  return { position, ahead: axis([x + 1000, 0, z]), left: axis([x, 1000, z]), up: axis([x, 0, z + 1000]) };
}

/** The same camera, seen from where the robot is now: `from` is where it was, ahead and to the left, and how it was turned. */
export function cameraFrom({ position, ahead, left, up }: CameraPose, from: Placement): CameraPose {
  const turned = ([x, y, z]: Vec3): Vec3 => [...outOf({ ...from, x: 0, y: 0 }, [x, y]), z];
  const [x, y] = outOf(from, [position[0], position[1]]);
  return { position: [x, y, position[2]], ahead: turned(ahead), left: turned(left), up: turned(up) };
}

/** A point of the body's frame, m. */
function toGround({ height, noseDown }: Stance, [x, y, z]: Vec3): Vec3 {
  const level = Math.sqrt(1 - noseDown * noseDown);
  return [x * level + z * noseDown, y, height + z * level - x * noseDown];
}

/** A point of the ground frame, m, in the body's frame, mm. */
export function toBody({ height, noseDown }: Stance, [x, y, z]: Vec3): Vec3 {
  const level = Math.sqrt(1 - noseDown * noseDown);
  const up = z - height;
  return [1000 * (x * level - up * noseDown), 1000 * y, 1000 * (up * level + x * noseDown)];
}

/** Direction of a point of the picture in the ground frame, of any length. */
export function rayOf({ ahead, left, up }: CameraPose, column: number, row: number): Vec3 {
  const [l, u] = [(WIDTH / 2 - column) / FOCUS, (HEIGHT / 2 - row) / FOCUS];
  return [ahead[0] + l * left[0] + u * up[0], ahead[1] + l * left[1] + u * up[1], ahead[2] + l * left[2] + u * up[2]];
}

/** Row of the horizon in a column of the picture. */
export function horizonRow({ ahead, left, up }: CameraPose, column: number): number {
  const l = (WIDTH / 2 - column) / FOCUS;
  return HEIGHT / 2 + (FOCUS * (ahead[2] + l * left[2])) / Math.max(0.1, up[2]);
}
