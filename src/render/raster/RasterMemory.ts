// The memory shared by rasterising threads (S4): scenes, scene states, pictures, and scratch memory for each thread.
// One thread owns and writes it. Everything is identified by its address, so a job consists of a few numbers. A scene
// is stored once for all its states, a shadow map once for all pictures of a state.

import { fromQuat, transpose } from "../../math/Mat3.js";
import { type Lighting, lightingOf, linearToSrgb, skyColors } from "../scene/Lighting.js";
import type { CompiledScene, SceneState } from "./CompiledScene.js";
import { RasterHeap } from "./RasterHeap.js";
import * as layout from "./RasterLayout.js";
import type { TextureImage } from "./TextureImage.js";
import type { Channels, RasterPicture, View } from "./View.js";

interface PlacedScene {
  readonly at: number;
  readonly image: number;
  sceneStates: number;
}

interface PlacedTexture {
  readonly at: number;
  /** Uses in scenes. */
  uses: number;
}

interface PlacedState {
  readonly scene: CompiledScene;
  readonly shadow: number;
  readonly sky: number;
  readonly block: number;
}

interface PlacedPicture {
  readonly sceneState: number;
  readonly width: number;
  readonly height: number;
  readonly color: number;
  readonly depth: number;
  readonly segmentation: number;
}

interface Scratch {
  instances: number;
  vertices: number;
  pixels: number;
  width: number;
  readonly blocks: number[];
}

/** Maximum number of unused shadow maps that are kept. */
const MAX_SPARE_SHADOWS = 2;
/** Of a picture with all channels, its result and its scratch memory. */
const PIXEL_BYTES = 10 + 4 + 32;

export class RasterMemory {
  readonly #heap = new RasterHeap();
  readonly #scenes = new Map<CompiledScene, PlacedScene>();
  readonly #textures = new Map<TextureImage, PlacedTexture>();
  readonly #sceneStates = new Map<number, PlacedState>();
  readonly #pictures = new Map<number, PlacedPicture>();
  readonly #scratches = new Map<number, Scratch>();
  /** Unused shadow maps; their tile bytes mark what has to be cleared. */
  readonly #shadows: number[] = [];
  readonly #skyColors = skyColors(layout.SKY_STEPS);
  readonly #srgb: number;

  constructor() {
    this.#srgb = this.#heap.allocate(layout.SRGB_STEPS);
    const table = Uint8Array.from({ length: layout.SRGB_STEPS }, (_, i) => linearToSrgb(i / (layout.SRGB_STEPS - 1)));
    this.#bytes(this.#srgb, table.length).set(table);
  }

  /** The WebAssembly memory, for the threads. */
  get memory(): WebAssembly.Memory {
    return this.#heap.memory;
  }
  /** Bytes. */
  get size(): number {
    return this.#heap.size;
  }
  get used(): number {
    return this.#heap.used;
  }

