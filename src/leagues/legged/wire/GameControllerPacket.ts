// The packet of the four-legged league's game controller (L4), little-endian, from the controller to all robots, by UDP on port 3838.
// Version 4 (2005) has 120 bytes, all numbers of 32 bits, four players per team; version 6 (2006) has 116 bytes and eleven players
// per team. Blue comes before red. docs/legged.md has the table.

import { LEGGED_TEAMS, type LeggedTeam, PLAYERS_PER_TEAM } from "../LeggedTeam.js";
import type { GamePhase } from "../referee/LeggedRefereeState.js";
import { PHASES } from "../referee/LeggedRefereeState.js";

export const GC_PORT = 3838;
export const GC_VERSIONS = [4, 6] as const;
export type GameControllerVersion = (typeof GC_VERSIONS)[number];

export interface PlayerData {
  /** 0: it plays. */
  readonly penalty: number;
  /** Until it comes back, s. */
  readonly seconds: number;
}

export interface TeamData {
  readonly number: number;
  readonly score: number;
  /** In the order of their numbers. */
  readonly players: readonly PlayerData[];
}

export interface GameControllerData {
  readonly state: GamePhase;
  readonly isFirstHalf: boolean;
  readonly kickOffTeam: LeggedTeam;
  /** Of the half, s. */
  readonly secsRemaining: number;
  /** The team that caused the last throw-in, and how long ago, s; undefined: there was none, which the packet shows as the largest number. */
  readonly dropInTeam: LeggedTeam;
  readonly dropInTime: number | undefined;
  readonly teams: Readonly<Record<LeggedTeam, TeamData>>;
}

const HEADER = [..."RGme"].map((letter) => letter.charCodeAt(0));
/** Bytes of a packet by version. */
const SIZES: Readonly<Record<GameControllerVersion, number>> = { 4: 120, 6: 116 };
const SLOTS: Readonly<Record<GameControllerVersion, number>> = { 4: PLAYERS_PER_TEAM, 6: 11 };
/** Unused slots of version 6 are 0. */
const NO_PLAYER: PlayerData = { penalty: 0, seconds: 0 };

const colorOf = (team: LeggedTeam): number => LEGGED_TEAMS.names.indexOf(team);

type NumberSize = 1 | 2 | 4;
const MAX: Readonly<Record<NumberSize, number>> = { 1: 0xff, 2: 0xffff, 4: 0xffffffff };

/** Sizes of the numbers, in the order of the packet. */
const LAYOUT: Readonly<
  Record<
    GameControllerVersion,
    { readonly head: readonly NumberSize[]; readonly team: readonly NumberSize[]; readonly player: NumberSize }
  >
> = {
  4: { head: [4, 4, 4, 4, 4, 4, 4], team: [4, 4, 4], player: 4 },
  6: { head: [4, 1, 1, 1, 1, 1, 1, 2, 4], team: [1, 1, 2], player: 2 },
};

export function encodeGameController(data: GameControllerData, version: GameControllerVersion): Uint8Array {
  const bytes = new Uint8Array(SIZES[version]);
  const out = new Cursor(bytes, HEADER.length);
  bytes.set(HEADER);
  const { head, team: teamSizes, player } = LAYOUT[version];
  const state = PHASES.indexOf(data.state);
  const half = data.isFirstHalf ? 1 : 0;
  const dropInTime = data.dropInTime ?? Number.POSITIVE_INFINITY;
  const [kickOff, dropInTeam] = [colorOf(data.kickOffTeam), colorOf(data.dropInTeam)];
  const values =
    version === 4
      ? [version, state, half, kickOff, data.secsRemaining, dropInTeam, dropInTime]
      : [version, PLAYERS_PER_TEAM, state, half, kickOff, 0, dropInTeam, dropInTime, data.secsRemaining];
  out.write(values, head);
  for (const team of LEGGED_TEAMS.names) {
    const { number, score, players } = data.teams[team];
    out.write([number, colorOf(team), score], teamSizes);
    for (let i = 0; i < SLOTS[version]; i++) {
      const { penalty, seconds } = players[i] ?? NO_PLAYER;
      out.write([penalty, seconds], [player, player]);
    }
  }
  return bytes;
}

/** Undefined: not a packet of these two versions. */
export function decodeGameController(bytes: Uint8Array): GameControllerData | undefined {
  if (bytes.length < 8 || HEADER.some((byte, i) => bytes[i] !== byte)) return undefined;
  const number = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true);
  const version = GC_VERSIONS.find((one) => one === number);
  if (version === undefined || bytes.length !== SIZES[version]) return undefined;
  const { head, team: teamSizes, player } = LAYOUT[version];
  const input = new Cursor(bytes, HEADER.length);
  const [, ...values] = input.read(head);
  const [state, half, kickOff, secsRemaining, dropInTeam, dropInTime] =
    version === 4 ? values : [values[1], values[2], values[3], values[7], values[5], values[6]];
  const teams: Partial<Record<LeggedTeam, TeamData>> = {};
  for (let k = 0; k < 2; k++) {
    const [own, color, score] = input.read(teamSizes);
    const all = Array.from({ length: SLOTS[version] }, () => input.read([player, player]));
    const team = LEGGED_TEAMS.names[color];
    const players = all.slice(0, PLAYERS_PER_TEAM).map(([penalty, seconds]) => ({ penalty, seconds }));
    if (team) teams[team] = { number: own, score, players };
  }
  const [phase, kickOffTeam] = [PHASES[state], LEGGED_TEAMS.names[kickOff]];
  const { blue, red } = teams;
  if (phase === undefined || kickOffTeam === undefined || half > 1 || !blue || !red) return undefined;
  const none = version === 4 ? 0xffffffff : 0xffff;
  return {
    state: phase,
    isFirstHalf: half === 1,
    kickOffTeam,
    secsRemaining,
    dropInTeam: LEGGED_TEAMS.names[dropInTeam] ?? "blue",
    dropInTime: dropInTime === none ? undefined : dropInTime,
    teams: { blue, red },
  };
}

/** Reads and writes numbers one after the other. */
class Cursor {
  readonly #view: DataView;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = at;
  }

  /** Values beyond the size are limited. */
  write(values: readonly number[], sizes: readonly NumberSize[]): void {
    values.forEach((value, i) => {
      const size = sizes[i];
      const fit = Math.min(value, MAX[size]);
      if (size === 1) this.#view.setUint8(this.#at, fit);
      else if (size === 2) this.#view.setUint16(this.#at, fit, true);
      else this.#view.setUint32(this.#at, fit, true);
      this.#at += size;
    });
  }

  read(sizes: readonly NumberSize[]): number[] {
    return sizes.map((size) => {
      const at = this.#at;
      this.#at += size;
      if (size === 1) return this.#view.getUint8(at);
      return size === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
    });
  }
}
