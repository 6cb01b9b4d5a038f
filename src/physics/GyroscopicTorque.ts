// A tumbling body's gyroscopic torque w x I w, taken at the middle of the step instead of at its start. Explicit
// integration gains energy (1.4 % in 10 s of fast tumbling); the midpoint keeps it to rounding:
//   I (w' - w) / h = -(m x I m),   m = (w + w') / 2
// Done for bodies that move alone: free ones, and single bodies on a ball joint to the world. Articulated robots keep
// the engine's explicit term.

import { addMat, type Mat3, mulVec, pointTensor } from "../math/Mat3.js";
import { sub, type Vec3 } from "../math/Vec3.js";
import type { CompiledModel } from "./CompiledModel.js";

interface Spinner {
  /** First of the three angular speeds, in the body's frame. */
  readonly dof: number;
  readonly inertia: Mat3;
  readonly inverse: Mat3;
}

const ITERATIONS = 12;

export class GyroscopicTorque {
  readonly #spinners: Spinner[] = [];

  constructor(c: CompiledModel) {
    const { jnt_dofadr } = c.views;
    const firstJoint = c.model.body_jntadr as Int32Array;
    for (const { tree, bodies, balls } of c.layout.entities) {
      if (!tree) continue;
      for (const root of tree.roots) {
        const body = tree.bodies[root];
        if (body.children.length > 0) continue;
        const joint = firstJoint[bodies.get(body.name)?.bodyId ?? 0];
        const ball = balls.find((place) => place.joint === body.joint);
        const alone = tree.bodies.length === 1 && tree.loops.length === 0;
        if (!body.joint && isLopsided(body.mass.inertia)) this.#add(jnt_dofadr[joint] + 3, body.mass.inertia);
        else if (ball && alone) {
          const arm = sub(body.mass.center, ball.joint.anchor);
          this.#add(jnt_dofadr[ball.jointId], addMat(body.mass.inertia, pointTensor(body.mass.mass, arm)));
        }
      }
    }
  }

  #add(dof: number, inertia: Mat3): void {
    this.#spinners.push({ dof, inertia, inverse: invert(inertia) });
  }

  /** Adds the difference between the midpoint torque and the engine's own to the applied forces. */
  apply(c: CompiledModel): void {
    const { qvel, qfrc_applied } = c.views;
    for (const { dof, inertia, inverse } of this.#spinners) {
      const w: Vec3 = [qvel[dof], qvel[dof + 1], qvel[dof + 2]];
      if (w[0] * w[0] + w[1] * w[1] + w[2] * w[2] < 1e-6) continue;
      const now = gyro(inertia, w);
      let torque = now;
      for (let i = 0; i < ITERATIONS; i++) {
        const dw = mulVec(inverse, torque);
        const half = c.stepSec / 2;
        torque = gyro(inertia, [w[0] - half * dw[0], w[1] - half * dw[1], w[2] - half * dw[2]]);
      }
      for (let k = 0; k < 3; k++) qfrc_applied[dof + k] += now[k] - torque[k];
    }
  }
}

/** w x I w */
function gyro(inertia: Mat3, w: Vec3): Vec3 {
  const [lx, ly, lz] = mulVec(inertia, w);
  return [w[1] * lz - w[2] * ly, w[2] * lx - w[0] * lz, w[0] * ly - w[1] * lx];
}

const isLopsided = (i: Mat3): boolean =>
  i[1] !== 0 || i[2] !== 0 || i[5] !== 0 || Math.abs(i[0] - i[4]) + Math.abs(i[4] - i[8]) > 1e-9 * i[0];

function invert(m: Mat3): Mat3 {
  const [a, b, c, d, e, f, g, h, i] = m;
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const raw = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return raw.map((x) => x / det) as unknown as Mat3;
}
