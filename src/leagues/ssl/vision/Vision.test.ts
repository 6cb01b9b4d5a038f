import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { fieldBall, fieldRobot, fieldStateAt } from "../../../../testing/builders/FieldStates.js";
import { Hash64 } from "../../../math/Hash64.js";
import { hypot, PI } from "../../../math/Trigonometry.js";
import type { FieldRobot, FieldState } from "../FieldState.js";
import { describeField } from "../field/FieldGeometry.js";
import {
  type SSL_DetectionFrame,
  type SSL_GeometryCameraCalibration,
  type SSL_WrapperPacket,
  SSL_WrapperPacketSchema,
} from "../wire/SslVision_pb.js";
import { REALISM_PRESETS, type Realism } from "./Realism.js";
import { Vision, type VisionOptions } from "./Vision.js";

const FIELD = describeField({ type: "division-a" });
const { none, realistic } = REALISM_PRESETS;

const makeVision = (change: Partial<VisionOptions> = {}): Vision =>
  new Vision({ field: FIELD, seed: 7, realism: none, rateHz: 60, epochSec: 1000, ...change });

const withSome = (change: Partial<Realism>): Realism => ({ ...none, ...change });

/** Eleven a side, spread over the field. */
const TEAMS: readonly FieldRobot[] = (["blue", "yellow"] as const).flatMap((team, side) =>
  Array.from({ length: 11 }, (_, id) =>
    fieldRobot(team, id, { x: -5.5 + 1.1 * id, y: -3.7 + 0.61 * id + 0.9 * side, orientation: 0.55 * id - 3 }),
  ),
);

/** One step a frame of the vision; what left, frame by frame. */
function run(
  vision: Vision,
  frames: number,
  fieldState: (timeSec: number) => FieldState,
  from = 0,
): SSL_WrapperPacket[][] {
  return Array.from({ length: frames }, (_, i) => {
    const now = fieldState((from + i) / 60 + 1e-6);
    vision.look(now);
    return [...vision.takeDue(now.timeNs)];
  });
}
const framesOf = (packets: readonly SSL_WrapperPacket[]): SSL_DetectionFrame[] =>
  packets.flatMap(({ detection }) => (detection ? [detection] : []));
const overWire = (packet: SSL_WrapperPacket): SSL_WrapperPacket =>
  fromBinary(SSL_WrapperPacketSchema, toBinary(SSL_WrapperPacketSchema, packet));
/** Hash of all packets of a run. */
function bytesOf(all: readonly SSL_WrapperPacket[][]): string {
  const hash = new Hash64();
  for (const packets of all) {
    hash.addInt(packets.length);
    for (const packet of packets) hash.addBytes(toBinary(SSL_WrapperPacketSchema, packet));
  }
  return hash.digest();
}

/** The league's camera model backwards, by the numbers of a packet alone: mm. */
function locate(c: SSL_GeometryCameraCalibration, pixel: readonly [number, number], height: number): [number, number] {
  const d = [(pixel[0] - c.principalPointX) / c.focalLength, (pixel[1] - c.principalPointY) / c.focalLength];
  const straight = 1 + c.distortion * (d[0] * d[0] + d[1] * d[1]);
  const ray = [d[0] * straight, d[1] * straight, 1];
  const { q0: x, q1: y, q2: z, q3: w } = c;
  // columns of R are rows of its inverse
  const back = (v: readonly number[]) => [
    (1 - 2 * (y * y + z * z)) * v[0] + 2 * (x * y + z * w) * v[1] + 2 * (x * z - y * w) * v[2],
    2 * (x * y - z * w) * v[0] + (1 - 2 * (x * x + z * z)) * v[1] + 2 * (y * z + x * w) * v[2],
    2 * (x * z + y * w) * v[0] + 2 * (y * z - x * w) * v[1] + (1 - 2 * (x * x + y * y)) * v[2],
  ];
  const eye = back([-c.tx, -c.ty, -c.tz]);
  const way = back(ray);
  const far = (height - eye[2]) / way[2];
  return [eye[0] + far * way[0], eye[1] + far * way[1]];
}

