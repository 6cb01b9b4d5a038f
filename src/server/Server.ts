// The server: connects a simulation (src/session) to the wall clock and to its ports. Used by the command line, tests and
// examples; port 0 means any free port.

import { DEFAULT_LIMITS } from "../describe/DocumentLimits.js";
import { printable } from "../describe/PrintableText.js";
import { SimError } from "../describe/SimError.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { builtInKinds, LEAGUE_VERBS } from "../leagues/Leagues.js";
import { isSlowToJoin } from "../physics/Ahead.js";
import { Physics } from "../physics/Physics.js";
import type { RunOrigin } from "../record/journal/RunStart.js";
import { ReferenceView } from "../record/reference/ReferenceView.js";
import { DEFAULT_SESSION_LIMITS } from "../session/clients/SessionLimits.js";
import type { WorldText } from "../session/edit/WorldText.js";
import { Simulation } from "../session/Simulation.js";
import type { ViewStream } from "../session/view/ViewStream.js";
import { World } from "../world/World.js";
import { assetReader } from "./Assets.js";
import { Control } from "./Control.js";
import { CameraThreads } from "./cameras/CameraThreads.js";
import { GpuCameraRenderer } from "./cameras/gpu/GpuCameraRenderer.js";
import { DocumentThreads } from "./documents/DocumentThreads.js";
import { staticsOf } from "./documents/WorldStatics.js";
import { loadEngineFile } from "./EngineFile.js";
import { FoxgloveSockets } from "./foxglove/FoxgloveSockets.js";
import { watchMemory } from "./GarbageCollection.js";
import type { GuestServer, OpenGuest } from "./GuestServer.js";
import { Access } from "./http/Access.js";
import { CameraPages } from "./http/CameraPages.js";
import { HttpServer } from "./http/HttpServer.js";
import { Textures } from "./http/Textures.js";
import { viewerDirectory } from "./http/ViewerFiles.js";
import { welcomePage } from "./http/WelcomePage.js";
import { limitLog } from "./LogLimit.js";
import { loadGuestServers } from "./leagues/LeagueServers.js";
import { isWildcard, urlHost } from "./links/Address.js";
import { MemoryBudget } from "./links/MemoryBudget.js";
import { NewcomerPool } from "./links/NewcomerPool.js";
import { ReadTurns } from "./links/ReadTurns.js";
import { TcpServer } from "./links/TcpServer.js";
import { ViewSockets } from "./links/ViewSockets.js";
import { WebSockets } from "./links/WebSockets.js";
import { Metrics } from "./metrics/Metrics.js";
import { Pump } from "./Pump.js";
import { type LoadedController, loadControllers, startController } from "./plugins/Controllers.js";
import { loadPlugins } from "./plugins/Plugins.js";
import { namedRobotReader, robotReader } from "./RobotSource.js";
import { Recorder } from "./record/Recorder.js";
import { makerText, readMaker, readPlugin } from "./record/RunMaker.js";
import { SnapshotFiles } from "./record/SnapshotFiles.js";
import { RosSockets } from "./ros/RosSockets.js";
import type { RunningServer, ServerOptions } from "./ServerOptions.js";
import { UsarServer } from "./usarsim/UsarServer.js";
import { warmUp } from "./WarmUp.js";
import { DEFAULT_WORLD, describedSource, readWorld, recordedSource, type WorldSource } from "./WorldSource.js";
import { Watchdog } from "./watchdog/Watchdog.js";

