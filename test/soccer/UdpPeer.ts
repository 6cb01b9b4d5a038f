// A program that speaks UDP to the simulator, as teams' programs do.

import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

export interface Datagram {
  readonly bytes: Uint8Array;
  readonly from: RemoteInfo;
}

/** A datagram that is not answered after so long was lost. */
const MAX_SILENCE_MS = 60_000;

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

  /** Waits until nothing has arrived for so long. */
  async waitForSilence(ms: number): Promise<void> {
    for (let count = -1; count !== this.received.length; ) {
      count = this.received.length;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }

  /** Sends and waits for the answer. Throws if none comes. */
  async ask(bytes: Uint8Array, port: number): Promise<Uint8Array> {
    const { length } = this.received;
    await this.send(bytes, port);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer from UDP port ${port}`)), MAX_SILENCE_MS);
    });
    await Promise.race([this.wait(length + 1), silence]).finally(() => clearTimeout(timer));
    return this.received[length].bytes;
  }
}

/** Ports below those that the system gives out: no other program gets one by chance. Each worker has its own thousand. */
let nextPort = 20_000 + 1000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 12);

/** A port that is free for UDP and TCP. Each call returns another port. */
export const freePort = (): Promise<number> => freePortRun(1);

/** The first of `count` consecutive free ports. */
export async function freePortRun(count = 10): Promise<number> {
  for (;;) {
    const base = nextPort;
    nextPort += count;
    const ports = Array.from({ length: count }, (_, k) => base + k);
    const found = await Promise.all(
      ports.flatMap((port) => [isFree(createSocket("udp4").bind(port)), isFree(createServer().listen(port))]),
    );
    if (found.every((free) => free)) return base;
  }
}

/** Whether the port could be opened. Closes it again. */
async function isFree(port: Socket | Server): Promise<boolean> {
  try {
    await once(port, "listening");
    return true;
  } catch {
    return false;
  } finally {
    port.close();
  }
}
