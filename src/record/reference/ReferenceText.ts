// A measured trajectory as CSV: a header, then a row for each instant, in ascending time. The first column is the time in s. Other columns are
// signals by name, as `ubersim export` writes them; or x, y, z, heading, qx, qy, qz, qw alone, which are the pose of one frame.

import { SimError } from "../../describe/SimError.js";
import { cos, sin } from "../../math/Trigonometry.js";
import type { Signal } from "../signals/SignalTable.js";

const TIMES = ["time", "t", "time_s", "timestamp"];
const POSE = ["x", "y", "z", "heading", "qx", "qy", "qz", "qw"];
const MAX_COLUMNS = 10_000;

interface Columns {
  readonly names: readonly string[];
  readonly times: number[];
  /** NaN: an empty cell. */
  readonly columns: number[][];
}

/** `frame`: what x, y, z, heading describe: ENTITY/BODY. Throws REFERENCE_UNREADABLE. */
export function readReferenceText(text: string, frame: string | undefined): readonly Signal[] {
  const { names, times, columns } = readColumns(text);
  const isPose = names.every((name) => POSE.includes(name));
  if (!isPose)
    return names.map((name, i) => signalOf(name, times, columns[i], /\/position\.[xyz]$/.test(name) ? "m" : ""));
  if (frame === undefined)
    throw new SimError("REFERENCE_UNREADABLE", {
      where: "line 1",
      found: `the pose columns ${names.join(", ")}, and no body that they describe`,
      allowed: "--reference-of ENTITY/BODY",
    });
  return poseSignals(frame, names, times, columns);
}

function readColumns(text: string): Columns {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const separator = [",", ";", "\t"].find((one) => (lines[0] ?? "").includes(one)) ?? ",";
  const [time, ...names] = cellsOf(lines[0] ?? "", separator);
  if (time === undefined || !TIMES.includes(time.toLowerCase()) || names.length === 0 || names.length > MAX_COLUMNS)
    throw wrong(
      1,
      (lines[0] ?? "").slice(0, 80),
      "a header: time, then names of signals, or x, y, z, heading, qx, qy, qz, qw",
    );
  const read: Columns = { names, times: [], columns: names.map(() => []) };
  for (let i = 1; i < lines.length; i++) if (lines[i].trim() !== "") addRow(read, cellsOf(lines[i], separator), i + 1);
  if (read.times.length === 0) throw wrong(2, "no row", "at least one row of numbers");
  return read;
}

const cellsOf = (line: string, separator: string): string[] =>
  (line.includes('"') ? splitQuoted(line, separator) : line.split(separator)).map((cell) => cell.trim());

/** Names may be quoted. */
function splitQuoted(line: string, separator: string): string[] {
  const cells: string[] = [""];
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"' && isQuoted && line[i + 1] === '"') cells[cells.length - 1] += line[i++];
    else if (line[i] === '"') isQuoted = !isQuoted;
    else if (line[i] === separator && !isQuoted) cells.push("");
    else cells[cells.length - 1] += line[i];
  }
  return cells;
}

function addRow({ names, times, columns }: Columns, cells: readonly string[], line: number): void {
  if (cells.length !== names.length + 1)
    throw wrong(line, `${cells.length} cells`, `${names.length + 1}, as in the header`);
  const numbers = cells.map((cell) => (cell === "" ? Number.NaN : Number(cell)));
  cells.forEach((cell, i) => {
    if (cell !== "" && !Number.isFinite(numbers[i]) && cell.toLowerCase() !== "nan")
      throw wrong(line, `"${cell.slice(0, 40)}"`, "a number");
  });
  const [time, ...values] = numbers;
  const last = times.at(-1);
  if (Number.isNaN(time) || (last !== undefined && time < last))
    throw wrong(
      line,
      `the time ${cells[0] || "(empty)"}`,
      `a time in s${last === undefined ? "" : `, not before ${last}`}`,
    );
  if (time === last) times.pop();
  times.push(time);
  values.forEach((value, i) => {
    if (time === last) columns[i].pop();
    columns[i].push(value);
  });
}

const wrong = (line: number, found: string, allowed: string): SimError =>
  new SimError("REFERENCE_UNREADABLE", { where: `line ${line}`, found, allowed });

/** Without the empty cells. */
function signalOf(name: string, times: readonly number[], values: readonly number[], unit: string): Signal {
  const kept = times.map((_, i) => i).filter((i) => !Number.isNaN(values[i]));
  return { name, unit, times: kept.map((i) => times[i]), values: kept.map((i) => values[i]) };
}

function poseSignals(
  frame: string,
  names: readonly string[],
  times: readonly number[],
  columns: readonly (readonly number[])[],
): readonly Signal[] {
  const column = (name: string): readonly number[] | undefined => columns[names.indexOf(name)];
  const signals: Signal[] = [];
  const add = (name: string, values: readonly number[] | undefined, unit: string): void => {
    if (values) signals.push(signalOf(`${frame}/${name}`, times, values, unit));
  };
  for (const axis of ["x", "y", "z"]) add(`position.${axis}`, column(axis), "m");
  for (const axis of ["x", "y", "z", "w"]) add(`orientation.${axis}`, column(`q${axis}`), "");
  const heading = column("heading");
  if (!heading) return signals;
  const turns = heading.map((angle) => [0, 0, sin(angle / 2), cos(angle / 2)]);
  ["x", "y", "z", "w"].forEach((axis, k) => {
    add(
      `orientation.${axis}`,
      turns.map((turn) => turn[k]),
      "",
    );
  });
  return signals;
}
