// A texture as the rasteriser reads it: its mip levels in one block of memory. Making it takes long, so it is made once for each
// texture, and the thread that reads documents makes it ahead (M8).

import type { Texture } from "../../describe/entity/Texture.js";
import { countUnlike, mipLevelsOf } from "./MipLevels.js";
import * as layout from "./RasterLayout.js";
import { SceneImage } from "./SceneImage.js";

/** `addresses` lists the offsets of addresses in the bytes, which the loader relocates. The record of the texture is at `record`. */
export interface TextureImage {
  readonly bytes: Uint8Array;
  readonly addresses: Uint32Array;
  readonly record: number;
}

const images = new WeakMap<Texture, TextureImage>();

export function textureImageOf(texture: Texture): TextureImage {
  const image = images.get(texture) ?? makeImage(texture);
  images.set(texture, image);
  return image;
}

/** Takes over an image that another thread has made of this texture. */
export function adoptTextureImage(texture: Texture, image: TextureImage): void {
  images.set(texture, image);
}

function makeImage(texture: Texture): TextureImage {
  const image = new SceneImage();
  const levels = mipLevelsOf(texture);
  const places = levels.map(({ texels, alike }) => [image.place(texels), image.place(alike)]);
  const record = new DataView(new ArrayBuffer(layout.TEXTURE_FIRST + layout.TEXTURE_LEVEL_SIZE * levels.length));
  record.setInt32(layout.TEXTURE_LEVELS, levels.length, true);
  record.setUint32(layout.TEXTURE_COUNTS, image.place(countUnlike(levels[0])), true);
  const at = image.place(record);
  image.noteAddress(at, layout.TEXTURE_COUNTS);
  levels.forEach(({ width, height }, i) => {
    const level = layout.TEXTURE_FIRST + layout.TEXTURE_LEVEL_SIZE * i;
    record.setInt32(level, width, true);
    record.setInt32(level + 4, height, true);
    places[i].forEach((place, k) => {
      record.setUint32(level + 8 + 4 * k, place, true);
      image.noteAddress(at, level + 8 + 4 * k);
    });
  });
  return { ...image.finish(), record: at };
}
