// The server: connects a simulation (src/session) to the wall clock and to its ports. Used by the command line, tests and
// examples; port 0 means any free port.

import { DEFAULT_LIMITS, type DocumentLimits } from "../describe/DocumentLimits.js";
import { printable } from "../describe/PrintableText.js";
import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import type { RobotRight, WorldFile } from "../describe/world/WorldFile.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { builtInKinds, LEAGUE_VERBS } from "../leagues/Leagues.js";
import { isSlowToJoin } from "../physics/Ahead.js";
import { Physics } from "../physics/Physics.js";
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from "../session/clients/SessionLimits.js";
import type { GuestFactory } from "../session/Guest.js";
import { Simulation } from "../session/Simulation.js";
import type { ViewStream } from "../session/view/ViewStream.js";
import { World } from "../world/World.js";
import { assetReader } from "./Assets.js";
import { Control } from "./Control.js";
import { CameraThreads } from "./cameras/CameraThreads.js";
import { GpuCameraRenderer } from "./cameras/gpu/GpuCameraRenderer.js";
import { DocumentThreads } from "./documents/DocumentThreads.js";
import { staticsOf } from "./documents/WorldStatics.js";
import { watchMemory } from "./GarbageCollection.js";
import type { GuestAddresses, GuestServer, GuestServerOptions, OpenGuest } from "./GuestServer.js";
import { Access } from "./http/Access.js";
import { CameraPages } from "./http/CameraPages.js";
import { HttpServer } from "./http/HttpServer.js";
import { Textures } from "./http/Textures.js";
import { viewerDirectory } from "./http/ViewerFiles.js";
import { welcomePage } from "./http/WelcomePage.js";
import { loadGuestServers } from "./leagues/LeagueServers.js";
import { isWildcard, urlHost } from "./links/Address.js";
import { MemoryBudget } from "./links/MemoryBudget.js";
import { NewcomerPool } from "./links/NewcomerPool.js";
import { ReadTurns } from "./links/ReadTurns.js";
import { TcpServer } from "./links/TcpServer.js";
import { ViewSockets } from "./links/ViewSockets.js";
import { WebSockets } from "./links/WebSockets.js";
import { Pump } from "./Pump.js";
import { type LoadedController, loadControllers, startController } from "./plugins/Controllers.js";
import { loadPlugins } from "./plugins/Plugins.js";
import { robotReader } from "./RobotSource.js";
import { DEFAULT_WORLD, readWorld, type WorldSource, type WorldSourceOptions } from "./WorldSource.js";
import { Watchdog } from "./watchdog/Watchdog.js";

