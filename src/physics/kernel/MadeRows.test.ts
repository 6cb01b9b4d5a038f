// The rows that the kernel makes are bit for bit those that the engine makes of the same contacts, motors, stops and ropes.

import { afterAll, expect, test } from "vitest";
import { compileText, type Engine, loadEngine, type MjData, type MjModel } from "../model/Engine.js";
import { ROWS_BY_KERNEL } from "../model/ModelText.js";
import { Kernel } from "./Kernel.js";

const FREE = 'limited="true" range="-1e30 1e30"';

/** Contacts of one, three, four and six rows, within a robot, between robots and with the ground; motors, stops, a rope, a loop. */
const scene = (flags: string): string => `<mujoco><compiler angle="radian" autolimits="false" inertiafromgeom="true"/>
<option timestep="0.002" cone="elliptic" jacobian="sparse"><flag ${flags} filterparent="disable"/></option>
<default><geom solimp="0.99 0.99 0.001" margin="0.01" friction="0.6 0.02 0.01"/>
<joint solimpfriction="0.98 0.98 0.001" margin="0.1" solimplimit="0.99995 0.99995 0.001"/></default>
<worldbody><geom type="plane" size="0 0 1"/><site name="hook" pos="2 0 2"/>
${[0, 1, 2, 3].map((i) => `<body pos="${0.02 * i} ${0.01 * i} ${0.12 + 0.21 * i}" euler="0 0 ${i}"><freejoint/><geom type="box" size="0.1 0.1 0.1" condim="${[3, 4, 6, 1][i]}"/></body>`).join("\n")}
<body pos="0.6 0 0.3" euler="0.3 0.2 0.1"><freejoint/><geom type="capsule" size="0.05 0.1" condim="6"/>
 <body pos="0.1 0 0"><joint type="hinge" axis="0 1 0" limited="true" range="-0.4 0.5" frictionloss="0.4"/>
  <geom type="box" size="0.1 0.03 0.03" pos="0.05 0 0"/>
  <body pos="0.12 0 0"><joint type="slide" axis="1 0 0" limited="true" range="-0.05 0.02"/><joint type="hinge" axis="0 0 1" ${FREE} frictionloss="0.1"/>
   <geom type="sphere" size="0.05" condim="4"/></body></body></body>
<body pos="0.75 0.04 0.6"><freejoint/><geom type="sphere" size="0.07" condim="6"/></body>
<body name="crank" pos="-1 0 1"><joint type="hinge" axis="0 1 0" frictionloss="2" ${FREE}/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/>
 <body name="link" pos="0 0 0.3"><joint type="hinge" axis="0 1 0" limited="true" range="-2 2"/>
  <geom type="capsule" size="0.03" fromto="0 0 0 0.6 0 0"/></body></body>
<body name="rocker" pos="-0.4 0 1"><joint type="hinge" axis="0 1 0" ${FREE}/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 0.3"/></body>
<geom type="box" pos="4 0 0.1" size="0.2 0.2 0.1" condim="1"/>
<body pos="4 0 0.24"><freejoint/><geom type="sphere" size="0.05" condim="1"/></body>
<body pos="2 0 1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/><site name="eye" pos="0 0.05 0.1"/></body>
</worldbody>
<equality><connect body1="link" body2="rocker" anchor="0.6 0 0"/></equality>
<tendon><spatial limited="true" range="-1e9 1.1" margin="0.1"><site site="hook"/><site site="eye"/></spatial></tendon></mujoco>`;

const open: { delete(): void }[] = [];
afterAll(() => {
  for (const one of open) one.delete();
});

function build(engine: Engine, flags: string): [MjModel, MjData] {
  const model = compileText(engine.mj, scene(flags));
  const data = new engine.mj.MjData(model);
  open.push(data, model);
  return [model, data];
}

const ROPE = 4;
const FIELDS = ["efc_type", "efc_id", "efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "efc_J"] as const;
const VALUES = ["efc_pos", "efc_frictionloss", "efc_vel", "efc_R", "efc_D"] as const;
const COUNTS = ["ne", "nf", "nl", "nefc", "nJ"] as const;

/** Rows as text. The softness of a rope is the law's. */
function rowsOf(data: MjData): Record<string, number[]> {
  const types = Array.from(data.efc_type as Int32Array);
  const own = (name: string, values: number[]) =>
    name === "efc_R" || name === "efc_D" ? values.map((x, r) => (types[r] === ROPE ? 0 : x)) : values;
  const list = [...FIELDS, ...VALUES].map((name) => [
    name,
    own(
      name,
      Array.from(data[name] as Float64Array, (x) => x + 0),
    ),
  ]);
  return Object.fromEntries([...list, ...COUNTS.map((name) => [name, [data[name]]])]);
}

test("for 300 steps of a scene with every kind of row", async () => {
  const engine = await loadEngine();
  const { mj } = engine;
  const [model, data] = build(engine, "");
  const [bare, own] = build(engine, ROWS_BY_KERNEL);
  const kernel = new Kernel(engine, bare, own);
  open.unshift(kernel);
  const kinds = new Set<number>();
  for (let i = 0; i < 300; i++) {
    for (const name of ["qpos", "qvel", "qacc_warmstart"] as const)
      (own[name] as Float64Array).set(data[name] as Float64Array);
    mj.mj_forward(model, data);
    mj.mj_fwdPosition(bare, own);
    kernel.hideContacts();
    mj.mj_makeConstraint(bare, own);
    mj.mj_fwdVelocity(bare, own);
    kernel.makeRows();
    expect(kernel.isStarved).toBe(false);
    expect(rowsOf(own), `step ${i}`).toEqual(rowsOf(data));
    for (const type of data.efc_type as Int32Array) kinds.add(type);
    const [theirs, ours] = [data.contact, own.contact];
    for (let k = 0; k < data.ncon; k++) {
      const [a, b] = [theirs.get(k), ours.get(k)];
      expect([b?.efc_address, b?.exclude, b?.mu], `step ${i}, contact ${k}`).toEqual([
        a?.efc_address,
        a?.exclude,
        a?.mu,
      ]);
      a?.delete();
      b?.delete();
    }
    for (const one of [theirs, ours]) one.delete();
    mj.mj_Euler(model, data);
  }
  expect([...kinds].sort()).toEqual([0, 1, 3, 4, 5, 7]);
});
