// The material matrix (M3) as arrays that the contact law reads without a map lookup: one row per pair of materials in use,
// and material and friction axis of each geom.

import type { MaterialMatrix } from "../../describe/entity/Material.js";
import { rotate } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { GeomPlace, ModelLayout } from "./Layout.js";

/** Columns of a pair's row. */
export const PAIR = {
  friction: 0,
  staticFriction: 1,
  /** Below zero: no second friction value. */
  friction2: 2,
  restitution: 3,
  bounceSpeed: 4,
  rolling: 5,
  spinning: 6,
  /** N/m; zero: rigid. */
  stiffness: 7,
  damping: 8,
  /** Rows of a contact: 1 without friction, 3, 4 with spinning, 6 with rolling friction. */
  dim: 9,
  tangential: 10,
  /** m/s per N; 0: none. */
  slip: 11,
  width: 12,
} as const;

export const AXIS_NONE = 0;
/** The geom's own z axis. */
export const AXIS_CYLINDER = 1;
/** A direction fixed in the body. */
const AXIS_BODY = 2;

/** Minimum friction value: the engine divides by friction values. */
const MIN_FRICTION = 1e-5;

export class PairTable {
  readonly geomMaterial: Int32Array;
  readonly geomBody: Int32Array;
  readonly geomAxisKind: Uint8Array;
  readonly geomAxis: Float64Array;
  /** 1: the geom's own material has a second friction value. */
  readonly geomSecond: Uint8Array;
  /** 1: a joint connects the geom's body to a parent body. */
  readonly geomMounted: Uint8Array;
  readonly materials: readonly string[];
  readonly values: Float64Array;
  readonly #matrix: MaterialMatrix;
  #version = -1;

  constructor(layout: ModelLayout, matrix: MaterialMatrix) {
    const count = layout.geoms.length;
    this.#matrix = matrix;
    this.materials = [...new Set(layout.geoms.map((geom) => geom.solid.material))].sort();
    this.geomMaterial = new Int32Array(count);
    this.geomBody = new Int32Array(count);
    this.geomAxisKind = new Uint8Array(count);
    this.geomAxis = new Float64Array(3 * count);
    this.geomSecond = new Uint8Array(count);
    this.geomMounted = new Uint8Array(count);
    layout.geoms.forEach((geom, g) => {
      this.geomMaterial[g] = this.materials.indexOf(geom.solid.material);
      this.geomBody[g] = geom.bodyId;
      this.geomMounted[g] = geom.mounted ? 1 : 0;
      const axis: Vec3 | undefined = frictionAxisOf(geom.solid);
      if (!axis) return;
      this.geomAxisKind[g] = geom.solid.frictionAxis ? AXIS_BODY : AXIS_CYLINDER;
      this.geomAxis.set(axis, 3 * g);
    });
    this.values = new Float64Array(this.materials.length * this.materials.length * PAIR.width);
    this.update();
  }

  /** Copies the matrix if it was changed; false: it was not. */
  update(): boolean {
    if (this.#version === this.#matrix.version) return false;
    this.#version = this.#matrix.version;
    const n = this.materials.length;
    for (let a = 0; a < n; a++)
      for (let b = 0; b < n; b++) this.#fill((a * n + b) * PAIR.width, this.materials[a], this.materials[b]);
    for (let g = 0; g < this.geomMaterial.length; g++) {
      const own = this.#matrix.material(this.materials[this.geomMaterial[g]]);
      this.geomSecond[g] = own.friction2 === undefined ? 0 : 1;
    }
    return true;
  }

  #fill(at: number, a: string, b: string): void {
    const pair = this.#matrix.pair(a, b);
    const v = this.values;
    v[at + PAIR.friction] = Math.max(pair.friction, MIN_FRICTION);
    v[at + PAIR.staticFriction] = Math.max(pair.staticFriction, MIN_FRICTION);
    v[at + PAIR.friction2] = pair.friction2 === undefined ? -1 : Math.max(pair.friction2, MIN_FRICTION);
    v[at + PAIR.slip] = pair.slip ?? 0;
    v[at + PAIR.restitution] = pair.restitution;
    v[at + PAIR.tangential] = pair.tangentialRestitution;
    v[at + PAIR.bounceSpeed] = pair.bounceSpeed;
    v[at + PAIR.rolling] = Math.max(pair.rolling, MIN_FRICTION);
    v[at + PAIR.spinning] = Math.max(pair.spinning, MIN_FRICTION);
    v[at + PAIR.stiffness] = pair.stiffness ?? 0;
    v[at + PAIR.damping] = pair.damping;
    const slippery = pair.friction === 0 && pair.staticFriction === 0 && !pair.friction2;
    v[at + PAIR.dim] = pair.rolling > 0 ? 6 : pair.spinning > 0 ? 4 : slippery ? 1 : 3;
  }
}

/** The geom whose axis is used: the one whose own material has a second friction value, else one that has an axis. */
export function axisGeom(table: PairTable, g1: number, g2: number): number {
  const { geomAxisKind: kind, geomSecond: second } = table;
  if (kind[g1] !== AXIS_NONE && second[g1]) return g1;
  if (kind[g2] !== AXIS_NONE && second[g2]) return g2;
  return kind[g1] !== AXIS_NONE ? g1 : kind[g2] !== AXIS_NONE ? g2 : -1;
}

/** Whether the pair has a second friction value along the axis of a mounted cylinder. */
export function isOmniWheel(table: PairTable, g1: number, g2: number): boolean {
  const pair = (table.geomMaterial[g1] * table.materials.length + table.geomMaterial[g2]) * PAIR.width;
  if (table.values[pair + PAIR.friction2] < 0) return false;
  const geom = axisGeom(table, g1, g2);
  return geom >= 0 && table.geomAxisKind[geom] === AXIS_CYLINDER && table.geomMounted[geom] === 1;
}

/** Direction of the second friction value of a solid in the body's frame (M3); undefined: none. */
function frictionAxisOf({ shape, pose, frictionAxis }: GeomPlace["solid"]): Vec3 | undefined {
  if (frictionAxis) return frictionAxis;
  return shape.kind === "Cylinder" ? rotate(pose.orientation, [0, 1, 0]) : undefined;
}
