// Reads the options of the command line, checks numbers against their bounds, and suggests the right spelling.

import { type ParseArgsConfig, parseArgs } from "node:util";
import { ODE_NUMBERS, type OdeNumbers } from "../describe/entity/Joint.js";
import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import { nearestName } from "../describe/SimError.js";
import type { RobotRight } from "../describe/world/WorldFile.js";

/** The command line is wrong; the exit code is 2. */
export class UsageError extends Error {}

export type OptionTable = NonNullable<ParseArgsConfig["options"]>;

export const EVERYWHERE = {
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", short: "v", default: false },
} as const satisfies OptionTable;

export type Parsed<T extends OptionTable> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>
>;

/** Reads the options of one command. For an unknown option the error suggests the most similar one. */
export function readOptions<T extends OptionTable>(args: readonly string[], options: T): Parsed<T> {
  checkFlags(args, Object.keys(options));
  try {
    return parseArgs<{ args: string[]; allowPositionals: true; options: T }>({
      args: joinNegative(args, options),
      allowPositionals: true,
      options,
    });
  } catch (problem) {
    // a flag without its value: the first line of Node's message says so
    if (problem instanceof TypeError && "code" in problem)
      throw new UsageError(`ubersim: ${problem.message.split("\n")[0]}`);
    throw problem;
  }
}

/** A negative number after a flag is its value; Node's reader takes it for another option. */
const joinNegative = (args: readonly string[], options: OptionTable): string[] =>
  args.flatMap((arg, i) => {
    const takesNumber = (flag: string | undefined, value: string | undefined): boolean =>
      flag?.startsWith("--") === true && options[flag.slice(2)]?.type === "string" && /^-[\d.]/.test(value ?? "");
    if (takesNumber(args[i - 1], arg)) return [];
    return takesNumber(arg, args[i + 1]) ? [`${arg}=${args[i + 1]}`] : [arg];
  });

function checkFlags(args: readonly string[], known: readonly string[]): void {
  for (const arg of args) {
    if (arg === "--") return;
    const flag = /^--([^=]+)/.exec(arg)?.[1];
    if (flag === undefined || known.includes(flag)) continue;
    throw new UsageError(
      `ubersim: unknown option "--${flag}".${meant(flag, known, "--")} Known: --${known.join(", --")}. See ubersim help.`,
    );
  }
}

/** " Did you mean ...?", or an empty string. */
export function meant(name: string, known: readonly string[], before = ""): string {
  const near = nearestName(name, known);
  return near ? ` Did you mean "${before}${near}"?` : "";
}

/** `orElse`: another allowed value, for the error. */
export function readNumber(flag: string, text: string, min: number, orElse = ""): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value) || value < min)
    throw new UsageError(`ubersim: ${flag} needs a number of at least ${min}${orElse}, found "${text}".`);
  return value;
}

export function readRate(text: string): number {
  return text === "max" ? Number.POSITIVE_INFINITY : readNumber("--rate", text, 0.001, " or max");
}

export function readSeed(text: string): number {
  return readWhole("--seed", text, Number.MAX_SAFE_INTEGER);
}

export function readOdeNumbers(text: string): OdeNumbers {
  const numbers = ODE_NUMBERS.find((one) => one === text);
  if (numbers !== undefined) return numbers;
  throw new UsageError(`ubersim: --ode-numbers needs 0.16 or 2004, found "${text}".`);
}

/** The origin of a page: scheme, host and port. */
export function readOrigin(text: string): string {
  if (/^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(text)) return text;
  throw new UsageError(
    `ubersim: --allow-origin needs the origin of a page, such as http://localhost:5173 (no path, no *), found "${text}".`,
  );
}

const MAX_THREADS = 256;

export function readThreads(text: string): number {
  return readWhole("--camera-threads", text, MAX_THREADS);
}

export function readPort(flag: string, text: string): number {
  return readWhole(flag, text, 65_535);
}

function readWhole(flag: string, text: string, max: number): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < 0 || value > max)
    throw new UsageError(`ubersim: ${flag} needs a whole number from 0 to ${max}, found "${text}".`);
  return value;
}

/** Default of --watchdog: how long one call of a plug-in or controller may last, s. */
const WATCHDOG_SECONDS = 10;

/** Options of all commands that run plug-ins. */
export const PLUGIN_OPTIONS = {
  plugin: { type: "string", multiple: true },
  watchdog: { type: "string", default: String(WATCHDOG_SECONDS) },
} as const satisfies OptionTable;

