// A robot of the four-legged league (L4).

import { rotate } from "../../math/Quat.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../../world/Robot.js";
import type { World } from "../../world/World.js";
import { Player } from "../shared/Player.js";
import type { RobotOutline } from "../shared/RobotOutline.js";
import { Roster } from "../shared/Roster.js";
import { LEGGED_TEAMS, type LeggedKey, type LeggedTeam } from "./LeggedTeam.js";

/** An AIBO that stands: its head reaches farther, but over others. */
const OUTLINE: RobotOutline = Object.freeze({ radius: 0.16, bottom: 0, height: 0.28, front: 0.16 });
/** It has fallen when its up axis is farther than 60 degrees from the vertical. */
const MIN_UPRIGHT = 0.5;

export class LeggedPlayer extends Player<LeggedTeam> {
  constructor(physics: Physics, robot: Robot, key: LeggedKey) {
    super(physics, robot, key, OUTLINE);
  }

  get isUpright(): boolean {
    return rotate(this.motion.orientation(), [0, 0, 1])[2] > MIN_UPRIGHT;
  }
}

export type LeggedRoster = Roster<LeggedTeam, LeggedPlayer>;

export const leggedRoster = (world: World): LeggedRoster =>
  new Roster({ world, teams: LEGGED_TEAMS, createPlayer: (...args) => new LeggedPlayer(...args) });
