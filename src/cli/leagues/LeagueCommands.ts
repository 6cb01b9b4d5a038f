// The leagues' parts of the command line. `ubersim run` takes the flags of all leagues, so two leagues cannot have the same flag.

import type { OptionTable } from "../Arguments.js";
import type { LeagueCommand } from "./LeagueCommand.js";
import { SSL_COMMAND } from "./ssl/SslCommand.js";

export const LEAGUE_COMMANDS: readonly LeagueCommand[] = [SSL_COMMAND];

/** Flags of several leagues in one table. Throws if two leagues have a flag or a command of the same name. */
export function joinOptions(leagues: readonly Pick<LeagueCommand, "name" | "options">[]): OptionTable {
  const owners = new Map<string, string>();
  const commands = new Set<string>();
  for (const { name, options } of leagues) {
    if (commands.has(name)) throw new Error(`two leagues have the command "${name}"`);
    commands.add(name);
    for (const flag of Object.keys(options)) {
      const owner = owners.get(flag);
      if (owner !== undefined) throw new Error(`the leagues "${owner}" and "${name}" both have the flag --${flag}`);
      owners.set(flag, name);
    }
  }
  return Object.assign({}, ...leagues.map(({ options }) => options));
}

/** Flags of all leagues. */
export const LEAGUE_OPTIONS: OptionTable = joinOptions(LEAGUE_COMMANDS);
