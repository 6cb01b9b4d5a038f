// Every sensor on a robot in a world: samples, noise, own random stream, reset and restore.

import { afterEach, describe, expect, test, vi } from "vitest";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";
import { refusal } from "../../testing/builders/Refusal.js";
import { boxShape, staticOf } from "../../testing/builders/SmallWorlds.js";
import { describeWorld, flatGround } from "../describe/world/WorldDescription.js";
import { worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { countValues, payloadBytes, payloadText } from "../devices/Payload.js";
import { RobotDevice } from "./RobotDevice.js";
import { World } from "./World.js";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

async function makeWorld(): Promise<World> {
  const wall = staticOf("wall", boxShape(6, 0.2, 6), { position: [0, 2.1, 0] });
  const world = await World.create(worldFileOf(describeWorld({ seed: 7, entities: [flatGround(), wall] })));
  worlds.push(world);
  return world;
}

/** Required child elements of some types. */
const NEEDED: Readonly<Record<string, string>> = { ForceSensor: "<Joint>Motor</Joint>", Lidar: "<Rays>12</Rays>" };
const SENSORS = builtInDevices()
  .types.filter(({ role, element }) => role === "sensor" && element !== "CameraSensor")
  .map(({ element }) => element);
const sensor = (element: string, more = ""): string =>
  `<${element} name="${element}">${NEEDED[element] ?? ""}${more}</${element}>`;

async function join(sensors: string, name = "Box", world?: World) {
  const there = world ?? (await makeWorld());
  const robot = there.join(readDocument(boxRobot({ name, sensors, at: name === "Box" ? "0 0 1" : "2 0 1" })));
  return { world: there, robot };
}

function sendProperty(world: World, device: string, property: number, value: number): void {
  const robot = world.robot("Box");
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, property, true);
  view.setFloat32(4, value, true);
  robot.command(robot.device(device), robot.device(device).read(view), world.timeNs);
}

describe("[S1] every sensor", () => {
  test("sends as many numbers as its fields have, from joining on", async () => {
    const { world, robot } = await join(SENSORS.map((element) => sensor(element)).join(""));
    for (let k = 0; k < 3; k++) {
      for (const element of SENSORS) {
        const { newest, sends } = robot.device(element);
        expect(newest, element).toHaveLength(countValues(sends));
        expect(newest.every(Number.isFinite), `${element}: ${newest}`).toBe(true);
        expect(payloadBytes(sends, false)).toBeGreaterThan(0);
        expect(sends.every(({ unit, name }) => unit !== "" || /^(touching|q?[xyzw])$/.test(name))).toBe(true);
      }
      world.stepFrame();
    }
    expect(payloadText(robot.device("Lidar").sends)).toBe("float32[12] distance");
    expect(robot.device("RangeSensor").newest[0]).toBeCloseTo(2, 5);
  });

  test.each(SENSORS)("[S2] noise disturbs %s, and dropout loses its samples", async (element) => {
    const noisy = sensor(element, "<Noise><Bias>0.25</Bias><Gaussian>0.05</Gaussian></Noise>");
    const silent = sensor(element, "<Noise><Dropout>1</Dropout></Noise>");
    const [plain, spoilt, mute] = await Promise.all([sensor(element), noisy, silent].map((xml) => join(xml)));
    for (const { world } of [plain, spoilt, mute]) world.stepFrame();
    const [exact, off] = [plain.robot.device(element).newest, spoilt.robot.device(element).newest];
    expect(off).toHaveLength(exact.length);
    // flags get no noise
    const first = element === "ContactSensor" ? 1 : 0;
    off.slice(first).forEach((x, i) => {
      expect(x).not.toBe(exact[first + i]);
    });
    expect(Math.abs(off[first] - exact[first])).toBeLessThan(0.6);
    expect(mute.robot.device(element).newest).toEqual([]);
  });

  test.each([...SENSORS, "DcMotor"])(
    "negative noise and rates above the step rate are refused: %s",
    async (element) => {
      const motor = "<Joint>Motor</Joint><Resistance>1</Resistance><TorqueConstant>1</TorqueConstant>";
      const xml = (more: string) => boxRobot({ sensors: sensor(element, element === "DcMotor" ? motor + more : more) });
      for (const noise of ["Gaussian", "Drift", "Quantum", "Dropout"])
        expect(refusal(() => readDocument(xml(`<Noise><${noise}>-1</${noise}></Noise>`))).code).toBe(
          "VALUE_OUT_OF_RANGE",
        );
      const fast = readDocument(xml("<Rate>1001</Rate>"));
      const world = await makeWorld();
      expect(refusal(() => world.join(fast)).code).toBe("RATE_TOO_HIGH");
    },
  );
});

