// The Small Size League's part of the server (F3): the options of a match, its packets' clock, and its ports.

import type { FieldGeometry } from "../../../leagues/ssl/field/FieldGeometry.js";
import type { MatchPacket } from "../../../leagues/ssl/Match.js";
import { SslGuest } from "../../../leagues/ssl/SslGuest.js";
import type { Referee } from "../../../leagues/ssl/wire/SslReferee_pb.js";
import type { GuestServer, GuestServerContext, LoadGuestServer, OpenGuest } from "../../GuestServer.js";
import { PortLog } from "../PortLog.js";
import { CiExchange } from "./ci/CiExchange.js";
import { PacketLog } from "./log/PacketLog.js";
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
    // a playback writes no log
    recorded: { ssl: false, soccer: { ...soccer, logFile: undefined, epochSec: options.epochSec } },
    create: (simulation) => {
      guest = new SslGuest(simulation, options);
      return guest;
    },
    open: (context) => openSsl(guest as SslGuest, context, { ssl, soccer }),
  };
};

async function openSsl(
  guest: SslGuest,
  { simulation, host, stall, opensPorts, wake, log }: GuestServerContext,
  { ssl, soccer }: { readonly ssl: Partial<SslOptions> | false; readonly soccer: SoccerSettings },
): Promise<OpenGuest> {
  const { match, lockStep } = guest;
  const clock = soccer.epochSec === undefined ? new PacketTime(match) : undefined;
  const beforeFrame = () => clock?.beforeFrame();
  if (!opensPorts) return { addresses: undefined, beforeFrame, close: async () => {} };
  const written = soccer.logFile === undefined ? undefined : new PacketLog(soccer.logFile, guest.match, log);
  if (ssl === false) {
    const take = () => written?.add(match.takePackets());
    const takeFirst = () => {
      beforeFrame();
      if (match.world.frame === 0) take();
    };
    return { addresses: undefined, beforeFrame: takeFirst, afterFrame: take, close: async () => written?.close() };
  }
  const options = sslOptions(ssl);
  const { controllerCi, autoRefereeCi } = options;
  const receivesReferee = (soccer.referee ?? "network") === "network" && !controllerCi;
  let exchange: CiExchange | undefined;
  const onPackets = (packets: readonly MatchPacket[]) => {
    written?.add(packets);
    exchange?.take(packets);
  };
  const onReferee = (message: Referee) => written?.add([{ channel: "referee", message }]);
  const ports = await SslPorts.open({
    ...{ host, ssl: options, match, lockStep, stall, receivesReferee, onPackets, onReferee, wake, log },
  });
  if (controllerCi) {
    exchange = new CiExchange({
      match,
      controller: controllerCi,
      autoReferee: autoRefereeCi,
      publish: (message) => {
        ports.sendReferee(message);
        onReferee(message);
      },
      wake,
      log: new PortLog(log),
    });
    guest.gate = exchange;
  }
  const idle = new SslIdle(simulation, guest, log);
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
      exchange?.close();
      written?.close();
      return ports.close();
    },
  };
}
