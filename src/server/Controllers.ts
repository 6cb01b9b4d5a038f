// Robots that a world file brings along with a controller (S6): a module whose default export drives the robot through the
// same messages as a client over TCP, only that they do not leave this process. A controller that throws costs its robot
// the place, not the server; one that never waits for its next frame holds up everything, since it runs in our thread.

import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { MemoryDuplex, RobotClient } from "../client/index.js";
import type { RobotDescription } from "../describe/Robot.js";
import { SimError, showValue } from "../describe/SimError.js";
import type { WorldFile } from "../describe/WorldFile.js";
import type { Session } from "../session/Session.js";
import type { Simulation } from "../session/Simulation.js";
import type { Pump } from "./Pump.js";

export type Controller = (robot: RobotClient) => Promise<void>;

export interface LoadedController {
  readonly robot: RobotDescription;
  readonly module: string;
  readonly controller: Controller;
}

/** Loads every module before anything runs; paths are relative to the world's file. */
export async function loadControllers({ robots }: WorldFile, directory: string): Promise<readonly LoadedController[]> {
  const loaded: LoadedController[] = [];
  for (const { robot, controller: module } of robots)
    if (module !== undefined)
      loaded.push({ robot, module, controller: await loadController(resolve(directory, module), robot.name) });
  return loaded;
}

async function loadController(path: string, robot: string): Promise<Controller> {
  const refuse = (found: string) => new SimError("CONTROLLER_FAILED", { where: robot, found });
  let module: { default?: unknown };
  try {
    module = await import(pathToFileURL(path).href);
  } catch (problem) {
    throw refuse(`${showValue(path)}, which cannot be loaded: ${problem instanceof Error ? problem.message : problem}`);
  }
  if (typeof module.default !== "function") throw refuse(`${showValue(path)} without a function as default export`);
  return module.default as Controller;
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
