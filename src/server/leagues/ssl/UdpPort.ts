// One UDP port of the league's protocols (F3). A port that answers sends its answer to the sender of the datagram. An empty answer is
// sent as a datagram of no bytes: clients wait for one datagram per request.

import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { isLoopback, type ListenOptions, portUnavailable } from "../../links/Address.js";
import { directLookup } from "./MulticastSender.js";
import type { TurnBudget } from "./TurnBudget.js";

export interface UdpPortOptions extends ListenOptions {
  readonly turn: TurnBudget;
  /** Returns the answer; undefined: none. */
  readonly receive: (bytes: Uint8Array, sender: string) => Uint8Array | undefined;
  readonly log: (line: string) => void;
  /** Ports of this simulator: what seems to come from them is ignored. Default: none. */
  readonly isOwnPort?: (port: number) => boolean;
  /** True: other programs may bind the same port, as multicast needs. Default: false. */
  readonly isShared?: boolean;
}

/** Requested size; the kernel may give less. */
const RECEIVE_BUFFER_BYTES = 1 << 20;

export class UdpPort {
  readonly #socket: Socket;
  readonly #options: UdpPortOptions;

  private constructor(socket: Socket, options: UdpPortOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  static async open(options: UdpPortOptions): Promise<UdpPort> {
    const { host, port, isShared = false, log } = options;
    const type = host.includes(":") ? "udp6" : "udp4";
    const socket = createSocket({ type, reuseAddr: isShared, lookup: directLookup });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", (problem) => reject(portUnavailable(problem, options)));
      socket.bind({ port, address: host, exclusive: !isShared }, resolve);
    });
    try {
      socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
    } catch {
      // keep the size that the kernel gave
    }
    const datagrams = new UdpPort(socket, options);
    // some systems report an answer that could not be delivered as an error of this socket
    socket.removeAllListeners("error").on("error", (problem) => log(`UDP ${datagrams.port}: ${problem.message}`));
    socket.on("message", (bytes, sender) => options.turn.run(() => datagrams.#receive(bytes, sender)));
    return datagrams;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  #receive(bytes: Uint8Array, sender: RemoteInfo): void {
    if (this.#options.isOwnPort?.(sender.port) && isLoopback(sender.address)) return;
    const answer = this.#options.receive(bytes, sender.address);
    if (answer) this.send(answer, sender.port, sender.address);
  }

  send(bytes: Uint8Array, port: number, address: string): void {
    // a client that misses a datagram asks again
    if (port > 0) this.#socket.send(bytes, port, address, () => {});
  }

  /** Joins a group at these addresses of this machine; returns at how many of them it succeeded. */
  join(group: string, addresses: readonly string[]): number {
    let joined = 0;
    for (const address of new Set(addresses))
      try {
        this.#socket.addMembership(group, address);
        joined++;
      } catch {
        // this interface has no route to the group
      }
    return joined;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }
}