describe("detections of cameras", () => {
  it("[F4] without realism: every robot at its true place, in every camera that sees it", () => {
    const vision = makeVision();
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, fieldBall(1.2, -0.7), TEAMS));
    const seen = new Set<string>();
    for (const frame of framesOf(packets)) {
      for (const [team, robots] of [
        ["blue", frame.robotsBlue],
        ["yellow", frame.robotsYellow],
      ] as const)
        for (const robot of robots) {
          const truth = TEAMS.find((one) => one.team === team && one.id === robot.robotId)!;
          expect(robot.x).toBeCloseTo(truth.x * 1000, 6);
          expect(robot.y).toBeCloseTo(truth.y * 1000, 6);
          expect(robot.orientation).toBeCloseTo(truth.orientation, 12);
          expect([robot.confidence, robot.height]).toEqual([1, 150]);
          seen.add(truth.name);
        }
      for (const ball of frame.balls) {
        expect(ball.x).toBeCloseTo(1200, 6);
        expect(ball.y).toBeCloseTo(-700, 6);
        expect(Object.hasOwn(ball, "z")).toBe(false);
      }
    }
    expect(seen.size).toBe(22);
    expect(framesOf(packets).flatMap(({ balls }) => balls).length).toBeGreaterThan(0);
  });

  it.each(["none", "realistic"] as const)(
    "[F3] [F4] %s: pixels and the calibration sent give the place back",
    (name) => {
      const vision = makeVision({ realism: { ...REALISM_PRESETS[name], visionDelay: 0 } });
      const all = run(vision, 30, (t) => fieldStateAt(t, fieldBall(1.2, -0.7, { position: [1.2, -0.7, 0.6] }), TEAMS));
      const calib = overWire(all[0][0]).geometry!.calib;
      let count = 0;
      for (const { detection } of all.flat().map(overWire)) {
        if (!detection) continue;
        const camera = calib[detection.cameraId];
        const things = [
          ...detection.balls.map((ball) => ({ ...ball, height: 21.5 })),
          ...detection.robotsBlue,
          ...detection.robotsYellow,
        ];
        for (const { x, y, pixelX, pixelY, height } of things) {
          const [backX, backY] = locate(camera, [pixelX, pixelY], height);
          expect(Math.abs(backX - x)).toBeLessThan(0.02);
          expect(Math.abs(backY - y)).toBeLessThan(0.02);
          count++;
        }
      }
      expect(count).toBeGreaterThan(700);
    },
  );

  it("[F4] a ball in the air is seen where the ray through it meets the ground", () => {
    const vision = makeVision({ cameras: 1 });
    const height = vision.cameras[0].position[2];
    const ball = fieldBall(1, 0.5, { position: [1, 0.5, 1] });
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, ball));
    const [{ balls }] = framesOf(packets);
    // through the ground, up to the height of a ball that lies
    const factor = (height / (height - 1)) * ((height - 0.0215) / height);
    expect(balls[0].x).toBeCloseTo(1000 * factor, 6);
    expect(balls[0].y).toBeCloseTo(500 * factor, 6);
  });

  it("[F4] a ball's area is that of its disc in the picture", () => {
    const vision = makeVision({ cameras: 1 });
    const { position, focalPx } = vision.cameras[0].settings;
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, fieldBall(0, 0)));
    const radius = (focalPx * 0.0215) / (position[2] - 0.0215);
    expect(framesOf(packets)[0].balls[0].area).toBe(Math.round(PI * radius * radius));
  });

  it("[F4] overlap: two cameras see a robot near the middle, one sees the others", () => {
    const robots = [fieldRobot("blue", 0, { x: 0.25, y: 2 }), fieldRobot("blue", 1, { x: 0.35, y: 2 })];
    const vision = makeVision({ realism: withSome({ cameraOverlap: 0.3 }) });
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, undefined, robots));
    const by = (id: number) =>
      framesOf(packets).flatMap((frame) =>
        frame.robotsBlue.some(({ robotId }) => robotId === id) ? [frame.cameraId] : [],
      );
    expect([by(0), by(1)]).toEqual([[1, 3], [3]]);
  });

  it("[F4] occlusion: hidden below the threshold, shifted above it, ignored when off", () => {
    // camera 3 stands at 3, 2.25: its ray comes from above; the flat front covers a part of the ball
    const covered = (front: number, realism: Realism) => {
      const robot = fieldRobot("blue", 0, { x: 3 - 0.075 + front, y: 2.25 });
      const vision = makeVision({ realism });
      const [packets] = run(vision, 1, (t) => fieldStateAt(t, fieldBall(3, 2.25), [robot]));
      return framesOf(packets).flatMap(({ balls }) => balls);
    };
    const on = withSome({ occlusion: true });
    expect(covered(0.015, on)).toHaveLength(0);
    const [shifted] = covered(0, on);
    expect(shifted.x - 3000).toBeGreaterThan(5);
    expect(shifted.confidence).toBeLessThan(0.7);
    expect(covered(0.015, withSome({}))[0].x).toBeCloseTo(3000, 6);
  });
});

