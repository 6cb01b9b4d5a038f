// Which entities touched each other in the last step: with a force, or without a gap. One pass over the contacts of the step.

import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** By geom, the place of its entity among the names, which are in name order. */
interface EntityNumbers {
  readonly names: readonly string[];
  readonly ofGeom: Int32Array;
}

const known = new WeakMap<CompiledModel, EntityNumbers>();

function numbersOf(c: CompiledModel): EntityNumbers {
  const old = known.get(c);
  if (old) return old;
  const names = [...new Set(c.layout.geoms.map(({ entity }) => entity.name))].sort();
  const numbers = new Map(names.map((name, i) => [name, i]));
  const made = { names, ofGeom: Int32Array.from(c.layout.geoms, ({ entity }) => numbers.get(entity.name) as number) };
  known.set(c, made);
  return made;
}

/** Names, two for each pair, the pairs in order. */
export function touchingPairs(physics: Physics): readonly string[] {
  const { last, compiled: c, pipeline } = physics[INTERNALS];
  const { names, ofGeom } = numbersOf(c);
  const keys = new Set<number>();
  const add = (a: number, b: number): void => {
    if (a !== b) keys.add(Math.min(a, b) * names.length + Math.max(a, b));
  };
  if (last) {
    const place = new Map(names.map((name, i) => [name, i]));
    for (const { a, b, normalForce, distance } of last.contacts)
      if (normalForce > 0 || distance < 0) add(place.get(a.entity) as number, place.get(b.entity) as number);
  } else {
    const { contactF: f, contactI: n, contactFields: at } = c;
    const { force } = c.rows();
    const { geom1, geom2, count } = pipeline.notes;
    const isCurrent = count > 0 && c.words[c.fields.ncon] === count;
    for (let k = 0; isCurrent && k < count; k++) {
      const [a, b] = [ofGeom[geom1[k]], ofGeom[geom2[k]]];
      if (a === b) continue;
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      if ((row >= 0 && force[row] > 0) || f[k * (at.bytes >> 3) + at.dist] < 0) add(a, b);
    }
  }
  return [...keys]
    .sort((a, b) => a - b)
    .flatMap((key) => [names[Math.floor(key / names.length)], names[key % names.length]]);
}
