// A client on a bare socket: sends given bytes, whole or in pieces, and collects the messages that arrive.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { encodeMessage, type Message, MessageReader } from "../../src/session/clients/Codec.js";

export interface ErrorSaid {
  readonly code: string;
  readonly message: string;
  readonly where: string;
}

export class RawClient {
  readonly socket: Socket;
  /** Names and payloads, in order. */
  readonly messages: { readonly name: string; readonly payload: Uint8Array }[] = [];
  frames = 0;
  missed = 0;
  time = Number.NaN;
  hello: { name: string; time: number } | undefined;
  error: ErrorSaid | undefined;
  isClosed = false;
  /** Answers every frame automatically with these commands. */
  answers: (() => Uint8Array) | undefined;
  readonly #reader = new MessageReader();
  #changed: () => void = () => {};

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (bytes) => {
      this.#reader.push(bytes);
      for (let message = this.#reader.next(); message; message = this.#reader.next()) this.#take(message);
      this.#changed();
    });
    this.socket.on("error", () => {});
    this.socket.on("close", () => {
      this.isClosed = true;
      this.#changed();
    });
  }

  /** Connects and sends the document. */
  static async join(port: number, document: string, answers?: () => Uint8Array): Promise<RawClient> {
    const client = new RawClient(port);
    client.answers = answers;
    await once(client.socket, "connect");
    client.say(`${document}%%`);
    return client;
  }

  #take({ name, payload }: Message): void {
    this.messages.push({ name, payload: payload.slice() });
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const json = () => JSON.parse(new TextDecoder().decode(payload));
    if (name === "Hello") this.hello = json();
    if (name === "Error") this.error = json();
    if (name === "Timestamp") this.time = view.getFloat64(0, true);
    if (name === "Missed") this.missed += view.getUint32(0, true);
    if (name !== "FrameEnd") return;
    this.frames++;
    if (this.answers) this.send(this.answers());
  }

  say(text: string): void {
    this.send(new TextEncoder().encode(text));
  }

  send(bytes: Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Waits until `what` is true. */
  async until(what: (client: this) => boolean, timeoutMs = 60_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!what(this)) {
      if (performance.now() > end)
        throw new Error(`waited in vain: ${this.frames} frames, error ${JSON.stringify(this.error)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Waits until the server has closed; gives the Error that it sent. */
  async ended(): Promise<ErrorSaid | undefined> {
    await this.until((client) => client.isClosed);
    return this.error;
  }

  /** Leaves properly: closes the sending side. */
  async leave(): Promise<void> {
    this.answers = undefined;
    this.socket.end();
    await this.until((client) => client.isClosed);
  }
}

export const SIM_END = encodeMessage("SimEnd");

/** Property and value for a joint (W4). */
export function tell(joint: string, property: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, property, true);
  view.setFloat32(4, value, true);
  return encodeMessage(joint, new Uint8Array(view.buffer));
}

export const VEL = 2;

export const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