export function readPlugins({ plugin, watchdog }: { plugin?: string[] | undefined; watchdog: string }) {
  const watchdogSec = watchdog === "off" ? undefined : readNumber("--watchdog", watchdog, 0.1, " or off");
  return { plugins: plugin ?? [], watchdogSec };
}

/** Options of all commands that render camera pictures. */
export const RENDERER_OPTIONS = { renderer: { type: "string", default: "cpu" } } as const satisfies OptionTable;

const RENDERERS = ["cpu", "gpu"] as const;

export function readRenderer(text: string): (typeof RENDERERS)[number] {
  const renderer = RENDERERS.find((one) => one === text);
  if (renderer !== undefined) return renderer;
  throw new UsageError(`ubersim: --renderer needs cpu or gpu, found "${text}".`);
}

/** Options of USARSim's ports (docs/usarsim.md). */
export const USARSIM_OPTIONS = {
  usarsim: { type: "boolean", default: false },
  "usarsim-port": { type: "string" },
  "usarsim-images": { type: "string" },
  "usarsim-picture": { type: "string" },
} as const satisfies OptionTable;

const PICTURES = ["raw", "superb", "good", "normal", "fair", "bad"] as const;

/** Undefined: without --usarsim there are no such ports. */
export function readUsarsim(values: {
  readonly usarsim: boolean;
  readonly "usarsim-port"?: string | undefined;
  readonly "usarsim-images"?: string | undefined;
  readonly "usarsim-picture"?: string | undefined;
}) {
  const { "usarsim-port": port, "usarsim-images": images, "usarsim-picture": quality } = values;
  const given = Object.entries({ port, images, picture: quality }).find(([, value]) => value !== undefined);
  if (!values.usarsim && given) throw new UsageError(`ubersim: --usarsim-${given[0]} needs --usarsim.`);
  const pictures = PICTURES.find((one) => one === (quality ?? "good"));
  if (!pictures) throw new UsageError(`ubersim: --usarsim-picture needs ${PICTURES.join(", ")}, found "${quality}".`);
  if (!values.usarsim) return undefined;
  return {
    port: readPort("--usarsim-port", port ?? "3000"),
    imagePort: readPort("--usarsim-images", images ?? "5003"),
    pictures,
  };
}

/** Options of a connection to ROS (docs/how-to/ros2.md). */
export const ROSBRIDGE_OPTIONS = {
  rosbridge: { type: "string" },
  "rosbridge-only": { type: "string" },
} as const satisfies OptionTable;

/** Undefined: no connection. */
export function readRosbridge(values: {
  readonly rosbridge?: string | undefined;
  readonly "rosbridge-only"?: string | undefined;
}) {
  const { rosbridge: url, "rosbridge-only": only } = values;
  if (url === undefined && only !== undefined) throw new UsageError("ubersim: --rosbridge-only needs --rosbridge URL.");
  if (url === undefined) return undefined;
  if (!/^wss?:\/\/./i.test(url) || !URL.canParse(url))
    throw new UsageError(
      `ubersim: --rosbridge needs the address of a rosbridge server, such as ws://localhost:9090, found "${url}".`,
    );
  return { url, only: only === undefined ? undefined : readNames("--rosbridge-only", only) };
}

const POLICIES = ["wait", "drop", "skip"] as const;
const STALL_SECONDS = 10;

/** `wait`, `drop:5`, `skip:0.5` (T4). */
export function readStall(text: string): StallPolicy {
  const [name, seconds, ...rest] = text.split(":");
  const policy = POLICIES.find((one) => one === name);
  if (policy === undefined || rest.length > 0)
    throw new UsageError(
      `ubersim: --stall needs wait, drop[:seconds] or skip[:seconds], found "${text}".${meant(name, POLICIES)}`,
    );
  if (policy === "wait") return { policy, seconds: Number.POSITIVE_INFINITY };
  return { policy, seconds: seconds === undefined ? STALL_SECONDS : readNumber("--stall", seconds, 0) };
}

/** `ROBOTS=VERB,VERB` (E4). */
export function readRight(text: string): RobotRight {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`ubersim: --allow needs ROBOTS=VERB,VERB, found "${text}".`);
  return { who: [text.slice(0, at)], verbs: readNames("--allow", text.slice(at + 1)) };
}

/** `A,B,C` (T7). */
export function readNames(flag: string, text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new UsageError(`ubersim: ${flag} needs names separated by commas, found "${text}".`);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(`ubersim: ${flag} names "${twice}" twice.`);
  return names;
}

/** The browser is not opened. */
export const NO_OPEN = { "no-open": { type: "boolean", default: false } } as const;
