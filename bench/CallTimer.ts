// Times every call into the engine, and the constraint kernel, by wrapping their functions for a while. The rest of a step is
// spent in laws, collider, guard, and access to the engine's fields.

type Call = (...args: unknown[]) => unknown;

/** Name of the kernel's solver among the calls, and functions of the kernel that replace the engine's. */
export const KERNEL = "kernel";
export const KERNEL_CALLS = ["factorMass", "accelerate"] as const;

interface Watch {
  readonly name: string;
  readonly owner: Record<string, Call>;
  readonly key: string;
  readonly original: Call;
  ms: number;
  calls: number;
}

export class CallTimer {
  readonly #watches: Watch[] = [];

  /** Wraps every `mj_` function of the engine's module, and `solve` and KERNEL_CALLS of the kernel. */
  constructor(module: object, kernel?: object) {
    for (const [name, value] of Object.entries(module))
      if (name.startsWith("mj_") && typeof value === "function") this.#watch(module, name, name);
    if (!kernel) return;
    this.#watch(kernel, "solve", KERNEL);
    for (const name of KERNEL_CALLS) this.#watch(kernel, name, name);
  }

  #watch(owner: object, key: string, name: string): void {
    const calls = owner as Record<string, Call>;
    const original = calls[key];
    const watch: Watch = { name, owner: calls, key, original, ms: 0, calls: 0 };
    this.#watches.push(watch);
    calls[key] = (...args) => {
      const from = performance.now();
      const result = original.apply(owner, args);
      watch.ms += performance.now() - from;
      watch.calls++;
      return result;
    };
  }

  reset(): void {
    for (const watch of this.#watches) {
      watch.ms = 0;
      watch.calls = 0;
    }
  }

  /** Removes the wrappers. */
  stop(): void {
    for (const { owner, key, original } of this.#watches) owner[key] = original;
  }

  /** Functions called since the last reset. */
  get called(): readonly Readonly<Watch>[] {
    return this.#watches.filter(({ calls }) => calls > 0);
  }
  /** Time in the calls of that name, or in all of them. */
  spentMs(names?: ReadonlySet<string>): number {
    return this.#watches.reduce((sum, { name, ms }) => (!names || names.has(name) ? sum + ms : sum), 0);
  }
  get totalCalls(): number {
    return this.#watches.reduce((sum, { calls }) => sum + calls, 0);
  }
}

const ROUNDS = 101;
const CALLS = 1000;

/**
 * Cost of a wrapper outside of the time that it measures, ms per call: measured on an empty function. The median of many
 * short rounds: a mean would include other load of the machine, and subtract too much from our step.
 */
export function watchCostMs(): number {
  const module = { mj_nothing: (..._: number[]) => 0 };
  const timer = new CallTimer(module);
  const costs: number[] = [];
  for (let round = -ROUNDS; round < ROUNDS; round++) {
    timer.reset();
    const from = performance.now();
    for (let i = 0; i < CALLS; i++) module.mj_nothing(1, 2);
    const total = performance.now() - from;
    // the first half warms up
    if (round >= 0) costs.push((total - timer.spentMs()) / CALLS);
  }
  return Math.max(0, costs.sort((a, b) => a - b)[ROUNDS >> 1]);
}
