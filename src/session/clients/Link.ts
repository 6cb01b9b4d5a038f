// The connection of a session to its client: TCP, WebSocket, or a controller in the same process.

export interface Link {
  send(bytes: Uint8Array): void;
  /** Closes after everything sent has left. */
  end(): void;
  /** Bytes sent and not yet taken by the client. */
  readonly backlog: number;
  /** The client runs on this machine. Such a client has no stall timeout, because a debugger may stop it (T4). */
  readonly isLocal: boolean;
}
