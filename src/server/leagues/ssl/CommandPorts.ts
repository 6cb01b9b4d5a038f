// The command ports of the simulation protocol (F3): one for the simulator and one per team, each over UDP and, for synchronous
// clients, over TCP at the same number. Every command is answered. The match interprets the messages.

import type { StallPolicy } from "../../../describe/robot/RobotDescription.js";
import type { LockStep, SyncSeat } from "../../../leagues/ssl/LockStep.js";
import type { Match } from "../../../leagues/ssl/Match.js";
import type { TeamColor } from "../../../leagues/ssl/Team.js";
import {
  RobotControlResponseSchema,
  RobotControlSchema,
  SimulatorCommandSchema,
  SimulatorResponseSchema,
} from "../../../leagues/ssl/wire/SslSimulation_pb.js";
import { isLoopback } from "../../links/Address.js";
import type { PortLog } from "../PortLog.js";
import { DatagramAnswers } from "./DatagramAnswers.js";
import { readMessage } from "./MessageReader.js";
import type { SenderFilter } from "./SenderFilter.js";
import { SyncServer } from "./SyncServer.js";
import type { TurnBudget } from "./TurnBudget.js";
import { UdpPort } from "./UdpPort.js";

export interface CommandPortsOptions {
  readonly host: string;
  /** The first of three ports; 0: any free ones. */
  readonly firstPort: number;
  readonly match: Match;
  readonly lockStep: LockStep;
  /** Policy for synchronous clients that send no request; undefined: wait on this machine, drop after 10 s elsewhere (T4). */
  readonly stall: StallPolicy | undefined;
  readonly senders: SenderFilter;
  readonly turn: TurnBudget;
  /** Called after a request: the simulation may be able to continue. */
  readonly wake: () => void;
  readonly log: PortLog;
}

const SEATS: readonly SyncSeat[] = ["control", "blue", "yellow"];
const FLAG = "--ssl-ports";
/** Distance to the port that an error proposes where a port is taken. */
const NEXT_PORTS = 10;
const SECOND_SIMULATOR = ", and for a second simulator another group too: --vision-address 224.5.23.12";
/** Attempts to find a number that is free for both UDP and TCP. */
const MAX_TRIES = 20;
/** Timeout of synchronous clients on other machines, s. */
const REMOTE_TIMEOUT_SEC = 10;
/** Longest timeout that is passed to a timer, s. */
const MAX_TIMEOUT_SEC = 1e6;

/** Flag and proposal for the error of a port that is taken. */
export const listenOptions = (port: number, firstPort: number) => ({
  port,
  flag: FLAG,
  other: firstPort === 0 ? 0 : firstPort + NEXT_PORTS,
  furtherFlags: SECOND_SIMULATOR,
});

export class CommandPorts {
  readonly #options: CommandPortsOptions;
  readonly #udpPorts = new Map<SyncSeat, UdpPort>();
  readonly #syncServers: SyncServer[] = [];
  readonly #answers = new DatagramAnswers();

  private constructor(options: CommandPortsOptions) {
    this.#options = options;
  }

  /** Throws PORT_UNAVAILABLE. */
  static async open(options: CommandPortsOptions): Promise<CommandPorts> {
    const ports = new CommandPorts(options);
    const { firstPort } = options;
    try {
      for (const [i, seat] of SEATS.entries()) await ports.#openSeat(seat, firstPort === 0 ? 0 : firstPort + i);
    } catch (problem) {
      await ports.close();
      throw problem;
    }
    return ports;
  }

  portOf(seat: SyncSeat): number {
    return this.#udpPorts.get(seat)?.port ?? 0;
  }

  /** Opens the same number for UDP and TCP. */
  async #openSeat(seat: SyncSeat, port: number, tries = MAX_TRIES): Promise<void> {
    const { host, firstPort, lockStep, senders, stall, turn, wake, log } = this.#options;
    const sync = await SyncServer.open({
      ...listenOptions(port, firstPort),
      host,
      seat,
      join: (...args) => lockStep.join(...args),
      admit: (address) => senders.admit(seat, address),
      timeoutMs: (address) => timeoutMs(stall, address),
      wake,
    });
    try {
      const receive = (bytes: Uint8Array, sender: string) => this.#receive(seat, bytes, sender);
      const isOwnPort = (port: number) => [...this.#udpPorts.values()].some((one) => one.port === port);
      const options = { ...listenOptions(sync.port, firstPort), host, turn, receive, isOwnPort };
      this.#udpPorts.set(seat, await UdpPort.open({ ...options, log: (line) => log.line(line) }));
      this.#syncServers.push(sync);
    } catch (problem) {
      await sync.close();
      if (port !== 0 || tries <= 1) throw problem;
      await this.#openSeat(seat, 0, tries - 1);
    }
  }

  #receive(seat: SyncSeat, bytes: Uint8Array, sender: string): Uint8Array | undefined {
    const { senders, log } = this.#options;
    if (this.#answers.isEcho(bytes)) return undefined;
    if (!senders.isAllowed(sender)) {
      log.once(`refused ${seat}`, `commands to ${seat} from ${sender} are ignored: see --league-allow`);
      return undefined;
    }
    return seat === "control" ? this.#receiveCommand(bytes, sender) : this.#receiveControl(seat, bytes, sender);
  }

  #receiveCommand(bytes: Uint8Array, sender: string): Uint8Array | undefined {
    const { match, senders, wake, log } = this.#options;
    const where = "SimulatorCommand";
    try {
      senders.admit("control", sender);
      const answer = match.command(readMessage(SimulatorCommandSchema, bytes, where));
      // the command may have changed the speed of the simulation
      wake();
      return this.#answers.answer(SimulatorResponseSchema, answer, bytes, sender);
    } catch (problem) {
      log.internalError(problem);
      return this.#answers.failure(SimulatorResponseSchema, problem, { where, request: bytes, sender });
    }
  }

  #receiveControl(team: TeamColor, bytes: Uint8Array, sender: string): Uint8Array | undefined {
    const { match, senders, log } = this.#options;
    const where = "RobotControl";
    try {
      senders.admit(team, sender);
      const answer = match.control(team, readMessage(RobotControlSchema, bytes, where));
      return this.#answers.answer(RobotControlResponseSchema, answer, bytes, sender);
    } catch (problem) {
      log.internalError(problem);
      return this.#answers.failure(RobotControlResponseSchema, problem, { where, request: bytes, sender });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#udpPorts.values(), ...this.#syncServers].map((socket) => socket.close()));
  }
}

/** A step cannot leave out a client: the policy "skip" waits. */
function timeoutMs(stall: StallPolicy | undefined, address: string): number {
  if (stall ? stall.policy !== "drop" : isLoopback(address)) return Number.POSITIVE_INFINITY;
  return 1000 * Math.min(stall?.seconds ?? REMOTE_TIMEOUT_SEC, MAX_TIMEOUT_SEC);
}
