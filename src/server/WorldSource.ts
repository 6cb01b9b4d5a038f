// Finds and reads a world file, by its path or by the name of a shipped world.

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { DocumentLimits } from "../describe/DocumentLimits.js";
import { nearestName, SimError, showValue } from "../describe/SimError.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import type { WorldFile } from "../describe/world/WorldFile.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import { readWholeFile, siblingReader } from "./Assets.js";
import { packageRoot } from "./PackageRoot.js";

export interface WorldSource {
  readonly file: WorldFile;
  /** Base of relative paths in the world file. */
  readonly directory: string;
  readonly warnings: readonly SimError[];
}

export interface WorldSourceOptions {
  readonly devices: DeviceRegistry;
  readonly lenient: boolean;
  /** Replace single limits. Default: WORLD_LIMITS. */
  readonly limits?: Partial<DocumentLimits> | undefined;
}

export const DEFAULT_WORLD = "flat";

export function readWorld(name: string, { devices, lenient, limits }: WorldSourceOptions): WorldSource {
  const path = findWorld(name);
  const directory = dirname(path);
  const { world, warnings } = readWorldDocument(decode(readWholeFile(path), name), {
    kinds: devices,
    lenient,
    limits,
    checkLine: (line) => ALL_VERBS.readEventLine(line),
    readFile: siblingReader(directory),
    file: basename(path),
  });
  return { file: world, directory, warnings };
}

/** A file at that path comes before a shipped world of that name. */
function findWorld(name: string): string {
  const shipped = join(packageRoot(), "worlds");
  for (const path of [resolve(name), join(shipped, name), join(shipped, `${name}.xml`)])
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
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
