// The same shot from 60 phases of the step: the start moves by up to one step's travel, and the ball must leave with the same
// speed and direction. Targets: a wall, a post, a resting ball, and the plate, the dribbler bar and the hull of a robot that
// stands or drives. Without gravity, so that only the impact changes the ball's motion; the ground is there, and a bar above
// the ball's middle drives the ball against it.

import { BALL_RADIUS, ball } from "../../robots/Ball.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { cos, DEGREE, sin } from "../../src/math/Trigonometry.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { run, withScene } from "./AccuracyCase.js";

export const TARGETS = ["wall", "post", "ball", "plate", "bar", "hull", "moving robot"] as const;
export type Target = (typeof TARGETS)[number];

export interface Shot {
  readonly target: Target;
  /** m/s. */
  readonly speed: number;
  /** Between the shot and the normal of the target, degrees. */
  readonly angle: number;
  readonly stepSec: number;
  readonly phases?: number;
}

export interface Spread {
  /** Mean speed after the impact as a share of the speed before; mean direction from the normal, degrees. */
  readonly share: number;
  readonly direction: number;
  /** Largest differences from the means: share of the mean speed, degrees. */
  readonly speedOff: number;
  readonly angleOff: number;
}

const PHASES = 60;
/** m: from the start of the middle phase to the touch. */
const WAY = 0.12;
/** The ground is "Test", with the values of carpet for balls. */
const CARPET = { a: "GolfBall", b: "Test", friction: 0.306, restitution: 0.5, rolling: 0.000986, spinning: 0.0005 };
/** Of the moving robot, towards the ball, m/s. */
const DRIVE = 1;

/** A robot without wheels: a body with a flat front, a bar before it, or a round hull. Its front is at x = 0, it faces -x. */
function robot(part: "plate" | "bar" | "hull"): EntityInput {
  return {
    name: "robot",
    bodies: [
      {
        name: "Body",
        solids: [
          part === "hull"
            ? {
                name: "Hull",
                shape: { kind: "Cylinder", radius: 0.09, length: 0.14 },
                position: [0.09, 0, 0.08],
                orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
                mass: 2.5,
                material: "Plastic",
              }
            : {
                name: "Hull",
                shape: { kind: "Box", size: [0.12, 0.15, 0.14] },
                position: [part === "bar" ? 0.075 : 0.06, 0, 0.08],
                mass: 2.5,
                material: "Plastic",
              },
          ...(part === "bar"
            ? [
                {
                  name: "Bar",
                  shape: { kind: "Cylinder" as const, radius: 0.006, length: 0.14 },
                  position: [0.006, 0, 0.038] as Vec3,
                  mass: 0.02,
                  material: "Rubber",
                },
              ]
            : []),
        ],
      },
    ],
  };
}

function targetOf(target: Target): EntityInput {
  const still = { isStatic: true, name: "target" };
  switch (target) {
    case "wall":
      return {
        ...still,
        bodies: [
          {
            name: "Body",
            solids: [
              { name: "S", shape: { kind: "Box", size: [0.1, 4, 0.2] }, position: [0.05, 0, 0.1], material: "Wood" },
            ],
          },
        ],
      };
    case "post":
      return {
        ...still,
        bodies: [
          {
            name: "Body",
            solids: [
              {
                name: "S",
                shape: { kind: "Cylinder", radius: 0.02, length: 0.2 },
                position: [0.02, 0, 0.1],
                orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
                material: "Steel",
              },
            ],
          },
        ],
      };
    case "ball":
      return ball({ name: "target" });
    case "plate":
    case "bar":
    case "hull":
      return robot(target);
    default:
      return robot("hull");
  }
}

/** Where the ball's centre is at the touch, and the normal there is turned by the angle against the shot along +x. */
function touchOf({ target, angle }: Shot): { centre: Vec3; along: Vec3 } {
  const a = angle * DEGREE;
  const along: Vec3 = [cos(a), sin(a), 0];
  // the bar's axis is 16.5 mm above the ball's centre
  const reach = BALL_RADIUS + 0.006;
  const x = target === "bar" ? 0.006 - Math.sqrt(reach * reach - 0.0165 * 0.0165) : -BALL_RADIUS;
  return { centre: [x, 0, BALL_RADIUS], along };
}

/** The velocity with which the ball leaves, for every phase. */
export async function shoot(shot: Shot): Promise<readonly Vec3[]> {
  const { target, speed, stepSec, phases = PHASES } = shot;
  const { centre, along } = touchOf(shot);
  const drive = target === "moving robot" ? DRIVE : 0;
  const entities = [ball({ name: "ball" }), targetOf(target)];
  return withScene(stepSec, { gravity: [0, 0, 0], contact: { friction: 0.3 }, pairs: [CARPET], entities }, (p) => {
    const start = p.snapshot();
    const closing = speed * along[0] + drive;
    const time = WAY / closing;
    return Array.from({ length: phases }, (_, k) => {
      p.restore(start);
      const before = time + (k / phases) * stepSec;
      const put = (name: string, body: string, position: Vec3, velocity: Vec3): void => {
        moveBody(p, name, body, { position, orientation: readBody(p, name, body).orientation });
        setVelocity(p, name, body, velocity, [0, 0, 0]);
      };
      const velocity: Vec3 = [speed * along[0], speed * along[1], 0];
      put("ball", "Ball", [centre[0] - velocity[0] * before, -velocity[1] * before, centre[2]], velocity);
      if (target === "ball") put("target", "Ball", [BALL_RADIUS, 0, centre[2]], [0, 0, 0]);
      if (drive > 0) {
        const [x, y, z] = readBody(p, "robot", "Body").position;
        put("robot", "Body", [x + drive * before, y, z], [-drive, 0, 0]);
      }
      run(p, time + 4 * stepSec + 0.01);
      return readBody(p, "ball", "Ball").linearVelocity;
    });
  });
}

export async function spreadOf(shot: Shot): Promise<Spread> {
  const after = await shoot(shot);
  const speeds = after.map(length);
  const angles = after.map(([x, y]) => Math.atan2(y, -x) / DEGREE);
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const [speed, direction] = [mean(speeds), mean(angles)];
  return {
    share: speed / shot.speed,
    direction,
    speedOff: Math.max(...speeds.map((v) => Math.abs(v - speed))) / speed,
    angleOff: Math.max(...angles.map((a) => Math.abs(a - direction))),
  };
}
