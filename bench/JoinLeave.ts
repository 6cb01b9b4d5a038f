// A thousand robots join and leave a running game, one after the other (M6): memory must not grow after the hundredth.

import { omniOnGround, omniRobot } from "../robots/OmniRobot.js";
import { cpuSec } from "./CpuSum.js";
import { readMemory } from "./SceneRun.js";
import { openPlay } from "./scenes/Soccer.js";

export interface JoinLeaveResult {
  readonly rounds: number;
  readonly at100: { readonly wasmMb: number; readonly rssMb: number; readonly heapMb: number };
  readonly at1000: { readonly wasmMb: number; readonly rssMb: number; readonly heapMb: number };
  /** CPU time of one join or leave, ms. */
  readonly msPerChange: number;
}

const ROUNDS = 1000;

export async function runJoinLeave(progress: (share: number) => void): Promise<JoinLeaveResult> {
  const { physics } = await openPlay.build();
  const measure = () => {
    // without --expose-gc the heap size includes garbage
    (globalThis as { gc?: () => void }).gc?.();
    return { ...readMemory(physics), heapMb: process.memoryUsage().heapUsed / (1 << 20) };
  };
  let at100 = measure();
  let spent = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const from = cpuSec();
    physics.add(omniRobot({ name: `guest${round}` }), omniOnGround(5.5, 4, 0));
    physics.step();
    physics.remove(`guest${round}`);
    spent += cpuSec() - from;
    physics.step();
    if (round === 100) at100 = measure();
    if (round % 20 === 0) progress(round / ROUNDS);
  }
  const at1000 = measure();
  physics.dispose();
  return { rounds: ROUNDS, at100, at1000, msPerChange: (1e3 * spent) / (2 * ROUNDS) };
}
