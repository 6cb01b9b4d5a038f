// A program that speaks UDP to the simulator, as teams' programs do.

import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

export interface Datagram {
  readonly bytes: Uint8Array;
  readonly from: RemoteInfo;
}

export class UdpPeer {
  readonly received: Datagram[] = [];
  readonly #socket: Socket;
  #arrived = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (bytes, from) => {
      this.received.push({ bytes, from });
      this.#arrived();
    });
  }

  static async open(host = "127.0.0.1", port = 0): Promise<UdpPeer> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(port, host, resolve);
    });
    socket.setRecvBufferSize(1 << 20);
    onTestFinished(() => void socket.close());
    return new UdpPeer(socket);
  }

  /** Opens a peer that receives a multicast group through an interface of this machine. */
  static async join(group: string, through: string, port = 0): Promise<UdpPeer> {
    const peer = await UdpPeer.open("0.0.0.0", port);
    peer.#socket.addMembership(group, through);
    return peer;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  send(bytes: Uint8Array, port: number, address = "127.0.0.1"): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#socket.send(bytes, port, address, (problem) => (problem ? reject(problem) : resolve())),
    );
  }

  /** Sends to a multicast group through an interface of this machine. */
  async sendToGroup(bytes: Uint8Array, port: number, group: string, through: string): Promise<void> {
    this.#socket.setMulticastInterface(through);
    this.#socket.setMulticastTTL(0);
    await this.send(bytes, port, group);
  }

  /** Waits until this number of datagrams has arrived. */
  async wait(count: number): Promise<void> {
    while (this.received.length < count)
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
  }

  /** Sends and waits for the answer. */
  async ask(bytes: Uint8Array, port: number): Promise<Uint8Array> {
    const { length } = this.received;
    await this.send(bytes, port);
    await this.wait(length + 1);
    return this.received[length].bytes;
  }
}

/** A UDP port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return (await tryUdp(0)) as number;
}

/** The first of ten ports that were free a moment ago, for UDP and TCP, below those that the system gives to other programs. */
export async function freePortRun(): Promise<number> {
  for (let base = 20_000 + 10 * Math.floor(1000 * Math.random()); ; base += 10) {
    const ports = Array.from({ length: 10 }, (_, k) => base + k);
    const tried = await Promise.all(ports.flatMap((port) => [tryUdp(port), tryTcp(port)]));
    if (tried.every((port) => port !== undefined)) return base;
  }
}

/** Opens and closes a port; undefined: in use. */
async function tryUdp(wanted: number): Promise<number | undefined> {
  const socket = createSocket("udp4");
  try {
    socket.bind(wanted);
    await once(socket, "listening");
    return socket.address().port;
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
}

async function tryTcp(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted);
    await once(server, "listening");
    return wanted;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
