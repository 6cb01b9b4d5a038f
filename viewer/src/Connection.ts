// The wire to the simulator (/view): says hello, tells texts and binaries apart, matches replies to verbs, and comes back
// by itself when the connection is lost.

import {
  VIEW_CONTACTS,
  VIEW_POSES,
  VIEW_VERSION,
  type ViewMessage,
  type ViewRequest,
} from "../../src/session/ViewProtocol.js";

/** refused: no use in trying again by itself (other version, wrong token). */
export type ConnectionState = "connecting" | "open" | "lost" | "refused";

export interface Reply {
  readonly result: number;
  readonly message: string;
  readonly data: unknown;
}

export interface ConnectionListener {
  changed(state: ConnectionState, why: string): void;
  message(message: ViewMessage): void;
  poses(view: DataView): void;
  contacts(view: DataView): void;
}

const LOST: Reply = { result: 4, message: "not connected to the simulator", data: null };
const FIRST_WAIT_MS = 300;
const MOST_WAIT_MS = 4000;

export class Connection {
  readonly #url: string;
  readonly #listener: ConnectionListener;
  readonly #token: string | undefined;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #socket: WebSocket | undefined;
  #state: ConnectionState = "connecting";
  #nextId = 1;
  #waitMs = FIRST_WAIT_MS;

  constructor(url: string, token: string | undefined, listener: ConnectionListener) {
    this.#url = url;
    this.#token = token;
    this.#listener = listener;
    this.#open();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Lost while there is no connection; what is watched is said again by whoever hears "open". */
  send(request: ViewRequest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  verb(verb: string, args: Record<string, unknown> = {}): Promise<Reply> {
    return this.#ask((id) => ({ type: "verb", id, verb, args }));
  }

  /** A line as typed into the console. */
  line(line: string): Promise<Reply> {
    return this.#ask((id) => ({ type: "line", id, line }));
  }

  #ask(request: (id: number) => ViewRequest): Promise<Reply> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      if (this.send(request(id))) this.#waiting.set(id, resolve);
      else resolve(LOST);
    });
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", version: VIEW_VERSION, ...(this.#token ? { token: this.#token } : {}) });
    };
    socket.onmessage = ({ data }) => this.#take(data as string | ArrayBuffer);
    socket.onclose = () => this.#close();
  }

  #take(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      const view = new DataView(data);
      if (view.getUint8(0) === VIEW_POSES) this.#listener.poses(view);
      else if (view.getUint8(0) === VIEW_CONTACTS) this.#listener.contacts(view);
      return;
    }
    const message = JSON.parse(data) as ViewMessage;
    if (message.type === "reply") {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.type === "scene") {
      if (message.version !== VIEW_VERSION)
        return this.#refuse("This page is of another version than the simulator: reload it.");
      this.#waitMs = FIRST_WAIT_MS;
      this.#change("open", "");
    }
    if (message.type === "error" && this.#state !== "open") return this.#refuse(message.message);
    this.#listener.message(message);
  }

  #refuse(why: string): void {
    this.#change("refused", why);
    this.#socket?.close();
  }

  #close(): void {
    for (const resolve of this.#waiting.values()) resolve(LOST);
    this.#waiting.clear();
    if (this.#state === "refused") return;
    this.#change("lost", "The simulator does not answer.");
    setTimeout(() => this.#open(), this.#waitMs);
    this.#waitMs = Math.min(MOST_WAIT_MS, 2 * this.#waitMs);
  }

  #change(state: ConnectionState, why: string): void {
    this.#state = state;
    this.#listener.changed(state, why);
  }
}
