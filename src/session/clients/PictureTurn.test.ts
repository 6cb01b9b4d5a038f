// [M8] [S4] Small pictures are finished at once, large ones wait for the threads that draw them.

import { expect, test, vi } from "vitest";
import { TakenPicture } from "../../devices/Sample.js";
import { PLAIN_LENS } from "../../render/lens/Lens.js";
import type { PictureSpec } from "../../render/picture/Picture.js";
import type { Report } from "../../world/ReportOutbox.js";
import { PictureTurn } from "./PictureTurn.js";

function pictureOf(side: number, isAway = true) {
  const spec = { width: side, height: side, lens: PLAIN_LENS, noise: { gaussian: 0 }, format: "bgra" } as PictureSpec;
  return { spec, isAway, isReady: false, begin: vi.fn(), bytes: vi.fn(() => new Uint8Array(4 * side * side)) };
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
