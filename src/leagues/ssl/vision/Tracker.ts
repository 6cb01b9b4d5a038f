// Tracker packets (F3): the truth, in m, as a perfect tracker would report it; game controllers and referees need a tracker. The current
// kick includes where and when the ball will stop by the ball model of the geometry packets. This is left out while the kicker is in
// contact, and for a chip until it rolls.

import { Schedule, type ScheduleState } from "../../../latency/Schedule.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { RandomStream } from "../../../math/RandomStream.js";
import type { Vec3 } from "../../../math/Vec3.js";
import type { FieldRobot, FieldState } from "../FieldState.js";
import type { RobotKey } from "../Team.js";
import { type RobotId, Team, type Vector2, type Vector3 } from "../wire/SslCommon_pb.js";
import {
  type KickedBall,
  type TrackedBall,
  type TrackedRobot,
  TrackerCapability,
  type TrackerWrapperPacket,
} from "../wire/SslTracker_pb.js";
import { BALL_MODEL } from "./GeometryPacket.js";
import { isChip, type Kick, KickDetection, type KickState, type Roll } from "./KickDetection.js";

export const TRACKER_NAME = "ubersim";

const CAPABILITIES = [TrackerCapability.DETECT_FLYING_BALLS, TrackerCapability.DETECT_KICKED_BALLS] as const;

export interface TrackerOptions {
  /** Default: one that derives from the seed, the same in every run. */
  readonly uuid?: string | undefined;
  readonly seed: number;
  readonly rateHz: number;
  /** Unix time of simulated time 0, s. */
  readonly epochSec: number;
  /** Simulated time at the start, ns. */
  readonly startNs?: number;
}

export interface TrackerState {
  readonly schedule: ScheduleState;
  readonly frameNumber: number;
  readonly kicks: KickState;
}

export class Tracker {
  readonly #uuid: string;
  /** Unix time of simulated time 0, s. */
  epochSec: number;
  readonly #schedule: Schedule;
  readonly #kicks = new KickDetection();
  #frameNumber = 0;

  constructor({ seed, uuid, rateHz, epochSec, startNs = 0 }: TrackerOptions) {
    this.#uuid = uuid ?? uuidOf(seed);
    this.epochSec = epochSec;
    this.#schedule = new Schedule(startNs, rateHz);
  }

  /** After every step: the packet, if one is due. */
  look(fieldState: FieldState): TrackerWrapperPacket | undefined {
    this.#kicks.look(fieldState);
    if (!this.#schedule.isDue(fieldState.timeNs)) return undefined;
    const frameNumber = this.#frameNumber++ >>> 0;
    return trackerPacket(fieldState, {
      uuid: this.#uuid,
      epochSec: this.epochSec,
      frameNumber,
      kick: this.#kicks.kick,
    });
  }

  save(): TrackerState {
    const schedule = this.#schedule.save();
    return Object.freeze({ schedule, frameNumber: this.#frameNumber, kicks: this.#kicks.save() });
  }

  restore({ schedule, frameNumber, kicks }: TrackerState): void {
    this.#schedule.restore(schedule);
    this.#frameNumber = frameNumber;
    this.#kicks.restore(kicks);
  }

  addTo(hash: Hash64): void {
    hash.addInt(this.#frameNumber);
    this.#schedule.addTo(hash);
    this.#kicks.addTo(hash);
  }
}

export interface TrackerPacketOptions {
  /** Identifies this run of the tracker. */
  readonly uuid: string;
  readonly epochSec: number;
  readonly frameNumber: number;
  readonly kick?: Kick | undefined;
}

/** In the form of a random uuid. */
function uuidOf(seed: number): string {
  const draw = new RandomStream(seed).split("tracker");
  const hex = (): string => draw.nextUint32().toString(16).padStart(8, "0");
  const [a, b, c, d] = [hex(), hex(), hex(), hex()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

export function trackerPacket(fieldState: FieldState, options: TrackerPacketOptions): TrackerWrapperPacket {
  const { uuid, epochSec, frameNumber, kick } = options;
  const { ball, robots } = fieldState;
  return {
    $typeName: "TrackerWrapperPacket",
    uuid,
    sourceName: TRACKER_NAME,
    trackedFrame: {
      $typeName: "TrackedFrame",
      frameNumber,
      timestamp: epochSec + fieldState.timeSec,
      balls: ball ? [trackedBall(ball.position, ball.velocity)] : [],
      robots: robots.map(trackedRobot),
      ...(kick && { kickedBall: kickedBall(kick, epochSec) }),
      capabilities: [...CAPABILITIES],
    },
  };
}

const vector2 = (x: number, y: number): Vector2 => ({ $typeName: "Vector2", x, y });
const vector3 = ([x, y, z]: Vec3): Vector3 => ({ $typeName: "Vector3", x, y, z });
const robotId = ({ team, id }: RobotKey): RobotId => ({
  $typeName: "RobotId",
  id,
  team: team === "blue" ? Team.BLUE : Team.YELLOW,
});

const trackedBall = (position: Vec3, velocity: Vec3): TrackedBall => ({
  $typeName: "TrackedBall",
  pos: vector3(position),
  vel: vector3(velocity),
  visibility: 1,
});

const trackedRobot = (robot: FieldRobot): TrackedRobot => ({
  $typeName: "TrackedRobot",
  robotId: robotId(robot),
  pos: vector2(robot.x, robot.y),
  orientation: robot.orientation,
  vel: vector2(robot.vx, robot.vy),
  velAngular: robot.turn,
  visibility: 1,
});

function kickedBall(kick: Kick, epochSec: number): KickedBall {
  const { by, position, velocity, timeSec, isStruck, roll } = kick;
  const [x, y] = position;
  const start = epochSec + timeSec;
  const kicked: Omit<KickedBall, "stopTimestamp"> = {
    $typeName: "KickedBall",
    pos: vector2(x, y),
    vel: vector3(velocity),
    startTimestamp: start,
    robotId: robotId(by),
  };
  const from = isChip(kick) ? roll : kick;
  if (isStruck || !from) return kicked as KickedBall;
  return { ...kicked, ...stopOf(from, from === roll ? 1 : BALL_MODEL.kSwitch, epochSec) };
}

/** Where and when the ball rests, given its state at an instant. */
function stopOf({ position, velocity, timeSec }: Roll, kSwitch: number, epochSec: number) {
  const [[x, y], [vx, vy]] = [position, velocity];
  const speed = Math.sqrt(vx * vx + vy * vy);
  const { seconds, metres } = wayOf(speed, kSwitch);
  const far = speed > 0 ? metres / speed : 0;
  return { stopTimestamp: epochSec + timeSec + seconds, stopPos: vector2(x + vx * far, y + vy * far) };
}

/** Slides to k v, then rolls: time and distance. */
function wayOf(speed: number, kSwitch: number): { readonly seconds: number; readonly metres: number } {
  const { accSlide, accRoll } = BALL_MODEL;
  const rolling = kSwitch * speed;
  return {
    seconds: (rolling - speed) / accSlide - rolling / accRoll,
    metres: (rolling * rolling - speed * speed) / (2 * accSlide) - (rolling * rolling) / (2 * accRoll),
  };
}
