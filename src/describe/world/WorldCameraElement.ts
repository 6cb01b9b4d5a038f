// Reads `<Camera name="">` of a world (S7): a camera that belongs to no robot. Its settings are those of a CameraSensor.

import { defaultRate, readPose, readRate } from "../robot/DeviceElement.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { WorldCamera } from "./WorldFile.js";

const CAMERA_KIND = "CameraSensor";

export function readCamera(camera: XmlReader, name: string, context: DocumentContext): WorldCamera {
  const { kinds } = context;
  const kind = kinds.has(CAMERA_KIND) ? kinds.type(CAMERA_KIND) : undefined;
  const common = {
    name,
    pose: readPose(camera),
    rateHz: readRate(camera, context) ?? (kind && defaultRate(kind, context)),
  };
  const settings = kind && camera.at(() => kind.read(camera));
  camera.finish();
  return Object.freeze({ ...common, settings });
}
