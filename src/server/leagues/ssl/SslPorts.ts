// The network side of a match (F3): command ports in, a game controller's packets in, and vision, tracker and referee packets out
// by multicast. The match interprets the messages; packets leave in the same turn of the event loop as their frame.

import { toBinary } from "@bufbuild/protobuf";
import type { StallPolicy } from "../../../describe/robot/RobotDescription.js";
import type { LockStep, SyncSeat } from "../../../leagues/ssl/LockStep.js";
import type { Match, MatchPacket } from "../../../leagues/ssl/Match.js";
import { type Referee, RefereeSchema } from "../../../leagues/ssl/wire/SslReferee_pb.js";
import { TrackerWrapperPacketSchema } from "../../../leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../../leagues/ssl/wire/SslVision_pb.js";
import { counter, type Metric } from "../../metrics/Metric.js";
import { PortLog } from "../PortLog.js";
import { CommandPorts, listenOptions } from "./CommandPorts.js";
import { LegacyPort } from "./LegacyPort.js";
import { LOOPBACK, MulticastSender } from "./MulticastSender.js";
import { findOtherSimulator } from "./OtherSimulators.js";
import { openRefereeListener } from "./RefereeListener.js";
import { SenderFilter } from "./SenderFilter.js";
import { LEGACY_DISTANCE, legacyPortOf, MAX_WITH_LEGACY, type SslOptions } from "./SslOptions.js";
import { TurnBudget } from "./TurnBudget.js";
import type { UdpPort } from "./UdpPort.js";

export interface SslPortsOptions {
  readonly host: string;
  readonly ssl: SslOptions;
  readonly match: Match;
  /** The synchronous clients of the match. */
  readonly lockStep: LockStep;
  /** Policy for synchronous clients that send no request; undefined: wait on this machine, drop after 10 s elsewhere (T4). */
  readonly stall: StallPolicy | undefined;
  /** True: a game controller on the network leads the match. */
  readonly receivesReferee: boolean;
  /** Called with the packets of every frame. */
  readonly onPackets?: (packets: readonly MatchPacket[]) => void;
  /** Called with the packets of a game controller on the network. */
  readonly onReferee?: (message: Referee) => void;
  /** Called after a request: the simulation may be able to continue. */
  readonly wake: () => void;
  readonly log: (line: string) => void;
}

/** Addresses and ports of a running match. */
export interface SslAddresses {
  /** Command ports, the same number for UDP and TCP. */
  readonly ports: Readonly<Record<SyncSeat, number>>;
  /** Port of grSim's commands; undefined: there is none. */
  readonly legacy: number | undefined;
  readonly visionAddress: string;
  readonly visionPort: number;
  readonly trackerPort: number;
  /** Undefined: the match ignores game controllers. */
  readonly refereePort: number | undefined;
  /** Address of the interface of multicast. */
  readonly interface: string;
}

export class SslPorts {
  readonly #options: SslPortsOptions;
  readonly #log: PortLog;
  readonly #turn = new TurnBudget();
  #multicast: MulticastSender | undefined;
  #commands: CommandPorts | undefined;
  #legacy: LegacyPort | undefined;
  #referee: UdpPort | undefined;

  private constructor(options: SslPortsOptions) {
    this.#options = options;
    this.#log = new PortLog(options.log);
  }

  /** Throws PORT_UNAVAILABLE or INTERFACE_UNKNOWN. */
  static async open(options: SslPortsOptions): Promise<SslPorts> {
    const ports = new SslPorts(options);
    try {
      await ports.#open();
    } catch (problem) {
      await ports.close();
      throw problem;
    }
    return ports;
  }

