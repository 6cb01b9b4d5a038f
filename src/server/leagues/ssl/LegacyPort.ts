// The UDP port for grSim's own protocol (F3). Commands are not answered; robots' status goes to the last sender of a team's commands.

import { toBinary } from "@bufbuild/protobuf";
import type { Match } from "../../../leagues/ssl/Match.js";
import { TEAMS, type TeamColor } from "../../../leagues/ssl/Team.js";
import { grSim_PacketSchema, Robots_StatusSchema } from "../../../leagues/ssl/wire/GrSim_pb.js";
import type { ListenOptions } from "../../links/Address.js";
import type { PortLog } from "../PortLog.js";
import { readMessage } from "./MessageReader.js";
import type { SenderFilter } from "./SenderFilter.js";
import type { TurnBudget } from "./TurnBudget.js";
import { UdpPort } from "./UdpPort.js";

export interface LegacyPortOptions extends ListenOptions {
  readonly match: Match;
  /** Port of the robots' status at the sender's address. */
  readonly statusPorts: Readonly<Record<TeamColor, number>>;
  readonly senders: SenderFilter;
  readonly turn: TurnBudget;
  readonly log: PortLog;
}

export class LegacyPort {
  readonly #options: LegacyPortOptions;
  readonly #lastSenders = new Map<TeamColor, string>();
  #udpPort!: UdpPort;

  private constructor(options: LegacyPortOptions) {
    this.#options = options;
  }

  /** Throws PORT_UNAVAILABLE. */
  static async open(options: LegacyPortOptions): Promise<LegacyPort> {
    const legacy = new LegacyPort(options);
    const receive = (bytes: Uint8Array, sender: string) => legacy.#receive(bytes, sender);
    legacy.#udpPort = await UdpPort.open({ ...options, receive, log: (line) => options.log.line(line) });
    return legacy;
  }

  get port(): number {
    return this.#udpPort.port;
  }

  #receive(bytes: Uint8Array, sender: string): undefined {
    const { match, senders, log } = this.#options;
    if (!senders.isAllowed(sender)) {
      log.once("refused grSim", `grSim commands from ${sender} are ignored: see --league-allow`);
      return;
    }
    try {
      const packet = readMessage(grSim_PacketSchema, bytes, "grSim_Packet");
      const team = packet.commands && (packet.commands.isteamyellow ? "yellow" : "blue");
      senders.admit(team ?? "control", sender);
      if (team) this.#lastSenders.set(team, sender);
      match.legacy(packet);
    } catch (problem) {
      log.unanswered("grSim", sender, problem);
    }
  }

  /** After every frame: sends status that has changed. */
  sendStatus(): void {
    if (this.#lastSenders.size === 0) return;
    const { match, statusPorts } = this.#options;
    for (const team of TEAMS) {
      const sender = this.#lastSenders.get(team);
      const status = sender && match.takeLegacyStatus(team);
      if (status) this.#udpPort.send(toBinary(Robots_StatusSchema, status), statusPorts[team], sender);
    }
  }

  close(): Promise<void> {
    return this.#udpPort.close();
  }
}
