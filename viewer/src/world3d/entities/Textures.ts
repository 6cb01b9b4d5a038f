// Textures named by the simulator (src/describe/entity/Texture.ts) and served by it. Each is fetched once and released by
// its last owner. Until it is loaded, the surface shows its plain colour.

import { ClampToEdgeWrapping, LinearMipmapLinearFilter, RepeatWrapping, SRGBColorSpace, Texture } from "three";
import type { TextureOutline } from "../../../../src/describe/entity/Texture.js";
import { FLAG_WRAP_U, FLAG_WRAP_V } from "../../../../src/render/raster/RasterLayout.js";
import type { SceneShape } from "../../../../src/render/scene/Scene.js";
import type { SurfaceMaterial } from "./Materials.js";
import { makeTexturedMaterial } from "./TexturedShape.js";

const SHARPNESS = 8;

/** The texture reference in the scene message, without pixels. */
export const outlineOf = ({ texture }: SceneShape): TextureOutline | undefined =>
  texture as unknown as TextureOutline | undefined;

interface Held {
  readonly texture: Texture;
  /** Textured materials by the plain material they were made from. */
  readonly materials: Map<SurfaceMaterial, SurfaceMaterial>;
  owners: number;
}

export class Textures {
  readonly #token: () => string | undefined;
  readonly #changed: () => void;
  readonly #held = new Map<string, Held>();

  /** `changed` is called when a texture is loaded. */
  constructor(token: () => string | undefined, changed: () => void) {
    this.#token = token;
    this.#changed = changed;
  }

  /** Returns the texture, which is empty until it is loaded. */
  acquire(outline: TextureOutline, flags: number): Texture {
    return this.#hold(outline, flags).texture;
  }

  /** The texture on a material; released by `release` too. */
  acquireMaterial(outline: TextureOutline, flags: number, plain: SurfaceMaterial): SurfaceMaterial {
    const { texture, materials } = this.#hold(outline, flags);
    const material = materials.get(plain) ?? makeTexturedMaterial(plain, texture);
    materials.set(plain, material);
    return material;
  }

  #hold(outline: TextureOutline, flags: number): Held {
    const key = keyOf(outline, flags);
    const held = this.#held.get(key) ?? { texture: this.#make(outline, flags), materials: new Map(), owners: 0 };
    held.owners++;
    this.#held.set(key, held);
    return held;
  }

  release(outline: TextureOutline, flags: number): void {
    const key = keyOf(outline, flags);
    const held = this.#held.get(key);
    if (!held || --held.owners > 0) return;
    drop(held);
    this.#held.delete(key);
  }

  dispose(): void {
    for (const held of this.#held.values()) drop(held);
    this.#held.clear();
  }

  #make(outline: TextureOutline, flags: number): Texture {
    const texture = new Texture();
    texture.wrapS = flags & FLAG_WRAP_U ? RepeatWrapping : ClampToEdgeWrapping;
    texture.wrapT = flags & FLAG_WRAP_V ? RepeatWrapping : ClampToEdgeWrapping;
    texture.minFilter = LinearMipmapLinearFilter;
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = SHARPNESS;
    // v counts from the top row
    texture.flipY = false;
    this.#load(outline, texture);
    return texture;
  }

  async #load({ digest, width, height }: TextureOutline, texture: Texture): Promise<void> {
    const token = this.#token();
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    try {
      const response = await fetch(`texture/${digest}-${width}x${height}.png`, { headers });
      if (!response.ok) return;
      const options = { premultiplyAlpha: "none", colorSpaceConversion: "none" } as const;
      const bitmap = await createImageBitmap(await response.blob(), options);
      texture.image = bitmap;
      texture.needsUpdate = true;
      this.#changed();
    } catch {
      // the owner left or the connection is lost: the plain colour stays
    }
  }
}

const keyOf = ({ digest, width, height }: TextureOutline, flags: number): string =>
  `${digest} ${width} ${height} ${flags & (FLAG_WRAP_U | FLAG_WRAP_V)}`;

function drop({ texture, materials }: Held): void {
  for (const material of materials.values()) material.dispose();
  (texture.image as Partial<ImageBitmap> | undefined)?.close?.();
  texture.dispose();
}
