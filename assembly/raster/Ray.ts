// Rays through points of the picture, in the world, and linear forms a x + b y + c over the picture (px), for one point and for
// four at a time.

import { centerX, centerY, focal, frame } from "./View";

// linear forms of the ray through a point of the picture, in the world
export let rayXA: f32 = 0, rayXB: f32 = 0, rayXC: f32 = 0;
export let rayYA: f32 = 0, rayYB: f32 = 0, rayYC: f32 = 0;
export let rayZA: f32 = 0, rayZB: f32 = 0, rayZC: f32 = 0;

// @ts-ignore: decorator
@inline
function rayPart(axis: usize, k: i32): f32 {
  const right = load<f64>(frame + axis), forward = load<f64>(frame + axis, 24), up = load<f64>(frame + axis, 48);
  if (k == 0) return <f32>(right / focal);
  if (k == 1) return <f32>(-up / focal);
  return <f32>(forward - right / focal * centerX + up / focal * centerY);
}

export function openRays(): void {
  rayXA = rayPart(0, 0);
  rayXB = rayPart(0, 1);
  rayXC = rayPart(0, 2);
  rayYA = rayPart(8, 0);
  rayYB = rayPart(8, 1);
  rayYC = rayPart(8, 2);
  rayZA = rayPart(16, 0);
  rayZB = rayPart(16, 1);
  rayZC = rayPart(16, 2);
}

// @ts-ignore: decorator
@inline
export function formAt(at: usize, x: f32, y: f32): f32 {
  return load<f32>(at) * x + load<f32>(at, 4) * y + load<f32>(at, 8);
}

// @ts-ignore: decorator
@inline
export function form(at: usize, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(v128.load32_splat(at), x), f32x4.mul(v128.load32_splat(at, 4), y)), v128.load32_splat(at, 8));
}

// @ts-ignore: decorator
@inline
export function ray(a: f32, b: f32, c: f32, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(f32x4.splat(a), x), f32x4.mul(f32x4.splat(b), y)), f32x4.splat(c));
}

// @ts-ignore: decorator
@inline
export function inverseLength(x: v128, y: v128, z: v128): v128 {
  return f32x4.div(f32x4.splat(1), f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z))));
}
