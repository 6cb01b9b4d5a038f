// The picture that is drawn, as globals of one thread, and the pose of an instance in it. The view's frame: x right, y up,
// z along the viewing axis, m.

import {
  INSTANCE_CENTER, INSTANCE_RADIUS, INSTANCE_ROUND, INSTANCE_SCALE, INSTANCE_SHAPE, INSTANCE_SIZE,
  LEVEL_CORNERS, LEVEL_POSITIONS, LEVEL_SIZE, LEVEL_VERTICES, STATE_SCENE, STATE_WORLD,
  PICTURE_CENTER_X, PICTURE_CENTER_Y, PICTURE_END_ROW, PICTURE_FIRST_ROW, PICTURE_FOCAL, PICTURE_FRAME,
  PICTURE_STATE, PICTURE_WIDTH, SCENE_INSTANCE_COUNT, SCENE_INSTANCES, SCENE_MAX_VERTICES,
  SCRATCH_DEPTHS, SCRATCH_INSTANCES, SCRATCH_NUMBERS, SCRATCH_VERTICES, SHAPE_COUNT, SHAPE_LEVELS,
  VIEWED_LEVEL, VIEWED_SIZE,
} from "../../src/render/raster/RasterLayout";
import { isBallHidden } from "./NearBall";

/** Distance of the near plane, m. */
export const NEAR: f64 = 0.01;
/** Guard band: triangles are clipped at this distance from the centre of the picture, px. */
export const GUARD: f64 = 4096;
/** A polygon of n corners differs from a circle of r pixels by less than a quarter of a pixel if n² >= this factor times r. */
const CORNERS_PER_RADIUS: f64 = 14.5;

export let width: i32 = 0;
export let firstRow: i32 = 0;
export let endRow: i32 = 0;
export let sceneState: usize = 0;
export let scene: usize = 0;
export let focal: f64 = 0;
export let centerX: f64 = 0;
export let centerY: f64 = 0;
/** Address of the axes right, forward, up, and the eye. */
export let frame: usize = 0;
export let instances: usize = 0;
export let instanceCount: i32 = 0;
export let worlds: usize = 0;
export let viewed: usize = 0;
export let depths: usize = 0;
export let numbers: usize = 0;

/** Vertices of the current instance, as arrays of f32. */
export let viewX: usize = 0;
export let viewY: usize = 0;
export let viewZ: usize = 0;
export let pictureX: usize = 0;
export let pictureY: usize = 0;

export function openView(picture: usize, scratch: usize): void {
  width = load<i32>(picture, PICTURE_WIDTH);
  firstRow = load<i32>(picture, PICTURE_FIRST_ROW);
  endRow = load<i32>(picture, PICTURE_END_ROW);
  sceneState = load<u32>(picture, PICTURE_STATE);
  focal = load<f64>(picture, PICTURE_FOCAL);
  centerX = load<f64>(picture, PICTURE_CENTER_X);
  centerY = load<f64>(picture, PICTURE_CENTER_Y);
  frame = picture + PICTURE_FRAME;
  depths = load<u32>(scratch, SCRATCH_DEPTHS);
  numbers = load<u32>(scratch, SCRATCH_NUMBERS);
  openScene(sceneState, scratch);
}

export function openScene(at: usize, scratch: usize): void {
  scene = load<u32>(at, STATE_SCENE);
  worlds = load<u32>(at, STATE_WORLD);
  instances = load<u32>(scene, SCENE_INSTANCES);
  instanceCount = load<i32>(scene, SCENE_INSTANCE_COUNT);
  viewed = load<u32>(scratch, SCRATCH_INSTANCES);
  const bytes: usize = <usize>load<u32>(scene, SCENE_MAX_VERTICES) * 4;
  viewX = load<u32>(scratch, SCRATCH_VERTICES);
  viewY = viewX + bytes;
  viewZ = viewY + bytes;
  pictureX = viewZ + bytes;
  pictureY = pictureX + bytes;
}

// @ts-ignore: decorator
@inline
export function instanceAt(i: i32): usize {
  return instances + <usize>i * INSTANCE_SIZE;
}

// @ts-ignore: decorator
@inline
export function worldAt(i: i32): usize {
  return worlds + <usize>i * 96;
}

// @ts-ignore: decorator
@inline
export function viewedAt(i: i32): usize {
  return viewed + <usize>i * VIEWED_SIZE;
}

// one row of the instance's matrix: an axis of the view in the instance's frame, scaled; then the translation along it
// @ts-ignore: decorator
@inline
function writeRow(to: usize, axis: usize, world: usize, instance: usize, shift: f64): void {
  const ax = load<f64>(axis), ay = load<f64>(axis, 8), az = load<f64>(axis, 16);
  const m0 = ax * load<f64>(world) + ay * load<f64>(world, 24) + az * load<f64>(world, 48);
  const m1 = ax * load<f64>(world, 8) + ay * load<f64>(world, 32) + az * load<f64>(world, 56);
  const m2 = ax * load<f64>(world, 16) + ay * load<f64>(world, 40) + az * load<f64>(world, 64);
  store<f32>(to, <f32>(m0 * load<f64>(instance, INSTANCE_SCALE)));
  store<f32>(to, <f32>(m1 * load<f64>(instance, INSTANCE_SCALE + 8)), 4);
  store<f32>(to, <f32>(m2 * load<f64>(instance, INSTANCE_SCALE + 16)), 8);
  store<f32>(to, <f32>(m2 * load<f64>(instance, INSTANCE_SCALE + 24)), 12);
  store<f32>(to, <f32>shift, 16);
}

