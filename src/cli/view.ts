// `ubersim validate --view FILE` (R10): shows a file in the viewer until Ctrl-C. A robot is paused on flat ground without a
// client; a world runs.

import { dirname } from "node:path";
import { type DocumentLimits, WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { isRobotText } from "../describe/robot/text/RobotText.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import { XmlDocument } from "../describe/xml/XmlDocument.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { assetReader } from "../server/Assets.js";
import { withKinds } from "../server/plugins/Plugins.js";
import { type RunningServer, startServer } from "../server/Server.js";
import { DEFAULT_WORLD, readWorld } from "../server/WorldSource.js";
import { STOP_SIGNALS } from "../server/watchdog/StopSignals.js";
import { openBrowser, viewerAddress } from "./Browser.js";
import { print } from "./Output.js";
import { stopOnSignals } from "./StopOnSignals.js";
import { readFileText, readForAnyWorld, stepFor, type ValidateArguments } from "./validate.js";

export interface ViewOptions extends Omit<ValidateArguments, "files" | "json"> {
  readonly open: boolean;
}

/** Shows a file that is already validated. */
export async function runView(file: string, options: ViewOptions): Promise<number> {
  const { lenient, plugins = [], watchdogSec, documentLimits = {}, worldLimits = {} } = options;
  const isWorld = isWorldText(readFileText(file), { ...WORLD_LIMITS, ...worldLimits });
  const world = isWorld ? file : await withKinds(options, (kinds) => groundWith(file, options, kinds));
  let isPaused = isWorld;
  const server = await startServer({
    world,
    port: 0,
    httpPort: 0,
    guestPorts: false,
    lenient,
    plugins,
    watchdogSec,
    stopSignals: STOP_SIGNALS,
    documentLimits,
    worldLimits,
    log: print,
    beforeFrame: (simulation) => {
      if (!isPaused) simulation.pause();
      isPaused = true;
    },
  });
  const ignoreSignals = stopOnSignals(server);
  print(words(server, isWorld));
  if (options.open) openBrowser(viewerAddress(server) ?? "");
  await server.stopped;
  ignoreSignals();
  return 0;
}

const isWorldText = (text: string, limits: DocumentLimits): boolean =>
  !isRobotText(text) && new XmlDocument(text, undefined, limits).root.name === "World";

/** Flat ground with the materials that the robot uses, and with a step that is short enough for its rates. */
function groundWith(file: string, options: ViewOptions, devices: DeviceRegistry): WorldFile {
  const { lenient, assets, documentLimits: limits } = options;
  const flat = readWorld(DEFAULT_WORLD, { devices, lenient }).file;
  const readFile = assetReader(assets ?? dirname(file));
  const { robot, strange } = readForAnyWorld(readFileText(file), { kinds: devices, lenient, readFile, limits });
  const { stepNs, materials } = describeWorld({
    stepSec: stepFor(robot),
    materials: strange.map((name) => ({ name })),
  });
  const physics = { ...flat.physics, stepNs, materials: [...flat.physics.materials, ...materials] };
  return { ...flat, physics, robots: [{ robot, controller: undefined }] };
}

function words(server: RunningServer, isWorld: boolean): string {
  const state = isWorld
    ? "The world runs"
    : "The robot is paused and has no client; the verb resume starts the simulation";
  return `viewer    ${viewerAddress(server)}\n${state}. Press Ctrl-C to stop.`;
}
