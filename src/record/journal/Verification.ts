// Proves a recording (X3): plays it back and finds the first frame that differs, and what differs there. What the recording says of the
// values themselves is in its next snapshot: from there come the details.

import { momentOf } from "../../session/Moment.js";
import type { WorldSnapshot } from "../../world/World.js";
import { type DataDifference, differencesOf } from "../data/DataDifference.js";
import { DataReader } from "../data/DataReader.js";
import { DataWriter } from "../data/DataWriter.js";
import type { HashPart } from "./FrameHash.js";
import type { Playback, PlayedFrame } from "./Playback.js";

export interface FoundDifference {
  /** The first frame that differs. */
  readonly frame: PlayedFrame;
  /** Time of the recording, s. */
  readonly seconds: number;
  readonly part: HashPart;
  /** Values in the next snapshot, each as a text; its time in the recording, s. Empty: there is none, or it is equal. */
  readonly details: readonly string[];
  readonly detailsSec: number | undefined;
}

const MAX_DETAILS = 8;

/** Plays all frames, and gives the number of each. Returns the first difference; undefined: all are equal. */
export function* verify(playback: Playback): Generator<number, FoundDifference | undefined> {
  const { file } = playback;
  for (let frame = playback.next(); frame; frame = playback.next()) {
    yield frame.number;
    if (frame.different) {
      const seconds = file.secondsAt(frame.number);
      return { frame, seconds, part: frame.different, ...(yield* explain(playback, frame.different)) };
    }
  }
  return undefined;
}

type Details = Pick<FoundDifference, "details" | "detailsSec">;

/** Goes on to the next snapshot and compares it. */
function* explain(playback: Playback, { owner }: HashPart): Generator<number, Details> {
  const snapshot = playback.file.snapshots.find(({ number }) => number >= playback.number);
  if (!snapshot) return { details: [], detailsSec: undefined };
  while (playback.number < snapshot.number) {
    const frame = playback.next();
    if (frame) yield frame.number;
  }
  const detailsSec = playback.file.secondsAt(snapshot.number);
  const now = copyOf(momentOf(playback.simulation, true).world) as WorldSnapshot;
  const [entity] = owner.split("/");
  const found = differencesOf(partsOf(snapshot.moment().world, entity), partsOf(now, entity), MAX_DETAILS);
  return { details: found.map(textOf), detailsSec };
}

/** As the recording would have it: samples as bytes. */
function copyOf(value: unknown): unknown {
  return new DataReader("playback").read(new DataWriter().write(value));
}

/** What the snapshot has of one entity, or of all of them. */
function partsOf({ physics, robots, lights, events, triggers }: WorldSnapshot, name: string) {
  const entities = new Map(physics.entities.map((one) => [one.entity.name, one]));
  const own = new Map(robots.map((one) => [one.description.name, one]));
  const names = entities.has(name) ? [name] : [...new Set([...entities.keys(), ...own.keys()])];
  const described = names.map((one) => [one, entityParts(entities.get(one), own.get(one))]);
  return { ...Object.fromEntries(described), ...(entities.has(name) ? {} : { lights, events, triggers }) };
}

function entityParts(
  entity: WorldSnapshot["physics"]["entities"][number] | undefined,
  robot: WorldSnapshot["robots"][number] | undefined,
) {
  const { motion, commands } = entity ?? {};
  const byJoint = (values: readonly Float64Array[] = []) =>
    Object.fromEntries((motion?.keys ?? []).map((key, i) => [key, values[i]]));
  const joints = new Map([...(commands ?? [])].map(([name, { joint: _, ...rest }]) => [name, rest]));
  const devices = robot?.devices.map((device, i) => [robot.description.devices[i]?.name ?? String(i), device]) ?? [];
  return {
    position: byJoint(motion?.qpos),
    velocity: byJoint(motion?.qvel),
    joints,
    device: Object.fromEntries(devices),
  };
}

const textOf = ({ path, a, b }: DataDifference): string =>
  `${path.join("/")}: ${valueText(a)} recorded, ${valueText(b)} now`;

const MAX_TEXT = 60;

function valueText(value: unknown): string {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
}
