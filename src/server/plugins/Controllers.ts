// Robots that a world file brings along with a controller (S6): a module whose default export drives the robot through the
// same messages as a client over TCP, only that they do not leave this process. A controller that throws costs its robot
// the place, not the server; one that never waits for its next frame holds up everything, since it runs in our thread: the
// watchdog names it.

import { basename, resolve } from "node:path";
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
import { importFunction } from "./Plugins.js";
import type { Watchdog } from "./Watchdog.js";

export type Controller = (robot: RobotClient) => Promise<void>;

export interface LoadedController {
  readonly robot: RobotDescription;
  readonly module: string;
  readonly controller: Controller;
}

/** Loads every module before anything runs; paths are relative to the world's file. */
export async function loadControllers(
  { robots }: WorldFile,
  directory: string,
  watchdog: Watchdog,
): Promise<readonly LoadedController[]> {
  const loaded: LoadedController[] = [];
  for (const { robot, controller: module } of robots) {
    if (module === undefined) continue;
    const path = resolve(directory, module);
    const who = `controller ${basename(path)} of robot ${robot.name}`;
    const refuse = (found: string) => new SimError("CONTROLLER_FAILED", { where: robot.name, found });
    watchdog.know(pathToFileURL(path).href, who);
    watchdog.enter(new WatchedCall(new WatchedKind(who), "loading"));
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

/** Connects the robot and lets the controller drive it until either ends. */
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
  // without a document, which the world's file has brought
  const client = await RobotClient.join(duplex);
  await controller(client);
  await client.leave();
}
