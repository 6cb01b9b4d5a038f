// What the image server shows: the one camera that a client has chosen with SET {Type Camera}, the only camera of USARSim's robots, or a
// mosaic of all their cameras in tiles of 320 x 240 (multi-view). Camera threads draw; a picture is drawn and encoded once for all
// connections that show it. Nothing is drawn without a request (S4).

import { asSimError, explainError, unknownName } from "../../describe/SimError.js";
import type { Picture } from "../../render/picture/Picture.js";
import { displaySpec } from "../../render/picture/Picture.js";
import type { PictureSource } from "../../world/PictureSource.js";
import type { World } from "../../world/World.js";
import { type Canvas, loadImageEncoder, type PictureQuality, place } from "./ImageEncoder.js";

const [TILE_WIDTH, TILE_HEIGHT] = [320, 240];
/** Further cameras are left out. */
const MAX_TILES = 16;
/** Larger pictures are scaled down: the main thread encodes them. */
const MAX_PIXELS = 1 << 20;
/** Chosen cameras of this many addresses are kept. */
const MAX_CHOICES = 256;

/** A finished picture. */
export interface ViewPicture {
  readonly canvas: Canvas;
  readonly encode: (canvas: Canvas) => Uint8Array;
  /** The packet of the whole canvas, made once. */
  readonly packet: () => Uint8Array;
}

interface View {
  /** Cameras and capture times of the pictures that are drawn. */
  key: string;
  pending: readonly Picture[] | undefined;
  newest: ViewPicture | undefined;
}

export class ImageViews {
  readonly #world: World;
  readonly #robots: () => readonly string[];
  /** Undefined: it is being loaded. */
  #encode: ((canvas: Canvas) => Uint8Array) | undefined;
  /** Chosen camera by address of the client. */
  readonly #choices = new Map<string, string>();
  /** By the names of their cameras. */
  readonly #views = new Map<string, View>();

  /** `robots`: names of the robots of USARSim's clients, in the order of their connections. */
  constructor(world: World, quality: PictureQuality, robots: () => readonly string[], log: (line: string) => void) {
    this.#world = world;
    this.#robots = robots;
    loadImageEncoder(quality).then(
      (encode) => {
        this.#encode = encode;
      },
      (problem) => log(`USARSim: no pictures: ${explainError(asSimError(problem, "image server"))}`),
    );
  }

  /** {Name MultiView} shows all cameras again. Throws COMPONENT_UNKNOWN. */
  show(address: string, robot: string, camera: string): void {
    if (camera.toLowerCase() === "multiview") {
      this.#choices.delete(address);
      return;
    }
    const names = this.#world.pictureSources.map(({ name }) => name);
    const choice = `${robot}.${camera}`;
    if (!names.some((name) => name.toLowerCase() === choice.toLowerCase()))
      throw unknownName("COMPONENT_UNKNOWN", "SET {Type Camera}", choice, names);
    this.#choices.delete(address);
    const [oldest] = this.#choices.keys();
    if (this.#choices.size >= MAX_CHOICES && oldest !== undefined) this.#choices.delete(oldest);
    this.#choices.set(address, choice.toLowerCase());
  }

  /** The newest picture for a client; undefined: none is drawn yet. Asks for the next one. */
  picture(address: string): ViewPicture | undefined {
    const sources = this.#sourcesOf(address);
    const name = sources.map((source) => source.name).join(" ");
    if (sources.length === 0 || !this.#encode) return undefined;
    const view = this.#views.get(name) ?? { key: "", pending: undefined, newest: undefined };
    this.#views.delete(name);
    this.#views.set(name, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MAX_TILES && oldest !== undefined) this.#views.delete(oldest);
    this.#update(view, sources, this.#encode);
    return view.newest;
  }

  #sourcesOf(address: string): readonly PictureSource[] {
    const sources = this.#world.pictureSources;
    const choice = this.#choices.get(address);
    const chosen = sources.find(({ name }) => name.toLowerCase() === choice);
    if (chosen) return [chosen];
    const robots = this.#robots();
    return robots.flatMap((robot) => sources.filter(({ name }) => name.startsWith(`${robot}.`))).slice(0, MAX_TILES);
  }

  #update(view: View, sources: readonly PictureSource[], encode: (canvas: Canvas) => Uint8Array): void {
    if (!view.pending) this.#begin(view, sources);
    const { pending } = view;
    for (const picture of pending ?? []) picture.begin();
    if (!pending || pending.some(({ isReady, isAway }) => !isReady && isAway)) return;
    view.pending = undefined;
    const canvas = canvasOf(pending.map((picture) => ({ ...picture.spec, rgb: picture.bytes() })));
    let packet: Uint8Array | undefined;
    view.newest = {
      canvas,
      encode,
      packet: () => {
        packet ??= encode(canvas);
        return packet;
      },
    };
  }

  #begin(view: View, sources: readonly PictureSource[]): void {
    const specs = sources.flatMap(({ newest }) => newest()?.spec ?? []);
    const key = specs.map(({ timeNs }) => timeNs).join(" ");
    if (specs.length < sources.length || key === view.key) return;
    view.key = key;
    view.pending = specs.map((spec) =>
      this.#world.cameraRenderer.take({ ...displaySpec(spec, "jpeg"), format: "rgb" }),
    );
  }
}

/** One picture as it is, several in tiles: as many columns as rows, at least two. */
export function canvasOf(pictures: readonly Canvas[]): Canvas {
  const [first] = pictures;
  if (pictures.length === 1) {
    const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (first.width * first.height)));
    if (scale === 1) return first;
    const [width, height] = [Math.floor(first.width * scale), Math.floor(first.height * scale)];
    const canvas = { width, height, rgb: new Uint8Array(3 * width * height) };
    place(canvas, first, { x: 0, y: 0, width, height });
    return canvas;
  }
  const columns = Math.max(2, Math.ceil(Math.sqrt(pictures.length)));
  const [width, height] = [columns * TILE_WIDTH, columns * TILE_HEIGHT];
  const canvas = { width, height, rgb: new Uint8Array(3 * width * height) };
  pictures.forEach((picture, i) => {
    const [x, y] = [(i % columns) * TILE_WIDTH, Math.floor(i / columns) * TILE_HEIGHT];
    place(canvas, picture, { x, y, width: TILE_WIDTH, height: TILE_HEIGHT });
  });
  return canvas;
}
