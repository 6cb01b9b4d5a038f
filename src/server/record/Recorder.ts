// The recordings of a server (X2): begins and ends them, and calls their parts at every frame. A recording that fails ends with a line
// in the log; the run goes on.

import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { asSimError, explainError, SimError, showValue } from "../../describe/SimError.js";
import { RecordFilter } from "../../record/channels/RecordFilter.js";
import type { RunOrigin } from "../../record/journal/RunStart.js";
import { RecordClock } from "../../record/RecordClock.js";
import type { RecordPart, RecordSink } from "../../record/RecordSink.js";
import type { FilmRequest, RecordControl, RecordingStatus } from "../../session/RecordControl.js";
import type { Simulation } from "../../session/Simulation.js";
import { counter, gauge, type Metric } from "../metrics/Metric.js";
import { shownPath } from "../ShownPath.js";
import type { LiveFilm } from "./LiveFilm.js";
import { type FilePlace, RecordingFile } from "./RecordingFile.js";

export interface RecordOptions {
  /** Patterns of topics. Default: everything except contacts. */
  readonly only?: readonly string[] | undefined;
  /** Poses and joints per second. Default 50. */
  readonly rateHz?: number | undefined;
}

interface RecorderOptions extends RecordOptions {
  /** Where the verb `record` puts its files. */
  readonly directory: string;
  /** With what the run is made. */
  readonly origin: RunOrigin;
  readonly log: (line: string) => void;
}

/** A sink that ends with its file. */
interface FileSink extends RecordSink {
  readonly bytes: number;
  end(): void;
}

interface Active {
  readonly name: string;
  readonly file: RecordingFile;
  readonly sink: FileSink;
  readonly clock: RecordClock;
  readonly parts: readonly RecordPart[];
}

type Modules = typeof import("./RecordingModules.js");

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}\.mcap$/u;
const FILM_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}\.(mp4|webm)$/u;
const MAX_RECORDINGS = 8;
const MAX_FILMS = 4;

export class Recorder implements RecordControl {
  readonly #options: RecorderOptions;
  #simulation: Simulation | undefined;
  #modules: Modules | undefined;
  #active: readonly Active[] = [];
  #films: readonly LiveFilm[] = [];
  /** Of recordings that have ended, bytes. */
  #endedBytes = 0;
  readonly #closing = new Set<Promise<void>>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Before the first recording. */
  attach(simulation: Simulation): void {
    this.#simulation = simulation;
  }

  // ---- verbs

  get isLoaded(): boolean {
    return this.#modules !== undefined;
  }

  async load(): Promise<void> {
    this.#modules ??= await import("./RecordingModules.js");
  }