/** Writes the pose of an instance relative to a camera with the given axes and eye. */
export function placeInstance(to: usize, i: i32, right: usize, up: usize, forward: usize, eye: usize): void {
  const world = worldAt(i), instance = instanceAt(i);
  const x = load<f64>(world, 72) - load<f64>(eye);
  const y = load<f64>(world, 80) - load<f64>(eye, 8);
  const z = load<f64>(world, 88) - load<f64>(eye, 16);
  writeRow(to, right, world, instance, x * load<f64>(right) + y * load<f64>(right, 8) + z * load<f64>(right, 16));
  writeRow(to + 20, up, world, instance, x * load<f64>(up) + y * load<f64>(up, 8) + z * load<f64>(up, 16));
  writeRow(to + 40, forward, world, instance, x * load<f64>(forward) + y * load<f64>(forward, 8) + z * load<f64>(forward, 16));
}

/** One world coordinate of the centre of an instance's bounding sphere. */
// @ts-ignore: decorator
@inline
export function middleOf(world: usize, instance: usize, axis: usize): f64 {
  const row = world + axis * 24;
  return load<f64>(world + 72 + axis * 8) +
    load<f64>(row) * <f64>load<f32>(instance, INSTANCE_CENTER) +
    load<f64>(row, 8) * <f64>load<f32>(instance, INSTANCE_CENTER + 4) +
    load<f64>(row, 16) * <f64>load<f32>(instance, INSTANCE_CENTER + 8);
}

/** The coarsest level whose outline differs from a circle of this radius by less than a quarter of a pixel. */
export function chooseLevel(instance: usize, radiusPx: f64): usize {
  const shape: usize = load<u32>(instance, INSTANCE_SHAPE);
  let level = shape + SHAPE_LEVELS;
  const last = level + <usize>(load<i32>(shape, SHAPE_COUNT) - 1) * LEVEL_SIZE;
  const need = CORNERS_PER_RADIUS * radiusPx;
  while (level < last) {
    const n = <f64>load<i32>(level, LEVEL_CORNERS);
    if (n * n >= need) break;
    level += LEVEL_SIZE;
  }
  return level;
}

/** Set by viewInstance: some triangles may need clipping. */
export let isCut: bool = false;

/** Culls by the bounding sphere (returns 0), or writes the pose in the view and returns the level of detail. */
export function viewInstance(i: i32): usize {
  const world = worldAt(i), instance = instanceAt(i), to = viewedAt(i);
  store<u32>(to, 0, VIEWED_LEVEL);
  const eye = frame + 72;
  const dx = middleOf(world, instance, 0) - load<f64>(eye);
  const dy = middleOf(world, instance, 1) - load<f64>(eye, 8);
  const dz = middleOf(world, instance, 2) - load<f64>(eye, 16);
  const r = <f64>load<f32>(instance, INSTANCE_RADIUS);
  const z = dx * load<f64>(frame, 24) + dy * load<f64>(frame, 32) + dz * load<f64>(frame, 40);
  if (!(z + r >= NEAR)) return 0;
  const x = dx * load<f64>(frame) + dy * load<f64>(frame, 8) + dz * load<f64>(frame, 16);
  const y = dx * load<f64>(frame, 48) + dy * load<f64>(frame, 56) + dz * load<f64>(frame, 64);
  const left = centerX, right = <f64>width - centerX, top = centerY - <f64>firstRow, bottom = <f64>endRow - centerY;
  if (!(focal * x + left * z >= -r * sqrt(focal * focal + left * left))) return 0;
  if (!(right * z - focal * x >= -r * sqrt(focal * focal + right * right))) return 0;
  if (!(top * z - focal * y >= -r * sqrt(focal * focal + top * top))) return 0;
  if (!(focal * y + bottom * z >= -r * sqrt(focal * focal + bottom * bottom))) return 0;
  const front = z - r;
  isCut = front < NEAR || (max(abs(x), abs(y)) + r) * focal > GUARD * front;
  placeInstance(to, i, frame, frame + 48, frame + 24, eye);
  const level = chooseLevel(instance, focal * <f64>load<f32>(instance, INSTANCE_ROUND) / max(front, NEAR));
  if (front < NEAR && isBallHidden(world, instance, load<i32>(level, LEVEL_CORNERS))) return 0;
  store<u32>(to, <u32>level, VIEWED_LEVEL);
  return level;
}

// a row of the matrix for four vertices
// @ts-ignore: decorator
@inline
export function rowOf(m: usize, x: v128, y: v128, z: v128, k: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.add(f32x4.mul(v128.load32_splat(m), x), f32x4.mul(v128.load32_splat(m, 4), y)),
      f32x4.add(f32x4.mul(v128.load32_splat(m, 8), z), f32x4.mul(v128.load32_splat(m, 12), k))),
    v128.load32_splat(m, 16));
}

/** Transforms all vertices into the view's frame and into the picture. */
export function transformVertices(m: usize, level: usize): void {
  const bytes: usize = <usize>load<u32>(level, LEVEL_VERTICES) * 4;
  const px: usize = load<u32>(level, LEVEL_POSITIONS);
  const py = px + bytes, pz = py + bytes, pk = pz + bytes;
  const f = f32x4.splat(<f32>focal), cx = f32x4.splat(<f32>centerX), cy = f32x4.splat(<f32>centerY);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(px + at), y = v128.load(py + at), z = v128.load(pz + at), k = v128.load(pk + at);
    const X = rowOf(m, x, y, z, k), Y = rowOf(m + 20, x, y, z, k), Z = rowOf(m + 40, x, y, z, k);
    const s = f32x4.div(f, Z);
    v128.store(viewX + at, X);
    v128.store(viewY + at, Y);
    v128.store(viewZ + at, Z);
    v128.store(pictureX + at, f32x4.add(cx, f32x4.mul(X, s)));
    v128.store(pictureY + at, f32x4.sub(cy, f32x4.mul(Y, s)));
  }
}
