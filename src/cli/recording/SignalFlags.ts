// What `export` and `plot` share: a recording, signals, a range and a rate.

import { type OptionTable, readNumber, UsageError } from "../Arguments.js";

export const SIGNAL_OPTIONS = {
  rate: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  output: { type: "string", short: "o" },
} as const satisfies OptionTable;

type SignalFlags = { readonly [Flag in keyof typeof SIGNAL_OPTIONS]?: string | undefined };

export interface SignalRequest {
  readonly file: string;
  readonly patterns: readonly string[];
  /** Rows per second; undefined: as the signals were taken. */
  readonly rateHz: number | undefined;
  readonly fromSec: number | undefined;
  readonly toSec: number | undefined;
  /** Undefined: the terminal. */
  readonly output: string | undefined;
}

export function readSignalRequest(command: string, values: SignalFlags, words: readonly string[]): SignalRequest {
  const [file, ...patterns] = words;
  if (file === undefined || patterns.length === 0)
    throw new UsageError(`ubersim: ${command} needs a recording and signals; ubersim info FILE --signals lists them.`);
  const number = (flag: "rate" | "from" | "to", min: number): number | undefined => {
    const text = values[flag];
    return text === undefined ? undefined : readNumber(`--${flag}`, text, min);
  };
  const [rateHz, fromSec, toSec] = [number("rate", 1e-6), number("from", 0), number("to", 0)];
  if (fromSec !== undefined && toSec !== undefined && fromSec > toSec)
    throw new UsageError(`ubersim: --from ${fromSec} is after --to ${toSec}.`);
  return { file, patterns, rateHz, fromSec, toSec, output: values.output };
}
