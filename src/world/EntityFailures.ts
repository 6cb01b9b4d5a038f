// Work on one after the other: who breaks at it is told, and costs nobody else his place (W7).

import { asSimError } from "../describe/SimError.js";
import type { Removal } from "../physics/Physics.js";

/** Gives those that broke. */
export function collectFailures<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  work: (one: T) => void,
): readonly Removal[] {
  const failed: Removal[] = [];
  for (const one of all)
    try {
      work(one);
    } catch (problem) {
      failed.push({ entity: nameOf(one), error: asSimError(problem, nameOf(one)) });
    }
  return failed;
}
