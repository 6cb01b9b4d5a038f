// What everybody may hear (F3): one socket that sends vision, tracker and referee packets to their multicast groups. Programs on
// this machine hear them too. A server for this machine alone keeps them here (TTL 0); another lets them reach its network
// (TTL 1). Without a network they go through the loopback interface, where listeners have to join.

import { createSocket, type Socket, type SocketOptions } from "node:dgram";
import { lookup } from "node:dns";
import { isIP, isIPv4 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { SimError, showValue } from "../../../describe/SimError.js";
import { isLoopback } from "../../links/Address.js";

export const LOOPBACK = "127.0.0.1";
const EVERY_ADDRESS = "0.0.0.0";
/** Any group: only the way to it is asked for. */
const PROBE = { address: "224.5.23.2", port: 10020 };

/** An address needs no asking: what is sent to one leaves in the same turn of the event loop. */
export const directLookup: NonNullable<SocketOptions["lookup"]> = (host, options, callback) => {
  const family = isIP(host);
  if (family === 0) lookup(host, options, callback);
  else callback(null, host, family);
};

export interface MulticastOptions {
  /** Where the server listens. */
  readonly host: string;
  /** A name or an address of this machine; undefined: where its network is. */
  readonly interface: string | undefined;
  readonly log: (line: string) => void;
}

export class MulticastSender {
  readonly #socket: Socket;
  readonly #log: (line: string) => void;
  readonly #told = new Set<string>();
  #interface = LOOPBACK;

  private constructor(socket: Socket, log: (line: string) => void) {
    this.#socket = socket;
    this.#log = log;
  }

  static async open({ host, interface: wanted, log }: MulticastOptions): Promise<MulticastSender> {
    const through = await chooseInterface(host, wanted);
    const socket = createSocket({ type: "udp4", lookup: directLookup });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, EVERY_ADDRESS, resolve);
    });
    socket.setMulticastTTL(isLoopback(host) ? 0 : 1);
    socket.setMulticastLoopback(true);
    const multicast = new MulticastSender(socket, log);
    socket.removeAllListeners("error").on("error", (problem) => multicast.#complain(problem));
    multicast.#go(through);
    return multicast;
  }

  /** Address of the interface through which packets leave. */
  get interface(): string {
    return this.#interface;
  }

  send(bytes: Uint8Array, port: number, address: string): void {
    this.#socket.send(bytes, port, address, (problem) => {
      if (problem) this.#fail(problem, () => this.#socket.send(bytes, port, address, () => {}));
    });
  }

  /** The network went away: on through the loopback interface, and what was not sent is sent there. */
  #fail(problem: NodeJS.ErrnoException, again: () => void): void {
    if (!NO_NETWORK.has(problem.code ?? "") || this.#interface === LOOPBACK) {
      this.#complain(problem);
      return;
    }
    this.#go(undefined);
    again();
  }

  /** Through this interface from now on; undefined: there is no network. */
  #go(through: string | undefined): void {
    this.#interface = through ?? LOOPBACK;
    if (through === undefined)
      this.#log(`no network: vision stays on the loopback interface; listeners join it there, at ${LOOPBACK}`);
    try {
      this.#socket.setMulticastInterface(this.#interface);
    } catch (problem) {
      this.#complain(problem as Error);
    }
  }

  /** Each kind of problem once, however many packets it meets. */
  #complain(problem: NodeJS.ErrnoException): void {
    const code = problem.code ?? problem.message;
    if (this.#told.has(code)) return;
    this.#told.add(code);
    this.#log(`vision cannot be sent: ${code}`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }
}

const NO_NETWORK: ReadonlySet<string> = new Set([
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "EADDRNOTAVAIL",
  "ENODEV",
  "EPERM",
]);

/** Undefined: there is no network. */
async function chooseInterface(host: string, wanted: string | undefined): Promise<string | undefined> {
  if (wanted !== undefined) return interfaceAddress(wanted);
  if (isIPv4(host) && host !== EVERY_ADDRESS && !isLoopback(host)) return host;
  return wayOut();
}

/** The address of one of this machine's interfaces, by name or by itself; throws INTERFACE_UNKNOWN. */
export function interfaceAddress(wanted: string): string {
  const known = Object.entries(networkInterfaces()).flatMap(([name, infos = []]) =>
    infos.filter(isVersion4).map(({ address }) => ({ name, address })),
  );
  const found = known.find(({ name, address }) => name === wanted || address === wanted);
  if (found) return found.address;
  throw new SimError("INTERFACE_UNKNOWN", {
    where: "--ssl-interface",
    found: showValue(wanted),
    allowed: known.map(({ name, address }) => `${name} (${address})`).join(", "),
  });
}

const isVersion4 = ({ family }: NetworkInterfaceInfo): boolean => family === "IPv4";

/** From which address this machine would send to a group; nothing is sent. */
function wayOut(): Promise<string | undefined> {
  const socket = createSocket({ type: "udp4", lookup: directLookup });
  return new Promise<string | undefined>((resolve) => {
    socket.once("error", () => resolve(undefined));
    socket.connect(PROBE.port, PROBE.address, () => {
      const { address } = socket.address();
      resolve(address === EVERY_ADDRESS ? undefined : address);
    });
  }).finally(() => socket.close());
}
