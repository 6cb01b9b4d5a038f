// `ubersim info FILE`: what is in a recording.

import type { ReadMessage, Recording } from "../../record/mcap/Recording.js";
import { readFileMarks } from "../../record/replay/FileMarks.js";
import { listSignals } from "../../record/signals/SignalTable.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { print, printError } from "../Output.js";

interface InfoOptions {
  readonly file: string;
  readonly json: boolean;
  /** Lists the signals instead. */
  readonly signals: boolean;
}

interface TopicInfo {
  readonly topic: string;
  readonly schema: string;
  messages: number;
  bytes: number;
}

export async function runInfo({ file, json, signals }: InfoOptions): Promise<number> {
  const { recording, close } = await openRecording(file);
  if (signals) printSignals(recording, json);
  else printInfo(recording, json);
  close();
  for (const warning of recording.warnings) printError(`warning: ${warning}`);
  return 0;
}

function printSignals(recording: Recording, json: boolean): void {
  const signals = listSignals(recording);
  if (json) print(JSON.stringify(signals, null, 2));
  else for (const { name, unit } of signals) print(unit === "" ? name : `${name}  [${unit}]`);
}

function printInfo(recording: Recording, json: boolean): void {
  const topics = new Map<string, TopicInfo>();
  const marks = readFileMarks(recording, 0n) ?? [];
  for (const message of recording.messages()) count(topics, message);
  const { library, isComplete, span, metadata, attachments } = recording;
  const seconds = span ? Number(span.toNs - span.fromNs) / 1e9 : 0;
  const own = Object.fromEntries(metadata.get("ubersim") ?? []);
  const rows = [...topics.values()].sort((a, b) => (a.topic < b.topic ? -1 : 1));
  const files = attachments.map(({ name, bytes }) => ({ name, bytes }));
  if (json) {
    print(JSON.stringify({ library, isComplete, seconds, ...own, topics: rows, attachments: files, marks }, null, 2));
    return;
  }
  const of = own.world === undefined ? "" : `, world ${own.world}, seed ${own.seed}`;
  print(`${seconds.toFixed(3)} s${of}, written by ${library || "an unknown program"}${isComplete ? "" : ", cut off"}`);
  const width = Math.max(5, ...rows.map(({ topic }) => topic.length));
  for (const { topic, schema, messages, bytes } of rows)
    print(`${topic.padEnd(width)}  ${String(messages).padStart(8)}  ${sizeText(bytes).padStart(9)}  ${schema}`);
  for (const { name, bytes } of files) print(`attachment ${name}  ${sizeText(bytes)}`);
  for (const { at, kind, text } of marks) print(`mark at ${at.toFixed(3)} s  ${kind}  ${text}`);
}

function count(topics: Map<string, TopicInfo>, { channel, data }: ReadMessage): void {
  const { topic, schema, encoding } = channel;
  const info = topics.get(topic) ?? { topic, schema: schema?.name ?? encoding, messages: 0, bytes: 0 };
  topics.set(topic, info);
  info.messages++;
  info.bytes += data.length;
}

const sizeText = (bytes: number): string =>
  bytes < 1e3 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
