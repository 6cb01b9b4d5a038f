// Cost of the pictures of one step: both sizes, 1 to 22 cameras across the field, the small and the big scene, with and
// without shadows, on one thread and on all cores. All cameras of a step share its matrices and its shadow map.

import { NO_NOISE } from "../../src/describe/robot/Noise.js";
import { PLAIN_LENS } from "../../src/render/lens/Lens.js";
import type { PictureSpec } from "../../src/render/picture/Picture.js";
import type { SceneState } from "../../src/render/raster/CompiledScene.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import type { View } from "../../src/render/raster/View.js";
import { CameraThreads } from "../../src/server/cameras/CameraThreads.js";
import { median, type Say, table } from "./BenchTable.js";
import { resized, VIEW_FOV_DEG } from "./CameraScene.js";
import { sceneStateOf } from "./OurPicture.js";
import { type SceneSize, scatteredPoses, speedScene } from "./SpeedScenes.js";

const SIZES = [
  [320, 240],
  [640, 480],
] as const;
const CAMERAS = [1, 4, 11, 22];
const WARM_UP = 2;
const COLOR = { color: true, depth: false, segmentation: false };
const HEADINGS = ["scene", "size", "cameras", "triangles", "plain", "each", "shadows", "each", "all cores", "each"];

interface TableOptions {
  /** Steps measured for each cell. */
  readonly steps: number;
  readonly say: Say;
}

type DrawAll = (sceneState: SceneState, views: readonly View[]) => void;

export async function printCameraTable({ steps, say }: TableOptions): Promise<void> {
  const rasteriser = await Rasteriser.create();
  const alone = drawAlone(rasteriser);
  const threads = await CameraThreads.create();
  await threads.start();
  const rows: string[][] = [];
  for (const name of ["small", "big"] as const)
    for (const size of SIZES)
      for (const cameras of CAMERAS) {
        const time = (shadows: boolean, draw: DrawAll) => timeSteps(prepare(name, size, cameras, shadows), draw, steps);
        const times = [time(false, alone), time(true, alone), time(true, drawTogether(threads))];
        const cells = times.flatMap((ms) => [ms.toFixed(2), (ms / cameras).toFixed(2)]);
        rows.push([name, size.join("x"), String(cameras), String(rasteriser.triangles), ...cells]);
      }
  say(
    "\nthe pictures of one step, medians in ms: on one thread without and with shadows, on all cores with shadows, as bgra",
  );
  say(table(HEADINGS, rows));
  threads.close();
}

interface Prepared {
  readonly sceneState: SceneState;
  readonly views: readonly View[];
}

function prepare(name: SceneSize, size: readonly [number, number], cameras: number, shadows: boolean): Prepared {
  const scene = resized(speedScene(name), ...size);
  const views = scatteredPoses(cameras).map((pose) => ({ ...scene.view, pose }));
  return { sceneState: sceneStateOf(scene, shadows), views };
}

/** Every step has a new scene state, as if everything had moved. */
function timeSteps({ sceneState, views }: Prepared, draw: DrawAll, steps: number): number {
  const times = Array.from({ length: steps + WARM_UP }, () => {
    const start = performance.now();
    draw({ ...sceneState, poses: sceneState.poses.slice() }, views);
    return performance.now() - start;
  });
  return median(times.slice(WARM_UP));
}

const drawAlone =
  (rasteriser: Rasteriser): DrawAll =>
  (sceneState, views) => {
    for (const view of views) rasteriser.draw(sceneState, view, COLOR);
  };

const drawTogether =
  (threads: CameraThreads): DrawAll =>
  (sceneState, views) => {
    const pictures = views.map((view) => threads.take(specOf(sceneState, view)));
    for (const picture of pictures) picture.begin();
    for (const picture of pictures) picture.bytes();
  };

function specOf(sceneState: SceneState, { pose, width, height }: View): PictureSpec {
  return {
    sceneState,
    velocities: undefined,
    velocity: undefined,
    pose,
    width,
    height,
    fovDeg: VIEW_FOV_DEG,
    lens: PLAIN_LENS,
    format: "bgra",
    noise: NO_NOISE,
    drift: 0,
    seed: 1,
    timeNs: 0,
  };
}
