// Pose and motion sensors against known answers: tilted, spinning, falling, at rest, on a circle.

import { afterEach, describe, expect, test } from "vitest";
import { describeDevice, mountDevice } from "../../../testing/builders/Devices.js";
import {
  ballShape,
  boxShape,
  disposeWorlds,
  floating,
  G,
  makeWorld,
  objectOf,
  run,
} from "../../../testing/builders/SmallWorlds.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import type { Pose } from "../../math/Pose.js";
import { fromAxisAngle, IDENTITY, multiply, type Quat, rotate } from "../../math/Quat.js";
import { RandomStream } from "../../math/RandomStream.js";
import { add, cross, length, scale, sub, type Vec3 } from "../../math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../physics/Bodies.js";
import type { Physics } from "../../physics/Physics.js";
import type { AnyDeviceType, Device } from "../Device.js";
import { Mount } from "../Mount.js";
import { ACCELEROMETER } from "./Accelerometer.js";
import { GYROSCOPE } from "./Gyroscope.js";
import { IMU } from "./Imu.js";
import { INCLINOMETER } from "./Inclinometer.js";
import { POSE_SENSOR } from "./PoseSensor.js";

afterEach(disposeWorlds);

const CENTER: Vec3 = [0.5, -0.2, 0.3];
const box = (position: Vec3 = CENTER) => objectOf("robot", boxShape(0.2, 0.3, 0.4), { position, mass: 3 });

function expectNear(found: readonly number[], expected: readonly number[], error = 1e-12): void {
  expect(found.length).toBe(expected.length);
  found.forEach((x, k) => {
    expect(Math.abs(x - expected[k]), `part ${k} of ${found} for ${expected}`).toBeLessThanOrEqual(error);
  });
}

const sample = (device: Device): readonly number[] => device.sample?.() ?? [];

/** A floating box turned this way, with a device on it. */
async function turned(type: AnyDeviceType, orientation: Quat, pose?: Pose): Promise<[Device, Physics]> {
  const physics = await makeWorld(floating());
  physics.add(box(), { position: [0, 0, 0], orientation });
  return [mountDevice(physics, "robot", type, pose ? { pose } : {}), physics];
}

describe("[S1] [W5] inclinometer", () => {
  // leaning towards +y turns about -x
  test.each([0, 0.3, -0.3, 1.5, 2.5, -3])("a body that leans %d rad towards +y reads that", async (lean) => {
    const [device] = await turned(INCLINOMETER, fromAxisAngle([-1, 0, 0], lean));
    expectNear(sample(device), [lean]);
  });

  test("heading and leaning sideways have no effect", async () => {
    const lean = fromAxisAngle([-1, 0, 0], 0.4);
    const [headed] = await turned(INCLINOMETER, multiply(fromAxisAngle([0, 0, 1], 2), lean));
    expectNear(sample(headed), [0.4]);
    const [sideways] = await turned(INCLINOMETER, fromAxisAngle([0, 1, 0], 0.7));
    expectNear(sample(sideways), [0]);
  });

  test("its own frame counts: turned a quarter to the left, it reads leaning towards -x", async () => {
    const pose = { position: [0, 0, 0] as Vec3, orientation: fromAxisAngle([0, 0, 1], Math.PI / 2) };
    const [device] = await turned(INCLINOMETER, fromAxisAngle([0, -1, 0], 0.2), pose);
    expectNear(sample(device), [0.2]);
  });
});

