// Directions of the rays of range sensors and lidars, unit vectors x y z in the sensor's frame. Sensors cast these rays and
// viewers draw them. Angles count from +y, counter-clockwise about +z.

import { cos, DEGREE, PI, sin } from "../../math/Trigonometry.js";

export interface RayFan {
  /** Rays per layer. */
  readonly rays: number;
  readonly layers: number;
  /** Field of view, degrees; 360 is all around. */
  readonly fovHDeg: number;
  readonly fovVDeg: number;
}

export const ALL_AROUND_DEG = 360;
const RINGS = 4;
const RAYS_PER_RING = 6;
/** The last rays of a cone lie on its edge. */
export const EDGE_RAYS = RINGS * RAYS_PER_RING;

/**
 * Layer by layer, lowest first, each counter-clockwise from -FovH/2 to FovH/2, both ends included. All around, the first ray
 * points straight back and no last ray repeats it.
 */
export function fanDirections({ rays, layers, fovHDeg, fovVDeg }: RayFan): Float64Array {
  const directions = new Float64Array(3 * rays * layers);
  const steps = fovHDeg === ALL_AROUND_DEG ? rays : rays - 1;
  let at = 0;
  for (let layer = 0; layer < layers; layer++) {
    const up = spread(layer, layers - 1, fovVDeg) * DEGREE;
    const [flat, rise] = [cos(up), sin(up)];
    for (let i = 0; i < rays; i++) {
      const left = (rays === 1 ? 0 : spread(i, steps, fovHDeg)) * DEGREE;
      directions[at++] = -sin(left) * flat;
      directions[at++] = cos(left) * flat;
      directions[at++] = rise;
    }
  }
  return directions;
}

/** Angle i of an even division of -width/2 to width/2 into this number of steps. */
const spread = (i: number, steps: number, width: number): number => (steps === 0 ? 0 : (i / steps - 0.5) * width);

/** One ray along +y, then rings of 6, 12, 18 and 24 rays out to the edge; `cone` is the full opening, rad; 0: one ray. */
export function coneDirections(cone: number): Float64Array {
  const rays = [0, 1, 0];
  for (let ring = 1; ring <= RINGS && cone > 0; ring++) {
    const off = ((ring / RINGS) * cone) / 2;
    const count = RAYS_PER_RING * ring;
    for (let i = 0; i < count; i++) {
      const around = (2 * PI * i) / count;
      rays.push(sin(off) * cos(around), cos(off), sin(off) * sin(around));
    }
  }
  return Float64Array.from(rays);
}
