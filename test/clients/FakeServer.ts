// A scripted server on a real port: takes a document, sends given bytes, and keeps what it receives. The n-th entry of its
// script is sent after the n-th answer.

import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { DocumentReader, encodeJson, encodeMessage, MessageReader } from "../../src/session/clients/Codec.js";

export interface FakeScript {
  /** Sent after the document: usually Hello and the first frame. */
  readonly first: readonly Uint8Array[];
  /** Sent after each answer. */
  readonly afterAnswer?: readonly (readonly Uint8Array[])[];
  /** Closes the connection at the end of the script. */
  readonly closes?: boolean;
}

export interface Heard {
  readonly name: string;
  readonly payload: string;
}

export class FakeServer {
  document = "";
  /** Messages of each answer; payloads in hex. */
  readonly answers: Heard[][] = [];
  /** Pieces in which the answers arrived. */
  pieces = 0;
  /** True once the client has closed. */
  isLeft = false;
  readonly port: number;
  readonly #close: () => Promise<void>;

  private constructor(port: number, close: () => Promise<void>) {
    this.port = port;
    this.#close = close;
  }

  static async start(script: FakeScript): Promise<FakeServer> {
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        fake.isLeft = true;
      });
      socket.on("error", () => {});
      fake.#serve(socket, script);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const fake: FakeServer = new FakeServer((server.address() as { port: number }).port, async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return fake;
  }

  close(): Promise<void> {
    return this.#close();
  }

  #serve(socket: Socket, { first, afterAnswer = [], closes = false }: FakeScript): void {
    const [documents, messages] = [new DocumentReader(), new MessageReader()];
    let heard: Heard[] = [];
    const send = async (pieces: readonly Uint8Array[]): Promise<void> => {
      for (const piece of pieces) {
        await new Promise<unknown>((resolve) => socket.write(piece, resolve));
        // so that every piece is a separate packet
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (closes && this.answers.length >= afterAnswer.length) socket.end();
    };
    socket.on("data", (bytes) => {
      if (this.document === "") {
        const whole = documents.push(bytes);
        if (!whole) return;
        this.document = whole.text;
        void send(first);
        return;
      }
      this.pieces++;
      messages.push(bytes);
      for (let message = messages.next(); message; message = messages.next()) {
        heard.push({ name: message.name, payload: Buffer.from(message.payload).toString("hex") });
        if (message.name !== "SimEnd") continue;
        this.answers.push(heard);
        heard = [];
        void send(afterAnswer[this.answers.length - 1] ?? []);
      }
    });
  }
}

export const HELLO = encodeJson("Hello", {
  protocol: 1,
  name: "CMU-2",
  time: 0,
  step: 0.001,
  seed: 1,
  components: [
    { name: "Incmeter", kind: "Inclinometer", payload: "float32 pitch" },
    { name: "Imu", kind: "Imu", payload: "float64 stamp, float32 x, float32 y" },
    { name: "Cam", kind: "CameraSensor", payload: "" },
    { name: "LMotor", kind: "JointHinge2", payload: "" },
  ],
});

export const float32 = (...values: number[]): Uint8Array => new Uint8Array(new Float32Array(values).buffer);
export const float64 = (...values: number[]): Uint8Array => new Uint8Array(new Float64Array(values).buffer);
export const uint32 = (...values: number[]): Uint8Array => new Uint8Array(new Uint32Array(values).buffer);
export const joinBytes = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** One frame with every message that the sensors of HELLO can send. */
export function fakeFrame(time: number, tilt: number, ...more: Uint8Array[]): Uint8Array {
  return joinBytes(
    encodeMessage("Timestamp", float64(time)),
    ...more,
    encodeMessage("Incmeter", float32(tilt)),
    encodeMessage("FrameEnd"),
  );
}

/** The same bytes in two pieces. */
export const splitAt = (bytes: Uint8Array, at: number): Uint8Array[] => [bytes.slice(0, at), bytes.slice(at)];
/** The same bytes one by one. */
export const oneByOne = (bytes: Uint8Array): Uint8Array[] => [...bytes].map((byte) => new Uint8Array([byte]));
