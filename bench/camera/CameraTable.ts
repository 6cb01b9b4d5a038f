// What the pictures of one step cost on one thread: both sizes, 1 to 22 cameras all over the field, the small and the big
// scene, with and without shadows. All cameras of a step share its matrices and its shadow map.

import { Rasteriser } from "../../src/render/Rasteriser.js";
import { median, type Say, table } from "./BenchTable.js";
import { resized } from "./CameraScene.js";
import { momentOf } from "./OurPicture.js";
import { type SceneSize, scatteredPoses, speedLights, speedScene } from "./SpeedScenes.js";

const SIZES = [
  [320, 240],
  [640, 480],
] as const;
const CAMERAS = [1, 4, 11, 22];
const WARM_UP = 2;
const COLOR = { color: true, depth: false, segmentation: false };

export interface TableOptions {
  /** Of each cell. */
  readonly steps: number;
  readonly say: Say;
}

interface Cell {
  readonly scene: SceneSize;
  readonly size: readonly [number, number];
  readonly cameras: number;
  readonly shadows: boolean;
}

export async function printCameraTable({ steps, say }: TableOptions): Promise<void> {
  const rasteriser = await Rasteriser.create();
  const rows: string[][] = [];
  for (const scene of ["small", "big"] as const)
    for (const size of SIZES)
      for (const cameras of CAMERAS) {
        const [plain, shaded] = [false, true].map((shadows) =>
          timeSteps(rasteriser, { scene, size, cameras, shadows }, steps),
        );
        rows.push([
          scene,
          size.join("x"),
          String(cameras),
          plain.toFixed(2),
          (plain / cameras).toFixed(2),
          shaded.toFixed(2),
          (shaded / cameras).toFixed(2),
        ]);
      }
  say("\nthe pictures of one step on one thread, medians in ms");
  say(table(["scene", "size", "cameras", "all", "each", "all with shadows", "each"], rows));
}

function timeSteps(rasteriser: Rasteriser, { scene: name, size, cameras, shadows }: Cell, steps: number): number {
  const scene = resized(speedScene(name, shadows), ...size);
  const moment = momentOf({ ...scene, lights: speedLights(shadows) });
  const views = scatteredPoses(cameras).map((pose) => ({ ...scene.view, pose }));
  const times = Array.from({ length: steps + WARM_UP }, () => {
    const start = performance.now();
    const next = { ...moment, poses: moment.poses.slice() };
    for (const view of views) rasteriser.draw(next, view, COLOR);
    return performance.now() - start;
  });
  return median(times.slice(WARM_UP));
}
