// An event of a world (E2, E3): what is said, as on the console, and when. Its first time is `at` seconds after its start,
// which is t = 0, or every time that the event happens after which it comes; then every so often, so many times, each late by
// chance up to `jitter`. Triggers will start events the same way.
//   n-th time:  start + at + n every + u jitter,   u from 0 to 1, drawn from a stream of the event's own

export interface WorldEvent {
  readonly name: string;
  /** It starts whenever that event happens; undefined: at t = 0. */
  readonly after: string | undefined;
  readonly atNs: number;
  /** Undefined: it happens once. */
  readonly everyNs: number | undefined;
  /** Infinity: without end. */
  readonly times: number;
  readonly jitterNs: number;
  /** Lines of the console, in this order. */
  readonly lines: readonly string[];
}

/** Throws a SimError where a line is no verb with its arguments. */
export type LineChecker = (line: string) => void;
