// What happens, as text: /log has the lines of the log and the events of games (foxglove.Log); /marks has the instants that people look
// for on a time bar: marks that a user sets, goals, errors, robots that join and leave, resets.

import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { LOG } from "./FoxgloveTypes.js";
import { MARK } from "./OwnTypes.js";
import { splitTime } from "./proto/ProtoWriter.js";

export type MarkKind = "mark" | "goal" | "error" | "join" | "leave" | "reset" | "start" | "stop";

const LEVELS = { info: 2, warning: 3, error: 4 } as const;
/** A code of the error table in a line: "left at 2 s: COMPONENT_UNKNOWN: ...". */
const ERROR_CODE = /: [A-Z]+(_[A-Z]+)+: /;

export class LogChannels {
  readonly #host: ChannelHost;
  readonly #log: ProtoChannel | undefined;
  readonly #marks: ProtoChannel | undefined;

  constructor(host: ChannelHost) {
    this.#host = host;
    this.#log = ProtoChannel.open(host, "/log", LOG);
    this.#marks = ProtoChannel.open(host, "/marks", MARK);
  }

  /** A line of the server's log, or of a part of it: `name`. */
  log(line: string, name = "ubersim"): void {
    const isError = ERROR_CODE.test(line) || line.startsWith("internal error");
    const level = isError ? LEVELS.error : line.startsWith("warning:") ? LEVELS.warning : LEVELS.info;
    this.#log?.write({ timestamp: splitTime(this.#host.clock.timeNs), level, message: line, name });
    if (isError) this.mark("error", line);
  }

  mark(kind: MarkKind, text: string): void {
    this.#marks?.write({ timestamp: splitTime(this.#host.clock.timeNs), kind, text });
  }
}
