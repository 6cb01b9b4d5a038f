// The kernel against dense references: islands, elimination order and factor on linear problems, the convex cone against the
// engine's own solver, solving marked islands again, and its memory.

import { afterEach, describe, expect, test } from "vitest";
import { compileText, type Engine, loadEngine, type MjData, type MjModel } from "../model/Engine.js";
import { Kernel } from "./Kernel.js";

interface Case {
  readonly engine: Engine;
  readonly model: MjModel;
  readonly data: MjData;
  readonly kernel: Kernel;
}

const open: Case[] = [];
afterEach(() => {
  for (const { kernel, data, model } of open.splice(0)) for (const one of [kernel, data, model]) one.delete();
});

const OPTIONS = `timestep="0.002" cone="elliptic" jacobian="sparse" solver="Newton" iterations="200" tolerance="1e-15"`;

async function caseOf(body: string): Promise<Case> {
  const engine = await loadEngine();
  const model = compileText(engine.mj, `<mujoco><option ${OPTIONS}/>${body}</mujoco>`);
  const data = new engine.mj.MjData(model);
  const made = { engine, model, data, kernel: new Kernel(engine, model, data) };
  open.push(made);
  return made;
}

/** Rows and free accelerations; the engine's own solution is in the data. */
const forward = ({ engine, model, data }: Case): void => engine.mj.mj_forward(model, data);

const floats = (view: unknown): number[] => Array.from(view as Float64Array);
const ints = (view: unknown): number[] => Array.from(view as Int32Array);

const massMatrix = ({ model, data }: Case): number[][] => {
  const [start, width, column] = [ints(model.M_rowadr), ints(model.M_rownnz), ints(model.M_colind)];
  const m = Array.from({ length: model.nv }, () => new Array<number>(model.nv).fill(0));
  for (let i = 0; i < model.nv; i++)
    for (let k = start[i]; k < start[i] + width[i]; k++)
      m[i][column[k]] = m[column[k]][i] = (data.M as Float64Array)[k];
  return m;
};

const jacobian = ({ model, data }: Case): number[][] => {
  const [start, width, column] = [ints(data.efc_J_rowadr), ints(data.efc_J_rownnz), ints(data.efc_J_colind)];
  return start.map((from, r) => {
    const row = new Array<number>(model.nv).fill(0);
    for (let k = from; k < from + width[r]; k++) row[column[k]] = (data.efc_J as Float64Array)[k];
    return row;
  });
};

/** Gauss elimination with the largest pivot. */
function solveDense(a: number[][], b: number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    const best = rows.slice(k).reduce((p, row, i) => (Math.abs(row[k]) > Math.abs(rows[p][k]) ? k + i : p), k);
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const share = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= share * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--)
    x[i] = (rows[i][n] - x.reduce((sum, xj, j) => (j > i ? sum + rows[i][j] * xj : sum), 0)) / rows[i][i];
  return x;
}

/** Largest difference relative to 1 + size. */
const difference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((worst, x, i) => Math.max(worst, Math.abs(x - b[i]) / (1 + Math.abs(x))), 0);

// ---- scenes

const at = (x: number, y: number, z: number): string => `pos="${x} ${y} ${z}"`;

/** A base with two legs of two hinges, with dry friction in every joint. */
const walker = (name: string, x: number, y: number): string => `<body name="${name}" ${at(x, y, 1)}><freejoint/>
<geom type="box" size=".1 .1 .05" contype="0" conaffinity="0"/>
${[-1, 1]
  .map(
    (
      side,
    ) => `<body ${at(0, 0.1 * side, 0)}><joint axis="0 1 0" frictionloss="50"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.2" contype="0" conaffinity="0"/>
<body ${at(0, 0, -0.2)}><joint axis="0 1 0" frictionloss="50"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.2" contype="0" conaffinity="0"/></body></body>`,
  )
  .join("\n")}</body>`;

/** Walkers in a square grid, neighbours tied together: only equalities and dry friction within its bounds. */
const tiedGrid = (side: number): string => {
  const cells = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)] as const);
  const tie = (a: string, b: string) => `<connect body1="${a}" body2="${b}" anchor=".15 .05 .1"/>`;
  return `<worldbody>${cells.map(([x, y]) => walker(`w${x}_${y}`, 0.5 * x, 0.5 * y)).join("\n")}</worldbody>
