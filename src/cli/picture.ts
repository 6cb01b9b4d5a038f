// `ubersim picture CAMERA FILE` (P1): writes a camera picture to a file. The picture comes from a running server; with --world
// the command runs the world itself at full speed.

import { writeFileSync } from "node:fs";
import { extname } from "node:path";
import { ERROR_TABLE, type ErrorCode, SimError, showValue } from "../describe/SimError.js";
import { NS_PER_SEC } from "../describe/world/WorldDescription.js";
import { urlHost } from "../server/links/Address.js";
import { startServer } from "../server/Server.js";
import { type FileFormat, pictureOf } from "../session/verbs/PictureVerb.js";
import { UsageError } from "./Arguments.js";
import { print, printError } from "./Output.js";

interface PictureArguments {
  readonly camera: string;
  readonly file: string;
  readonly host: string;
  readonly httpPort: number;
  readonly token: string | undefined;
  /** World to run. Undefined: the picture comes from a server. */
  readonly world: string | undefined;
  /** With `world`: simulated time of the picture, s. */
  readonly at: number;
  readonly seed: number | undefined;
  readonly renderer: "cpu" | "gpu";
  readonly plugins: readonly string[];
  readonly watchdogSec: number | undefined;
}

interface TakenFile {
  readonly bytes: Uint8Array;
  /** Simulated time when it was captured, s. */
  readonly time: number;
}

const FORMATS: Readonly<Record<string, FileFormat>> = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg" };

export async function runPicture(options: PictureArguments): Promise<number> {
  const { camera, file, world } = options;
  const format = FORMATS[extname(file).toLowerCase()];
  if (format === undefined)
    throw new UsageError(
      `ubersim: picture writes .png and .jpg, found "${file}". Use one of these file name extensions.`,
    );
  const { bytes, time } =
    world === undefined ? await askServer(options, format) : await runWorld(options, world, format);
  try {
    writeFileSync(file, bytes);
  } catch (problem) {
    throw new SimError("FILE_UNWRITABLE", {
      where: "picture",
      found: `${showValue(file)}: ${(problem as Error).message}`,
    });
  }
  print(`${file}: ${camera} at ${time} s, ${bytes.length} bytes`);
  return 0;
}

async function askServer(options: PictureArguments, format: FileFormat): Promise<TakenFile> {
  const { camera, host, httpPort, token } = options;
  const place = `${urlHost(host)}:${httpPort}`;
  const name = `${encodeURIComponent(camera)}.${format === "png" ? "png" : "jpg"}`;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`http://${place}/camera/${name}`, { headers }).catch((problem: Error) => {
    const why = problem.cause instanceof Error ? problem.cause.message : problem.message;
    throw missing(place, why || "no answer");
  });
  const time = response.headers.get("x-capture-time");
  if (response.ok && time !== null) return { bytes: new Uint8Array(await response.arrayBuffer()), time: Number(time) };
  throw refusalIn(await response.text()) ?? missing(place, `another program (HTTP ${response.status})`);
}

const missing = (place: string, found: string): SimError => new SimError("SERVER_MISSING", { where: place, found });

/** The error in the reply of a simulator. Undefined: the reply does not come from a simulator. */
function refusalIn(text: string): SimError | undefined {
  try {
    const { code, where, found, allowed, advice } = (JSON.parse(text) as { data: Record<string, string> }).data;
    return Object.hasOwn(ERROR_TABLE, code)
      ? new SimError(code as ErrorCode, { where, found, allowed, advice })
      : undefined;
  } catch {
    return undefined;
  }
}

async function runWorld(options: PictureArguments, world: string, format: FileFormat): Promise<TakenFile> {
  const { camera, at, seed, renderer, plugins, watchdogSec } = options;
  let arrived = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = await startServer({
    world,
    port: 0,
    httpPort: false,
    guestPorts: false,
    rate: Number.POSITIVE_INFINITY,
    seed,
    renderer,
    plugins,
    watchdogSec,
    log: (line) => printError(line),
    beforeFrame: (simulation) => {
      if (simulation.world.timeSec < at) return;
      simulation.pause();
      arrived();
    },
  });
  try {
    await Promise.race([arrival, server.stopped]);
    const picture = pictureOf(server.simulation.world, camera, format);
    return { bytes: picture.bytes(), time: picture.spec.timeNs / NS_PER_SEC };
  } finally {
    await server.stop();
  }
}
