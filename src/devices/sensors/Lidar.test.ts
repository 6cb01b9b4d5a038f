// A lidar in rooms of known size.

import { afterEach, describe, expect, test } from "vitest";
import { mountDevice } from "../../../testing/builders/Devices.js";
import { robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  ballShape,
  boxShape,
  disposeWorlds,
  floating,
  makeWorld,
  objectOf,
  staticOf,
} from "../../../testing/builders/SmallWorlds.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { DEGREE } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { builtInDevices } from "../BuiltIn.js";
import { payloadBytes, payloadText } from "../Payload.js";
import { LIDAR, type LidarSettings } from "./Lidar.js";

afterEach(disposeWorlds);

const read = (xml: string) =>
  readRobotDocument(robotXml({ inTrunk: `<Lidar name="Scan">${xml}</Lidar>` }), { kinds: builtInDevices() }).robot
    .devices[0];
const settingsOf = (xml: string) => read(xml).settings as LidarSettings;

/** Inside: x from -2 to 3, y from -4 to 1.5, z from -1 to 2. */
const [LOW, HIGH]: [Vec3, Vec3] = [
  [-2, -4, -1],
  [3, 1.5, 2],
];
const room = () =>
  [0, 1, 2].flatMap((k) =>
    [LOW, HIGH].map((side, end) => {
      const position = [0, 1, 2].map((i) => (i === k ? side[k] + (end === 0 ? -0.1 : 0.1) : 0)) as unknown as Vec3;
      const size = [0, 1, 2].map((i) => (i === k ? 0.2 : 30)) as unknown as Vec3;
      return staticOf(`wall ${k} ${end}`, { kind: "Box", size }, { position });
    }),
  );

/** From the origin to the walls. */
function toWall(direction: Vec3): number {
  const ways = [0, 1, 2].map((k) => (direction[k] > 0 ? HIGH[k] : LOW[k]) / direction[k]);
  return Math.min(...ways.filter((way) => Number.isFinite(way)));
}
const ray = (leftDeg: number, upDeg = 0): Vec3 => {
  const [a, e] = [leftDeg * DEGREE, upDeg * DEGREE];
  return [-Math.sin(a) * Math.cos(e), Math.cos(a) * Math.cos(e), Math.sin(e)];
};

async function scan(xml: string, orientation = fromAxisAngle([0, 0, 1], 0)): Promise<readonly number[]> {
  const physics = await makeWorld(floating(objectOf("robot", ballShape(0.3)), ...room()));
  const pose = { position: [0, 0, 0] as Vec3, orientation };
  return mountDevice(physics, "robot", LIDAR, { settings: settingsOf(xml), pose }).sample?.() ?? [];
}

function expectAll(found: readonly number[], rays: readonly Vec3[]): void {
  expect(found.length).toBe(rays.length);
  rays.forEach((one, i) => {
    expect(found[i], `ray ${i} along ${one}`).toBeCloseTo(toWall(one), 9);
  });
}

describe("[S1] lidar", () => {
  test("all around: 360 rays counter-clockwise, the first straight behind, the middle one ahead", async () => {
    const found = await scan("");
    expectAll(
      found,
      Array.from({ length: 360 }, (_, i) => ray(i - 180)),
    );
    expect(found[0]).toBeCloseTo(4, 9);
    expect(found[90]).toBeCloseTo(3, 9);
    expect(found[180]).toBeCloseTo(1.5, 9);
    expect(found[270]).toBeCloseTo(2, 9);
  });

  test("a field of view: both ends included, from right to left", async () => {
    const found = await scan("<Rays>5</Rays><FovH>180</FovH>");
    expectAll(
      found,
      [-90, -45, 0, 45, 90].map((deg) => ray(deg)),
    );
    expect([found[0], found[4]]).toEqual([expect.closeTo(3, 9), expect.closeTo(2, 9)]);
    expectAll(await scan("<Rays>1</Rays><FovH>90</FovH>"), [ray(0)]);
  });

  test("layers, lowest first", async () => {
    const found = await scan("<Rays>4</Rays><Layers>3</Layers><FovV>60</FovV>");
    expectAll(
      found,
      [-30, 0, 30].flatMap((up) => [-180, -90, 0, 90].map((left) => ray(left, up))),
    );
    // floor 1 m below, ceiling 2 m above, seen at 30°
    expect([found[0], found[8]]).toEqual([expect.closeTo(2, 9), expect.closeTo(4, 9)]);
  });

  test("it turns with its frame", async () => {
    const found = await scan("<Rays>8</Rays>", fromAxisAngle([0, 0, 1], Math.PI / 2));
    expectAll(
      found,
      Array.from({ length: 8 }, (_, i) => ray(45 * i - 90)),
    );
  });

  test("from Min to Max; no hit gives Max", async () => {
    const found = await scan("<Rays>4</Rays><Min>1.8</Min><Max>2.5</Max>");
    expect(found).toEqual([2.5, 2.5, 1.8, expect.closeTo(2, 9)]);
  });

  test("an error curve disturbs each ray separately, within its bound", async () => {
    const plain = await scan("<Rays>360</Rays>");
    const found = await scan("<Rays>360</Rays><ErrorCurve>0 0 4 0.4</ErrorCurve>");
    const errors = found.map((distance, i) => (distance - plain[i]) / (0.1 * Math.min(4, plain[i])));
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-9);
    expect(Math.max(...errors)).toBeGreaterThan(0.9);
    expect(Math.min(...errors)).toBeLessThan(-0.9);
  });

  test("[W6] its payload as text", () => {
    const { settings } = read("<Rays>100</Rays><Layers>4</Layers>");
    const fields = LIDAR.sends(settings as LidarSettings, read(""));
    expect(payloadText(fields)).toBe("float32[400] distance");
    expect(payloadBytes(fields, true)).toBe(1608);
  });

  test("a thin pole between two rays is missed, one on a ray is not", async () => {
    const physics = await makeWorld(
      floating(
        objectOf("robot", ballShape(0.3)),
        staticOf("between", boxShape(0.001, 0.1, 1), {
          position: [-2 * Math.sin(Math.PI / 8), 2 * Math.cos(Math.PI / 8), 0],
        }),
        staticOf("ahead", boxShape(0.001, 0.1, 1), { position: [0, 2, 0] }),
      ),
    );
    const device = mountDevice(physics, "robot", LIDAR, { settings: settingsOf("<Rays>8</Rays>") });
    expect(device.sample?.()).toEqual([10, 10, 10, 10, expect.closeTo(1.95, 9), 10, 10, 10]);
  });
});

test.each([
  ["<Rays>0</Rays>", "VALUE_OUT_OF_RANGE"],
  ["<Rays>1.5</Rays>", "VALUE_OUT_OF_RANGE"],
  ["<Rays>1000000</Rays>", "VALUE_OUT_OF_RANGE"],
  ["<Rays>1000</Rays><Layers>64</Layers>", "TOO_MANY_RAYS"],
  ["<FovH>0</FovH>", "VALUE_OUT_OF_RANGE"],
  ["<FovH>361</FovH>", "VALUE_OUT_OF_RANGE"],
  ["<Layers>2</Layers><FovV>180</FovV>", "VALUE_OUT_OF_RANGE"],
  ["<FovV>30</FovV>", "PROPERTY_MISPLACED"],
  ["<Layers>0</Layers>", "VALUE_OUT_OF_RANGE"],
])("lidar: bad input: %s: %s", (xml, code) => {
  const problem = refusal(() => read(xml));
  expect(problem.code).toBe(code);
  expect(problem.line).toBeGreaterThan(0);
});
