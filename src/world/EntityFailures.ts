// Runs the same work for many entities. An error in one does not stop the others (W7).

import { asSimError } from "../describe/SimError.js";
import type { Removal } from "../physics/Physics.js";

export const NO_FAILURES: readonly Removal[] = Object.freeze([]);

export function addFailure(failed: readonly Removal[], entity: string, problem: unknown): readonly Removal[] {
  return [...failed, { entity, error: asSimError(problem, entity) }];
}

/** Returns the items whose work threw, with their errors. */
export function collectFailures<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (item: T) => void,
): readonly Removal[] {
  let failed = NO_FAILURES;
  for (let i = 0; i < items.length; i++)
    try {
      work(items[i]);
    } catch (problem) {
      failed = addFailure(failed, nameOf(items[i]), problem);
    }
  return failed;
}
