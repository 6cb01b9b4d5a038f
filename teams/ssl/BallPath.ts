// Predicts the ball: it slides with one deceleration, then rolls with a smaller one (the league's two-phase model).

import type { BallLaw, Pitch } from "./Pitch.js";
import { add, along, distance, dot, length, type Point, scale, sub, unit } from "./Plane.js";
import type { Ball, Player } from "./View.js";

/** Distance after `sec`, and the speed then. */
export function roll(speed: number, rollsAt: number, law: BallLaw, sec: number): { far: number; speed: number } {
  const slideSec = Math.max(0, (speed - rollsAt) / law.slide);
  if (sec <= slideSec) return { far: speed * sec - (law.slide * sec * sec) / 2, speed: speed - law.slide * sec };
  const slid = speed * slideSec - (law.slide * slideSec * slideSec) / 2;
  const first = Math.min(speed, speed - law.slide * slideSec);
  const rollSec = Math.min(sec - slideSec, first / law.roll);
  return { far: slid + first * rollSec - (law.roll * rollSec * rollSec) / 2, speed: first - law.roll * rollSec };
}

export const ballAt = ({ at, velocity, rollsAt }: Ball, law: BallLaw, sec: number): Point =>
  along(at, unit(velocity), roll(length(velocity), rollsAt, law, sec).far);

/** Kick speed for a ball that has `arrival` m/s after `far` m. */
export function kickFor(far: number, arrival: number, law: BallLaw): number {
  // k² v² = arrival² + 2 roll (far - (1 - k²) v² / (2 slide))
  const k2 = law.rolls * law.rolls;
  return Math.sqrt((arrival * arrival + 2 * law.roll * far) / (k2 + ((1 - k2) * law.roll) / law.slide));
}

/** Time of a kick for that distance; Infinity: the ball does not get there. */
export function flightSec(kick: number, far: number, law: BallLaw): number {
  const rollsAt = kick * law.rolls;
  const slideSec = (kick - rollsAt) / law.slide;
  const slid = roll(kick, rollsAt, law, slideSec).far;
  if (far <= slid) return (kick - Math.sqrt(Math.max(0, kick * kick - 2 * law.slide * far))) / law.slide;
  const rest = rollsAt * rollsAt - 2 * law.roll * (far - slid);
  return rest < 0 ? Number.POSITIVE_INFINITY : slideSec + (rollsAt - Math.sqrt(rest)) / law.roll;
}

/** m/s²: acceleration that robots of the league reach. */
const SPEED_UP = 2.5;

/** Approximate time of a robot to a place. */
function driveSec({ at, velocity }: Player, to: Point, pace: number): number {
  const way = sub(to, at);
  const far = length(way);
  // speed in the right direction saves time, speed in the wrong one costs time
  const start = far < 0.05 ? 0 : dot(velocity, way) / far;
  const gone = Math.max(0, far - start * 0.3);
  const ramp = (pace * pace) / SPEED_UP;
  return gone < ramp ? 2 * Math.sqrt(gone / SPEED_UP) : gone / pace + pace / SPEED_UP;
}

export interface Meeting {
  readonly at: Point;
  readonly sec: number;
}

const [LOOK_AHEAD, STEP] = [4, 0.1];

/** Where and when a robot can reach the ball first. */
export function meet(player: Player, ball: Ball, pitch: Pitch): Meeting {
  const { ball: law } = pitch.sizes;
  const speed = length(ball.velocity);
  if (speed < 0.2) return { at: ball.at, sec: driveSec(player, ball.at, pitch.pace) };
  for (let sec = 0; sec < LOOK_AHEAD; sec += STEP) {
    const at = ballAt(ball, law, sec);
    const isGone = !pitch.isInside(at, -0.1);
    if (isGone || driveSec(player, at, pitch.pace) <= sec)
      return { at, sec: Math.max(sec, driveSec(player, at, pitch.pace)) };
  }
  const at = ballAt(ball, law, LOOK_AHEAD);
  return { at, sec: Math.max(LOOK_AHEAD, driveSec(player, at, pitch.pace)) };
}

/** Where the ball crosses the line x = `x`; undefined: it does not get there. */
export function crossing(
  { at, velocity, rollsAt }: Ball,
  law: BallLaw,
  x: number,
): { y: number; sec: number } | undefined {
  const speed = length(velocity);
  const way = x - at.x;
  if (way * velocity.x <= 0 || speed < 0.1) return undefined;
  const end = add(at, scale(velocity, way / velocity.x));
  const sec = timeFor(speed, rollsAt, law, distance(at, end));
  return sec === undefined ? undefined : { y: end.y, sec };
}

function timeFor(speed: number, rollsAt: number, law: BallLaw, far: number): number | undefined {
  for (let sec = 0.02; sec < LOOK_AHEAD; sec += 0.02) if (roll(speed, rollsAt, law, sec).far >= far) return sec;
  return undefined;
}
