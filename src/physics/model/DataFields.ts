// Counts and pointers of the engine's data that every step reads directly from memory: a call of the engine's wrapper for each
// costs more than the laws that need them. Their places are found at start-up: of counts by writing marks through the wrapper,
// of pointers by the address of the array. An unexpected memory layout is an error.

import type { MjData } from "@mujoco/mujoco";
import { SimError } from "../../describe/SimError.js";

const COUNTS = ["ncon", "ne", "nf", "nl", "nefc", "nJ", "maxuse_arena"] as const;

/** Arrays of the constraint rows, in the order in which the kernel takes them (KernelLayout.ts). */
export const ROW_POINTERS = [
  "efc_type",
  "efc_id",
  "efc_J_rownnz",
  "efc_J_rowadr",
  "efc_J_colind",
  "efc_J",
  "efc_D",
  "efc_aref",
  "efc_force",
  "efc_frictionloss",
  "efc_pos",
  "efc_R",
  "efc_vel",
] as const;

/** Arrays of the rows that only the engine's own solver uses, with the bytes of a row. */
export const SOLVER_POINTERS = {
  efc_J_rowsuper: 4,
  efc_state: 4,
  efc_margin: 8,
  efc_diagA: 8,
  efc_KBIP: 32,
  efc_b: 8,
} as const;

/** Offsets in int32s from the start of the data. */
export type DataFields = Readonly<
  Record<(typeof COUNTS)[number] | (typeof ROW_POINTERS)[number] | keyof typeof SOLVER_POINTERS, number>
>;

/** All fields lie within this many int32s. */
const SPAN = 0x10000;

/** The engine's data as int32s. Invalid when the engine's memory has grown. */
export function wordsOf(data: MjData): Int32Array {
  const memory = new Int32Array((data.qpos as Float64Array).buffer);
  // the wrapper's object begins with a pointer to the data
  const handle = (data as unknown as { $$?: { ptr?: number } }).$$?.ptr ?? 0;
  const start = memory[handle >> 2] >> 2;
  return memory.subarray(start, start + SPAN);
}

/** `data` must have contacts and rows. */
export function findDataFields(data: MjData): DataFields {
  const words = wordsOf(data);
  const found: Record<string, number> = {};
  // before efc_vel, an array without entries may have the same address
  const names = [...ROW_POINTERS, ...(Object.keys(SOLVER_POINTERS) as (keyof typeof SOLVER_POINTERS)[])];
  for (const name of names)
    if (name !== "efc_vel") found[name] = onlyOne(words, (data[name] as ArrayBufferView).byteOffset, name);
  // the field before that of the targets
  found.efc_vel = found.efc_aref - 1;
  if (words[found.efc_vel] !== (data.efc_vel as ArrayBufferView).byteOffset) throw unexpected("no field efc_vel");
  for (const name of COUNTS) {
    const old = data[name];
    const places = [0x12345678, 0x23456789].map((mark) => {
      data[name] = mark;
      return onlyOne(words, mark, name);
    });
    data[name] = old;
    if (places[0] !== places[1]) throw unexpected(`no field ${name}`);
    found[name] = places[0];
  }
  return found as DataFields;
}

function onlyOne(words: Int32Array, value: number, name: string): number {
  const first = words.indexOf(value);
  if (first < 0 || words.indexOf(value, first + 1) >= 0) throw unexpected(`no field ${name}`);
  return first;
}

const unexpected = (found: string): SimError =>
  new SimError("ENGINE_UNEXPECTED", {
    where: "data layout",
    found,
    advice: "Run `npm install` again to get the version this program was made for.",
  });
