// Compiles the scene into one block of memory for the rasteriser (S3): triangles, instances and textures of all entities.
// Recompiled when an entity joins or leaves; poses and lights come with each SceneState.

import type { Texture } from "../../describe/entity/Texture.js";
import type { Light } from "../../describe/world/WorldFile.js";
import { fromQuat } from "../../math/Mat3.js";
import { srgbToLinear } from "../scene/Lighting.js";
import type { SceneEntity, SceneShape } from "../scene/Scene.js";
import { surfaceLookOf } from "../scene/SurfaceLook.js";
import * as layout from "./RasterLayout.js";
import { SceneImage } from "./SceneImage.js";
import { partsOf, type ScenePart } from "./SceneParts.js";
import { MAX_ELLIPSOIDS, type MeshLevel } from "./Tessellation.js";
import { type TextureImage, textureImageOf } from "./TextureImage.js";

/** An entity with its number in segmentation pictures, 1 to 65535. */
export interface NumberedEntity extends SceneEntity {
  readonly number: number;
}

interface NumberedScene {
  readonly entities: readonly NumberedEntity[];
}

export interface CompiledScene {
  /** Order of the poses in a SceneState. */
  readonly bodies: readonly { readonly entity: string; readonly body: string }[];
  readonly instanceCount: number;
  /** Triangles of all instances at the finest level. */
  readonly triangleCount: number;
  /** Triangles that one draw takes, about: for the cost of pictures. */
  readonly drawnTriangles: number;
  /** Vertices of the largest mesh. */
  readonly maxVertices: number;
  /** Memory image for the rasteriser; `addresses` lists the offsets of addresses in it, which the loader relocates. */
  readonly bytes: Uint8Array;
  readonly addresses: Uint32Array;
  /** Textures, which have memory of their own, and the offsets of their addresses in the image. */
  readonly textures: readonly { readonly at: number; readonly image: TextureImage }[];
  /** Offset of the instances. */
  readonly instances: number;
  /** The source entities, for the GPU renderer. */
  readonly entities?: readonly NumberedEntity[];
  /** False: the first use of the other members compiles it, which takes long with many shapes. Default true. */
  readonly isCompiled?: boolean;
  /** Shapes of all entities; ellipsoids and large meshes count more. */
  readonly shapeCount?: number;
}

/** Poses and lights of a scene at one instant. */
export interface SceneState {
  readonly scene: CompiledScene;
  /** x y z qx qy qz qw for each body. */
  readonly poses: Float64Array;
  readonly lights: readonly Light[];
  /** Default true; false draws without a shadow map. */
  readonly shadows?: boolean;
}

/** Triangles of a round shape in one draw, about: a small picture shows no fine level of detail. */
const MAX_ROUND = 300;
/** Rougher surfaces have no highlight. */
const DULL_ROUGHNESS = 0.85;
/** Extra brightness of a surface with glow 1. */
export const GLOW = 6;
/** Reflectance of non-metals at normal incidence. */
const MIRRORED = 0.04;

export function compileScene({ entities }: NumberedScene): CompiledScene {
  return new Compiler().compile(entities);
}

class Compiler {
  readonly #image = new SceneImage();
  readonly #shapes = new Map<MeshLevel, number>();
  readonly #textures: { readonly at: number; readonly image: TextureImage }[] = [];
  #maxVertices = 4;
  #triangleCount = 0;
  #drawnTriangles = 0;

