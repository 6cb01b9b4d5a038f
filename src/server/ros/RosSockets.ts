// The connections of ROS programs (X2): WebSocket /rosbridge of this server, for roslib and others, and a connection to a user's rosbridge
// server (`--rosbridge URL`), which is opened again when it is lost. The modules of ROS are loaded with the first connection.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { asSimError, explainError, SimError } from "../../describe/SimError.js";
import { RecordFilter } from "../../record/channels/RecordFilter.js";
import { rosName } from "../../record/ros/RosNames.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import type { ReadTurns } from "../links/ReadTurns.js";
import { countMemory, limitControlFrames, SOCKET_OPTIONS } from "../links/SocketRules.js";
import { LiveFeed } from "../record/LiveFeed.js";
import type { RosLive, RosOptions } from "./RosLive.js";
import type { RosPeer } from "./RosPeer.js";

export interface RosbridgeOptions {
  /** Of a rosbridge server: ws://robot:9090. */
  readonly url: string;
  /** Patterns of topics that are published. Default: all but contacts and the pictures of the world's cameras. */
  readonly only?: readonly string[] | undefined;
}

export interface RosSocketsOptions extends RosOptions {
  readonly memory: MemoryBudget;
  readonly reads: ReadTurns;
}

const MAX_CLIENTS = 32;
/** Maximum length of an operation, bytes. */
const MAX_BYTES = 1 << 20;
const GOING_AWAY = 1001;
const REFUSED = 1008;
/** Time between two attempts to connect, ms. */
const RETRY_MS = 2000;

export class RosSockets {
  readonly #options: RosSocketsOptions;
  readonly #server = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload: MAX_BYTES });
  readonly #feed: LiveFeed<RosLive>;
  readonly #peers = new Set<RosPeer>();
  #client: WebSocket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #modules: Promise<typeof import("./RosModules.js")> | undefined;

  constructor(options: RosSocketsOptions) {
    this.#options = options;
    const { simulation, log } = options;
    this.#feed = new LiveFeed({ name: "rosbridge", simulation, log, end: () => this.close() });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#server.clients.size >= MAX_CLIENTS)
      throw new SimError("STATE_WRONG", { where: "/rosbridge", found: `${MAX_CLIENTS} clients`, allowed: "fewer" });
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const { memory, reads } = this.#options;
      reads.pace(request.socket);
      limitControlFrames(webSocket);
      countMemory(memory, webSocket, request.socket, { refuse: (error) => webSocket.close(REFUSED, error.code) });
      void this.#open(webSocket, undefined);
    });
  }

  /** Connects to a rosbridge server, now and whenever the connection is lost. */
  connect({ url, only }: RosbridgeOptions): void {
    const { log } = this.#options;
    let told = "";
    const tell = (text: string): void => {
      if (text !== told) log(`rosbridge: ${text}`);
      told = text;
    };
    const attempt = (): void => {
      const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: MAX_BYTES });
      this.#client = socket;
      socket.on("open", () => {
        tell(`connected to ${url}`);
        void this.#open(socket, new RecordFilter(only ?? this.#usual));
      });
      socket.on("error", ({ message }) =>
        tell(`no connection to ${url}: ${message}; tries again every ${RETRY_MS / 1000} s`),
      );
      socket.on("close", () => {
        if (this.#isClosed) return;
        if (told.startsWith("connected")) tell(`the connection to ${url} is lost`);
        this.#retry = setTimeout(attempt, RETRY_MS).unref();
      });
    };
    attempt();
  }

  /** Pictures of the world's cameras are large. */
  get #usual(): readonly string[] {
    return ["*", ...this.#options.simulation.world.cameras.map(({ name }) => `!${rosName(name).slice(1)}`)];
  }

  async #open(socket: WebSocket, unasked: RecordFilter | undefined): Promise<void> {
    const { log } = this.#options;
    socket.on("error", () => {});
    // the first operations may arrive while the modules are loaded
    socket.pause();
    try {
      this.#modules ??= import("./RosModules.js");
      const { RosLive, RosPeer } = await this.#modules;
      if (socket.readyState !== socket.OPEN) return;
      const live = this.#feed.open(() => new RosLive(this.#options));
      const peer = new RosPeer(live, socket, () => this.#feed.refresh(), unasked);
      this.#peers.add(peer);
      socket.on("close", () => {
        this.#peers.delete(peer);
        if (this.#peers.size === 0) this.#feed.drop();
      });
      if (unasked) this.#feed.refresh();
    } catch (problem) {
      log(`rosbridge: ${explainError(asSimError(problem, "rosbridge"))}`);
      socket.close(REFUSED);
    }
    socket.resume();
  }

  afterFrame(): void {
    this.#feed.afterFrame();
  }

  log(line: string): void {
    this.#feed.log(line);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#client?.close(GOING_AWAY);
    for (const socket of this.#server.clients) socket.close(GOING_AWAY);
  }
}
