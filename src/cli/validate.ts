// `ubersim validate FILE...` (R10): reads robots and worlds as the simulator does, puts them into a trial world, and prints a
// summary, or all errors. Exit code 0: all files are valid; 1: at least one has an error.

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type DocumentLimits, WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { MAX_ERRORS } from "../describe/DocumentReport.js";
import { foreignAdvice } from "../describe/robot/ForeignDocument.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { inspectRobotDocument, type RobotInspection, type RobotReading } from "../describe/robot/RobotDocument.js";
import { isRobotText } from "../describe/robot/text/RobotText.js";
import { SimError, showValue, unknownName } from "../describe/SimError.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { inspectWorldDocument } from "../describe/world/WorldDocument.js";
import { type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import type { DocumentOptions, FileReader } from "../describe/xml/DocumentContext.js";
import { shippedMaterials } from "../describe/xml/DocumentContext.js";
import { type Place, XmlDocument, type XmlElement } from "../describe/xml/XmlDocument.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import { assetReader, readWholeFile, siblingReader } from "../server/Assets.js";
import { withKinds } from "../server/plugins/Plugins.js";
import { worldPath } from "../server/WorldPaths.js";
import { World } from "../world/World.js";
import { eventHints } from "./EventHints.js";
import { tryLines } from "./EventTrial.js";
import { type Hint, robotHints, worldHints } from "./Hints.js";
import { print, printError } from "./Output.js";
import { textHints } from "./PlausibilityHints.js";
import { hintText, problemText } from "./ProblemText.js";
import { type RobotSummary, robotText, summarizeRobot } from "./RobotSummary.js";
import { summarizeWorld, type WorldSummary, worldText } from "./WorldSummary.js";

export interface ValidateArguments {
  readonly files: readonly string[];
  readonly json: boolean;
  /** True: unknown elements are warnings. */
  readonly lenient: boolean;
  /** Directory of the files that robots name. Default: the directory of the robot. */
  readonly assets?: string | undefined;
  readonly documentLimits?: Partial<DocumentLimits>;
  readonly worldLimits?: Partial<DocumentLimits>;
  readonly plugins?: readonly string[];
  readonly watchdogSec?: number | undefined;
}

/** The result for one file. */
interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly robot?: RobotSummary;
  readonly world?: WorldSummary;
  readonly warnings: readonly SimError[];
  /** All errors in document order; empty if the file is valid. */
  readonly errors: readonly SimError[];
  /** What is allowed but probably not intended, with its place. */
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
  if (args.json) print(JSON.stringify(verdicts.map(plainVerdict), null, 2));
  else for (const verdict of verdicts) printVerdict(verdict);
  return verdicts.every(({ ok }) => ok) ? 0 : 1;
}

