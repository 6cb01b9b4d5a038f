// The pictures that one turn of the frame loop may draw or wait for, and the pictures that it may send (M8, S4). Small pictures are
// finished at once, since waking up for them would cost more than drawing them. Frames with more wait until other threads have
// drawn their pictures: the world waits too, but the server goes on.

import { TakenPicture } from "../../devices/Sample.js";
import { drawingCost } from "../../render/picture/DrawingCost.js";
import type { Picture } from "../../render/picture/Picture.js";
import type { Report } from "../../world/ReportOutbox.js";

/** Work of a turn, in bytes that are written and sent: some 20 ms. A pixel to draw counts as PIXEL_BYTES. */
const MAX_WORK = 16 << 20;
const PIXEL_BYTES = 48;

const workOf = ({ spec, slowness = 1 }: Picture): number => PIXEL_BYTES * drawingCost(spec) * slowness;

export class PictureTurn {
  #work = 0;

  /** Another turn begins. */
  renew(): void {
    this.#work = 0;
  }

  /** Finishes the pictures of a frame. False: another turn has to go on with it. */
  finish(reports: readonly Report[]): boolean {
    let bytes = 0;
    let isDone = true;
    for (const { sample } of reports) {
      if (!(sample instanceof TakenPicture)) continue;
      bytes += sample.length;
      if (!this.#finishOne(sample)) isDone = false;
    }
    return isDone && this.#take(bytes);
  }

  #finishOne({ picture }: TakenPicture): boolean {
    if (picture.isReady) return true;
    picture.begin();
    // a picture that no other thread draws has to be drawn here
    if (picture.isAway && (picture.isWaiting || !this.#takeDrawing(workOf(picture)))) return false;
    picture.bytes();
    return true;
  }

  #takeDrawing(work: number): boolean {
    if (this.#work + work > MAX_WORK) return false;
    this.#work += work;
    return true;
  }

  /** The first frame of a turn goes out, whatever its size. */
  #take(work: number): boolean {
    if (this.#work > 0 && this.#work + work > MAX_WORK) return false;
    this.#work += work;
    return true;
  }
}
