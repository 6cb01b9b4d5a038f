// WebSocket connection to the simulator (/view): sends the hello, separates text from binary messages, matches replies
// to verbs, and reconnects by itself with growing waits when the connection is lost.

import {
  type GuestMessage,
  isGuestMessage,
  VIEW_CONTACTS,
  VIEW_FAN,
  VIEW_PICTURE,
  VIEW_POSES,
  VIEW_VERSION,
  type ViewMessage,
  type ViewRequest,
} from "../../src/session/view/ViewProtocol.js";

/** refused: the page does not retry by itself (other version, wrong token). */
export type ConnectionState = "connecting" | "open" | "lost" | "refused";

export interface Reply {
  readonly result: number;
  readonly message: string;
  readonly data: unknown;
}

interface ConnectionListener {
  /** `retryAt`: time of the next automatic attempt, ms of the page's clock. */
  changed(state: ConnectionState, why: string, retryAt?: number): void;
  message(message: ViewMessage | GuestMessage): void;
  poses(view: DataView): void;
  contacts(view: DataView): void;
  picture(view: DataView): void;
  fan(view: DataView): void;
}

const LOST: Reply = { result: 4, message: "not connected to the simulator", data: null };
const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 4000;
/** Above this number of unsent bytes the connection is stuck and requests fail at once. */
const MAX_UNSENT_BYTES = 4_000_000;

export class Connection {
  readonly #url: string;
  readonly #listener: ConnectionListener;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  #token: string | undefined;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: ConnectionState = "connecting";
  #refusal = "";
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

  /** Token of the last attempt. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Error code of the refusal; after TOKEN_WRONG the page asks for a token. */
  get refusal(): string {
    return this.#refusal;
  }

  /** Returns false and drops the request while there is no connection. WatchList sends its request again on "open". */
  send(request: ViewRequest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  verb(verb: string, args: Record<string, unknown> = {}): Promise<Reply> {
    return this.#request((id) => ({ type: "verb", id, verb, args }));
  }

  /** Runs a console line. */
  line(line: string): Promise<Reply> {
    return this.#request((id) => ({ type: "line", id, line }));
  }

  /** Connects at once, with another token if one is given. */
  retry(token = this.#token): void {
    if (this.#state === "open") return;
    this.#token = token;
    this.#waitMs = FIRST_WAIT_MS;
    this.#change("connecting", "");
    this.#open();
  }

  #request(request: (id: number) => ViewRequest): Promise<Reply> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      if (this.send(request(id))) this.#pending.set(id, resolve);
      else resolve(LOST);
    });
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#closeSocket();
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", version: VIEW_VERSION, ...(this.#token ? { token: this.#token } : {}) });
    };
    socket.onmessage = ({ data }) => this.#receive(data as string | ArrayBuffer);
    socket.onclose = () => this.#close();
  }

  /** Closes the previous socket and detaches its handlers. */
  #closeSocket(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = undefined;
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      const view = new DataView(data);
      if (view.getUint8(0) === VIEW_POSES) this.#listener.poses(view);
      else if (view.getUint8(0) === VIEW_CONTACTS) this.#listener.contacts(view);
      else if (view.getUint8(0) === VIEW_PICTURE) this.#listener.picture(view);
      else if (view.getUint8(0) === VIEW_FAN) this.#listener.fan(view);
      return;
    }
    const message = JSON.parse(data) as ViewMessage | GuestMessage;
    if (isGuestMessage(message)) this.#listener.message(message);
    else this.#receiveMessage(message);
  }

  #receiveMessage(message: ViewMessage): void {
    if (message.type === "reply") {
      this.#pending.get(message.id)?.(message);
      this.#pending.delete(message.id);
      return;
    }
    if (message.type === "scene") {
      if (message.version !== VIEW_VERSION) {
        this.#refuse("The page and the simulator have different versions. Reload the page.");
        return;
      }
      this.#waitMs = FIRST_WAIT_MS;
      this.#change("open", "");
    }
    if (message.type === "error" && this.#state !== "open") {
      this.#refuse(message.message, message.code);
      return;
    }
    this.#listener.message(message);
  }

  #refuse(why: string, code = "VERSION_WRONG"): void {
    this.#refusal = code;
    this.#change("refused", why);
    this.#closeSocket();
    this.#failPending();
  }

  #failPending(): void {
    for (const resolve of this.#pending.values()) resolve(LOST);
    this.#pending.clear();
  }

  #close(): void {
    this.#failPending();
    const waitMs = this.#waitMs;
    this.#waitMs = Math.min(MAX_WAIT_MS, 2 * waitMs);
    this.#timer = setTimeout(() => this.#open(), waitMs);
    this.#change("lost", "The simulator does not answer.", performance.now() + waitMs);
  }

  #change(state: ConnectionState, why: string, retryAt?: number): void {
    this.#state = state;
    this.#listener.changed(state, why, retryAt);
  }
}
