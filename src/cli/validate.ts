// `ubersim validate FILE...` (R10): reads robots and worlds as the simulator would, puts them into a trial world, and
// prints what it found or what is wrong. Exit code 0: all are good; 1: at least one is not.

import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type DocumentLimits, WORLD_LIMITS } from "../describe/DocumentLimits.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { type RobotReading, readRobotDocument } from "../describe/robot/RobotDocument.js";
import { isRobotText } from "../describe/robot/text/RobotText.js";
import { SimError, showValue, unknownName } from "../describe/SimError.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import type { DocumentOptions, FileReader } from "../describe/xml/DocumentContext.js";
import { shippedMaterials } from "../describe/xml/DocumentContext.js";
import { type Place, XmlDocument, type XmlElement } from "../describe/xml/XmlDocument.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import { assetReader, readWholeFile, siblingReader } from "../server/Assets.js";
import { withKinds } from "../server/plugins/Plugins.js";
import { World } from "../world/World.js";
import { eventHints } from "./EventHints.js";
import { type Hint, robotHints, worldHints } from "./Hints.js";
import { hintText, problemText } from "./ProblemText.js";
import { type RobotSummary, robotText, summarizeRobot } from "./RobotSummary.js";
import { summarizeWorld, type WorldSummary, worldText } from "./WorldSummary.js";

export interface ValidateArguments {
  readonly files: readonly string[];
  readonly json: boolean;
  /** Unknown elements are warnings. */
  readonly lenient: boolean;
  /** Where a robot's files are; left out: beside it. */
  readonly assets?: string | undefined;
  readonly documentLimits?: Partial<DocumentLimits>;
  readonly worldLimits?: Partial<DocumentLimits>;
  readonly plugins?: readonly string[];
  readonly watchdogSec?: number | undefined;
}

/** What is known of one file. */
export interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly robot?: RobotSummary;
  readonly world?: WorldSummary;
  readonly warnings: readonly SimError[];
  readonly error?: SimError;
  /** What is allowed and yet probably not meant, with its place. */
  readonly hints?: readonly PlacedHint[];
}

export interface PlacedHint {
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}

export async function runValidate(args: ValidateArguments): Promise<number> {
  const verdicts = await withKinds(args, async (devices) => {
    const found: Verdict[] = [];
    for (const file of args.files) found.push(await validateFile(file, args, devices));
    return found;
  });
  if (args.json) console.log(JSON.stringify(verdicts.map(plainVerdict), null, 2));
  else for (const verdict of verdicts) printVerdict(verdict);
  return verdicts.every(({ ok }) => ok) ? 0 : 1;
}

export async function validateFile(file: string, args: ValidateArguments, devices: DeviceRegistry): Promise<Verdict> {
  try {
    return await readEither(file, args, devices);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    return { file, ok: false, warnings: [], error: problem };
  }
}

async function readEither(file: string, args: ValidateArguments, devices: DeviceRegistry): Promise<Verdict> {
  const text = readFileText(file);
  const { documentLimits, worldLimits } = args;
  const common = { kinds: devices, lenient: args.lenient };
  const readFile = assetReader(args.assets ?? dirname(file));
  const forRobot = { ...common, readFile, limits: documentLimits };
  if (isRobotText(text)) return readRobot(file, text, forRobot, devices);
  const { root } = new XmlDocument(text, undefined, { ...WORLD_LIMITS, ...worldLimits });
  if (root.name === "World") return readWorld(file, text, { ...common, limits: worldLimits }, devices);
  if (root.name === "Client") return readRobot(file, text, forRobot, devices);
  const { line, column } = root.document.placeOf(root.offset);
  const { code, where, found, allowed } = unknownName("ELEMENT_UNKNOWN", root.name, root.name, ["Client", "World"]);
  throw new SimError(code, { where, found, allowed, line, column });
}

export function readFileText(file: string): string {
  const bytes = readWholeFile(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SimError("XML_MALFORMED", { where: file, found: "bytes that are no UTF-8" });
  }
}

async function readWorld(
  file: string,
  text: string,
  options: DocumentOptions,
  devices: DeviceRegistry,
): Promise<Verdict> {
  const readFile: FileReader = siblingReader(dirname(file));
  const { world, warnings } = readWorldDocument(text, {
    ...options,
    readFile,
    checkLine: (line) => ALL_VERBS.readEventLine(line),
    file: basename(file),
  });
  checkControllers(world, file, text);
  const robots = world.robots.map(({ robot }) => robot);
  const hints = [...(await tryOut(world, robots, devices)), ...eventHints(world)];
  return { file, ok: true, world: summarizeWorld(world, devices), warnings, hints: placeHints(hints, text) };
}

