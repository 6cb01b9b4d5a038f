// Bounds how far a solid comes towards a plane within a step. With the turning w of its body and the velocity v of the centre of its
// box, no point of the box, within the radius r of the centre, moves against the normal n faster than
//   max(0, -n·v) + |w x n| r

import { SOLID_BODY, SOLID_BOX, SOLID_HIGH, SOLID_LOW } from "../../src/physics/kernel/CollisionLayout";
import { lastDof } from "./ContactRows";
import { getF, getI } from "./Memory";
import { cdof, comOf, dofParent, qvel } from "./Model";

/** Motion of a body: turning, and velocity of the centre of mass of its tree. */
let wx: f64 = 0, wy: f64 = 0, wz: f64 = 0, vx: f64 = 0, vy: f64 = 0, vz: f64 = 0;

function readMotion(body: i32): void {
  wx = wy = wz = vx = vy = vz = 0;
  for (let dof = getI(lastDof, body); dof >= 0; dof = getI(dofParent, dof)) {
    const s = cdof + <usize>dof * 48, speed = getF(qvel, dof);
    wx += load<f64>(s) * speed;
    wy += load<f64>(s, 8) * speed;
    wz += load<f64>(s, 16) * speed;
    vx += load<f64>(s, 24) * speed;
    vy += load<f64>(s, 32) * speed;
    vz += load<f64>(s, 40) * speed;
  }
}

/** m/s, against the normal. */
export function approachSpeed(solid: usize, nx: f64, ny: f64, nz: f64): f64 {
  const body = load<i32>(solid, SOLID_BODY), com = comOf(body);
  readMotion(body);
  const x = 0.5 * (load<f64>(solid, SOLID_LOW) + load<f64>(solid, SOLID_HIGH)) - load<f64>(com);
  const y = 0.5 * (load<f64>(solid, SOLID_LOW + 8) + load<f64>(solid, SOLID_HIGH + 8)) - load<f64>(com, 8);
  const z = 0.5 * (load<f64>(solid, SOLID_LOW + 16) + load<f64>(solid, SOLID_HIGH + 16)) - load<f64>(com, 16);
  const along = nx * (vx + wy * z - wz * y) + ny * (vy + wz * x - wx * z) + nz * (vz + wx * y - wy * x);
  const ex = load<f64>(solid, SOLID_BOX + 24), ey = load<f64>(solid, SOLID_BOX + 32), ez = load<f64>(solid, SOLID_BOX + 40);
  const tx = wy * nz - wz * ny, ty = wz * nx - wx * nz, tz = wx * ny - wy * nx;
  const turning = Math.sqrt((tx * tx + ty * ty + tz * tz) * (ex * ex + ey * ey + ez * ez));
  return max<f64>(0, -along) + turning;
}
