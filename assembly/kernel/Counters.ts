// What the solver did: in the last solve, and in all solves of this model. For diagnostics and benchmarks.

/** Of the last solve: iterations of the island that needed most, and the largest scaled gradient that remained. */
export let worstIterations: i32 = 0;
export let worstResidual: f64 = 0;

// of all solves
export let islandsSolved: f64 = 0;
export let iterations: f64 = 0;
/** Updates of frozen normal forces. */
export let updates: f64 = 0;
/** Islands whose friction did not settle: solved with the convex cone. */
export let fallbacks: f64 = 0;
/** Islands that ended with friction limits that differ from their normal forces, because they had taken enough steps. */
export let late: f64 = 0;
/** Islands without a finite solution: they keep the accelerations without constraints. */
export let failures: f64 = 0;

export function beginCount(): void {
  worstIterations = 0;
  worstResidual = 0;
}

export function countIsland(newton: i32, outer: i32, residual: f64): void {
  islandsSolved += 1;
  iterations += <f64>newton;
  updates += <f64>outer;
  worstIterations = max(worstIterations, newton);
  worstResidual = max(worstResidual, residual);
}

export function countFallback(): void {
  fallbacks += 1;
}

export function countLate(): void {
  late += 1;
}

export function countFailure(): void {
  failures += 1;
}
