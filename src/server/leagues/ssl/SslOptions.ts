// Ports and addresses of the league's protocols (F3). The defaults are those that teams expect; a second simulator on the same machine
// needs other ports, and tests use any free ones.

import { SimError } from "../../../describe/SimError.js";
import type { TeamColor } from "../../../leagues/ssl/Team.js";
import type { CiAddress } from "./ci/CiConnection.js";
import { isNetwork } from "./SenderFilter.js";

export interface SslOptions {
  /** Commands of the simulation protocol: this port, the next for blue, the next for yellow; 0: any free ones. */
  readonly ports: number;
  /** Port of grSim's commands; 0: any free one; undefined: at a fixed distance from `ports`. */
  readonly legacyPort: number | undefined;
  /** Ports of robots' status after such commands, at the sender's address. */
  readonly statusPorts: Readonly<Record<TeamColor, number>>;
  /** Multicast group of vision and tracker. */
  readonly visionAddress: string;
  readonly visionPort: number;
  readonly trackerPort: number;
  readonly refereeAddress: string;
  readonly refereePort: number;
  /** A game controller in CI mode; undefined: none. */
  readonly controllerCi: CiAddress | undefined;
  /** An automatic referee in CI mode, before the game controller; undefined: none. */
  readonly autoRefereeCi: CiAddress | undefined;
  /** Interface of multicast: a name or an address of this machine; undefined: the one with a route to the network. */
  readonly interface: string | undefined;
  /** True: as in a tournament, a team's commands are accepted only from the first address that sends some. */
  readonly tournament: boolean;
  /** Addresses and networks of other machines whose commands and referee packets are accepted; "all": every machine's. */
  readonly allow: readonly string[] | "all";
}

export const DEFAULT_SSL_OPTIONS: SslOptions = {
  ports: 10300,
  legacyPort: undefined,
  statusPorts: { blue: 30011, yellow: 30012 },
  visionAddress: "224.5.23.2",
  visionPort: 10020,
  trackerPort: 10010,
  refereeAddress: "224.5.23.1",
  refereePort: 10003,
  controllerCi: undefined,
  autoRefereeCi: undefined,
  interface: undefined,
  tournament: false,
  allow: [],
};

/** From 10300 to 20011. */
export const LEGACY_DISTANCE = 9711;
const MAX_PORT = 65535;
export const MAX_WITH_LEGACY = MAX_PORT - LEGACY_DISTANCE;

/** Undefined: the port would be above 65535. */
export function legacyPortOf({ ports, legacyPort }: SslOptions): number | undefined {
  if (legacyPort !== undefined) return legacyPort;
  if (ports === 0) return 0;
  return ports + LEGACY_DISTANCE > MAX_PORT ? undefined : ports + LEGACY_DISTANCE;
}

/** Fills in defaults; throws VALUE_OUT_OF_RANGE. */
export function sslOptions(given: Partial<SslOptions>): SslOptions {
  const options = { ...DEFAULT_SSL_OPTIONS, ...given };
  // the next two ports must exist too
  if (options.ports > MAX_PORT - 2) throw outOfRange("--ssl-ports", options.ports, `0, or 1 to ${MAX_PORT - 2}`);
  for (const [flag, address] of [
    ["--vision-address", options.visionAddress],
    ["refereeAddress", options.refereeAddress],
  ] as const)
    if (!isMulticast(address)) throw outOfRange(flag, `"${address}"`, "an address from 224.0.0.0 to 239.255.255.255");
  const wrong = options.allow === "all" ? undefined : options.allow.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    throw outOfRange("--league-allow", `"${wrong}"`, "addresses and networks such as 10.0.0.0/24");
  if (options.visionPort === options.trackerPort)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: "--vision-port",
      found: options.visionPort,
      allowed: "another port than the tracker's",
      advice: "Choose another port: listeners of either would get both.",
    });
  return options;
}

export function isMulticast(address: string): boolean {
  const parts = address.split(".").map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  const [first = 0] = parts;
  return parts.length === 4 && parts.every((part) => part < 256) && first >= 224 && first < 240;
}

const outOfRange = (where: string, found: number | string, allowed: string): SimError =>
  new SimError("VALUE_OUT_OF_RANGE", { where, found: String(found), allowed });
