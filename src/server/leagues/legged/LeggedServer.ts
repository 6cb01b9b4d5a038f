// The four-legged league's part of the server (L4): the options of a match, and the port of the game controller's packets.

import { LeggedGuest } from "../../../leagues/legged/LeggedGuest.js";
import { type GameControllerVersion, GC_PORT } from "../../../leagues/legged/wire/GameControllerPacket.js";
import type { GuestServer, GuestServerContext, LoadGuestServer, OpenGuest } from "../../GuestServer.js";
import { GameControllerPort } from "./GameControllerPort.js";

export interface LeggedServerOptions {
  /** Default none. */
  readonly referee?: "built-in" | "none" | undefined;
  /** Length of a half, simulated s; default 600. */
  readonly halfSec?: number | undefined;
  /** Robots that the first frame waits for; default none. */
  readonly expect?: readonly string[] | undefined;
  /** The game controller's packets go to this address, default 127.255.255.255: all programs on this machine. False: to none. */
  readonly address?: string | false | undefined;
  /** Default 3838. */
  readonly port?: number | undefined;
  /** Default 6, that of 2006; 4 is that of 2005. */
  readonly packetVersion?: GameControllerVersion | undefined;
}

export interface LeggedAddresses {
  /** Where the game controller's packets go. */
  readonly address: string;
  readonly port: number;
}

declare module "../../GuestServer.js" {
  interface GuestServerOptions {
    /** A match of the four-legged league. */
    readonly legged?: LeggedServerOptions | undefined;
  }
  interface GuestAddresses {
    /** The game controller of the four-legged league; undefined: it sends nothing. */
    readonly legged?: LeggedAddresses | undefined;
  }
}

/** All programs on this machine. */
const LOOPBACK_BROADCAST = "127.255.255.255";

export const leggedServer: LoadGuestServer = (world, { legged = {} }): GuestServer => {
  const { address = LOOPBACK_BROADCAST, port = GC_PORT, halfSec, ...options } = legged;
  let guest: LeggedGuest | undefined;
  return {
    name: world.guest,
    recorded: { legged: { ...legged, address: false } },
    create: (simulation) => {
      guest = new LeggedGuest(simulation, { ...options, ...(halfSec === undefined ? {} : { halfSec }) });
      return guest;
    },
    open: (context) => openLegged(guest as LeggedGuest, context, { address, port }),
  };
};

async function openLegged(
  { match }: LeggedGuest,
  { opensPorts, log }: GuestServerContext,
  { address, port }: { readonly address: string | false; readonly port: number },
): Promise<OpenGuest> {
  if (address === false || !opensPorts || !match.referee) return { addresses: undefined, close: async () => {} };
  const sender = await GameControllerPort.open({ address, port, log });
  return {
    addresses: { address, port },
    afterFrame: () => {
      const packet = match.takePacket();
      if (packet) sender.send(packet);
    },
    close: () => sender.close(),
  };
}
