// The command line: reads the options, runs a command, and turns errors into a message and an exit code. The modules of a command
// are loaded when it runs: help and usage errors load no physics engine.

import { existsSync } from "node:fs";
import { SimError } from "../describe/SimError.js";
import { readMaker } from "../server/record/RunMaker.js";
import {
  EVERYWHERE,
  meant,
  NO_OPEN,
  type OptionTable,
  type Parsed,
  PLUGIN_OPTIONS,
  RENDERER_OPTIONS,
  ROSBRIDGE_OPTIONS,
  readNames,
  readNumber,
  readOdeNumbers,
  readOptions,
  readOrigin,
  readPlugins,
  readPort,
  readRate,
  readRenderer,
  readRight,
  readRosbridge,
  readSeed,
  readStall,
  readThreads,
  readUsarsim,
  USARSIM_OPTIONS,
  UsageError,
} from "./Arguments.js";
import type { DemoOptions } from "./demo.js";
import { readLimits } from "./Limits.js";
import type { FlagValues, LeagueCommand } from "./leagues/LeagueCommand.js";
import { LEAGUE_COMMANDS, LEAGUE_OPTIONS, LEAGUE_TOOLS, LEAGUE_TOOLS_HELP } from "./leagues/LeagueCommands.js";
import { allowClosedPipes, print, printError } from "./Output.js";
import { PLAYBACK_COMMANDS, PLAYBACK_HELP } from "./recording/PlaybackCommands.js";
import { RECORD_HELP, RECORD_OPTIONS, readRecord } from "./recording/RecordFlags.js";
import { RECORDING_COMMANDS, RECORDING_HELP } from "./recording/RecordingCommands.js";
import { REFERENCE_HELP, REFERENCE_OPTIONS, readReferenceFlags } from "./recording/ReferenceFlags.js";
import type { RunOptions } from "./run.js";
import { joinViews, readVideo, VIDEO_HELP, VIDEO_OPTIONS } from "./VideoFlags.js";

