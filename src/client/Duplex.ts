// A byte stream in both directions: a TCP or WebSocket connection, or memory within one process.

export interface DuplexListener {
  /** The listener owns the bytes. */
  received(bytes: Uint8Array): void;
  /** The stream has ended; called once. `reason`: why, where it was not a regular end. */
  closed(reason?: string): void;
}

export interface Duplex {
  /** Sets the listener. No bytes are delivered before this call. */
  start(listener: DuplexListener): void;
  /** The duplex owns the bytes from now on. */
  send(bytes: Uint8Array): void;
  /** Closes after everything sent has left. */
  close(): void;
}
