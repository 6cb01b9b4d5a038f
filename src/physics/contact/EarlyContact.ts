// Corrects contacts that are detected before the surfaces touch (ContactMargin.ts): a bounce is up to one step early. For
// correct fast impacts, two values must be those of the instant of touch:
// - the point: on the surface of the lighter side, so that its lever arm is its own radius (also for resting contacts: a
//   wheel that has sunk in by 0.1 mm still rolls on its full radius);
// - the normal between a ball and a round solid.

import type { CompiledModel } from "../model/CompiledModel.js";

/** At smaller distances the normal is not corrected, m. */
const TOUCHING = 1e-4;

const FLAT = 0;
const ROUND = 1;
/** Round about its own z axis only. */
const ROUND_ABOUT_AXIS = 2;

export class EarlyContact {
  /** 1: a ball: a sphere that is the only solid of a free body. */
  readonly #isBall: Uint8Array;
  readonly #shape: Uint8Array;
  readonly #radius: Float64Array;
  /** First speed of the free joint that carries the geom; -1: none. */
  readonly #dof: Int32Array;
  /** Body of that joint, and the geom's own body. */
  readonly #root: Int32Array;
  readonly #body: Int32Array;

  constructor(c: CompiledModel) {
    const { geoms } = c.layout;
    const count = geoms.length;
    this.#isBall = new Uint8Array(count);
    this.#shape = new Uint8Array(count);
    this.#radius = new Float64Array(count);
    this.#dof = new Int32Array(count).fill(-1);
    this.#root = new Int32Array(count);
    this.#body = Int32Array.from(geoms, ({ bodyId }) => bodyId);
    const rootOf = c.model.body_rootid as Int32Array;
    const firstJoint = c.model.body_jntadr as Int32Array;
    geoms.forEach(({ body, solid, bodyId }, g) => {
      const { shape } = solid;
      if (shape.kind === "Sphere") this.#shape[g] = ROUND;
      else if (shape.kind === "Cylinder" || shape.kind === "CappedCylinder") this.#shape[g] = ROUND_ABOUT_AXIS;
      this.#radius[g] = "radius" in shape ? shape.radius : 0;
      if (bodyId === 0) return;
      const root = rootOf[bodyId];
      const joint = firstJoint[root];
      if (c.views.jnt_type[joint] !== 0) return;
      this.#root[g] = root;
      this.#dof[g] = c.views.jnt_dofadr[joint];
      const alone = root === bodyId && body.solids.filter((one) => one.collide).length === 1;
      this.#isBall[g] = shape.kind === "Sphere" && alone && isCentred(c, g) ? 1 : 0;
    });
  }

