// A synchronous client on a plain TCP connection: sends given bytes, also malformed ones, and reads answers.

import { createConnection, type Socket } from "node:net";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { onTestFinished } from "vitest";
import { frameMessage, MessageSplitter } from "../../src/leagues/ssl/commands/SyncFraming.js";
import {
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";

export class SyncPeer {
  readonly answers: SimulationSyncResponse[] = [];
  /** Bytes of whole answers in the order of arrival. */
  readonly bytes: Uint8Array[] = [];
  isClosed = false;
  readonly #socket: Socket;
  #arrived = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    const splitter = new MessageSplitter(1 << 20);
    socket.on("data", (bytes) => {
      splitter.push(bytes, (message) => {
        this.bytes.push(message);
        this.answers.push(fromBinary(SimulationSyncResponseSchema, message));
      });
      this.#arrived();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.isClosed = true;
      this.#arrived();
    });
  }

  static async open(port: number): Promise<SyncPeer> {
    const socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    onTestFinished(() => void socket.destroy());
    return new SyncPeer(socket);
  }

  send(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  request(request: MessageInitShape<typeof SimulationSyncRequestSchema>): void {
    this.send(frameMessage(toBinary(SimulationSyncRequestSchema, create(SimulationSyncRequestSchema, request))));
  }

  /** Sends and waits for the answer. */
  async ask(request: MessageInitShape<typeof SimulationSyncRequestSchema>): Promise<SimulationSyncResponse> {
    const { length } = this.answers;
    this.request(request);
    await this.wait(length + 1);
    return this.answers[length];
  }

  async wait(count: number): Promise<void> {
    while (this.answers.length < count) {
      if (this.isClosed) throw new Error("the connection was closed");
      await this.#news();
    }
  }

  async waitClosed(): Promise<void> {
    while (!this.isClosed) await this.#news();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived = resolve;
    });
  }

  leave(): void {
    this.#socket.destroy();
  }
}

export const errorCodes = ({ robotControlResponse }: SimulationSyncResponse): string[] =>
  (robotControlResponse?.errors ?? []).map(({ code }) => code);
