// Distances to objects at known places, and their errors.

import { afterEach, describe, expect, test } from "vitest";
import { mountDevice } from "../../../testing/builders/Devices.js";
import { robotXml } from "../../../testing/builders/Documents.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import {
  ballShape,
  bodyOf,
  boxShape,
  disposeWorlds,
  floating,
  makeWorld,
  objectOf,
  staticOf,
} from "../../../testing/builders/SmallWorlds.js";
import { readRobotDocument } from "../../describe/robot/RobotDocument.js";
import { fromAxisAngle } from "../../math/Quat.js";
import { RandomStream } from "../../math/RandomStream.js";
import type { Vec3 } from "../../math/Vec3.js";
import { builtInDevices } from "../BuiltIn.js";
import { boundOf, drawError } from "./ErrorCurve.js";
import { RANGE_SENSOR, type RangeSettings } from "./RangeSensor.js";

afterEach(disposeWorlds);

const read = (xml: string) =>
  readRobotDocument(robotXml({ inTrunk: `<RangeSensor name="Ir">${xml}</RangeSensor>` }), { kinds: builtInDevices() })
    .robot.devices[0];
const settingsOf = (xml: string) => read(xml).settings as RangeSettings;

/** A robot, a cube of 0.2 m with the sensor in its centre, among other objects. */
async function look(xml: string, ...around: Parameters<typeof floating>) {
  const physics = await makeWorld(floating(objectOf("robot", boxShape(0.2)), ...around));
  const device = mountDevice(physics, "robot", RANGE_SENSOR, { settings: settingsOf(xml) });
  return () => device.sample?.()[0] ?? Number.NaN;
}
const wall = (y: number) => staticOf("wall", boxShape(4, 0.2, 4), { position: [0, y + 0.1, 0] });

describe("[S1] range sensor", () => {
  test("the distance to a wall along +y; its own body is not in the way", async () => {
    expect((await look("", wall(1.7)))()).toBeCloseTo(1.7, 12);
  });

  test("seen from its own place and along its own +y", async () => {
    const physics = await makeWorld(floating(objectOf("robot", boxShape(0.2)), wall(1.7)));
    const slanted = mountDevice(physics, "robot", RANGE_SENSOR, {
      settings: settingsOf(""),
      pose: { position: [0, 0.5, 0], orientation: fromAxisAngle([0, 0, 1], Math.PI / 6) },
    });
    expect(slanted.sample?.()[0]).toBeCloseTo(1.2 / Math.cos(Math.PI / 6), 9);
  });

  test("no hit within Max gives Max; a hit below Min gives Min", async () => {
    const xml = "<Min>0.5</Min><Max>1.5</Max>";
    expect((await look(xml))()).toBe(1.5);
    expect((await look(xml, wall(1.6)))()).toBe(1.5);
    expect((await look(xml, wall(1.4)))()).toBeCloseTo(1.4, 12);
    expect((await look(xml, wall(0.3)))()).toBe(0.5);
  });

  test("it sees other bodies of its robot and solids that do not collide, not invisible ones", async () => {
    const robot = {
      name: "robot",
      bodies: [bodyOf("Body", boxShape(0.2)), bodyOf("Arm", ballShape(0.1), { position: [0, 0.8, 0] as Vec3 })],
    };
    const physics = await makeWorld(floating(robot, wall(2)));
    expect(mountDevice(physics, "robot", RANGE_SENSOR).sample?.()[0]).toBeCloseTo(0.7, 12);
    const poster = staticOf("poster", boxShape(1, 0.02, 1), { position: [0, 1.01, 0], collide: false });
    expect((await look("", wall(2), poster))()).toBeCloseTo(1, 12);
    const glass = staticOf("glass", boxShape(1, 0.02, 1), { position: [0, 1.01, 0], visible: false });
    expect((await look("", wall(2), glass))()).toBeCloseTo(2, 12);
  });

  test("in a cone the nearest counts", async () => {
    // a ball beside the line of sight: 2 m away, its centre 0.3 rad off
    const off = 0.3;
    const ball = objectOf("ball", ballShape(0.2), { position: [2 * Math.sin(off), 2 * Math.cos(off), 0] });
    expect((await look("", ball, wall(4)))()).toBeCloseTo(4, 12);
    expect((await look("<Cone>0.2</Cone>", ball, wall(4)))()).toBeCloseTo(4, 12);
    // a ray of the outer ring points at its centre
    expect((await look(`<Cone>${2 * off}</Cone>`, ball, wall(4)))()).toBeCloseTo(1.8, 9);
    // the wall is nearest straight ahead
    expect((await look("<Cone>0.5</Cone>", wall(4)))()).toBeCloseTo(4, 12);
  });
});

