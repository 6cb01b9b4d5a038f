// Rows of signals as text: CSV for spreadsheets and pandas, JSON by columns. A missing value is an empty cell or null. Numbers have as many
// digits as they need to be read back exactly.

import { printable } from "../../describe/PrintableText.js";
import type { SignalRows } from "./SignalTable.js";

const cellOf = (value: number): string => (Number.isNaN(value) ? "" : String(value));

/** Text of a cell; quoted where it has to be. */
export function csvText(text: string): string {
  const plain = printable(text);
  return /[",\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain;
}

export const csvHeader = (names: readonly string[]): string => `${["time", ...names].map(csvText).join(",")}\n`;

export const csvRow = (time: number, values: readonly number[]): string =>
  `${cellOf(time)}${values.map((value) => `,${cellOf(value)}`).join("")}\n`;

/** Pieces of the file, so that it need not be in memory as a whole. */
export function* csvOf({ names, times, columns }: SignalRows): Generator<string> {
  yield csvHeader(names);
  for (let i = 0; i < times.length; i++)
    yield csvRow(
      times[i],
      columns.map((column) => column[i]),
    );
}

/** {"units": {NAME: UNIT}, "columns": {"time": [...], NAME: [...]}}. */
export function* jsonOf({ names, units, times, columns }: SignalRows): Generator<string> {
  const unitPairs = names.map((name, i) => [name, units[i]] as const);
  yield `{"units": ${JSON.stringify(Object.fromEntries([["time", "s"], ...unitPairs]))},\n"columns": {\n`;
  yield `"time": ${JSON.stringify(times)}`;
  for (let i = 0; i < names.length; i++)
    yield `,\n${JSON.stringify(names[i])}: ${JSON.stringify(columns[i].map(orNull))}`;
  yield "\n}}\n";
}

export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