  /** For a contact between geoms g1 and g2 whose record starts at `fk`. */
  apply(c: CompiledModel, fk: number, g1: number, g2: number): void {
    const { contactF: f, contactFields: at } = c;
    const dist = f[fk + at.dist];
    const { body_invweight0: w } = c.views;
    // the normal points from 1 to 2: the surface of 2 is half the gap ahead of the point, the surface of 1 half the gap behind
    const side = w[2 * this.#body[g2]] >= w[2 * this.#body[g1]] ? 1 : -1;
    const n = fk + at.frame;
    const pos = fk + at.pos;
    const shift = (side * dist) / 2;
    f[pos] += shift * f[n];
    f[pos + 1] += shift * f[n + 1];
    f[pos + 2] += shift * f[n + 2];
    if (dist < TOUCHING) return;
    const light = side > 0 ? g2 : g1;
    const other = side > 0 ? g1 : g2;
    if (this.#isBall[light] && this.#shape[other] !== FLAT) this.#aim(c, fk, light, other, side);
  }

  /** Turns the normal to its direction at the touch. `side`: +1 when the normal points towards the ball. */
  #aim(c: CompiledModel, fk: number, ball: number, other: number, side: number): void {
    const { contactF: f, contactFields: at } = c;
    const [n, pos] = [fk + at.frame, fk + at.pos];
    const p = c.views.geom_xpos;
    const [nx, ny, nz] = [side * f[n], side * f[n + 1], side * f[n + 2]];
    const reach = this.#radius[ball] + this.#radius[other];
    const far = reach + f[fk + at.dist];
    const [vx, vy, vz] = this.#approach(c, ball, other);
    // d: from the centre or axis of the other solid to the centre of the ball
    let [ux, uy, uz] = [vx, vy, vz];
    if (this.#shape[other] === ROUND_ABOUT_AXIS) {
      const m = c.views.geom_xmat;
      const [ax, ay, az] = [m[9 * other + 2], m[9 * other + 5], m[9 * other + 8]];
      if (Math.abs(nx * ax + ny * ay + nz * az) > 1e-3) return;
      const along = vx * ax + vy * ay + vz * az;
      [ux, uy, uz] = [vx - along * ax, vy - along * ay, vz - along * az];
    }
    const a = ux * ux + uy * uy + uz * uz;
    const b = far * (nx * ux + ny * uy + nz * uz);
    const q = b * b - a * (far * far - reach * reach);
    if (!(b < 0)) return;
    if (q < 0) {
      // passes by
      f[fk + at.dist] = 1;
      return;
    }
    // |d + u t| = reach, the earlier root
    const t = (-b - Math.sqrt(q)) / a;
    const [mx, my, mz] = [(far * nx + ux * t) / reach, (far * ny + uy * t) / reach, (far * nz + uz * t) / reach];
    // way along the normal of the touch
    f[fk + at.dist] = far * (nx * mx + ny * my + nz * mz) - reach;
    writeNormal(f, n, side * mx, side * my, side * mz);
    const r = this.#radius[ball];
    f[pos] = p[3 * ball] - r * mx;
    f[pos + 1] = p[3 * ball + 1] - r * my;
    f[pos + 2] = p[3 * ball + 2] - r * mz;
  }

  /** Velocity of the ball's centre relative to the point of the other solid at the same place. */
  #approach(c: CompiledModel, ball: number, other: number): [number, number, number] {
    const { qvel: v, geom_xpos: p, xpos, xmat } = c.views;
    const [d, o] = [this.#dof[ball], this.#dof[other]];
    if (o < 0) return [v[d], v[d + 1], v[d + 2]];
    const r = this.#root[other];
    const [x, y, z] = [p[3 * ball] - xpos[3 * r], p[3 * ball + 1] - xpos[3 * r + 1], p[3 * ball + 2] - xpos[3 * r + 2]];
    const m = 9 * r;
    const wx = xmat[m] * v[o + 3] + xmat[m + 1] * v[o + 4] + xmat[m + 2] * v[o + 5];
    const wy = xmat[m + 3] * v[o + 3] + xmat[m + 4] * v[o + 4] + xmat[m + 5] * v[o + 5];
    const wz = xmat[m + 6] * v[o + 3] + xmat[m + 7] * v[o + 4] + xmat[m + 8] * v[o + 5];
    return [
      v[d] - v[o] - (wy * z - wz * y),
      v[d + 1] - v[o + 1] - (wz * x - wx * z),
      v[d + 2] - v[o + 2] - (wx * y - wy * x),
    ];
  }
}

/** Whether the centre of the geom is the centre of mass of its body. */
function isCentred(c: CompiledModel, geom: number): boolean {
  const at = (c.model.geom_pos as Float64Array).subarray(3 * geom, 3 * geom + 3);
  return Math.abs(at[0]) + Math.abs(at[1]) + Math.abs(at[2]) < 1e-9;
}

/** Writes a contact frame: the normal and two perpendicular tangents. */
export function writeNormal(f: Float64Array, frame: number, nx: number, ny: number, nz: number): void {
  f[frame] = nx;
  f[frame + 1] = ny;
  f[frame + 2] = nz;
  // tangent 1: perpendicular to the normal and to the axis least parallel to it
  const [ax, ay, az] = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  let [tx, ty, tz] = ax <= ay && ax <= az ? [0, nz, -ny] : ay <= az ? [-nz, 0, nx] : [ny, -nx, 0];
  const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
  [tx, ty, tz] = [tx / size, ty / size, tz / size];
  f[frame + 3] = tx;
  f[frame + 4] = ty;
  f[frame + 5] = tz;
  f[frame + 6] = ny * tz - nz * ty;
  f[frame + 7] = nz * tx - nx * tz;
  f[frame + 8] = nx * ty - ny * tx;
}
