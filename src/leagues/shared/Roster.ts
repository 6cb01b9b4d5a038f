// The players of a match: the robots of the world whose names belong to a team. The list is read again after a robot joined or left.

import { SimError } from "../../describe/SimError.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../../world/Robot.js";
import type { World } from "../../world/World.js";
import type { Player } from "./Player.js";
import type { RobotKey, Teams } from "./Teams.js";

export interface RosterOptions<Team extends string, P extends Player<Team>> {
  readonly world: World;
  readonly teams: Teams<Team>;
  readonly createPlayer: (physics: Physics, robot: Robot, key: RobotKey<Team>) => P;
}

export class Roster<Team extends string, P extends Player<Team>> {
  readonly #options: RosterOptions<Team, P>;
  #robots: readonly Robot[] = [];
  #players: readonly P[] = [];

  constructor(options: RosterOptions<Team, P>) {
    this.#options = options;
  }

  /** In the order of the teams, then by number. */
  get players(): readonly P[] {
    const { world, teams, createPlayer } = this.#options;
    const { robots, physics } = world;
    if (robots === this.#robots) return this.#players;
    this.#robots = robots;
    const place = (team: Team): number => teams.names.indexOf(team);
    this.#players = robots
      .flatMap((robot) => {
        const key = teams.robotKey(robot.name);
        const known = this.#players.find((player) => player.robot === robot);
        return key ? [known ?? createPlayer(physics, robot, key)] : [];
      })
      .sort((a, b) => place(a.key.team) - place(b.key.team) || a.key.id - b.key.id);
    return this.#players;
  }

  /** Undefined: the robot is not in the world. */
  find({ team, id }: RobotKey<Team>): P | undefined {
    return this.players.find(({ key }) => key.team === team && key.id === id);
  }

  /** Throws PLAYER_UNKNOWN. */
  get(key: RobotKey<Team>): P {
    const player = this.find(key);
    if (player) return player;
    const ids = this.players.filter(({ key: { team } }) => team === key.team).map(({ key: { id } }) => id);
    throw new SimError("PLAYER_UNKNOWN", {
      where: this.#options.teams.robotName(key),
      found: `id ${key.id}`,
      allowed: ids.length > 0 ? `one of ${ids.join(", ")} of ${key.team}` : `no robot of ${key.team} plays`,
    });
  }
}
