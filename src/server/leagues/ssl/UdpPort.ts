// One UDP port of the league's protocols (F3). Every datagram is answered to whoever sent it, where the port answers at all: an
// empty answer is a datagram of no bytes, which is what clients wait for that wait.

import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { type ListenOptions, portUnavailable } from "../../links/Address.js";
import { directLookup } from "./MulticastSender.js";
import type { TurnBudget } from "./TurnBudget.js";

export interface UdpPortOptions extends ListenOptions {
  readonly turn: TurnBudget;
  /** The answer; undefined: none. */
  readonly receive: (bytes: Uint8Array, sender: string) => Uint8Array | undefined;
  readonly log: (line: string) => void;
  /** Others may listen on the same port: it is for multicast. */
  readonly isShared?: boolean;
}

/** The kernel gives less where it allows less. */
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
      // what there is has to do
    }
    const datagrams = new UdpPort(socket, options);
    // an answer that could not be delivered is somebody's error on some systems
    socket.removeAllListeners("error").on("error", (problem) => log(`UDP ${datagrams.port}: ${problem.message}`));
    socket.on("message", (bytes, sender) => options.turn.run(() => datagrams.#receive(bytes, sender)));
    return datagrams;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  #receive(bytes: Uint8Array, sender: RemoteInfo): void {
    const answer = this.#options.receive(bytes, sender.address);
    if (answer) this.send(answer, sender.port, sender.address);
  }

  send(bytes: Uint8Array, port: number, address: string): void {
    // nobody waits for datagrams: who does not get one asks again
    if (port > 0) this.#socket.send(bytes, port, address, () => {});
  }

  /** Listens to a group, at each of these addresses of this machine; gives how many of them would. */
  join(group: string, addresses: readonly string[]): number {
    let joined = 0;
    for (const address of new Set(addresses))
      try {
        this.#socket.addMembership(group, address);
        joined++;
      } catch {
        // there is no way to the group through that one
      }
    return joined;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }
}
