// Points and vectors on the carpet, in m: x towards the opponents' goal, y to the left. Angles in rad from +x, counter-clockwise.

import { atan2, cos, PI, sin, TAU } from "../../src/math/Trigonometry.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const point = (x: number, y: number): Point => ({ x, y });
export const ORIGIN = point(0, 0);
export const add = (a: Point, b: Point): Point => point(a.x + b.x, a.y + b.y);
export const sub = (a: Point, b: Point): Point => point(a.x - b.x, a.y - b.y);
export const scale = (a: Point, s: number): Point => point(a.x * s, a.y * s);
/** a + s b. */
export const along = (a: Point, b: Point, s: number): Point => point(a.x + s * b.x, a.y + s * b.y);
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
/** Positive: b lies to the left of a. */
export const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
export const length = (a: Point): number => Math.sqrt(a.x * a.x + a.y * a.y);
export const distance = (a: Point, b: Point): number => length(sub(a, b));
export const left = (a: Point): Point => point(-a.y, a.x);
export const angleOf = (a: Point): number => atan2(a.y, a.x);
export const heading = (angle: number): Point => point(cos(angle), sin(angle));

/** Of length 1; a zero vector becomes +x. */
export function unit(a: Point): Point {
  const long = length(a);
  return long < 1e-9 ? point(1, 0) : scale(a, 1 / long);
}

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Limits the length to `max`. */
export function shorten(a: Point, max: number): Point {
  const long = length(a);
  return long > max ? scale(a, max / long) : a;
}

/** The same angle, from -pi to pi. */
export function wrap(angle: number): number {
  const rest = angle - TAU * Math.floor(angle / TAU);
  return rest > PI ? rest - TAU : rest;
}

export function rotate(a: Point, angle: number): Point {
  const h = heading(angle);
  return point(a.x * h.x - a.y * h.y, a.x * h.y + a.y * h.x);
}

/** Distance of `p` from the segment from `a` to `b`, and the nearest point on it as a share, 0 to 1. */
export function toSegment(p: Point, a: Point, b: Point): { readonly away: number; readonly share: number } {
  const line = sub(b, a);
  const long = dot(line, line);
  const share = long < 1e-12 ? 0 : clamp(dot(sub(p, a), line) / long, 0, 1);
  return { away: distance(p, along(a, line, share)), share };
}