describe("[S1] pose sensor", () => {
  const pose = { position: [0.7, 0.1, -0.4] as Vec3, orientation: fromAxisAngle([1, 1, 0], 0.5) };

  test("on joining it reads R(Orientation) · model + Offset", async () => {
    const physics = await makeWorld(floating());
    const placement: Pose = { position: [3, 4, 5], orientation: fromAxisAngle([1, 2, -1], 0.8) };
    physics.add(box(), placement);
    const found = sample(mountDevice(physics, "robot", POSE_SENSOR, { pose }));
    expectNear(found.slice(0, 3), add(placement.position, rotate(placement.orientation, pose.position)));
    expectNear(found.slice(3, 7), multiply(placement.orientation, pose.orientation));
    expectNear(found.slice(7), [0, 0, 0, 0, 0, 0]);
  });

  test("moving and turning: velocity of its own origin, v + w x r, in the world's axes", async () => {
    const physics = await makeWorld(floating(box()));
    const device = mountDevice(physics, "robot", POSE_SENSOR, { pose });
    setVelocity(physics, "robot", "Body", [1, 2, 3], [0.1, -0.4, 0.9]);
    run(physics, 0.3);
    const found = sample(device);
    const body = readBody(physics, "robot", "Body");
    const arm = rotate(body.orientation, sub(pose.position, CENTER));
    expectNear(found.slice(0, 3), add(body.position, arm));
    expectNear(found.slice(7, 10), add(body.linearVelocity, cross(body.angularVelocity, arm)));
    expectNear(found.slice(10), body.angularVelocity);
  });

  test("it follows a body that is moved", async () => {
    const physics = await makeWorld(floating(box()));
    const device = mountDevice(physics, "robot", POSE_SENSOR, { pose: { position: CENTER, orientation: IDENTITY } });
    moveBody(physics, "robot", "Body", { position: [9, 8, 7], orientation: IDENTITY });
    expectNear(sample(device).slice(0, 7), [9, 8, 7, 0, 0, 0, 1]);
  });

  test("13 float64", () => {
    const fields = POSE_SENSOR.sends(undefined, describeDevice("PoseSensor"));
    expect(fields.map(({ type }) => type)).toEqual(Array.from({ length: 13 }, () => "float64"));
  });
});

describe("[S1] gyroscope", () => {
  test("a known spin, seen in the sensor's frame", async () => {
    const physics = await makeWorld(floating(objectOf("robot", ballShape(0.1))));
    const plain = mountDevice(physics, "robot", GYROSCOPE);
    const orientation = fromAxisAngle([0, 0, 1], Math.PI / 2);
    const quarter = mountDevice(physics, "robot", GYROSCOPE, { pose: { position: [1, 0, 0], orientation } });
    setVelocity(physics, "robot", "Body", [5, 5, 5], [1, 2, 3]);
    expectNear(sample(plain), [1, 2, 3]);
    expectNear(sample(quarter), [2, -1, 3]);
  });

  test("a spin about the body's own axis is constant in its frame", async () => {
    const physics = await makeWorld(floating(objectOf("robot", ballShape(0.1))));
    const device = mountDevice(physics, "robot", GYROSCOPE);
    setVelocity(physics, "robot", "Body", [0, 0, 0], [1, 2, 3]);
    run(physics, 1);
    expectNear(sample(device), [1, 2, 3], 1e-9);
  });
});

/** Ticks as the world does: once on joining, then after every step. */
function runTicking(physics: Physics, device: Device, seconds: number): void {
  device.tick?.();
  for (let i = 0; i < Math.round(seconds / physics.stepSec); i++) {
    physics.step();
    device.tick?.();
  }
}

