// A small colour vision, as a team may write it: pixels are classified by hue, neighbours of one colour become blobs, a dot of a
// team with four dots around it is a robot. It uses the league's table and the camera's calibration, and nothing of the world.

import type { Pose } from "../../src/math/Pose.js";
import { rotate } from "../../src/math/Quat.js";
import { add, scale, type Vec3 } from "../../src/math/Vec3.js";

export type Color = "blue" | "yellow" | "green" | "magenta" | "orange";

export interface Calibration {
  readonly pose: Pose;
  readonly width: number;
  readonly height: number;
  /** Vertical. */
  readonly fovDeg: number;
}

export interface Blob {
  readonly color: Color;
  /** Position of its middle, px. */
  readonly x: number;
  readonly y: number;
  readonly area: number;
}

export interface FoundRobot {
  readonly team: "blue" | "yellow";
  readonly id: number;
  /** m, rad. */
  readonly x: number;
  readonly y: number;
  readonly orientation: number;
}

/** Hue in the middle of the range, degrees. */
const HUES: Readonly<Record<Color, number>> = { orange: 28, yellow: 54, green: 141, blue: 217, magenta: 318 };

/** Undefined: the pixel is grey, dark or unsaturated, as on carpet, lines and walls. */
export function colorOf(red: number, green: number, blue: number): Color | undefined {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  if (span < 90 || most < 120 || span < 0.55 * most) return undefined;
  const sixth =
    most === red
      ? ((green - blue) / span + 6) % 6
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  const hue = 60 * sixth;
  const away = (color: Color): number => Math.abs(((hue - HUES[color] + 540) % 360) - 180);
  const near = (Object.keys(HUES) as Color[]).sort((a, b) => away(a) - away(b))[0];
  return away(near) < 24 ? near : undefined;
}

/** `bgra`: a picture of four bytes a pixel. */
export function findBlobs(bgra: Uint8Array, { width, height }: Calibration, minArea = 12): readonly Blob[] {
  const colors = Array.from({ length: width * height }, (_, i) =>
    colorOf(bgra[4 * i + 2], bgra[4 * i + 1], bgra[4 * i]),
  );
  const blobs: Blob[] = [];
  colors.forEach((color, start) => {
    if (!color || colors[start] === undefined) return;
    const queue = [start];
    let [x, y, area] = [0, 0, 0];
    colors[start] = undefined;
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      const [column, row] = [i % width, Math.floor(i / width)];
      x += column + 0.5;
      y += row + 0.5;
      area++;
      for (const [next, isInside] of [
        [i - 1, column > 0],
        [i + 1, column < width - 1],
        [i - width, row > 0],
        [i + width, row < height - 1],
      ] as const)
        if (isInside && colors[next] === color) {
          colors[next] = undefined;
          queue.push(next);
        }
    }
    if (area >= minArea) blobs.push({ color, x: x / area, y: y / area, area });
  });
  return blobs;
}

/** Point at height z on the ray through a pixel, m. */
export function onHeight({ pose, width, height, fovDeg }: Calibration, px: number, py: number, z: number): Vec3 {
  const focal = height / 2 / Math.tan((fovDeg * Math.PI) / 360);
  const ray = rotate(pose.orientation, [(px - width / 2) / focal, 1, (height / 2 - py) / focal]);
  return add(pose.position, scale(ray, (z - pose.position[2]) / ray[2]));
}

/** Front left, front right, back right, back left: directions of the dots from the middle, degrees from forward, and their colours for each number. */
const ANGLES = [57.42, -57.42, -147.42, 147.42];
const TABLE = "MMGM GMGM GGGM MGGM MMMG GMMG GGMG MGMG GGGG MMMM MMGG GGMM GMGG GMMM MGGG MGMM".split(" ");

/** Every dot of a team that has four others 65 mm around it. `height`: of the patterns, m. */
export function findRobots(blobs: readonly Blob[], camera: Calibration, height: number): readonly FoundRobot[] {
  const places = blobs.map((blob) => ({ blob, at: onHeight(camera, blob.x, blob.y, height) }));
  return places.flatMap(({ blob: { color }, at }) => {
    if (color !== "blue" && color !== "yellow") return [];
    const around = places
      .filter(({ blob }) => blob.color === "green" || blob.color === "magenta")
      .map(({ blob, at: [x, y] }) => ({ blob, dx: x - at[0], dy: y - at[1] }))
      .filter(({ dx, dy }) => Math.abs(Math.hypot(dx, dy) - 0.065) < 0.012)
      .map(({ blob, dx, dy }) => ({ color: blob.color, angle: Math.atan2(dy, dx) }));
    const fit = around.length === 4 ? fitPattern(around) : undefined;
    return fit ? [{ team: color, x: at[0], y: at[1], ...fit }] : [];
  });
}

type Around = readonly { readonly color: Color; readonly angle: number }[];

/** The orientation in which four dots match the league's pattern; the two in front are farther apart than the two behind. */
function fitPattern(around: Around): { readonly id: number; readonly orientation: number } | undefined {
  const turned = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
  for (const first of around) {
    const guess = first.angle - (ANGLES[0] * Math.PI) / 180;
    const order = ANGLES.map((degrees) =>
      around.find(({ angle }) => Math.abs(turned(angle - guess - (degrees * Math.PI) / 180)) < 0.2),
    );
    if (order.some((dot) => dot === undefined)) continue;
    const [fl, fr, br, bl] = order as unknown as Around;
    const off = [fl, fr, br, bl].map(({ angle }, i) => turned(angle - guess - (ANGLES[i] * Math.PI) / 180));
    const letters = [fl, fr, bl, br].map(({ color }) => (color === "green" ? "G" : "M")).join("");
    const id = TABLE.indexOf(letters);
    if (id < 0) continue;
    return { id, orientation: turned(guess + off.reduce((a, b) => a + b) / 4) };
  }
  return undefined;
}
