// Compass at known headings.

import { afterEach, describe, expect, test } from "vitest";
import { mountDevice } from "../../../testing/builders/Devices.js";
import { boxShape, disposeWorlds, floating, makeWorld, objectOf, run } from "../../../testing/builders/SmallWorlds.js";
import { fromAxisAngle, IDENTITY, multiply, type Quat } from "../../math/Quat.js";
import { setVelocity } from "../../physics/Bodies.js";
import { COMPASS } from "./Compass.js";

afterEach(disposeWorlds);

const UP = [0, 0, 1] as const;

async function headingOf(body: Quat, sensor: Quat = IDENTITY): Promise<number> {
  const physics = await makeWorld(floating());
  physics.add(objectOf("robot", boxShape(0.2)), { position: [0, 0, 0], orientation: body });
  const device = mountDevice(physics, "robot", COMPASS, { pose: { position: [0, 0, 0], orientation: sensor } });
  return device.sample?.()[0] ?? Number.NaN;
}

describe("[S1] compass", () => {
  test.each([0, 0.3, -0.3, 1.5, 3.1, -3.1])("turned by %d rad about z, it reads that", async (angle) => {
    expect(await headingOf(fromAxisAngle(UP, angle))).toBeCloseTo(angle, 12);
  });

  test("looking along world -x is a quarter to the left", async () => {
    expect(await headingOf(fromAxisAngle(UP, Math.PI / 2))).toBeCloseTo(Math.PI / 2, 12);
  });

  test("leaning has no effect; the heading is that of the sensor's frame", async () => {
    const turned = fromAxisAngle(UP, 0.8);
    expect(await headingOf(multiply(turned, fromAxisAngle([1, 0, 0], 0.6)))).toBeCloseTo(0.8, 12);
    expect(await headingOf(turned, fromAxisAngle(UP, 0.5))).toBeCloseTo(1.3, 12);
  });

  test("pointing straight up it reads 0", async () => {
    expect(await headingOf(fromAxisAngle([1, 0, 0], Math.PI / 2))).toBe(0);
  });

  test("on a turntable it grows with w t", async () => {
    const physics = await makeWorld(floating(objectOf("robot", boxShape(0.2))));
    const device = mountDevice(physics, "robot", COMPASS);
    setVelocity(physics, "robot", "Body", [0, 0, 0], [0, 0, 2]);
    run(physics, 0.5);
    expect(device.sample?.()[0]).toBeCloseTo(1, 9);
  });
});