/** Without running them: `ubersim run` would refuse the world as well. */
function checkControllers({ robots }: WorldFile, file: string, text: string): void {
  for (const { robot, controller } of robots)
    if (controller !== undefined && !existsSync(resolve(dirname(file), controller)))
      throw new SimError("CONTROLLER_FAILED", {
        where: `${basename(file)}: ${robot.name}/controller`,
        found: `${showValue(controller)}, which does not exist`,
        allowed: "the path of a module, relative to the world's file",
        ...(placeOfName(text, robot.name) ?? { line: 1, column: 1 }),
      });
}

async function readRobot(
  file: string,
  text: string,
  options: DocumentOptions,
  devices: DeviceRegistry,
): Promise<Verdict> {
  const { robot, warnings, strange } = readForAnyWorld(text, options);
  const physics = describeWorld({ stepSec: stepFor(robot), materials: strange.map((name) => ({ name })) });
  await tryOut(worldFileOf(physics), [robot], devices);
  const hints = placeHints(await robotHints(robot), text);
  return { file, ok: true, robot: summarizeRobot(robot, devices), warnings, hints };
}

/** As short as the fastest of its rates wants, and no longer than usual. */
export function stepFor(robot: RobotDescription): number {
  const fastest = Math.max(1000, robot.controlRateHz ?? 0, ...robot.devices.map(({ rateHz }) => rateHz ?? 0));
  return Math.max(1e-6, 1 / fastest);
}

/** What only a world of one's own can offer (other materials, a shorter step) is worth a warning. */
export function readForAnyWorld(
  text: string,
  options: DocumentOptions,
): RobotReading & { readonly strange: readonly string[] } {
  const foreseen: SimError[] = [];
  const strange: string[] = [];
  let stepNs: number | undefined = 1e6;
  for (;;)
    try {
      const world = { stepNs, materials: [...shippedMaterials(), ...strange] };
      const { robot, warnings } = readRobotDocument(text, { ...options, world });
      return { robot, warnings: [...foreseen, ...warnings], strange };
    } catch (problem) {
      const code = problem instanceof SimError ? problem.code : undefined;
      if (!(problem instanceof SimError) || (code !== "MATERIAL_UNKNOWN" && code !== "RATE_TOO_HIGH")) throw problem;
      foreseen.push(problem);
      if (code === "RATE_TOO_HIGH") stepNs = undefined;
      else strange.push(nameIn(problem));
    }
}

/** An error shows a name in quotes, and cuts it where nobody would read on. */
function nameIn(problem: SimError): string {
  try {
    return JSON.parse(problem.found) as string;
  } catch {
    throw problem;
  }
}

/** What only shows in a running world: whether the engine takes it, whether it starts where it may. */
async function tryOut(
  file: Parameters<typeof World.create>[0],
  robots: readonly RobotDescription[],
  devices: DeviceRegistry,
): Promise<Hint[]> {
  const world = await World.create(file, { devices });
  try {
    const hints = worldHints(world);
    for (const robot of robots) world.join(robot);
    return hints;
  } finally {
    world.dispose();
  }
}

const placeHints = (hints: readonly Hint[], text: string): PlacedHint[] =>
  hints.map((hint) => ({ text: hint.text, ...placeOfName(text, hint.name) }));

/** For what has been read already. */
const ANY_SIZE = Object.fromEntries(
  Object.keys(WORLD_LIMITS).map((name) => [name, Number.POSITIVE_INFINITY]),
) as unknown as DocumentLimits;

/** Of the first element of that name in the file itself; what comes from another file has none. */
function placeOfName(text: string, name: string): Place | undefined {
  if (isRobotText(text)) return undefined;
  const { root } = new XmlDocument(text, undefined, ANY_SIZE);
  const find = (element: XmlElement): XmlElement | undefined =>
    element.attributes.get("name")?.trim() === name ? element : first(element.children, find);
  const found = first(root.children, find);
  return found && root.document.placeOf(found.offset);
}

function first<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

// ---- printing

function printVerdict({ file, robot, world, warnings, error, hints = [] }: Verdict): void {
  if (error) console.error(problemText(file, error));
  for (const warning of warnings) console.error(problemText(file, warning, "warning"));
  for (const hint of hints) console.error(hintText(file, hint));
  if (robot) console.log(`${file}: good, ${robotText(robot)}\n`);
  if (world) console.log(`${file}: good, ${worldText(world)}\n`);
}

function plainVerdict({ warnings, error, ...rest }: Verdict): object {
  return { ...rest, warnings: warnings.map(plainError), ...(error ? { error: plainError(error) } : {}) };
}

const plainError = ({ code, message, where, found, allowed, advice, line, column }: SimError): object => ({
  code,
  message,
  where,
  found,
  allowed,
  advice,
  line,
  column,
});