export type { RunningServer, ServerOptions } from "./ServerOptions.js";

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
  const { devices = builtInKinds(), plugins = [], log = () => {} } = options;
  watchdog.prepareServer();
  await loadPlugins(devices, plugins, watchdog);
  const source = sourceOf(options, devices);
  const file = { ...source.file, rights: [...source.file.rights, ...(options.rights ?? [])] };
  for (const warning of source.warnings) log(`warning: ${warning.message}`);
  const controllers = await loadControllers(file, source.controller, watchdog);
  const cameraRenderer =
    options.renderer === "gpu"
      ? await GpuCameraRenderer.create({ log })
      : await CameraThreads.create(options.cameraThreads);
  const guests = await loadGuestServers(file, options);
  await loadEngineFile();
  await Physics.loadSpare();
  if (options.warmsUp) await warmUp();
  const world = await World.create(file, { devices, seed: options.seed, cameraRenderer });
  const server = await Server.open(world, options, { controllers, guests, worldText: source.text });
  try {
    await watchdog.watchServer();
  } catch (problem) {
    await server.stop();
    throw problem;
  }
  server.stopped.then(watchMemory()).then(() => watchdog.stop());
  return server;
}

function sourceOf(options: ServerOptions, devices: DeviceRegistry): WorldSource {
  const { world = DEFAULT_WORLD, lenient = false, worldLimits: limits, assets, goOn, controllers } = options;
  if (typeof world !== "object") return readWorld(world, { devices, lenient, limits, assets });
  return goOn ? recordedSource(world, controllers) : describedSource(world);
}

interface ServerParts {
  readonly controllers: readonly LoadedController[];
  readonly guests: readonly GuestServer[];
  readonly worldText: WorldText | undefined;
}

class Server implements RunningServer {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly metrics: Metrics;
  readonly host: string;
  readonly stopped: Promise<void>;
  readonly #pump: Pump;
  readonly #access: Access;
  readonly #newcomers: NewcomerPool;
  readonly #memory: MemoryBudget;
  readonly #webSockets: WebSockets;
  readonly #views: ViewSockets;
  readonly writeLog: (line: string) => void;
  readonly #documents: DocumentThreads;
  readonly #recorder: Recorder;
  readonly #foxglove: FoxgloveSockets;
  readonly #ros: RosSockets;
  #tcp: TcpServer | undefined;
  #http: HttpServer | undefined;
  #usarsim: UsarServer | undefined;
  readonly #reads = new ReadTurns();
  #guests: readonly OpenGuest[] = [];
  #stopping: Promise<void> | undefined;
  #settle!: () => void;

