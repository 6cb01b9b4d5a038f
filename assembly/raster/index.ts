// Exports of the rasteriser (S3): all arguments are addresses in the shared memory. One thread prepares a scene state, then any
// number of threads draw views of it, each with its own scratch memory; the pixels do not depend on the thread.

import {
  INSTANCE_NUMBER, PICTURE_COLOR, PICTURE_DEPTH, PICTURE_SEGMENTATION, TRIANGLE_BITS,
} from "../../src/render/raster/RasterLayout";
import { drawInstances } from "./Draw";
import { clearSamples, useFourSamples, useMiddles } from "./Fill";
import { placeInstances } from "./Instances";
import { shadeRows } from "./Shade";
import { drawShadows } from "./Shadow";
import { depths, endRow, firstRow, instanceAt, numbers, openScene, openView, width } from "./View";

export function prepareSceneState(sceneState: usize, scratch: usize): void {
  openScene(sceneState, scratch);
  placeInstances(sceneState);
  drawShadows(sceneState);
}

export function drawPicture(picture: usize, scratch: usize): void {
  openView(picture, scratch);
  if (load<u32>(picture, PICTURE_COLOR) != 0) {
    useFourSamples();
    clearSamples();
    drawInstances(scratch);
    shadeRows(picture, scratch);
  }
  const depth: usize = load<u32>(picture, PICTURE_DEPTH), segmentation: usize = load<u32>(picture, PICTURE_SEGMENTATION);
  if (depth == 0 && segmentation == 0) return;
  useMiddles();
  clearSamples();
  drawInstances(scratch);
  if (depth != 0) writeDepths(depth);
  if (segmentation != 0) writeNumbers(segmentation);
}

function writeDepths(to: usize): void {
  const end = <usize>(endRow * width);
  // 1 / 0: nothing seen, infinitely far
  for (let i = <usize>(firstRow * width); i < end; i++) store<f32>(to + i * 4, 1 / load<f32>(depths + i * 16));
}

function writeNumbers(to: usize): void {
  const end = <usize>(endRow * width);
  for (let i = <usize>(firstRow * width); i < end; i++) {
    const number = load<i32>(numbers + i * 16);
    store<u16>(to + i * 2, number == 0 ? 0 : <u16>load<i32>(instanceAt((number >>> TRIANGLE_BITS) - 1), INSTANCE_NUMBER));
  }
}