  /** Whether a picture with this number of pixels, its result and the scratch memory for it find a place. */
  hasRoom(pixels: number, scene: CompiledScene): boolean {
    const textures = scene.textures.reduce(
      (sum, { image }) => sum + (this.#textures.has(image) ? 0 : image.bytes.length),
      0,
    );
    return this.#heap.hasRoom(PIXEL_BYTES * pixels + scene.bytes.length + textures);
  }

  /** Writes poses and lights. A thread has to prepare the state before pictures of it are drawn. */
  addSceneState({ scene, poses, lights, shadows = true }: SceneState): number {
    const placed = this.#placeScene(scene);
    placed.sceneStates++;
    const lighting = lightingOf(lights);
    const lampCount = lighting.suns.length + lighting.lamps.length;
    const worldBytes = 96 * scene.instanceCount;
    const block = this.#heap.allocate(
      layout.STATE_SIZE + worldBytes + poses.byteLength + layout.LIGHT_SIZE * lampCount,
    );
    const world = block + layout.STATE_SIZE;
    const posesAt = world + worldBytes;
    new Float64Array(this.memory.buffer, posesAt, poses.length).set(poses);
    const shadow = lighting.suns.length > 0 && shadows ? this.#allocateShadow() : 0;
    const sky = this.#placeSky(lighting.brightness);
    this.#write(block, [
      [layout.STATE_SCENE, placed.at],
      [layout.STATE_POSES, posesAt],
      [layout.STATE_WORLD, world],
      [layout.STATE_SHADOW, shadow],
      [layout.STATE_SHADOW_SIDE, layout.SHADOW_SIDE],
      [layout.STATE_SHADOW_USED, 0],
      [layout.STATE_SKY, sky],
      [layout.STATE_SRGB, this.#srgb],
    ]);
    this.#writeLighting(block, posesAt + poses.byteLength, lighting);
    this.#sceneStates.set(block, { scene, shadow, sky, block });
    return block;
  }

  /** Pictures of the state must not be drawn afterwards. */
  removeSceneState(at: number): void {
    const sceneState = this.#sceneStates.get(at);
    if (!sceneState) return;
    this.#sceneStates.delete(at);
    if (sceneState.shadow && this.#shadows.length < MAX_SPARE_SHADOWS) this.#shadows.push(sceneState.shadow);
    else if (sceneState.shadow) this.#heap.free(sceneState.shadow);
    this.#heap.free(sceneState.sky);
    this.#heap.free(at);
    const placed = this.#scenes.get(sceneState.scene)!;
    if (--placed.sceneStates > 0) return;
    this.#heap.free(placed.image);
    this.#heap.free(placed.at);
    for (const { image } of sceneState.scene.textures) this.#removeTexture(image);
    this.#scenes.delete(sceneState.scene);
  }

  /** Allocates a picture; a thread with large enough scratch memory can draw it. */
  addPicture(sceneState: number, view: View, channels: Channels): number {
    const { width, height } = view;
    const pixels = width * height;
    const channelBuffer = (wanted: boolean, size: number): number =>
      wanted ? this.#heap.allocate(size * pixels + 16) : 0;
    const [color, depth] = [channelBuffer(channels.color, 4), channelBuffer(channels.depth, 4)];
    const segmentation = channelBuffer(channels.segmentation, 2);
    const at = this.#heap.allocate(layout.PICTURE_SIZE);
    this.#write(at, [
      [layout.PICTURE_STATE, sceneState],
      [layout.PICTURE_COLOR, color],
      [layout.PICTURE_DEPTH, depth],
      [layout.PICTURE_SEGMENTATION, segmentation],
    ]);
    writeView(this.memory, at, view);
    this.#pictures.set(at, { sceneState, width, height, color, depth, segmentation });
    return at;
  }

  /** The drawn pixels as views into the memory, valid until the picture is removed. */
  readPicture(at: number): RasterPicture {
    return readPicture(this.memory, at);
  }

  /** Allocates a buffer for the result of a thread; `readBuffer` returns a view of it. */
  addBuffer(bytes: number): number {
    return this.#heap.allocate(bytes);
  }

  readBuffer(at: number, bytes: number): Uint8Array {
    return this.#bytes(at, bytes);
  }

  removeBuffer(at: number): void {
    this.#heap.free(at);
  }

  removePicture(at: number): void {
    const picture = this.#pictures.get(at);
    if (!picture) return;
    this.#pictures.delete(at);
    for (const block of [picture.color, picture.depth, picture.segmentation, at]) if (block) this.#heap.free(block);
  }

  /** Scratch memory for one thread. */
  addScratch(): number {
    const at = this.#heap.allocate(layout.SCRATCH_SIZE);
    this.#scratches.set(at, { instances: 0, vertices: 0, pixels: 0, width: 0, blocks: [] });
    return at;
  }

  /** Whether the scratch memory is large enough for a state and a picture of it (0 for none). */
  fitsScratch(at: number, sceneState: number, picture = 0): boolean {
    const scratch = this.#scratches.get(at)!;
    const { scene } = this.#sceneStates.get(sceneState)!;
    const { width, height } = this.#pictures.get(picture) ?? { width: 0, height: 0 };
    return (
      scratch.blocks.length > 0 &&
      scene.instanceCount <= scratch.instances &&
      scene.maxVertices <= scratch.vertices &&
      width * height <= scratch.pixels &&
      width <= scratch.width
    );
  }

  /** Enlarges the scratch memory. Its thread must be idle. */
  fitScratch(at: number, sceneState: number, picture = 0): void {
    if (this.fitsScratch(at, sceneState, picture)) return;
    const scratch = this.#scratches.get(at)!;
    const { scene } = this.#sceneStates.get(sceneState)!;
    const { width, height } = this.#pictures.get(picture) ?? { width: 0, height: 0 };
    const pixels = width * height;
    for (const block of scratch.blocks.splice(0)) this.#heap.free(block);
    scratch.instances = Math.max(scene.instanceCount, scratch.instances);
    scratch.vertices = Math.max(scene.maxVertices, scratch.vertices);
    scratch.pixels = Math.max(pixels, scratch.pixels);
    scratch.width = Math.max(width, scratch.width);
    this.#allocateScratch(at, scratch);
  }

  removeScratch(at: number): void {
    const scratch = this.#scratches.get(at);
    if (!scratch) return;
    this.#scratches.delete(at);
    for (const block of [...scratch.blocks, at]) this.#heap.free(block);
  }

  /** Triangles of the picture drawn last with this scratch memory, at the chosen levels of detail. */
  countTriangles(at: number, sceneState: number): number {
    const { scene } = this.#sceneStates.get(sceneState)!;
    const words = new Uint32Array(this.memory.buffer);
    const viewed = words[(at + layout.SCRATCH_INSTANCES) >> 2];
    const instances = this.#scenes.get(scene)!.image + scene.instances;
    let count = 0;
    for (let i = 0; i < scene.instanceCount; i++) {
      const level = words[(viewed + layout.VIEWED_SIZE * i + layout.VIEWED_LEVEL) >> 2];
      const hasTriangles = words[(instances + layout.INSTANCE_SIZE * i + layout.INSTANCE_SHAPE) >> 2] !== 0;
      if (level !== 0 && hasTriangles) count += words[(level + layout.LEVEL_TRIANGLES) >> 2];
    }
    return count;
  }

  #allocateScratch(at: number, { instances, vertices, pixels, width, blocks }: Scratch): void {
    const fields: readonly [number, number][] = [
      [layout.SCRATCH_VERTICES, 20 * vertices],
      [layout.SCRATCH_INSTANCES, layout.VIEWED_SIZE * instances],
      [layout.SCRATCH_DEPTHS, 16 * pixels],
      [layout.SCRATCH_NUMBERS, 16 * pixels],
      [layout.SCRATCH_CACHE, layout.CACHE_ENTRY_SIZE * layout.CACHE_ENTRIES],
      // three colours, twice, with space for four more pixels
      [layout.SCRATCH_ROW, 6 * 4 * (width + 8) + 1024],
      [layout.SCRATCH_POLYGON, layout.POLYGON_BYTES],
    ];
    const places = fields.map(([, size]) => this.#heap.allocate(size));
    const record = this.#record(at, layout.SCRATCH_SIZE);
    fields.forEach(([field], i) => {
      record.setUint32(field, places[i], true);
    });
    blocks.push(...places);
  }

  #placeScene(scene: CompiledScene): PlacedScene {
    const known = this.#scenes.get(scene);
    if (known) return known;
    const image = this.#placeImage(scene);
    for (const { at, image: texture } of scene.textures)
      this.#record(image + at, 4).setUint32(0, this.#placeTexture(texture) + texture.record, true);
    const at = this.#heap.allocate(layout.SCENE_SIZE);
    const record = this.#record(at, layout.SCENE_SIZE);
    record.setUint32(layout.SCENE_INSTANCES, image + scene.instances, true);
    record.setUint32(layout.SCENE_INSTANCE_COUNT, scene.instanceCount, true);
    record.setUint32(layout.SCENE_MAX_VERTICES, scene.maxVertices, true);
    const placed = { at, image, sceneStates: 0 };
    this.#scenes.set(scene, placed);
    return placed;
  }

  #placeImage({ bytes, addresses }: Pick<CompiledScene, "bytes" | "addresses">): number {
    const image = this.#heap.allocate(bytes.length);
    this.#bytes(image, bytes.length).set(bytes);
    const view = this.#record(image, bytes.length);
    for (const at of addresses) view.setUint32(at, view.getUint32(at, true) + image, true);
    return image;
  }

  #placeTexture(image: TextureImage): number {
    const placed = this.#textures.get(image) ?? { at: this.#placeImage(image), uses: 0 };
    placed.uses++;
    this.#textures.set(image, placed);
    return placed.at;
  }

  #removeTexture(image: TextureImage): void {
    const placed = this.#textures.get(image);
    if (!placed || --placed.uses > 0) return;
    this.#heap.free(placed.at);
    this.#textures.delete(image);
  }

  #allocateShadow(): number {
    const known = this.#shadows.pop();
    if (known) return known;
    const at = this.#heap.allocate(layout.SHADOW_TILE_BYTES + 4 * layout.SHADOW_SIDE * layout.SHADOW_SIDE + 16);
    // all tiles have to be cleared at first
    this.#bytes(at, layout.SHADOW_TILE_BYTES).fill(1);
    return at;
  }

  /** Suns and lamps from `lightsAt` on. */
  #writeLighting(sceneState: number, lightsAt: number, { suns, lamps, ambient, ambientUp }: Lighting): void {
    [...suns, ...lamps].forEach(({ at, color, axis, edge, middle }, i) => {
      this.#floats(lightsAt + layout.LIGHT_SIZE * i, 11).set([...at, ...color, ...axis, edge, middle]);
    });
    this.#write(sceneState, [
      [layout.STATE_LIGHTS, lightsAt],
      [layout.STATE_SUNS, suns.length],
      [layout.STATE_LAMPS, lamps.length],
    ]);
    this.#floats(sceneState + layout.STATE_AMBIENT, 6).set([...ambient, ...ambientUp]);
  }

  #placeSky(brightness: number): number {
    const at = this.#heap.allocate(this.#skyColors.byteLength);
    this.#floats(at, this.#skyColors.length).set(this.#skyColors.map((c) => c * brightness));
    return at;
  }

  #write(at: number, words: readonly (readonly [field: number, value: number])[]): void {
    const record = this.#record(at, layout.PICTURE_SIZE);
    for (const [field, value] of words) record.setUint32(field, value, true);
  }

  #record = (at: number, size: number): DataView => new DataView(this.memory.buffer, at, size);
  #bytes = (at: number, size: number): Uint8Array => new Uint8Array(this.memory.buffer, at, size);
  #floats = (at: number, length: number): Float32Array => new Float32Array(this.memory.buffer, at, length);
}

