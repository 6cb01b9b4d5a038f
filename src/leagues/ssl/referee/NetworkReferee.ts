// A game controller on the network leads the match (F5): its packets give the status for viewers. Like the league's tournament
// controller, it places a ball that is more than 0.1 m off its designated place after 0.5 s of HALT. The number of robots is left to
// the controller: it adds and removes robots itself, by teleport_robot.

import { clone, fromBinary, isFieldSet, toBinary } from "@bufbuild/protobuf";
import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Hash64 } from "../../../math/Hash64.js";
import { gapBetween } from "../../shared/Place.js";
import { lastToucher, possessionShare, touching } from "../../shared/Possession.js";
import type { FieldState } from "../FieldState.js";
import type { MatchStatus, TeamStatus } from "../MatchStatus.js";
import type { RobotKey, TeamColor } from "../Team.js";
import { GameEvent_Type, type Referee, Referee_Command, Referee_Stage, RefereeSchema } from "../wire/SslReferee_pb.js";
import type { MatchReferee, RefereeOrder } from "./MatchReferee.js";

const HALT_SEC = 0.5;
const PLACED_WITHIN = 0.1;
const MAX_EVENTS = 20;
const US_PER_SEC = 1e6;
const MM_PER_M = 1000;

interface NetworkState {
  /** The last packet, encoded. */
  readonly packet: Uint8Array | undefined;
  readonly timeNs: number;
  /** Start of HALT with this place; undefined: another command is in effect. */
  readonly haltNs: number | undefined;
  readonly touch: RobotKey | undefined;
  readonly possessionNs: Readonly<Record<TeamColor, number>>;
  readonly events: MatchStatus["events"];
}

const START_STATE: NetworkState = {
  packet: undefined,
  timeNs: 0,
  haltNs: undefined,
  touch: undefined,
  possessionNs: { blue: 0, yellow: 0 },
  events: [],
};

const MAX_DISTANCE_MM = 100_000;
const MAX_NAME_LENGTH = 60;
/** Packets may overtake each other by this time; an older packet comes from a clock that was set back. */
const OVERTAKING_US = 1_000_000n;

const RUNNING: ReadonlySet<Referee_Command> = new Set([
  Referee_Command.NORMAL_START,
  Referee_Command.FORCE_START,
  Referee_Command.DIRECT_FREE_BLUE,
  Referee_Command.DIRECT_FREE_YELLOW,
  Referee_Command.INDIRECT_FREE_BLUE,
  Referee_Command.INDIRECT_FREE_YELLOW,
]);

export class NetworkReferee implements MatchReferee {
  #packet: Referee | undefined;
  #timeNs = 0;
  #haltNs: number | undefined;
  #touch: RobotKey | undefined;
  #possessionNs: Record<TeamColor, number> = { blue: 0, yellow: 0 };
  #events: MatchStatus["events"][number][] = [];

  /** Takes a packet; ignores one that was overtaken by a newer one. */
  receive(packet: Referee): void {
    const before = this.#packet;
    if (before && before.sourceIdentifier === packet.sourceIdentifier && isOvertaken(packet, before)) return;
    this.#packet = clone(RefereeSchema, packet);
    if (before?.command !== packet.command || before.commandCounter !== packet.commandCounter) {
      this.#haltNs = undefined;
      this.#recordEvent(Referee_Command[packet.command] ?? `command ${packet.command}`);
    }
    // a new place starts another half second
    if (`${placeOf(before)}` !== `${placeOf(packet)}`) this.#haltNs = undefined;
    if (before && before.stage !== packet.stage)
      this.#recordEvent(Referee_Stage[packet.stage] ?? `stage ${packet.stage}`);
    for (const team of ["blue", "yellow"] as const)
      if (before && (packet[team]?.score ?? 0) > (before[team]?.score ?? 0))
        this.#recordEvent(`goal for ${nameOf(packet, team)}`, team);
    const known = new Set(before?.gameEvents.map(({ id, type }) => id || `${type}`));
    for (const { id, type } of packet.gameEvents)
      if (type && !known.has(id || `${type}`)) this.#recordEvent(inWords(GameEvent_Type[type] ?? `event ${type}`));
  }