  private constructor(world: World, options: ServerOptions, { guests, worldText }: ServerParts) {
    const { host = "127.0.0.1", beforeFrame, replyTimeoutMs } = options;
    this.host = host;
    const log = limitLog((text) => {
      const line = printable(text);
      options.log?.(line);
      this.#views?.log(line);
      recorder.log(line);
      this.#foxglove?.log(line);
      this.#ros?.log(line);
    });
    this.writeLog = log;
    const { recordings: directory = "recordings", recording } = options;
    const origin = originOf(options, guests);
    const recorder = new Recorder({ ...recording, directory, origin, log });
    this.#recorder = recorder;
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
      worldText,
      rights: options.rights ?? [],
      recordControl: recorder,
      snapshotStore: new SnapshotFiles(directory, origin),
      beforeStep: () => recorder.beforeStep(),
      afterFrame: () => {
        for (const guest of this.#guests) guest.afterFrame?.();
        recorder.afterFrame();
        this.#foxglove.afterFrame();
        this.#ros.afterFrame();
      },
      log,
    });
    this.simulation = simulation;
    recorder.attach(simulation);
    this.#pump = new Pump({
      simulation,
      beforeFrame: (one) => {
        for (const guest of this.#guests) guest.beforeFrame?.();
        beforeFrame?.(one);
      },
      afterBurst: () => this.#afterBurst(),
      look: (nowMs) => this.metrics.look(nowMs),
      log,
    });
    this.control = new Control({
      simulation,
      wake: () => this.#pump.wake(),
      log,
      ...(replyTimeoutMs ? { replyTimeoutMs } : {}),
    });
    this.#access = new Access(host, options.token, options.allowOrigins);
    this.#newcomers = new NewcomerPool(simulation.options.limits.clients);
    const memory = new MemoryBudget(simulation.options.limits.connectionBytes);
    this.#memory = memory;
    this.metrics = new Metrics({
      simulation,
      control: this.control,
      memory,
      views: () => this.views,
      connections: () => this.#http?.connections ?? 0,
    });
    this.metrics.add(() => recorder.metrics());
    const [pump, newcomers, access, control] = [this.#pump, this.#newcomers, this.#access, this.control];
    const reads = this.#reads;
    this.#webSockets = new WebSockets({ simulation, pump, newcomers, memory, reads, control, log });
    const robotAddress = () => `${isWildcard(host) ? "127.0.0.1" : urlHost(host)}:${this.tcpPort}`;
    const stream = options.reference && { views: [new ReferenceView(options.reference)] };
    this.#views = new ViewSockets({ simulation, control, access, memory, reads, robotAddress, stream, log });
    this.#foxglove = new FoxgloveSockets({ simulation, control, memory, reads, log });
    this.#ros = new RosSockets({ simulation, control, memory, reads, log });
    this.stopped = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** A step that fails closes everything that is open, the world too. */
  static async open(world: World, options: ServerOptions, parts: ServerParts): Promise<RunningServer> {
    let server: Server | undefined;
    try {
      server = new Server(world, options, parts);
      await server.#open(options, parts);
      return server;
    } catch (problem) {
      if (server) await server.stop();
      else world.dispose();
      throw problem;
    }
  }

  async #open(options: ServerOptions, { controllers, guests }: ServerParts): Promise<void> {
    if (options.goOn) this.#goOn(options.goOn);
    await this.#openGuests(guests, options);
    await this.#openPorts(options.port ?? 9040, options.httpPort ?? 8080, options.viewer ?? viewerDirectory());
    await this.#openUsarsim(options);
    await this.#record(options);
    if (options.rosbridge) this.#ros.connect(options.rosbridge);
    const { simulation } = this;
    const host = { simulation, pump: this.#pump, log: this.writeLog };
    // a robot that goes on without its client stays without it
    const isAlone = (name: string): boolean => simulation.world.has(name) && !simulation.absent.has(name);
    for (const controller of controllers) if (!isAlone(controller.robot.name)) startController(controller, host);
    this.#pump.wake();
    await this.#start();
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

  /** Throws RECORD_FOREIGN if the state is not the recorded one, as in another version. */
  #goOn({ start, moment, hash, waits }: NonNullable<ServerOptions["goOn"]>): void {
    const { simulation } = this;
    let found = "another state";
    try {
      simulation.goOn({ ...moment, world: { ...moment.world, edits: simulation.world.edits } });
      if (simulation.hash() === hash) found = "";
    } catch (problem) {
      found = String(problem);
    }
    if (found !== "") {
      const allowed = `the version with which it was made, ${makerText(start.maker)}; this is ${makerText(readMaker())}`;
      throw new SimError("RECORD_FOREIGN", { where: "--restore", found, allowed });
    }
    if (waits) simulation.expect([...simulation.absent.keys()]);
    else simulation.absent.clear();
  }

  /** Begins the recording of the whole run, and prepares recordings that events begin. */
  async #record({ record, csv }: ServerOptions): Promise<void> {
    const { file } = this.simulation.world;
    const isInEvents = file.events.some(({ lines }) => lines.some((line) => /^\s*record\b/.test(line)));
    if (record || csv || isInEvents) await this.#recorder.load();
    if (record) this.#recorder.record(record.file);
    if (csv) this.#recorder.recordCsv(csv.file, csv.signals);
  }

  async #openPorts(port: number, httpPort: number | false, viewer: string): Promise<void> {
    const { host, simulation, control } = this;
    const textures = new Textures(simulation.world.physics);
    const memory = this.#memory;
    const robots = { simulation, pump: this.#pump, newcomers: this.#newcomers, memory, log: this.writeLog };
    this.#tcp = await TcpServer.open({ host, port, flag: "--port", ...robots });
    if (httpPort === false) return;
    this.#http = await HttpServer.open({
      host,
      port: httpPort,
      flag: "--http",
      control,
      cameras: new CameraPages(simulation.world),
      metrics: () => this.metrics.text(),
      access: this.#access,
      memory,
      page: () => welcomePage(this),
      viewer,
      texture: (path) => textures.read(path),
      documentBytes: simulation.options.documentLimits.bytes,
      upgrade: (path, request, socket, head) => {
        const sockets = { "/foxglove": this.#foxglove, "/rosbridge": this.#ros, "/view": this.#views }[path];
        if (!sockets) return this.#webSockets.upgrade(path, request, socket, head);
        sockets.upgrade(request, socket, head);
        return true;
      },
    });
  }

  async #openUsarsim({ usarsim, assets }: ServerOptions): Promise<void> {
    if (!usarsim) return;
    const { host, simulation } = this;
    const common = { host, simulation, pump: this.#pump, memory: this.#memory, reads: this.#reads, log: this.writeLog };
    const readRobot = namedRobotReader(assets === undefined ? [] : [assets], simulation.options.documentLimits.bytes);
    this.#usarsim = await UsarServer.open({ ...usarsim, ...common, readRobot });
  }

  async #openGuests(guests: readonly GuestServer[], { stall, guestPorts = true }: ServerOptions): Promise<void> {
    const { simulation, host } = this;
    const context = {
      simulation,
      host,
      stall,
      opensPorts: guestPorts,
      wake: () => this.#pump.wake(),
      log: this.writeLog,
    };
    for (const { name, open } of guests) {
      const guest = await open(context);
      this.#guests = [...this.#guests, guest];
      this.metrics.add(() => guest.metrics?.() ?? []);
      Object.defineProperty(this, name, { get: () => guest.addresses, enumerable: true });
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
  get usarsim(): RunningServer["usarsim"] {
    return this.#usarsim && { port: this.#usarsim.port, imagePort: this.#usarsim.imagePort };
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
    const recorded = this.#recorder.close();
    this.metrics.close();
    this.control.close();
    this.#webSockets.close();
    this.#views.close();
    this.#foxglove.close();
    this.#ros.close();
    await Promise.all([
      this.#tcp?.close(),
      this.#http?.close(),
      this.#usarsim?.close(),
      this.#closeGuests(),
      this.#documents.close(),
      recorded,
    ]);
    this.simulation.world.dispose();
    this.#settle();
  }
}

