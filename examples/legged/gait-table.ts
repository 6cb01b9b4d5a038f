import { GAITS } from "./Gaits.js";
import { measureWalk } from "./GaitTrial.js";

for (const gait of GAITS)
  for (const forward of [0.2, 0.3, gait.top.forward]) {
    const t = await measureWalk(gait, { forward, left: 0, turn: 0 }, 4);
    console.log(
      gait.name,
      forward,
      t.forward.toFixed(3),
      t.left.toFixed(3),
      "swerve",
      (t.swerve * 57.3).toFixed(1),
      "upright",
      t.lowest.toFixed(2),
      t.hasFallen,
    );
  }
