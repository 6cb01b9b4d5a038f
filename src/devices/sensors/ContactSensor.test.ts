// Contact forces against known weights.

import { afterEach, describe, expect, test } from "vitest";
import { describeDevice, elementOf, mountDevice } from "../../../testing/builders/Devices.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  G,
  jointed,
  makeWorld,
  objectOf,
  run,
  staticOf,
} from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { ORIGIN } from "../../math/Pose.js";
import { applyImpulse } from "../../physics/Bodies.js";
import type { Device } from "../Device.js";
import { CONTACT_SENSOR } from "./ContactSensor.js";

afterEach(disposeWorlds);

const box = (name: string, z: number, mass: number): EntityInput =>
  objectOf(name, boxShape(0.4, 0.4, 0.2), { position: [0, 0, z], mass });
/** Sample of a device without a Rate, which samples in every frame. */
const sample = (device: Device): readonly number[] => {
  device.sample?.();
  device.tick?.();
  return device.sample?.() ?? [];
};

describe("[S1] contact sensor", () => {
  test("a box of known weight on the ground", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1, 3)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    // no contacts before the first step
    expect(sample(device)).toEqual([0, 0]);
    run(physics, 1);
    const [touching, force] = sample(device);
    expect(touching).toBe(1);
    expect(force).toBeCloseTo(3 * G, 4);
  });

  test("a load on it counts too: (3 + 2) g from below, 2 g from above", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1, 3), box("load", 0.3, 2)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    const load = mountDevice(physics, "load", CONTACT_SENSOR);
    run(physics, 1);
    expect(sample(device)[1]).toBeCloseTo(7 * G, 3);
    expect(sample(load)[1]).toBeCloseTo(2 * G, 3);
  });

  test("no contact in the air, though the ground is near", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box("robot", 0.1015, 3)] });
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    physics.step();
    expect(sample(device)).toEqual([0, 0]);
  });

  test("only contacts of its own body count; with Solid only those of that solid", async () => {
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

  test("joins, leaves and restores: it lists the contacts that exist", async () => {
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

  test("an unknown solid is refused by name", async () => {
    const physics = await makeWorld({ entities: [box("robot", 0.1, 3)] });
    const error = refusal(() => mountDevice(physics, "robot", CONTACT_SENSOR, { settings: { solid: "Body solit" } }));
    expect(error.code).toBe("SOLID_UNKNOWN");
    expect(error.message).toContain('Did you mean "Body solid"?');
  });
});

describe("[S1] [R5] a contact sensor with a Rate", () => {
  /** A ball drops onto the sensor's box and bounces away. Contact and force of each step. */
  async function bounce() {
    const ball = objectOf("ball", ballShape(0.05), { position: [0, 0, 0.26], mass: 0.2, material: "Bouncy" });
    const physics = await makeWorld({
      entities: [staticOf("ground", boxShape(4, 4, 1), { position: [0, 0, -0.5] }), box("robot", 0.1, 3), ball],
      materials: [{ name: "Bouncy", restitution: 1 }],
      pairs: [{ a: "Bouncy", b: "Default", restitution: 0.9 }],
    });
    const [every, slow] = [0, 1].map(() => mountDevice(physics, "robot", CONTACT_SENSOR));
    return { physics, every, slow };
  }

  test("an impact between two samples is not missed: the largest force of a step since the last one", async () => {
    const { physics, every, slow } = await bounce();
    for (const device of [every, slow]) device.tick?.();
    const forces: number[] = [];
    for (let i = 0; i < 100; i++) {
      run(physics, physics.stepSec);
      for (const device of [every, slow]) device.tick?.();
      forces.push(every.sample?.()[1] ?? 0);
    }
    const largest = Math.max(...forces);
    // the impact is over long before the sample
    expect(largest).toBeGreaterThan(3 * forces[99]);
    expect(slow.sample?.()).toEqual([1, largest]);
    // a second sample in the same frame is equal; the next step starts a new interval
    expect(slow.sample?.()).toEqual([1, largest]);
    run(physics, physics.stepSec);
    slow.tick?.();
    expect(slow.sample?.()[1]).toBeCloseTo(3 * G, 1);
  });

  test("a contact that ended since the last sample still counts", async () => {
    const physics = await makeWorld(
      floating(box("robot", 0, 3), objectOf("ball", ballShape(0.05), { position: [0, 0, 0.16] })),
    );
    const device = mountDevice(physics, "robot", CONTACT_SENSOR);
    applyImpulse(physics, "ball", "Body", [0, 0, -1]);
    run(physics, 0.05, () => device.tick?.());
    physics.remove("ball");
    run(physics, 0.05, () => device.tick?.());
    expect(device.sample?.()[0]).toBe(1);
    run(physics, 0.01, () => device.tick?.());
    expect(device.sample?.()).toEqual([0, 0]);
  });

  test("[T8] [M5] its memory is saved, restored and hashed", async () => {
    const { physics, slow, every } = await bounce();
    run(physics, 0.1, () => slow.tick?.());
    const memory = slow.save?.() ?? [];
    expect(memory).not.toEqual(every.save?.());
    every.restore?.(memory);
    expect(every.save?.()).toEqual(memory);
    expect(every.sample?.()).toEqual(slow.sample?.());
    // whether a sample was taken is part of the state: the next step starts a new interval or not
    expect(slow.save?.()).not.toEqual(memory);
  });
});
