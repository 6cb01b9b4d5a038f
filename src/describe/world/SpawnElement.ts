// Reads `<Spawn name="">` of a world: a start place for a robot without an Offset.

import { readPose } from "../robot/DeviceElement.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { SpawnPoint } from "./WorldFile.js";

export function readSpawn(spawn: XmlReader, name: string): SpawnPoint {
  const pose = readPose(spawn);
  spawn.finish();
  return Object.freeze({ name, pose });
}
