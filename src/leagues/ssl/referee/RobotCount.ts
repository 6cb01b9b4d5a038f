// Keeps the number of robots at what the referee allows (F5): a team with a card plays with fewer. The robot with the highest number
// that is not the goalkeeper leaves, and the robots that left this way come back when they are allowed again. While the game runs
// a team has 10 s to take its robot out itself, as the rule book gives it; when the game stands the simulator does it at once.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { type RobotKey, TEAMS, type TeamColor } from "../Team.js";
import { type Referee, Referee_Command } from "../wire/SslReferee_pb.js";

const GRACE_SEC = 10;
const STANDING: ReadonlySet<Referee_Command> = new Set([
  Referee_Command.HALT,
  Referee_Command.STOP,
  Referee_Command.TIMEOUT_BLUE,
  Referee_Command.TIMEOUT_YELLOW,
]);

export interface RobotChange extends RobotKey {
  readonly present: boolean;
}

export interface RobotCountState {
  /** Numbers of the robots that had to leave, the last one last. */
  readonly out: Readonly<Record<TeamColor, readonly number[]>>;
  /** Since when a team has too many robots, ns; -1: it has not. */
  readonly sinceNs: Readonly<Record<TeamColor, number>>;
}

const NOTHING: RobotCountState = { out: { blue: [], yellow: [] }, sinceNs: { blue: -1, yellow: -1 } };

export class RobotCount {
  #state = NOTHING;

  /** Robots that leave or come now. `players`: those on the field, by number. */
  look(packet: Referee | undefined, players: readonly RobotKey[], timeNs: number): readonly RobotChange[] {
    if (!packet) return [];
    return TEAMS.flatMap((team) => this.#lookAt(team, packet, players, timeNs));
  }

  #lookAt(team: TeamColor, packet: Referee, players: readonly RobotKey[], timeNs: number): readonly RobotChange[] {
    const info = packet[team];
    // a controller that does not limit leaves the field out, or sends 0 in a stage without play
    const allowed = info?.maxAllowedBots ?? 0;
    if (allowed === 0) return [];
    const own = players.filter((one) => one.team === team).map(({ id }) => id);
    const isStanding = STANDING.has(packet.command);
    const over = own.length - allowed;
    const out = this.#state.out[team].filter((id) => !own.includes(id));
    if (over <= 0) {
      this.#set(team, out, -1);
      const back = isStanding && over < 0 ? out.at(-1) : undefined;
      if (back === undefined) return [];
      this.#set(team, out.slice(0, -1), -1);
      return [{ team, id: back, present: true }];
    }
    const since = this.#state.sinceNs[team] < 0 ? timeNs : this.#state.sinceNs[team];
    this.#set(team, out, since);
    if (!isStanding && timeNs - since < GRACE_SEC * NS_PER_SEC) return [];
    const keeper = info?.goalkeeper;
    const leaving = own
      .filter((id) => id !== keeper)
      .sort((a, b) => b - a)
      .slice(0, over);
    this.#set(team, [...out, ...leaving], -1);
    return leaving.map((id) => ({ team, id, present: false }));
  }

  #set(team: TeamColor, out: readonly number[], sinceNs: number): void {
    const { out: before, sinceNs: since } = this.#state;
    if (out.length === before[team].length && sinceNs === since[team]) return;
    this.#state = { out: { ...before, [team]: out }, sinceNs: { ...since, [team]: sinceNs } };
  }

  clear(): void {
    this.#state = NOTHING;
  }

  save(): RobotCountState {
    return this.#state;
  }

  restore(state: RobotCountState): void {
    this.#state = state;
  }

  addTo(hash: Hash64): void {
    if (this.#state !== NOTHING) hash.addString(JSON.stringify(this.#state));
  }
}
