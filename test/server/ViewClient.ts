// A viewer on a bare WebSocket: collects messages and keeps poses like the viewer's page.

import { once } from "node:events";
import { WebSocket } from "ws";
import type { RunningServer } from "../../src/server/Server.js";
import {
  VIEW_CONTACT_BYTES,
  VIEW_HEAD_BYTES,
  VIEW_POSE_BYTES,
  VIEW_POSES,
  VIEW_VERSION,
  type ViewEntity,
  type ViewMessage,
  type ViewRequest,
} from "../../src/session/view/ViewProtocol.js";
import type { Answer } from "./Servers.js";

type Of<T extends ViewMessage["type"]> = Extract<ViewMessage, { type: T }>;

export class ViewClient {
  readonly socket: WebSocket;
  readonly messages: ViewMessage[] = [];
  readonly entities = new Map<string, ViewEntity>();
  /** x y z qx qy qz qw, by body number. */
  readonly poses = new Map<number, number[]>();
  contacts: { position: number[]; force: number[] }[] = [];
  /** Time of the newest poses. */
  time = -1;
  frame = -1;
  updates = 0;
  fullUpdates = 0;
  contactUpdates = 0;
  bytes = 0;
  closeCode: number | undefined;
  #nextId = 1;

  constructor({ url }: RunningServer, headers: Record<string, string> = {}, query = "") {
    this.socket = new WebSocket(`${url?.replace("http", "ws")}/view${query}`, { headers });
    this.socket.binaryType = "nodebuffer";
    this.socket.on("message", (data, isBinary) => this.#take(data as Buffer, isBinary));
    this.socket.on("error", () => {});
    this.socket.on("close", (code) => {
      this.closeCode = code;
    });
  }

  /** Connects, sends hello and waits for the scene. */
  static async open(server: RunningServer, token?: string): Promise<ViewClient> {
    const client = new ViewClient(server);
    await once(client.socket, "open");
    client.say({ type: "hello", version: VIEW_VERSION, ...(token ? { token } : {}) });
    await client.until(() => client.fullUpdates > 0);
    return client;
  }

  say(request: ViewRequest | unknown): void {
    this.socket.send(typeof request === "string" ? request : JSON.stringify(request));
  }

  async verb(verb: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.#ask({ type: "verb", id: this.#nextId++, verb, args });
  }

  async line(line: string): Promise<Answer> {
    return this.#ask({ type: "line", id: this.#nextId++, line });
  }

  async #ask(request: Extract<ViewRequest, { id: number }>): Promise<Answer> {
    this.say(request);
    const isMine = (message: ViewMessage) => message.type === "reply" && message.id === request.id;
    await this.until(() => this.messages.some(isMine));
    return this.messages.find(isMine) as unknown as Answer;
  }

  all<T extends ViewMessage["type"]>(type: T): Of<T>[] {
    return this.messages.filter((message) => message.type === type) as Of<T>[];
  }

  last<T extends ViewMessage["type"]>(type: T): Of<T> | undefined {
    return this.all(type).at(-1);
  }

  /** Body by its path ENTITY/BODY. */
  pose(path: string): number[] | undefined {
    const [entity, body] = path.split("/");
    const id = this.entities.get(entity)?.bodies.find((one) => one.name === body)?.id;
    return id === undefined ? undefined : this.poses.get(id);
  }

  async until(what: () => boolean, timeoutMs = 120_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!what()) {
      if (performance.now() > end)
        throw new Error(`waited in vain: ${JSON.stringify(this.messages.slice(-3)).slice(0, 600)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #take(data: Buffer, isBinary: boolean): void {
    this.bytes += data.length;
    if (!isBinary) this.#takeText(JSON.parse(data.toString()) as ViewMessage);
    else if (data[0] === VIEW_POSES) this.#takePoses(data, data.readUInt16LE(2));
    else this.#takeContacts(data, data.readUInt16LE(2));
  }

  #takeContacts(data: Buffer, count: number): void {
    this.contactUpdates++;
    this.contacts = Array.from({ length: count }, (_, k) => {
      const at = VIEW_HEAD_BYTES + k * VIEW_CONTACT_BYTES;
      const three = (from: number) => [0, 4, 8].map((n) => data.readFloatLE(from + n));
      return { position: three(at), force: three(at + 12) };
    });
  }

  #takePoses(data: Buffer, count: number): void {
    this.updates++;
    if (data[1] & 1) {
      this.fullUpdates++;
      this.poses.clear();
    }
    this.frame = data.readUInt32LE(4);
    this.time = data.readDoubleLE(8);
    for (let k = 0, at = VIEW_HEAD_BYTES; k < count; k++, at += VIEW_POSE_BYTES)
      this.poses.set(data.readUInt16LE(at), [
        ...[2, 6, 10].map((n) => data.readFloatLE(at + n)),
        ...[14, 16, 18, 20].map((n) => data.readInt16LE(at + n) / 32767),
      ]);
  }

  #takeText(message: ViewMessage): void {
    this.messages.push(message);
    if (message.type === "scene") {
      this.entities.clear();
      this.poses.clear();
      for (const entity of message.entities) this.entities.set(entity.name, entity);
    }
    if (message.type === "join") this.entities.set(message.entity.name, message.entity);
    if (message.type === "leave") {
      for (const { id } of this.entities.get(message.name)?.bodies ?? []) this.poses.delete(id);
      this.entities.delete(message.name);
    }
  }
}
