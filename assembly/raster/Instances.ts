// World pose of every instance in one scene state: pose of the body times pose of the instance.

import {
  INSTANCE_BODY, INSTANCE_POSE, STATE_POSES,
} from "../../src/render/raster/RasterLayout";
import { instanceAt, instanceCount, worldAt } from "./View";

export function placeInstances(sceneState: usize): void {
  const poses: usize = load<u32>(sceneState, STATE_POSES);
  for (let i = 0; i < instanceCount; i++) {
    const instance = instanceAt(i);
    placeOne(worldAt(i), poses + <usize>load<i32>(instance, INSTANCE_BODY) * 56, instance + INSTANCE_POSE);
  }
}

function placeOne(to: usize, pose: usize, own: usize): void {
  const x = load<f64>(pose, 24), y = load<f64>(pose, 32), z = load<f64>(pose, 40), w = load<f64>(pose, 48);
  writeRow(to, 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w));
  writeRow(to + 24, 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w));
  writeRow(to + 48, 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y));
  for (let k: usize = 0; k < 3; k++) {
    const row = to + 24 * k;
    store<f64>(to + 72 + 8 * k, load<f64>(pose + 8 * k) + shift(row, own));
    turnRow(row, own);
  }
}

// @ts-ignore: decorator
@inline
function writeRow(to: usize, a: f64, b: f64, c: f64): void {
  store<f64>(to, a);
  store<f64>(to, b, 8);
  store<f64>(to, c, 16);
}

// @ts-ignore: decorator
@inline
function shift(row: usize, own: usize): f64 {
  return load<f64>(row) * load<f64>(own, 72) + load<f64>(row, 8) * load<f64>(own, 80) + load<f64>(row, 16) * load<f64>(own, 88);
}

// @ts-ignore: decorator
@inline
function turnRow(row: usize, own: usize): void {
  const a = load<f64>(row), b = load<f64>(row, 8), c = load<f64>(row, 16);
  store<f64>(row, a * load<f64>(own) + b * load<f64>(own, 24) + c * load<f64>(own, 48));
  store<f64>(row, a * load<f64>(own, 8) + b * load<f64>(own, 32) + c * load<f64>(own, 56), 8);
  store<f64>(row, a * load<f64>(own, 16) + b * load<f64>(own, 40) + c * load<f64>(own, 64), 16);
}
