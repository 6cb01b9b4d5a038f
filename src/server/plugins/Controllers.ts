// Controllers of robots in a world file (S6): modules whose default export drives a robot, with the same messages as a client
// over TCP, but within this process. If a controller throws, its robot leaves and the server continues. A controller that
// never waits for its next frame blocks the server, because it runs in the same thread; the watchdog reports it.

import { basename } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { MemoryDuplex, RobotClient } from "../../client/index.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { SimError } from "../../describe/SimError.js";
import type { WorldFile } from "../../describe/world/WorldFile.js";
import { WatchedCall, WatchedKind } from "../../devices/plugin/CallGuard.js";
import type { Session } from "../../session/clients/Session.js";
import type { Simulation } from "../../session/Simulation.js";
import type { Pump } from "../Pump.js";
import type { Watchdog } from "../watchdog/Watchdog.js";
import { importFunction } from "./Plugins.js";

export type Controller = (robot: RobotClient) => Promise<void>;

export interface LoadedController {
  readonly robot: RobotDescription;
  readonly module: string;
  readonly controller: Controller;
}

/** Loads all modules before the simulation starts. `find`: the path of a module that the world names. */
export async function loadControllers(
  { robots }: WorldFile,
  find: (module: string, robot: string) => string,
  watchdog: Watchdog,
): Promise<readonly LoadedController[]> {
  const loaded: LoadedController[] = [];
  for (const { robot, controller: module } of robots) {
    if (module === undefined) continue;
    const path = find(module, robot.name);
    const caller = `controller ${basename(path)} of robot ${robot.name}`;
    const refuse = (found: string) => new SimError("CONTROLLER_FAILED", { where: robot.name, found });
    watchdog.addModule(pathToFileURL(path).href, caller);
    watchdog.enter(new WatchedCall(new WatchedKind(caller), "loading"));
    const controller = (await importFunction(path, refuse).finally(() => watchdog.leave())) as Controller;
    loaded.push({ robot, module, controller });
  }
  return loaded;
}

export interface ControllerHost {
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly log: (line: string) => void;
}

/** Connects the robot and runs its controller until either ends. */
export function startController({ robot, module, controller }: LoadedController, host: ControllerHost): void {
  const { simulation, pump, log } = host;
  const duplex = new MemoryDuplex({
    receive: (bytes) => {
      session.receive(bytes);
      pump.wakeSoon();
    },
    hangUp: () => {
      session.hangUp();
      pump.wakeSoon();
    },
  });
  const link = {
    send: (bytes: Uint8Array) => duplex.deliver(bytes),
    end: () => duplex.hangUp(),
    backlog: 0,
    isLocal: true,
  };
  const session: Session = simulation.connect(link, performance.now(), robot);
  drive(duplex, controller).catch((problem) => {
    if (session.state === "closed") return;
    log(`${robot.name}: ${module}: ${problem instanceof Error ? problem.stack : String(problem)}`);
    session.fail(new SimError("CONTROLLER_FAILED", { where: robot.name, found: `${module}: ${String(problem)}` }));
    pump.wakeSoon();
  });
}

async function drive(duplex: MemoryDuplex, controller: Controller): Promise<void> {
  // without a document: the world file contains the robot
  const client = await RobotClient.join(duplex);
  await controller(client);
  await client.leave();
}
