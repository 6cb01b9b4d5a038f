// The list of leagues. docs/architecture.md (Guests) has the complete list of files that a new league adds a line to.

import type { WorldFile } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { GuestFactory } from "../session/Guest.js";
import { type Verb, VerbTable } from "../session/verbs/Verbs.js";
import type { League } from "./League.js";
import { LEGGED_LEAGUE } from "./legged/LeggedLeague.js";
import { SSL_LEAGUE } from "./ssl/SslLeague.js";

const LEAGUES: readonly League[] = [SSL_LEAGUE, LEGGED_LEAGUE];

/** Verbs of all leagues. */
export const LEAGUE_VERBS: readonly Verb[] = LEAGUES.flatMap(({ verbs }) => verbs);

/** Every verb of the console. World files are checked with it, before their simulation exists. */
export const ALL_VERBS = new VerbTable(LEAGUE_VERBS);

/** A registry with all built-in devices, robot types and leagues, to which plug-ins may add. */
export function builtInKinds(): DeviceRegistry {
  const kinds = builtInDevices();
  for (const { element } of LEAGUES) kinds.addGuest(element);
  return kinds;
}

/** Loads the leagues of a world, for `new Simulation(world, { guests })`. `options` holds the options of each league by its name. */
export function loadGuests(
  { guests }: WorldFile,
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly GuestFactory[]> {
  const loading = guests.flatMap((guest) => {
    const league = LEAGUES.find(({ element }) => element.guest === guest.guest);
    return league ? [league.load(guest, options[guest.guest])] : [];
  });
  return Promise.all(loading);
}
