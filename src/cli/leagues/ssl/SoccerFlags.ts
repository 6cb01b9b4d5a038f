// Flags for worlds with a soccer field (F3, F4, F5): ports and multicast groups of the league's protocols, settings of the match.

import { isIP } from "node:net";
import type { SyncSeat } from "../../../leagues/ssl/LockStep.js";
import { TEAMS, type TeamColor } from "../../../leagues/ssl/Team.js";
import { REALISM_NAMES } from "../../../leagues/ssl/vision/Realism.js";
import type { CiAddress } from "../../../server/leagues/ssl/ci/CiConnection.js";
import { isNetwork } from "../../../server/leagues/ssl/SenderFilter.js";
import { REFEREES, type SoccerSettings } from "../../../server/leagues/ssl/SoccerSettings.js";
import type { SslOptions } from "../../../server/leagues/ssl/SslOptions.js";
import { isMulticast } from "../../../server/leagues/ssl/SslOptions.js";
import { type OptionTable, readNames, readNumber, readPort, UsageError } from "../../Arguments.js";
import { given, oneOf, readFinite } from "../FlagReaders.js";
import { GAME_OPTIONS } from "../GameOptions.js";

export const SOCCER_OPTIONS = {
  ssl: { type: "string", default: "on" },
  "ssl-ports": { type: "string" },
  "ssl-interface": { type: "string" },
  "ssl-epoch": { type: "string" },
  "vision-address": { type: "string" },
  "vision-port": { type: "string" },
  "vision-rate": { type: "string" },
  realism: { type: "string" },
  sync: { type: "string" },
  "sync-delay": { type: "boolean", default: false },
  "gc-ci": { type: "string" },
  "autoref-ci": { type: "string" },
  "enforce-robots": { type: "boolean", default: false },
  "league-log": { type: "string" },
  tournament: { type: "boolean", default: false },
  "league-allow": { type: "string" },
  "league-open": { type: "boolean", default: false },
  ...GAME_OPTIONS,
} as const satisfies OptionTable;

export const SOCCER_HELP = `  in a world with a soccer field (docs/soccer.md):
      --play          start both shipped teams, each as a process, with the built-in referee
      --opponent T    start one shipped team, blue or yellow: the other team is yours
      --ssl off       open none of the league's ports
      --ssl-ports P   commands at P, blue P+1, yellow P+2, over UDP and TCP (default 10300; 0: any free ports)
      --vision-address A   vision and tracker packets go to this multicast group (default 224.5.23.2)
      --vision-port P      vision packets go to this port (default 10020)
      --vision-rate HZ     vision packets per second and camera (default 60; 30 with --realism 2003)
      --ssl-interface I    network interface for multicast: its name or its address
      --ssl-epoch S   time in packets at simulated time 0, s (default: the time of day; 0: the same bytes in every run)
      --realism R     noise, delays and losses: none (default), friendly, rc2021, realistic or 2003
      --referee R     network (default: follow a game controller, if one sends), built-in or none
      --half S        length of a half with the built-in referee, simulated seconds (default 300)
      --sync A,B      the first frame waits for these synchronous clients: blue, yellow, control
      --sync-delay    synchronous clients see the field as late as the vision's delay
      --gc-ci HOST:PORT        lock-step with a game controller in CI mode (its port is 10009)
      --autoref-ci HOST:PORT   the same with an automatic referee before it (10013)
      --enforce-robots         remove robots beyond the max_allowed_bots of the referee
      --league-log FILE        write vision, tracker and referee packets as a log of the league: FILE.log.gz
      --league-allow A,B   accept commands and referee packets from these other machines too: addresses, or networks as 10.0.0.0/24
      --league-open   accept them from every machine that can reach the ports
      --tournament    accept a team's commands only from the first address that sends some
`;

export type SoccerFlags = { readonly [K in keyof typeof SOCCER_OPTIONS]?: string | boolean | undefined } & {
  readonly tournament: boolean;
  readonly play: boolean;
};

/** Settings for a game of shipped teams: the first frame waits for them and for the clients that the user names. */
const gameOf = ({ expect = [], ...soccer }: SoccerSettings, teams: readonly TeamColor[]): SoccerSettings => ({
  ...soccer,
  referee: "built-in",
  expect: [...new Set<SyncSeat>([...teams, ...expect])],
});
const MAX_RATE_HZ = 1000;
const SEATS: readonly SyncSeat[] = ["blue", "yellow", "control"];

export interface SoccerChoice {
  readonly ssl: Partial<SslOptions> | false;
  readonly soccer: SoccerSettings;
  /** Teams that shipped programs play. */
  readonly play: readonly TeamColor[];
}

