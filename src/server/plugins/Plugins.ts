// Plug-ins (S6): modules whose default export is a function. It is called once, with everything that
// `import ... from "ubersim"` gives, and with `device` and `robotType` to register its own kinds. So a plug-in needs no
// import, and its file may be anywhere.

import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SimError, showValue } from "../../describe/SimError.js";
import type { DeviceRegistry } from "../../devices/DeviceRegistry.js";
import { WatchedCall, WatchedKind } from "../../devices/plugin/CallGuard.js";
import { createRegistration, type Registration } from "../../devices/plugin/Plugin.js";
import * as library from "../../index.js";
import { builtInKinds } from "../../leagues/Leagues.js";
import { readWholeFile } from "../Assets.js";
import type { ServerOptions } from "../Server.js";
import { Watchdog } from "../watchdog/Watchdog.js";

export type PluginDoor = Registration & typeof library;

/** The default export of a plug-in. */
export type Plugin = (ubersim: PluginDoor) => void | Promise<void>;

/** Loads plug-ins in order; throws the SimError of the first one that fails. */
export async function loadPlugins(kinds: DeviceRegistry, files: readonly string[], watchdog: Watchdog): Promise<void> {
  for (const file of files) {
    const path = resolve(file);
    checkFile(file);
    const caller = `plug-in ${basename(file)}`;
    watchdog.addModule(pathToFileURL(path).href, caller);
    watchdog.enter(new WatchedCall(new WatchedKind(caller), "loading"));
    try {
      await register(await importDefault(path, file), kinds, { file, watchdog });
    } finally {
      watchdog.leave();
    }
  }
}

/** Calls `work` with all kinds of devices, those of plug-ins included. For commands without a server. */
export async function withKinds<T>(
  { plugins = [], watchdogSec }: Pick<ServerOptions, "plugins" | "watchdogSec">,
  work: (kinds: DeviceRegistry) => T | Promise<T>,
): Promise<T> {
  const watchdog = new Watchdog({ limitSec: watchdogSec });
  const kinds = builtInKinds();
  try {
    await loadPlugins(kinds, plugins, watchdog);
    return await work(kinds);
  } finally {
    await watchdog.stop();
  }
}

function checkFile(file: string): void {
  try {
    readWholeFile(resolve(file));
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    const { code, found, allowed } = problem;
    throw new SimError(code, { where: "--plugin", found: code === "FILE_MISSING" ? showValue(file) : found, allowed });
  }
}

/** Imports the default export of a plug-in or controller, which must be a function. `refuse` makes the error. */
export async function importFunction(path: string, refuse: (found: string) => SimError): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = await import(pathToFileURL(path).href);
  } catch (problem) {
    const error = refuse(`${showValue(path)}, which cannot be loaded: ${reasonOf(problem)}`);
    error.cause = problem;
    throw error;
  }
  if (typeof module.default !== "function") throw refuse(`${showValue(path)} without a function as default export`);
  return module.default;
}

/** Adds advice if this version of Node cannot load TypeScript. */
function reasonOf(problem: unknown): string {
  const isUnread = problem instanceof Error && "code" in problem && problem.code === "ERR_UNKNOWN_FILE_EXTENSION";
  if (isUnread && /\.[cm]?tsx?["' ]/.test(`${problem.message} `))
    return `this Node (${process.version}) cannot load TypeScript: use Node 22.18 or later, or compile it to JavaScript`;
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : showValue(problem);
}

const importDefault = async (path: string, file: string): Promise<Plugin> =>
  (await importFunction(path, (found) => new SimError("PLUGIN_REFUSED", { where: basename(file), found }))) as Plugin;

async function register(
  plugin: Plugin,
  kinds: DeviceRegistry,
  { file, watchdog }: { readonly file: string; readonly watchdog: Watchdog },
): Promise<void> {
  const source = basename(file);
  const door = createRegistration(kinds, { source, watch: watchdog });
  let isOpen = true;
  const checkOpen = (): void => {
    if (isOpen) return;
    throw new SimError("PLUGIN_REFUSED", {
      where: source,
      found: "a call of device, robotType or action after its function had ended",
      allowed: "calls before that",
    });
  };
  const ubersim: PluginDoor = Object.freeze({
    ...library,
    device: (type) => {
      checkOpen();
      door.device(type);
    },
    robotType: (type) => {
      checkOpen();
      door.robotType(type);
    },
    action: (type) => {
      checkOpen();
      door.action(type);
    },
  } satisfies PluginDoor);
  try {
    await plugin(ubersim);
  } catch (problem) {
    if (problem instanceof SimError) throw problem;
    const error = new SimError("PLUGIN_REFUSED", { where: source, found: `an exception: ${reasonOf(problem)}` });
    error.cause = problem;
    throw error;
  } finally {
    isOpen = false;
  }
}
