// Renders the bytes of a picture from its spec (S3): pinhole view, lens, sensor noise (S2), format. The result depends
// on the spec alone, not on the thread or the view renderer's state. Lenses are cached, since their tables are slow to
// build.

import { RandomStream } from "../../math/RandomStream.js";
import { exposePicture } from "../lens/Exposure.js";
import { Lens, viewFor } from "../lens/Lens.js";
import { addPictureNoise, colorDeviation } from "../lens/PictureNoise.js";
import { movePose, movePoses, shutterPlan } from "../lens/Shutter.js";
import type { SceneState } from "../raster/CompiledScene.js";
import type { Channels, RasterPicture, View } from "../raster/View.js";
import { withColors } from "./FalseColor.js";
import type { PictureSpec } from "./Picture.js";
import { channelsOf, encodePicture } from "./PictureFormat.js";
import { PixelCache } from "./PixelCache.js";

/** Draws views; a result may be overwritten by the next call. */
interface ViewRenderer {
  draw(sceneState: SceneState, view: View, channels: Channels): RasterPicture;
}

/** Arguments of one call of a ViewRenderer. */
export interface Drawing {
  readonly sceneState: SceneState;
  readonly view: View;
  readonly channels: Channels;
}

/** Total pixels of cached lenses, which have their own buffers; messages may request ever new ones (W9). */
const MAX_PIXELS = 8 << 20;

export class PictureRenderer {
  readonly #lenses = new PixelCache<Lens>(MAX_PIXELS);

  /** Writes into `buffer` if it is given and the format has a fixed size. */
  render(spec: PictureSpec, viewRenderer: ViewRenderer, buffer?: Uint8Array): Uint8Array {
    const picture = this.renderPixels(spec, viewRenderer);
    return encodePicture(spec.shows ? withColors(picture) : picture, spec.format, buffer);
  }

  /** The pixels before encoding; valid until the next call. */
  renderPixels(spec: PictureSpec, viewRenderer: ViewRenderer): RasterPicture {
    const lens = this.#lensOf(spec);
    const view = viewFor(lens.settings, spec);
    const channels = channelsOf(spec.shows ?? spec.format);
    const stream = new RandomStream(spec.seed);
    const draw = (offsetSec: number, firstRow: number, endRow: number): RasterPicture =>
      viewRenderer.draw(
        momentAt(spec, offsetSec),
        { ...view, pose: poseAt(spec, offsetSec), firstRow, endRow },
        channels,
      );
    const picture = exposePicture(lens, draw, stream.split("lens"));
    return addPictureNoise(picture, spec, stream.split("noise"));
  }

  /** The draws for a spec in order, for a view renderer that works asynchronously. */
  drawings(spec: PictureSpec): readonly Drawing[] {
    const lens = this.#lensOf(spec);
    const view = viewFor(lens.settings, spec);
    const channels = channelsOf(spec.shows ?? spec.format);
    return shutterPlan(lens.settings, spec.height).flatMap((band) => {
      const [firstRow, endRow] = lens.drawnRows(band.firstRow, band.endRow);
      return band.offsetsSec.map((offsetSec) => ({
        sceneState: momentAt(spec, offsetSec),
        view: { ...view, pose: poseAt(spec, offsetSec), firstRow, endRow },
        channels,
      }));
    });
  }

  #lensOf(spec: PictureSpec): Lens {
    const { lens, width, height, fovDeg } = spec;
    const settings = { ...lens, gaussian: combined(lens.gaussian, colorDeviation(spec)) };
    const key = JSON.stringify([settings, width, height, fovDeg]);
    return this.#lenses.get(key, width * height, () => new Lens(settings, { width, height, fovDeg }));
  }
}

/** Standard deviation of the sum of two independent errors. */
const combined = (a: number, b: number): number => (b === 0 ? a : Math.sqrt(a * a + b * b));

function momentAt({ sceneState, velocities }: PictureSpec, offsetSec: number): SceneState {
  if (offsetSec === 0 || !velocities) return sceneState;
  return { ...sceneState, poses: movePoses(sceneState.poses, velocities, offsetSec) };
}

const poseAt = ({ pose, velocity }: PictureSpec, offsetSec: number) =>
  offsetSec === 0 || !velocity ? pose : movePose(pose, velocity, offsetSec);
