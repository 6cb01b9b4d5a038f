// Fills the table of KernelLayout.ts: where the arrays of a model and its data are in the engine's memory, and where the fields of
// contacts and data are.

import { ROW_POINTERS, wordsOf } from "../model/DataFields.js";
import type { Engine, MjData, MjModel } from "../model/Engine.js";
import * as Layout from "./KernelLayout.js";

/** In the order of KernelLayout.ts. */
export function tableOf({ contact, dataFields: at }: Engine, m: MjModel, d: MjData): Int32Array {
  const table = new Int32Array(Layout.SLOTS);
  const address = (view: unknown): number => (view as ArrayBufferView).byteOffset;
  table[Layout.SLOT_NV] = m.nv;
  table[Layout.SLOT_TREES] = m.ntree;
  table[Layout.SLOT_DOF_TREE] = address(m.dof_treeid);
  table[Layout.SLOT_M_START] = address(m.M_rowadr);
  table[Layout.SLOT_M_WIDTH] = address(m.M_rownnz);
  table[Layout.SLOT_M_COLUMN] = address(m.M_colind);
  table[Layout.SLOT_M] = address(d.M);
  table[Layout.SLOT_QACC] = address(d.qacc);
  table[Layout.SLOT_QACC_SMOOTH] = address(d.qacc_smooth);
  table[Layout.SLOT_QACC_WARM] = address(d.qacc_warmstart);
  table[Layout.SLOT_CONTACTS] = address(d.arena);
  table[Layout.SLOT_DATA] = address(wordsOf(d));
  table[Layout.SLOT_CONTACT_BYTES] = contact.bytes;
  table[Layout.SLOT_CONTACT_FRICTION] = 8 * contact.friction;
  table[Layout.SLOT_CONTACT_MU] = 8 * contact.mu;
  table[Layout.SLOT_CONTACT_DIM] = 4 * contact.dim;
  table[Layout.SLOT_CONTACT_GEOM] = 4 * contact.geom;
  table[Layout.SLOT_CONTACT_DIST] = 8 * contact.dist;
  table[Layout.SLOT_CONTACT_POS] = 8 * contact.pos;
  table[Layout.SLOT_CONTACT_FRAME] = 8 * contact.frame;
  table[Layout.SLOT_CONTACT_SOLIMP] = 8 * contact.solimp;
  table[Layout.SLOT_CONTACT_EXCLUDE] = 4 * contact.exclude;
  table[Layout.SLOT_CONTACT_ROW] = 4 * contact.efcAddress;
  table[Layout.SLOT_NCON] = 4 * at.ncon;
  table[Layout.SLOT_NJ] = 4 * at.nJ;
  table[Layout.SLOT_BODIES] = m.nbody;
  table[Layout.SLOT_BODY_WELD] = address(m.body_weldid);
  table[Layout.SLOT_BODY_DOF] = address(m.body_dofadr);
  table[Layout.SLOT_BODY_DOFS] = address(m.body_dofnum);
  table[Layout.SLOT_BODY_ROOT] = address(m.body_rootid);
  table[Layout.SLOT_BODY_INVERSE] = address(m.body_invweight0);
  table[Layout.SLOT_DOF_PARENT] = address(m.dof_parentid);
  table[Layout.SLOT_GEOM_BODY] = address(m.geom_bodyid);
  table[Layout.SLOT_CDOF] = address(d.cdof);
  table[Layout.SLOT_COM] = address(d.subtree_com);
  table[Layout.SLOT_QVEL] = address(d.qvel);
  table[Layout.SLOT_NL] = 4 * at.nl;
  table[Layout.SLOT_QPOS] = address(d.qpos);
  table[Layout.SLOT_DOF_BOUND] = address(m.dof_frictionloss);
  table[Layout.SLOT_DOF_INVERSE] = address(m.dof_invweight0);
  table[Layout.SLOT_DOF_SOLIMP] = address(m.dof_solimp);
  table[Layout.SLOT_JOINTS] = m.njnt;
  table[Layout.SLOT_JOINT_TYPE] = address(m.jnt_type);
  table[Layout.SLOT_JOINT_DOF] = address(m.jnt_dofadr);
  table[Layout.SLOT_JOINT_PLACE] = address(m.jnt_qposadr);
  table[Layout.SLOT_JOINT_RANGE] = address(m.jnt_range);
  table[Layout.SLOT_JOINT_MARGIN] = address(m.jnt_margin);
  table[Layout.SLOT_JOINT_SOLIMP] = address(m.jnt_solimp);
  table[Layout.SLOT_ROPES] = m.ntendon;
  table[Layout.SLOT_ROPE_RANGE] = address(m.tendon_range);
  table[Layout.SLOT_ROPE_MARGIN] = address(m.tendon_margin);
  table[Layout.SLOT_ROPE_LENGTH] = address(d.ten_length);
  table[Layout.SLOT_ROPE_WIDTH] = address(m.ten_J_rownnz);
  table[Layout.SLOT_ROPE_START] = address(m.ten_J_rowadr);
  table[Layout.SLOT_ROPE_COLUMN] = address(m.ten_J_colind);
  table[Layout.SLOT_ROPE_J] = address(d.ten_J);
  table[Layout.SLOT_M_ENTRIES] = (m.M_colind as Int32Array).length;
  table[Layout.SLOT_M_FACTOR] = address(d.qLD);
  table[Layout.SLOT_M_INVERSE_D] = address(d.qLDiagInv);
  table[Layout.SLOT_FORCE_PASSIVE] = address(d.qfrc_passive);
  table[Layout.SLOT_FORCE_BIAS] = address(d.qfrc_bias);
  table[Layout.SLOT_FORCE_APPLIED] = address(d.qfrc_applied);
  table[Layout.SLOT_FORCE_ACTUATOR] = address(d.qfrc_actuator);
  table[Layout.SLOT_FORCE_SMOOTH] = address(d.qfrc_smooth);
  table[Layout.SLOT_NE] = 4 * at.ne;
  table[Layout.SLOT_NF] = 4 * at.nf;
  table[Layout.SLOT_NEFC] = 4 * at.nefc;
  ROW_POINTERS.forEach((name, i) => {
    table[Layout.SLOT_ROW_TYPE + i] = 4 * at[name];
  });
  return table;
}
