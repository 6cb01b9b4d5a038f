// The client's end of a connection within one process, without a network. `send` calls `peer` directly; the server's
// side calls `deliver` and `hangUp`.

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

  /** Bytes from the server. They are copied, so the server may reuse its buffer. */
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
