// Drives the AIBO frame by frame (L3): it walks at a commanded velocity, looks at a point, kicks, blocks, and gets up by itself when it has
// fallen. It uses only the robot's messages.

import type { Point } from "../../robots/DocumentParts.js";
import type { Frame, RobotClient } from "../../src/client/index.js";
import { AiboServos, FRAME } from "./AiboServos.js";
import { Balance } from "./Balance.js";
import { blockKeys } from "./Block.js";
import { type Command, type Gait, PG22 } from "./Gaits.js";
import { GetUp } from "./GetUp.js";
import { aimHead } from "./HeadAim.js";
import { type KickName, kickKeys, usesHead } from "./Kick.js";
import { type Pose, STAND } from "./Pose.js";
import { Sequence } from "./Sequence.js";
import { STOP, Trot } from "./Trot.js";

/** It is fallen when it has not been upright for this time, s. */
const FALLEN_SECONDS = 0.5;
/** Time to get from a pose into the gait, and to turn the head to a new point, s. */
const [BLEND, GLANCE] = [0.4, 0.06];

const AHEAD: Pose = { NeckTilt: 0, NeckPan: 0, NeckNod: 0 };

export class AiboPilot {
  /** A point to look at, mm in the body's frame; undefined: straight ahead. */
  lookAt: Point | undefined;
  readonly #trot: Trot;
  readonly #servos = new AiboServos();
  readonly #balance = new Balance();
  /** A kick or a block, and whether it moves the head. */
  #motion: Sequence | undefined;
  #movesHead = false;
  #getUp: GetUp | undefined;
  /** How long it has not been upright, s. */
  #leaning = 0;
  /** Time left until it is in the gait, s. */
  #blend = 1;

  constructor(gait: Gait = PG22) {
    this.#trot = new Trot(gait);
  }

  /** Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. It holds until the next call, also after a kick, a fall or a reset. */
  walk(command: Command): void {
    this.#trot.command(command);
  }

  /** Kicks with a front paw, the head or the chest, or grabs the ball and kicks it. Does nothing while it kicks, blocks or gets up. */
  kick(kick: KickName): void {
    if (this.isBusy) return;
    this.#trot.stop();
    this.#motion = new Sequence([...kickKeys(kick), { pose: STAND, seconds: 0.4 }]);
    this.#movesHead = usesHead(kick);
  }

  /** Drops and spreads its front legs, then stands up again. Does nothing while it kicks, blocks or gets up. */
  block(): void {
    if (this.isBusy) return;
    this.#trot.stop();
    this.#motion = new Sequence(blockKeys());
    this.#movesHead = false;
  }

  /** It kicks, blocks or gets up: it does not walk. */
  get isBusy(): boolean {
    return this.#motion !== undefined || this.#getUp !== undefined;
  }

  get isGettingUp(): boolean {
    return this.#getUp !== undefined;
  }

  /** The velocity that the trot has at present: it follows the commanded one within its accelerations. */
  get velocity(): Command {
    return this.isBusy || this.#blend > 0 ? STOP : this.#trot.velocity;
  }

  /** Which way is up. */
  get balance(): Balance {
    return this.#balance;
  }

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    this.#balance.sense(frame);
    if (frame.isReset) this.#restart();
    this.#leaning = this.#balance.posture === "upright" ? 0 : this.#leaning + FRAME;
    if (!this.#getUp && this.#leaning > FALLEN_SECONDS) {
      this.#motion = undefined;
      this.#trot.stop();
      this.#getUp = new GetUp();
    }
    if (this.#getUp) {
      this.#getUp.step(robot, this.#servos, this.#balance);
      if (this.#getUp.isOver) [this.#getUp, this.#blend] = [undefined, BLEND];
      return;
    }
    if (!this.#motion || !this.#movesHead) this.#servos.move(robot, this.lookAt ? aimHead(this.lookAt) : AHEAD, GLANCE);
    if (this.#motion) {
      this.#motion.step(robot, this.#servos);
      if (this.#motion.isOver) [this.#motion, this.#blend] = [undefined, BLEND];
      return;
    }
    // the gait waits until it has reached its first pose
    this.#servos.move(robot, this.#trot.step(this.#blend > 0 ? 0 : FRAME), Math.max(FRAME, this.#blend));
    this.#blend -= FRAME;
  }

  #restart(): void {
    [this.#motion, this.#getUp, this.#leaning, this.#blend] = [undefined, undefined, 0, 1];
    this.#trot.stop();
    this.#servos.forget();
  }
}
