import { PG22, UPENN } from "./Gaits.js";
import { measureKick, measureWalk } from "./GaitTrial.js";

for (const [f, l] of [
  [0.165, 0.072],
  [0.175, 0.072],
  [0.185, 0.072],
  [0.2, 0.072],
  [0.185, 0.055],
  [0.185, 0.09],
] as const) {
  const k = await measureKick("left", [f, l]);
  console.log(
    f,
    l,
    "length",
    k.length.toFixed(2),
    "dir",
    (k.direction * 57.3).toFixed(0),
    "v",
    k.fastest.toFixed(2),
    "up",
    k.upright.toFixed(2),
  );
}
if (process.argv[2])
  for (const g of [PG22, UPENN])
    for (const c of [
      { forward: 0, left: 0.15, turn: 0 },
      { forward: 0, left: g.top.left, turn: 0 },
      { forward: 0, left: 0, turn: 1.5 },
      { forward: 0, left: 0, turn: g.top.turn },
      { forward: -0.2, left: 0, turn: 0 },
      { forward: 0.2, left: 0, turn: -0.5 },
    ]) {
      const t = await measureWalk(g, c, 3);
      console.log(g.name, JSON.stringify(c), t.forward.toFixed(3), t.left.toFixed(3), t.turn.toFixed(2), t.hasFallen);
    }
