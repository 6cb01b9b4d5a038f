// The kernel's factor of the mass matrix and its accelerations without constraints are bit for bit those of the engine.

import { expect, test } from "vitest";
import { compileText, loadEngine } from "../model/Engine.js";
import { Kernel } from "./Kernel.js";

/** A chain of so many links. */
const chain = (links: number): string =>
  links === 0
    ? ""
    : `<body pos="0.1 0 0"><joint type="hinge" axis="${links % 2} ${1 - (links % 2)} 0.3" damping="0.01"/>
<geom type="capsule" size="0.02" fromto="0 0 0 0.1 0 0"/>${chain(links - 1)}</body>`;

/** A body with two chains, one on the ground, bodies that are simple in the engine's sense, a slider, a ball joint. */
const SCENE = `<mujoco><compiler angle="radian"/><option timestep="0.002"><flag contact="disable"/></option><worldbody>
<body pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.1"/>${chain(7)}${chain(2)}</body>
<body pos="1 0 1"><joint type="hinge" axis="0 1 0"/><geom type="box" pos="0.1 0 0" size="0.1 0.1 0.1"/>${chain(3)}</body>
<body pos="2 0 1"><freejoint/><geom type="sphere" size="0.1"/></body>
<body pos="3 0 1"><joint type="slide" axis="1 0 0"/><geom type="box" size="0.1 0.1 0.1"/></body>
<body pos="4 0 1"><joint type="ball"/><geom type="box" pos="0.2 0 0" size="0.2 0.1 0.05"/></body>
</worldbody></mujoco>`;

const RESULTS = ["qLD", "qLDiagInv", "qfrc_smooth", "qacc_smooth"] as const;

test("for 200 steps of chains, free bodies and single joints", async () => {
  const engine = await loadEngine();
  const { mj } = engine;
  const model = compileText(mj, SCENE);
  const data = new mj.MjData(model);
  const kernel = new Kernel(engine, model, data);
  const read = (): bigint[][] =>
    RESULTS.map((name) => [...new BigUint64Array((data[name] as Float64Array).slice().buffer)]);
  for (let i = 0; i < 200; i++) {
    const applied = data.qfrc_applied as Float64Array;
    applied.forEach((_, k) => {
      applied[k] = ((i + k) % 7) - 3;
    });
    mj.mj_forward(model, data);
    const theirs = read();
    for (const name of RESULTS) (data[name] as Float64Array).fill(Number.NaN);
    kernel.factorMass();
    kernel.accelerate();
    expect(read(), `step ${i}`).toEqual(theirs);
    mj.mj_Euler(model, data);
  }
  for (const one of [kernel, data, model]) one.delete();
});
