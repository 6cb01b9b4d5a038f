// The Small Size League's part of the server (F3): the options of a match, its packets' clock, and its ports.

import type { FieldGeometry } from "../../../leagues/ssl/field/FieldGeometry.js";
import { SslGuest } from "../../../leagues/ssl/SslGuest.js";
import type { GuestServer, GuestServerContext, LoadGuestServer, OpenGuest } from "../../GuestServer.js";
import type { SoccerSettings } from "./SoccerSettings.js";
import { SslIdle } from "./SslIdle.js";
import { PacketTime, soccerOptions } from "./SslMatch.js";
import { type SslOptions, sslOptions } from "./SslOptions.js";
import { type SslAddresses, SslPorts } from "./SslPorts.js";

declare module "../../GuestServer.js" {
  interface GuestServerOptions {
    /** Ports and multicast groups of the league's protocols; false: none. */
    readonly ssl?: Partial<SslOptions> | false | undefined;
    /** The match. */
    readonly soccer?: SoccerSettings | undefined;
  }
  interface GuestAddresses {
    /** Ports of the league's protocols; undefined: none. */
    readonly ssl?: SslAddresses | undefined;
  }
}

export const sslServer: LoadGuestServer = (world, { ssl = {}, soccer = {} }): GuestServer => {
  const options = soccerOptions(soccer, world.settings as FieldGeometry);
  let guest: SslGuest | undefined;
  return {
    name: world.guest,
    recorded: { ssl: false, soccer: { ...soccer, epochSec: options.epochSec } },
    create: (simulation) => {
      guest = new SslGuest(simulation, options);
      return guest;
    },
    open: (context) => openSsl(guest as SslGuest, context, { ssl, soccer }),
  };
};

async function openSsl(
  { match, lockStep }: SslGuest,
  { simulation, host, stall, opensPorts, wake, log }: GuestServerContext,
  { ssl, soccer }: { readonly ssl: Partial<SslOptions> | false; readonly soccer: SoccerSettings },
): Promise<OpenGuest> {
  const clock = soccer.epochSec === undefined ? new PacketTime(match) : undefined;
  const beforeFrame = () => clock?.beforeFrame();
  if (ssl === false || !opensPorts) return { addresses: undefined, beforeFrame, close: async () => {} };
  const receivesReferee = (soccer.referee ?? "network") === "network";
  const ports = await SslPorts.open({ host, ssl: sslOptions(ssl), match, lockStep, stall, receivesReferee, wake, log });
  const idle = new SslIdle(simulation, lockStep, log);
  return {
    get addresses() {
      return ports.addresses;
    },
    beforeFrame: () => {
      beforeFrame();
      ports.sendFirst();
    },
    afterFrame: () => ports.send(),
    metrics: () => ports.metrics(),
    close: () => {
      idle.stop();
      return ports.close();
    },
  };
}
