// What one client may ask of the server (W8); every bound can be set.

export interface SessionLimits {
  readonly clients: number;
  /** Longest message, bytes. */
  readonly messageBytes: number;
  readonly messagesPerFrame: number;
  /** Commands that wait for their latency to be over. */
  readonly commandsWaiting: number;
  /** What a client may send ahead of the frames that it answers, bytes. */
  readonly aheadBytes: number;
  /** What may wait for a client that does not read, bytes. */
  readonly backlogBytes: number;
  /** Wall-clock time for a document to arrive. */
  readonly documentSeconds: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = Object.freeze({
  clients: 256,
  messageBytes: 1 << 20,
  messagesPerFrame: 10_000,
  commandsWaiting: 100_000,
  aheadBytes: 4 << 20,
  backlogBytes: 64 << 20,
  documentSeconds: 30,
});
