import { describe, expect, it } from "vitest";
import { fromAxisAngle, multiply } from "../../../math/Quat.js";
import { RandomStream } from "../../../math/RandomStream.js";
import { describeField, FIELD_TYPES } from "../field/FieldGeometry.js";
import { calibrationOf } from "./Calibration.js";
import { chooseCameras, gridCameras } from "./CameraLayout.js";
import { DOWNWARDS, VisionCamera, type VisionCameraSettings } from "./VisionCamera.js";

const PLAIN: VisionCameraSettings = {
  position: [0, 0, 4],
  orientation: DOWNWARDS,
  focalPx: 800,
  centerX: 640,
  centerY: 480,
  distortion: 0,
  width: 1280,
  height: 960,
};
const TILTED = multiply(fromAxisAngle([1, 0.3, 0.2], 0.4), DOWNWARDS);

describe("VisionCamera", () => {
  it("[F4] looks down: x of the field is right in the picture, y is up", () => {
    const camera = new VisionCamera(PLAIN);
    expect(camera.project(1, 0.5, 0)).toEqual([840, 380]);
    // nearer objects look larger
    expect(camera.project(1, 0.5, 2)).toEqual([1040, 280]);
    expect(camera.project(0, 0, 4.1)).toEqual([Number.NaN, Number.NaN]);
    expect(camera.holds(camera.project(3.1, 0, 0))).toBe(true);
    expect(camera.holds(camera.project(3.3, 0, 0))).toBe(false);
  });

  it("[F4] bends by the league's formula", () => {
    const camera = new VisionCamera({ ...PLAIN, distortion: 0.2 });
    const [x, y] = camera.project(3, 2, 0);
    const [dx, dy] = [(x - 640) / 800, (480 - y) / 800];
    const straight = 1 + 0.2 * (dx * dx + dy * dy);
    expect(straight * dx).toBeCloseTo(3 / 4, 12);
    expect(straight * dy).toBeCloseTo(2 / 4, 12);
  });

  it.each([0, 0.2, -0.05])("[F4] there and back, tilted, distortion %d", (distortion) => {
    const camera = new VisionCamera({ ...PLAIN, position: [0.4, -1, 4.4], orientation: TILTED, distortion });
    const draw = new RandomStream(3);
    for (let i = 0; i < 200; i++) {
      const [x, y, z] = [draw.uniform(-1.2, 1.2), draw.uniform(-1.2, 1.2), draw.uniform(0, 1)];
      const [backX, backY] = camera.locate(camera.project(x, y, z), z);
      expect(backX).toBeCloseTo(x, 10);
      expect(backY).toBeCloseTo(y, 10);
    }
  });

  it("[F4] the published position agrees with rotation and t", () => {
    const camera = new VisionCamera({ ...PLAIN, position: [0.4, -1, 4.4], orientation: TILTED });
    const sent = calibrationOf(2, camera);
    // p = 0 of the camera is R position + t
    const { q0: x, q1: y, q2: z, q3: w } = sent;
    const p = [sent.derivedCameraWorldTx, sent.derivedCameraWorldTy, sent.derivedCameraWorldTz];
    const rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ];
    const t = [sent.tx, sent.ty, sent.tz];
    rows.forEach((row, i) => {
      expect(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + t[i]).toBeCloseTo(0, 8);
    });
    expect(p).toEqual([400, -1000, 4400]);
  });
});

describe("cameras above a field", () => {
  const cases = FIELD_TYPES.flatMap((type) => [1, 2, 3, 4, 5, 6, 7, 8].map((count) => [type, count] as const));

  it.each(cases)("[F4] %s, %d: a robot is in a picture at every place up to the walls", (type, count) => {
    const field = describeField({ type });
    const cameras = gridCameras(field, count);
    expect(cameras).toHaveLength(count);
    const x = field.fieldLength / 2 + field.boundaryWidthGoalLine - 0.09;
    const y = field.fieldWidth / 2 + field.boundaryWidth - 0.09;
    for (let i = -8; i <= 8; i++)
      for (let j = -8; j <= 8; j++) {
        const seen = cameras.filter((camera) => camera.holds(camera.project((x * i) / 8, (y * j) / 8, 0.15)));
        expect(seen.length, `${(x * i) / 8} ${(y * j) / 8}`).toBeGreaterThan(0);
      }
  });

  it("[F4] four on the divisions, one in 2003; 4 m high or more", () => {
    const counts = FIELD_TYPES.map((type) => [type, chooseCameras(describeField({ type })).length]);
    expect(Object.fromEntries(counts)).toEqual({ "2003": 1, "division-a": 4, "division-b": 4 });
    for (const { position } of chooseCameras(describeField({ type: "division-a" })))
      expect(position[2]).toBeGreaterThanOrEqual(4);
    expect(() => gridCameras(describeField({ type: "2003" }), 9)).toThrow(RangeError);
  });
});
