// Lamps: messages set their look.

import { afterEach, describe, expect, test } from "vitest";
import { mountDevice, propertyMessage } from "../../../testing/builders/Devices.js";
import { robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { boxShape, disposeWorlds, floating, makeWorld, objectOf } from "../../../testing/builders/SmallWorlds.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { builtInDevices } from "../BuiltIn.js";
import { LAMP, type LampSettings, LED } from "./Lamp.js";

afterEach(disposeWorlds);

const read = (xml: string) =>
  readRobotDocument(robotXml({ inTrunk: xml }), { kinds: builtInDevices() }).robot.devices[0];
const settingsOf = (xml: string) => read(xml).settings as LampSettings;

describe("[S5] lamps", () => {
  test("a led is off and white by default", () => {
    expect(settingsOf('<Led name="L"/>')).toEqual({
      radius: 0.005,
      color: [255, 255, 255],
      brightness: 0,
      beam: undefined,
    });
    expect(
      settingsOf('<Led name="L"><Color>#ff8000</Color><Brightness>0.5</Brightness><Radius>0.1</Radius></Led>'),
    ).toMatchObject({
      radius: 0.1,
      color: [255, 128, 0],
      brightness: 0.5,
    });
  });

  test("a lamp has a beam", () => {
    expect(settingsOf('<Lamp name="L"><Cone>0.5</Cone><Range>3</Range></Lamp>').beam).toEqual({ cone: 0.5, range: 3 });
    expect(settingsOf('<Lamp name="L"/>').beam).toEqual({ cone: Math.PI / 4, range: 10 });
  });

  test.each([LED, LAMP])("messages set brightness and colour, which it keeps: $element", async (type) => {
    const physics = await makeWorld(floating(objectOf("robot", boxShape(0.2))));
    const settings = settingsOf(`<${type.element} name="L"><Color>10 20 30</Color></${type.element}>`);
    const device = mountDevice(physics, "robot", type, { settings });
    expect(device.look?.()).toMatchObject({ color: [10, 20, 30], brightness: 0 });
    for (const [property, value] of [
      [65, 1],
      [112, 255],
      [114, 0],
    ])
      device.act?.(device.read?.(propertyMessage(property, value)) ?? {});
    expect(device.look?.()).toMatchObject({ color: [255, 20, 0], brightness: 1 });
    const memory = device.save?.() ?? [];
    device.act?.(device.read?.(propertyMessage(65, 0)) ?? {});
    expect(device.look?.().brightness).toBe(0);
    device.restore?.(memory);
    expect(device.look?.()).toMatchObject({ color: [255, 20, 0], brightness: 1 });
    expect(device.sample).toBeUndefined();
  });

  test("bad messages and documents are refused", async () => {
    const physics = await makeWorld(floating(objectOf("robot", boxShape(0.2))));
    const device = mountDevice(physics, "robot", LED);
    const codeOf = (property: number, value: number) =>
      refusal(() => device.read?.(propertyMessage(property, value))).code;
    expect(codeOf(65, 1.5)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(65, -1)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(112, 256)).toBe("VALUE_OUT_OF_RANGE");
    expect(codeOf(113, Number.NaN)).toBe("COMMAND_NOT_FINITE");
    expect(codeOf(1, 0)).toBe("PARAMETER_UNKNOWN");
    for (const xml of [
      '<Led name="L"><Color>red</Color></Led>',
      '<Led name="L"><Brightness>2</Brightness></Led>',
      '<Led name="L"><Cone>1</Cone></Led>',
    ])
      expect(["VALUE_OUT_OF_RANGE", "NUMBER_MALFORMED", "ELEMENT_UNKNOWN"]).toContain(refusal(() => read(xml)).code);
    expect(refusal(() => read('<Lamp name="L"><Cone>180</Cone></Lamp>')).code).toBe("VALUE_OUT_OF_RANGE");
  });
});
