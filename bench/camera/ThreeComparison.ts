// The same scene and moving camera, drawn and read back picture by picture: the rasteriser on one thread, three.js in
// headless Chromium on SwiftShader, and on Mesa if present. They take turns, so that other load affects all. Aims: at
// most a quarter of the time of three.js, half of Mesa.

import type { Pose } from "../../src/math/Pose.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { median, type Say, table } from "./BenchTable.js";
import { sceneStateOf } from "./OurPicture.js";
import { movingPoses, type SceneSize, speedScene } from "./SpeedScenes.js";
import { type Driver, type ThreeOptions, ThreeReference } from "./ThreeReference.js";

const WARM_UP = 5;
const COLOR = { color: true, depth: false, segmentation: false };
const AIMS: Readonly<Record<Driver, number>> = { swiftshader: 0.25, mesa: 0.5 };
const NAMES: Readonly<Record<Driver, string>> = { swiftshader: "three.js, SwiftShader", mesa: "three.js, Mesa" };
/** The same picture, which the aims refer to; and the cheapest settings of three.js. */
const VARIANTS: readonly (ThreeOptions & { readonly name: string })[] = [
  { name: "same", material: "standard", antialias: true },
  { name: "plain", material: "lambert", antialias: false },
];

interface Case {
  readonly size: SceneSize;
  readonly shadows: boolean;
}

/** Times in ms; the best is closest to an idle machine. */
interface Times {
  readonly median: number;
  readonly best: number;
}

interface Line extends Case {
  readonly triangles: number;
  /** Triangles drawn by the rasteriser in the last picture, at its levels of detail. */
  readonly drawn: number;
  readonly ours: Times;
  /** Times by driver and variant. */
  readonly theirs: ReadonlyMap<string, Times>;
}

interface ComparisonOptions {
  readonly frames: number;
  readonly rounds: number;
  readonly say: Say;
}

/** Returns whether all aims are met. */
export async function compareWithThree(options: ComparisonOptions): Promise<boolean> {
  const { say } = options;
  const drivers = new Map<Driver, ThreeReference>();
  for (const driver of ["swiftshader", "mesa"] as const) {
    const started = await ThreeReference.start(driver);
    if (started) drivers.set(driver, started);
    say(`${NAMES[driver]}: ${started?.renderer ?? "not present here, left out"}`);
  }
  const rasteriser = await Rasteriser.create();
  const lines: Line[] = [];
  for (const size of ["small", "big"] as const)
    for (const shadows of [false, true]) lines.push(await measure({ size, shadows }, rasteriser, drivers, options));
  for (const reference of drivers.values()) await reference.close();
  return report(lines, [...drivers.keys()], say);
}

async function measure(
  one: Case,
  rasteriser: Rasteriser,
  drivers: ReadonlyMap<Driver, ThreeReference>,
  { frames, rounds }: ComparisonOptions,
): Promise<Line> {
  const scene = speedScene(one.size);
  const poses = movingPoses(frames + WARM_UP);
  const ours: number[] = [];
  const theirs = new Map<string, number[]>();
  let triangles = 0;
  for (let round = 0; round < rounds; round++) {
    ours.push(...timeOurs(rasteriser, one, poses).slice(WARM_UP));
    for (const [driver, reference] of drivers)
      for (const { name, ...variant } of VARIANTS) {
        const timed = await reference.time(scene, poses, { ...variant, segments: "coarse", shadows: one.shadows });
        const key = `${driver}, ${name}`;
        theirs.set(key, [...(theirs.get(key) ?? []), ...timed.times.slice(WARM_UP)]);
        triangles = timed.triangles;
      }
  }
  const summed = new Map([...theirs].map(([key, times]) => [key, sumUp(times)]));
  return { ...one, triangles, drawn: rasteriser.triangles, ours: sumUp(ours), theirs: summed };
}

const sumUp = (times: readonly number[]): Times => ({ median: median(times), best: Math.min(...times) });

/** A new scene state for each picture, so that matrices and shadow map are computed again. */
function timeOurs(rasteriser: Rasteriser, { size, shadows }: Case, poses: readonly Pose[]): number[] {
  const scene = speedScene(size);
  const sceneState = sceneStateOf(scene, shadows);
  return poses.map((pose) => {
    const start = performance.now();
    const next = { ...sceneState, poses: sceneState.poses.slice() };
    rasteriser.draw(next, { ...scene.view, pose }, COLOR).color?.slice();
    return performance.now() - start;
  });
}

function report(lines: readonly Line[], drivers: readonly Driver[], say: Say): boolean {
  const keys = drivers.flatMap((driver) => VARIANTS.map(({ name }) => `${driver}, ${name}`));
  const share = (line: Line, key: string): number => line.ours.median / (line.theirs.get(key)?.median ?? Number.NaN);
  const show = (times?: Times) => `${times?.median.toFixed(1)}, ${times?.best.toFixed(1)}`;
  const rows = lines.map((line) => [
    line.size,
    line.shadows ? "yes" : "no",
    String(line.triangles),
    String(line.drawn),
    show(line.ours),
    ...keys.map((key) => `${show(line.theirs.get(key))} (${share(line, key).toFixed(2)})`),
  ]);
  say("\none picture of 320x240 with read-back, ms: median, best; in brackets our median as a share of theirs");
  say(table(["scene", "shadows", "triangles given", "drawn by ours", "ours", ...keys], rows));
  let isGood = true;
  for (const driver of drivers) {
    const worst = Math.max(...lines.map((line) => share(line, `${driver}, ${VARIANTS[0].name}`)));
    const isMet = worst <= AIMS[driver];
    isGood &&= isMet;
    const aim = `aim at most ${AIMS[driver]}: ${isMet ? "met" : "MISSED"}`;
    say(`the same picture by ${NAMES[driver]}: at most ${worst.toFixed(2)} of it, ${aim}`);
  }
  return isGood;
}
