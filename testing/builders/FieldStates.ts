// States of a match for tests: robots and a ball at given positions.

import type { FieldBall, FieldRobot, FieldState } from "../../src/leagues/ssl/FieldState.js";
import { robotName, type TeamColor } from "../../src/leagues/ssl/Team.js";

export function fieldRobot(team: TeamColor, id: number, change: Partial<FieldRobot> = {}): FieldRobot {
  return {
    team,
    id,
    name: robotName({ team, id }),
    x: 0,
    y: 0,
    z: 0,
    orientation: 0,
    vx: 0,
    vy: 0,
    turn: 0,
    radius: 0.09,
    height: 0.15,
    front: 0.075,
    touchesBall: false,
    kicksBall: false,
    hasBall: false,
    ...change,
  };
}

export const fieldBall = (x: number, y: number, change: Partial<FieldBall> = {}): FieldBall => ({
  position: [x, y, 0.0215],
  velocity: [0, 0, 0],
  radius: 0.0215,
  ...change,
});

export const fieldStateAt = (timeSec: number, ball?: FieldBall, robots: readonly FieldRobot[] = []): FieldState => ({
  timeNs: Math.round(timeSec * 1e9),
  timeSec: Math.round(timeSec * 1e9) / 1e9,
  ball,
  robots,
});
