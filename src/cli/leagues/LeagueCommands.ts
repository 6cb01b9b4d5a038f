// The leagues' parts of the command line. `ubersim run` takes the flags of all leagues, so two leagues cannot
// have the same flag, unless they share it (GameOptions.ts).

import type { OptionTable } from "../Arguments.js";
import type { LeagueCommand } from "./LeagueCommand.js";
import { LEGGED_COMMAND } from "./legged/LeggedCommand.js";
import { LEAGUE_LOG_COMMANDS, LEAGUE_LOG_HELP } from "./ssl/LeagueLogCommand.js";
import { SSL_COMMAND } from "./ssl/SslCommand.js";

export const LEAGUE_COMMANDS: readonly LeagueCommand[] = [SSL_COMMAND, LEGGED_COMMAND];

/** Commands of leagues that run no world, and their help. */
export const LEAGUE_TOOLS = LEAGUE_LOG_COMMANDS;
export const LEAGUE_TOOLS_HELP = LEAGUE_LOG_HELP;

/** Flags of several leagues in one table. Throws if two leagues have a command of the same name, or a flag that they do not share. */
export function joinOptions(leagues: readonly Pick<LeagueCommand, "name" | "options">[]): OptionTable {
  const owners = new Map<string, { readonly name: string; readonly option: unknown }>();
  const commands = new Set<string>();
  for (const { name, options } of leagues) {
    if (commands.has(name)) throw new Error(`two leagues have the command "${name}"`);
    commands.add(name);
    for (const [flag, option] of Object.entries(options)) {
      const owner = owners.get(flag);
      if (owner && owner.option !== option)
        throw new Error(`the leagues "${owner.name}" and "${name}" both have the flag --${flag}`);
      owners.set(flag, { name, option });
    }
  }
  return Object.assign({}, ...leagues.map(({ options }) => options));
}

/** Flags of all leagues. */
export const LEAGUE_OPTIONS: OptionTable = joinOptions(LEAGUE_COMMANDS);