  async #open(): Promise<void> {
    const { host, ssl, log, receivesReferee, match, lockStep, stall, wake } = this.#options;
    const senders = new SenderFilter(ssl);
    const shared = { host, match, senders, turn: this.#turn, log: this.#log };
    match.trackerPort = ssl.trackerPort;
    const groups = [ssl.visionAddress, ssl.refereeAddress];
    this.#multicast = await MulticastSender.open({ host, interface: ssl.interface, groups, log });
    this.#commands = await CommandPorts.open({ ...shared, firstPort: ssl.ports, lockStep, stall, wake });
    const legacyPort = legacyPortOf(ssl);
    if (legacyPort === undefined)
      log(
        `no port for grSim's commands: ${ssl.ports} + ${LEGACY_DISTANCE} is above 65535; use --ssl-ports up to ${MAX_WITH_LEGACY} for one`,
      );
    else {
      const { statusPorts } = ssl;
      this.#legacy = await LegacyPort.open({ ...shared, ...listenOptions(legacyPort, ssl.ports), statusPorts });
    }
    const through = this.#multicast.interface;
    if (receivesReferee)
      this.#referee = await openRefereeListener({
        ...shared,
        group: ssl.refereeAddress,
        port: ssl.refereePort,
        onPacket: this.#options.onReferee,
        interface: through,
      });
    await this.#warnOfOtherSimulators(through);
  }

  async #warnOfOtherSimulators(through: string): Promise<void> {
    const { visionAddress: address, visionPort: port } = this.#options.ssl;
    const other = await findOtherSimulator({ address, port, interfaces: [through, LOOPBACK] });
    if (other === undefined) return;
    this.#log.line(
      `another simulator (${other}) sends vision to ${address}:${port} too: give one of them --vision-address or --vision-port`,
    );
  }

  /** Before a frame: sends packets of frame 0, which no step has made. */
  sendFirst(): void {
    if (this.#options.match.world.frame === 0) this.#sendPackets();
  }

  /** After every frame: sends the packets that are due in this turn of the event loop. */
  send(): void {
    this.#sendPackets();
    this.#legacy?.sendStatus();
  }

  #sendPackets(): void {
    const packets = this.#options.match.takePackets();
    if (packets.length === 0) return;
    for (const packet of packets) this.#sendPacket(packet);
    this.#options.onPackets?.(packets);
  }

  /** For teams that listen to the network: what a game controller in CI mode has answered. */
  sendReferee(message: Referee): void {
    this.#sendPacket({ channel: "referee", message });
  }

  #sendPacket(packet: MatchPacket): void {
    const { visionAddress, trackerPort, refereeAddress, refereePort } = this.#options.ssl;
    const multicast = this.#multicast as MulticastSender;
    if (packet.channel === "vision")
      multicast.send(toBinary(SSL_WrapperPacketSchema, packet.message), this.#visionPort, visionAddress);
    else if (packet.channel === "tracker")
      multicast.send(toBinary(TrackerWrapperPacketSchema, packet.message), trackerPort, visionAddress);
    else multicast.send(toBinary(RefereeSchema, packet.message), refereePort, refereeAddress);
  }

  get #visionPort(): number {
    return this.#options.match.visionPort ?? this.#options.ssl.visionPort;
  }

  metrics(): readonly Metric[] {
    const help = "Datagrams of teams and game controllers that arrived faster than they can be handled.";
    return [counter("ubersim_ssl_dropped_datagrams_total", help, this.#turn.dropped)];
  }

  get addresses(): SslAddresses {
    const { visionAddress, trackerPort, refereePort } = this.#options.ssl;
    const portOf = (seat: SyncSeat): number => this.#commands?.portOf(seat) ?? 0;
    return {
      ports: { control: portOf("control"), blue: portOf("blue"), yellow: portOf("yellow") },
      legacy: this.#legacy?.port,
      visionAddress,
      visionPort: this.#visionPort,
      trackerPort,
      refereePort: this.#referee ? refereePort : undefined,
      interface: this.#multicast?.interface ?? LOOPBACK,
    };
  }

  async close(): Promise<void> {
    this.#turn.stop();
    const sockets = [this.#multicast, this.#legacy, this.#referee, this.#commands];
    await Promise.all(sockets.map((socket) => socket?.close()));
  }
}
