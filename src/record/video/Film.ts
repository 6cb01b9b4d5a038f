// A film of a world (X4): takes its frames at exact instants of simulated time, whatever runs the world: a server or a recording. Pictures
// are begun when their instant comes and read some frames later, so that other threads draw meanwhile. The world is not affected.

import { NO_NOISE } from "../../describe/robot/Noise.js";
import { SimError } from "../../describe/SimError.js";
import { NS_PER_SEC } from "../../describe/world/WorldDescription.js";
import { PLAIN_LENS } from "../../render/lens/LensSettings.js";
import { displaySpec, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import { sourceOf } from "../../session/verbs/PictureVerb.js";
import type { World } from "../../world/World.js";
import { CaptionText } from "./CaptionText.js";
import { evenSize, type FilmSize, fitIn, type Tile, tilesOf } from "./FilmTiles.js";
import type { FilmTimes } from "./FilmTimes.js";
import type { FilmView } from "./FilmView.js";

/** A camera by its name, or a view. */
export type FilmSource = { readonly camera: string } | { readonly view: FilmView };

export interface FilmOptions {
  /** None: the first camera of the world. */
  readonly sources: readonly FilmSource[];
  /** Undefined: that of the only camera, or 1280 x 720. */
  readonly size: FilmSize | undefined;
  readonly times: FilmTimes;
  /** True: a line with the time and what `look` is told. */
  readonly hasCaption: boolean;
  /** Called once, before the first frame. */
  readonly open: (size: FilmSize) => void;
  /** Takes the frames in order: red, green and blue, rows from the top. */
  readonly take: (rgb: Uint8Array) => void;
}

interface TilePicture {
  readonly tile: Tile;
  readonly picture: Picture;
}

interface PlannedFrame {
  readonly pictures: readonly TilePicture[];
  readonly caption: string;
}

export const DEFAULT_SIZE: FilmSize = { width: 1280, height: 720 };
/** Frames whose pictures are drawn ahead. */
const MAX_AHEAD = 6;
/** Height of capitals in the caption and of its distance to the border, as parts of the film's height. */
const [CAPTION, MARGIN] = [1 / 32, 1 / 28];
const MIN_CAPTION_PX = 9;

export class Film {
  readonly #options: FilmOptions;
  #sources: readonly FilmSource[] = [];
  #size: FilmSize | undefined;
  #text: CaptionText | undefined;
  #planned: PlannedFrame[] = [];
  /** Number of frames whose instant has come. */
  #begun = 0;
  #taken = 0;
  /** Simulated time of all looks, over resets: it never goes back. */
  #timeNs: number | undefined;
  #worldNs = 0;

  constructor(options: FilmOptions) {
    this.#options = options;
  }

  /** True: all instants have come. */
  get isDone(): boolean {
    return this.#begun >= this.#options.times.count;
  }

  /** Frames that were taken. */
  get frames(): number {
    return this.#taken;
  }

  /**
   * To be called after every step, and before the first one. `score`: further words of the caption. `timeNs`: a time that never goes
   * back; default: that of the world, summed over resets. Throws COMPONENT_UNKNOWN.
   */
  look(world: World, score = "", timeNs = this.#summed(world)): void {
    const { times } = this.#options;
    while (!this.isDone && times.ns(this.#begun) <= timeNs) {
      this.#begun++;
      this.#planned.push(this.#plan(world, score));
      if (this.#planned.length > MAX_AHEAD) this.#finishFirst();
    }
  }

  #summed({ timeNs }: World): number {
    const stepNs = timeNs - this.#worldNs;
    this.#timeNs = this.#timeNs === undefined ? timeNs : this.#timeNs + Math.max(0, stepNs);
    this.#worldNs = timeNs;
    return this.#timeNs;
  }

  /** Draws the frames that are left. */
  finish(): void {
    while (this.#planned.length > 0) this.#finishFirst();
  }

  #plan(world: World, score: string): PlannedFrame {
    const size = this.#sizeIn(world);
    const { hasCaption } = this.#options;
    const sources = this.#sources;
    const tiles = tilesOf(size, sources.length);
    const pictures = sources.flatMap((source, i) => this.#begin(world, source, tiles[i]));
    const time = `${(world.timeNs / NS_PER_SEC).toFixed(2)} s`;
    return { pictures, caption: hasCaption ? [time, score].filter((word) => word !== "").join("   ") : "" };
  }

  #begin(world: World, source: FilmSource, tile: Tile): readonly TilePicture[] {
    const spec = "view" in source ? specOf(world, source.view) : this.#cameraSpec(world, source.camera);
    // the robot of the camera has left: its tile stays black
    if (!spec) return [];
    const place = "view" in source ? tile : fitIn(tile, spec);
    const { width, height } = place;
    const picture = world.cameraRenderer.take({ ...spec, width, height });
    picture.begin();
    return [{ tile: place, picture }];
  }

  #cameraSpec(world: World, name: string): PictureSpec | undefined {
    if (this.#begun > 1 && !world.pictureSources.some((source) => source.name === name)) return undefined;
    const spec = sourceOf(world, name).preview();
    return spec && { ...displaySpec(spec, "png"), format: "rgb" };
  }

  #sizeIn(world: World): FilmSize {
    if (this.#size) return this.#size;
    const { size, open } = this.#options;
    const sources = this.#options.sources.length > 0 ? this.#options.sources : [{ camera: firstCamera(world) }];
    this.#sources = sources;
    const [first] = sources;
    // every camera is known before the file is made
    const kinds = sources.map((source) => ("camera" in source ? sourceOf(world, source.camera).kind : undefined));
    const own = sources.length === 1 && "camera" in first ? kinds[0] : undefined;
    this.#size = evenSize(size ?? own ?? DEFAULT_SIZE);
    this.#text = new CaptionText(Math.max(MIN_CAPTION_PX, Math.round(CAPTION * this.#size.height)));
    open(this.#size);
    return this.#size;
  }

  #finishFirst(): void {
    const planned = this.#planned.shift() as PlannedFrame;
    const size = this.#size as FilmSize;
    const rgb = compose(planned.pictures, size);
    const margin = Math.round(MARGIN * size.height);
    if (planned.caption !== "") this.#text?.draw({ ...size, rgb }, planned.caption, margin, size.height - margin);
    this.#taken++;
    this.#options.take(rgb);
  }
}

function firstCamera({ pictureSources: [first] }: World): string {
  if (first) return first.name;
  throw new SimError("COMPONENT_UNKNOWN", {
    where: "video",
    found: "a world without cameras",
    allowed: 'a <Camera> in the world, or --view "x y z to x y z"',
    advice: "Give a view with --view, or add a camera to the world.",
  });
}

const specOf = (world: World, { pose, fovDeg }: FilmView): PictureSpec => ({
  sceneState: world.sceneState,
  velocities: undefined,
  velocity: undefined,
  pose,
  width: 1,
  height: 1,
  fovDeg,
  lens: PLAIN_LENS,
  format: "rgb",
  noise: NO_NOISE,
  drift: 0,
  seed: 0,
  timeNs: world.timeNs,
});

/** A frame is written over by the caption: it is a copy. */
function compose(pictures: readonly TilePicture[], { width, height }: FilmSize): Uint8Array {
  const rgb = new Uint8Array(3 * width * height);
  for (const { tile, picture } of pictures) {
    const bytes = picture.bytes();
    for (let row = 0; row < tile.height; row++) {
      const line = bytes.subarray(3 * row * tile.width, 3 * (row + 1) * tile.width);
      rgb.set(line, 3 * ((tile.y + row) * width + tile.x));
    }
  }
  return rgb;
}