describe("[T9] devices between their samples", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("are not visited, except those that compare every step", async () => {
    const slow = sensor("PoseSensor", "<Rate>100</Rate>");
    const late = sensor("Gyroscope", "<Rate>50</Rate><LatencyMS>7</LatencyMS>");
    const { world } = await join(slow + late + sensor("ContactSensor", "<Rate>10</Rate>"));
    const visits = new Map<string, number>();
    const { sense, tick } = RobotDevice.prototype;
    vi.spyOn(RobotDevice.prototype, "sense").mockImplementation(function (this: RobotDevice, nowNs) {
      visits.set(this.name, (visits.get(this.name) ?? 0) + 1);
      sense.call(this, nowNs);
    });
    const compared = new Set<number>();
    vi.spyOn(RobotDevice.prototype, "tick").mockImplementation(function (this: RobotDevice) {
      if (this.isTicking) compared.add(world.timeNs);
      tick.call(this);
    });
    const delivered: number[] = [];
    for (let k = 1; k <= 100; k++) {
      world.stepFrame();
      if (world.robot("Box").reports.some(({ device }) => device.name === "Gyroscope")) delivered.push(k);
    }
    expect(visits.get("PoseSensor")).toBe(10);
    // once for each sample, once to deliver it
    expect(visits.get("Gyroscope")).toBe(10);
    expect(delivered).toEqual([7, 27, 47, 67, 87]);
    expect(visits.get("ContactSensor")).toBe(1);
    expect(compared.size).toBe(100);
    expect(visits.get("Motor") ?? 0).toBe(0);
  });

  test("are visited again after a restore to an earlier time", async () => {
    const { world } = await join(sensor("PoseSensor", "<Rate>100</Rate>"));
    const pose = (): readonly number[] => {
      for (let k = 0; k < 15; k++) world.stepFrame();
      return world.robot("Box").device("PoseSensor").newest;
    };
    const snapshot = world.snapshot();
    const first = pose();
    pose();
    world.restore(snapshot);
    expect(pose()).toEqual(first);
  });
});

describe("random stream of a device", () => {
  const IR = sensor("RangeSensor", "<ErrorCurve>0 0.1 5 0.5</ErrorCurve>");
  const readings = (world: World, count = 20): number[] =>
    Array.from({ length: count }, () => {
      world.stepFrame();
      return world.robot("Box").device("RangeSensor").newest[0];
    });

  test("[M5] [T8] reset equals a fresh start, restore equals the straight run", async () => {
    const { world } = await join(IR);
    const first = readings(world);
    expect(new Set(first).size).toBe(20);
    const [snapshot, hash] = [world.snapshot(), world.hash()];
    const straight = readings(world);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(readings(world)).toEqual(straight);
    world.reset();
    expect(readings(world)).toEqual(first);
  });

  test("[M5] the state of its stream is in the hash", async () => {
    const { world } = await join(IR);
    readings(world);
    const [hash, snapshot] = [world.hash(), world.snapshot()];
    const [robot] = snapshot.robots;
    const [a, ...rest] = robot.devices[0].stream.state;
    const state = [(a ^ 1) >>> 0, ...rest] as unknown as (typeof robot.devices)[0]["stream"]["state"];
    const device = { ...robot.devices[0], stream: { ...robot.devices[0].stream, state } };
    world.restore({ ...snapshot, robots: [{ ...robot, devices: [device, ...robot.devices.slice(1)] }] });
    expect(world.hash()).not.toBe(hash);
  });

  test("[T6] it depends on seed, robot and device alone, and two sensors differ", async () => {
    const { world: alone } = await join(IR);
    const { world } = await join(`${IR}${IR.replace('name="RangeSensor"', 'name="Second"')}`);
    await join(sensor("RangeSensor", "<ErrorCurve>0 0.1 5 0.5</ErrorCurve>"), "Other", world);
    expect(readings(world)).toEqual(readings(alone));
    const newest = (name: string, device: string) => world.robot(name).device(device).newest[0];
    expect(newest("Box", "Second")).not.toBe(newest("Box", "RangeSensor"));
    expect(newest("Other", "RangeSensor")).not.toBe(newest("Box", "RangeSensor"));
  });
});

