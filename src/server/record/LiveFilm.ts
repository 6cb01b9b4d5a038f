// A film of a running world (X4), begun and ended by the verb `record video`. Pictures are taken at exact simulated times, and none is lost:
// if the encoder is far behind, the world waits for it.

import { closeSync, openSync } from "node:fs";
import { basename } from "node:path";
import { SimError, showValue } from "../../describe/SimError.js";
import type { RecordClock } from "../../record/RecordClock.js";
import { Film, type FilmSource } from "../../record/video/Film.js";
import { FILM_KINDS } from "../../record/video/FilmEncoder.js";
import { FilmTimes } from "../../record/video/FilmTimes.js";
import { readView } from "../../record/video/FilmView.js";
import type { FilmRequest } from "../../session/RecordControl.js";
import type { Simulation } from "../../session/Simulation.js";
import { shownPath } from "../ShownPath.js";
import { captionOf } from "./FilmCaption.js";
import { FilmFile } from "./FilmFile.js";

const FPS = 30;

export class LiveFilm {
  readonly name: string;
  readonly clock: RecordClock;
  readonly #simulation: Simulation;
  readonly #film: Film;
  #file: FilmFile | undefined;

  /** Takes the first picture. Throws FILE_EXISTS, FILE_UNWRITABLE or COMPONENT_UNKNOWN; then there is no file. */
  constructor(path: string, { view, hasCaption }: FilmRequest, simulation: Simulation, clock: RecordClock) {
    this.name = basename(path);
    this.clock = clock;
    this.#simulation = simulation;
    const kind = FILM_KINDS.find((one) => path.endsWith(`.${one}`)) ?? "mp4";
    this.#film = new Film({
      sources: readSources(view),
      size: undefined,
      times: new FilmTimes({ fps: FPS, fromSec: 0, seconds: Number.POSITIVE_INFINITY }),
      hasCaption,
      open: (size) => {
        makeFile(path);
        this.#file = new FilmFile(path, kind, { ...size, fps: FPS });
      },
      take: (rgb) => this.#file?.add(rgb),
    });
    this.look();
  }

  /** After a frame. */
  look(): void {
    this.#film.look(this.#simulation.world, captionOf(this.#simulation), this.clock.readNs());
  }

  /** True: the file cannot be written; `finish` tells why. */
  get hasFailed(): boolean {
    return this.#file?.hasFailed ?? false;
  }

  get seconds(): number {
    return this.clock.readNs() / 1e9;
  }

  /** Completes the file. Rejects with FILE_UNWRITABLE. */
  async finish(): Promise<number> {
    this.#film.finish();
    return (await this.#file?.finish()) ?? 0;
  }
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, "wx"));
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    const found = `${shownPath(path)}: ${code}`;
    throw new SimError(code === "EEXIST" ? "FILE_EXISTS" : "FILE_UNWRITABLE", { where: "record", found });
  }
}

/** Cameras and views, with ; between them: "Broadcast; 6 -5 3 to 0 0 0.5". Undefined: the first camera of the world. */
const readSources = (text: string | undefined): readonly FilmSource[] =>
  (text ?? "")
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const view = readView(one);
      if (view) return { view };
      if (!/ to /.test(one)) return { camera: one };
      throw new SimError("ARGUMENT_WRONG", {
        where: "record/view",
        found: showValue(one),
        allowed: 'a camera, or "x y z to x y z" between two different points, and perhaps "fov d"',
      });
    });
