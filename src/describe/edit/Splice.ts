// Changes of a text as splices: at an offset, `remove` is replaced by `insert`. A splice can be inverted, and moved over another
// splice of the same text that does not overlap it. Undo with several editors is made of these two.

export interface Splice {
  readonly at: number;
  readonly remove: string;
  readonly insert: string;
  /** Ids of elements within `insert`, by their offset in it: an element that comes back keeps its id. */
  readonly ids?: readonly (readonly [offset: number, id: string])[];
  /** Ids of elements within `remove`. */
  readonly removedIds?: readonly (readonly [offset: number, id: string])[];
}

export const applySplice = (text: string, { at, remove, insert }: Splice): string =>
  text.slice(0, at) + insert + text.slice(at + remove.length);

export function invertSplice({ at, remove, insert, ids, removedIds }: Splice): Splice {
  return { at, remove: insert, insert: remove, ids: removedIds ?? [], removedIds: ids ?? [] };
}

/** The inverse of several splices that were applied one after another. */
export const invertAll = (splices: readonly Splice[]): readonly Splice[] => splices.map(invertSplice).reverse();

/** The same change after `other` was applied to the same text. Undefined: the two overlap. */
function moveOver(splice: Splice, other: Splice): Splice | undefined {
  const shift = other.insert.length - other.remove.length;
  if (other.at + other.remove.length <= splice.at) return { ...splice, at: splice.at + shift };
  if (splice.at + splice.remove.length <= other.at) return splice;
  return undefined;
}

/** Splices that may still be moved over another one. */
export interface MoveBudget {
  left: number;
}

/** `mine` after `others`; both begin with the same text. Undefined: they overlap, or the budget is used up. */
export function moveAllOver(
  mine: readonly Splice[],
  others: readonly Splice[],
  budget: MoveBudget,
): readonly Splice[] | undefined {
  let moved = mine;
  for (const other of others) {
    budget.left -= moved.length;
    if (budget.left < 0) return undefined;
    const next: Splice[] = [];
    let rest: Splice | undefined = other;
    for (const one of moved) {
      const there = rest && moveOver(one, rest);
      rest = rest && moveOver(rest, one);
      if (!there || !rest) return undefined;
      next.push(there);
    }
    moved = next;
  }
  return moved;
}
