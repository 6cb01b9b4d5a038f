// Textures of the world as PNG files for viewers (X1): `/texture/DIGEST-WIDTHxHEIGHT.png`. The name contains a digest of the
// pixels, so browsers may cache them forever. Each texture is compressed once, in the thread pool of zlib.

import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { outlineTexture, type Texture } from "../../describe/entity/Texture.js";
import { writeChunks } from "../../describe/files/PngChunks.js";
import type { Physics } from "../../physics/Physics.js";

/** PNG color type RGBA. */
const RGBA = 6;
/** zlib level, 1 to 9: fast rather than small. */
const LEVEL = 3;

const pack = promisify(deflate);

export class Textures {
  readonly #physics: Physics;
  readonly #packed = new WeakMap<Uint8Array, Promise<Uint8Array>>();

  constructor(physics: Physics) {
    this.#physics = physics;
  }

  /** The PNG file at this path; undefined: no entity has that texture. */
  read(path: string): Promise<Uint8Array> | undefined {
    const name = /^\/texture\/([0-9a-f]{16}-\d+x\d+)\.png$/.exec(path)?.[1];
    const texture = name && this.#find(name);
    if (!texture) return undefined;
    const { pixels } = texture;
    const packed = this.#packed.get(pixels) ?? encode(texture);
    this.#packed.set(pixels, packed);
    return packed;
  }

  #find(name: string): Texture | undefined {
    const physics = this.#physics;
    for (const entity of physics.names)
      for (const { solids } of physics.entity(entity).bodies)
        for (const { texture } of solids) if (texture && nameOf(texture) === name) return texture;
    return undefined;
  }
}

function nameOf(texture: Texture): string {
  const { digest, width, height } = outlineTexture(texture);
  return `${digest}-${width}x${height}`;
}

async function encode({ width, height, pixels }: Texture): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, RGBA, 0, 0, 0], 8);
  // each row begins with its filter type, 0: none
  const rows = new Uint8Array((4 * width + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(4 * width * row, 4 * width * (row + 1)), (4 * width + 1) * row + 1);
  return writeChunks([
    { type: "IHDR", data: header },
    { type: "sRGB", data: new Uint8Array(1) },
    { type: "IDAT", data: await pack(rows, { level: LEVEL }) },
    { type: "IEND", data: new Uint8Array(0) },
  ]);
}
