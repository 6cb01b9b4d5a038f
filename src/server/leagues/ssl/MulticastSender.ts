// One socket that sends vision, tracker and referee packets to their multicast groups (F3). Programs on this machine receive them too.
// A server for this machine alone keeps them here (TTL 0); any other server sends them to its network (TTL 1). Without a
// network they leave through the loopback interface, and listeners have to join there.

import { createSocket, type Socket, type SocketOptions } from "node:dgram";
import { lookup } from "node:dns";
import { isIP, isIPv4 } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { SimError, showValue } from "../../../describe/SimError.js";
import { isLoopback } from "../../links/Address.js";

export const LOOPBACK = "127.0.0.1";
const EVERY_ADDRESS = "0.0.0.0";
/** Any group: the socket is connected to find the interface, nothing is sent. */
const PROBE = { address: "224.5.23.2", port: 10020 };

/** Skips name resolution for addresses, so that datagrams leave in the same turn of the event loop. */
export const directLookup: NonNullable<SocketOptions["lookup"]> = (host, options, callback) => {
  const family = isIP(host);
  if (family === 0) lookup(host, options, callback);
  else callback(null, host, family);
};

export interface MulticastOptions {
  /** Where the server listens. */
  readonly host: string;
  /** Name or address of an interface of this machine; undefined: the one with a route to the network. */
  readonly interface: string | undefined;
  /** Groups to which packets are sent. */
  readonly groups: readonly string[];
  readonly log: (line: string) => void;
}

export class MulticastSender {
  readonly #socket: Socket;
  readonly #log: (line: string) => void;
  readonly #logged = new Set<string>();
  /** Groups whose packets must stay on this machine. */
  readonly #kept: readonly string[];
  #interface = LOOPBACK;

  private constructor(socket: Socket, kept: readonly string[], log: (line: string) => void) {
    this.#socket = socket;
    this.#kept = kept;
    this.#log = log;
  }

  static async open({ host, interface: wanted, groups, log }: MulticastOptions): Promise<MulticastSender> {
    const through = await chooseInterface(host, wanted);
    const socket = createSocket({ type: "udp4", lookup: directLookup });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, EVERY_ADDRESS, resolve);
    });
    socket.setMulticastTTL(isLoopback(host) ? 0 : 1);
    socket.setMulticastLoopback(true);
    const multicast = new MulticastSender(socket, isLoopback(host) ? groups : [], log);
    socket.removeAllListeners("error").on("error", (problem) => multicast.#logOnce(problem));
    multicast.#useInterface(through);
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

  /** After the loss of the network: sends through the loopback interface from now on, beginning with this packet. */
  #fail(problem: NodeJS.ErrnoException, resend: () => void): void {
    if (!NO_NETWORK.has(problem.code ?? "") || this.#interface === LOOPBACK) {
      this.#logOnce(problem);
      return;
    }
    this.#useInterface(undefined);
    resend();
  }

  /** Sends through this interface from now on; undefined: there is no network. */
  #useInterface(wanted: string | undefined): void {
    const through = wanted !== undefined && this.#keeps(wanted) ? wanted : undefined;
    this.#interface = through ?? LOOPBACK;
    if (through === undefined)
      this.#log(`no network: vision stays on the loopback interface; listeners must join at ${LOOPBACK}`);
    try {
      this.#socket.setMulticastInterface(this.#interface);
    } catch (problem) {
      this.#logOnce(problem as Error);
    }
  }

  /**
   * Joins the groups at the interface. Linux sends packets of TTL 0 to the network unless a socket of this machine has
   * joined their group there. False: they would leave the machine.
   */
  #keeps(through: string): boolean {
    try {
      for (const group of this.#kept) this.#socket.addMembership(group, through);
      return true;
    } catch (problem) {
      return (problem as NodeJS.ErrnoException).code === "EADDRINUSE";
    }
  }

  /** Logs each kind of error once. */
  #logOnce(problem: NodeJS.ErrnoException): void {
    const code = problem.code ?? problem.message;
    if (this.#logged.has(code)) return;
    this.#logged.add(code);
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

/** Address of the interface; undefined: there is no network. */
async function chooseInterface(host: string, wanted: string | undefined): Promise<string | undefined> {
  if (wanted !== undefined) return interfaceAddress(wanted);
  if (isIPv4(host) && host !== EVERY_ADDRESS && !isLoopback(host)) return host;
  return routeToGroup();
}

/** Address of an interface of this machine, given its name or address; throws INTERFACE_UNKNOWN. */
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

/** The address from which this machine would send to a group; nothing is sent. */
function routeToGroup(): Promise<string | undefined> {
  const socket = createSocket({ type: "udp4", lookup: directLookup });
  return new Promise<string | undefined>((resolve) => {
    socket.once("error", () => resolve(undefined));
    socket.connect(PROBE.port, PROBE.address, () => {
      const { address } = socket.address();
      resolve(address === EVERY_ADDRESS ? undefined : address);
    });
  }).finally(() => socket.close());
}
