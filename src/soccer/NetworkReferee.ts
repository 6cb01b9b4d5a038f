// A game controller on the network leads the match (F5): its packets become what onlookers are told, and, as the league's
// tournament controller does, a ball that is more than 0.1 m off its place after 0.5 s of HALT is put there. How many robots
// a team may have is told, not enforced.

import { clone, fromBinary, isFieldSet, toBinary } from "@bufbuild/protobuf";
import { NS_PER_SEC } from "../describe/WorldDescription.js";
import type { Hash64 } from "../math/Hash64.js";
import { gapBetween } from "./FieldAreas.js";
import type { MatchStatus, TeamStatus } from "./MatchStatus.js";
import type { Official, RefereeOrder } from "./Official.js";
import type { Scene } from "./Scene.js";
import type { TeamColor } from "./Team.js";
import {
  GameEvent_Type,
  type Referee,
  Referee_Command,
  Referee_Stage,
  Referee_TeamInfoSchema,
  RefereeSchema,
} from "./wire/SslReferee_pb.js";

const HALT_SEC = 0.5;
const PLACED_WITHIN = 0.1;
const MOST_EVENTS = 20;
const US_PER_SEC = 1e6;
const MM_PER_M = 1000;

interface NetworkState {
  /** The last packet, as bytes. */
  readonly packet: Uint8Array | undefined;
  readonly timeNs: number;
  /** Since when it has been HALT with this place; undefined: it is not. */
  readonly haltNs: number | undefined;
  readonly events: MatchStatus["events"];
}

const UNHEARD: TeamStatus = { name: "", score: 0, possession: 0, goalkeeper: 0, yellowCards: 0, redCards: 0 };

export class NetworkReferee implements Official {
  #packet: Referee | undefined;
  #timeNs = 0;
  #haltNs: number | undefined;
  #events: MatchStatus["events"][number][] = [];

  /** A packet came; packets of a command that is over (they may come in any order) are left aside. */
  hear(packet: Referee): void {
    const before = this.#packet;
    if (before && before.sourceIdentifier === packet.sourceIdentifier && isOlder(packet, before)) return;
    this.#packet = clone(RefereeSchema, packet);
    if (before?.command !== packet.command || before.commandCounter !== packet.commandCounter) {
      this.#haltNs = undefined;
      this.#say(Referee_Command[packet.command] ?? `command ${packet.command}`);
    }
    if (before && before.stage !== packet.stage) this.#say(Referee_Stage[packet.stage] ?? `stage ${packet.stage}`);
    for (const team of ["blue", "yellow"] as const)
      if (before && (packet[team]?.score ?? 0) > (before[team]?.score ?? 0))
        this.#say(`goal for ${nameOf(packet, team)}`, team);
    const known = new Set(before?.gameEvents.map(({ id, type }) => id || `${type}`));
    for (const { id, type } of packet.gameEvents)
      if (type && !known.has(id || `${type}`)) this.#say(inWords(GameEvent_Type[type] ?? `event ${type}`));
  }

  #say(text: string, team?: TeamColor): void {
    this.#events.push({ time: this.#timeNs / NS_PER_SEC, text, team });
    if (this.#events.length > MOST_EVENTS) this.#events.shift();
  }

  look({ timeNs, ball }: Scene): readonly RefereeOrder[] {
    this.#timeNs = timeNs;
    const place = this.#packet?.designatedPosition;
    if (!place || this.#packet?.command !== Referee_Command.HALT) {
      this.#haltNs = undefined;
      return [];
    }
    this.#haltNs ??= timeNs;
    const [x, y] = [place.x / MM_PER_M, place.y / MM_PER_M];
    if (timeNs - this.#haltNs < HALT_SEC * NS_PER_SEC || !Number.isFinite(x) || !Number.isFinite(y)) return [];
    if (ball && gapBetween(ball.position[0], ball.position[1], x, y) <= PLACED_WITHIN) return [];
    // once more after another half second, if need be
    this.#haltNs = timeNs;
    return [{ kind: "place-ball", x, y }];
  }

  /** Robots a team may have; undefined: nothing was said. */
  allowedRobots(team: TeamColor): number | undefined {
    const info = this.#packet?.[team];
    return info && isFieldSet(info, Referee_TeamInfoSchema.field.maxAllowedBots) ? info.maxAllowedBots : undefined;
  }

  isDue(): boolean {
    return false;
  }

  takePacket(): undefined {
    return undefined;
  }

  packet(): Referee | undefined {
    return this.#packet;
  }

  status(): MatchStatus {
    const packet = this.#packet;
    const place = packet?.designatedPosition;
    return {
      referee: packet ? "network" : "none",
      stage: packet ? (Referee_Stage[packet.stage] ?? "") : "",
      command: packet ? (Referee_Command[packet.command] ?? "") : "",
      timeLeft: packet && hasClock(packet) ? Number(packet.stageTimeLeft) / US_PER_SEC : undefined,
      designated: place ? [place.x / MM_PER_M, place.y / MM_PER_M] : undefined,
      blueOnPositiveHalf: packet?.blueTeamOnPositiveHalf ?? false,
      teams: { blue: teamStatus(packet, "blue"), yellow: teamStatus(packet, "yellow") },
      events: [...this.#events],
    };
  }

  restart(): void {
    this.restore({ packet: undefined, timeNs: 0, haltNs: undefined, events: [] });
  }

  save(): NetworkState {
    return {
      packet: this.#packet && toBinary(RefereeSchema, this.#packet),
      timeNs: this.#timeNs,
      haltNs: this.#haltNs,
      events: [...this.#events],
    };
  }

  restore(state: unknown): void {
    const { packet, timeNs, haltNs, events } = state as NetworkState;
    this.#packet = packet && fromBinary(RefereeSchema, packet);
    this.#timeNs = timeNs;
    this.#haltNs = haltNs;
    this.#events = [...events];
  }

  addTo(hash: Hash64): void {
    const { packet, ...rest } = this.save();
    hash.addString(JSON.stringify(rest)).addBytes(packet ?? new Uint8Array());
  }
}

const isOlder = (a: Referee, b: Referee): boolean => a.packetTimestamp < b.packetTimestamp;

const hasClock = (packet: Referee): boolean => isFieldSet(packet, RefereeSchema.field.stageTimeLeft);

const nameOf = (packet: Referee, team: TeamColor): string => packet[team]?.name || team;

const inWords = (name: string): string => name.toLowerCase().replaceAll("_", " ");

function teamStatus(packet: Referee | undefined, team: TeamColor): TeamStatus {
  const info = packet?.[team];
  if (!info) return { ...UNHEARD, name: team === "blue" ? "Blue" : "Yellow" };
  const { name, score, goalkeeper, yellowCards, redCards } = info;
  return { name, score, possession: 0, goalkeeper, yellowCards, redCards };
}
