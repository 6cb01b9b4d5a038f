// Coulomb's law by the kernel against a dense reference: with W = J M⁻¹ Jᵀ + R, the forces of all contacts by block Gauss-Seidel,
// each part of friction projected onto the ellipse of its normal force, until nothing changes.

import { afterAll, expect, test } from "vitest";
import { compileText, loadEngine, type MjData, type MjModel } from "../model/Engine.js";
import { Kernel } from "./Kernel.js";

/** Boxes, a ball and a capsule with sliding, spinning and rolling friction, isotropic and not, that slide, stick and turn on a slope. */
const SCENE = `<mujoco><option timestep="0.002" cone="elliptic" jacobian="sparse" gravity="3.5 1 -9"/>
<default><geom solimp="0.99 0.99 0.001" solref="0.02 1"/></default><worldbody><geom type="plane" size="0 0 1" friction="0.1 0.001 0.0001"/>
<body pos="0 0 0.099"><freejoint/><geom type="box" size="0.1 0.1 0.1" friction="0.3 0.01 0.001"/></body>
<body pos="0.02 0.03 0.268"><freejoint/><geom type="box" size="0.06 0.08 0.07" friction="0.6 0.02 0.01" condim="4"/></body>
<body pos="1 0 0.0495"><freejoint/><geom type="sphere" size="0.05" friction="0.4 0.02 0.004" condim="6"/></body>
<body pos="2 0 0.0495" euler="0 90 0"><freejoint/><geom type="capsule" size="0.05 0.1" friction="0.25 0.02 0.004" condim="6"/></body>
<body pos="3 0 0.099"><freejoint/><geom type="box" size="0.1 0.1 0.1" friction="0.9 0.01 0.001"/></body>
</worldbody></mujoco>`;

const PARTS = [
  [1, 3],
  [3, 4],
  [4, 6],
] as const;

interface Row {
  readonly J: readonly number[];
  /** M⁻¹ Jᵀ. */
  readonly back: readonly number[];
  readonly R: number;
  readonly aref: number;
}

interface ContactRows {
  readonly first: number;
  readonly dim: number;
  readonly friction: readonly number[];
}

const floats = (view: unknown): number[] => Array.from(view as Float64Array);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Solves with the mass matrix of free bodies, whose blocks are three masses and a symmetric 3 x 3 tensor; by Gauss-Seidel. */
function divideByMass(M: readonly (readonly number[])[], b: readonly number[]): number[] {
  const x = b.map(() => 0);
  for (let round = 0; round < 20; round++) for (let i = 0; i < b.length; i++) x[i] += (b[i] - dot(M[i], x)) / M[i][i];
  return x;
}

function denseMass(model: MjModel, data: MjData): number[][] {
  const [start, width, column] = [model.M_rowadr, model.M_rownnz, model.M_colind].map((v) =>
    Array.from(v as Int32Array),
  );
  const m = Array.from({ length: model.nv }, () => new Array<number>(model.nv).fill(0));
  for (let i = 0; i < model.nv; i++)
    for (let k = start[i]; k < start[i] + width[i]; k++)
      m[i][column[k]] = m[column[k]][i] = (data.M as Float64Array)[k];
  return m;
}

function rowsOf(model: MjModel, data: MjData): Row[] {
  const M = denseMass(model, data);
  const [start, width, column] = [data.efc_J_rowadr, data.efc_J_rownnz, data.efc_J_colind].map((v) =>
    Array.from(v as Int32Array),
  );
  const [J, D, aref] = [data.efc_J, data.efc_D, data.efc_aref].map(floats);
  return start.map((from, r) => {
    const row = new Array<number>(model.nv).fill(0);
    for (let k = from; k < from + width[r]; k++) row[column[k]] = J[k];
    return { J: row, back: divideByMass(M, row), R: 1 / D[r], aref: aref[r] };
  });
}

function contactsOf(data: MjData): ContactRows[] {
  const list = data.contact;
  const found = Array.from({ length: data.ncon }, (_, k) => {
    const one = list.get(k)!;
    const read = { first: one.efc_address, dim: one.dim, friction: floats(one.friction) };
    one.delete();
    return read;
  });
  list.delete();
  return found;
}

/** Accelerations, and how many contacts slide. */
function solveDense(model: MjModel, data: MjData, contacts: readonly ContactRows[]): { acc: number[]; slides: number } {
  const rows = rowsOf(model, data);
  const f = rows.map(() => 0);
  const acc = floats(data.qacc_smooth);
  const missed = (r: number): number => dot(rows[r].J, acc) - rows[r].aref + rows[r].R * f[r];
  const set = (r: number, force: number): number => {
    const change = force - f[r];
    if (change !== 0) for (let i = 0; i < acc.length; i++) acc[i] += change * rows[r].back[i];
    f[r] = force;
    return Math.abs(change);
  };
  const own = rows.map(({ J, back, R }) => dot(J, back) + R);
  let slides = 0;
  for (let round = 0, change = 1; change > 1e-8 && round < 20_000; round++) {
    change = slides = 0;
    for (const { first, dim, friction } of contacts) {
      change = Math.max(change, set(first, Math.max(0, f[first] - missed(first) / own[first])));
      for (const [from, to] of PARTS) {
        if (from >= dim) continue;
        const q = Array.from({ length: to - from }, (_, i) => i + from);
        // in the units f / m the law is a disc; one step size for the part keeps its directions
        const step = 0.9 / Math.max(...q.map((i) => own[first + i] * friction[i - 1] ** 2)) / q.length;
        const y = q.map((i) => f[first + i] / friction[i - 1] - step * friction[i - 1] * missed(first + i));
        const size = Math.sqrt(dot(y, y));
        const scale = size > f[first] ? f[first] / size : 1;
        if (scale < 1) slides++;
        for (const [n, i] of q.entries()) change = Math.max(change, set(first + i, scale * y[n] * friction[i - 1]));
      }
    }
  }
  return { acc, slides };
}

const open: { delete(): void }[] = [];
afterAll(() => {
  for (const one of open) one.delete();
});

test("[M4] sliding, sticking, spinning and rolling contacts: the forces of the dense reference", async () => {
  const engine = await loadEngine();
  const { mj } = engine;
  const model = compileText(mj, SCENE);
  const data = new mj.MjData(model);
  const kernel = new Kernel(engine, model, data);
  open.push(kernel, data, model);
  let [compared, sliding] = [0, 0];
  for (let i = 0; i < 120; i++) {
    mj.mj_forward(model, data);
    kernel.solve();
    if (i % 40 === 39) {
      const contacts = contactsOf(data);
      const { acc, slides } = solveDense(model, data, contacts);
      const ours = floats(data.qacc);
      acc.forEach((x, dof) => {
        expect(Math.abs(ours[dof] - x), `step ${i}, degree of freedom ${dof}`).toBeLessThan(2e-3 * (1 + Math.abs(x)));
      });
      compared += contacts.length;
      sliding += slides;
    }
    mj.mj_Euler(model, data);
  }
  expect(kernel.counters.fallbacks).toBe(0);
  expect(compared).toBeGreaterThan(15);
  // some slide, some stick
  expect(sliding).toBeGreaterThan(5);
  expect(sliding).toBeLessThan(compared * 2);
});
