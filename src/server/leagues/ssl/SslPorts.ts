// The league's protocols on this machine's network (F3): three command ports (UDP, and TCP for who steps synchronously), grSim's
// own, the referee's packets in, and vision, tracker and referee packets out. What the messages mean is the match's; here they
// come in, are answered, and leave right after their frame.

import { networkInterfaces } from "node:os";
import { create, toBinary } from "@bufbuild/protobuf";
import type { StallPolicy } from "../../../describe/robot/RobotDescription.js";
import { SimError } from "../../../describe/SimError.js";
import { wireError } from "../../../leagues/ssl/commands/WireError.js";
import type { LockStep, SyncSeat } from "../../../leagues/ssl/LockStep.js";
import type { Match, MatchPacket } from "../../../leagues/ssl/Match.js";
import { isBuiltIn } from "../../../leagues/ssl/referee/RefereePacket.js";
import { TEAMS, type TeamColor } from "../../../leagues/ssl/Team.js";
import { grSim_PacketSchema, Robots_StatusSchema } from "../../../leagues/ssl/wire/GrSim_pb.js";
import { RefereeSchema } from "../../../leagues/ssl/wire/SslReferee_pb.js";
import {
  RobotControlResponseSchema,
  RobotControlSchema,
  SimulatorCommandSchema,
  SimulatorResponseSchema,
} from "../../../leagues/ssl/wire/SslSimulation_pb.js";
import { TrackerWrapperPacketSchema } from "../../../leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../../leagues/ssl/wire/SslVision_pb.js";
import { isLoopback } from "../../links/Address.js";
import { readMessage, trimErrors } from "./MessageReader.js";
import { LOOPBACK, MulticastSender } from "./MulticastSender.js";
import { findOtherSimulator } from "./OtherSimulators.js";
import { SenderFilter } from "./SenderFilter.js";
import { LEGACY_DISTANCE, legacyPortOf, MAX_WITH_LEGACY, type SslOptions } from "./SslOptions.js";
import { SyncServer } from "./SyncServer.js";
import { TurnBudget } from "./TurnBudget.js";
import { UdpPort } from "./UdpPort.js";

export interface SslPortsOptions {
  readonly host: string;
  readonly ssl: SslOptions;
  readonly match: Match;
  /** Of who steps synchronously. */
  readonly lockStep: LockStep;
  /** Of synchronous clients that do not ask; undefined: wait on this machine, drop after 10 s elsewhere (T4). */
  readonly stall: StallPolicy | undefined;
  /** The referee is on the network: its packets are listened to. */
  readonly hearsReferee: boolean;
  /** Something was asked that may let the world go on. */
  readonly wake: () => void;
  readonly log: (line: string) => void;
}

/** Where teams find what they look for. */
export interface SslAddresses {
  /** Of commands, for UDP and TCP alike. */
  readonly ports: Readonly<Record<SyncSeat, number>>;
  /** grSim's commands; undefined: there is none. */
  readonly legacy: number | undefined;
  readonly visionAddress: string;
  readonly visionPort: number;
  readonly trackerPort: number;
  /** Undefined: nobody listens for one. */
  readonly refereePort: number | undefined;
  /** Address of the interface of multicast. */
  readonly interface: string;
}

/** s. */
const REMOTE_PATIENCE = 10;
/** Longer than any timer should be trusted with, s. */
const MAX_PATIENCE = 1e6;
const SEATS: readonly SyncSeat[] = ["control", "blue", "yellow"];
const FLAG = "--ssl-ports";
/** Proposed where a port is taken. */
const NEXT_PORTS = 10;
const BESIDES = ", and for a second simulator another group too: --vision-address 224.5.23.12";
/** For a number that is free for both UDP and TCP. */
const MAX_TRIES = 20;

export class SslPorts {
  readonly #options: SslPortsOptions;
  readonly #turn = new TurnBudget();
  readonly #senders: SenderFilter;
  readonly #datagrams = new Map<SyncSeat, UdpPort>();
  readonly #syncServers: SyncServer[] = [];
  /** Who sent commands of grSim's kind last. */
  readonly #legacySenders = new Map<TeamColor, string>();
  #multicast: MulticastSender | undefined;
  #legacy: UdpPort | undefined;
  #referee: UdpPort | undefined;
  /** What the log has heard already. */
  readonly #told = new Set<string>();

