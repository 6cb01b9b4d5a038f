// Texture sampling: the mip level that fits the pixel, bilinear, up to four samples along the longer side of its footprint.

import { FLAG_WRAP_U, FLAG_WRAP_V, TEXTURE_COUNTS, TEXTURE_FIRST, TEXTURE_LEVEL_SIZE, TEXTURE_LEVELS } from "../../src/render/raster/RasterLayout";

/** Mip level from the squared width of a pixel in texels; log2 from the bits of the float. */
// @ts-ignore: decorator
@inline
function levelOf(square: f32, last: i32): i32 {
  const log2 = <f32>reinterpret<i32>(square) * (1.0 / 8388608.0) - 127;
  return min(last, max(0, <i32>floor(0.5 * log2 + 0.5)));
}

// @ts-ignore: decorator
@inline
function wrap(i: i32, n: i32, isWrapped: bool): i32 {
  if (isWrapped) return i < 0 ? i + n : i >= n ? i - n : i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

// @ts-ignore: decorator
@inline
function texel(at: usize): v128 {
  return f32x4.convert_i32x4_s(v128.load16x4_u(at));
}

function look(level: usize, u: f32, v: f32, flags: i32): v128 {
  const w = load<i32>(level), h = load<i32>(level, 4), texels: usize = load<u32>(level, 8);
  const wrapU = (flags & FLAG_WRAP_U) != 0, wrapV = (flags & FLAG_WRAP_V) != 0;
  if (wrapU) u -= floor(u);
  if (wrapV) v -= floor(v);
  const x = min(max(u, -1), 2) * <f32>w - 0.5, y = min(max(v, -1), 2) * <f32>h - 0.5;
  const fx = floor(x), fy = floor(y), c = <i32>fx, r = <i32>fy;
  const c0 = wrap(c, w, wrapU), c1 = wrap(c + 1, w, wrapU), r0 = wrap(r, h, wrapV) * w, r1 = wrap(r + 1, h, wrapV) * w;
  const sx = f32x4.splat(x - fx), sy = f32x4.splat(y - fy);
  const a = texel(texels + <usize>(r0 + c0) * 8), b = texel(texels + <usize>(r0 + c1) * 8);
  const d = texel(texels + <usize>(r1 + c0) * 8), e = texel(texels + <usize>(r1 + c1) * 8);
  const top = f32x4.add(a, f32x4.mul(sx, f32x4.sub(b, a))), bottom = f32x4.add(d, f32x4.mul(sx, f32x4.sub(e, d)));
  return f32x4.add(top, f32x4.mul(sy, f32x4.sub(bottom, top)));
}

/** The texel that all samples from (u0, v0) to (u1, v1) give; 0: they may differ. */
// @ts-ignore: decorator
@inline
function soleTexel(level: usize, u0: f32, v0: f32, u1: f32, v1: f32, flags: i32): usize {
  const w = load<i32>(level), h = load<i32>(level, 4);
  let tileU: f32 = 0, tileV: f32 = 0;
  if (flags & FLAG_WRAP_U) {
    tileU = floor(u0);
    if (tileU != floor(u1)) return 0;
  }
  if (flags & FLAG_WRAP_V) {
    tileV = floor(v0);
    if (tileV != floor(v1)) return 0;
  }
  const c = <i32>floor((u0 - tileU) * <f32>w - 0.5), r = <i32>floor((v0 - tileV) * <f32>h - 0.5);
  const bc = c >> 3, br = r >> 3;
  if (c < 0 || r < 0 || c >= w || r >= h) return 0;
  if (<i32>floor((u1 - tileU) * <f32>w - 0.5) >> 3 != bc || <i32>floor((v1 - tileV) * <f32>h - 0.5) >> 3 != br) return 0;
  if (load<u8>(<usize>load<u32>(level, 12) + <usize>(br * ((w + 7) >> 3) + bc)) == 0) return 0;
  return <usize>load<u32>(level, 8) + <usize>(r * w + c) * 8;
}

// @ts-ignore: decorator
@inline
function least(v: v128): f32 {
  const a = f32x4.pmin(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2)), 0);
}

// @ts-ignore: decorator
@inline
function most(v: v128): f32 {
  const a = f32x4.pmax(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2)), 0);
}

/**
 * The texel of the first level that all looks at four pixels give, whatever their levels; 0: they may differ. A look reads within half
 * a footprint and 1.5 texels of its level, which are at most 1.5 times as wide as the pixel in texels.
 */
