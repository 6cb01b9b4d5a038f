// Beacons and goals in one picture. A beacon is a pink region with a yellow or sky-blue one above or below it. A goal is a large yellow
// or sky-blue region without pink; its left and right edges count where the picture does not cut them.

import { atan2, hypot } from "../../../src/math/Trigonometry.js";
import type { ColorBlob } from "./Blobs.js";
import { type CameraPose, FOCUS, HEIGHT, horizonRow, rayOf, WIDTH } from "./CameraPose.js";
import { PINK, SKY_BLUE, YELLOW } from "./ColorClasses.js";
import { BEACON } from "./FieldMap.js";

/** Bearings are in rad to the left of the robot's forward axis, from the point below its centre; distances in m. */
export interface BeaconSight {
  readonly color: number;
  readonly isPinkAbove: boolean;
  readonly bearing: number;
  readonly distance: number;
  /** Standard deviation of the distance, m. */
  readonly deviation: number;
}

export interface GoalSight {
  readonly color: number;
  /** Bearings of the left and right end, from the camera; undefined: not in the picture. */
  readonly left: number | undefined;
  readonly right: number | undefined;
  /** Its widest part that nothing hides: the bearing of its middle, for aiming, and its width in pixels. */
  readonly opening: { readonly bearing: number; readonly width: number };
  /** Where the camera is, from the point below the robot's centre. */
  readonly from: readonly [ahead: number, left: number];
}

/** A beacon may seem this much too high or too low, as an angle, rad. */
const MAX_RAISE = 0.12;
const MIN_BAND = 8;
const MIN_GOAL = 60;
/** Error of a beacon's edge, pixels; and width of the rim whose mixed colours belong to no class. */
const [EDGE_ERROR, RIM] = [0.4, 0.2];

export function seeBeacons(blobs: readonly ColorBlob[], camera: CameraPose): BeaconSight[] {
  const bands = blobs.filter(({ class: kind, area }) => area >= MIN_BAND && isGoalColor(kind));
  return blobs.flatMap((pink) => {
    if (pink.class !== PINK || pink.area < MIN_BAND) return [];
    const band = bands.find((other) => isStacked(pink, other) && isBand(pink) && isBand(other));
    const sight = band && measure(pink, band, camera);
    return sight ? [sight] : [];
  });
}

/** Nearly a rectangle, and nearly a square unless the picture cuts it. */
function isBand({ left, right, top, bottom, area }: ColorBlob): boolean {
  const [width, height] = [right - left, bottom - top];
  const isCut = left === 0 || top === 0 || right === WIDTH || bottom === HEIGHT;
  return area > 0.6 * width * height && (isCut || alike(width, height, 2));
}

const isGoalColor = (kind: number): boolean => kind === YELLOW || kind === SKY_BLUE;

/** Two bands of one beacon: above each other, touching, of similar size. */
function isStacked(one: ColorBlob, other: ColorBlob): boolean {
  const [upper, lower] = one.row < other.row ? [one, other] : [other, one];
  const width = Math.max(one.right - one.left, other.right - other.left);
  const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const gap = lower.top - upper.bottom;
  const isCut = upper.top === 0 || lower.bottom === HEIGHT;
  return overlap > 0.5 * width && Math.abs(gap) <= 2 + width / 6 && (isCut || alike(one.area, other.area, 2));
}

const alike = (a: number, b: number, ratio: number): boolean => a < ratio * b && b < ratio * a;

/** Undefined: what would be the middle of its colours is not at the right height. */
function measure(pink: ColorBlob, band: ColorBlob, camera: CameraPose): BeaconSight | undefined {
  const [upper, lower] = pink.row < band.row ? [pink, band] : [band, pink];
  const [left, right] = [Math.min(pink.left, band.left), Math.max(pink.right, band.right)];
  const isSideCut = left === 0 || right === WIDTH;
  const isCut = isSideCut || upper.top === 0 || lower.bottom === HEIGHT;
  const column = (pink.column * pink.area + band.column * band.area) / (pink.area + band.area);
  const row = upper.bottom;
  const l = (WIDTH / 2 - column) / FOCUS;
  // depth along the axis of the camera: by the area of both bands, or by the width where the picture cuts them
  const size = 2 * BEACON.radius * 2 * BEACON.bandHeight;
  const width = right - left + 2 * RIM;
  const height = lower.bottom - upper.top + 2 * RIM;
  const area = pink.area + band.area + 2 * RIM * (width + height);
  const depth = isCut ? (FOCUS * 2 * BEACON.radius) / width : FOCUS * Math.sqrt((size * Math.sqrt(1 + l * l)) / area);
  const ray = rayOf(camera, column, row);
  const [x, y] = [camera.position[0] + depth * ray[0], camera.position[1] + depth * ray[1]];
  const distance = hypot(x, y);
  const raise = (camera.position[2] + depth * ray[2] - BEACON.bottom - BEACON.bandHeight) / depth;
  if (!isCut && Math.abs(raise) > MAX_RAISE) return undefined;
  const error = EDGE_ERROR * (isSideCut ? 8 : isCut ? 2 : 1);
  return {
    color: band.class,
    isPinkAbove: upper === pink,
    bearing: atan2(y, x),
    distance,
    deviation: 0.02 + 0.03 * distance + (depth * error) / Math.max(1, width),
  };
}

/** Goals, of each colour at most one. */
export function seeGoals(blobs: readonly ColorBlob[], camera: CameraPose): GoalSight[] {
  const pinks = blobs.filter((blob) => blob.class === PINK);
  return [YELLOW, SKY_BLUE].flatMap((color) => {
    const parts = blobs.filter(
      (blob) =>
        blob.class === color &&
        blob.area >= MIN_GOAL &&
        !pinks.some((pink) => isStacked(pink, blob)) &&
        // it stands on the ground: no part of it floats high above the horizon
        blob.bottom >= horizonRow(camera, blob.column) - 4,
    );
    if (parts.length === 0) return [];
    const left = Math.min(...parts.map((part) => part.left));
    const right = Math.max(...parts.map((part) => part.right));
    const bottom = Math.max(...parts.map((part) => part.bottom));
    const bearing = (column: number): number => {
      const [x, y] = rayOf(camera, column, bottom);
      return atan2(y, x);
    };
    const [x, y] = camera.position;
    const open = parts.reduce((widest, part) => (widthOf(part) > widthOf(widest) ? part : widest));
    return [
      {
        color,
        left: left > 1 ? bearing(left) : undefined,
        right: right < WIDTH - 1 ? bearing(right) : undefined,
        opening: { bearing: bearing((open.left + open.right) / 2), width: widthOf(open) },
        from: [x, y] as const,
      },
    ];
  });
}

const widthOf = ({ left, right }: ColorBlob): number => right - left;
