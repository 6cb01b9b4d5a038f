import { expect, test } from "vitest";
import type { Picture, PictureSpec } from "../render/picture/Picture.js";
import { TakenPicture } from "./Sample.js";

test("[W5] rows from the bottom: the first row of a message is the lowest, after the stamp, for every size of a pixel", () => {
  const messageOf = (pixels: readonly number[], spec: Partial<PictureSpec>, stampSec?: number) => [
    ...new TakenPicture({ spec, bytes: () => Uint8Array.from(pixels) } as unknown as Picture, stampSec).bytes(),
  ];
  const size = { width: 2, height: 3 };
  expect(messageOf([1, 2, 3, 4, 5, 6], size)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(messageOf([1, 2, 3, 4, 5, 6], { ...size, isUpwards: true })).toEqual([5, 6, 3, 4, 1, 2]);
  const deep = Array.from({ length: 12 }, (_, i) => i);
  expect(messageOf(deep, { ...size, isUpwards: true })).toEqual([8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3]);
  expect(messageOf([1, 2, 3, 4, 5, 6], { ...size, isUpwards: true }, 0).slice(8)).toEqual([5, 6, 3, 4, 1, 2]);
});
