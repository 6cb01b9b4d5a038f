// Marks on wheels, so that their turning is seen: spokes on both faces, and bars across the tread. A cylinder lies along y.

import { BoxGeometry, type BufferGeometry, CylinderGeometry, Matrix4 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { CylinderShape } from "../../../../src/describe/entity/Solid.js";
import type { Color } from "../../../../src/render/scene/Scene.js";

const SPOKES = 5;
const BARS = 8;
/** Longer cylinders are not wheels: length relative to the radius. */
const MAX_LENGTH = 1.6;
/** Marks stand this far above the surface, relative to the radius. */
const LIFT = 0.012;

/** Undefined: the cylinder is no wheel. */
export function makeWheelMarks({ radius, length }: CylinderShape): BufferGeometry | undefined {
  if (length > MAX_LENGTH * radius) return undefined;
  const lift = LIFT * radius;
  const parts: BufferGeometry[] = [];
  const add = (part: BufferGeometry, turn: number, away: number): void => {
    const about = new Matrix4().makeRotationY(turn);
    parts.push(part.applyMatrix4(about.multiply(new Matrix4().makeTranslation(away, 0, 0))));
  };
  // spokes and hub reach through the wheel and stand out on both faces
  const width = length + 2 * lift;
  for (let i = 0; i < SPOKES; i++)
    add(new BoxGeometry(0.5 * radius, width, 0.11 * radius), (2 * Math.PI * i) / SPOKES, 0.45 * radius);
  parts.push(new CylinderGeometry(0.24 * radius, 0.24 * radius, width, 16));
  for (let i = 0; i < BARS; i++)
    add(new BoxGeometry(2 * lift, 0.86 * length, 0.09 * radius), (2 * Math.PI * i) / BARS, radius);
  const marks = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return marks;
}

/** Lighter than a dark wheel, darker than a light one. */
export function markColor([r, g, b]: Color): Color {
  const isDark = 0.3 * r + 0.6 * g + 0.1 * b < 110;
  const mix = (x: number): number => Math.round(isDark ? x + 0.42 * (255 - x) : 0.5 * x);
  return [mix(r), mix(g), mix(b)];
}