<equality>${cells
    .flatMap(([x, y]) => [
      x + 1 < side ? tie(`w${x}_${y}`, `w${x + 1}_${y}`) : "",
      y + 1 < side ? tie(`w${x}_${y}`, `w${x}_${y + 1}`) : "",
    ])
    .join("\n")}</equality>`;
};

/** A four-bar linkage with a motor and a stop. */
const LINKAGE = `<body name="crank" ${at(-1, 0, 1)}><joint axis="0 1 0" frictionloss="2" damping=".1"/>
<geom type="capsule" size=".03" fromto="0 0 0 0 0 .3"/>
<body name="link" ${at(0, 0, 0.3)}><joint axis="0 1 0" limited="true" range="-110 110"/>
<geom type="capsule" size=".03" fromto="0 0 0 .6 0 0"/></body></body>
<body name="rocker" ${at(-0.4, 0, 1)}><joint axis="0 1 0" armature=".01"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 .3"/></body>`;
const LOOP = `<equality><connect body1="link" body2="rocker" anchor=".6 0 0"/></equality>`;

const SINGLES = `<worldbody><geom type="plane" size="0 0 1" condim="3"/>
${[3, 4, 6, 1].map((condim, i) => `<body ${at(i, 0, 0.2)} euler="${5 * i} 3 0"><freejoint/><geom type="box" size=".1 .1 .1" condim="${condim}"/></body>`).join("\n")}
${LINKAGE}</worldbody>${LOOP}`;

/** Solids of all shapes and condims on each other. */
const HEAP = `<worldbody><geom type="plane" size="0 0 1" condim="3"/>
${[0, 1, 2, 3].map((i) => `<body ${at(0.02 * i, 0.01 * i, 0.2 + 0.25 * i)}><freejoint/><geom type="box" size=".1 .1 .1" condim="${[3, 4, 6, 1][i]}"/></body>`).join("\n")}
<body ${at(0.5, 0, 0.3)} euler="17 11 6"><freejoint/><geom type="capsule" size=".05 .1" condim="6" friction=".7 .02 .01"/></body>
<body ${at(0.52, 0.02, 0.7)}><freejoint/><geom type="cylinder" size=".08 .05"/></body>
<body ${at(0.51, 0.01, 1.1)}><freejoint/><geom type="sphere" size=".07" condim="6"/></body>
${LINKAGE}</worldbody>${LOOP}`;

/** Stacks of boxes side by side: a large island. */
const WALL = `<worldbody><geom type="plane" size="0 0 1" condim="3"/>
${Array.from({ length: 36 }, (_, i) => `<body ${at(0.199 * (i % 12), 0.01 * (i % 5), 0.099 + 0.199 * Math.floor(i / 12))}><freejoint/><geom type="box" size=".1 .1 .1" condim="${[3, 4, 6, 1][i % 4]}"/></body>`).join("\n")}
</worldbody>`;

// ---- tests

test("islands are the trees that constraints join, numbered by their first tree", async () => {
  const one = await caseOf(HEAP);
  for (let i = 0; i < 400; i++) {
    forward(one);
    one.kernel.solve();
    if (i % 40 === 0) {
      const expected = islandsByDofs(one);
      expect(Array.from({ length: one.model.nv }, (_, dof) => one.kernel.islandOf(dof))).toEqual(expected);
    }
    one.engine.mj.mj_Euler(one.model, one.data);
  }
  expect(new Set(islandsByDofs(one)).size).toBeGreaterThan(2);
});

/** Joins degrees of freedom that share a row or a tree, until nothing changes. */
function islandsByDofs(one: Case): number[] {
  const tree = ints(one.model.dof_treeid);
  const rows = jacobian(one).map((row) => row.flatMap((x, dof) => (x === 0 ? [] : [tree[dof]])));
  const label = Array.from({ length: one.model.ntree }, (_, t) => t);
  for (let changed = true; changed; ) {
    changed = false;
    for (const trees of rows)
      for (const t of trees) {
        const least = Math.min(...trees.map((u) => label[u]));
        changed ||= label[t] !== least;
        label[t] = least;
      }
  }
  const touched = new Set(rows.flat());
  const first = [...new Set(label.filter((_, t) => touched.has(t)))].sort((a, b) => a - b);
  return tree.map((t) => (touched.has(t) ? first.indexOf(label[t]) : -1));
}