  compile(entities: readonly NumberedEntity[]): CompiledScene {
    const bodies: { entity: string; body: string }[] = [];
    const records: { part: ScenePart; shape: SceneShape; entity: NumberedEntity; body: number }[] = [];
    const isCoarse = hasManyEllipsoids(entities);
    for (const entity of entities)
      for (const { name, shapes } of entity.bodies) {
        for (const shape of shapes)
          if (shape.visible)
            for (const part of partsOf(shape.shape, shape.texture, isCoarse))
              records.push({ part, shape, entity, body: bodies.length });
        bodies.push({ entity: entity.name, body: name });
      }
    const data = new DataView(new ArrayBuffer(layout.INSTANCE_SIZE * records.length));
    const links = records.map(({ part }) => this.#placeShape(part));
    const instances = this.#image.place(data);
    records.forEach(({ part, shape, entity, body }, i) => {
      const at = layout.INSTANCE_SIZE * i;
      const record = new DataView(data.buffer, at, layout.INSTANCE_SIZE);
      record.setInt32(layout.INSTANCE_BODY, body, true);
      record.setInt32(layout.INSTANCE_NUMBER, entity.number, true);
      this.#link(record, links[i], instances + at);
      if (shape.texture) this.#linkTexture(shape.texture, instances + at);
      writePart(record, part);
      writeLooks(record, shape, part.flags | (entity.isStatic ? 0 : layout.FLAG_MOVING));
    });
    const [instanceCount, maxVertices, triangleCount] = [records.length, this.#maxVertices, this.#triangleCount];
    const counts = { instanceCount, triangleCount, drawnTriangles: this.#drawnTriangles, maxVertices };
    return { bodies, ...counts, instances, entities, textures: this.#textures, ...this.#image.finish() };
  }

  #link(record: DataView, shape: number, at: number): void {
    record.setUint32(layout.INSTANCE_SHAPE, Math.max(0, shape), true);
    if (shape >= 0) this.#image.noteAddress(at, layout.INSTANCE_SHAPE);
  }

  #linkTexture(texture: Texture, at: number): void {
    this.#textures.push({ at: at + layout.INSTANCE_TEXTURE, image: textureImageOf(texture) });
  }

  /** Returns -1 for a shape without triangles. */
  #placeShape({ levels }: ScenePart): number {
    if (levels.length === 0) return -1;
    const finest = levels.at(-1)!.index.length / 4;
    this.#triangleCount += finest;
    this.#drawnTriangles += levels.length > 1 ? Math.min(MAX_ROUND, finest) : finest;
    const known = this.#shapes.get(levels[0]);
    if (known !== undefined) return known;
    const record = new DataView(new ArrayBuffer(layout.SHAPE_LEVELS + layout.LEVEL_SIZE * levels.length));
    record.setInt32(layout.SHAPE_COUNT, levels.length, true);
    const arrays = levels.map(({ positions, normals, uvs, index }) =>
      [positions, normals, uvs, index].map((array) => this.#image.place(array)),
    );
    const at = this.#image.place(record);
    levels.forEach(({ corners, vertexCount, index }, i) => {
      const level = layout.SHAPE_LEVELS + layout.LEVEL_SIZE * i;
      record.setInt32(level + layout.LEVEL_CORNERS, corners, true);
      record.setInt32(level + layout.LEVEL_VERTICES, vertexCount, true);
      record.setInt32(level + layout.LEVEL_TRIANGLES, index.length / 4, true);
      const fields = [layout.LEVEL_POSITIONS, layout.LEVEL_NORMALS, layout.LEVEL_UVS, layout.LEVEL_INDEX];
      fields.forEach((field, k) => {
        record.setUint32(level + field, arrays[i][k], true);
        this.#image.noteAddress(at, level + field);
      });
      this.#maxVertices = Math.max(this.#maxVertices, vertexCount);
    });
    this.#shapes.set(levels[0], at);
    return at;
  }
}

/** Each size has its own triangles, so that many sizes would take long to make and much memory (M8). */
function hasManyEllipsoids(entities: readonly NumberedEntity[]): boolean {
  const sizes = new Set<string>();
  for (const { bodies } of entities)
    for (const { shapes } of bodies)
      for (const { shape } of shapes) {
        if (shape.kind === "Ellipsoid") sizes.add(shape.size.join(" "));
        if (sizes.size > MAX_ELLIPSOIDS) return true;
      }
  return false;
}

function writePart(record: DataView, { scale, center, radius, round, tiles, vShift, ball }: ScenePart): void {
  record.setFloat32(layout.INSTANCE_ROUND, round, true);
  record.setFloat32(layout.INSTANCE_RADIUS, radius, true);
  tiles.forEach((tile, k) => {
    record.setFloat32(layout.INSTANCE_TILES + 4 * k, tile, true);
  });
  record.setFloat32(layout.INSTANCE_V_SHIFT, vShift, true);
  center.forEach((x, k) => {
    record.setFloat32(layout.INSTANCE_CENTER + 4 * k, x, true);
  });
  ball.forEach((x, k) => {
    record.setFloat32(layout.INSTANCE_BALL + 4 * k, x, true);
  });
  scale.forEach((x, k) => {
    record.setFloat64(layout.INSTANCE_SCALE + 8 * k, x, true);
  });
}

function writeLooks(record: DataView, { pose, color, material, glow = 0 }: SceneShape, flags: number): void {
  const { roughness, metalness, opacity } = surfaceLookOf(material);
  const isDull = roughness > DULL_ROUGHNESS;
  const more = (opacity !== undefined ? layout.FLAG_GLASS : 0) | (isDull ? layout.FLAG_DULL : 0);
  record.setInt32(layout.INSTANCE_FLAGS, flags | more, true);
  record.setFloat32(layout.INSTANCE_ROUGHNESS, roughness, true);
  color.forEach((value, k) => {
    // a glowing surface is so bright that little light saturates it
    const own = srgbToLinear(value) * (1 + GLOW * glow);
    record.setFloat32(layout.INSTANCE_DIFFUSE + 4 * k, own * (1 - metalness), true);
    record.setFloat32(layout.INSTANCE_SPECULAR + 4 * k, MIRRORED + metalness * (own - MIRRORED), true);
  });
  [...fromQuat(pose.orientation), ...pose.position].forEach((x, k) => {
    record.setFloat64(layout.INSTANCE_POSE + 8 * k, x, true);
  });
}
