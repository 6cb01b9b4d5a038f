// Finds and reads a world file, by its path or by the name of a shipped world.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type DocumentLimits, WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { nearestName, SimError, showValue } from "../describe/SimError.js";
import { inspectWorldDocument } from "../describe/world/WorldDocument.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import type { FileReader } from "../describe/xml/DocumentContext.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import type { WorldText } from "../session/edit/WorldText.js";
import { readWholeFile } from "./Assets.js";
import { packageRoot } from "./PackageRoot.js";
import { WorldFiles } from "./WorldFiles.js";
import { worldPath } from "./WorldPaths.js";
import { WorldSaving } from "./WorldSaving.js";

export interface WorldSource {
  readonly file: WorldFile;
  /** The path of a controller that the world names for a robot. */
  readonly controller: (module: string, robot: string) => string;
  readonly warnings: readonly SimError[];
  /** The file for editors. Undefined: the world was not read from a file. */
  readonly text?: WorldText | undefined;
}

export interface WorldSourceOptions {
  readonly devices: DeviceRegistry;
  readonly lenient: boolean;
  /** Replace single limits. Default: WORLD_LIMITS. */
  readonly limits?: Partial<DocumentLimits> | undefined;
  /** Directory whose files edits of the world may name, beside those that it names itself. */
  readonly assets?: string | undefined;
}

export const DEFAULT_WORLD = "flat";

export function readWorld(name: string, { devices, lenient, limits, assets }: WorldSourceOptions): WorldSource {
  const { path, isShipped } = findWorld(name);
  const directory = dirname(path);
  const file = basename(path);
  const files = new WorldFiles(assets);
  let controllers: readonly string[] | undefined;
  const inspect = (text: string, from = directory) =>
    inspectWorldDocument(text, {
      kinds: devices,
      lenient,
      limits,
      checkLine: (line) => ALL_VERBS.readEventLine(line),
      readFile: files.reader(from),
      controllers,
      file,
    });
  const text = decode(readWholeFile(path), name);
  const { world, errors, warnings } = inspect(text);
  if (world === undefined) throw errors[0];
  files.start();
  // a controller is a program: only the user who starts the server chooses it
  controllers = world.robots.flatMap(({ controller }) => controller ?? []);
  const saving = new WorldSaving({ path, text, isShipped, inspect });
  return {
    file: world,
    controller: (module) => worldPath(directory, module),
    warnings,
    text: {
      text,
      file,
      read: (one) => inspect(one),
      included: (other) => readIncluded(files.reader(directory), other),
      limits: { ...WORLD_LIMITS, ...limits },
      save: (one, as) => saving.save(one, as),
    },
  };
}

/** Undefined: it cannot be read. */
function readIncluded(read: FileReader, path: string): string | undefined {
  try {
    return decode(read(path), path);
  } catch {
    return undefined;
  }
}

/** A file at that path comes before a shipped world of that name. */
function findWorld(name: string): { readonly path: string; readonly isShipped: boolean } {
  const shipped = join(packageRoot(), "worlds");
  const paths = [resolve(name), join(shipped, name), join(shipped, `${name}.xml`)];
  const path = paths.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  if (path) return { path, isShipped: path !== paths[0] };
  const names = readdirSync(shipped)
    .filter((file) => file.endsWith(".xml"))
    .map((file) => file.slice(0, -".xml".length));
  const near = nearestName(name, names);
  throw new SimError("FILE_MISSING", {
    where: "world",
    found: showValue(name),
    allowed: `the path of a world file, or one of ${names.join(", ")}`,
    ...(near ? { advice: `Did you mean "${near}"?` } : {}),
  });
}

function decode(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SimError("XML_MALFORMED", { where, found: "bytes that are not UTF-8" });
  }
}

/** A world that a program has described: its controllers are those of the shipped worlds, or relative to the current directory. */
export function describedSource(file: WorldFile): WorldSource {
  const shipped = join(packageRoot(), "worlds");
  const modules = file.robots.flatMap(({ controller }) => controller ?? []);
  const isShipped = modules.every((module) => isFileIn(shipped, module));
  return { file, controller: (module) => resolve(isShipped ? shipped : process.cwd(), module), warnings: [] };
}

/**
 * The world of a recording or snapshot. Such a file is data that others may have made: it names no program to run. Its controllers are
 * shipped ones, or those in the directory that the user gives.
 */
export function recordedSource(file: WorldFile, directory: string | undefined): WorldSource {
  const places = [join(packageRoot(), "worlds"), ...(directory === undefined ? [] : [directory])];
  const controller = (module: string, robot: string): string => {
    const place = places.find((one) => isFileIn(one, module));
    if (place !== undefined) return resolve(place, module);
    throw new SimError("CONTROLLER_FAILED", {
      where: robot,
      found: `the controller ${showValue(module)}, which the recording names`,
      allowed: "a controller of the shipped worlds, or one in the directory of --controllers",
      advice: "If you trust the file, give the directory of the world's own file with --controllers.",
    });
  };
  return { file, controller, warnings: [] };
}

/** Whether there is such a file inside of the directory, whatever its path or links say. */
function isFileIn(directory: string, path: string): boolean {
  try {
    const inside = relative(realpathSync(directory), realpathSync(resolve(directory, path)));
    return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  } catch {
    return false;
  }
}
