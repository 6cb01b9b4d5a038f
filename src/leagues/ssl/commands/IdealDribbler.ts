// A dribbler that never loses the ball (F4, simulate_dribbling off). While the bar is commanded to turn and the ball lies in front of it,
// a force pulls the ball to the robot, and the opposite force acts on the robot:
//   F = m a,  a = w² e - 2 w v - t² r,  |a| at most MAX
// with e the distance of the ball from its place, v its velocity and r its position in the robot's frame, t the robot's turning
// speed. A ball that moves away, for example after a kick, is released.

import { isBallInReach, type PlateSize } from "../../../devices/actuators/BallReach.js";
import { conjugate, rotate } from "../../../math/Quat.js";
import { length, scale, sub, type Vec3 } from "../../../math/Vec3.js";
import { applyForce, readBody } from "../../../physics/Bodies.js";
import { massOfEntity } from "../../../physics/Masses.js";
import type { Physics } from "../../../physics/Physics.js";
import { BALL, ballRadius } from "../../shared/Ball.js";
import type { SslPlayer } from "../SslPlayer.js";

/** w, rad/s. */
const SPEED = 60;
/** m/s²: a robot that turns at 20 rad/s needs 40. */
const MAX = 80;
/** m/s: a ball that leaves faster has been kicked. */
const LEAVING = 0.5;
/** m: the ball is held this much nearer than the kicker's reach. */
const SLACK = 0.002;
/** m: permitted distance to either side of the centre. */
const ASIDE = 0.005;

/** Applies the force for the next step, for a robot whose dribbler is commanded to turn. Does nothing without a ball in reach. */
export function holdBall(physics: Physics, player: SslPlayer): void {
  const { kicker } = player;
  if (!kicker || !physics.has(BALL) || !isBallInReach(physics, player.name, kicker.description)) return;
  const { reach } = kicker.description.settings as PlateSize;
  const touching = kicker.description.pose.position[1] + reach + ballRadius(physics);
  const [body] = physics.entity(BALL).bodies;
  const ball = readBody(physics, BALL, body.name);
  const back = conjugate(player.motion.orientation());
  const seen = rotate(back, sub(ball.position, player.position()));
  const velocity = rotate(back, sub(ball.linearVelocity, player.motion.velocityAt(ball.position)));
  if (velocity[1] > LEAVING) return;
  const w = Math.min(SPEED, 0.2 / physics.stepSec);
  const way: Vec3 = [Math.min(ASIDE, Math.max(-ASIDE, seen[0])) - seen[0], Math.min(0, touching - SLACK - seen[1]), 0];
  const turn = player.motion.angularVelocity()[2];
  const along = (k: 0 | 1): number => w * (w * way[k] - 2 * velocity[k]) - turn * turn * seen[k];
  const wanted: Vec3 = [along(0), along(1), 0];
  const hard = length(wanted);
  const mass = massOfEntity(physics.entity(BALL));
  const force = rotate(player.motion.orientation(), scale(wanted, mass * (hard > MAX ? MAX / hard : 1)));
  applyForce(physics, BALL, body.name, force);
  applyForce(physics, player.name, player.body, scale(force, -1), ball.position);
}
