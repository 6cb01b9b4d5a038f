// Receives the packets of a game controller on the network (F3, F5). A server for this machine alone ignores other machines.

import { networkInterfaces } from "node:os";
import type { Match } from "../../../leagues/ssl/Match.js";
import { isBuiltIn } from "../../../leagues/ssl/referee/RefereePacket.js";
import { type Referee, RefereeSchema } from "../../../leagues/ssl/wire/SslReferee_pb.js";
import { isLoopback } from "../../links/Address.js";
import type { PortLog } from "../PortLog.js";
import { readMessage } from "./MessageReader.js";
import { LOOPBACK } from "./MulticastSender.js";
import type { SenderFilter } from "./SenderFilter.js";
import type { TurnBudget } from "./TurnBudget.js";
import { UdpPort } from "./UdpPort.js";

export interface RefereeListenerOptions {
  /** Where the server listens. */
  readonly host: string;
  readonly group: string;
  readonly port: number;
  /** Address of the interface at which the group is joined, beside the loopback interface. */
  readonly interface: string;
  readonly match: Match;
  /** Called with every packet that the match has taken. */
  readonly onPacket?: ((packet: Referee) => void) | undefined;
  readonly senders: SenderFilter;
  readonly turn: TurnBudget;
  readonly log: PortLog;
}

/** Throws PORT_UNAVAILABLE. */
export async function openRefereeListener(options: RefereeListenerOptions): Promise<UdpPort> {
  const { host, group, port, match, senders, turn, log } = options;
  const isLocal = isLoopback(host);
  const own = new Set(Object.values(networkInterfaces()).flatMap((infos = []) => infos.map((info) => info.address)));
  const receive = (bytes: Uint8Array, sender: string): undefined => {
    if (isLocal && !own.has(sender) && !isLoopback(sender)) return;
    if (!senders.isAllowed(sender)) {
      log.once("referee of another machine", `referee packets from ${sender} are ignored: see --league-allow`);
      return;
    }
    try {
      const packet = readMessage(RefereeSchema, bytes, "Referee");
      if (isBuiltIn(packet))
        log.once("neighbour", `packets of the built-in referee of another simulator (${sender}) are ignored`);
      else {
        match.referee(packet);
        options.onPacket?.(packet);
      }
    } catch (problem) {
      log.unanswered("referee", sender, problem);
    }
  };
  const listener = await UdpPort.open({
    host: "0.0.0.0",
    port,
    flag: "--referee",
    turn,
    receive,
    log: (line) => log.line(line),
    isShared: true,
  });
  if (listener.join(group, [options.interface, LOOPBACK]) === 0)
    log.line(`referee packets cannot be received: no network interface can join the group ${group}`);
  return listener;
}
