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
      isUpwards: false,
      lens: PLAIN_LENS,
    });
  });

  test("reads all settings", () => {
    for (const format of PICTURE_FORMATS) {
      const element = elementOf("CameraSensor", { Width: "64", Height: "48", Fov: "90", Format: format });
      const settings = { width: 64, height: 48, fovDeg: 90, format, isUpwards: false, lens: PLAIN_LENS };
      expect(CAMERA_SENSOR.read(element)).toEqual(settings);
    }
  });

  test("rows from the bottom on request, not in image files", () => {
    const read = (Format: string, Rows: string) => CAMERA_SENSOR.read(elementOf("CameraSensor", { Format, Rows }));
    expect(read("gray", "bottom").isUpwards).toBe(true);
    expect(read("png", "top").isUpwards).toBe(false);
    expect(() => read("png", "bottom")).toThrow("VALUE_OUT_OF_RANGE");
    expect(() => read("gray", "up")).toThrow("CameraSensor/Rows");
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
    sendProperty(camera, 64, 150);
    expect(refusal(() => camera.prepare()).code).toBe("LENS_FOLDS");
  });

  test("[M8] the lens is checked once in a step, whatever the number of messages", async () => {
    const lens = `<Lens><K1>0.001</K1><P1>0.0001</P1></Lens>`;
    const text = robotXml({
      inTrunk: `<CameraSensor name="C"><Width>4096</Width><Height>1000</Height>${lens}</CameraSensor>`,
    });
    const camera = await makeCamera({
      settings: readRobotDocument(text, { kinds: builtInDevices() }).robot.devices[0].settings,
    });
    const start = process.cpuUsage();
    for (let i = 0; i < 10_000; i++) sendProperty(camera, 64, 45 + 0.01 * i);
    camera.prepare();
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(500);
  });

  test("[R11] the cameras of a robot have at most 4 million pixels, 64 of them whatever their size", () => {
    const cameras = (count: number, size: number) =>
      Array.from(
        { length: count },
        (_, i) => `<CameraSensor name="C${i}"><Width>${size}</Width><Height>${size}</Height></CameraSensor>`,
      );
    const read = (count: number, size: number) => () =>
      readRobotDocument(robotXml({ inTrunk: cameras(count, size).join("") }), { kinds: builtInDevices() });
    expect(read(1, 2048)).not.toThrow();
    expect(refusal(read(1, 2049)).code).toBe("TOO_MANY_PIXELS");
    expect(read(64, 1)).not.toThrow();
    expect(refusal(read(65, 1)).code).toBe("TOO_MANY_PIXELS");
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
