// The leagues' parts of the command line.

import type { OptionTable } from "../Arguments.js";
import type { LeagueCommand } from "./LeagueCommand.js";
import { SSL_COMMAND } from "./ssl/SslCommand.js";

export const LEAGUE_COMMANDS: readonly LeagueCommand[] = [SSL_COMMAND];

/** Flags of all leagues. */
export const LEAGUE_OPTIONS: OptionTable = Object.assign({}, ...LEAGUE_COMMANDS.map(({ options }) => options));
