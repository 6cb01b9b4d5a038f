// The other end of a session, whatever carries the bytes: a TCP or WebSocket connection, or a controller in the same
// process.

export interface Link {
  send(bytes: Uint8Array): void;
  /** Closes once everything sent is on its way. */
  end(): void;
  /** Bytes sent and not yet taken by the other side. */
  readonly backlog: number;
  /** On this machine: a debugger may stop such a client, so it is waited for (T4). */
  readonly isLocal: boolean;
}
