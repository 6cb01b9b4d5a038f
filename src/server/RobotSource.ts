// Finds the robot document that `spawn` names: a file below the working directory or the assets directory, or the name of a
// shipped robot. No other file is read.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { nearestName, SimError, showValue } from "../describe/SimError.js";
import { assetReader } from "./Assets.js";
import { packageRoot } from "./PackageRoot.js";

const XML = ".xml";
/** XML, and the text files of R8. */
const ENDINGS = [XML, ".robot", ".txt", ".cfg"];

/** File endings that a bare name such as `segway` may leave out. */
const IMPLIED_ENDINGS = [XML, ".robot"];

/** Returns a function that reads the document of a robot by name, of at most `maxBytes`. */
export function robotReader(directories: readonly string[], maxBytes: number): (name: string) => string {
  const places = [process.cwd(), ...directories, packageRoot(), join(packageRoot(), "robots")];
  const below = `below the working directory${directories.length > 0 ? " or the directory of --assets" : ""}`;
  return readerOf({ places, files: `a robot's file (${ENDINGS.join(", ")}) ${below}, or ` }, maxBytes);
}

/** The same for clients without a token: only shipped robots and files in `directories`. */
export function namedRobotReader(directories: readonly string[], maxBytes: number): (name: string) => string {
  const places = [...directories, join(packageRoot(), "robots")];
  const files = directories.length > 0 ? "the name of a robot's file in the directory of --assets, or " : "";
  return readerOf({ places, files }, maxBytes);
}

interface Places {
  /** Directories. */
  readonly places: readonly string[];
  /** Files besides the shipped ones, for errors. */
  readonly files: string;
}

function readerOf({ places, files }: Places, maxBytes: number): (name: string) => string {
  return (name) => {
    const paths = ENDINGS.some((ending) => name.endsWith(ending))
      ? [name]
      : IMPLIED_ENDINGS.map((ending) => name + ending);
    for (const [place, path] of places.flatMap((one) => paths.map((file) => [one, file] as const))) {
      const bytes = tryRead(place, path);
      if (!bytes) continue;
      if (bytes.length > maxBytes)
        throw new SimError("DOCUMENT_TOO_LARGE", {
          where: path,
          found: `${bytes.length} bytes`,
          allowed: `at most ${maxBytes} bytes`,
        });
      return new TextDecoder().decode(bytes);
    }
    throw missing(name, files);
  };
}

function tryRead(directory: string, path: string): Uint8Array | undefined {
  try {
    return statSync(join(directory, path)).isFile() ? assetReader(directory)(path) : undefined;
  } catch {
    return undefined;
  }
}

function missing(name: string, files: string): SimError {
  const names = readdirSync(join(packageRoot(), "robots"))
    .filter((file) => IMPLIED_ENDINGS.some((ending) => file.endsWith(ending)))
    .map((file) => file.slice(0, file.lastIndexOf(".")));
  const near = nearestName(name, names);
  return new SimError("FILE_MISSING", {
    where: "spawn/file",
    found: showValue(name),
    allowed: `${files}one of ${names.join(", ")}`,
    ...(near ? { advice: `Did you mean "${near}"?` } : {}),
  });
}
