// Limits for clients (W8). Each can be set, on the command line with --limit NAME=VALUE.

export interface SessionLimits {
  /** Maximum number of clients at the same time; also of robots that `spawn` may reach. */
  readonly clients: number;
  /** Maximum length of a message, bytes. */
  readonly messageBytes: number;
  /** Maximum number of messages in one answer. */
  readonly messagesPerFrame: number;
  /** Maximum number of messages in the answers of all clients to one frame; beyond it those with the most are closed. */
  readonly messagesOfAll: number;
  /** Maximum number of commands of one robot whose latency is not over. */
  readonly commandsWaiting: number;
  /** Maximum length of input for frames that have not been sent yet, bytes. */
  readonly aheadBytes: number;
  /** Maximum length of output that the client has not read, bytes. */
  readonly backlogBytes: number;
  /** Maximum memory of all connections together: unread output and unfinished input, bytes. */
  readonly connectionBytes: number;
  /** Timeout for the document, s of wall-clock time. */
  readonly documentSeconds: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = Object.freeze({
  clients: 256,
  messageBytes: 1 << 20,
  messagesPerFrame: 10_000,
  messagesOfAll: 50_000,
  commandsWaiting: 100_000,
  aheadBytes: 4 << 20,
  backlogBytes: 64 << 20,
  connectionBytes: 128 << 20,
  documentSeconds: 30,
});
