// Messages of WebSockets that wait for their turn (W8). Thousands of short ones arrive in one piece of data; handled at once
// they would hold the event loop. Each turn of the loop handles messages for MAX_MS, one connection after the other. A
// connection that does not read its replies waits until it does.

import { performance } from "node:perf_hooks";
import type { WebSocket } from "ws";

/** Time for messages in one turn, ms. */
const MAX_MS = 4;
/** A connection with more waiting messages, or more unread output in bytes, is not read. */
const [MAX_WAITING, MAX_UNREAD] = [100, 1 << 20];

export class MessageTurns {
  /** Connections with messages that can be handled, the next one first. */
  readonly #inboxes = new Set<MessageInbox>();
  #isPlanned = false;

  add(inbox: MessageInbox): void {
    this.#inboxes.add(inbox);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const endMs = performance.now() + MAX_MS;
    for (const inbox of this.#inboxes) {
      this.#inboxes.delete(inbox);
      // adds it again, at the end of the line
      inbox.handleNext();
      if (performance.now() > endMs) break;
    }
    this.#isPlanned = false;
    const [next] = this.#inboxes;
    if (next) this.add(next);
  }

  /** The server stops: connections with messages that wait are closed, since they may send without end. */
  close(): void {
    for (const inbox of this.#inboxes) inbox.close();
    this.#inboxes.clear();
  }
}

/** The messages of one connection. */
export class MessageInbox {
  readonly #socket: WebSocket;
  readonly #turns: MessageTurns;
  readonly #handle: (bytes: Uint8Array) => void;
  readonly #waiting: Uint8Array[] = [];

  constructor(socket: WebSocket, turns: MessageTurns, handle: (bytes: Uint8Array) => void) {
    this.#socket = socket;
    this.#turns = turns;
    this.#handle = handle;
  }

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.settle();
  }

  handleNext(): void {
    const next = this.#waiting.shift();
    if (next && this.#socket.readyState === this.#socket.OPEN) this.#handle(next);
    this.settle();
  }

  close(): void {
    this.#waiting.length = 0;
    this.#socket.terminate();
  }

  /** Called when messages or unread output have become more or less. */
  settle(): void {
    const socket = this.#socket;
    const isUnread = socket.bufferedAmount >= MAX_UNREAD;
    if (isUnread || this.#waiting.length > MAX_WAITING) socket.pause();
    else if (socket.isPaused && this.#waiting.length === 0) socket.resume();
    if (!isUnread && this.#waiting.length > 0) this.#turns.add(this);
  }
}