export async function validateFile(file: string, args: ValidateArguments, devices: DeviceRegistry): Promise<Verdict> {
  try {
    return await readEither(file, args, devices);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    return { file, ok: false, warnings: [], errors: [problem] };
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
  const advice = foreignAdvice(root.name);
  throw new SimError(code, { where, found, allowed, line, column, ...(advice ? { advice } : {}) });
}

export function readFileText(file: string): string {
  const bytes = readWholeFile(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SimError("XML_MALFORMED", { where: file, found: "bytes that are not UTF-8" });
  }
}

async function readWorld(
  file: string,
  text: string,
  options: DocumentOptions,
  devices: DeviceRegistry,
): Promise<Verdict> {
  const readFile: FileReader = siblingReader(dirname(file));
  const { world, errors, warnings } = inspectWorldDocument(text, {
    ...options,
    readFile,
    checkLine: (line) => ALL_VERBS.readEventLine(line),
    file: basename(file),
  });
  if (!world) return { file, ok: false, warnings, errors };
  const missing = missingControllers(world, file, text);
  if (missing.length > 0) return { file, ok: false, warnings, errors: missing };
  const robots = world.robots.map(({ robot }) => robot);
  const ofEvents = (running: World): Hint[] => eventHints(world, tryLines(running, dirname(file)));
  const trial = await tryOut(world, robots, { devices, inspect: ofEvents });
  if (trial.errors.length > 0) return { file, ok: false, warnings, errors: trial.errors };
  const hints = placeHints(trial.hints, text);
  return { file, ok: true, world: summarizeWorld(world, devices), warnings, errors: [], hints };
}

/** Controllers whose file does not exist, which `ubersim run` would reject too. They are not run. */
function missingControllers({ robots }: WorldFile, file: string, text: string): SimError[] {
  return robots
    .filter(({ controller }) => controller !== undefined && !existsSync(worldPath(dirname(file), controller)))
    .map(
      ({ robot, controller }) =>
        new SimError("CONTROLLER_FAILED", {
          where: `${basename(file)}: ${robot.name}/controller`,
          found: `${showValue(controller)}, which does not exist`,
          allowed: "the path of a module, relative to the world file",
          ...(placeOfName(text, robot.name) ?? { line: 1, column: 1 }),
        }),
    );
}

async function readRobot(
  file: string,
  text: string,
  options: DocumentOptions,
  devices: DeviceRegistry,
): Promise<Verdict> {
  const { robot, errors, warnings, strange } = inspectForAnyWorld(text, options);
  if (!robot) return { file, ok: false, warnings, errors };
  const physics = describeWorld({ stepSec: stepFor(robot), materials: strange.map((name) => ({ name })) });
  const trial = await tryOut(worldFileOf(physics), [robot], { devices, inspect: () => [] });
  if (trial.errors.length > 0) return { file, ok: false, warnings, errors: trial.errors };
  const hints = placeHints(await robotHints(robot), text);
  return { file, ok: true, robot: summarizeRobot(robot, devices, physics.stepNs / 1e9), warnings, errors: [], hints };
}

/** s; short enough for the fastest rate of the robot, and at most 1 ms. */
export function stepFor(robot: RobotDescription): number {
  const fastest = Math.max(1000, robot.controlRateHz ?? 0, ...robot.devices.map(({ rateHz }) => rateHz ?? 0));
  return Math.max(1e-6, 1 / fastest);
}

/** A robot that fits into a world which is not known yet, and the materials that this world must define. */
interface AnyWorldInspection extends RobotInspection {
  readonly strange: readonly string[];
}

/** Materials and rates that another world can offer (by its own materials, by a shorter step) are warnings. */
function inspectForAnyWorld(text: string, options: DocumentOptions): AnyWorldInspection {
  const foreseen = new Map<string, SimError>();
  const strange: string[] = [];
  let stepNs: number | undefined = 1e6;
  for (;;) {
    const world = { stepNs, materials: [...shippedMaterials(), ...strange] };
    const inspection = inspectRobotDocument(text, { ...options, world });
    const [before, stepBefore] = [strange.length, stepNs];
    for (const error of inspection.errors) {
      const name = error.code === "MATERIAL_UNKNOWN" ? nameIn(error) : undefined;
      if (name !== undefined && !strange.includes(name)) strange.push(name);
      if (error.code === "RATE_TOO_HIGH") stepNs = undefined;
      if (name !== undefined || error.code === "RATE_TOO_HIGH") foreseen.set(error.message, error);
    }
    if (strange.length === before && stepNs === stepBefore)
      return { ...inspection, warnings: [...foreseen.values(), ...inspection.warnings], strange };
  }
}

/** Throws the first error. */
export function readForAnyWorld(text: string, options: DocumentOptions): AnyWorldInspection & RobotReading {
  const { robot, ...rest } = inspectForAnyWorld(text, options);
  if (robot === undefined) throw rest.errors[0];
  return { robot, ...rest };
}

/** The name that an error shows in quotes. Undefined: the name is too long to be shown whole. */
function nameIn(problem: SimError): string | undefined {
  try {
    return JSON.parse(problem.found) as string;
  } catch {
    return undefined;
  }
}

interface Trial {
  readonly hints: readonly Hint[];
  readonly errors: readonly SimError[];
}

interface TrialOptions {
  readonly devices: DeviceRegistry;
  /** Further hints, of the world after its first frames. It may change the world. */
  readonly inspect: (world: World) => Hint[];
}

/** Frames of the trial: a robot that asks for too much work, or explodes, does so in the first. */
const TRIAL_FRAMES = 3;

/** What only a running world shows: whether the engine accepts the model, each robot has a free place and stays in the world. */
async function tryOut(
  file: Parameters<typeof World.create>[0],
  robots: readonly RobotDescription[],
  { devices, inspect }: TrialOptions,
): Promise<Trial> {
  const world = await World.create(file, { devices });
  try {
    const hints = worldHints(world);
    const errors: SimError[] = [];
    for (const robot of robots)
      try {
        world.join(robot);
      } catch (problem) {
        if (!(problem instanceof SimError)) throw problem;
        errors.push(problem);
      }
    for (let i = 0; i < TRIAL_FRAMES; i++) errors.push(...world.stepFrame().map(({ error }) => error));
    if (errors.length === 0) hints.push(...inspect(world));
    return { hints, errors };
  } finally {
    world.dispose();
  }
}

const placeHints = (hints: readonly Hint[], text: string): PlacedHint[] => [
  ...hints.map((hint) => ({ text: hint.text, ...placeOfName(text, hint.name) })),
  ...hintsOfText(text),
];

function hintsOfText(text: string): PlacedHint[] {
  if (isRobotText(text)) return [];
  const { root } = new XmlDocument(text, undefined, ANY_SIZE);
  return textHints(root).map((hint) => ({ text: hint.text, ...root.document.placeOf(hint.element.offset) }));
}

/** No limits: the document is already accepted. */
const ANY_SIZE = Object.fromEntries(
  Object.keys(WORLD_LIMITS).map((name) => [name, Number.POSITIVE_INFINITY]),
) as unknown as DocumentLimits;

/** The place of the first element of that name in the file itself. Undefined: the element is in another file. */
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

/** Further errors of a file are counted, not printed. */
const MAX_PRINTED = 50;

function printVerdict({ file, robot, world, warnings, errors, hints = [] }: Verdict): void {
  for (const error of errors.slice(0, MAX_PRINTED)) printError(problemText(file, error));
  const more = errors.length - MAX_PRINTED;
  if (more > 0)
    printError(`${file}: ${errors.length >= MAX_ERRORS ? "at least " : ""}${more} more error${more === 1 ? "" : "s"}`);
  for (const warning of warnings) printError(problemText(file, warning, "warning"));
  for (const hint of hints) printError(hintText(file, hint));
  if (robot) print(`${file}: valid, ${robotText(robot)}\n`);
  if (world) print(`${file}: valid, ${worldText(world)}\n`);
}

/** For programs; `error` is the first of `errors`. */
function plainVerdict({ warnings, errors, ...rest }: Verdict): object {
  const all = errors.map(plainError);
  return { ...rest, warnings: warnings.map(plainError), ...(all.length > 0 ? { error: all[0], errors: all } : {}) };
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
