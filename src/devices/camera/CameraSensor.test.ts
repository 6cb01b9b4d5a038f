// Settings and messages of a camera; test/camera and src/world/Pictures.test.ts test its pictures.

import { afterEach, describe, expect, test } from "vitest";
import { elementOf, mountDevice, propertyMessage } from "../../../testing/builders/Devices.js";
import { robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { boxShape, disposeWorlds, floating, makeWorld, objectOf } from "../../../testing/builders/SmallWorlds.js";
import type { DeviceDescription } from "../../describe/robot/RobotDescription.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { PLAIN_LENS } from "../../render/lens/LensSettings.js";
import { PICTURE_FORMATS } from "../../render/picture/PictureFormat.js";
import { builtInDevices } from "../BuiltIn.js";
import { CAMERA_SENSOR, type Camera } from "./CameraSensor.js";

afterEach(disposeWorlds);

async function makeCamera(more: Partial<DeviceDescription> = {}): Promise<Camera> {
  const physics = await makeWorld(floating(objectOf("robot", boxShape(1))));
  return mountDevice(physics, "robot", CAMERA_SENSOR, more) as Camera;
}

const sendProperty = (camera: Camera, property: number, value: number) =>
  camera.act(camera.read(propertyMessage(property, value)));
const codeOf = (camera: Camera, property: number, value: number) =>
  refusal(() => camera.read(propertyMessage(property, value))).code;

describe("[S3] [W5] a camera's document", () => {
  test("320 x 240, 45 degrees, bgra by default", () => {
    expect(CAMERA_SENSOR.read(elementOf("CameraSensor"))).toEqual({
      width: 320,
      height: 240,
      fovDeg: 45,
      format: "bgra",
      lens: PLAIN_LENS,
    });
  });

  test("reads all settings", () => {
    for (const format of PICTURE_FORMATS) {
      const element = elementOf("CameraSensor", { Width: "64", Height: "48", Fov: "90", Format: format });
      expect(CAMERA_SENSOR.read(element)).toEqual({ width: 64, height: 48, fovDeg: 90, format, lens: PLAIN_LENS });
    }
  });

  test.each([
    ["Width", "0"],
    ["Width", "1.5"],
    ["Height", "1000000"],
    ["Fov", "0"],
    ["Fov", "180"],
    ["Format", "gif"],
  ])("%s %s is refused", (child, text) => {
    expect(() => CAMERA_SENSOR.read(elementOf("CameraSensor", { [child]: text }))).toThrow(`CameraSensor/${child}`);
  });
});

describe("[W9] messages to a camera", () => {
  test("Fov 64, Brightness 65, Rate 66: kept once they are due", async () => {
    const camera = await makeCamera();
    expect([camera.fovDeg, camera.brightness, camera.rateHz]).toEqual([45, 1, 1000]);
    const command = camera.read(propertyMessage(64, 60));
    expect(camera.fovDeg).toBe(45);
    camera.act(command);
    sendProperty(camera, 65, 0.5);
    sendProperty(camera, 66, 10);
    expect([camera.fovDeg, camera.brightness, camera.rateHz]).toEqual([60, 0.5, 10]);
  });

  test("it starts with the rate of its document", async () => {
    expect((await makeCamera({ rateHz: 5 })).rateHz).toBe(5);
  });

  test("[T8] its memory can be saved and restored", async () => {
    const camera = await makeCamera();
    sendProperty(camera, 64, 30);
    const saved = camera.save();
    sendProperty(camera, 64, 60);
    camera.restore(saved);
    expect(camera.fovDeg).toBe(30);
  });

  test("[S3] a lens whose distortion folds is refused, in a document and by a message", async () => {
    const read = (fov: number) =>
      readRobotDocument(
        robotXml({ inTrunk: `<CameraSensor name="C"><Fov>${fov}</Fov><Lens><K1>-0.15</K1></Lens></CameraSensor>` }),
        { kinds: builtInDevices() },
      ).robot.devices[0];
    expect(refusal(() => read(150)).code).toBe("LENS_FOLDS");
    const camera = await makeCamera({ settings: read(40).settings });
    expect(codeOf(camera, 64, 150)).toBe("LENS_FOLDS");
  });

  test("invalid messages are refused by code", async () => {
    const camera = await makeCamera();
    expect(codeOf(camera, 2, 1)).toBe("PARAMETER_UNKNOWN");
    expect(codeOf(camera, 64 + 256, 1)).toBe("PARAMETER_UNKNOWN");
    expect(codeOf(camera, 64, Number.NaN)).toBe("COMMAND_NOT_FINITE");
    expect(codeOf(camera, 65, Number.POSITIVE_INFINITY)).toBe("COMMAND_NOT_FINITE");
    expect(codeOf(camera, 64, 0)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(camera, 64, 180)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(camera, 65, -1)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(camera, 65, 1001)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(camera, 66, 0)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(camera, 66, 1001)).toBe("RATE_TOO_HIGH");
    expect(refusal(() => camera.read(new DataView(new ArrayBuffer(4)))).code).toBe("PAYLOAD_SIZE_WRONG");
  });
});