export function plainTexel(texture: usize, u: v128, v: v128, ux: v128, vx: v128, uy: v128, vy: v128): usize {
  const first = texture + TEXTURE_FIRST, columns = load<i32>(first), rows = load<i32>(first, 4);
  const w = f32x4.splat(<f32>columns), h = f32x4.splat(<f32>rows), half = f32x4.splat(0.5);
  const rightU = f32x4.mul(ux, w), rightV = f32x4.mul(vx, h), downU = f32x4.mul(uy, w), downV = f32x4.mul(vy, h);
  const right = f32x4.add(f32x4.mul(rightU, rightU), f32x4.mul(rightV, rightV));
  const down = f32x4.add(f32x4.mul(downU, downU), f32x4.mul(downV, downV));
  const long = f32x4.pmax(right, down), short = f32x4.pmin(right, down);
  const isLong = f32x4.gt(long, f32x4.mul(f32x4.splat(9), short)), isMiddle = f32x4.gt(long, f32x4.mul(f32x4.splat(2.25), short));
  const share = v128.bitselect(f32x4.splat(0.25), v128.bitselect(half, f32x4.splat(1), isMiddle), isLong);
  const reach: f32 = 2.6 * most(f32x4.mul(f32x4.sqrt(long), share)) + 2;
  const x = f32x4.mul(u, w), y = f32x4.mul(v, h);
  const dx = f32x4.mul(half, f32x4.pmax(f32x4.abs(rightU), f32x4.abs(downU)));
  const dy = f32x4.mul(half, f32x4.pmax(f32x4.abs(rightV), f32x4.abs(downV)));
  const left = least(f32x4.sub(x, dx)) - reach, top = least(f32x4.sub(y, dy)) - reach;
  const end = most(f32x4.add(x, dx)) + reach, bottom = most(f32x4.add(y, dy)) + reach;
  if (!(left >= 0 && top >= 0 && end < <f32>columns && bottom < <f32>rows)) return 0;
  const c0 = <i32>left >> 3, c1 = (<i32>end >> 3) + 1, r0 = <i32>top >> 3, r1 = (<i32>bottom >> 3) + 1;
  const counts: usize = load<u32>(texture, TEXTURE_COUNTS), across = ((columns + 7) >> 3) + 1;
  const upper = counts + <usize>(r0 * across) * 4, lower = counts + <usize>(r1 * across) * 4;
  const unlike = load<u32>(lower + <usize>c1 * 4) - load<u32>(lower + <usize>c0 * 4) -
    load<u32>(upper + <usize>c1 * 4) + load<u32>(upper + <usize>c0 * 4);
  if (unlike != 0) return 0;
  return <usize>load<u32>(first, 8) + <usize>((r0 << 3) * columns + (c0 << 3)) * 8;
}

/** Red, green, blue, opacity of a texel. */
// @ts-ignore: decorator
@inline
export function colorOf(at: usize): v128 {
  return f32x4.mul(texel(at), f32x4.splat(1.0 / 65535.0));
}

/** Red, green, blue, opacity; (ux, vx) and (uy, vy) are the changes per pixel to the right and per pixel down. */
export function lookUp(texture: usize, u: f32, v: f32, ux: f32, vx: f32, uy: f32, vy: f32, flags: i32): v128 {
  const first = texture + TEXTURE_FIRST, last = load<i32>(texture, TEXTURE_LEVELS) - 1;
  const w = <f32>load<i32>(first), h = <f32>load<i32>(first, 4);
  const right = ux * ux * w * w + vx * vx * h * h, down = uy * uy * w * w + vy * vy * h * h;
  const long = max(right, down), short = min(right, down);
  const looks = long > 9 * short ? 4 : long > 2.25 * short ? 2 : 1;
  const n = <f32>looks;
  const level = first + <usize>levelOf(max(long / (n * n), 1e-6), last) * TEXTURE_LEVEL_SIZE;
  const unit = f32x4.splat(1.0 / 65535.0);
  const du = (right > down ? ux : uy) / n, dv = (right > down ? vx : vy) / n;
  let at: f32 = 0.5 - 0.5 * n;
  const sole = soleTexel(level, u + at * du, v + at * dv, u - at * du, v - at * dv, flags);
  if (sole != 0) return f32x4.mul(texel(sole), unit);
  if (looks == 1) return f32x4.mul(look(level, u, v, flags), unit);
  let sum = f32x4.splat(0);
  for (let i = 0; i < looks; i++, at += 1) sum = f32x4.add(sum, look(level, u + at * du, v + at * dv, flags));
  return f32x4.mul(sum, f32x4.mul(unit, f32x4.splat(1 / n)));
}
