// Options of a server, and the running server as its user sees it.

import type { DocumentLimits } from "../describe/DocumentLimits.js";
import type { OdeNumbers } from "../describe/entity/Joint.js";
import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import type { RobotRight, WorldFile } from "../describe/world/WorldFile.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { Reference } from "../record/reference/Reference.js";
import type { SessionLimits } from "../session/clients/SessionLimits.js";
import type { GuestFactory } from "../session/Guest.js";
import type { Simulation } from "../session/Simulation.js";
import type { ViewStream } from "../session/view/ViewStream.js";
import type { Control } from "./Control.js";
import type { GuestAddresses, GuestServerOptions } from "./GuestServer.js";
import type { Metrics } from "./metrics/Metrics.js";
import type { GoOn } from "./record/GoOn.js";
import type { RecordOptions } from "./record/Recorder.js";
import type { RosbridgeOptions } from "./ros/RosSockets.js";
import type { UsarOptions } from "./usarsim/UsarServer.js";

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
  /** Origins of pages that may control the simulator besides its own, such as http://localhost:5173. Default none. */
  readonly allowOrigins?: readonly string[] | undefined;
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
  /** Numbers of joint properties of clients whose document has no `<OdeNumbers>`. Default: those of ODE 0.16. */
  readonly odeNumbers?: OdeNumbers | undefined;
  /** Verbs that robots may send to the console, in addition to those of the world file. */
  readonly rights?: readonly RobotRight[] | undefined;
  /** Directory of the files that documents of clients may name. Undefined: they may name none. */
  readonly assets?: string | undefined;
  /** Ports for USARSim's clients (docs/usarsim.md). Default none. */
  readonly usarsim?: UsarOptions | undefined;
  /** A measured trajectory that viewers show beside the run. Default none. */
  readonly reference?: Reference | undefined;
  /** A rosbridge server to which this one connects (docs/how-to/ros2.md). Default none. */
  readonly rosbridge?: RosbridgeOptions | undefined;
  /** A state of another run of this world, from which this one goes on. `waits`: for the clients that the robots had. */
  readonly goOn?: (Pick<GoOn, "start" | "moment" | "hash"> & { readonly waits: boolean }) | undefined;
  /** Directory of the controllers of a recorded world, beside those of the shipped worlds. Default none. */
  readonly controllers?: string | undefined;
  /** A recording of the whole run. Default none. */
  readonly record?: { readonly file: string } | undefined;
  /** A file of signals of the whole run. Default none. */
  readonly csv?: { readonly file: string; readonly signals: readonly string[] } | undefined;
  /** What recordings contain, those of the verb `record` too. Default: everything except contacts, 50 poses per second. */
  readonly recording?: RecordOptions | undefined;
  /** Directory of the files that the verb `record` writes. Default recordings. */
  readonly recordings?: string | undefined;
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
  /** True: runs the code of a join before the first client comes, so that its join is fast. Takes 0.1 s. Default false. */
  readonly warmsUp?: boolean;
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
  /** Ports for USARSim's clients. Undefined: there are none. */
  readonly usarsim: { readonly port: number; readonly imagePort: number } | undefined;
  /** URL of the HTTP port, without a / at the end. Undefined: there is none. */
  readonly url: string | undefined;
  /** Token for control. Undefined: none is needed. */
  readonly token: string | undefined;
  /** The viewers. */
  readonly views: ViewStream;
  /** What /metrics tells; parts of the server add their own. */
  readonly metrics: Metrics;
  /** True: internal errors have stopped the simulation. */
  readonly hasFailed: boolean;
  /** Writes a line into the log, within its limits. */
  readonly writeLog: (line: string) => void;
  /** Stops the simulation and closes all ports. */
  stop(): Promise<void>;
  /** Settles when the server has stopped. */
  readonly stopped: Promise<void>;
}
