// One camera of the vision (F4): turns the true field state into this camera's detections. A point at height h is seen where the ray
// through it meets the ground, and reported as the point at the assumed height above that: a chipped ball is seen too far out, as in
// reality. Pixels agree with the calibration that is sent. Every camera has its own random streams. Left out: other objects on the field.

import { create } from "@bufbuild/protobuf";
import type { Hash64 } from "../../../math/Hash64.js";
import type { RandomState, RandomStream } from "../../../math/RandomStream.js";
import { cos, sin, TAU } from "../../../math/Trigonometry.js";
import type { Vec3 } from "../../../math/Vec3.js";
import type { FieldBall, FieldRobot, FieldState } from "../FieldState.js";
import {
  type SSL_DetectionBall,
  SSL_DetectionBallSchema,
  type SSL_DetectionFrame,
  type SSL_DetectionRobot,
} from "../wire/SslVision_pb.js";
import { seeBall } from "./Occlusion.js";
import type { Realism } from "./Realism.js";
import type { Pixel, VisionCamera } from "./VisionCamera.js";

const MM = 1000;
/** Radius of a golf ball, while there is no ball. */
const BALL_RADIUS = 0.0215;

export interface DetectorState {
  readonly frameNumber: number;
  readonly lastNs: number;
  readonly robots: RandomState;
  readonly balls: RandomState;
}

export interface DetectorOptions {
  readonly id: number;
  readonly camera: VisionCamera;
  readonly others: readonly VisionCamera[];
  /** Parent stream: only split. */
  readonly stream: RandomStream;
  /** Stream of the camera's errors. */
  readonly errors: RandomStream;
  /** Interval of frames until two have been seen, s. */
  readonly periodSec: number;
}

export class Detector {
  readonly id: number;
  readonly #camera: VisionCamera;
  readonly #borders: readonly Border[];
  readonly #periodSec: number;
  readonly #robots: RandomStream;
  readonly #balls: RandomStream;
  /** Directions of this camera's errors, of length 1. */
  readonly #errorDirection: Direction;
  readonly #offsetDirection: Direction;
  #realism!: Realism;
  #sent!: VisionCamera;
  #frameNumber = 0;
  #lastNs = Number.NaN;

  constructor({ id, camera, others, stream, errors, periodSec }: DetectorOptions) {
    this.id = id;
    this.#camera = camera;
    this.#periodSec = periodSec;
    this.#borders = others.flatMap((other) => borderTo(camera, other));
    this.#robots = stream.split("robots");
    this.#balls = stream.split("balls");
    this.#errorDirection = directionFrom(errors.split("position"));
    this.#offsetDirection = directionFrom(errors.split("offset"));
  }

  set realism(realism: Realism) {
    this.#realism = realism;
    const [x, y] = this.#errorDirection;
    this.#sent = this.#camera.movedBy(x * realism.cameraPositionError, y * realism.cameraPositionError);
  }

  /** The camera as the calibration states it. */
  get sentCamera(): VisionCamera {
    return this.#sent;
  }

  /** The next frame. */
  detect(fieldState: FieldState, epochSec: number): SSL_DetectionFrame {
    const tCapture = epochSec + fieldState.timeSec;
    const elapsed = this.#lastNs < fieldState.timeNs ? (fieldState.timeNs - this.#lastNs) / 1e9 : this.#periodSec;
    this.#lastNs = fieldState.timeNs;
    const frame: SSL_DetectionFrame = {
      $typeName: "SSL_DetectionFrame",
      frameNumber: this.#frameNumber++ >>> 0,
      tCapture,
      tSent: tCapture + this.#realism.visionProcessingTime,
      cameraId: this.id,
      balls: [],
      robotsYellow: [],
      robotsBlue: [],
      tCaptureCamera: tCapture,
    };
    this.#detectBalls(fieldState, elapsed, frame.balls);
    for (const robot of fieldState.robots) {
      const seen = this.#detectRobot(robot);
      if (seen) (robot.team === "blue" ? frame.robotsBlue : frame.robotsYellow).push(seen);
    }
    return frame;
  }

  #detectRobot(robot: FieldRobot): SSL_DetectionRobot | undefined {
    const { x, y, z, height, id } = robot;
    if (!this.#sees(x, y, z + height)) return undefined;
    const { robotNoise, orientationNoise, missingRobotDetections } = this.#realism;
    const draw = this.#robots;
    // drawn also for balls that are missed
    const isMissed = missingRobotDetections > 0 && draw.uniform() < missingRobotDetections;
    const [seenX, seenY] = this.#report([x, y, z + height], height, robotNoise, draw);
    const orientation = wrap(robot.orientation + (orientationNoise > 0 ? draw.normal(0, orientationNoise) : 0));
    const confidence = this.#confidence(draw);
    if (isMissed) return undefined;
    const [pixelX, pixelY] = this.#sent.project(seenX, seenY, height);
    return {
      $typeName: "SSL_DetectionRobot",
      confidence,
      robotId: id,
      x: seenX * MM,
      y: seenY * MM,
      orientation,
      pixelX,
      pixelY,
      height: height * MM,
    };
  }

