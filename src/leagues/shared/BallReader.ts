// Reads the ball from the physics: where it is, how it moves, which robots touch it.

import type { Vec3 } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { touchers } from "../../physics/Queries.js";
import { BALL, ballRadius } from "./Ball.js";

export interface FieldBall {
  /** Its centre. */
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly radius: number;
}

/** m: a contact with a smaller gap counts as a touch. */
const TOUCHING = 1e-4;

export class BallReader {
  #motion: BodyMotion | undefined;
  #radius = 0;

  /** Undefined: the ball is not in the world. */
  read(physics: Physics): FieldBall | undefined {
    if (!physics.has(BALL)) {
      this.#motion = undefined;
      return undefined;
    }
    if (!this.#motion) {
      this.#motion = new BodyMotion(physics, BALL, physics.entity(BALL).bodies[0].name);
      this.#radius = ballRadius(physics);
    }
    const position = this.#motion.position();
    return { position, velocity: this.#motion.velocityAt(position), radius: this.#radius };
  }
}

/** Names of the entities that touch the ball. */
export const ballTouchers = (physics: Physics): ReadonlySet<string> => touchers(physics, BALL, TOUCHING);
