// Counts of the engine's data that every step reads directly from memory: a call of the engine's wrapper for each costs more
// than the laws that need them. Their addresses are found at start-up by writing marks through the wrapper. An unexpected
// memory layout is an error.

import type { MjData } from "@mujoco/mujoco";
import { SimError } from "../../describe/SimError.js";

const COUNTS = ["ncon", "ne", "nf", "nl", "nefc", "nJ", "nisland", "maxuse_arena"] as const;

/** Offsets in int32s from the start of the data. */
export type DataFields = Readonly<Record<(typeof COUNTS)[number] | "efc_aref", number>>;

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
  const found: Record<string, number> = { efc_aref: onlyOne(words, data.efc_aref.byteOffset, "efc_aref") };
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
