// The registry of device types: the built-in ones, and additions by plug-ins.

import { describe, expect, test } from "vitest";
import { refusal } from "../../testing/builders/Refusal.js";
import { builtInDevices } from "./BuiltIn.js";
import { INCLINOMETER } from "./sensors/Inclinometer.js";

describe("[S6] kinds of devices", () => {
  test("[S1] [S5] every joint, every sensor and the actuators", () => {
    expect(builtInDevices().elements).toEqual(
      [
        ..."Accelerometer CameraSensor Compass ContactSensor DcMotor ForceSensor Gyroscope Imu Inclinometer".split(" "),
        ..."Dribbler Kicker Lamp Led Lidar PoseSensor Radio RangeSensor VelocityDrive".split(" "),
        ..."BallSocket Hinge Hinge2 Slider Universal Fixed AMotor Servo".split(" ").map((kind) => `Joint${kind}`),
      ].sort(),
    );
  });

  test("[R8] the two kinds of soccer robots", () => {
    expect(builtInDevices().robotTypes.names).toEqual(["DiffRobot", "OmniRobot"]);
  });

  test("each has a summary of one line", () => {
    for (const type of builtInDevices().types) {
      expect(type.summary).toMatch(/^[^\n]{10,110}$/);
      const actuators = ["DcMotor", "Dribbler", "Kicker", "Lamp", "Led", "Radio", "VelocityDrive"];
      const inBody = actuators.includes(type.element) ? "actuator" : "sensor";
      expect(type.role).toBe(type.element.startsWith("Joint") ? "joint" : inBody);
    }
  });

  test("a plug-in adds types; a taken or unknown name is refused", () => {
    const registry = builtInDevices();
    registry.add({ ...INCLINOMETER, element: "Barometer" });
    expect(registry.has("Barometer")).toBe(true);
    expect(builtInDevices().has("Barometer")).toBe(false);
    expect(refusal(() => registry.add(INCLINOMETER)).code).toBe("NAME_TAKEN");
    expect(refusal(() => registry.type("Inclinometre")).message).toContain('Did you mean "Inclinometer"?');
  });
});
