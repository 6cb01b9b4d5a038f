// The ball of the RoboCup Small Size League: a golf ball, 46 g, 43 mm. A golf ball is not uniform: its moment of
// inertia is 0.5 m r² (TIGERs' Sumatra), so a kicked ball stops sliding at 2/3 of its speed.

import type { EntityInput } from "../src/describe/entity/Entity.js";
import { diagonal } from "../src/math/Mat3.js";
import type { Pose } from "../src/math/Pose.js";
import { IDENTITY } from "../src/math/Quat.js";

export const BALL_RADIUS = 0.0215;
export const BALL_MASS = 0.046;
/** Moment of inertia as a share of m r²; a uniform sphere has 0.4. */
export const BALL_INERTIA = 0.5;

export interface BallOptions {
  readonly name?: string;
  readonly radius?: number;
  readonly mass?: number;
  readonly inertia?: number;
  readonly material?: string;
}

/** The origin of the model space is the centre of the ball. */
export function ball(options: BallOptions = {}): EntityInput {
  const { name = "Ball", radius = BALL_RADIUS, mass = BALL_MASS, inertia = BALL_INERTIA } = options;
  const moment = inertia * mass * radius * radius;
  return {
    name,
    bodies: [
      {
        name: "Ball",
        mass,
        inertia: diagonal(moment, moment, moment),
        solids: [
          {
            name: "Surface",
            shape: { kind: "Sphere", radius },
            material: options.material ?? "GolfBall",
            color: [255, 120, 0],
          },
        ],
      },
    ],
  };
}

/** Placement on flat ground at x, y. */
export function ballOnGround(x = 0, y = 0, radius = BALL_RADIUS): Pose {
  return { position: [x, y, radius], orientation: IDENTITY };
}
