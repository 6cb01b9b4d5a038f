// The image on a solid (S3). It has no influence on the physics. TextureElement.ts makes the pixels from files and inline data;
// docs/robots.md says how an image lies on each shape. Meshes have no texture coordinates and therefore no texture.

import { Hash64 } from "../../math/Hash64.js";
import { spaciousBytes } from "../../math/LargeBytes.js";
import { checkNumber, checkObject, checkSize, checkTuple, type KeysOf } from "../Check.js";
import { SimError, showValue } from "../SimError.js";

export interface Texture {
  /** Size in pixels, each from 1 to 2048. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity of each pixel in sRGB, in rows from the top. Must not be changed. */
  readonly pixels: Uint8Array;
  /** Size of one tile along x and y, m. Undefined: the image covers each face once (a plane: 1 m). */
  readonly tileM: readonly [number, number] | undefined;
}

export type TextureInput = Omit<Texture, "tileM"> & { readonly tileM?: readonly [number, number] | undefined };

/** Largest width and height, px. */
const MAX_TEXTURE_SIZE = 2048;

const TEXTURE_KEYS: KeysOf<TextureInput> = { width: true, height: true, pixels: true, tileM: true };
/** Textures that are already checked; their pixels are copied once. */
const described = new WeakSet<object>();

export function describeTexture(input: TextureInput, where: string): Texture {
  if (typeof input === "object" && input !== null && described.has(input)) return input as Texture;
  checkObject(input, TEXTURE_KEYS, where);
  const [width, height] = checkTextureSize(input.width, input.height, where);
  const { pixels } = input;
  if (!(pixels instanceof Uint8Array))
    throw new SimError("TYPE_WRONG", { where: `${where}/pixels`, found: showValue(pixels), allowed: "a Uint8Array" });
  if (pixels.length !== 4 * width * height)
    throw new SimError("LENGTH_WRONG", {
      where: `${where}/pixels`,
      found: `${pixels.length} bytes`,
      allowed: `${4 * width * height} bytes: 4 for each of ${width} x ${height} pixels`,
    });
  const tileM = input.tileM === undefined ? undefined : checkTile(input.tileM, `${where}/TileSize`);
  const copy = spaciousBytes(pixels.length);
  copy.set(pixels);
  return finishTexture({ width, height, pixels: copy, tileM });
}

function finishTexture(texture: Texture): Texture {
  Object.defineProperty(texture, "toJSON", { value: () => outlineTexture(texture) });
  described.add(Object.freeze(texture));
  return texture;
}

export const isDescribedTexture = (value: object): boolean => described.has(value);

/** For a copy of a texture that another thread has described, with its digest. */
export function adoptTexture(copy: Texture, digest: string): void {
  digests.set(copy.pixels, digest);
  finishTexture(copy);
}

/** Identifies a texture in JSON: a digest instead of megabytes of pixels. */
export interface TextureOutline {
  readonly width: number;
  readonly height: number;
  readonly tileM: Texture["tileM"];
  readonly digest: string;
}

const digests = new WeakMap<Uint8Array, string>();

export function outlineTexture({ width, height, pixels, tileM }: Texture): TextureOutline {
  const digest = digests.get(pixels) ?? new Hash64().addBytes(pixels).digest();
  digests.set(pixels, digest);
  return { width, height, tileM, digest };
}

/** Whole numbers from 1 to 2048. */
export function checkTextureSize(width: number, height: number, where: string): readonly [number, number] {
  for (const x of [checkNumber(width, `${where}/width`), checkNumber(height, `${where}/height`)])
    if (!Number.isInteger(x) || x < 1 || x > MAX_TEXTURE_SIZE)
      throw new SimError("TEXTURE_TOO_LARGE", { where, found: `${width} x ${height} pixels` });
  return [width, height];
}

function checkTile(tile: readonly [number, number], where: string): readonly [number, number] {
  const [x, y] = checkTuple(tile, 2, where);
  return Object.freeze([checkSize(x, where), checkSize(y, where)] as const);
}
