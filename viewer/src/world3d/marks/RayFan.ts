// Where the rays of a range sensor or a lidar point, in the sensor's own frame: as src/devices/Lidar.ts counts them, layer by
// layer from the lowest, each counter-clockwise about +z from -FovH/2 to FovH/2, 0 being +y.

import type { ViewRays } from "../../../../src/session/view/ViewProtocol.js";

const ALL_AROUND = 360;
const DEGREE = Math.PI / 180;

/** x y z of each. */
export function rayDirections({ rays, layers, fovHDeg, fovVDeg }: ViewRays): Float32Array {
  const directions = new Float32Array(3 * rays * layers);
  const steps = fovHDeg === ALL_AROUND ? rays : rays - 1;
  let at = 0;
  for (let layer = 0; layer < layers; layer++) {
    const up = spread(layer, layers - 1, fovVDeg) * DEGREE;
    for (let i = 0; i < rays; i++) {
      const left = (rays === 1 ? 0 : spread(i, steps, fovHDeg)) * DEGREE;
      directions[at++] = -Math.sin(left) * Math.cos(up);
      directions[at++] = Math.cos(left) * Math.cos(up);
      directions[at++] = Math.sin(up);
    }
  }
  return directions;
}

/** From -width/2 to width/2 in so many steps. */
const spread = (i: number, steps: number, width: number): number => (steps === 0 ? 0 : (i / steps - 0.5) * width);
