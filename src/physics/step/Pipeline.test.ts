// [M5] The split pipeline is the engine's own step: without the laws, and with the engine's solver in place of the kernel, the
// same calls give the same bits.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadEngine, type MjData } from "../model/Engine.js";

/** Boxes, balls, a capsule and a cylinder in a heap, a chain, a loop, motors with friction loss, stops. */
const SCENE = `<mujoco><compiler angle="radian" autolimits="false"/>
<option timestep="0.002" cone="elliptic" integrator="Euler" solver="Newton" jacobian="sparse" iterations="50" tolerance="1e-8">
<flag autoreset="disable"/></option>
<worldbody><geom type="plane" size="0 0 1"/>
${[0, 1, 2, 3].map((i) => `<body pos="${0.02 * i} ${0.01 * i} ${0.2 + 0.25 * i}"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>`).join("\n")}
<body pos="0.5 0 0.3" euler="0.3 0.2 0.1"><freejoint/><geom type="capsule" size="0.05 0.1"/></body>
<body pos="0.52 0.02 0.7"><freejoint/><geom type="cylinder" size="0.08 0.05"/></body>
<body pos="0.51 0.01 1.1"><freejoint/><geom type="sphere" size="0.07"/></body>
<body name="crank" pos="-1 0 1"><joint name="motor" type="hinge" axis="0 1 0" frictionloss="2" damping="0.1"/>
 <geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/>
 <body name="link" pos="0 0 0.3"><joint type="hinge" axis="0 1 0" limited="true" range="-2 2"/>
  <geom type="capsule" size="0.03" fromto="0 0 0 0.6 0 0"/></body></body>
<body name="rocker" pos="-0.4 0 1"><joint type="hinge" axis="0 1 0" armature="0.01"/>
 <geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/></body>
<body pos="-1 1 1"><joint type="ball"/><geom type="box" pos="0.3 0 0" size="0.2 0.1 0.05"/></body>
</worldbody>
<equality><connect body1="link" body2="rocker" anchor="0.6 0 0"/></equality></mujoco>`;

const STAGE_VEL = 2;
const bits = (view: unknown): BigUint64Array => {
  const floats = view as Float64Array;
  return new BigUint64Array(floats.slice().buffer);
};
const stateOf = (d: MjData) => [bits(d.qpos), bits(d.qvel), bits(d.qacc_warmstart)];

test("the same bits as mj_step for 1000 steps of a mixed scene", async () => {
  const { mj } = await loadEngine();
  const model = mj.MjModel.from_xml_string(SCENE);
  const [whole, split] = [new mj.MjData(model), new mj.MjData(model)];
  mj.mj_fwdKinematics(model, split);
  let contacts = 0;
  for (let i = 0; i < 1000; i++) {
    // a force now and then, so that nothing comes to rest
    const push = i % 100 < 10 ? 5 : 0;
    for (const d of [whole, split]) (d.qfrc_applied as Float64Array)[3] = push;
    mj.mj_step(model, whole);
    mj.mj_makeM(model, split);
    mj.mj_factorM(model, split);
    mj.mj_collision(model, split);
    mj.mj_makeConstraint(model, split);
    mj.mj_fwdVelocity(model, split);
    mj.mj_island(model, split);
    mj.mj_forwardSkip(model, split, STAGE_VEL, 1);
    mj.mj_Euler(model, split);
    mj.mj_fwdKinematics(model, split);
    expect(stateOf(split), `step ${i}`).toEqual(stateOf(whole));
    contacts += split.ncon;
  }
  expect(contacts).toBeGreaterThan(5000);
  for (const handle of [whole, split, model]) handle.delete();
});

test("Pipeline.step makes these calls in this order", () => {
  const source = readFileSync(new URL("./Pipeline.ts", import.meta.url), "utf8");
  const step = source.slice(source.indexOf("  step(pushed: boolean): void {"), source.indexOf("  #applyRowLaw"));
  expect([...step.matchAll(/mj\.(mj_\w+)\(/g)].map(([, name]) => name)).toEqual([
    // the kernel does mj_factorM
    "mj_makeM",
    "mj_collision",
    "mj_makeConstraint",
    "mj_fwdVelocity",
    // in place of mj_island and mj_forwardSkip, where bodies have applied forces; the kernel does the rest of them
    "mj_fwdAcceleration",
    "mj_Euler",
    "mj_fwdKinematics",
  ]);
});