export function readSoccer(flags: SoccerFlags): SoccerChoice {
  const text = (name: keyof SoccerFlags): string | undefined => flags[name] as string | undefined;
  const ssl = oneOf("--ssl", text("ssl") ?? "on", ["on", "off"]) === "on" && readPorts(text, flags);
  const soccer = {
    ...readMatch(text),
    ...(flags["sync-delay"] ? { syncDelay: true } : {}),
    ...given("logFile", text("league-log"), readLogFile),
    ...(flags["enforce-robots"] ? { enforcesRobots: true } : {}),
  };
  if (text("autoref-ci") !== undefined && text("gc-ci") === undefined)
    throw new UsageError("ubersim: --autoref-ci needs a game controller too: --gc-ci HOST:PORT.");
  if (text("gc-ci") !== undefined && (soccer.referee ?? "network") !== "network")
    throw new UsageError("ubersim: --gc-ci is the referee: leave out --referee.");
  const play = readTeams(flags.play, text("opponent"));
  if (play.length === 0) return { ssl, soccer, play };
  const flag = flags.play ? "--play" : "--opponent";
  if (!ssl) throw new UsageError(`ubersim: ${flag} needs the league's ports: leave out --ssl off.`);
  if ((soccer.referee ?? "built-in") !== "built-in")
    throw new UsageError(`ubersim: ${flag} has the built-in referee: leave out --referee.`);
  return { ssl, soccer: gameOf(soccer, play), play };
}

function readTeams(play: boolean, opponent: string | undefined): readonly TeamColor[] {
  if (opponent === undefined) return play ? TEAMS : [];
  if (play) throw new UsageError("ubersim: --play is a game without you, --opponent one with you: choose one of them.");
  return [oneOf("--opponent", opponent, TEAMS)];
}

type FlagText = (name: keyof SoccerFlags) => string | undefined;

function readPorts(text: FlagText, flags: SoccerFlags): Partial<SslOptions> {
  const address = text("vision-address");
  if (address !== undefined && !(isIP(address) === 4 && isMulticast(address)))
    throw new UsageError(
      `ubersim: --vision-address needs a multicast address, 224.0.0.0 to 239.255.255.255, found "${address}".`,
    );
  return {
    tournament: flags.tournament,
    allow: readAllowed(text("league-allow"), flags["league-open"] === true),
    ...given("ports", text("ssl-ports"), (port) => readPort("--ssl-ports", port)),
    ...given("interface", text("ssl-interface"), (name) => name),
    ...given("visionAddress", address, (one) => one),
    ...given("visionPort", text("vision-port"), readVisionPort),
    ...given("controllerCi", text("gc-ci"), (address) => readAddress("--gc-ci", address)),
    ...given("autoRefereeCi", text("autoref-ci"), (address) => readAddress("--autoref-ci", address)),
  };
}

function readLogFile(text: string): string {
  if (text === "") throw new UsageError("ubersim: --league-log needs the name of a file.");
  return /\.log(\.gz)?$/.test(text) ? text : `${text}.log.gz`;
}

/** HOST:PORT. */
function readAddress(flag: string, text: string): CiAddress {
  const found = /^(.+):(\d{1,5})$/.exec(text);
  const port = Number(found?.[2]);
  if (!found || port < 1 || port > 65535)
    throw new UsageError(`ubersim: ${flag} needs HOST:PORT, such as 127.0.0.1:10009, found "${text}".`);
  return { host: found[1].replace(/^\[(.*)\]$/, "$1"), port };
}

function readAllowed(text: string | undefined, isOpen: boolean): readonly string[] | "all" {
  if (isOpen) return "all";
  const networks = text === undefined ? [] : readNames("--league-allow", text);
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw new UsageError(`ubersim: --league-allow needs addresses or networks such as 10.0.0.0/24, found "${wrong}".`);
}

function readVisionPort(text: string): number {
  const port = readPort("--vision-port", text);
  if (port === 0) throw new UsageError("ubersim: --vision-port needs a port that listeners know, found 0.");
  return port;
}

function readMatch(text: FlagText): SoccerSettings {
  return {
    ...given("epochSec", text("ssl-epoch"), (sec) => readFinite("--ssl-epoch", sec, 0)),
    ...given("visionRateHz", text("vision-rate"), readVisionRate),
    ...given("realism", text("realism"), (name) => oneOf("--realism", name, REALISM_NAMES)),
    ...given("referee", text("referee"), (name) => oneOf("--referee", name, REFEREES)),
    ...given("halfSec", text("half"), (sec) => readFinite("--half", sec, 1)),
    ...given("expect", text("sync"), (names) => readNames("--sync", names).map((name) => oneOf("--sync", name, SEATS))),
  };
}

function readVisionRate(text: string): number {
  const rate = readNumber("--vision-rate", text, 1);
  if (rate <= MAX_RATE_HZ) return rate;
  throw new UsageError(`ubersim: --vision-rate needs 1 to ${MAX_RATE_HZ} pictures a second, found "${text}".`);
}
