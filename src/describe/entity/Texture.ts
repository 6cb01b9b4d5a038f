// A picture on a solid (S3), as data: how it looks, never how it moves. Files and inline data are turned into pixels where
// documents are read (TextureElement.ts). How it lies on each shape: docs/robots.md. A mesh has no place for one.

import { Hash64 } from "../../math/Hash64.js";
import { checkNumber, checkObject, checkSize, checkTuple, type KeysOf } from "../Check.js";
import { SimError, showValue } from "../SimError.js";

export interface Texture {
  /** px, 1 to 2048 each. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity of each pixel in sRGB, rows from the top. Not to be written to. */
  readonly pixels: Uint8Array;
  /** m along x and y that one tile covers; undefined: stretched once over each face (a plane: 1 m). */
  readonly tileM: readonly [number, number] | undefined;
}

export type TextureInput = Omit<Texture, "tileM"> & { readonly tileM?: readonly [number, number] | undefined };

/** px: wide or high. */
export const LARGEST_TEXTURE = 2048;

const TEXTURE_KEYS: KeysOf<TextureInput> = { width: true, height: true, pixels: true, tileM: true };
/** What went through here already: pixels are copied once. */
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
  // a copy also of a Buffer, whose slice would share its memory
  const texture = { width, height, pixels: new Uint8Array(pixels), tileM };
  Object.defineProperty(texture, "toJSON", { value: () => outlineTexture(texture) });
  described.add(Object.freeze(texture));
  return texture;
}

/** A texture as text: which one it is, not its pixels, which would be megabytes of numbers. */
export interface TextureOutline {
  readonly width: number;
  readonly height: number;
  readonly tileM: Texture["tileM"];
  readonly digest: string;
}

const digests = new WeakMap<Uint8Array, string>();

/** Which one it is. */
export function outlineTexture({ width, height, pixels, tileM }: Texture): TextureOutline {
  const digest = digests.get(pixels) ?? new Hash64().addBytes(pixels).digest();
  digests.set(pixels, digest);
  return { width, height, tileM, digest };
}

/** Whole numbers from 1 to 2048. */
export function checkTextureSize(width: number, height: number, where: string): readonly [number, number] {
  for (const x of [checkNumber(width, `${where}/width`), checkNumber(height, `${where}/height`)])
    if (!Number.isInteger(x) || x < 1 || x > LARGEST_TEXTURE)
      throw new SimError("TEXTURE_TOO_LARGE", { where, found: `${width} x ${height} pixels` });
  return [width, height];
}

function checkTile(tile: readonly [number, number], where: string): readonly [number, number] {
  const [x, y] = checkTuple(tile, 2, where);
  return Object.freeze([checkSize(x, where), checkSize(y, where)] as const);
}
