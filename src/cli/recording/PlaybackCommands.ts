// The commands that play a recording: their flags and help. Their modules are loaded when they run.

import {
  EVERYWHERE,
  NO_OPEN,
  type OptionTable,
  PLUGIN_OPTIONS,
  readNumber,
  readOptions,
  readPlugins,
  readPort,
  readRate,
  UsageError,
} from "../Arguments.js";
import { REFERENCE_OPTIONS, readReferenceFlags } from "./ReferenceFlags.js";

export const PLAYBACK_HELP = `  ubersim replay FILE   show a recording in the viewer: play, step, go to any time (docs/recording.md)
      --from S        begin at S seconds of the recording (default 0)
      --rate N|max    speed (default 1)
      --host HOST, --http P, --token T, --no-open   as for run and demo
      --reference FILE ...  as for run
      --plugin FILE   the plug-ins of the run, as above; --watchdog too
  ubersim verify FILE   simulate a recorded run again and compare every frame: equal, or the first frame that differs
      --from S        begin at the last snapshot before S seconds of the recording (default 0)
      --plugin FILE   the plug-ins of the run, as above; --watchdog too
`;

const VERIFY_OPTIONS = {
  from: { type: "string", default: "0" },
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function verifyCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, VERIFY_OPTIONS);
  const file = readFile("verify", positionals);
  const from = readNumber("--from", values.from, 0);
  const { runVerify } = await import("./verify.js");
  return runVerify({ file, from, ...readPlugins(values) });
}

const REPLAY_OPTIONS = {
  from: { type: "string", default: "0" },
  rate: { type: "string", default: "1" },
  host: { type: "string", default: "127.0.0.1" },
  http: { type: "string", default: "8080" },
  token: { type: "string" },
  ...NO_OPEN,
  ...REFERENCE_OPTIONS,
  ...PLUGIN_OPTIONS,
  ...EVERYWHERE,
} as const satisfies OptionTable;

async function replayCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, REPLAY_OPTIONS);
  const options = {
    file: readFile("replay", positionals),
    from: readNumber("--from", values.from, 0),
    rate: readRate(values.rate),
    host: values.host,
    httpPort: readPort("--http", values.http),
    token: values.token,
    open: !values["no-open"],
    reference: readReferenceFlags(values),
    ...readPlugins(values),
  };
  const { runReplay } = await import("./replay.js");
  return runReplay(options);
}

function readFile(command: string, [file, ...more]: readonly string[]): string {
  if (file === undefined || more.length > 0)
    throw new UsageError(`ubersim: ${command} needs the file of one recording.`);
  return file;
}

export const PLAYBACK_COMMANDS = { replay: replayCommand, verify: verifyCommand } as const;
