// Balls at the eye, such as the head that carries the camera: their bounding spheres reach into the view, and they would be drawn with
// the most triangles. The level with n corners lies between the balls of the sizes 1 - 10 / n² and 1 + 5 / n².

import { INSTANCE_BALL, INSTANCE_SCALE } from "../../src/render/raster/RasterLayout";
import { frame, NEAR } from "./View";

/** For rounding, m. */
const MARGIN: f64 = 1e-5;

/** A ball that is behind the near plane or around the eye shows no triangle of the level with these corners. */
export function isBallHidden(world: usize, instance: usize, corners: i32): bool {
  const half = instance + INSTANCE_BALL, a = <f64>load<f32>(half), b = <f64>load<f32>(half, 4), c = <f64>load<f32>(half, 8);
  if (!(a > 0)) return false;
  const n2 = <f64>(corners * corners), length = load<f64>(instance, INSTANCE_SCALE + 24);
  const x = load<f64>(world, 72) - load<f64>(frame, 72), y = load<f64>(world, 80) - load<f64>(frame, 80);
  const z = load<f64>(world, 88) - load<f64>(frame, 88);
  // its middle and the direction of view, in its own axes
  const p = along(world, x, y, z), q = along(world + 8, x, y, z), r = max(0, abs(along(world + 16, x, y, z)) - length);
  const inner = 1 - 10 / n2;
  if (inner > 0 && p * p / (a * a) + q * q / (b * b) + r * r / (c * c) < inner * inner) return true;
  const vx = load<f64>(frame, 24), vy = load<f64>(frame, 32), vz = load<f64>(frame, 40);
  const u = a * along(world, vx, vy, vz), v = b * along(world + 8, vx, vy, vz), w = along(world + 16, vx, vy, vz);
  const reach = (1 + 5 / n2) * sqrt(u * u + v * v + c * c * w * w) + length * abs(w);
  return x * vx + y * vy + z * vz + reach < NEAR - MARGIN;
}

// @ts-ignore: decorator
@inline
function along(column: usize, x: f64, y: f64, z: f64): f64 {
  return x * load<f64>(column) + y * load<f64>(column, 24) + z * load<f64>(column, 48);
}