export interface ServerOptions extends GuestServerOptions {
  /** Path of a world file, name of a shipped world, or a world that is already read. Default flat. */
  readonly world?: string | WorldFile | undefined;
  /** Address to listen on. Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** TCP port for robots; 0: any free port. Default 9040. */
  readonly port?: number;
  /** Port for HTTP and WebSockets; 0: any free port; false: none. Default 8080. */
  readonly httpPort?: number | false;
  /** Token for control. Undefined: none if only this machine can connect, otherwise a random one. */
  readonly token?: string | undefined;
  /** Factor on real time; Infinity: as fast as possible. Default 1. */
  readonly rate?: number;
  /** Replaces the seed of the world. */
  readonly seed?: number | undefined;
  /** Number of threads that render camera pictures. Default: one per processor, minus the main thread. */
  readonly cameraThreads?: number | undefined;
  /** Renderer of camera pictures: the rasteriser (default), or a GPU through three and webgpu, which users install. */
  readonly renderer?: "cpu" | "gpu";
  readonly expect?: readonly string[];
  readonly isAsync?: boolean;
  readonly stall?: StallPolicy | undefined;
  readonly lenient?: boolean;
  /** Verbs that robots may send to the console, in addition to those of the world file. */
  readonly rights?: readonly RobotRight[] | undefined;
  /** Directory of the files that documents of clients may name. Undefined: they may name none. */
  readonly assets?: string | undefined;
  /** Guests in addition to those that the world file names. Default none. */
  readonly guests?: readonly GuestFactory[];
  /** False: guests of the world, such as a league, open no ports. Default true. */
  readonly guestPorts?: boolean;
  /** Directory of the built viewer. Default: where `npm run build` writes it. */
  readonly viewer?: string | undefined;
  readonly limits?: Partial<SessionLimits>;
  readonly documentLimits?: Partial<DocumentLimits>;
  /** Limits for the world file. */
  readonly worldLimits?: Partial<DocumentLimits>;
  readonly devices?: DeviceRegistry;
  /** Files of plug-ins (docs/extending.md). Default none. */
  readonly plugins?: readonly string[];
  /** A plug-in or controller that blocks the thread for this long ends the process, s. The server's own work may last six times as long. Undefined: never. */
  readonly watchdogSec?: number | undefined;
  /** Signals after which the process ends within 3 s, even if this thread is busy. The caller stops the server on them. Default none. */
  readonly stopSignals?: readonly NodeJS.Signals[] | undefined;
  readonly log?: (line: string) => void;
  /** Called before every attempt at a frame. Its effects on the world must depend on simulated time only. */
  readonly beforeFrame?: ((simulation: Simulation) => void) | undefined;
  /** Timeout after which a verb that is not done is answered with its progress, ms. Default 1000. */
  readonly replyTimeoutMs?: number;
}

export interface RunningServer extends GuestAddresses {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly host: string;
  readonly tcpPort: number;
  readonly httpPort: number | undefined;
  /** URL of the HTTP port, without a / at the end. Undefined: there is none. */
  readonly url: string | undefined;
  /** Token for control. Undefined: none is needed. */
  readonly token: string | undefined;
  /** The viewers. */
  readonly views: ViewStream;
  /** True: internal errors have stopped the simulation. */
  readonly hasFailed: boolean;
  /** Stops the simulation and closes all ports. */
  stop(): Promise<void>;
  /** Settles when the server has stopped. */
  readonly stopped: Promise<void>;
}

