// CPU time of this process, all threads, and its mean per step.

export const cpuSec = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export class CpuSum {
  #sec = 0;
  #steps = 0;

  time(steps: number, step: () => void): number {
    const from = cpuSec();
    for (let i = 0; i < steps; i++) step();
    const spent = cpuSec() - from;
    this.add(spent, steps);
    return spent;
  }

  add(sec: number, steps: number): void {
    this.#sec += sec;
    this.#steps += steps;
  }

  get perStep(): number {
    return this.#sec / this.#steps;
  }
}
