// Normal forces of the contacts of the last step, from which the kernel starts the next one. They are state: carried over when
// the model is compiled anew (M6) and kept in snapshots (M5).

import type { EngineHeap } from "../model/EngineHeap.js";
import type { GeomPlace } from "../model/Layout.js";
import type { KernelExports } from "./Kernel.js";
import { KernelMemory } from "./KernelMemory.js";

/** A geom: entity, and number among its geoms. */
interface Side {
  readonly entity: string;
  readonly geom: number;
}

export interface ContactForce {
  readonly sides: readonly [Side, Side];
  /** N. */
  readonly force: number;
}

const START_SLOTS = 256;

export class LastForces {
  readonly memory: KernelMemory;
  readonly #code: KernelExports;
  readonly #heap: EngineHeap;
  #slots = START_SLOTS;

  constructor(code: KernelExports, heap: EngineHeap) {
    this.#code = code;
    this.#heap = heap;
    this.memory = new KernelMemory(heap, START_SLOTS * code.forceSlot());
    if (this.memory.bytes > 0) code.useForceMemory(this.memory.address, this.#slots);
  }

  /** After a sound step. */
  keep(): void {
    const count = this.#code.rememberForces();
    if (count === 0) return;
    this.#grow(count);
    this.#code.rememberForces();
  }

  /** In the order of the contacts of each pair. */
  save(geoms: readonly GeomPlace[]): ContactForce[] {
    const sides = sidesOf(geoms);
    const bytes = this.#code.forceSlot();
    const view = new DataView(this.#heap.memory.buffer, this.memory.address, this.#slots * bytes);
    const ranks = ranksOf(sides);
    const found: { readonly pair: number; readonly number: number; readonly one: ContactForce }[] = [];
    for (let at = 0; at < view.byteLength; at += bytes) {
      const first = view.getInt32(at, true);
      const second = view.getInt32(at + 4, true);
      // the memory of a lost engine may hold anything
      if (first < 0 || !sides[first] || !sides[second]) continue;
      const one: ContactForce = { sides: [sides[first], sides[second]], force: view.getFloat64(at + 24, true) };
      const pair = ranks[first] * sides.length + ranks[second];
      found.push({ pair, number: view.getInt32(at + 8, true), one });
    }
    return found.sort((a, b) => a.pair - b.pair || a.number - b.number).map(({ one }) => one);
  }

  /** Forces on geoms that the model does not have are left out. */
  load(forces: readonly ContactForce[], geoms: readonly GeomPlace[]): void {
    this.#grow(forces.length);
    // numbers in the model, by entity and geom
    const numbers = new Map<string, number[]>();
    geoms.forEach(({ entity: { name } }, i) => {
      const own = numbers.get(name);
      if (own) own.push(i);
      else numbers.set(name, [i]);
    });
    for (const { sides, force } of forces) {
      const a = numbers.get(sides[0].entity)?.[sides[0].geom];
      const b = numbers.get(sides[1].entity)?.[sides[1].geom];
      if (a !== undefined && b !== undefined) this.#code.addForce(Math.min(a, b), Math.max(a, b), force);
    }
  }

  /** An empty table with room for so many forces. */
  #grow(count: number): void {
    while (this.#slots <= 2 * count) this.#slots *= 2;
    if (!this.memory.grow(this.#slots * this.#code.forceSlot()))
      throw new Error("no memory for the forces of contacts");
    this.#code.useForceMemory(this.memory.address, this.#slots);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Places in the order of names and of the digits of the numbers: an order that does not depend on the other entities. */
function ranksOf(sides: readonly Side[]): Int32Array {
  const names = sides.map(({ entity, geom }) => `${entity}\n${geom}\n`);
  const ranks = new Int32Array(sides.length);
  const order = Array.from(ranks.keys()).sort((a, b) => compare(names[a], names[b]));
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return ranks;
}

function sidesOf(geoms: readonly GeomPlace[]): Side[] {
  const counts = new Map<string, number>();
  return geoms.map(({ entity: { name } }) => {
    const geom = counts.get(name) ?? 0;
    counts.set(name, geom + 1);
    return { entity: name, geom };
  });
}
