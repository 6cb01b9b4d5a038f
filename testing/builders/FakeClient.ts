// A client without a socket: one end of a link to a Simulation. Collects whole frames and answers when the test calls it.

import { encodeMessage, type Message, MessageReader } from "../../src/session/clients/Codec.js";
import type { Link } from "../../src/session/clients/Link.js";
import type { Session } from "../../src/session/clients/Session.js";
import type { Simulation } from "../../src/session/Simulation.js";

export interface FakeFrame {
  readonly time: number;
  readonly missed: number;
  readonly isReset: boolean;
  readonly reports: readonly { readonly name: string; readonly payload: Uint8Array }[];
}

export class FakeClient implements Link {
  backlog = 0;
  isLocal: boolean;
  isEnded = false;
  readonly bytes: Uint8Array[] = [];
  readonly frames: FakeFrame[] = [];
  hello: { name: string; components: { name: string; payload: string }[]; step: number; seed: number } | undefined;
  error: { code: string; message: string; where: string; line?: number } | undefined;
  session!: Session;
  readonly #reader = new MessageReader();
  #reports: { readonly name: string; readonly payload: Uint8Array }[] = [];
  #time = Number.NaN;
  #missed = 0;
  #isReset = false;

  constructor(isLocal = true) {
    this.isLocal = isLocal;
  }

  static connect(simulation: Simulation, document?: string, { nowMs = 0, isLocal = true } = {}): FakeClient {
    const client = new FakeClient(isLocal);
    client.session = simulation.connect(client, nowMs);
    if (document !== undefined) client.say(`${document}%%`);
    return client;
  }

  // ---- as a link

  send(bytes: Uint8Array): void {
    this.bytes.push(bytes.slice());
    this.#reader.push(bytes.slice());
    for (let message = this.#reader.next(); message; message = this.#reader.next()) this.#take(message);
  }

  end(): void {
    this.isEnded = true;
  }

  #take({ name, payload }: Message): void {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const json = () => JSON.parse(new TextDecoder().decode(payload));
    if (name === "Hello") this.hello = json();
    else if (name === "Error") this.error = json();
    else if (name === "Reset") this.#isReset = true;
    else if (name === "Timestamp") this.#time = view.getFloat64(0, true);
    else if (name === "Missed") this.#missed = view.getUint32(0, true);
    else if (name === "FrameEnd") {
      this.frames.push({ time: this.#time, missed: this.#missed, isReset: this.#isReset, reports: this.#reports });
      this.#reports = [];
      this.#missed = 0;
      this.#isReset = false;
    } else this.#reports.push({ name, payload: payload.slice() });
  }

  // ---- as a client

  get last(): FakeFrame {
    return this.frames[this.frames.length - 1];
  }

  /** A report of the last frame as float32s. */
  floats(name: string, frame = this.last): number[] | undefined {
    const payload = frame.reports.find((report) => report.name === name)?.payload;
    return payload && [...new Float32Array(payload.slice().buffer)];
  }

  say(text: string): void {
    this.session.receive(new TextEncoder().encode(text));
  }

  sendBytes(bytes: Uint8Array): void {
    this.session.receive(bytes);
  }

  /** Commands, then SimEnd. */
  answer(...commands: Uint8Array[]): void {
    for (const command of commands) this.session.receive(command);
    this.session.receive(encodeMessage("SimEnd"));
  }
}

/** Property and value for a joint (W4). */
export function tellJoint(joint: string, property: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, property, true);
  view.setFloat32(4, value, true);
  return encodeMessage(joint, new Uint8Array(view.buffer));
}

export function tellTime(seconds: number): Uint8Array {
  return encodeMessage("Timestamp", new Uint8Array(new Float64Array([seconds]).buffer));
}

/** Runs this number of frames; every client answers each frame with the result of `drive`. */
export function runFrames(
  simulation: Simulation,
  frames: number,
  clients: readonly FakeClient[] = [],
  drive: (client: FakeClient, frame: number) => readonly Uint8Array[] = () => [],
): void {
  const until = simulation.world.frame + frames;
  for (let i = 0; simulation.world.frame < until; i++) {
    for (const client of clients) if (client.session.owes) client.answer(...drive(client, simulation.world.frame));
    simulation.run(i);
    if (i > 100 * frames + 1000) throw new Error(`stuck at frame ${simulation.world.frame}`);
  }
}