describe("[R11] [W9] a message with a higher Rate to a camera", () => {
  const slow = '<CameraSensor name="Eye"><Width>640</Width><Height>480</Height><LatencyMS>4000</LatencyMS>';

  test("has the same limit of pending pictures as a document", async () => {
    const asked = readDocument(boxRobot({ sensors: `${slow}<Rate>100</Rate></CameraSensor>` }));
    const world = await makeWorld();
    const refused = refusal(() => world.join(asked));
    world.join(readDocument(boxRobot({ sensors: `${slow}<Rate>1</Rate></CameraSensor>` })));
    await join(sensor("Gyroscope"), "Other", world);
    sendProperty(world, "Eye", 66, 2);
    expect(world.stepFrame()).toEqual([]);
    sendProperty(world, "Eye", 66, 100);
    const [{ entity, error }] = world.stepFrame();
    expect([entity, error.code]).toEqual(["Box", refused.code]);
    expect(world.robots.map(({ name }) => name)).toEqual(["Other"]);
  });
});

describe("[S5] actuators in a world", () => {
  const MOTOR =
    '<DcMotor name="Drive"><Joint>Motor</Joint><Resistance>1</Resistance><TorqueConstant>0.1</TorqueConstant>';
  const document = (more: string) =>
    readDocument(boxRobot({ sensors: `${MOTOR}${more}</DcMotor><Led name="Eye"/>` }).replace("<FMax>5</FMax>", ""));

  test("a motor reports only with a Rate; restore keeps voltage, speed and light, reset clears them", async () => {
    const world = await makeWorld();
    const robot = world.join(document("<Rate>1000</Rate>"));
    expect(robot.device("Drive").sends.map(({ name }) => name)).toEqual(["current", "velocity"]);
    expect(robot.device("Eye").sends).toEqual([]);
    sendProperty(world, "Drive", 96, 3);
    sendProperty(world, "Eye", 65, 1);
    for (let k = 0; k < 50; k++) world.stepFrame();
    const speed = () => world.robot("Box").device("Drive").newest[1];
    expect(speed()).toBeGreaterThan(1);
    expect(world.robot("Box").device("Eye").look?.brightness).toBe(1);
    const [snapshot, hash] = [world.snapshot(), world.hash()];
    for (let k = 0; k < 50; k++) world.stepFrame();
    const straight = world.hash();
    sendProperty(world, "Eye", 65, 0);
    world.stepFrame();
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(world.robot("Box").device("Eye").look?.brightness).toBe(1);
    for (let k = 0; k < 50; k++) world.stepFrame();
    expect(world.hash()).toBe(straight);
    world.reset();
    world.stepFrame();
    expect(world.robot("Box").device("Eye").look?.brightness).toBe(0);
    expect(Math.abs(speed())).toBeLessThan(1e-9);
  });

  test("without a Rate it sends nothing", async () => {
    const world = await makeWorld();
    expect(world.join(document("")).device("Drive").sends).toEqual([]);
  });
});

test("[M8] a cloud of solids around a lidar: the cloud is removed, the robot stays and measures on", async () => {
  const { world, robot } = await join(`<Lidar name="Scan"><Rays>360</Rays></Lidar>`);
  const wall = Math.min(...robot.device("Scan").newest);
  const solids = Array.from({ length: 300 }, (_, i) => ({
    name: `s${i}`,
    shape: boxShape(3 + 0.001 * i),
    mass: 1,
    position: [0, 0, 3] as const,
    collide: false,
  }));
  world.add({ name: "cloud", bodies: [{ name: "Cloud", solids }] });
  expect(world.stepFrame()).toMatchObject([{ entity: "cloud", error: { code: "OVERCROWDED" } }]);
  expect(world.stepFrame()).toEqual([]);
  expect(world.has("cloud")).toBe(false);
  expect(Math.min(...robot.device("Scan").newest)).toBeCloseTo(wall, 2);
});
