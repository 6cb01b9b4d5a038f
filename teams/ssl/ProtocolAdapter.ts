// Converts between the protocol and a team: answers of the simulator to its input, its orders to commands.

import type { SoccerAnswer, SoccerCommand } from "../../src/client/ssl/SoccerClient.js";
import type { Order } from "./BallSkill.js";
import type { TeamInput } from "./Brain.js";

/** Speed of the bar while it holds the ball. */
const DRIBBLER_RPM = 1200;

export const teamInput = ({ detections, geometry, referee, feedback }: SoccerAnswer): TeamInput => ({
  detections,
  geometry,
  referee,
  holders: new Set(feedback.filter(({ dribblerBallContact }) => dribblerBallContact).map(({ id }) => id)),
});

export const commandOf = ({ id, forward, left, turn, kick, angle, dribble }: Order): SoccerCommand => ({
  id,
  forward,
  left,
  turn,
  kickSpeed: kick,
  kickAngle: angle,
  dribblerRpm: dribble ? DRIBBLER_RPM : 0,
});