  private constructor(options: SslPortsOptions) {
    this.#options = options;
    this.#senders = new SenderFilter(options.ssl.tournament);
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
    const { host, ssl, log, hearsReferee, match } = this.#options;
    match.trackerPort = ssl.trackerPort;
    this.#multicast = await MulticastSender.open({ host, interface: ssl.interface, log });
    for (const [i, seat] of SEATS.entries()) await this.#openSeat(seat, ssl.ports === 0 ? 0 : ssl.ports + i);
    const legacyPort = legacyPortOf(ssl);
    if (legacyPort === undefined)
      log(
        `no port for grSim's commands: ${ssl.ports} + ${LEGACY_DISTANCE} is above 65535; ${FLAG} up to ${MAX_WITH_LEGACY} has one`,
      );
    else this.#legacy = await this.#openDatagrams(legacyPort, (bytes, sender) => this.#takeLegacy(bytes, sender));
    if (hearsReferee) this.#referee = await this.#openReferee(this.#multicast.interface);
    await this.#lookForNeighbours(this.#multicast.interface);
  }

  async #lookForNeighbours(through: string): Promise<void> {
    const { visionAddress: address, visionPort: port } = this.#options.ssl;
    const neighbour = await findOtherSimulator({ address, port, interfaces: [through, LOOPBACK] });
    if (neighbour !== undefined)
      this.#options.log(
        `another simulator (${neighbour}) sends vision to ${address}:${port} too: give one of them --vision-address or --vision-port`,
      );
  }

  // ---- commands

  /** The same number for UDP and TCP. */
  async #openSeat(seat: SyncSeat, port: number, tries = MAX_TRIES): Promise<void> {
    const { host, lockStep, wake } = this.#options;
    const sync = await SyncServer.open({
      ...this.#listenOptions(port),
      host,
      seat,
      join: (...args) => lockStep.join(...args),
      admit: (address) => this.#senders.admit(seat, address),
      patienceMs: (address) => patienceMs(this.#options.stall, address),
      wake,
    });
    try {
      const take = (bytes: Uint8Array, sender: string) => this.#take(seat, bytes, sender);
      this.#datagrams.set(seat, await this.#openDatagrams(sync.port, take));
      this.#syncServers.push(sync);
    } catch (problem) {
      await sync.close();
      if (port !== 0 || tries <= 1) throw problem;
      await this.#openSeat(seat, 0, tries - 1);
    }
  }

  #openDatagrams(port: number, receive: (bytes: Uint8Array, sender: string) => Uint8Array | undefined) {
    const { host, log } = this.#options;
    return UdpPort.open({ ...this.#listenOptions(port), host, turn: this.#turn, receive, log });
  }

  #listenOptions(port: number) {
    const { ports } = this.#options.ssl;
    return { port, flag: FLAG, other: ports === 0 ? 0 : ports + NEXT_PORTS, besides: BESIDES };
  }

  /** Answers everything, whatever it was. */
  #take(seat: SyncSeat, bytes: Uint8Array, sender: string): Uint8Array {
    if (seat !== "control") return this.#takeControl(seat, bytes, sender);
    const { match, wake } = this.#options;
    const where = "SimulatorCommand";
    try {
      this.#senders.admit(seat, sender);
      const answer = trimErrors(match.command(readMessage(SimulatorCommandSchema, bytes, where)));
      // it may go faster now
      wake();
      return toBinary(SimulatorResponseSchema, answer);
    } catch (problem) {
      this.#report(problem);
      return toBinary(
        SimulatorResponseSchema,
        create(SimulatorResponseSchema, { errors: [wireError(problem, where)] }),
      );
    }
  }

  #takeControl(team: TeamColor, bytes: Uint8Array, sender: string): Uint8Array {
    const where = "RobotControl";
    try {
      this.#senders.admit(team, sender);
      const answer = trimErrors(this.#options.match.control(team, readMessage(RobotControlSchema, bytes, where)));
      return toBinary(RobotControlResponseSchema, answer);
    } catch (problem) {
      this.#report(problem);
      const answer = create(RobotControlResponseSchema, { errors: [wireError(problem, where)] });
      return toBinary(RobotControlResponseSchema, answer);
    }
  }

  /** grSim answers nothing to commands; nor do we here. */
  #takeLegacy(bytes: Uint8Array, sender: string): undefined {
    try {
      const packet = readMessage(grSim_PacketSchema, bytes, "grSim_Packet");
      const team = packet.commands && (packet.commands.isteamyellow ? "yellow" : "blue");
      this.#senders.admit(team ?? "control", sender);
      if (team) this.#legacySenders.set(team, sender);
      this.#options.match.legacy(packet);
    } catch (problem) {
      this.#report(problem);
      this.#tellOnce("grSim", sender, problem);
    }
  }

  /** What is no message's fault is ours, and is told here too. */
  #report(problem: unknown): void {
    if (problem instanceof SimError) return;
    this.#options.log(`internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
  }

  /** Who is not answered, of whom only the log hears: each code once. */
  #tellOnce(what: string, sender: string, problem: unknown): void {
    if (!(problem instanceof SimError) || this.#told.has(`${what} ${problem.code}`)) return;
    this.#told.add(`${what} ${problem.code}`);
    this.#options.log(`${what}, from ${sender}: ${problem.message}`);
  }

  // ---- the referee

  async #openReferee(through: string): Promise<UdpPort> {
    const { host, ssl, match, log } = this.#options;
    const isLocal = isLoopback(host);
    const own = new Set(Object.values(networkInterfaces()).flatMap((infos = []) => infos.map((info) => info.address)));
    const receive = (bytes: Uint8Array, sender: string): undefined => {
      // a server for this machine alone takes orders from no other
      if (isLocal && !own.has(sender) && !isLoopback(sender)) return;
      try {
        const packet = readMessage(RefereeSchema, bytes, "Referee");
        if (isBuiltIn(packet)) this.#tellNeighbour(sender);
        else match.referee(packet);
      } catch (problem) {
        this.#report(problem);
        this.#tellOnce("referee", sender, problem);
      }
    };
    const options = { host: "0.0.0.0", port: ssl.refereePort, flag: "--referee", turn: this.#turn, receive, log };
    const datagrams = await UdpPort.open({ ...options, isShared: true });
    if (datagrams.join(ssl.refereeAddress, [through, LOOPBACK]) === 0)
      log(`no referee can be heard: no interface lets ${ssl.refereeAddress} be joined`);
    return datagrams;
  }

  #tellNeighbour(sender: string): void {
    if (this.#told.has("neighbour")) return;
    this.#told.add("neighbour");
    this.#options.log(`the built-in referee of another simulator (${sender}) is heard, and not obeyed`);
  }

  // ---- packets

  /** After every frame: what is due leaves in this turn of the event loop. */
  send(): void {
    const { match } = this.#options;
    for (const packet of match.takePackets()) this.#sendPacket(packet);
    if (this.#legacySenders.size > 0) for (const team of TEAMS) this.#sendStatus(team);
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

  #sendStatus(team: TeamColor): void {
    const sender = this.#legacySenders.get(team);
    const status = sender && this.#options.match.takeLegacyStatus(team);
    if (status) this.#legacy?.send(toBinary(Robots_StatusSchema, status), this.#options.ssl.statusPorts[team], sender);
  }

  // ---- telling

  get addresses(): SslAddresses {
    const { visionAddress, trackerPort, refereePort } = this.#options.ssl;
    const portOf = (seat: SyncSeat): number => this.#datagrams.get(seat)?.port ?? 0;
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
    const sockets = [this.#multicast, this.#legacy, this.#referee, ...this.#datagrams.values(), ...this.#syncServers];
    await Promise.all(sockets.map((socket) => socket?.close()));
  }
}

/** Nobody can be left out of a step: who may be skipped is waited for. */
function patienceMs(stall: StallPolicy | undefined, address: string): number {
  if (stall ? stall.policy !== "drop" : isLoopback(address)) return Number.POSITIVE_INFINITY;
  return 1000 * Math.min(stall?.seconds ?? REMOTE_PATIENCE, MAX_PATIENCE);
}
