// The leagues' parts of the server by league, each loaded only for a world that has the league.

import type { WorldFile } from "../../describe/world/WorldFile.js";
import type { GuestServer, GuestServerOptions, LoadGuestServer } from "../GuestServer.js";

const SERVERS: Readonly<Record<string, () => Promise<LoadGuestServer>>> = {
  legged: async () => (await import("./legged/LeggedServer.js")).leggedServer,
  ssl: async () => (await import("./ssl/SslServer.js")).sslServer,
};

export function loadGuestServers({ guests }: WorldFile, options: GuestServerOptions): Promise<readonly GuestServer[]> {
  const known = guests.filter(({ guest }) => Object.hasOwn(SERVERS, guest));
  return Promise.all(known.map(async (guest) => (await SERVERS[guest.guest]())(guest, options)));
}
