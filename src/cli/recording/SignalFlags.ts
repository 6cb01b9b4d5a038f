// What `export` and `plot` share: a recording, signals and a range.

import { type OptionTable, readNumber, UsageError } from "../Arguments.js";

export const SIGNAL_OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  output: { type: "string", short: "o" },
} as const satisfies OptionTable;

type SignalFlags = { readonly [Flag in keyof typeof SIGNAL_OPTIONS]?: string | undefined };

export interface SignalRequest {
  readonly file: string;
  readonly patterns: readonly string[];
  readonly fromSec: number | undefined;
  readonly toSec: number | undefined;
  /** Undefined: the terminal. */
  readonly output: string | undefined;
}

export function readSignalRequest(command: string, values: SignalFlags, words: readonly string[]): SignalRequest {
  const [file, ...patterns] = words;
  if (file === undefined || patterns.length === 0)
    throw new UsageError(`ubersim: ${command} needs a recording and signals; ubersim info FILE --signals lists them.`);
  return { file, patterns, ...readRange(values), output: values.output };
}

/** The time range of --from and --to, s. */
export function readRange({ from, to }: Pick<SignalFlags, "from" | "to">) {
  const fromSec = from === undefined ? undefined : readNumber("--from", from, 0);
  const toSec = to === undefined ? undefined : readNumber("--to", to, 0);
  if (fromSec !== undefined && toSec !== undefined && fromSec > toSec)
    throw new UsageError(`ubersim: --from ${fromSec} is after --to ${toSec}.`);
  return { fromSec, toSec };
}
