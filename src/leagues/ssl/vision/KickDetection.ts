// Detects kicks and kickers (F3: KickedBall of tracker packets): a kicker device pushed the ball and the ball leaves that robot; or, for
// robots without a kicker, the ball gained much speed shortly after a touch and leaves. A pushed or dribbled ball does not leave; a
// bouncing ball gains no speed. The kick ends with the next touch or when the ball rests. A chip is followed until it rolls: on the
// ground for a moment, with a deceleration no greater than that of rolling.

import type { Hash64 } from "../../../math/Hash64.js";
import { length, sub, type Vec3, ZERO } from "../../../math/Vec3.js";
import type { FieldBall, FieldRobot, FieldState } from "../FieldState.js";
import type { RobotKey } from "../Team.js";

export interface Kick {
  readonly by: RobotKey;
  /** Place and velocity of the ball at the kick. */
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly timeSec: number;
  /** The kicker is still in contact: the final speed is not known yet. */
  readonly isStruck: boolean;
  /** Of a chip: where it began to roll; undefined: it does not roll yet. */
  readonly roll: Roll | undefined;
}

export interface Roll {
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
  /** Since when the ball has been on the ground; undefined: it is in the air. */
  readonly groundSec: number | undefined;
}

/** s after a touch in which a kick is detected; a kicker's plate needs a few ms. */
const MOMENT = 0.015;
/** m/s: gained in that time, and away from the robot. */
const MIN_GAIN = 0.5;
const MIN_LEAVING = 0.3;
/** m/s */
const AT_REST = 0.05;
/** m/s upwards: a faster ball is a chip. */
const CHIPPED = 0.3;
/** m, m/s: a ball that is lower and slower is on the ground. */
const GROUND_GAP = 1e-3;
const GROUND_SPEED = 0.05;
/** m/s²: a sliding ball decelerates more. */
const MAX_ROLLING = 1;

export class KickDetection {
  #kick: Kick | undefined;
  #toucher: RobotKey | undefined;
  #touchSec = Number.NEGATIVE_INFINITY;
  #recent: Instant[] = [];
  #groundSec: number | undefined;

  /** The kick that moves the ball now. */
  get kick(): Kick | undefined {
    return this.#kick;
  }

  /** After every step. */
  look({ ball, robots, timeSec }: FieldState): void {
    if (ball === undefined) {
      this.#forget();
      return;
    }
    const speed = length(ball.velocity);
    const touching = toucherOf(robots);
    if (touching) {
      this.#endKick(touching, timeSec);
      this.#toucher = { team: touching.team, id: touching.id };
      this.#touchSec = timeSec;
    }
    if (speed < AT_REST) this.#kick = undefined;
    if (timeSec - this.#touchSec <= MOMENT) {
      const kicker = robots.find(({ team, id }) => team === this.#toucher?.team && id === this.#toucher.id);
      if (kicker) this.#compare(ball, kicker, timeSec);
    }
    this.#follow(ball, touching !== undefined, timeSec);
    this.#recent.push({ timeSec, speed });
    while (this.#recent.length > 1 && this.#recent[1].timeSec < timeSec - MOMENT) this.#recent.shift();
  }

  /** Ends the kick, except when the kicker is still in contact. */
  #endKick({ team, id }: FieldRobot, timeSec: number): void {
    if (!this.#kick) return;
    const { by } = this.#kick;
    if (by.team !== team || by.id !== id || timeSec - this.#kick.timeSec > MOMENT) this.#kick = undefined;
  }

  #compare({ position, velocity }: FieldBall, robot: FieldRobot, timeSec: number): void {
    const before = this.#recent[0]?.speed ?? 0;
    const speed = length(velocity);
    const away = sub(position, [robot.x, robot.y, position[2]]);
    const far = length(away) || 1;
    const leaving = ((velocity[0] - robot.vx) * away[0] + (velocity[1] - robot.vy) * away[1]) / far;
    if ((!robot.kicksBall && speed - before < MIN_GAIN) || leaving < MIN_LEAVING) return;
    // the speed may grow while the plate is in contact
    if (this.#kick && speed <= length(this.#kick.velocity)) return;
    const by = Object.freeze({ team: robot.team, id: robot.id });
    const start = this.#kick?.timeSec ?? timeSec;
    this.#kick = Object.freeze({ by, position, velocity, timeSec: start, isStruck: true, roll: undefined });
  }

  /** Follows the kick: the plate leaves the ball, and finally a chip rolls. */
  #follow({ position, velocity, radius }: FieldBall, isStruck: boolean, timeSec: number): void {
    const isLow = position[2] - radius < GROUND_GAP && Math.abs(velocity[2]) < GROUND_SPEED;
    this.#groundSec = isLow ? (this.#groundSec ?? timeSec) : undefined;
    const kick = this.#kick;
    if (!kick) return;
    const [first] = this.#recent;
    const isRolling =
      this.#groundSec !== undefined &&
      first !== undefined &&
      first.timeSec > this.#groundSec &&
      first.speed - length(velocity) < MAX_ROLLING * (timeSec - first.timeSec);
    const roll = kick.roll ?? (isChip(kick) && isRolling ? Object.freeze({ position, velocity, timeSec }) : undefined);
    if (isStruck !== kick.isStruck || roll !== kick.roll) this.#kick = Object.freeze({ ...kick, isStruck, roll });
  }

  #forget(): void {
    this.restore({
      kick: undefined,
      toucher: undefined,
      touchSec: Number.NEGATIVE_INFINITY,
      recent: [],
      groundSec: undefined,
    });
  }

  save(): KickState {
    const recent = Object.freeze([...this.#recent]);
    const [kick, toucher, touchSec, groundSec] = [this.#kick, this.#toucher, this.#touchSec, this.#groundSec];
    return Object.freeze({ kick, toucher, touchSec, recent, groundSec });
  }

  restore({ kick, toucher, touchSec, recent, groundSec }: KickState): void {
    this.#kick = kick;
    this.#toucher = toucher;
    this.#touchSec = touchSec;
    this.#recent = [...recent];
    this.#groundSec = groundSec;
  }

  addTo(hash: Hash64): void {
    addKey(hash, this.#toucher);
    addKey(hash, this.#kick?.by);
    hash.addNumber(this.#touchSec).addNumber(this.#kick?.timeSec ?? -1);
    for (const x of [...(this.#kick?.position ?? ZERO), ...(this.#kick?.velocity ?? ZERO)]) hash.addNumber(x);
    const roll = this.#kick?.roll;
    hash
      .addWord(Number(this.#kick?.isStruck ?? false))
      .addNumber(this.#groundSec ?? -1)
      .addNumber(roll?.timeSec ?? -1);
    for (const x of [...(roll?.position ?? ZERO), ...(roll?.velocity ?? ZERO)]) hash.addNumber(x);
    hash.addInt(this.#recent.length);
    for (const { timeSec, speed } of this.#recent) hash.addNumber(timeSec).addNumber(speed);
  }
}

/** The first robot that kicks the ball, else the first that touches it. */
function toucherOf(robots: readonly FieldRobot[]): FieldRobot | undefined {
  let first: FieldRobot | undefined;
  for (let i = 0; i < robots.length; i++) {
    const robot = robots[i];
    if (robot.kicksBall) return robot;
    if (!first && robot.touchesBall) first = robot;
  }
  return first;
}

const addKey = (hash: Hash64, key: RobotKey | undefined): Hash64 =>
  hash.addWord(key === undefined ? -1 : key.id + (key.team === "blue" ? 0 : 100));

export const isChip = ({ velocity }: Kick): boolean => velocity[2] > CHIPPED;