const HELP = `ÜberSim, a robot simulator.

  ubersim [demo]      run a yard with three Segways and show it in the browser
      --no-open       only print the address of the viewer
      --rate N        speed: N times real time, or max (default 1)
      --seconds S     stop after S simulated seconds (default: run until Ctrl-C)
      --seed N        random seed (default: the seed of the world)
      --port P        TCP port for robots (default 9040, or any free port)
      --http P        port for viewer and control (default 8080, or any free port)
  ubersim aibo        the same with an AIBO that plays with a ball
  ubersim qrio        the same with a QRIO that waves and walks
${LEAGUE_COMMANDS.map(({ help }) => help).join("")}  ubersim run [WORLD] run a server for robots; WORLD is a file, or flat (default), segway-yard, ball-chase, ...
      --host HOST     address to listen on (default 127.0.0.1: only this machine)
      --port P        TCP port for robots (default 9040; 0: any free port)
      --http P        port for viewer, control and WebSockets (default 8080; 0: any free port; off: none)
      --token T       token for control (default: none if only this machine has access, otherwise a new one)
      --allow-origin O     pages of this origin may control the simulator, for example http://localhost:5173; repeatable
      --rate N        speed: N times real time, or max (default 1)
      --seed N        random seed (default: the seed of the world)
      --expect A,B    wait for these robots before the first frame
      --async         follow the clock without waiting for clients
      --stall P[:S]   wait for, drop or skip clients that do not answer for S seconds
                      (default: wait for clients on this machine, drop:10 for others)
      --lenient       unknown elements in documents are warnings instead of errors
      --ode-numbers V numbers of joint properties: 0.16 (default), or 2004 for clients built with ODE's headers of 2004
      --limit N=V     set a limit of sessions or documents, for example clients=8, bodies=500 or world.bodies=9000; repeatable
      --allow R=V,V   verbs that robots may send to the console, for example --allow 'Segway*=move,light'; repeatable
      --assets DIR    directory of the files that robots name
      --usarsim       open ports for clients of USARSim: text protocol and pictures (docs/usarsim.md)
      --usarsim-port P     TCP port of the text protocol (default 3000; 0: any free port)
      --usarsim-images P   TCP port of the image server (default 5003; 0: any free port)
      --usarsim-picture Q  raw, or JPEG: superb, good (default), normal, fair, bad
      --rosbridge URL connect to a rosbridge server, for example ws://localhost:9090 (docs/how-to/ros2.md)
      --rosbridge-only P,P publish only topics that match a pattern, for example tf,*/joint_states
      --restore FILE  go on from a snapshot file, or from a recording at --at S (default: its end); the file has its world
      --no-wait       with --restore: do not wait for the clients that the robots had
      --controllers DIR    with --restore: directory of the controllers that the file names, if you trust it
      --seconds S     stop after S simulated seconds
      --headless      no status line
${RECORD_HELP}${REFERENCE_HELP}      --camera-threads N   additional threads for camera pictures (default: one for each other processor)
      --renderer R    renderer of camera pictures: cpu (default), or gpu (needs the packages three and webgpu)
      --plugin FILE   load a module with your own device kinds and robot types; repeatable (docs/extending.md)
      --watchdog S    exit with code 3 if one call of a plug-in or controller lasts S seconds, or the server's own work 6 S
                      (default 10; off: never)
${LEAGUE_COMMANDS.map(({ flagHelp }) => flagHelp).join("")}  ubersim validate FILE...   check robots and worlds without a server, and list all their errors
      --view          then show the file in the viewer until Ctrl-C (only one file)
      --no-open       with --view: only print the address of the viewer
      --json          print JSON for programs
      --lenient       unknown elements are warnings instead of errors
      --assets DIR    directory of the files that robots name (default: the directory of the robot)
      --limit N=V     set a limit of documents, as above
      --plugin FILE   as above; --watchdog too
  ubersim fork FILE --at S   continue a recorded run live from S seconds of the recording on; with the options of run
${PLAYBACK_HELP}  ubersim picture CAMERA FILE   save a camera picture as .png or .jpg; CAMERA is ROBOT.CAMERA, or a camera of the world
      --host HOST     address of the server (default 127.0.0.1)
      --http P        HTTP port of the server (default 8080)
      --token T       token for control, if the server needs one
      --world WORLD   run this world at full speed instead of connecting to a server
      --at S          with --world: simulated time of the picture in seconds (default 0)
      --seed N        with --world: random seed
      --renderer R    with --world: cpu or gpu, as above
      --plugin FILE   with --world, as above; --watchdog too
${RECORDING_HELP}${VIDEO_HELP}${LEAGUE_TOOLS_HELP}  ubersim list        list all device kinds and robot types, including those of plug-ins
      --json          print JSON for programs
      --plugin FILE   as above; --watchdog too
  ubersim help        print this text
  ubersim version     print the version

From a checkout: node bin/ubersim.js ...   Measurements: npm run accuracy, npm run bench
`;