  get recordings(): readonly RecordingStatus[] {
    return [...this.#active.map(statusOf), ...this.#films.map(filmStatus)];
  }

  start(name: string | undefined): RecordingStatus {
    if (name !== undefined && !NAME.test(name))
      throw new SimError("ARGUMENT_WRONG", {
        where: "record/text",
        found: showValue(name),
        allowed: "the name of a file that ends with .mcap, without directories",
      });
    if (this.#active.length >= MAX_RECORDINGS)
      throw new SimError("STATE_WRONG", {
        where: "record",
        found: `${this.#active.length} recordings`,
        allowed: `at most ${MAX_RECORDINGS} at once`,
      });
    const path = join(this.#directory(), name ?? this.#freeName());
    return this.record(path, shownPath(path));
  }

  film(name: string, request: FilmRequest): RecordingStatus {
    const simulation = this.#simulation;
    if (!simulation) throw new Error("a film needs a simulation");
    if (!FILM_NAME.test(name))
      throw new SimError("ARGUMENT_WRONG", {
        where: "record/text",
        found: name === "" ? "nothing" : showValue(name),
        allowed: "the name of a file that ends with .mp4 or .webm, without directories",
      });
    if (this.#films.length >= MAX_FILMS)
      throw new SimError("STATE_WRONG", { where: "record", found: `${MAX_FILMS} films`, allowed: "fewer at once" });
    const path = join(this.#directory(), name);
    const film = new this.#loaded.LiveFilm(path, request, simulation, new RecordClock(simulation));
    this.#films = [...this.#films, film];
    return filmStatus(film);
  }

  /** Makes the directory. Throws FILE_UNWRITABLE. */
  #directory(): string {
    const { directory } = this.#options;
    try {
      mkdirSync(directory, { recursive: true });
      return directory;
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      throw new SimError("FILE_UNWRITABLE", { where: "record", found: `${shownPath(directory)}: ${code}` });
    }
  }

  #freeName(): string {
    const world = this.#simulation?.world.physics.description.name.replace(/[^\p{L}\p{N}_-]/gu, "-") || "run";
    let n = 1;
    while (existsSync(join(this.#options.directory, `${world}-${n}.mcap`))) n++;
    return `${world}-${n}.mcap`;
  }

  stop(name: string | undefined): readonly RecordingStatus[] {
    const isWanted = (one: { readonly name: string }): boolean => name === undefined || one.name === name;
    const [wanted, films] = [this.#active.filter(isWanted), this.#films.filter(isWanted)];
    if (wanted.length + films.length === 0) throw this.#noRecording("stop", name);
    return [...wanted.map((one) => this.#end(one)), ...films.map((film) => this.#endFilm(film))];
  }

  mark(text: string): readonly RecordingStatus[] {
    if (this.#active.length === 0) throw this.#noRecording("mark", undefined);
    this.#each((part) => part.mark?.(text));
    return this.recordings;
  }

  #noRecording(action: string, name: string | undefined): SimError {
    const names = [...this.#active, ...this.#films].map((one) => one.name);
    return new SimError("STATE_WRONG", {
      where: `record ${action}`,
      found: name === undefined ? "no recording" : `no recording ${showValue(name)}`,
      allowed: names.length > 0 ? `one of ${names.join(", ")}` : "a recording that runs: `record start` begins one",
    });
  }

  // ---- recordings

  /** Begins a recording in a new file, `shown` in errors; `load` has settled. Throws a SimError; then there is no file. */
  record(path: string, shown = path): RecordingStatus {
    const { only, origin } = this.#options;
    const library = `ubersim ${origin.maker.version}`;
    return this.#begin({ path, shown }, only, ({ openMcap }, file) => openMcap(file, library));
  }

  /** Begins a file of signals; `load` has settled. */
  recordCsv(path: string, signals: readonly string[]): RecordingStatus {
    const { topics, open } = this.#loaded.csv;
    return this.#begin({ path, shown: path }, topics, (_, file) => open(file, signals));
  }

  get #loaded(): Modules {
    if (!this.#modules) throw new Error("a recording needs its modules");
    return this.#modules;
  }

  #begin(
    place: FilePlace,
    only: readonly string[] | undefined,
    open: (modules: Modules, file: RecordingFile) => FileSink,
  ) {
    const [modules, simulation] = [this.#loaded, this.#simulation];
    if (!simulation) throw new Error("a recording needs a simulation");
    const name = basename(place.path);
    let active: Active | undefined;
    const file = new RecordingFile(place, (error) => {
      if (active && this.#active.includes(active)) this.#end(active);
      this.#logProblem(name, error);
    });
    try {
      const sink = open(modules, file);
      const clock = new RecordClock(simulation);
      sink.metadata("ubersim", metadataOf(simulation, this.#options.origin));
      const parts = modules.openParts({ simulation, sink, clock, filter: new RecordFilter(only) }, this.#options);
      active = { name, file, sink, clock, parts };
    } catch (problem) {
      void file.discard();
      throw problem;
    }
    this.#active = [...this.#active, active];
    return statusOf(active);
  }

  beforeStep(): void {
    if (this.#active.length > 0) this.#each(beforeStep);
  }

  afterFrame(): void {
    if (this.#active.length > 0) this.#each(afterFrame);
    for (const film of this.#films) this.#look(film);
  }

  #look(film: LiveFilm): void {
    try {
      film.look();
      if (film.hasFailed) this.#endFilm(film);
    } catch (problem) {
      this.#endFilm(film);
      this.#options.log(`film ${film.name}: ${explainError(asSimError(problem, film.name))}`);
    }
  }

  #endFilm(film: LiveFilm): RecordingStatus {
    const status = filmStatus(film);
    this.#films = this.#films.filter((one) => one !== film);
    const closing = film
      .finish()
      .then((bytes) => this.#options.log(`film ${film.name}: ${(bytes / 1e6).toFixed(1)} MB`))
      .catch((problem) => this.#options.log(`film ${film.name}: ${explainError(asSimError(problem, film.name))}`))
      .then(() => void this.#closing.delete(closing));
    this.#closing.add(closing);
    return status;
  }

  log(line: string): void {
    if (this.#active.length > 0) this.#each((part) => part.log?.(line));
  }

  /** A part that throws ends its recording. */
  #each(call: (part: RecordPart) => void): void {
    for (const active of this.#active)
      try {
        for (const part of active.parts) call(part);
      } catch (problem) {
        this.#end(active);
        this.#logProblem(active.name, problem);
      }
  }

  #logProblem(name: string, problem: unknown): void {
    this.#options.log(`recording ${name}: ${explainError(asSimError(problem, name))}`);
  }

  #end(active: Active): RecordingStatus {
    this.#active = this.#active.filter((one) => one !== active);
    for (const part of active.parts)
      try {
        part.close?.();
      } catch (problem) {
        this.#logProblem(active.name, problem);
      }
    active.sink.end();
    const closing = active.file.close().then(() => void this.#closing.delete(closing));
    this.#closing.add(closing);
    return statusOf(active);
  }

  /** For /metrics (X5). */
  metrics(): readonly Metric[] {
    const sum = (of: (active: Active) => number): number => this.#active.reduce((all, one) => all + of(one), 0);
    return [
      gauge("ubersim_recordings", "Recordings and films that run.", this.#active.length + this.#films.length),
      gauge(
        "ubersim_recording_backlog_bytes",
        "Bytes of recordings that the disk has not taken yet.",
        sum(({ file }) => file.queued),
      ),
      counter(
        "ubersim_recorded_bytes_total",
        "Bytes of recordings, packed.",
        this.#endedBytes + sum(({ sink }) => sink.bytes),
      ),
    ];
  }

  /** Ends all recordings; settles when their files are complete. */
  async close(): Promise<void> {
    for (const active of this.#active) this.#end(active);
    for (const film of this.#films) this.#endFilm(film);
    await Promise.all(this.#closing);
  }
}

const beforeStep = (part: RecordPart): void => part.beforeStep?.();
const afterFrame = (part: RecordPart): void => part.afterFrame?.();

const statusOf = ({ name, clock, sink }: Active): RecordingStatus => ({
  file: name,
  seconds: clock.readNs() / 1e9,
  bytes: sink.bytes,
});

const filmStatus = ({ name, seconds }: LiveFilm): RecordingStatus => ({ file: name, seconds, bytes: 0 });

/** What a reader wants to know of the run first. */
function metadataOf({ world }: Simulation, { maker }: RunOrigin): ReadonlyMap<string, string> {
  return new Map([
    ["version", maker.version],
    ["world", world.physics.description.name],
    ["step_ns", String(world.stepNs)],
    ["seed", String(world.seed)],
    ["start_ns", String(world.timeNs)],
  ]);
}
