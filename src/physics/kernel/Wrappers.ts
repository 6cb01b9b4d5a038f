// JavaScript engines compile the code between JavaScript and the functions of a WebAssembly instance late: V8 does it at the 1,000th
// call, for all functions of the same signature. That step would take twenty times as long as others (a third of a
// millisecond), so functions without effect are called that often when an instance is made.

/** One for each signature of the functions that a step calls (assembly/kernel/Idle.ts). */
export interface IdleExports {
  idle(): void;
  idleResult(): number;
  idleNumber(number: number): void;
  idleAnswer(number: number): number;
  idleFloat(float: number): void;
}

const CALLS = 1024;

export function compileWrappers({ idle, idleResult, idleNumber, idleAnswer, idleFloat }: IdleExports): void {
  for (let i = 0; i < CALLS; i++) {
    idle();
    idleResult();
    idleNumber(i);
    idleAnswer(i);
    idleFloat(i);
  }
}
