// Splits a shape into mesh instances: triangles, scale, and texture mapping.

import type { Shape } from "../../describe/entity/Solid.js";
import type { Texture } from "../../describe/entity/Texture.js";
import { PI } from "../../math/Trigonometry.js";
import { type Vec3, ZERO } from "../../math/Vec3.js";
import { cutHeightfield, cutMesh } from "./MeshPieces.js";
import { FLAG_PLANE, FLAG_SMOOTH, FLAG_TWO_SIDED, FLAG_WRAP_U, FLAG_WRAP_V } from "./RasterLayout.js";
import { ellipsoidLevels, levelsOf, type MeshLevel } from "./Tessellation.js";

export interface ScenePart {
  /** Coarsest first; empty for a plane. */
  readonly levels: readonly MeshLevel[];
  /** Scale along x, y, z; then the length by which the fourth coordinate shifts along z. */
  readonly scale: readonly [number, number, number, number];
  readonly center: Vec3;
  readonly radius: number;
  /** Radius that selects the level of detail. */
  readonly round: number;
  readonly flags: number;
  /** Tiles along u and v, for each group of faces. */
  readonly tiles: readonly number[];
  /** Shift of v on the lower half of a capped cylinder. */
  readonly vShift: number;
  /** Half lengths of a sphere, an ellipsoid or the ends of a capped cylinder; 0: it is something else. */
  readonly ball: Vec3;
}

const NO_LEVELS: readonly MeshLevel[] = [];
const PLAIN = { center: ZERO, round: 0, flags: 0, tiles: [1, 1, 1, 1, 1, 1], vShift: 0, ball: ZERO };
/** Distance of the corners of the coarsest level, in radii. */
const CORNERS_REACH = 1.26;
const TILED = FLAG_WRAP_U | FLAG_WRAP_V;

/** `isCoarse`: ellipsoids without fine levels of detail. */
export function partsOf(shape: Shape, texture: Texture | undefined, isCoarse = false): ScenePart[] {
  const tile = texture?.tileM;
  const wrap = tile ? TILED : 0;
  switch (shape.kind) {
    case "Box": {
      const [x, y, z] = shape.size;
      const tiles = tile ? [y / tile[0], z / tile[1], x / tile[0], z / tile[1], x / tile[0], y / tile[1]] : PLAIN.tiles;
      const radius = Math.sqrt(x * x + y * y + z * z) / 2;
      return [{ ...PLAIN, levels: levelsOf("Box"), scale: [x, y, z, 0], radius, flags: wrap, tiles }];
    }
    case "Sphere":
      return [ballOf(shape.radius, 0, tile)];
    case "Ellipsoid":
      return [ellipsoidOf(shape.size, tile, isCoarse)];
    case "CappedCylinder":
      return [ballOf(shape.radius, shape.length, tile)];
    case "Cylinder":
      return [cylinderOf(shape.radius, shape.length, tile)];
    case "Plane": {
      const [u, v] = tile ?? [1, 1];
      const tiles = [1 / u, 1 / v, 1, 1, 1, 1];
      return [{ ...PLAIN, levels: NO_LEVELS, scale: [1, 1, 1, 0], radius: 0, flags: FLAG_PLANE | TILED, tiles }];
    }
    case "Mesh":
      return cutMesh(shape).map(({ level, center, radius, isTwoSided }) => ({
        ...PLAIN,
        levels: [level],
        scale: [1, 1, 1, 0],
        center,
        radius,
        flags: isTwoSided ? FLAG_TWO_SIDED : 0,
      }));
    case "Heightfield":
      return cutHeightfield(shape, tile === undefined).map(({ level, center, radius }) => ({
        ...PLAIN,
        levels: [level],
        scale: [1, 1, 1, 0],
        center,
        radius,
        flags: FLAG_TWO_SIDED | FLAG_SMOOTH | wrap,
        tiles: tile ? [1 / tile[0], 1 / tile[1], 1, 1, 1, 1] : PLAIN.tiles,
      }));
  }
}

type Tile = readonly [number, number] | undefined;

/** v runs along the outline from top to bottom: a quarter circle, the straight part, a quarter circle. */
function ballOf(r: number, length: number, tile: Tile): ScenePart {
  const outline = PI * r + length;
  const down = tile ? outline / tile[1] : 1;
  return {
    ...PLAIN,
    levels: levelsOf(length > 0 ? "CappedCylinder" : "Sphere"),
    scale: [r, r, r, length / 2],
    radius: CORNERS_REACH * r + length / 2,
    round: r,
    flags: FLAG_SMOOTH | FLAG_WRAP_U | (tile ? FLAG_WRAP_V : 0),
    tiles: [tile ? (2 * PI * r) / tile[0] : 1, (down * PI * r) / outline, 1, 1, 1, 1],
    vShift: (down * length) / outline,
    ball: [r, r, r],
  };
}

/** A scaled ball; the texture is that of a ball of the same mean radius. */
function ellipsoidOf([x, y, z]: Vec3, tile: Tile, isCoarse: boolean): ScenePart {
  const longest = Math.max(x, y, z) / 2;
  const { flags, tiles } = ballOf((x + y + z) / 6, 0, tile);
  const ball: Vec3 = [x / 2, y / 2, z / 2];
  const levels = ellipsoidLevels(...ball, isCoarse);
  return { ...PLAIN, levels, scale: [1, 1, 1, 0], radius: CORNERS_REACH * longest, round: longest, flags, tiles, ball };
}

function cylinderOf(r: number, length: number, tile: Tile): ScenePart {
  const caps = tile ? [(2 * r) / tile[0], (2 * r) / tile[1]] : [1, 1];
  return {
    ...PLAIN,
    levels: levelsOf("Cylinder"),
    scale: [r, length, r, 0],
    radius: Math.sqrt(CORNERS_REACH * CORNERS_REACH * r * r + (length * length) / 4),
    round: r,
    flags: FLAG_SMOOTH | FLAG_WRAP_U | (tile ? FLAG_WRAP_V : 0),
    tiles: [tile ? (2 * PI * r) / tile[0] : 1, tile ? length / tile[1] : 1, ...caps, 1, 1],
    vShift: 0,
  };
}
