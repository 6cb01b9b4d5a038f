// Views into the engine's memory that the laws read and write. Every field is written out, because objects filled by name are
// several times slower to read.

import type { MjData, MjModel } from "./Engine.js";

export type Views = Readonly<ReturnType<typeof fetchViews>>;

/** Views are invalid when the engine's memory has grown. */
export function fetchViews(m: MjModel, d: MjData) {
  return {
    dof_frictionloss: m.dof_frictionloss as Float64Array,
    dof_damping: m.dof_damping as Float64Array,
    dof_armature: m.dof_armature as Float64Array,
    jnt_stiffness: m.jnt_stiffness as Float64Array,
    jnt_range: m.jnt_range as Float64Array,
    geom_margin: m.geom_margin as Float64Array,
    body_pos: m.body_pos as Float64Array,
    body_quat: m.body_quat as Float64Array,
    eq_data: m.eq_data as Float64Array,
    body_invweight0: m.body_invweight0 as Float64Array,
    dof_invweight0: m.dof_invweight0 as Float64Array,
    geom_size: m.geom_size as Float64Array,
    jnt_qposadr: m.jnt_qposadr as Int32Array,
    jnt_dofadr: m.jnt_dofadr as Int32Array,
    jnt_type: m.jnt_type as Int32Array,
    dof_treeid: m.dof_treeid as Int32Array,
    body_treeid: m.body_treeid as Int32Array,
    M_rowadr: m.M_rowadr as Int32Array,
    M_rownnz: m.M_rownnz as Int32Array,
    M_colind: m.M_colind as Int32Array,
    qpos: d.qpos as Float64Array,
    qvel: d.qvel as Float64Array,
    qacc_warmstart: d.qacc_warmstart as Float64Array,
    qfrc_applied: d.qfrc_applied as Float64Array,
    qfrc_bias: d.qfrc_bias as Float64Array,
    qacc_smooth: d.qacc_smooth as Float64Array,
    qacc: d.qacc as Float64Array,
    xfrc_applied: d.xfrc_applied as Float64Array,
    xpos: d.xpos as Float64Array,
    xquat: d.xquat as Float64Array,
    xmat: d.xmat as Float64Array,
    xanchor: d.xanchor as Float64Array,
    subtree_com: d.subtree_com as Float64Array,
    geom_xpos: d.geom_xpos as Float64Array,
    geom_xmat: d.geom_xmat as Float64Array,
    cdof: d.cdof as Float64Array,
    M: d.M as Float64Array,
    qLD: d.qLD as Float64Array,
    qLDiagInv: d.qLDiagInv as Float64Array,
  };
}
