// A snapshot as a file (T8, X3): the whole state with the world that it belongs to, so that the file alone is enough to go on. Portable
// between machines: the bytes are those of DataFormat.ts. After a first line for people come the version and a hash of the rest.

import { SimError } from "../../describe/SimError.js";
import { Hash64 } from "../../math/Hash64.js";
import { momentOf } from "../../session/Moment.js";
import type { Simulation } from "../../session/Simulation.js";
import type { KeptWorld } from "../../session/SnapshotShelf.js";
import { DATA_VERSION } from "../data/DataFormat.js";
import { DataReader } from "../data/DataReader.js";
import { DataWriter } from "../data/DataWriter.js";
import { checkStart, type RunOrigin, type RunStart, startOf } from "../journal/RunStart.js";

const FIRST_LINE = "UberSim snapshot\n";
/** First line, version, hash. */
const HEAD = FIRST_LINE.length + 1 + 8;

/** The pictures in queues are drawn now. */
export function writeSnapshot(simulation: Simulation, origin: RunOrigin): Uint8Array {
  const start = { ...startOf(simulation, origin, momentOf(simulation)), shelf: new Map() };
  const data = new DataWriter({ drawsPictures: true }).write(start);
  const file = new Uint8Array(HEAD + data.length);
  file.set(new TextEncoder().encode(FIRST_LINE));
  file[FIRST_LINE.length] = DATA_VERSION;
  file.set(hashOf(data), FIRST_LINE.length + 1);
  file.set(data, HEAD);
  return file;
}

/** Throws RECORD_BROKEN or RECORD_FOREIGN. `where`: name of the file. */
export function readSnapshot(file: Uint8Array, where: string): RunStart {
  const first = new TextDecoder().decode(file.subarray(0, FIRST_LINE.length));
  if (first !== FIRST_LINE || file.length < HEAD)
    throw new SimError("RECORD_BROKEN", {
      where,
      found: "another kind of file",
      allowed: "a file of `snapshot NAME.snapshot`",
    });
  const version = file[FIRST_LINE.length];
  if (version !== DATA_VERSION)
    throw new SimError("RECORD_FOREIGN", {
      where,
      found: `version ${version}: the versions differ`,
      allowed: `version ${DATA_VERSION}`,
    });
  const data = file.subarray(HEAD);
  if (!hashOf(data).every((byte, i) => byte === file[FIRST_LINE.length + 1 + i]))
    throw new SimError("RECORD_BROKEN", { where, found: "a hash that does not fit the content" });
  return checkStart(new DataReader(where).read(data), where);
}

/** For a simulation that runs: throws SNAPSHOT_FOREIGN if the snapshot is of another world, seed or document. */
export function snapshotFor({ world }: Simulation, { moment, world: file, seed }: RunStart, where: string): KeptWorld {
  const foreign = (found: string): SimError => new SimError("SNAPSHOT_FOREIGN", { where, found });
  const { name } = world.physics.description;
  if (file.physics.name !== name) throw foreign(`a snapshot of ${file.physics.name} in ${name}`);
  if (seed !== world.seed) throw foreign(`a snapshot of a run with seed ${seed}; this one has ${world.seed}`);
  if (contentOf(file) !== contentOf(world.file)) throw foreign(`a snapshot of another version of ${name}`);
  return { ...moment, world: { ...moment.world, edits: world.edits } };
}

/** Identifies plain data by its content. */
const contentOf = (value: unknown): string => new Hash64().addBytes(new DataWriter().write(value)).digest();

function hashOf(data: Uint8Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  const [high, low] = new Hash64().addBytes(data).digestWords();
  bytes.setUint32(0, high, true);
  bytes.setUint32(4, low, true);
  return new Uint8Array(bytes.buffer);
}
