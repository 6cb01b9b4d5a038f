// Bytes both ways, whatever carries them: a TCP or WebSocket connection, or memory within one process.

export interface DuplexListener {
  /** The bytes are the listener's to keep. */
  received(bytes: Uint8Array): void;
  /** Nothing comes any more. Once; with the reason where it was not a proper end. */
  closed(reason?: string): void;
}

export interface Duplex {
  /** Who hears what arrives; nothing arrives before. */
  start(listener: DuplexListener): void;
  /** The bytes are the duplex's to keep. */
  send(bytes: Uint8Array): void;
  /** Once what was sent is on its way. */
  close(): void;
}