describe("chance", () => {
  const many = (realism: Realism, frames: number, fieldState: (t: number) => FieldState) =>
    framesOf(run(makeVision({ realism, cameras: 1 }), frames, fieldState).flat());
  const spread = (values: readonly number[]): number => {
    const mean = values.reduce((a, b) => a + b) / values.length;
    return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / values.length);
  };

  it("[F4] noise has the configured spread about the truth", () => {
    const robot = fieldRobot("blue", 3, { x: 1, y: 1, orientation: 3.1 });
    const frames = many(realistic, 6000, (t) => fieldStateAt(t, fieldBall(-1, 0), [robot]));
    const robots = frames.flatMap(({ robotsBlue }) => robotsBlue);
    const balls = frames.flatMap((frame) => frame.balls).filter(({ x }) => x < 0);
    // of 6000 the spread is known to 0.9 %
    const near = (found: number, expected: number) => expect(Math.abs(found / expected - 1)).toBeLessThan(0.04);
    near(spread(robots.map(({ x }) => x)), 1.3);
    near(spread(robots.map(({ y }) => y)), 1.3);
    near(spread(balls.map(({ x }) => x)), 1.4);
    near(spread(balls.map(({ y }) => y)), 1.4);
    near(spread(balls.map(({ area }) => area ?? 0)), 6.5);
    // orientations wrap at ±π
    expect(robots.every(({ orientation }) => Math.abs(orientation ?? 9) <= PI)).toBe(true);
    expect(robots.some(({ orientation }) => (orientation ?? 0) < 0)).toBe(false);
    near(spread(robots.map(({ orientation }) => orientation ?? 0)), 0.01);
    expect(robots.every(({ confidence }) => confidence >= 0.7 && confidence <= 1)).toBe(true);
  });

  it.each([0.0004, 0.003, 0.02])(
    "[F4] noise of %d m is about the truth, and x and y know nothing of each other",
    (sd) => {
      const realism = withSome({ ballNoise: sd, robotNoise: sd / 2, orientationNoise: sd });
      const robot = fieldRobot("blue", 3, { x: 1, y: 1, orientation: 0.5 });
      const frames = many(realism, 6000, (t) => fieldStateAt(t, fieldBall(-1, 0), [robot]));
      const balls = frames.flatMap((frame) => frame.balls);
      const robots = frames.flatMap(({ robotsBlue }) => robotsBlue);
      // four standard deviations of the mean
      const check = (values: readonly number[], truth: number, expected: number): void => {
        const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
        expect(Math.abs(mean - truth)).toBeLessThan((4 * expected) / Math.sqrt(values.length));
        expect(Math.abs(spread(values) / expected - 1)).toBeLessThan(0.04);
      };
      check(
        balls.map(({ x }) => x),
        -1000,
        1000 * sd,
      );
      check(
        balls.map(({ y }) => y),
        0,
        1000 * sd,
      );
      check(
        robots.map(({ x }) => x),
        1000,
        500 * sd,
      );
      check(
        robots.map(({ orientation }) => orientation ?? 9),
        0.5,
        sd,
      );
      const together = balls.reduce((sum, { x, y }) => sum + (x + 1000) * y, 0) / balls.length;
      expect(Math.abs(together / (1000 * sd * 1000 * sd))).toBeLessThan(4 / Math.sqrt(balls.length));
    },
  );

  it("[F4] missed and false detections have the configured rates", () => {
    const realism = withSome({ missingBallDetections: 0.2, missingRobotDetections: 0.1, dribblerBallDetections: 3 });
    const robot = fieldRobot("yellow", 3, { x: 1, y: 1 });
    const frames = many(realism, 6000, (t) => fieldStateAt(t, fieldBall(-1, 0), [robot]));
    const balls = frames.map((frame) => frame.balls);
    const real = balls.filter((list) => list.some(({ x }) => Math.abs(x + 1000) < 1)).length;
    const madeUp = balls.filter((list) => list.some(({ x }) => Math.abs(x - 1000 - 75 - 21.5) < 1)).length;
    expect(Math.abs(real / 6000 - 0.8)).toBeLessThan(0.02);
    expect(Math.abs(frames.filter(({ robotsYellow }) => robotsYellow.length === 1).length / 6000 - 0.9)).toBeLessThan(
      0.02,
    );
    // 3 a second for 100 s
    expect(Math.abs(madeUp - 300)).toBeLessThan(60);
    // real and false balls come in random order
    const both = balls.filter((list) => list.length === 2);
    const first = both.filter(([one]) => one.x < 0).length / both.length;
    expect(first).toBeGreaterThan(0.35);
    expect(first).toBeLessThan(0.65);
  });

  it("[F4] published camera positions have the configured error, and places on the ground stay correct", () => {
    const vision = makeVision({ realism: withSome({ cameraPositionError: 0.1 }) });
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, fieldBall(1, 1)));
    const moved = vision.geometry().calib.map((c, i) => {
      const [x, y] = vision.cameras[i].position;
      return [c.derivedCameraWorldTx - 1000 * x, c.derivedCameraWorldTy - 1000 * y] as const;
    });
    for (const [x, y] of moved) expect(hypot(x, y)).toBeCloseTo(100, 9);
    expect(new Set(moved.map(([x]) => x)).size).toBe(4);
    for (const ball of framesOf(packets).flatMap(({ balls }) => balls))
      expect(hypot(ball.x - 1000, ball.y - 1000)).toBeLessThan(0.6);
  });

  it("[F4] object_position_offset: every camera is off by just so much, each in its own direction", () => {
    const vision = makeVision({ realism: withSome({ objectPositionOffset: 0.02, cameraOverlap: 1 }) });
    const [packets] = run(vision, 1, (t) => fieldStateAt(t, fieldBall(0, 0)));
    const off = framesOf(packets).flatMap(({ balls }) => balls.map(({ x, y }) => [x, y] as const));
    expect(off).toHaveLength(4);
    for (const [x, y] of off) expect(hypot(x, y)).toBeCloseTo(20, 6);
    expect(new Set(off.map(([x]) => x)).size).toBe(4);
  });

  it("[F4] is seeded: same seed, same bytes; another, others", () => {
    const bytes = (seed: number) =>
      bytesOf(run(makeVision({ seed, realism: realistic }), 60, (t) => fieldStateAt(t, fieldBall(1, 1), TEAMS)));
    expect(bytes(1)).toBe(bytes(1));
    expect(bytes(1)).not.toBe(bytes(2));
  });
});

