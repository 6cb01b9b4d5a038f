// Touch against known weights.

import { afterEach, describe, expect, test } from "vitest";
import { describeDevice, elementOf, mountDevice } from "../../test/builders/Devices.js";
import { refusal } from "../../test/builders/Refusal.js";
import {
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  jointed,
  makeWorld,
  objectOf,
  run,
} from "../../test/builders/SmallWorlds.js";
import type { EntityInput } from "../describe/Entity.js";
import { flatGround } from "../describe/WorldDescription.js";
import { ORIGIN } from "../math/Pose.js";
import { CONTACT_SENSOR } from "./ContactSensor.js";
import type { Device } from "./Device.js";

afterEach(disposeWorlds);

const box = (name: string, z: number, mass: number): EntityInput =>
  objectOf(name, boxShape(0.4, 0.4, 0.2), { position: [0, 0, z], mass });
const sample = (device: Device): readonly number[] => device.sample?.() ?? [];

describe("[S1] contact sensor", () => {
  test("a box of known weight on the ground", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1, 3)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    // nothing was felt before the first step
    expect(sample(device)).toEqual([0, 0]);
    run(physics, 1);
    const [touching, force] = sample(device);
    expect(touching).toBe(1);
    expect(force).toBeCloseTo(3 * G, 4);
  });

  test("what lies on it counts too: from below (3 + 2) g, from above 2 g", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1, 3), box("load", 0.3, 2)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    const load = mountDevice(physics, "load", CONTACT_SENSOR);
    run(physics, 1);
    expect(sample(device)[1]).toBeCloseTo(7 * G, 3);
    expect(sample(load)[1]).toBeCloseTo(2 * G, 3);
  });

  test("in the air nothing touches, though the ground is near", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1015, 3)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    physics.step();
    expect(sample(device)).toEqual([0, 0]);
  });

  test("only its own body feels; with Solid only that solid", async () => {
    const robot: EntityInput = {
      name: "robot",
      bodies: [
        bodyOf("Body", boxShape(0.4, 0.4, 0.2), { position: [0, 0, 0.1], mass: 3 }),
        {
          name: "Feet",
          solids: [
            { name: "L", shape: boxShape(0.2), mass: 1, position: [2, 0, 0.1] },
            { name: "R", shape: boxShape(0.2), mass: 1, position: [3, 0, 0.1] },
          ],
        },
      ],
    };
    const physics = await makeWorld({ entities: [flatGround(), robot] });
    const of = (body: string, solid?: string) =>
      mountDevice(physics, "robot", CONTACT_SENSOR, { body, settings: { solid } });
    const [body, feet, left, elsewhere] = [of("Body"), of("Feet"), of("Feet", "L"), of("Body", "R")];
    run(physics, 1);
    const forces = [body, feet, left, elsewhere].map((device) => sample(device)[1]);
    [3, 2, 1, 1].forEach((mass, i) => {
      expect(forces[i]).toBeCloseTo(mass * G, 4);
    });
  });

  test("the robot's own bodies do not count", async () => {
    // two boxes that a slider presses together
    const robot = jointed({
      kind: "Slider",
      axes: [[1, 0, 0]],
      collide: true,
      parameters: [{ Vel: 0.5, FMax: 20 }],
    });
    const physics = await makeWorld(floating(robot));
    const device = mountDevice(physics, "robot", CONTACT_SENSOR, { body: "A" });
    run(physics, 2);
    expect(physics.snapshot().last.contacts.length).toBeGreaterThan(0);
    expect(sample(device)).toEqual([0, 0]);
  });

  test("others may come, go and turn time back: it feels what is there", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1, 3)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    run(physics, 0.5);
    const alone = sample(device);
    const snapshot = physics.snapshot();
    physics.add(box("a", 0.3, 2), ORIGIN);
    expect(sample(device)).toEqual(alone);
    run(physics, 0.5);
    expect(sample(device)[1]).toBeCloseTo(7 * G, 2);
    physics.remove("a");
    expect(sample(device)[1]).toBeCloseTo(5 * G, 2);
    physics.restore(snapshot);
    expect(sample(device)).toEqual(alone);
  });

  test("5 bytes: uint8 and float32; the document may name a solid", () => {
    const fields = CONTACT_SENSOR.sends({ solid: undefined }, describeDevice("ContactSensor"));
    expect(fields.map(({ type }) => type)).toEqual(["uint8", "float32"]);
    expect(CONTACT_SENSOR.read(elementOf("ContactSensor", { Solid: " Toe " }))).toEqual({ solid: "Toe" });
    expect(CONTACT_SENSOR.read(elementOf("ContactSensor"))).toEqual({ solid: undefined });
  });

  test("a solid that is not there is refused by name", async () => {
    const physics = await makeWorld({ entities: [box("robot", 0.1, 3)] });
    const error = refusal(() => mountDevice(physics, "robot", CONTACT_SENSOR, { settings: { solid: "Body solit" } }));
    expect(error.code).toBe("COMPONENT_UNKNOWN");
    expect(error.message).toContain('Did you mean "Body solid"?');
  });
});
