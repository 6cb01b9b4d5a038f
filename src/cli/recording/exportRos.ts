// `ubersim export FILE --ros2 DIR`: a recording as a bag of ROS 2.

import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { SimError } from "../../describe/SimError.js";
import { RecordFilter } from "../../record/channels/RecordFilter.js";
import type { ReadMessage, Recording } from "../../record/mcap/Recording.js";
import { RosBag } from "../../record/ros/RosBag.js";
import { RosSink } from "../../record/ros/RosSink.js";
import { openMcap } from "../../server/record/RecordingModules.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { print, printError } from "../Output.js";

interface RosExport {
  readonly file: string;
  /** Directory that is made. */
  readonly directory: string;
  /** Patterns of topics of the recording; none: all. */
  readonly patterns: readonly string[];
  readonly fromSec: number | undefined;
  readonly toSec: number | undefined;
}

/** Channels that are written only when they change. */
const STATES = new RecordFilter(["tf_static", "scene", "camera/*/calibration"]);

const nsOf = (sec: number | undefined): bigint | undefined =>
  sec === undefined ? undefined : BigInt(Math.round(sec * 1e9));

export async function runRosExport({ file, directory, patterns, fromSec, toSec }: RosExport): Promise<number> {
  const { recording, close } = await openRecording(file);
  const [fromNs, toNs] = [nsOf(fromSec), nsOf(toSec)];
  const filter = new RecordFilter(patterns.length > 0 ? patterns : ["*", "contacts", "camera"]);
  const wanted = (topic: string): boolean => filter.wants(topic);
  const name = `${basename(resolve(directory))}_0.mcap`;
  const { write, end, discard } = makeBag(directory, name);
  const mcap = openMcap({ write }, `ubersim export of ${basename(file)}`, "ros2");
  const bag = new RosBag(mcap);
  const sink = new RosSink(bag, true);
  const take = ({ channel, recordNs, data }: ReadMessage, atNs = recordNs): void => {
    sink.clock(atNs);
    sink.write(sink.channel(channel), atNs, Number(atNs), data);
  };
  try {
    if (fromNs !== undefined) for (const message of lastStates(recording, wanted, fromNs)) take(message, fromNs);
    for (const message of recording.messages({ topics: wanted, fromNs, toNs })) take(message);
    mcap.end();
    end(bag.metadataText(name));
  } catch (problem) {
    discard();
    throw problem;
  } finally {
    close();
  }
  for (const warning of recording.warnings) printError(`warning: ${warning}`);
  const count = bag.topics.reduce((sum, { messages }) => sum + messages, 0);
  print(`${directory}: ${count} messages on ${bag.topics.length} topics`);
  return 0;
}

/** What was written before and still holds. */
function lastStates(recording: Recording, wanted: (topic: string) => boolean, untilNs: bigint): readonly ReadMessage[] {
  const last = new Map<ReadMessage["channel"], ReadMessage>();
  const topics = (topic: string): boolean => STATES.wants(topic, true) && wanted(topic);
  for (const message of recording.messages({ topics, toNs: untilNs }))
    if (message.recordNs < untilNs) last.set(message.channel, { ...message, data: message.data.slice() });
  return [...last.values()];
}

/** A new directory with a new file in it. Throws FILE_EXISTS or FILE_UNWRITABLE. */
function makeBag(directory: string, name: string) {
  const tried = <T>(work: () => T): T => {
    try {
      return work();
    } catch (problem) {
      throw unwritable(directory, problem);
    }
  };
  tried(() => mkdirSync(directory));
  const fd = tried(() => openSync(join(directory, name), "wx"));
  const write = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += tried(() => writeSync(fd, bytes, at));
  };
  const end = (text: string): void =>
    tried(() => {
      closeSync(fd);
      writeFileSync(join(directory, "metadata.yaml"), text);
    });
  // half a bag is of no use
  const discard = (): void => rmSync(directory, { recursive: true, force: true });
  return { write, end, discard };
}

function unwritable(directory: string, problem: unknown): SimError {
  const { code } = problem as NodeJS.ErrnoException;
  const found = `${directory}: ${code ?? String(problem)}`;
  return new SimError(code === "EEXIST" ? "FILE_EXISTS" : "FILE_UNWRITABLE", { where: "--ros2", found });
}