describe("when", () => {
  it("[F3] stamps: epoch and simulated time, the processing on top; frames count by one, empty ones too", () => {
    const vision = makeVision({ realism: withSome({ visionProcessingTime: 0.01 }) });
    const all = run(vision, 10, (t) => fieldStateAt(t)).map(framesOf);
    all.forEach((frames, i) => {
      expect(frames.map(({ cameraId }) => cameraId)).toEqual([0, 1, 2, 3]);
      for (const frame of frames) {
        expect(frame.frameNumber).toBe(i);
        expect(frame.tCapture).toBeCloseTo(1000 + i / 60, 5);
        expect(frame.tSent - frame.tCapture).toBeCloseTo(0.01, 9);
        expect(frame.tCaptureCamera).toBe(frame.tCapture);
        expect([frame.balls, frame.robotsBlue, frame.robotsYellow]).toEqual([[], [], []]);
      }
    });
  });

  it("[F4] the rate holds when it is no multiple of the step", () => {
    const vision = makeVision();
    const captures: number[] = [];
    for (let step = 0; step < 5000; step++) {
      const timeNs = step * 2_000_000;
      vision.look({ timeNs, timeSec: timeNs / 1e9, ball: undefined, robots: [] });
      for (const { cameraId, tCapture } of framesOf(vision.takeDue(timeNs)))
        if (cameraId === 0) captures.push(tCapture);
    }
    expect(captures).toHaveLength(600);
    const gaps = new Set(captures.slice(1).map((t, i) => Math.round((t - captures[i]) * 1000)));
    expect([...gaps].sort()).toEqual([16, 18]);
  });

  it("[F4] frames leave after the delay, and none overtakes another when the delay is shortened", () => {
    const vision = makeVision({ realism: withSome({ visionDelay: 0.1 }), rateHz: 100 });
    const out: [number, number][] = [];
    for (let step = 0; step < 60; step++) {
      const timeNs = step * 10_000_000;
      if (step === 30) vision.realism = withSome({ visionDelay: 0.02 });
      vision.look({ timeNs, timeSec: timeNs / 1e9, ball: undefined, robots: [] });
      for (const { cameraId, frameNumber } of framesOf(vision.takeDue(timeNs)))
        if (cameraId === 0) out.push([step, frameNumber]);
    }
    expect(out.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, i) => [i + 10, i]));
    expect(out.map(([, number]) => number)).toEqual(out.map((_, i) => i));
    expect(out.at(-1)).toEqual([59, 57]);
  });

  it("[F3] geometry is sent first, then every 3 s, and after a change", () => {
    const vision = makeVision();
    const geometryTimes = (frames: number, from: number): readonly number[] =>
      run(vision, frames, (t) => fieldStateAt(t), from).flatMap((packets, i) =>
        packets[0]?.geometry ? [from + i, packets[0].geometry.field!.fieldLength] : [],
      );
    expect(geometryTimes(400, 0)).toEqual([0, 12000, 180, 12000, 360, 12000]);
    vision.field = describeField({ type: "division-b" });
    expect(geometryTimes(10, 400)).toEqual([400, 9000]);
    // frames count on
    expect(framesOf(run(vision, 1, (t) => fieldStateAt(t), 410)[0]).map(({ frameNumber }) => frameNumber)).toEqual([
      410, 410, 410, 410,
    ]);
  });

  it("[F4] the rate changes while it runs", () => {
    const vision = makeVision({ rateHz: 30 });
    expect(run(vision, 60, (t) => fieldStateAt(t)).filter((packets) => packets.length > 0)).toHaveLength(30);
    vision.rateHz = 60;
    expect(run(vision, 60, (t) => fieldStateAt(t), 60).filter((packets) => packets.length > 0).length).toBeGreaterThan(
      57,
    );
  });
});

