// An event of a world (E2, E3): console lines, and the times at which they run. An event starts at t = 0, or each time that the
// event `after` happens, or each time that its trigger starts it. It happens for the n-th time (n = 0, 1, ...) at
//   start + at + n every + u jitter,   u from 0 to 1, drawn from the event's own random stream

export interface WorldEvent {
  readonly name: string;
  /** The event starts each time that this other event happens. Undefined: it starts at t = 0, or by its trigger. */
  readonly after: string | undefined;
  /** A trigger of the same name starts the event. */
  readonly isTriggered: boolean;
  readonly atNs: number;
  /** Interval of repetition. Undefined: the event happens once. */
  readonly everyNs: number | undefined;
  /** Number of repetitions. Infinity: no end. */
  readonly times: number;
  readonly jitterNs: number;
  /** Console lines, in the order in which they run. */
  readonly lines: readonly string[];
}

/** A name in a line that only the world file can supply. */
export interface LineName {
  readonly kind: "light" | "event" | "mover" | "action";
  /** May contain * for any characters. */
  readonly name: string;
}

/** Throws a SimError if a line is not a verb with valid arguments. Returns the names to check, if it knows them. */
export type LineChecker = (line: string) => { readonly names?: readonly LineName[] };
