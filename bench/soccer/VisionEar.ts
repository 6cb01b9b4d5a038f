// Receives a simulator's vision packets on a UDP socket, as a team does, and sends commands from it.

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { fromBinary } from "@bufbuild/protobuf";
import { type SSL_DetectionFrame, SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";

const GROUP = "224.5.23.2";

export class VisionEar {
  /** `ms` of the machine's monotonic clock. */
  onFrame: (frame: SSL_DetectionFrame, ms: number) => void = () => {};
  readonly #socket: Socket;

  static async open(): Promise<VisionEar> {
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    socket.bind(0);
    await once(socket, "listening");
    socket.addMembership(GROUP);
    return new VisionEar(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (bytes, { port }) => {
      // answers to commands arrive here too
      if (this.#commandPorts.has(port)) return;
      const ms = Number(process.hrtime.bigint()) / 1e6;
      const { detection } = fromBinary(SSL_WrapperPacketSchema, bytes);
      if (detection) this.onFrame(detection, ms);
    });
  }

  readonly #commandPorts = new Set<number>();

  get port(): number {
    return this.#socket.address().port;
  }

  send(bytes: Uint8Array, port: number): void {
    this.#commandPorts.add(port);
    this.#socket.send(bytes, port, "127.0.0.1");
  }

  /** The first detection frames for which `look` returns a value. */
  async wait<T>(look: (frame: SSL_DetectionFrame, ms: number) => T | undefined): Promise<T> {
    const before = this.onFrame;
    return new Promise((resolve) => {
      this.onFrame = (frame, ms) => {
        const found = look(frame, ms);
        if (found === undefined) return;
        this.onFrame = before;
        resolve(found);
      };
    });
  }

  close(): void {
    this.#socket.close();
  }
}
