// A robot of the four-legged league (L4).

import { rotate } from "../../math/Quat.js";
import { moveEntity, readPose } from "../../physics/Bodies.js";
import type { Physics } from "../../physics/Physics.js";
import { listOverlaps } from "../../physics/Queries.js";
import type { Robot } from "../../world/Robot.js";
import type { World } from "../../world/World.js";
import { Player } from "../shared/Player.js";
import type { RobotOutline } from "../shared/RobotOutline.js";
import { Roster } from "../shared/Roster.js";
import { LEGGED_TEAMS, type LeggedKey, type LeggedTeam } from "./LeggedTeam.js";

/** An AIBO that stands: its head reaches farther, but over others. */
const OUTLINE: RobotOutline = Object.freeze({ radius: 0.16, bottom: 0, height: 0.28, front: 0.16 });
/** m: how far below a robot the carpet is searched. */
const MAX_DROP = 2;
/** It has fallen when its up axis is farther than 60 degrees from the vertical. */
const MIN_UPRIGHT = 0.5;

export class LeggedPlayer extends Player<LeggedTeam> {
  constructor(physics: Physics, robot: Robot, key: LeggedKey) {
    super(physics, robot, key, OUTLINE);
  }

  /** Lowered or lifted until its lowest solid touches the carpet, its joints as they are. */
  override touchDown(physics: Physics): void {
    const near = listOverlaps(physics, this.name, MAX_DROP, { isStaticOnly: true });
    const gaps = near.filter(({ other }) => other.solid === "Ground").map(({ distance }) => distance);
    if (gaps.length === 0) return;
    const { position, orientation } = readPose(physics, this.name, this.body);
    const [x, y, z] = position;
    moveEntity(physics, this.name, this.body, { position: [x, y, z - Math.min(...gaps)], orientation });
  }

  get isUpright(): boolean {
    return rotate(this.motion.orientation(), [0, 0, 1])[2] > MIN_UPRIGHT;
  }
}

export type LeggedRoster = Roster<LeggedTeam, LeggedPlayer>;

export const leggedRoster = (world: World): LeggedRoster =>
  new Roster({ world, teams: LEGGED_TEAMS, createPlayer: (...args) => new LeggedPlayer(...args) });
