// When the ball was kicked, and by whom (F3: KickedBall of tracker packets): a kicker pushed it and it leaves that robot; or, of a
// robot that kicks otherwise, it has gained much speed within a moment of its touch, and leaves it. What pushes or dribbles a
// ball does not leave it; a ball that bounces off gains nothing. The kick is over when somebody touches the ball again, or it
// lies still.

import type { Hash64 } from "../../math/Hash64.js";
import { length, sub, type Vec3, ZERO } from "../../math/Vec3.js";
import type { Scene, SceneBall, SceneRobot } from "../Scene.js";
import type { RobotKey } from "../Team.js";

export interface Kick {
  readonly by: RobotKey;
  /** Where and how fast the ball left. */
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly timeSec: number;
}

interface Instant {
  readonly timeSec: number;
  readonly speed: number;
}

export interface KickState {
  readonly kick: Kick | undefined;
  readonly toucher: RobotKey | undefined;
  readonly touchSec: number;
  readonly recent: readonly Instant[];
}

/** s from a touch in which a kick shows; a kicker's plate needs a few ms. */
const MOMENT = 0.015;
/** m/s: gained in that moment, and away from the robot. */
const LEAST_GAIN = 0.5;
const LEAST_LEAVING = 0.3;
/** m/s */
const AT_REST = 0.05;

export class KickDetection {
  #kick: Kick | undefined;
  #toucher: RobotKey | undefined;
  #touchSec = Number.NEGATIVE_INFINITY;
  #recent: Instant[] = [];

  /** The one that the ball is on its way of. */
  get kick(): Kick | undefined {
    return this.#kick;
  }

  /** After every step. */
  look({ ball, robots, timeSec }: Scene): void {
    if (ball === undefined) {
      this.#forget();
      return;
    }
    const speed = length(ball.velocity);
    const touching = robots.find((robot) => robot.kicksBall) ?? robots.find((robot) => robot.touchesBall);
    if (touching) {
      this.#endKick(touching, timeSec);
      this.#toucher = { team: touching.team, id: touching.id };
      this.#touchSec = timeSec;
    }
    if (speed < AT_REST) this.#kick = undefined;
    const kicker = robots.find(({ team, id }) => team === this.#toucher?.team && id === this.#toucher.id);
    if (kicker && timeSec - this.#touchSec <= MOMENT) this.#compare(ball, kicker, timeSec);
    this.#recent.push({ timeSec, speed });
    while (this.#recent.length > 1 && this.#recent[1].timeSec < timeSec - MOMENT) this.#recent.shift();
  }

  /** Unless it is the kicker, still at it. */
  #endKick({ team, id }: SceneRobot, timeSec: number): void {
    if (!this.#kick) return;
    const { by } = this.#kick;
    if (by.team !== team || by.id !== id || timeSec - this.#kick.timeSec > MOMENT) this.#kick = undefined;
  }

  #compare({ position, velocity }: SceneBall, robot: SceneRobot, timeSec: number): void {
    const before = this.#recent[0]?.speed ?? 0;
    const speed = length(velocity);
    const away = sub(position, [robot.x, robot.y, position[2]]);
    const far = length(away) || 1;
    const leaving = ((velocity[0] - robot.vx) * away[0] + (velocity[1] - robot.vy) * away[1]) / far;
    if ((!robot.kicksBall && speed - before < LEAST_GAIN) || leaving < LEAST_LEAVING) return;
    // it may grow while the plate is at it
    if (this.#kick && speed <= length(this.#kick.velocity)) return;
    const by = Object.freeze({ team: robot.team, id: robot.id });
    this.#kick = Object.freeze({ by, position, velocity, timeSec: this.#kick?.timeSec ?? timeSec });
  }

  #forget(): void {
    this.restore({ kick: undefined, toucher: undefined, touchSec: Number.NEGATIVE_INFINITY, recent: [] });
  }

  save(): KickState {
    const recent = Object.freeze([...this.#recent]);
    return Object.freeze({ kick: this.#kick, toucher: this.#toucher, touchSec: this.#touchSec, recent });
  }

  restore({ kick, toucher, touchSec, recent }: KickState): void {
    this.#kick = kick;
    this.#toucher = toucher;
    this.#touchSec = touchSec;
    this.#recent = [...recent];
  }

  addTo(hash: Hash64): void {
    addKey(hash, this.#toucher);
    addKey(hash, this.#kick?.by);
    hash.addNumber(this.#touchSec).addNumber(this.#kick?.timeSec ?? -1);
    for (const x of [...(this.#kick?.position ?? ZERO), ...(this.#kick?.velocity ?? ZERO)]) hash.addNumber(x);
    hash.addInt(this.#recent.length);
    for (const { timeSec, speed } of this.#recent) hash.addNumber(timeSec).addNumber(speed);
  }
}

const addKey = (hash: Hash64, key: RobotKey | undefined): Hash64 =>
  hash.addWord(key === undefined ? -1 : key.id + (key.team === "blue" ? 0 : 100));