/** Sets what a picture shows. It must not have more pixels than it was allocated for. */
export function writeView({ buffer }: WebAssembly.Memory, at: number, view: View): void {
  const record = new DataView(buffer, at, layout.PICTURE_SIZE);
  record.setUint32(layout.PICTURE_WIDTH, view.width, true);
  record.setUint32(layout.PICTURE_HEIGHT, view.height, true);
  record.setUint32(layout.PICTURE_FIRST_ROW, view.firstRow, true);
  record.setUint32(layout.PICTURE_END_ROW, view.endRow, true);
  record.setFloat64(layout.PICTURE_FOCAL, view.focalPx, true);
  record.setFloat64(layout.PICTURE_CENTER_X, view.centerX, true);
  record.setFloat64(layout.PICTURE_CENTER_Y, view.centerY, true);
  // columns of the rotation: right is +x, forward +y, up +z
  [...transpose(fromQuat(view.pose.orientation)), ...view.pose.position].forEach((x, k) => {
    record.setFloat64(layout.PICTURE_FRAME + 8 * k, x, true);
  });
}

/** Sets the poses of a scene state, which has to be prepared again then. */
export function writePoses({ buffer }: WebAssembly.Memory, sceneState: number, poses: Float64Array): void {
  const at = new DataView(buffer, sceneState, layout.STATE_SIZE).getUint32(layout.STATE_POSES, true);
  new Float64Array(buffer, at, poses.length).set(poses);
}

/** The picture at an address, for threads that have only the memory. */
export function readPicture({ buffer }: WebAssembly.Memory, at: number): RasterPicture {
  const record = new DataView(buffer, at, layout.PICTURE_SIZE);
  const [width, height] = [record.getUint32(layout.PICTURE_WIDTH, true), record.getUint32(layout.PICTURE_HEIGHT, true)];
  const pixels = width * height;
  const color = record.getUint32(layout.PICTURE_COLOR, true);
  const depth = record.getUint32(layout.PICTURE_DEPTH, true);
  const segmentation = record.getUint32(layout.PICTURE_SEGMENTATION, true);
  return {
    width,
    height,
    ...(color ? { color: new Uint8Array(buffer, color, 4 * pixels) } : {}),
    ...(depth ? { depth: new Float32Array(buffer, depth, pixels) } : {}),
    ...(segmentation ? { segmentation: new Uint16Array(buffer, segmentation, pixels) } : {}),
  };
}
