// Runs the same work for many entities. An error in one does not stop the others (W7).

import { asSimError } from "../describe/SimError.js";
import type { Removal } from "../physics/Physics.js";

const NONE: readonly Removal[] = Object.freeze([]);

/** Returns the items whose work threw, with their errors. */
export function collectFailures<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (item: T) => void,
): readonly Removal[] {
  let failed = NONE;
  for (const item of items)
    try {
      work(item);
    } catch (problem) {
      failed = [...failed, { entity: nameOf(item), error: asSimError(problem, nameOf(item)) }];
    }
  return failed;
}