/** Runs one command line. Gives the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  allowClosedPipes();
  try {
    return await dispatch(args);
  } catch (thrown) {
    const problem = isOutOfFiles(thrown) ? outOfFiles(thrown) : thrown;
    if (problem instanceof SimError || problem instanceof UsageError) {
      printError(problem.message);
      return problem instanceof SimError ? 1 : 2;
    }
    throw problem;
  }
}

const isOutOfFiles = (problem: unknown): problem is NodeJS.ErrnoException =>
  problem instanceof Error && "code" in problem && (problem.code === "EMFILE" || problem.code === "ENFILE");

const outOfFiles = ({ code }: NodeJS.ErrnoException): SimError =>
  new SimError("FILES_EXHAUSTED", { where: "ubersim", found: `${code}` });

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => number | Promise<number>>> = {
  demo: (args) => demoCommand(args),
  aibo: (args) => demoCommand(args, "aibo"),
  qrio: (args) => demoCommand(args, "qrio"),
  ...Object.fromEntries(LEAGUE_COMMANDS.map((league) => [league.name, gameCommand(league)])),
  run: runCommand,
  validate: validateCommand,
  picture: pictureCommand,
  fork: forkCommand,
  ...PLAYBACK_COMMANDS,
  ...RECORDING_COMMANDS,
  video: videoCommand,
  ...LEAGUE_TOOLS,
  list: listCommand,
  help: () => say(HELP),
  version: () => say(readMaker().version),
};

function dispatch(args: readonly string[]): number | Promise<number> {
  const [first] = args;
  if (args.some((arg) => arg === "--help" || arg === "-h")) return say(HELP);
  if (args.some((arg) => arg === "--version" || arg === "-v")) return say(readMaker().version);
  if (first === undefined || first.startsWith("-")) return demoCommand(args);
  if (Object.hasOwn(COMMANDS, first)) return COMMANDS[first](args.slice(1));
  const known = Object.keys(COMMANDS);
  const file = existsSync(first)
    ? ` For this file: ubersim ${first.endsWith(".mcap") ? "replay" : "run"} ${first}.`
    : "";
  throw new UsageError(
    `ubersim: unknown command "${first}".${file || meant(first, known)} Known: ${known.join(", ")}. See ubersim help.`,
  );
}

const DEMO_OPTIONS = {
  ...NO_OPEN,
  rate: { type: "string", default: "1" },
  seconds: { type: "string", default: "Infinity" },
  seed: { type: "string" },
  port: { type: "string" },
  http: { type: "string" },
  ...RECORD_OPTIONS,
  ...RENDERER_OPTIONS,
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function demoCommand(args: readonly string[], show: DemoOptions["show"] = "demo"): Promise<number> {
  const { values, positionals } = readOptions(args, DEMO_OPTIONS);
  allowWords(show, positionals, 0);
  const options = readDemo(values);
  const { runDemo } = await import("./demo.js");
  return runDemo({ ...options, show });
}

/** A league's own command: a game, shown in the browser. */
function gameCommand({ name, world, options, readGame }: LeagueCommand) {
  return async (args: readonly string[]): Promise<number> => {
    const { values, positionals } = readOptions(args, { ...DEMO_OPTIONS, ...options });
    allowWords(name, positionals, 1);
    const league = readGame(values as FlagValues);
    const demo = readDemo(values as DemoValues);
    const { runDemo } = await import("./demo.js");
    return runDemo({ ...demo, game: { world: positionals[0] ?? world, league } });
  };
}

type DemoValues = ReturnType<typeof readOptions<typeof DEMO_OPTIONS>>["values"];

function readDemo(values: DemoValues): DemoOptions {
  return {
    rate: readRate(values.rate),
    seconds: readNumber("--seconds", values.seconds, 0),
    seed: values.seed === undefined ? undefined : readSeed(values.seed),
    port: values.port === undefined ? undefined : readPort("--port", values.port),
    httpPort: values.http === undefined ? undefined : readPort("--http", values.http),
    open: !values["no-open"],
    renderer: readRenderer(values.renderer),
    ...readRecord(values),
    ...readPlugins(values),
  };
}

const RUN_OPTIONS = {
  restore: { type: "string" },
  at: { type: "string" },
  "no-wait": { type: "boolean", default: false },
  controllers: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "9040" },
  http: { type: "string", default: "8080" },
  token: { type: "string" },
  rate: { type: "string", default: "1" },
  seed: { type: "string" },
  expect: { type: "string" },
  async: { type: "boolean", default: false },
  stall: { type: "string" },
  lenient: { type: "boolean", default: false },
  "ode-numbers": { type: "string" },
  "allow-origin": { type: "string", multiple: true },
  allow: { type: "string", multiple: true },
  assets: { type: "string" },
  limit: { type: "string", multiple: true },
  seconds: { type: "string", default: "Infinity" },
  headless: { type: "boolean", default: false },
  "camera-threads": { type: "string" },
  ...RECORD_OPTIONS,
  ...USARSIM_OPTIONS,
  ...ROSBRIDGE_OPTIONS,
  ...REFERENCE_OPTIONS,
  ...LEAGUE_OPTIONS,
  ...RENDERER_OPTIONS,
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function runCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, RUN_OPTIONS);
  allowWords("run", positionals, values.csv === undefined ? 1 : Number.POSITIVE_INFINITY);
  return runWith(values, positionals);
}

