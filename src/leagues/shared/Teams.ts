// The two teams of a league and the names of their robots: a prefix per team and a number, as Blue-0. A robot with a name of this
// form plays, whether it came from the world's file, from a console, or with a client that brought its own body.

export interface RobotKey<Team extends string = string> {
  readonly team: Team;
  readonly id: number;
}

export interface TeamsOptions<Team extends string> {
  /** Prefix of the names of a team's robots. The order of the teams is the order of players, packets and decisions. */
  readonly prefixes: Readonly<Record<Team, string>>;
  /** Robots of a team; their numbers are `firstId` to `firstId` + `maxRobots` - 1. */
  readonly maxRobots: number;
  /** Default 0. */
  readonly firstId?: number;
}

export class Teams<Team extends string> {
  readonly names: readonly Team[];
  readonly #prefixes: Readonly<Record<Team, string>>;
  readonly #maxRobots: number;
  readonly #firstId: number;

  constructor({ prefixes, maxRobots, firstId = 0 }: TeamsOptions<Team>) {
    this.names = Object.keys(prefixes) as Team[];
    this.#prefixes = prefixes;
    this.#maxRobots = maxRobots;
    this.#firstId = firstId;
  }

  other(team: Team): Team {
    return this.names[team === this.names[0] ? 1 : 0];
  }

  /** Name of a robot in the world. */
  robotName({ team, id }: RobotKey<Team>): string {
    return `${this.#prefixes[team]}-${id}`;
  }

  /** Team and number by the name of a robot; undefined: the robot does not play. */
  robotKey(name: string): RobotKey<Team> | undefined {
    const match = /^(.*)-(0|[1-9][0-9]*)$/.exec(name);
    const team = match && this.names.find((one) => this.#prefixes[one] === match[1]);
    const id = Number(match?.[2]);
    const place = id - this.#firstId;
    return team && place >= 0 && place < this.#maxRobots ? { team, id } : undefined;
  }
}