  #detectBalls(fieldState: FieldState, elapsedSec: number, into: SSL_DetectionBall[]): void {
    const { missingBallDetections, dribblerBallDetections } = this.#realism;
    const draw = this.#balls;
    const isMissed = missingBallDetections > 0 && draw.uniform() < missingBallDetections;
    const seen = fieldState.ball && this.#detectBall(fieldState.ball, fieldState.robots);
    if (seen && !isMissed) into.push(seen);
    if (dribblerBallDetections > 0) {
      const chance = dribblerBallDetections * elapsedSec;
      for (const robot of fieldState.robots) {
        if (!this.#sees(robot.x, robot.y, robot.z + robot.height) || draw.uniform() >= chance) continue;
        into.push(this.#ballAt(dribblerOf(robot), BALL_RADIUS, 1));
      }
    }
    if (into.length > 1) shuffle(into, draw);
  }

  #detectBall(ball: FieldBall, robots: readonly FieldRobot[]): SSL_DetectionBall | undefined {
    const [x, y, z] = ball.position;
    if (!this.#sees(x, y, z)) return undefined;
    if (!this.#realism.occlusion) return this.#ballAt(ball.position, ball.radius, 1);
    const { visible, shift } = seeBall(this.#camera.position, ball, robots);
    const middle: Vec3 = [x + shift[0], y + shift[1], z + shift[2]];
    const seen = this.#ballAt(middle, ball.radius, visible);
    return visible > 0 && visible >= this.#realism.ballVisibilityThreshold ? seen : undefined;
  }

  #ballAt(middle: Vec3, radius: number, visible: number): SSL_DetectionBall {
    const { ballNoise, ballAreaNoise } = this.#realism;
    const draw = this.#balls;
    const [x, y] = this.#report(middle, radius, ballNoise, draw);
    const [pixelX, pixelY] = this.#sent.project(x, y, radius);
    const area =
      this.#camera.areaOf(middle, radius) * visible + (ballAreaNoise > 0 ? draw.normal(0, ballAreaNoise) : 0);
    return create(SSL_DetectionBallSchema, {
      confidence: this.#confidence(draw) * visible,
      area: Math.max(1, Math.round(area)),
      x: x * MM,
      y: y * MM,
      pixelX,
      pixelY,
    });
  }

  /** Reported place of a point, m: seen by the true camera, computed with the published camera and the assumed height. */
  #report([x, y, z]: Vec3, height: number, noise: number, draw: RandomStream): Pixel {
    const [cx, cy, cz] = this.#camera.position;
    const [sx, sy, sz] = this.#sent.position;
    const down = cz / (cz - z);
    const back = (sz - height) / sz;
    const offset = this.#realism.objectPositionOffset;
    const [dx, dy] = noise > 0 ? [draw.normal(0, noise), draw.normal(0, noise)] : [0, 0];
    return [
      sx + (cx + (x - cx) * down - sx) * back + offset * this.#offsetDirection[0] + dx,
      sy + (cy + (y - cy) * down - sy) * back + offset * this.#offsetDirection[1] + dy,
    ];
  }

  /** In the picture, and not too far in the part of another camera. */
  #sees(x: number, y: number, z: number): boolean {
    if (!(z < this.#camera.position[2]) || !this.#camera.holds(this.#camera.project(x, y, z))) return false;
    const { cameraOverlap } = this.#realism;
    for (const [nx, ny, at] of this.#borders) if (nx * x + ny * y - at > cameraOverlap) return false;
    return true;
  }

  #confidence(draw: RandomStream): number {
    const { confidenceNoise } = this.#realism;
    return confidenceNoise > 0 ? Math.max(0, 1 - Math.abs(draw.normal(0, confidenceNoise))) : 1;
  }

  // ---- state

  save(): DetectorState {
    return Object.freeze({
      frameNumber: this.#frameNumber,
      lastNs: this.#lastNs,
      robots: this.#robots.save(),
      balls: this.#balls.save(),
    });
  }

  restore({ frameNumber, lastNs, robots, balls }: DetectorState): void {
    this.#frameNumber = frameNumber;
    this.#lastNs = lastNs;
    this.#robots.restore(robots);
    this.#balls.restore(balls);
  }

  addTo(hash: Hash64): void {
    hash.addInt(this.#frameNumber).addNumber(this.#lastNs);
    this.#robots.addTo(hash);
    this.#balls.addTo(hash);
  }
}

type Direction = readonly [number, number];
/** n·p - at is the distance of p beyond the middle between two cameras. */
type Border = readonly [nx: number, ny: number, at: number];

function borderTo({ position: a }: VisionCamera, { position: b }: VisionCamera): readonly Border[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const far = Math.sqrt(dx * dx + dy * dy);
  if (far === 0) return [];
  const [nx, ny] = [dx / far, dy / far];
  return [[nx, ny, (nx * (a[0] + b[0]) + ny * (a[1] + b[1])) / 2]];
}

function directionFrom(stream: RandomStream): Direction {
  const angle = stream.uniform(0, TAU);
  return [cos(angle), sin(angle)];
}

function dribblerOf({ x, y, z, front, orientation }: FieldRobot): Vec3 {
  const ahead = front + BALL_RADIUS;
  return [x + ahead * cos(orientation), y + ahead * sin(orientation), z + BALL_RADIUS];
}

const wrap = (angle: number): number => angle - TAU * Math.round(angle / TAU);

/** Fisher-Yates shuffle. */
function shuffle<T>(list: T[], draw: RandomStream): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = draw.integer(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