/** Opens the ports and starts the simulation. Throws a SimError if the world, a controller or a port fails. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const watchdog = new Watchdog({ limitSec: options.watchdogSec, signals: options.stopSignals });
  try {
    return await openServer(options, watchdog);
  } catch (problem) {
    await watchdog.stop();
    throw problem;
  }
}

async function openServer(options: ServerOptions, watchdog: Watchdog): Promise<RunningServer> {
  const { lenient = false, devices = builtInKinds(), plugins = [], log = () => {} } = options;
  watchdog.prepareServer();
  await loadPlugins(devices, plugins, watchdog);
  const source = sourceOf(options.world, { devices, lenient, limits: options.worldLimits });
  const file = { ...source.file, rights: [...source.file.rights, ...(options.rights ?? [])] };
  for (const warning of source.warnings) log(`warning: ${warning.message}`);
  const controllers = await loadControllers(file, source.directory, watchdog);
  const cameraRenderer =
    options.renderer === "gpu"
      ? await GpuCameraRenderer.create({ log })
      : await CameraThreads.create(options.cameraThreads);
  const guests = await loadGuestServers(file, options);
  await Physics.loadSpare();
  const world = await World.create(file, { devices, seed: options.seed, cameraRenderer });
  try {
    const server = await Server.open(world, options, { controllers, guests });
    await watchdog.watchServer();
    server.stopped.then(watchMemory()).then(() => watchdog.stop());
    return server;
  } catch (problem) {
    world.dispose();
    throw problem;
  }
}

function sourceOf(world: ServerOptions["world"], options: WorldSourceOptions): WorldSource {
  if (typeof world === "object") return { file: world, directory: process.cwd(), warnings: [] };
  return readWorld(world ?? DEFAULT_WORLD, options);
}

interface ServerParts {
  readonly controllers: readonly LoadedController[];
  readonly guests: readonly GuestServer[];
}

class Server implements RunningServer {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly host: string;
  readonly stopped: Promise<void>;
  readonly #pump: Pump;
  readonly #access: Access;
  readonly #newcomers: NewcomerPool;
  readonly #memory: MemoryBudget;
  readonly #webSockets: WebSockets;
  readonly #views: ViewSockets;
  readonly #log: (line: string) => void;
  readonly #documents: DocumentThreads;
  #tcp: TcpServer | undefined;
  #http: HttpServer | undefined;
  #guests: readonly OpenGuest[] = [];
  #stopping: Promise<void> | undefined;
  #settle!: () => void;

  private constructor(world: World, options: ServerOptions, guests: readonly GuestServer[]) {
    const { host = "127.0.0.1", beforeFrame, replyTimeoutMs } = options;
    this.host = host;
    const log = (text: string): void => {
      const line = printable(text);
      options.log?.(line);
      this.#views?.log(line);
    };
    this.#log = log;
    const shared = simulationOptions(options);
    this.#documents = documentThreads(options, world, shared, log);
    const simulation = new Simulation(world, {
      ...shared,
      readDocument: (document) => this.#documents.read(document, world.physics.materials.names),
      compileAhead: (jobs) => this.#documents.compile(jobs),
      // in another turn of the event loop than the reply of the thread, which may be large
      afterRead: () => this.#pump.wakeSoon(),
      guests: [...guests.map(({ create }) => create), ...(options.guests ?? [])],
      verbs: LEAGUE_VERBS,
      afterFrame: () => {
        for (const guest of this.#guests) guest.afterFrame?.();
      },
      log,
    });
    this.simulation = simulation;
    this.#pump = new Pump({
      simulation,
      beforeFrame: (one) => {
        for (const guest of this.#guests) guest.beforeFrame?.();
        beforeFrame?.(one);
      },
      afterBurst: () => this.#afterBurst(),
      log,
    });
    this.control = new Control({
      simulation,
      wake: () => this.#pump.wake(),
      log,
      ...(replyTimeoutMs ? { replyTimeoutMs } : {}),
    });
    this.#access = new Access(host, options.token);
    this.#newcomers = new NewcomerPool(simulation.options.limits.clients);
    const memory = new MemoryBudget(simulation.options.limits.connectionBytes);
    this.#memory = memory;
    const [pump, newcomers, access, control] = [this.#pump, this.#newcomers, this.#access, this.control];
    const reads = new ReadTurns();
    this.#webSockets = new WebSockets({ simulation, pump, newcomers, memory, reads, control, log });
    const robotAddress = () => `${isWildcard(host) ? "127.0.0.1" : urlHost(host)}:${this.tcpPort}`;
    this.#views = new ViewSockets({ simulation, control, access, memory, reads, robotAddress, log });
    this.stopped = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  static async open(
    world: World,
    options: ServerOptions,
    { controllers, guests }: ServerParts,
  ): Promise<RunningServer> {
    const server = new Server(world, options, guests);
    await server.#openGuests(guests, options);
    await server.#openPorts(options.port ?? 9040, options.httpPort ?? 8080, options.viewer ?? viewerDirectory());
    const host = { simulation: server.simulation, pump: server.#pump, log: server.#log };
    for (const controller of controllers) startController(controller, host);
    server.#pump.wake();
    await server.#start();
    return server;
  }

  /** Robots of the world file are there when the server is ready: waits until another thread has compiled their models. */
  async #start(): Promise<void> {
    while (this.simulation.isPreparing) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      // the next robot joins after this turn of the event loop
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #openPorts(port: number, httpPort: number | false, viewer: string): Promise<void> {
    const { host, simulation, control } = this;
    const textures = new Textures(simulation.world.physics);
    try {
      const memory = this.#memory;
      const robots = { simulation, pump: this.#pump, newcomers: this.#newcomers, memory, log: this.#log };
      this.#tcp = await TcpServer.open({ host, port, flag: "--port", ...robots });
      if (httpPort === false) return;
      this.#http = await HttpServer.open({
        host,
        port: httpPort,
        flag: "--http",
        control,
        cameras: new CameraPages(simulation.world),
        access: this.#access,
        memory,
        page: () => welcomePage(this),
        viewer,
        texture: (path) => textures.read(path),
        documentBytes: simulation.options.documentLimits.bytes,
        upgrade: (path, request, socket, head) => {
          if (path !== "/view") return this.#webSockets.upgrade(path, request, socket, head);
          this.#views.upgrade(request, socket, head);
          return true;
        },
      });
    } catch (problem) {
      await Promise.all([this.#tcp?.close(), this.#closeGuests()]);
      throw problem;
    }
  }

  async #openGuests(guests: readonly GuestServer[], { stall, guestPorts = true }: ServerOptions): Promise<void> {
    const { simulation, host } = this;
    const context = { simulation, host, stall, opensPorts: guestPorts, wake: () => this.#pump.wake(), log: this.#log };
    try {
      for (const { name, open } of guests) {
        const guest = await open(context);
        this.#guests = [...this.#guests, guest];
        Object.defineProperty(this, name, { get: () => guest.addresses, enumerable: true });
      }
    } catch (problem) {
      await this.#closeGuests();
      throw problem;
    }
  }

  async #closeGuests(): Promise<void> {
    await Promise.all(this.#guests.map((guest) => guest.close()));
  }

  get views(): ViewStream {
    return this.#views.stream;
  }
  get hasFailed(): boolean {
    return this.#pump.hasFailed;
  }
  get tcpPort(): number {
    return this.#tcp?.port ?? 0;
  }
  get httpPort(): number | undefined {
    return this.#http?.port;
  }
  get url(): string | undefined {
    const host = isWildcard(this.host) ? "127.0.0.1" : urlHost(this.host);
    return this.#http && `http://${host}:${this.#http.port}`;
  }
  get token(): string | undefined {
    return this.#http && this.#access.token;
  }

  #afterBurst(): void {
    this.control.settle();
    // the verb `stop` gets its reply first
    if (this.simulation.isStopped && !this.#stopping) setImmediate(() => this.stop());
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#close();
    return this.#stopping;
  }

  async #close(): Promise<void> {
    if (!this.simulation.isStopped) this.simulation.stop();
    this.#pump.stop();
    this.control.close();
    this.#webSockets.close();
    this.#views.close();
    await Promise.all([this.#tcp?.close(), this.#http?.close(), this.#closeGuests(), this.#documents.close()]);
    this.simulation.world.dispose();
    this.#settle();
  }
}

function documentThreads(
  { devices, plugins = [], assets }: ServerOptions,
  world: World,
  { documentLimits: limits, lenient }: ReturnType<typeof simulationOptions>,
  log: (line: string) => void,
): DocumentThreads {
  const settings = {
    readsAll: !devices && plugins.length === 0,
    limits,
    lenient,
    assets,
    stepNs: world.stepNs,
    statics: staticsOf(world),
    spawns: world.file.spawns,
  };
  return new DocumentThreads(settings, {
    isSlow: () => isSlowToJoin(world.physics),
    plan: (robot, lifts) => world.planJoin(robot, lifts),
    log,
  });
}

function simulationOptions(options: ServerOptions) {
  const { rate = 1, expect = [], isAsync = false, stall, lenient = false, assets } = options;
  const limits = { ...DEFAULT_SESSION_LIMITS, ...options.limits };
  const documentLimits = { ...DEFAULT_LIMITS, ...options.documentLimits };
  const readFile = assets === undefined ? undefined : assetReader(assets);
  const readRobot = robotReader(assets === undefined ? [] : [assets], documentLimits.bytes);
  return { rate, expect, isAsync, stall, lenient, limits, documentLimits, readFile, readRobot };
}
