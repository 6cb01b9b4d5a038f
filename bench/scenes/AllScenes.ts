// The benchmark's scenes, in the order they are run.

import type { Scene } from "./BenchScene.js";
import { boxPile, fallingPile } from "./BoxPile.js";
import { humanoids, quadrupeds } from "./Legged.js";
import { segways } from "./Segways.js";
import { heap, openPlay } from "./Soccer.js";

export const ALL_SCENES: readonly Scene[] = [
  segways(1),
  segways(10),
  segways(100),
  openPlay,
  heap,
  quadrupeds(false),
  quadrupeds(true),
  humanoids(false),
  humanoids(true),
  boxPile,
  fallingPile,
];
