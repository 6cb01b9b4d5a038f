// Flags for worlds with a field of the four-legged league (L4): where the game controller's packets go, and the game.

import { isIPv4 } from "node:net";
import { ALL_KEYS, LEGGED_TEAMS, type LeggedTeam, robotName } from "../../../leagues/legged/LeggedTeam.js";
import { GC_VERSIONS } from "../../../leagues/legged/wire/GameControllerPacket.js";
import type { LeggedServerOptions } from "../../../server/leagues/legged/LeggedServer.js";
import { type OptionTable, readPort, UsageError } from "../../Arguments.js";
import { given, oneOf, readFinite } from "../FlagReaders.js";
import { GAME_OPTIONS } from "../GameOptions.js";
import type { FlagValues } from "../LeagueCommand.js";

export const LEGGED_OPTIONS = {
  "gc-address": { type: "string" },
  "gc-port": { type: "string" },
  "gc-version": { type: "string" },
  ...GAME_OPTIONS,
} as const satisfies OptionTable;

export const LEGGED_HELP = `  in a world with a field of the four-legged league (docs/legged.md):
      --play          start both shipped teams, each player as a process, with the referee
      --opponent T    start one shipped team, red or blue: the other team is yours
      --referee R     built-in, or none (default)
      --half S        length of a half, simulated seconds (default 600)
      --gc-address A  the game controller's packets go to this address (default 127.255.255.255: this machine; off: to none)
      --gc-port P     and to this port (default 3838)
      --gc-version V  6 (default: that of 2006) or 4 (2005)
`;

export interface LeggedChoice {
  readonly legged: LeggedServerOptions;
  /** Teams that shipped programs play. */
  readonly play: readonly LeggedTeam[];
}

const VERSIONS = GC_VERSIONS.map(String) as readonly ("4" | "6")[];
/** Other leagues have other words for the same flags; each league passes over those that it does not know. */
const textOf = (values: FlagValues, flag: string): string | undefined => {
  const value = values[flag];
  return typeof value === "string" ? value : undefined;
};

export function readLegged(values: FlagValues): LeggedChoice {
  const text = (flag: string): string | undefined => textOf(values, flag);
  const opponent = LEGGED_TEAMS.names.find((team) => team === text("opponent"));
  const play = opponent ? [opponent] : values.play === true ? LEGGED_TEAMS.names : [];
  const isReferee = play.length > 0 || text("referee") === "built-in";
  const expect = ALL_KEYS.filter(({ team }) => play.includes(team)).map(robotName);
  return {
    legged: {
      referee: isReferee ? "built-in" : "none",
      expect,
      ...given("halfSec", text("half"), (sec) => readFinite("--half", sec, 1)),
      ...given("address", text("gc-address"), readAddress),
      ...given("port", text("gc-port"), readGcPort),
      ...given("packetVersion", text("gc-version"), (version) =>
        oneOf("--gc-version", version, VERSIONS) === "4" ? 4 : 6,
      ),
    },
    play,
  };
}

function readAddress(text: string): string | false {
  if (text === "off") return false;
  if (isIPv4(text)) return text;
  throw new UsageError(`ubersim: --gc-address needs an IPv4 address, such as 192.168.1.255, or off, found "${text}".`);
}

function readGcPort(text: string): number {
  const port = readPort("--gc-port", text);
  if (port === 0) throw new UsageError("ubersim: --gc-port needs a port that robots know, found 0.");
  return port;
}
