// Tracker packets (F3): the truth, in m, as a perfect tracker would tell it; game controllers and referees need a tracker. The kick
// that the ball is on its way of comes with where and when it will stop by the ball model that geometry packets tell; for a
// chipped ball that is left out.

import type { Hash64 } from "../math/Hash64.js";
import type { Vec3 } from "../math/Vec3.js";
import { BALL_MODEL } from "./GeometryPacket.js";
import { type Kick, KickDetection, type KickState } from "./KickDetection.js";
import type { Scene, SceneRobot } from "./Scene.js";
import type { RobotKey } from "./Team.js";
import { type RobotId, Team, type Vector2, type Vector3 } from "./wire/SslCommon_pb.js";
import {
  type KickedBall,
  type TrackedBall,
  type TrackedRobot,
  TrackerCapability,
  type TrackerWrapperPacket,
} from "./wire/SslTracker_pb.js";

export const TRACKER_NAME = "ubersim";

const CAPABILITIES = [TrackerCapability.DETECT_FLYING_BALLS, TrackerCapability.DETECT_KICKED_BALLS] as const;

export interface TrackerOptions {
  /** Of this run; whoever gives none gets the same one in every run of a seed. */
  readonly uuid: string;
  /** unix s of time 0. */
  readonly epochSec: number;
}

export interface TrackerState {
  readonly frameNumber: number;
  readonly kicks: KickState;
}

export class Tracker {
  readonly #options: TrackerOptions;
  readonly #kicks = new KickDetection();
  #frameNumber = 0;

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** After every step. */
  look(scene: Scene): void {
    this.#kicks.look(scene);
  }

  /** The next frame. */
  packet(scene: Scene): TrackerWrapperPacket {
    const frameNumber = this.#frameNumber++ >>> 0;
    return trackerPacket(scene, { ...this.#options, frameNumber, kick: this.#kicks.kick });
  }

  save(): TrackerState {
    return Object.freeze({ frameNumber: this.#frameNumber, kicks: this.#kicks.save() });
  }

  restore({ frameNumber, kicks }: TrackerState): void {
    this.#frameNumber = frameNumber;
    this.#kicks.restore(kicks);
  }

  addTo(hash: Hash64): void {
    hash.addInt(this.#frameNumber);
    this.#kicks.addTo(hash);
  }
}

export interface TrackerPacketOptions extends TrackerOptions {
  readonly frameNumber: number;
  readonly kick?: Kick | undefined;
}

export function trackerPacket(scene: Scene, options: TrackerPacketOptions): TrackerWrapperPacket {
  const { uuid, epochSec, frameNumber, kick } = options;
  const { ball, robots } = scene;
  return {
    $typeName: "TrackerWrapperPacket",
    uuid,
    sourceName: TRACKER_NAME,
    trackedFrame: {
      $typeName: "TrackedFrame",
      frameNumber,
      timestamp: epochSec + scene.timeSec,
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

const trackedRobot = (robot: SceneRobot): TrackedRobot => ({
  $typeName: "TrackedRobot",
  robotId: robotId(robot),
  pos: vector2(robot.x, robot.y),
  orientation: robot.orientation,
  vel: vector2(robot.vx, robot.vy),
  velAngular: robot.turn,
  visibility: 1,
});

/** m/s upwards: faster is a chip. */
const CHIPPED = 0.3;

function kickedBall({ by, position, velocity, timeSec }: Kick, epochSec: number): KickedBall {
  const [x, y] = position;
  const [vx, vy, vz] = velocity;
  const start = epochSec + timeSec;
  const kicked: Omit<KickedBall, "stopTimestamp"> = {
    $typeName: "KickedBall",
    pos: vector2(x, y),
    vel: vector3(velocity),
    startTimestamp: start,
    robotId: robotId(by),
  };
  if (vz > CHIPPED) return kicked as KickedBall;
  const speed = Math.sqrt(vx * vx + vy * vy);
  const { seconds, metres } = stopOf(speed);
  const far = speed > 0 ? metres / speed : 0;
  return { ...kicked, stopTimestamp: start + seconds, stopPos: vector2(x + vx * far, y + vy * far) };
}

/** Slides to k v, then rolls: how long and how far. */
function stopOf(speed: number): { readonly seconds: number; readonly metres: number } {
  const { accSlide, accRoll, kSwitch } = BALL_MODEL;
  const rolling = kSwitch * speed;
  return {
    seconds: (rolling - speed) / accSlide - rolling / accRoll,
    metres: (rolling * rolling - speed * speed) / (2 * accSlide) - (rolling * rolling) / (2 * accRoll),
  };
}