describe("linear problems: order, factor and solution", () => {
  // six: a large island, with sparse rows
  test.each([1, 2, 3, 5, 6])(
    "a grid of %i x walkers: the dense solution of (M + Jᵀ D J) a = M a_s + Jᵀ D a_ref",
    async (side) => {
      const one = await caseOf(tiedGrid(side));
      for (let i = 0; i < 5; i++) {
        forward(one);
        one.engine.mj.mj_Euler(one.model, one.data);
      }
      forward(one);
      const { data } = one;
      const [M, J, D, aref] = [massMatrix(one), jacobian(one), floats(data.efc_D), floats(data.efc_aref)];
      const smooth = floats(data.qacc_smooth);
      const H = M.map((row, i) => row.map((x, j) => J.reduce((sum, r, k) => sum + D[k] * r[i] * r[j], x)));
      const right = M.map((row, i) =>
        J.reduce(
          (sum, r, k) => sum + D[k] * r[i] * aref[k],
          row.reduce((sum, x, j) => sum + x * smooth[j], 0),
        ),
      );
      const expected = solveDense(H, right);
      one.kernel.solve();
      expect(difference(expected, floats(data.qacc))).toBeLessThan(1e-8);
      const forces = J.map((r, k) => -D[k] * (r.reduce((sum, x, j) => sum + x * expected[j], 0) - aref[k]));
      expect(difference(forces, floats(data.efc_force))).toBeLessThan(1e-6);
      // no row is at its bound, or the problem were not linear
      expect(Math.max(...forces.map(Math.abs))).toBeLessThan(50);
    },
  );
});

describe("the convex cone agrees with the engine's solver at tolerance 1e-15", () => {
  test.each([
    ["single solids, a loop, motors and stops", SINGLES, 1e-6, 20, 1500],
    ["a heap", HEAP, 1e-4, 80, 1500],
    ["a wall of 36 boxes", WALL, 1e-4, 500, 50],
  ])("%s", async (_, scene, bound, minRows, steps) => {
    const one = await caseOf(scene);
    one.kernel.set({ law: "convex" });
    const { data } = one;
    const push = data.qfrc_applied as Float64Array;
    let [worst, worstForce, rows] = [0, 0, 0];
    for (let i = 0; i < steps; i++) {
      push[3] = i % 100 < 10 ? 5 : 0;
      const warm = floats(data.qacc_warmstart);
      forward(one);
      const [acc, force] = [floats(data.qacc), floats(data.efc_force)];
      (data.qacc_warmstart as Float64Array).set(warm);
      one.kernel.solve();
      worst = Math.max(worst, difference(acc, floats(data.qacc)));
      worstForce = Math.max(worstForce, difference(force, floats(data.efc_force)));
      rows = Math.max(rows, data.nefc);
      one.engine.mj.mj_Euler(one.model, data);
    }
    expect(worst).toBeLessThan(bound);
    // forces are accelerations times the stiffness of rows
    expect(worstForce).toBeLessThan(10 * bound);
    expect(rows).toBeGreaterThan(minRows);
    expect(one.kernel.counters.fallbacks).toBe(0);
  });
});

describe("solving marked islands again", () => {
  test("gives what a full solve gives for that island, and changes no bit of the others", async () => {
    const one = await caseOf(HEAP);
    const { data, kernel } = one;
    for (let i = 0; i < 300; i++) {
      forward(one);
      kernel.solve();
      one.engine.mj.mj_Euler(one.model, data);
    }
    forward(one);
    kernel.solve();
    const before = floats(data.qacc);
    const mine = kernel.islandOf(0);
    const aref = data.efc_aref as Float64Array;
    const J = jacobian(one);
    for (let r = 0; r < J.length; r++) if (kernel.islandOf(J[r].findIndex((x) => x !== 0)) === mine) aref[r] *= 1.1;
    kernel.again([0]);
    const again = floats(data.qacc);
    again.forEach((x, dof) => {
      if (kernel.islandOf(dof) !== mine) expect(x).toBe(before[dof]);
    });
    expect(difference(before, again)).toBeGreaterThan(0.01);
    kernel.solve();
    expect(difference(floats(data.qacc), again)).toBeLessThan(1e-4);
  });
});

describe("memory", () => {
  test("grows with the problem, and the solution is that of a kernel that had it from the start", async () => {
    const big = await caseOf(tiedGrid(12));
    forward(big);
    big.kernel.solve();
    const first = floats(big.data.qacc);
    expect(big.kernel.isStarved).toBe(false);
    big.kernel.solve();
    expect(floats(big.data.qacc)).toEqual(first);
  });

  test("without any row the accelerations are the free ones", async () => {
    const one = await caseOf(`<worldbody><body><freejoint/><geom size=".1"/></body></worldbody>`);
    forward(one);
    (one.data.qacc as Float64Array).fill(7);
    one.kernel.solve();
    expect(floats(one.data.qacc)).toEqual(floats(one.data.qacc_smooth));
    expect(one.kernel.islandOf(0)).toBe(-1);
  });
});
