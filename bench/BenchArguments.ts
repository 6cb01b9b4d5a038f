// Command-line arguments of the benchmark programs: --help prints the program's help and ends with 0; an unknown option is
// reported in one line and ends with 2.

import { type ParseArgsConfig, parseArgs } from "node:util";

const HELP = { help: { type: "boolean", short: "h", default: false } } as const;

/** Values and positionals as `parseArgs` gives them. `help` starts with the command line. */
export function readArguments<const Config extends Pick<ParseArgsConfig, "options" | "allowPositionals">>(
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const { options, ...rest } = config;
    const read = parseArgs({ ...rest, options: { ...options, ...HELP } });
    if (!(read.values as { help?: boolean }).help) return read as unknown as ReturnType<typeof parseArgs<Config>>;
  } catch (problem) {
    console.error(`${(problem as Error).message.split(". ")[0]}. See --help.`);
    process.exit(2);
  }
  console.log(help);
  process.exit(0);
}