/** `ubersim fork FILE`: the same, from an instant of a recording. */
function forkCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, RUN_OPTIONS);
  allowWords("fork", positionals, 1);
  const [file] = positionals;
  if (file === undefined || values.restore !== undefined)
    throw new UsageError("ubersim: fork needs the file of a recording, and no --restore.");
  return runWith({ ...values, restore: file }, []);
}

async function runWith(values: Parsed<typeof RUN_OPTIONS>["values"], positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0 && values.restore !== undefined && values.csv === undefined)
    throw new UsageError("ubersim: --restore has its own world: leave out the name of a world.");
  if (values.token !== undefined && !/^[\x21-\x7e]+$/.test(values.token))
    throw new UsageError("ubersim: --token needs printable ASCII characters without spaces.");
  const options: RunOptions = {
    world: positionals[0],
    restore: readRestore(values),
    host: values.host,
    port: readPort("--port", values.port),
    httpPort: values.http === "off" ? false : readPort("--http", values.http),
    token: values.token,
    allowOrigins: values["allow-origin"]?.map(readOrigin),
    rate: readRate(values.rate),
    seed: values.seed === undefined ? undefined : readSeed(values.seed),
    expect: values.expect === undefined ? [] : readNames("--expect", values.expect),
    isAsync: values.async,
    stall: values.stall === undefined ? undefined : readStall(values.stall),
    lenient: values.lenient,
    odeNumbers: values["ode-numbers"] === undefined ? undefined : readOdeNumbers(values["ode-numbers"]),
    assets: values.assets,
    controllers: values.controllers,
    usarsim: readUsarsim(values),
    rosbridge: readRosbridge(values),
    referenceSource: readReferenceFlags(values),
    rights: (values.allow ?? []).map(readRight),
    ...readLimits(values.limit),
    seconds: readNumber("--seconds", values.seconds, 0),
    headless: values.headless,
    cameraThreads: values["camera-threads"] === undefined ? undefined : readThreads(values["camera-threads"]),
    renderer: readRenderer(values.renderer),
    leagues: LEAGUE_COMMANDS.map(({ readRun }) => readRun(values as FlagValues)),
    ...readRecord(values, positionals.slice(1)),
    ...readPlugins(values),
  };
  const { runServer } = await import("./run.js");
  return runServer(options);
}

function readRestore({ restore: file, at, "no-wait": isAlone }: RestoreFlags): RunOptions["restore"] {
  if (file === undefined) {
    if (at !== undefined) throw new UsageError("ubersim: --at needs --restore FILE, or the command fork.");
    return undefined;
  }
  return { file, at: at === undefined ? undefined : readNumber("--at", at, 0), waits: isAlone !== true };
}

interface RestoreFlags {
  readonly restore?: string | undefined;
  readonly at?: string | undefined;
  readonly "no-wait"?: boolean | undefined;
}

const VALIDATE_OPTIONS = {
  json: { type: "boolean", default: false },
  lenient: { type: "boolean", default: false },
  assets: { type: "string" },
  limit: { type: "string", multiple: true },
  view: { type: "boolean", default: false },
  ...NO_OPEN,
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function validateCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, VALIDATE_OPTIONS);
  if (positionals.length === 0) throw new UsageError("ubersim: validate needs the path of a robot or world file.");
  const { json, lenient, assets, view } = values;
  if (view && (json || positionals.length > 1))
    throw new UsageError("ubersim: validate --view needs exactly one file, without --json.");
  const { documentLimits, worldLimits } = readLimits(values.limit);
  const common = { lenient, assets, documentLimits, worldLimits, ...readPlugins(values) };
  const { runValidate } = await import("./validate.js");
  const code = await runValidate({ ...common, files: positionals, json });
  if (!view || code !== 0) return code;
  const { runView } = await import("./view.js");
  return runView(positionals[0], { ...common, open: !values["no-open"] });
}

