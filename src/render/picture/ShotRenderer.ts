// From a shot to the bytes of its picture (S3): drawn as pinhole, through lens and chip, spoiled by the sensor's noise
// (S2), in its format. A function of the shot alone, whoever draws and wherever; lenses are kept, since their tables take
// time to make.

import { RandomStream } from "../../math/RandomStream.js";
import { exposePicture } from "../lens/Exposure.js";
import { Lens, viewFor } from "../lens/Lens.js";
import { colorError, spoilPicture } from "../lens/PictureNoise.js";
import { movePose, movePoses, shutterPlan } from "../lens/Shutter.js";
import type { Moment } from "../raster/CompiledScene.js";
import type { Channels, RasterPicture, View } from "../raster/View.js";
import { withColors } from "./FalseColor.js";
import type { Shot } from "./Picture.js";
import { channelsOf, encodePicture } from "./PictureFormat.js";
import { PixelCache } from "./PixelCache.js";

/** Who draws: what it gives may be drawn over by the next call. */
export interface ViewRenderer {
  draw(moment: Moment, view: View, channels: Channels): RasterPicture;
}

/** One call of a viewRenderer. */
export interface Drawing {
  readonly moment: Moment;
  readonly view: View;
  readonly channels: Channels;
}

/** Of all lenses that are kept: they have buffers of their own, and messages may ask for ever new ones (W9). */
const MAX_PIXELS = 8 << 20;

export class ShotRenderer {
  readonly #lenses = new PixelCache<Lens>(MAX_PIXELS);

  /** Into `room`, if that is given and the format has a fixed size. */
  develop(shot: Shot, viewRenderer: ViewRenderer, room?: Uint8Array): Uint8Array {
    const picture = this.expose(shot, viewRenderer);
    return encodePicture(shot.shows ? withColors(picture) : picture, shot.format, room);
  }

  /** Before it takes its format; good until the next call. */
  expose(shot: Shot, viewRenderer: ViewRenderer): RasterPicture {
    const lens = this.#lensOf(shot);
    const view = viewFor(lens.settings, shot);
    const channels = channelsOf(shot.shows ?? shot.format);
    const stream = new RandomStream(shot.seed);
    const draw = (offsetSec: number, firstRow: number, endRow: number): RasterPicture =>
      viewRenderer.draw(
        momentAt(shot, offsetSec),
        { ...view, pose: poseAt(shot, offsetSec), firstRow, endRow },
        channels,
      );
    const picture = exposePicture(lens, draw, stream.split("lens"));
    return spoilPicture(picture, shot, stream.split("noise"));
  }

  /** What will be drawn for a shot, in that order: for a viewRenderer who needs his time. */
  drawings(shot: Shot): readonly Drawing[] {
    const lens = this.#lensOf(shot);
    const view = viewFor(lens.settings, shot);
    const channels = channelsOf(shot.shows ?? shot.format);
    return shutterPlan(lens.settings, shot.height).flatMap((band) => {
      const [firstRow, endRow] = lens.drawnRows(band.firstRow, band.endRow);
      return band.offsetsSec.map((offsetSec) => ({
        moment: momentAt(shot, offsetSec),
        view: { ...view, pose: poseAt(shot, offsetSec), firstRow, endRow },
        channels,
      }));
    });
  }

  #lensOf(shot: Shot): Lens {
    const { lens, width, height, fovDeg } = shot;
    const settings = { ...lens, gaussian: together(lens.gaussian, colorError(shot)) };
    const key = JSON.stringify([settings, width, height, fovDeg]);
    return this.#lenses.get(key, width * height, () => new Lens(settings, { width, height, fovDeg }));
  }
}

/** Two independent errors are one of this size. */
const together = (a: number, b: number): number => (b === 0 ? a : Math.sqrt(a * a + b * b));

function momentAt({ moment, velocities }: Shot, offsetSec: number): Moment {
  if (offsetSec === 0 || !velocities) return moment;
  return { ...moment, poses: movePoses(moment.poses, velocities, offsetSec) };
}

const poseAt = ({ pose, velocity }: Shot, offsetSec: number) =>
  offsetSec === 0 || !velocity ? pose : movePose(pose, velocity, offsetSec);
