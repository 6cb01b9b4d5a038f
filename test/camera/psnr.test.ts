// Pictures of the rasteriser compared with three.js in Chromium (S3): the same scene as plain data, independent code.
// UBERSIM_PICTURES=folder writes both pictures and their difference to that folder.

import { writeFileSync } from "node:fs";
import { encode } from "fast-png";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CameraScene, resized } from "../../bench/camera/CameraScene.js";
import { primitives, room, soccer } from "../../bench/camera/JudgedScenes.js";
import { sceneStateOf } from "../../bench/camera/OurPicture.js";
import { ThreeReference } from "../../bench/camera/ThreeReference.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { difference, psnr } from "../../testing/camera/Psnr.js";
import { connectChromium } from "../../testing/runner/SharedChromium.js";

const MIN_DB = 30;
const COLOR = { color: true, depth: false, segmentation: false };

let three: ThreeReference;
let ours: Rasteriser;
beforeAll(async () => {
  const started = await ThreeReference.start("swiftshader", connectChromium);
  if (!started) throw new Error("Chromium draws no WebGL with SwiftShader: these tests need a Chromium that does");
  three = started;
  ours = await Rasteriser.create();
});
afterAll(() => three?.close());

function keep(name: string, { width, height }: CameraScene["view"], data: Uint8Array): void {
  const folder = process.env.UBERSIM_PICTURES;
  if (folder) writeFileSync(`${folder}/${name}.png`, encode({ width, height, data, channels: 4 }));
}

async function judge(scene: CameraScene): Promise<number> {
  const theirs = (await three.draw(scene)).pixels;
  const own = Uint8Array.from(ours.draw(sceneStateOf(scene), scene.view, COLOR).color ?? []);
  const name = `${scene.name}-${scene.view.width}`;
  keep(`${name}-three`, scene.view, theirs);
  keep(`${name}-ours`, scene.view, own);
  keep(`${name}-difference`, scene.view, difference(own, theirs));
  return psnr(own, theirs);
}

const SCENES: Readonly<Record<string, () => CameraScene | Promise<CameraScene>>> = { primitives, soccer, room };

describe.each(Object.keys(SCENES))("%s compared with three.js", (name) => {
  it.each([
    [320, 240],
    [640, 480],
  ])(`[S3] at %d x %d at least ${MIN_DB} dB`, async (width, height) => {
    expect(await judge(resized(await SCENES[name](), width, height))).toBeGreaterThanOrEqual(MIN_DB);
  });
});

it("[S3] a sun from another direction lowers the result below the bound", async () => {
  const scene = primitives();
  const [sky, sun] = scene.lights;
  const turned = { ...sun, pose: { ...sun.pose, orientation: [0, 0.3, 0, 0.9539] as const } };
  const other = { ...scene, name: "turned", lights: [sky, turned] };
  const theirs = (await three.draw(scene)).pixels;
  expect(psnr(Uint8Array.from(ours.draw(sceneStateOf(other), other.view, COLOR).color ?? []), theirs)).toBeLessThan(
    MIN_DB,
  );
});
