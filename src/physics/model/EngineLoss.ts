// When an engine is lost (M8): a WebAssembly trap, an abort or an exhausted stack leaves its memory in an unknown state, and it
// is never called again. Errors that the engine reports itself, such as a full memory or a text that it rejects, are not losses.

/** A call into an engine has failed for good. */
export class EngineLost extends Error {
  override readonly name = "EngineLost";
}

/** What a C++ exception says that the engine does not throw on purpose. */
const BROKEN =
  /bad_cast|bad_function|bad_alloc|bad_array|logic_error|out_of_range|length_error|Aborted|function signature/;

export function isLoss(problem: unknown): boolean {
  if (problem instanceof EngineLost || problem instanceof WebAssembly.RuntimeError) return true;
  // the stack of the calling thread
  if (problem instanceof RangeError) return true;
  return BROKEN.test(problem instanceof Error ? problem.message : String(problem));
}

type Call = (...args: unknown[]) => unknown;

/** Makes every function of the engine note a loss. Rays are called too often for that and change nothing. */
export function watchCalls(mj: object, onLoss: () => void): void {
  const calls = mj as Record<string, unknown>;
  for (const name of Object.keys(mj)) {
    const call = calls[name];
    if (!name.startsWith("mj_") || /ray/i.test(name) || typeof call !== "function") continue;
    calls[name] = (...args: unknown[]): unknown => {
      try {
        return (call as Call)(...args);
      } catch (problem) {
        if (!isLoss(problem)) throw problem;
        onLoss();
        throw new EngineLost(problem instanceof Error ? problem.message : String(problem));
      }
    };
  }
}
