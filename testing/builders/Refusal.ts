// Gives the SimError that a call must throw.

import { SimError } from "../../src/describe/SimError.js";

export function refusal(call: () => unknown): SimError {
  try {
    call();
  } catch (problem) {
    if (problem instanceof SimError) return problem;
    throw problem;
  }
  throw new Error("nothing was refused");
}
