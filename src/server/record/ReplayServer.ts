// Shows a recording in the page (X3): the viewer, the cameras and the verbs of a server, without robots, whose world is played back from
// the recorded inputs. `ubersim replay` runs it.

import { printable } from "../../describe/PrintableText.js";
import type { Playback } from "../../record/journal/Playback.js";
import type { Reference } from "../../record/reference/Reference.js";
import { ReferenceView } from "../../record/reference/ReferenceView.js";
import { Replay } from "../../record/replay/Replay.js";
import { type ReplayMark, ReplayMarks } from "../../record/replay/ReplayMarks.js";
import { replayStatus } from "../../record/replay/ReplayStatus.js";
import { replayVerbs } from "../../record/replay/ReplayVerbs.js";
import { ReplayView } from "../../record/replay/ReplayView.js";
import { Control } from "../Control.js";
import { Access } from "../http/Access.js";
import { CameraPages } from "../http/CameraPages.js";
import { HttpServer } from "../http/HttpServer.js";
import { Textures } from "../http/Textures.js";
import { viewerDirectory } from "../http/ViewerFiles.js";
import { isWildcard, urlHost } from "../links/Address.js";
import { MemoryBudget } from "../links/MemoryBudget.js";
import { ReadTurns } from "../links/ReadTurns.js";
import { ViewSockets } from "../links/ViewSockets.js";
import { Pump, type Pumped } from "../Pump.js";

export interface ReplayOptions {
  readonly playback: Playback;
  /** Name of the file, for people. */
  readonly file: string;
  /** Address to listen on. Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Port for HTTP and WebSockets; 0: any free port. Default 8080. */
  readonly httpPort?: number;
  readonly token?: string | undefined;
  /** Speed of playing. Default 1. */
  readonly rate?: number;
  /** Marks that the file itself has. Undefined: they are searched for. */
  readonly marks?: readonly ReplayMark[] | undefined;
  /** A measured trajectory that is shown beside it. */
  readonly reference?: Reference | undefined;
  /** Directory of the built viewer. */
  readonly viewer?: string | undefined;
  readonly log?: (line: string) => void;
}

/** Frames whose inputs are looked through for marks at a time, and the time between two looks, ms. */
const MARK_FRAMES = 2000;
const MARK_MS = 5;

export class ReplayServer {
  readonly replay: Replay;
  readonly control: Control;
  readonly stopped: Promise<void>;
  readonly #options: ReplayOptions;
  readonly #pump: Pump<Pumped>;
  readonly #access: Access;
  readonly #views: ViewSockets;
  readonly #memory: MemoryBudget;
  readonly #marks: ReplayMarks;
  #http: HttpServer | undefined;
  #markTimer: NodeJS.Timeout | undefined;
  #settle!: () => void;
  #stopping: Promise<void> | undefined;

  static async open(options: ReplayOptions): Promise<ReplayServer> {
    const server = new ReplayServer(options);
    await server.#openPort();
    server.#findMarks();
    server.#pump.wake();
    return server;
  }

  private constructor(options: ReplayOptions) {
    this.#options = options;
    const { playback, host = "127.0.0.1", token, rate = 1, marks, file, reference } = options;
    const { simulation } = playback;
    const replay = new Replay(playback);
    replay.rate = rate;
    this.replay = replay;
    const log = (text: string): void => this.#log(text);
    this.#pump = new Pump({ simulation: pumped(replay), afterBurst: () => this.#afterBurst(), log });
    const verbs = replayVerbs(replay, simulation.verbs);
    this.control = new Control({ simulation, verbs, wake: () => this.#pump.wake(), log });
    this.#access = new Access(host, token);
    this.#memory = new MemoryBudget(simulation.options.limits.connectionBytes);
    this.#marks = new ReplayMarks(playback.file, marks);
    this.#views = new ViewSockets({
      simulation,
      control: this.control,
      access: this.#access,
      memory: this.#memory,
      reads: new ReadTurns(),
      robotAddress: () => "",
      stream: {
        views: [new ReplayView(replay, this.#marks, file), ...(reference ? [new ReferenceView(reference)] : [])],
        status: () => replayStatus(replay),
        // frames on the way to another time are not shown
        isHeld: () => replay.isSeeking,
      },
      log,
    });
    this.stopped = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get url(): string {
    const { host = "127.0.0.1" } = this.#options;
    return `http://${isWildcard(host) ? "127.0.0.1" : urlHost(host)}:${this.#http?.port ?? 0}`;
  }

  /** Token for control. Undefined: none is needed. */
  get token(): string | undefined {
    return this.#access.token;
  }

  #log(text: string): void {
    const line = printable(text);
    this.#options.log?.(line);
    this.#views?.log(line);
  }

  async #openPort(): Promise<void> {
    const { playback, host = "127.0.0.1", httpPort = 8080, viewer = viewerDirectory() } = this.#options;
    const { simulation } = playback;
    const textures = new Textures(simulation.world.physics);
    this.#http = await HttpServer.open({
      host,
      port: httpPort,
      flag: "--http",
      control: this.control,
      cameras: new CameraPages(simulation.world),
      metrics: () => "",
      access: this.#access,
      memory: this.#memory,
      page: () => `ÜberSim replays ${this.#options.file}.\n\nThe viewer is not built. Build it with: npm run build\n`,
      viewer,
      texture: (path) => textures.read(path),
      documentBytes: simulation.options.documentLimits.bytes,
      upgrade: (path, request, socket, head) => {
        if (path !== "/view") return false;
        this.#views.upgrade(request, socket, head);
        return true;
      },
    });
  }

  #findMarks(): void {
    this.#markTimer = setInterval(() => {
      this.#marks.read(MARK_FRAMES);
      if (this.#marks.isDone) clearInterval(this.#markTimer);
    }, MARK_MS).unref();
  }

  #afterBurst(): void {
    this.control.settle();
    if (this.replay.playback.simulation.isStopped && !this.#stopping) setImmediate(() => this.stop());
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#close();
    return this.#stopping;
  }

  async #close(): Promise<void> {
    clearInterval(this.#markTimer);
    this.replay.stop();
    this.#pump.stop();
    this.control.close();
    this.#views.close();
    await this.#http?.close();
    this.replay.playback.dispose();
    this.#settle();
  }
}

/** A replay, as the pump runs a simulation. */
const pumped = (replay: Replay): Pumped => ({
  run: (nowMs) => replay.run(nowMs),
  lasted: () => {},
  isInputSpent: false,
  get rate() {
    return replay.isSeeking ? Number.POSITIVE_INFINITY : replay.rate;
  },
  sessions: [],
  get isStopped() {
    return replay.isStopped;
  },
  stop: () => replay.stop(),
  get world() {
    return replay.playback.simulation.world;
  },
});