describe("[S1] accelerometer", () => {
  test("on joining it reads -g at any speed of the body", async () => {
    const physics = await makeWorld({ entities: [box()] });
    const device = mountDevice(physics, "robot", ACCELEROMETER);
    setVelocity(physics, "robot", "Body", [7, 8, 9], [0, 0, 0]);
    device.tick?.();
    expectNear(sample(device), [0, 0, G]);
  });

  test("in free fall it reads 0", async () => {
    const physics = await makeWorld({ entities: [box([0, 0, 50])] });
    const device = mountDevice(physics, "robot", ACCELEROMETER, {
      pose: { position: [1, 2, 3], orientation: IDENTITY },
    });
    runTicking(physics, device, 0.5);
    expect(readBody(physics, "robot", "Body").linearVelocity[2]).toBeCloseTo(-0.5 * G, 9);
    expectNear(sample(device), [0, 0, 0], 1e-9);
  });

  test("at rest it reads 9.81 upward, in its own frame", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box([0, 0, 0.2])] });
    const device = mountDevice(physics, "robot", ACCELEROMETER);
    const orientation = fromAxisAngle([1, 0, 0], Math.PI / 2);
    const lying = mountDevice(physics, "robot", ACCELEROMETER, { pose: { position: [0, 0, 0.2], orientation } });
    runTicking(physics, device, 0.5);
    lying.tick?.();
    expectNear(sample(device), [0, 0, G], 1e-6);
    expectNear(sample(lying), [0, G, 0], 1e-6);
  });

  test("on a circle it reads w² r inwards: the mean over a step is turned by w dt / 2 and shorter by sinc", async () => {
    const physics = await makeWorld(floating(objectOf("robot", ballShape(0.1))));
    const [w, r] = [4, 0.5];
    const device = mountDevice(physics, "robot", ACCELEROMETER, {
      pose: { position: [r, 0, 0], orientation: IDENTITY },
    });
    setVelocity(physics, "robot", "Body", [3, 0, 0], [0, 0, w]);
    runTicking(physics, device, 0.7);
    const found = sample(device);
    expectNear(found, [-w * w * r, 0, 0], (w * w * r * w * physics.stepSec) / 1.9);
    // exactly: -w² r sinc(a) (cos a, -sin a, 0), a = w dt / 2
    const a = (w * physics.stepSec) / 2;
    const size = (w * w * r * Math.sin(a)) / a;
    expectNear(found, [-size * Math.cos(a), size * Math.sin(a), 0], 1e-9);
    expect(length(found as unknown as Vec3)).toBeCloseTo(8, 4);
  });

  test("[T8] its memory can be saved and restored in another", async () => {
    const physics = await makeWorld({ entities: [flatGround(), box([0, 0, 0.25])] });
    const [one, other] = [0, 1].map(() => mountDevice(physics, "robot", ACCELEROMETER));
    expect(one.save?.()).toEqual([]);
    runTicking(physics, one, 0.1);
    other.restore?.(one.save?.() ?? []);
    expect(sample(other)).toEqual(sample(one));
    physics.step();
    one.tick?.();
    other.tick?.();
    expect(sample(other)).toEqual(sample(one));
  });
});

test("[S1] imu: accelerometer, gyroscope, orientation, from one place", async () => {
  const physics = await makeWorld({ entities: [box([0, 0, 9])] });
  const pose = { position: [0.3, 0.2, 9.1] as Vec3, orientation: fromAxisAngle([1, 0, 2], 0.9) };
  setVelocity(physics, "robot", "Body", [1, 0, 0], [1, 2, 3]);
  const [imu, accelerometer, gyroscope] = [IMU, ACCELEROMETER, GYROSCOPE].map((type) =>
    mountDevice(physics, "robot", type, { pose }),
  );
  for (const device of [imu, accelerometer]) device.tick?.();
  physics.step();
  for (const device of [imu, accelerometer]) device.tick?.();
  const body = readBody(physics, "robot", "Body");
  const found = sample(imu);
  expect(found).toEqual([
    ...sample(accelerometer),
    ...sample(gyroscope),
    ...multiply(body.orientation, pose.orientation),
  ]);
  expect(IMU.sends(undefined, describeDevice("Imu")).length).toBe(10);
  expect(length(found.slice(0, 3) as unknown as Vec3)).toBeGreaterThan(0.1);
});

test("[S6] a joint has no place: it gets the origin, at rest", async () => {
  const physics = await makeWorld(floating(box()));
  const mount = new Mount({
    physics,
    robot: "robot",
    description: describeDevice("JointHinge"),
    stream: new RandomStream(1),
  });
  expect(mount.pose()).toEqual({ position: [0, 0, 0], orientation: [0, 0, 0, 1] });
  expect(mount.velocity()).toEqual({ linear: [0, 0, 0], angular: [0, 0, 0] });
});

test("[S6] a mount stays valid after joins, leaves and restores of others", async () => {
  const physics = await makeWorld({ entities: [box()] });
  const description = describeDevice("Imu", { pose: { position: [1, 1, 1], orientation: IDENTITY } });
  const mount = new Mount({ physics, robot: "robot", description, stream: new RandomStream(1) });
  run(physics, 0.1);
  const snapshot = physics.snapshot();
  const [pose, velocity] = [mount.pose(), mount.velocity()];
  physics.add(objectOf("a", ballShape(1)), { position: [20, 0, 0], orientation: IDENTITY });
  expect([mount.pose(), mount.velocity()]).toEqual([pose, velocity]);
  run(physics, 0.1);
  physics.remove("a");
  expectNear(mount.velocity().linear, scale([0, 0, -0.2], G), 1e-9);
  physics.restore(snapshot);
  expect([mount.pose(), mount.velocity()]).toEqual([pose, velocity]);
});