  #recordEvent(text: string, team?: TeamColor): void {
    this.#events.push({ time: this.#timeNs / NS_PER_SEC, text, team });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
  }

  look(fieldState: FieldState): readonly RefereeOrder[] {
    const { timeNs, ball } = fieldState;
    this.#countPossession(fieldState, touching(fieldState.robots));
    this.#timeNs = timeNs;
    const place = placeOf(this.#packet);
    if (!place || this.#packet?.command !== Referee_Command.HALT) {
      this.#haltNs = undefined;
      return [];
    }
    this.#haltNs ??= timeNs;
    const [x, y] = place;
    if (timeNs - this.#haltNs < HALT_SEC * NS_PER_SEC) return [];
    if (ball && gapBetween(ball.position[0], ball.position[1], x, y) <= PLACED_WITHIN) return [];
    // again after another half second, if needed
    this.#haltNs = timeNs;
    return [{ kind: "place-ball", x, y }];
  }

  #countPossession({ timeNs }: FieldState, keys: readonly RobotKey[]): void {
    const isRunning = this.#packet !== undefined && RUNNING.has(this.#packet.command);
    if (isRunning && this.#touch) this.#possessionNs[this.#touch.team] += Math.max(0, timeNs - this.#timeNs);
    const last = isRunning ? lastToucher(keys, this.#touch) : undefined;
    this.#touch = last && { team: last.team, id: last.id };
  }

  takePacket(): undefined {
    return undefined;
  }

  packet(): Referee | undefined {
    return this.#packet;
  }

  status(): MatchStatus {
    const packet = this.#packet;
    return {
      referee: packet ? "network" : "none",
      stage: packet ? (Referee_Stage[packet.stage] ?? "") : "",
      command: packet ? (Referee_Command[packet.command] ?? "") : "",
      timeLeft: packet && hasClock(packet) ? Number(packet.stageTimeLeft) / US_PER_SEC : undefined,
      designated: placeOf(packet),
      blueOnPositiveHalf: packet?.blueTeamOnPositiveHalf ?? false,
      teams: { blue: this.#team("blue"), yellow: this.#team("yellow") },
      events: [...this.#events],
    };
  }

  #team(team: TeamColor): TeamStatus {
    const info = this.#packet?.[team];
    return {
      name: nameOf(this.#packet, team),
      score: info?.score ?? 0,
      possession: possessionShare(this.#possessionNs, team),
      goalkeeper: info?.goalkeeper ?? 0,
      yellowCards: info?.yellowCards ?? 0,
      redCards: info?.redCards ?? 0,
    };
  }

  restart(): void {
    this.restore(START_STATE);
  }

  save(): NetworkState {
    return {
      packet: this.#packet && toBinary(RefereeSchema, this.#packet),
      timeNs: this.#timeNs,
      haltNs: this.#haltNs,
      touch: this.#touch,
      possessionNs: { ...this.#possessionNs },
      events: [...this.#events],
    };
  }

  restore(state: unknown): void {
    const { packet, timeNs, haltNs, touch, possessionNs, events } = state as NetworkState;
    this.#packet = packet && fromBinary(RefereeSchema, packet);
    this.#timeNs = timeNs;
    this.#haltNs = haltNs;
    this.#touch = touch;
    this.#possessionNs = { ...possessionNs };
    this.#events = [...events];
  }

  addTo(hash: Hash64): void {
    const { packet, ...rest } = this.save();
    hash.addString(JSON.stringify(rest)).addBytes(packet ?? new Uint8Array());
  }
}

const isOvertaken = (a: Referee, b: Referee): boolean =>
  a.packetTimestamp < b.packetTimestamp && b.packetTimestamp - a.packetTimestamp < OVERTAKING_US;

const hasClock = (packet: Referee): boolean => isFieldSet(packet, RefereeSchema.field.stageTimeLeft);

const nameOf = (packet: Referee | undefined, team: TeamColor): string =>
  packet?.[team]?.name.slice(0, MAX_NAME_LENGTH) || (team === "blue" ? "Blue" : "Yellow");

const inWords = (name: string): string => name.toLowerCase().replaceAll("_", " ");

/** m; undefined: no place was given, or none on a field. */
function placeOf(packet: Referee | undefined): readonly [number, number] | undefined {
  const place = packet?.designatedPosition;
  if (!place || !(Math.abs(place.x) < MAX_DISTANCE_MM && Math.abs(place.y) < MAX_DISTANCE_MM)) return undefined;
  return [place.x / MM_PER_M, place.y / MM_PER_M];
}