function originOf({ plugins = [], guests = [] }: ServerOptions, servers: readonly GuestServer[]): RunOrigin {
  const programs = guests.length > 0 ? [{ file: "guests that a program has added", hash: "unknown" }] : [];
  return {
    maker: readMaker(),
    guests: Object.assign({}, ...servers.map(({ recorded }) => recorded)),
    plugins: [...plugins.map(readPlugin), ...programs],
  };
}

function documentThreads(
  { devices, plugins = [], assets }: ServerOptions,
  world: World,
  { documentLimits: limits, lenient, odeNumbers }: ReturnType<typeof simulationOptions>,
  log: (line: string) => void,
): DocumentThreads {
  const settings = {
    readsAll: !devices && plugins.length === 0,
    limits,
    lenient,
    odeNumbers,
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
  const { rate = 1, expect = [], isAsync = false, stall, lenient = false, odeNumbers, assets } = options;
  const limits = { ...DEFAULT_SESSION_LIMITS, ...options.limits };
  const documentLimits = { ...DEFAULT_LIMITS, ...options.documentLimits };
  const readFile = assets === undefined ? undefined : assetReader(assets);
  const readRobot = robotReader(assets === undefined ? [] : [assets], documentLimits.bytes);
  return { rate, expect, isAsync, stall, lenient, odeNumbers, limits, documentLimits, readFile, readRobot };
}