describe("[S1] error curve of the infrared sensor", () => {
  const CURVE =
    "<Max>2</Max><ErrorCurve><Point distance='0.2' error='0.01'/><Point distance='1.2' error='0.11'/></ErrorCurve>";
  const POINTS = { distances: [0.2, 1.2], errors: [0.01, 0.11] };

  test("linear between points, constant beyond them, in both notations", () => {
    expect(settingsOf(CURVE).curve).toEqual(POINTS);
    expect(settingsOf("<ErrorCurve>0.2 0.01  1.2 0.11</ErrorCurve>").curve).toEqual(POINTS);
    for (const [distance, bound] of [
      [0, 0.01],
      [0.2, 0.01],
      [0.7, 0.06],
      [1.2, 0.11],
      [9, 0.11],
    ])
      expect(boundOf(POINTS, distance)).toBeCloseTo(bound, 12);
  });

  test.each([0.3, 0.7, 1.1])("at %d m the error is even within its bound and reaches it", async (distance) => {
    const sample = await look(CURVE, wall(distance));
    const bound = boundOf(POINTS, distance);
    const errors = Array.from({ length: 4000 }, () => sample() - distance);
    const [low, high] = [Math.min(...errors), Math.max(...errors)];
    expect(high).toBeLessThanOrEqual(bound + 1e-12);
    expect(low).toBeGreaterThanOrEqual(-bound - 1e-12);
    expect(high).toBeGreaterThan(0.99 * bound);
    expect(low).toBeLessThan(-0.99 * bound);
    const mean = errors.reduce((sum, e) => sum + e, 0) / errors.length;
    const square = errors.reduce((sum, e) => sum + e * e, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan((5 * bound) / Math.sqrt(3 * errors.length));
    expect(square / ((bound * bound) / 3)).toBeCloseTo(1, 1);
  });

  test("no hit is exactly Max, and errors stay between Min and Max", async () => {
    const nothing = await look(CURVE);
    const far = await look(CURVE, wall(1.99));
    for (let i = 0; i < 100; i++) {
      expect(nothing()).toBe(2);
      expect(far()).toBeLessThanOrEqual(2);
    }
    const near = await look("<Min>0.2</Min><ErrorCurve>0 0.1</ErrorCurve>", wall(0.21));
    for (let i = 0; i < 100; i++) expect(near()).toBeGreaterThanOrEqual(0.2);
  });

  test("[T6] the same stream gives the same errors, independent of the distances", () => {
    const [one, two] = [new RandomStream(7), new RandomStream(7)];
    drawError(POINTS, 0.3, one);
    drawError(POINTS, Number.POSITIVE_INFINITY, two);
    expect(drawError(POINTS, 1, one)).toBe(drawError(POINTS, 1, two));
  });
});

describe("range sensor: bad input", () => {
  test.each([
    ["<Min>-1</Min>", "VALUE_OUT_OF_RANGE"],
    ["<Max>0</Max>", "VALUE_OUT_OF_RANGE"],
    ["<Min>2</Min><Max>1</Max>", "VALUE_OUT_OF_RANGE"],
    ["<Cone>0</Cone>", "VALUE_OUT_OF_RANGE"],
    ["<Cone>180</Cone>", "VALUE_OUT_OF_RANGE"],
    ["<Cone>wide</Cone>", "NUMBER_MALFORMED"],
    ["<Range>3</Range>", "ELEMENT_UNKNOWN"],
    ["<Noise><Gaussian>-1</Gaussian></Noise>", "VALUE_OUT_OF_RANGE"],
    ["<ErrorCurve/>", "LENGTH_WRONG"],
    ["<ErrorCurve>1 2 3</ErrorCurve>", "LENGTH_WRONG"],
    ["<ErrorCurve>1 0.1 1 0.2</ErrorCurve>", "VALUE_OUT_OF_RANGE"],
    ["<ErrorCurve>1 -0.1</ErrorCurve>", "VALUE_OUT_OF_RANGE"],
    ["<ErrorCurve>-1 0.1</ErrorCurve>", "VALUE_OUT_OF_RANGE"],
    ["<ErrorCurve><Point distance='1'/></ErrorCurve>", "ATTRIBUTE_MISSING"],
    ["<ErrorCurve><Point distance='1' error='x'/></ErrorCurve>", "NUMBER_MALFORMED"],
    ["<ErrorCurve><Dot/></ErrorCurve>", "LENGTH_WRONG"],
    ["<ErrorCurve><Point distance='1' error='0'/>7</ErrorCurve>", "TEXT_UNEXPECTED"],
  ])("%s: %s", (xml, code) => {
    const problem = refusal(() => read(xml));
    expect(problem.code).toBe(code);
    expect(problem.line).toBeGreaterThan(0);
  });

  test("a rate above the step rate", () => {
    const text = robotXml({ inTrunk: '<RangeSensor name="Ir"><Rate>2000</Rate></RangeSensor>' });
    const options = { kinds: builtInDevices(), world: { stepNs: 1_000_000 } };
    expect(refusal(() => readRobotDocument(text, options)).code).toBe("RATE_TOO_HIGH");
  });
});
