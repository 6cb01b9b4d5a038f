import { spreadOf, TARGETS } from "./accuracy/Phases.js";

const wanted = process.argv[2];
for (const target of TARGETS.filter((t) => !wanted || t === wanted))
  for (const ms of [1, 2, 5])
    for (const angle of [0, 30, 45, 60]) {
      const cells: string[] = [];
      for (const speed of [1, 4, 8]) {
        const s = await spreadOf({ target, speed, angle, stepSec: ms / 1000, phases: Number(process.argv[3] ?? 60) });
        cells.push(
          `${s.share.toFixed(3)} ${s.direction.toFixed(1)}° ±${(100 * s.speedOff).toFixed(2)}% ${s.angleOff.toFixed(2)}°`.padStart(32),
        );
      }
      console.log(`${target} ${ms} ms ${angle}°`.padEnd(24), cells.join(""));
    }
