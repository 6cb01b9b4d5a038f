// A client and its server in one process: the client's end of a connection without a network. What the client sends
// goes straight to `peer`; the server's side calls `deliver` and `hangUp`.

import type { Duplex, DuplexListener } from "./Duplex.js";

export interface MemoryPeer {
  receive(bytes: Uint8Array): void;
  /** The client has closed. */
  hangUp(): void;
}

export class MemoryDuplex implements Duplex {
  readonly #peer: MemoryPeer;
  #listener: DuplexListener | undefined;
  #isOpen = true;

  constructor(peer: MemoryPeer) {
    this.#peer = peer;
  }

  start(listener: DuplexListener): void {
    this.#listener = listener;
  }

  send(bytes: Uint8Array): void {
    if (this.#isOpen) this.#peer.receive(bytes);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#peer.hangUp();
    this.#listener?.closed();
  }

  /** From the server, which may use its buffer again at once. */
  deliver(bytes: Uint8Array): void {
    if (this.#isOpen) this.#listener?.received(bytes.slice());
  }

  /** The server has closed. */
  hangUp(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listener?.closed();
  }
}
