// Segways that balance on the spot, far apart from each other, with wheel speeds commanded at 100 Hz.

import { BalancedSegway } from "../../examples/BalancedSegway.js";
import { Physics } from "../../src/physics/Physics.js";
import type { RunningScene, Scene } from "./BenchScene.js";

const STEP_SEC = 0.001;
const FRAME_SEC = 0.01;
const APART = 3;
/** Maximum lean of a Segway that balances, rad. */
const FALLEN = 0.5;

export const segways = (count: number): Scene => ({
  name: count === 1 ? "1 Segway" : `${count} Segways`,
  stepSec: STEP_SEC,
  frameSec: FRAME_SEC,
  settleSec: 1,
  seconds: count > 10 ? 3 : 10,
  robots: count,
  build: (stepSec) => buildSegways(count, stepSec),
});

async function buildSegways(count: number, stepSec = STEP_SEC): Promise<RunningScene> {
  const physics = await Physics.create({ name: "segways", stepSec });
  const row = Math.ceil(Math.sqrt(count));
  const all = Array.from({ length: count }, (_, i) => {
    const name = `s${String(i).padStart(3, "0")}`;
    return new BalancedSegway(physics, { name, x: APART * (i % row), y: APART * Math.floor(i / row) });
  });
  return {
    physics,
    control: () => {
      for (const segway of all) segway.control(FRAME_SEC);
    },
    verdict: () => all.filter(({ tilt }) => Math.abs(tilt) > FALLEN).map(({ name }) => `${name} fell`),
  };
}
