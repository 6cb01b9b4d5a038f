// Solids that fields are made of (F1): a carpet with lines, and boxes that stand on it. The carpet collides as a plane and is drawn as
// a sheet; lines are visible only, so that a ball rolls on the plane alone.

import type { SolidInput } from "../../describe/entity/Solid.js";
import type { Vec3 } from "../../math/Vec3.js";
import { type CarpetSize, carpetGrid, drawCarpet, type Rgb } from "./CarpetTexture.js";
import type { FieldDrawing } from "./FieldDrawing.js";
import { lineMesh } from "./LineMesh.js";

/** Colour of lines. */
export const WHITE: Rgb = [240, 240, 236];
/** Colour of the floor around the carpet. */
const HALL: Rgb = [122, 122, 126];

/** m: thickness of the visible carpet, which lies on the floor. */
const CARPET_THICKNESS = 0.02;
/** m above the carpet: enough for the depth of a picture, too little to be visible. */
const LINE_HEIGHT = 0.001;

export interface CarpetLook {
  readonly material: string;
  readonly color: Rgb;
}

export function carpetSolids(
  field: CarpetSize,
  drawing: FieldDrawing,
  { material, color }: CarpetLook,
): readonly SolidInput[] {
  const grid = carpetGrid(field);
  const { columns, rows, texel } = grid;
  const size: Vec3 = [columns * texel, rows * texel, CARPET_THICKNESS];
  const texture = { width: columns, height: rows, pixels: drawCarpet(grid, drawing, color, WHITE) };
  const shown = { material, collide: false };
  return [
    { name: "Ground", shape: { kind: "Plane" }, material, visible: false },
    { name: "Hall", shape: { kind: "Plane" }, position: [0, 0, -CARPET_THICKNESS], color: HALL, ...shown },
    { name: "Sheet", shape: { kind: "Box", size }, position: [0, 0, -CARPET_THICKNESS / 2], texture, ...shown },
    // paint: a ray of a sensor hits the carpet below
    { name: "Lines", shape: lineMesh(drawing), position: [0, 0, LINE_HEIGHT], color: WHITE, ...shown, rays: false },
  ];
}

/** From corner to corner, m. */
export interface StandingPlace {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export interface StandingLook {
  readonly height: number;
  readonly material: string;
  readonly color: Rgb;
}

/** A box that stands on the carpet. */
export function standingBox(
  name: string,
  { x, y }: StandingPlace,
  { height, material, color }: StandingLook,
): SolidInput {
  const size: Vec3 = [x[1] - x[0], y[1] - y[0], height];
  const position: Vec3 = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2, height / 2];
  return { name, shape: { kind: "Box", size }, position, material, color };
}

/** Left is -x. */
export type End = "Left" | "Right";

/** Mirrors x for the left end. */
export const toEnd = (end: End, { x, y }: StandingPlace): StandingPlace =>
  end === "Right" ? { x, y } : { x: [-x[1], -x[0]], y };
