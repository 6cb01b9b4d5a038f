// What a league adds to the command line: flags of `ubersim run`, a command that plays a game, lines of the greeting.

import type { GuestServerOptions } from "../../server/GuestServer.js";
import type { RunningServer } from "../../server/Server.js";
import type { Simulation } from "../../session/Simulation.js";
import type { OptionTable } from "../Arguments.js";

/** Values of flags, as `parseArgs` returns them. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface LeagueCommand {
  /** Name of the command that plays a game, and its world where the user names none. */
  readonly name: string;
  readonly world: string;
  /** Help of the command, and of the flags. */
  readonly help: string;
  readonly flagHelp: string;
  /** Flags of `run` and of the command. */
  readonly options: OptionTable;
  /** Lines of the greeting: where programs connect. Empty for a world without the league. */
  greet(server: RunningServer): readonly string[];
  /** Reads the flags of `run`; throws a UsageError. */
  readRun(values: FlagValues): LeagueRun;
  /** Reads the flags of the command; throws a UsageError. */
  readGame(values: FlagValues): LeagueRun;
}

/** One run of a server with a league's flags. */
export interface LeagueRun {
  readonly server: GuestServerOptions;
  /** The same options with any free ports, where the user named none. */
  readonly onFreePorts: GuestServerOptions;
  /** A game between shipped teams; undefined: the user requested none. */
  readonly game: LeagueGame | undefined;
}

export interface LeagueGame {
  /** Why a world cannot hold the game; undefined: it can. */
  refuse(simulation: Simulation): string | undefined;
  /** First words of the command. */
  greet(server: RunningServer): string;
  /** Starts the shipped teams; returns the function that ends them. */
  start(server: RunningServer, log: (line: string) => void): () => void;
  isOver(simulation: Simulation): boolean;
  result(simulation: Simulation): string;
}
