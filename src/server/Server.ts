// The whole server: a world, its clock, the ports. What runs here is src/session; this file only ties it to the machine.
// The command line uses it, and so do tests and examples, with port 0 for "any free one".

import type { DocumentLimits } from "../describe/DocumentLimits.js";
import { DEFAULT_LIMITS } from "../describe/DocumentLimits.js";
import type { StallPolicy } from "../describe/Robot.js";
import type { WorldFile } from "../describe/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { SessionLimits } from "../session/SessionLimits.js";
import { DEFAULT_SESSION_LIMITS } from "../session/SessionLimits.js";
import { Simulation } from "../session/Simulation.js";
import { World } from "../world/World.js";
import { Pump } from "./Pump.js";
import { TcpServer } from "./TcpServer.js";
import { readWorld } from "./WorldSource.js";

export interface ServerOptions {
  /** A path, the name of a world that is shipped, or a world that was read already; left out: flat ground. */
  readonly world?: string | WorldFile | undefined;
  /** Where it listens; this machine alone, unless told otherwise. */
  readonly host?: string;
  /** Robots over TCP; 0: any free port. */
  readonly port?: number;
  /** Times real time; Infinity: as fast as it goes. */
  readonly rate?: number;
  /** In place of the world's own. */
  readonly seed?: number | undefined;
  readonly expect?: readonly string[];
  readonly isAsync?: boolean;
  readonly stall?: StallPolicy | undefined;
  readonly lenient?: boolean;
  readonly limits?: Partial<SessionLimits>;
  readonly documentLimits?: Partial<DocumentLimits>;
  readonly devices?: DeviceRegistry;
  readonly log?: (line: string) => void;
  /** Before every attempt at a frame; what it does to the world must depend on simulated time alone. */
  readonly beforeFrame?: ((simulation: Simulation) => void) | undefined;
}

export interface RunningServer {
  readonly simulation: Simulation;
  readonly host: string;
  readonly tcpPort: number;
  /** Something was done to the simulation from outside: it looks at once. */
  wake(): void;
  /** Tells everybody and closes all ports. */
  stop(): Promise<void>;
  /** Settles when it has stopped, whoever stopped it. */
  readonly stopped: Promise<void>;
}

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 9040, log = () => {}, devices = builtInDevices() } = options;
  const file = typeof options.world === "object" ? options.world : await readWorld(options.world, devices);
  const world = await World.create(file, { devices, seed: options.seed });
  const simulation = new Simulation(world, {
    rate: options.rate ?? 1,
    expect: options.expect ?? [],
    isAsync: options.isAsync ?? false,
    stall: options.stall,
    lenient: options.lenient ?? false,
    limits: { ...DEFAULT_SESSION_LIMITS, ...options.limits },
    documentLimits: { ...DEFAULT_LIMITS, ...options.documentLimits },
    log,
  });
  const pump = new Pump({ simulation, beforeFrame: options.beforeFrame, log });
  const tcp = await TcpServer.open({ host, port, flag: "--port", simulation, pump, log });
  pump.wake();
  let stopping: Promise<void> | undefined;
  let settle!: () => void;
  const stopped = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    simulation,
    host,
    tcpPort: tcp.port,
    wake: () => pump.wake(),
    stop: () => {
      stopping ??= (async () => {
        if (!simulation.isStopped) simulation.stop();
        pump.stop();
        await tcp.close();
        world.dispose();
        settle();
      })();
      return stopping;
    },
    stopped,
  };
}
