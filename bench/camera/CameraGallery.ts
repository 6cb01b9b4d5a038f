// `npm run camera-gallery`: the pictures of docs/cameras.md, made with the project's rasteriser, lens and encoder. Run it
// again after changes of the appearance; the same code gives the same bytes.

import { mkdirSync, writeFileSync } from "node:fs";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { Lens, type LensSettings, PLAIN_LENS, viewFor } from "../../src/render/lens/Lens.js";
import { encodePicture, prepareFormat } from "../../src/render/picture/PictureFormat.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import type { RasterPicture } from "../../src/render/raster/View.js";
import { readWorld } from "../../src/server/WorldSource.js";
import { World } from "../../src/world/World.js";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { readArguments } from "../BenchArguments.js";
import { type CameraScene, resized, seenWorld, viewAt } from "./CameraScene.js";
import { primitives, room, soccer } from "./JudgedScenes.js";
import { sceneStateOf } from "./OurPicture.js";

const FOLDER = `${REPOSITORY}docs/cameras/`;
const SHAPE = { width: 480, height: 360 } as const;
const ALL = { color: true, depth: true, segmentation: true };
/** Nearer is white, farther is black, m. */
const NEAR_M = 0.6;

const WORN_LENS: LensSettings = {
  ...PLAIN_LENS,
  radial: [-0.32, 0.1, 0],
  tangential: [0.004, -0.003],
  vignette: 0.9,
  gaussian: 5,
  shot: 9,
};

readArguments("npm run camera-gallery\n\nDraws the pictures of docs/cameras.md into docs/cameras.", {});
await prepareFormat("png");
const rasteriser = await Rasteriser.create();

function take(scene: CameraScene, lens: LensSettings = PLAIN_LENS, shadows = true): RasterPicture {
  const { view } = resized(scene, SHAPE.width, SHAPE.height);
  const fovDeg = (2 * Math.atan(view.height / 2 / view.focalPx) * 180) / Math.PI;
  const shape = { ...SHAPE, fovDeg };
  const drawn = rasteriser.draw(sceneStateOf(scene, shadows), viewFor(lens, { ...shape, pose: view.pose }), ALL);
  return new Lens(lens, shape).apply(drawn, new RandomStream(3).split("gallery"));
}

function keep(name: string, picture: RasterPicture): void {
  writeFileSync(`${FOLDER}${name}.png`, encodePicture(picture, "png"));
  console.log(`docs/cameras/${name}.png`);
}

/** Maps each pixel to a new colour. */
function paint({ width, height }: RasterPicture, colorOf: (i: number) => readonly number[]): RasterPicture {
  const color = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) color.set([...colorOf(i), 255], 4 * i);
  return { width, height, color };
}

const asGray = (picture: RasterPicture): RasterPicture =>
  paint(picture, (i) => {
    const value = Math.min(255, (255 * NEAR_M) / (picture.depth?.[i] ?? Number.POSITIVE_INFINITY));
    return [value, value, value];
  });

/** A bright colour for every number; consecutive numbers get distant hues. */
const asColors = (picture: RasterPicture): RasterPicture =>
  paint(picture, (i) => {
    const number = picture.segmentation?.[i] ?? 0;
    if (number === 0) return [0, 0, 0];
    const hue = (number * 0.381966) % 1;
    return [0, 1 / 3, 2 / 3].map((shift) => 70 + 185 * Math.abs(2 * ((hue + shift) % 1) - 1));
  });

async function yard(): Promise<CameraScene> {
  const devices = builtInKinds();
  const { file } = readWorld("segway-yard", { devices, lenient: false });
  const world = await World.create(file, { devices });
  for (const { robot } of file.robots) world.join(robot);
  const seen = seenWorld(world.physics);
  world.dispose();
  const view = viewAt({ eye: [4.7, -4.2, 1.9], target: [0.4, -0.4, 0.35], fovDeg: 55 });
  return { name: "yard", ...seen, lights: file.lights, view, shadow: { center: [0, 0, 0], reachM: 8, pixels: 2048 } };
}

mkdirSync(FOLDER, { recursive: true });
const field = await soccer();
keep("soccer", take(field));
keep("soccer-depth", asGray(take(field)));
keep("soccer-segmentation", asColors(take(field)));
keep("soccer-lens", take(field, WORN_LENS));
keep("yard", take(await yard()));
keep("shapes", take(primitives()));
keep("shapes-without-shadow", take(primitives(), PLAIN_LENS, false));
keep("room", take(room()));
