// `ubersim validate --view FILE` (R10): a robot, driverless and paused on flat ground, or a world as it runs, in the
// viewer until Ctrl-C.

import { dirname } from "node:path";
import { WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { describeWorld } from "../describe/WorldDescription.js";
import type { WorldFile } from "../describe/WorldFile.js";
import { XmlDocument } from "../describe/XmlDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { assetReader } from "../server/Assets.js";
import { type RunningServer, startServer } from "../server/Server.js";
import { DEFAULT_WORLD, readWorld } from "../server/WorldSource.js";
import { openBrowser, viewerAddress } from "./Browser.js";
import { readFileText, readForAnyWorld, stepFor, type ValidateArguments } from "./validate.js";

export interface ViewOptions extends Pick<ValidateArguments, "lenient" | "assets" | "documentLimits" | "worldLimits"> {
  readonly open: boolean;
}

/** The file has been found good. */
export async function runView(file: string, options: ViewOptions): Promise<number> {
  const { documentLimits = {}, worldLimits = {} } = options;
  const isWorld =
    new XmlDocument(readFileText(file), undefined, { ...WORLD_LIMITS, ...worldLimits }).root.name === "World";
  const world = isWorld ? file : groundWith(file, options);
  let isPaused = isWorld;
  const server = await startServer({
    world,
    port: 0,
    httpPort: 0,
    lenient: options.lenient,
    documentLimits,
    worldLimits,
    log: console.log,
    beforeFrame: (simulation) => {
      if (!isPaused) simulation.pause();
      isPaused = true;
    },
  });
  const stop = () => void server.stop();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(words(server, isWorld));
  if (options.open) openBrowser(viewerAddress(server) ?? "");
  await server.stopped;
  process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
  return 0;
}

/** Flat ground with what the robot asks for: its materials, a step as short as its rates. */
function groundWith(file: string, { lenient, assets, documentLimits: limits }: ViewOptions): WorldFile {
  const devices = builtInDevices();
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
  const state = isWorld ? "It runs" : "It stands still and nobody drives it: resume lets it fall";
  return `viewer    ${viewerAddress(server)}\n${state}. Ctrl-C ends this.`;
}
