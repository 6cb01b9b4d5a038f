// The flags of `ubersim video` (P1, X4). Each wrong one is a UsageError that names the flag.

import { extname } from "node:path";
import type { FilmSource } from "../record/video/Film.js";
import { FILM_KINDS, type FilmKind } from "../record/video/FilmEncoder.js";
import type { FilmSize } from "../record/video/FilmTiles.js";
import { readView, VIEW_FORMAT } from "../record/video/FilmView.js";
import { type OptionTable, readNumber, UsageError } from "./Arguments.js";

export const VIDEO_OPTIONS = {
  camera: { type: "string", multiple: true },
  view: { type: "string", multiple: true },
  fps: { type: "string", default: "30" },
  size: { type: "string" },
  from: { type: "string", default: "0" },
  seconds: { type: "string" },
  caption: { type: "boolean", default: false },
  out: { type: "string", default: "video.mp4" },
} as const satisfies OptionTable;

export const VIDEO_HELP = `  ubersim video WORLD|FILE.mcap   make a film of a world that runs at full speed, or of a recording, without a screen
                      (docs/how-to/make-a-video.md)
      --camera C      ROBOT.CAMERA, or a camera of the world (default: the first one); repeatable: several are tiled
      --view "x y z to x y z [fov D]"   a view from a point to another, in m; D: vertical field of view in degrees
      --out FILE      .mp4 (H.264) or .webm (VP8) (default video.mp4)
      --seconds S     length of the film in simulated seconds (default 10; of a recording: all of it)
      --from S        simulated time of its first picture (default 0)
      --fps N         pictures a second of simulated time (default 30)
      --size WxH      size in pixels (default: that of the only camera, or 1280x720)
      --caption       a line with the time, and the score of a game
      --seed N        random seed
      --play          the shipped teams play, as with run; so do the other flags of leagues
      --camera-threads N, --renderer R, --plugin FILE, --watchdog S   as above
`;

export interface VideoChoice {
  /** Empty: the first camera of the world. */
  readonly sources: readonly FilmSource[];
  readonly fps: number;
  readonly size: FilmSize | undefined;
  readonly fromSec: number;
  /** Undefined: 10 s of a world, or the whole recording. */
  readonly seconds: number | undefined;
  readonly hasCaption: boolean;
  readonly out: string;
  readonly kind: FilmKind;
}

interface VideoValues {
  readonly fps: string;
  readonly size?: string | undefined;
  readonly from: string;
  readonly seconds?: string | undefined;
  readonly caption: boolean;
  readonly out: string;
}

/** Maximum number of frames a second, and of pixels of a side. */
const [MAX_FPS, MAX_SIDE] = [1000, 4096];
/** Maximum number of views in one film. */
const MAX_SOURCES = 64;

/** A view may begin with a minus sign, which Node's reader of options takes for another option. */
export const joinViews = (args: readonly string[]): readonly string[] =>
  args.flatMap((arg, i) =>
    args[i - 1] === "--view" ? [] : arg === "--view" ? [`--view=${args[i + 1] ?? ""}`] : [arg],
  );

/** `args`: for the order of cameras and views. */
export function readVideo(values: VideoValues, args: readonly string[]): VideoChoice {
  const fps = readNumber("--fps", values.fps, 0.1);
  if (fps > MAX_FPS) throw new UsageError(`ubersim: --fps needs a number up to ${MAX_FPS}, found "${values.fps}".`);
  return {
    sources: readSources(args),
    fps,
    size: values.size === undefined ? undefined : readSize(values.size),
    fromSec: readFinite("--from", values.from),
    seconds: values.seconds === undefined ? undefined : readFinite("--seconds", values.seconds),
    hasCaption: values.caption,
    out: values.out,
    kind: kindOf(values.out),
  };
}

function readFinite(flag: string, text: string): number {
  const value = readNumber(flag, text, 0);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`ubersim: ${flag} needs a finite number, found "${text}".`);
}

function kindOf(out: string): FilmKind {
  const kind = FILM_KINDS.find((one) => `.${one}` === extname(out).toLowerCase());
  if (kind !== undefined) return kind;
  throw new UsageError(`ubersim: --out needs a file name that ends with .mp4 or .webm, found "${out}".`);
}

function readSize(text: string): FilmSize {
  const [, width, height] = /^(\d+)[x*](\d+)$/i.exec(text.trim())?.map(Number) ?? [];
  const isGood = (side: number | undefined): boolean => side !== undefined && side >= 2 && side <= MAX_SIDE;
  if (isGood(width) && isGood(height)) return { width, height };
  throw new UsageError(`ubersim: --size needs WIDTHxHEIGHT, 2 to ${MAX_SIDE} pixels each, found "${text}".`);
}

/** Cameras and views in the order in which they were given. */
function readSources(args: readonly string[]): readonly FilmSource[] {
  const sources: FilmSource[] = [];
  for (let i = 0; i < args.length && args[i] !== "--"; i++) {
    const [, flag, given] = /^--(camera|view)(?:=([\s\S]*))?$/.exec(args[i]) ?? [];
    if (flag === undefined) continue;
    const text = given ?? args[++i] ?? "";
    sources.push(flag === "camera" ? { camera: text } : { view: viewOf(text) });
  }
  if (sources.length > MAX_SOURCES)
    throw new UsageError(`ubersim: a film has at most ${MAX_SOURCES} views, found ${sources.length}.`);
  return sources;
}

function viewOf(text: string) {
  const view = readView(text);
  if (view) return view;
  throw new UsageError(`ubersim: --view needs ${VIEW_FORMAT}, between two different points, found "${text}".`);
}
