// Finds the camera distance at which all given points are visible. In the frame of the camera (r right, u up, b back) a
// point p is inside a window of half-widths tx, ty (tangents) if |p.r - s.r| <= tx (d - p.b), and likewise for u. The
// minimum distance d follows in closed form from the outermost points on either side, then the shift s of the middle.

import { Vector3 } from "three";

const HALVINGS = 50;

export interface Framing {
  /** The point in the middle. */
  readonly target: Vector3;
  readonly distance: number;
}

interface Window3 {
  /** Tangents of half the horizontal and vertical angle of view. */
  readonly tangentX: number;
  readonly tangentY: number;
}

/** `yaw`, `pitch`: direction of the camera (as in Orbit.ts). `level`: height of the target, m. */
export function framePoints(
  points: readonly Vector3[],
  { yaw, pitch }: { readonly yaw: number; readonly pitch: number },
  { tangentX, tangentY }: Window3,
  level: number,
): Framing {
  const back = new Vector3(Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch));
  const right = new Vector3(-Math.sin(yaw), Math.cos(yaw), 0);
  const up = new Vector3().crossVectors(back, right);
  const origin = points[0]?.clone() ?? new Vector3();
  const across = spread(points, origin, back, right);
  const upward = spread(points, origin, back, up);
  const distance = Math.max(minDistance(across, tangentX), minDistance(upward, tangentY));
  const target = origin.clone();
  target.addScaledVector(right, middle(across, distance)).addScaledVector(up, middle(upward, distance));
  // moving the target along the line of sight to the wanted height keeps the picture
  const along = Math.sin(pitch) > 0.1 ? (level - target.z) / back.z : 0;
  return { target: target.addScaledVector(back, along), distance: distance - along };
}

/** Distance to the side and back of each point. */
type Spread = readonly (readonly [number, number])[];

const spread = (points: readonly Vector3[], origin: Vector3, back: Vector3, side: Vector3): Spread =>
  points.map((point) => {
    const way = point.clone().sub(origin);
    return [way.dot(side), way.dot(back)];
  });

function minDistance(points: Spread, tangent: number): number {
  const right = Math.max(...points.map(([x, z]) => z + x / tangent));
  const left = Math.max(...points.map(([x, z]) => z - x / tangent));
  return (right + left) / 2;
}

/** The shift with equal margins on both sides, by bisection: the difference of the margins is monotonic. */
function middle(points: Spread, distance: number): number {
  let low = Math.min(...points.map(([x]) => x));
  let high = Math.max(...points.map(([x]) => x));
  for (let i = 0; i < HALVINGS; i++) {
    const shift = (low + high) / 2;
    const seen = points.map(([x, z]) => (x - shift) / (distance - z));
    if (Math.max(...seen) + Math.min(...seen) > 0) low = shift;
    else high = shift;
  }
  return (low + high) / 2;
}