describe("state", () => {
  const fieldState = (t: number) => fieldStateAt(t, fieldBall(1 - t, 1), TEAMS);
  const hashOf = (vision: Vision): string => {
    const hash = new Hash64();
    vision.addTo(hash);
    return hash.digest();
  };

  it("[T8] [F4] continues from a saved state like the straight run, also in a new instance", () => {
    const vision = makeVision({ realism: realistic });
    run(vision, 20, fieldState);
    vision.rateHz = 50;
    const [saved, hash] = [vision.save(), hashOf(vision)];
    const after = bytesOf(run(vision, 30, fieldState, 20));
    expect(hashOf(vision)).not.toBe(hash);
    for (const other of [vision, makeVision({ rateHz: 20 })]) {
      other.restore(saved);
      expect(hashOf(other)).toBe(hash);
      expect(bytesOf(run(other, 30, fieldState, 20))).toBe(after);
    }
    // what is wrong with a camera is of the seed
    const stranger = makeVision({ seed: 99 });
    stranger.restore(saved);
    expect(hashOf(stranger)).not.toBe(hash);
  });

  it("[F4] synchronous clients do not affect packets on the network", () => {
    const [alone, shared] = [makeVision({ realism: realistic }), makeVision({ realism: realistic })];
    const apart = bytesOf(run(alone, 40, fieldState));
    const together = run(shared, 40, (t) => {
      shared.detectNow(fieldState(t));
      return fieldState(t);
    });
    expect(bytesOf(together)).toBe(apart);
    const [frame] = shared.detectNow(fieldState(1));
    expect([frame.frameNumber, frame.cameraId, frame.tCapture]).toEqual([40, 0, 1001]);
  });
});
