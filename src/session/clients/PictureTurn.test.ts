// [M8] [S4] Small pictures are finished at once, large ones wait for the threads that draw them.

import { expect, test, vi } from "vitest";
import { TakenPicture } from "../../devices/Sample.js";
import { PLAIN_LENS } from "../../render/lens/Lens.js";
import type { PictureSpec } from "../../render/picture/Picture.js";
import type { SceneState } from "../../render/raster/CompiledScene.js";
import type { Report } from "../../world/ReportOutbox.js";
import { PictureTurn } from "./PictureTurn.js";

const EMPTY = { scene: { drawnTriangles: 0 }, lights: [] } as unknown as SceneState;

function pictureOf(side: number, isAway = true, change: Partial<PictureSpec> = {}) {
  const size = { width: side, height: side, format: "bgra" } as const;
  const spec = { ...size, lens: PLAIN_LENS, noise: { gaussian: 0 }, sceneState: EMPTY, ...change } as PictureSpec;
  const bytes = vi.fn(() => new Uint8Array(4 * side * side));
  return { spec, isAway, isReady: false, isWaiting: false, begin: vi.fn(), bytes };
}

const reports = (...pictures: readonly ReturnType<typeof pictureOf>[]): readonly Report[] =>
  pictures.map((picture) => ({ sample: new TakenPicture(picture, undefined) }) as unknown as Report);

test("a frame with small pictures is finished at once, up to some work in a turn", () => {
  const turn = new PictureTurn();
  const small = Array.from({ length: 9 }, () => pictureOf(256));
  const done = small.map((picture) => turn.finish(reports(picture)));
  expect(done[0]).toBe(true);
  expect(done.at(-1)).toBe(false);
  turn.renew();
  expect(turn.finish(reports(pictureOf(256)))).toBe(true);
});

test("a large picture is started again and waits; its bytes are not read before they are ready", () => {
  const turn = new PictureTurn();
  const large = pictureOf(2048);
  expect(turn.finish(reports(large))).toBe(false);
  expect(large.begin).toHaveBeenCalled();
  expect(large.bytes).not.toHaveBeenCalled();
  large.isReady = true;
  expect(turn.finish(reports(large))).toBe(true);
  // one large frame in a turn
  expect(turn.finish(reports(Object.assign(pictureOf(2048), { isReady: true })))).toBe(false);
});

test("a picture that no other thread draws is drawn here", () => {
  const here = pictureOf(2048, false);
  expect(new PictureTurn().finish(reports(here))).toBe(true);
  expect(here.bytes).toHaveBeenCalled();
});

const scene = (drawnTriangles: number, lights = 0) =>
  ({ scene: { drawnTriangles }, lights: Array.from({ length: lights }) }) as unknown as SceneState;

test.each([
  ["of a large scene", { sceneState: scene(700_000) }],
  ["with many bands and instants", { lens: { ...PLAIN_LENS, readoutMS: 20, exposureMS: 50 } }],
  ["of many lamps in bands", { lens: { ...PLAIN_LENS, readoutMS: 20 }, sceneState: scene(12, 100) }],
])("a picture of 16 x 16 pixels %s is not drawn by the frame loop", (_, change) => {
  const costly = pictureOf(16, true, change);
  expect(new PictureTurn().finish(reports(costly))).toBe(false);
  expect(costly.bytes).not.toHaveBeenCalled();
});

test("small pictures of a middling scene add up", () => {
  const turn = new PictureTurn();
  const all = Array.from({ length: 64 }, () => pictureOf(16, true, { sceneState: scene(20_000, 20) }));
  expect(all.filter((picture) => turn.finish(reports(picture))).length).toBeLessThan(20);
});

test("a picture waits while the threads start", () => {
  const early = Object.assign(pictureOf(16), { isWaiting: true });
  expect(new PictureTurn().finish(reports(early))).toBe(false);
  expect(early.bytes).not.toHaveBeenCalled();
});

test("a picture that may take longer than its cost says is not drawn by the frame loop", () => {
  for (const slowness of [1000, Number.POSITIVE_INFINITY]) {
    const slow = Object.assign(pictureOf(64), { slowness });
    expect(new PictureTurn().finish(reports(slow))).toBe(false);
    expect(slow.bytes).not.toHaveBeenCalled();
  }
});