const PICTURE_OPTIONS = {
  host: { type: "string" },
  http: { type: "string" },
  token: { type: "string" },
  world: { type: "string" },
  at: { type: "string" },
  seed: { type: "string" },
  renderer: { type: "string" },
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function pictureCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, PICTURE_OPTIONS);
  const [camera, file] = positionals;
  if (camera === undefined || file === undefined)
    throw new UsageError(
      "ubersim: picture needs a camera and a file: ubersim picture ROBOT.CAMERA out.png, or the name of a camera of the world.",
    );
  allowWords("picture", positionals, 2);
  const { world } = values;
  for (const flag of world === undefined
    ? (["at", "seed", "renderer", "plugin"] as const)
    : (["host", "http", "token"] as const))
    if (values[flag] !== undefined)
      throw new UsageError(
        `ubersim: picture --${flag} is allowed only with${world === undefined ? "" : "out"} --world.`,
      );
  const options = {
    camera,
    file,
    host: values.host ?? "127.0.0.1",
    httpPort: readPort("--http", values.http ?? "8080"),
    token: values.token,
    world,
    at: readNumber("--at", values.at ?? "0", 0),
    seed: values.seed === undefined ? undefined : readSeed(values.seed),
    renderer: readRenderer(values.renderer ?? "cpu"),
    ...readPlugins(values),
  };
  const { runPicture } = await import("./picture.js");
  return runPicture(options);
}

async function videoCommand(given: readonly string[]): Promise<number> {
  const args = joinViews(given);
  const table = {
    ...VIDEO_OPTIONS,
    seed: { type: "string" },
    "camera-threads": { type: "string" },
    ...LEAGUE_OPTIONS,
    ...RENDERER_OPTIONS,
    ...PLUGIN_OPTIONS,
    ...EVERYWHERE,
  } as const satisfies OptionTable;
  const { values, positionals } = readOptions(args, table);
  const [world] = positionals;
  if (world === undefined)
    throw new UsageError("ubersim: video needs a world: ubersim video segway-yard --camera Overhead --out yard.mp4.");
  allowWords("video", positionals, 1);
  const league = values as FlagValues;
  const isRecording = /\.mcap$/i.test(world);
  for (const flag of ["seed", "play"])
    if (isRecording && league[flag])
      throw new UsageError(`ubersim: video --${flag} is only for worlds: a recording has its own.`);
  if (league.opponent !== undefined)
    throw new UsageError("ubersim: video has no --opponent: use --play for a game of the shipped teams.");
  const options = {
    ...readVideo(values, args),
    recording: isRecording ? world : undefined,
    leagues: LEAGUE_COMMANDS.map(({ readRun }) => readRun(league)),
    server: {
      world,
      seed: values.seed === undefined ? undefined : readSeed(values.seed),
      cameraThreads: values["camera-threads"] === undefined ? undefined : readThreads(values["camera-threads"]),
      renderer: readRenderer(values.renderer),
      ...readPlugins(values),
    },
  };
  const { runVideo } = await import("./video.js");
  return runVideo(options);
}

const LIST_OPTIONS = {
  json: { type: "boolean", default: false },
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function listCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, LIST_OPTIONS);
  allowWords("list", positionals, 0);
  const options = { json: values.json, ...readPlugins(values) };
  const { runList } = await import("./list.js");
  return runList(options);
}

function allowWords(command: string, words: readonly string[], max: number): void {
  if (words.length <= max) return;
  throw new UsageError(`ubersim: ${command} has no argument "${words[max]}". See ubersim help.`);
}

function say(text: string): number {
  print(text);
  return 0;
}
