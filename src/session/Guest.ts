// A guest of a simulation: a league, or any other game on top of a world. It acts around every physics step and owns a part of
// the state. Every member except the name is optional. Its element in world files:
// src/describe/world/WorldGuest.ts. Its ports: src/server/GuestServer.ts.
//
//   beforeStep   after the clients' answers have taken effect, before the physics step
//   afterStep    right after the physics step: the guest reads the world and may place objects for the next step
//   afterFrame   after every client that is due has been sent the frame
//
// Guests are called in the order of SimulationOptions.guests. They follow simulated time only: no clock, no unseeded randomness.

import type { StallPolicy } from "../describe/robot/RobotDescription.js";
import type { Hash64 } from "../math/Hash64.js";
import type { Simulation } from "./Simulation.js";
import type { Verb } from "./verbs/Verbs.js";

export interface Guest {
  /** Unique in a simulation. */
  readonly name: string;
  /** Verbs that the guest adds to the console (E4). */
  readonly verbs?: readonly Verb[];

  /** True: time stands still until a client of the guest has answered. */
  readonly isWaiting?: boolean;
  /** Names of these clients, for people. */
  readonly waitingFor?: readonly string[];
  /** Number of the guest's own clients that the world steps in lock-step with. */
  readonly clientCount?: number;

  /** Whether the guest drives this robot, as a team of a league does; for people. */
  readonly drives?: (robot: string) => boolean;

  /** Policy for clients that do not answer (T4), where the user has named none. Default: that of the server. */
  readonly stall?: StallPolicy;

  beforeStep?(): void;
  afterStep?(): void;
  afterFrame?(): void;

  /** The world was reset to t = 0 (T8). */
  reset?(): void;
  /** The guest's part of a snapshot: plain data that is not changed later. */
  save?(): unknown;
  /** `state` comes from `save` of a guest of the same name. */
  restore?(state: unknown): void;
  /** Adds to the state hash everything that the guest's later behaviour depends on (M5). */
  addTo?(hash: Hash64): void;

  /** Does again what one of the guest's own clients did, as the guest has noted it in `Simulation.inputs` (X3). */
  replay?(what: string, data: Uint8Array): void;
  /** The guest's own clients, which `save` leaves out, for a playback that begins in the middle of a run: plain data. */
  saveClients?(): unknown;
  restoreClients?(state: unknown): void;

  /** State of the guest's game, for `get match`: plain data. */
  status?(): unknown;
  /** The game in the words of every league, for recordings; undefined: no game. */
  game?(): GuestGame | undefined;
  /** What viewers are shown of the guest; called once for each stream of viewers. */
  openView?(): GuestView;
}

/** A game as recordings tell it (X2). */
export interface GuestGame {
  readonly stage: string;
  /** The last call in the game, or its state. */
  readonly state: string;
  /** s; undefined: this stage has no clock. */
  readonly timeLeft: number | undefined;
  /** Each with its score, in a fixed order. */
  readonly teams: readonly { readonly name: string; readonly score: number; readonly possession: number }[];
  /** The newest last; `time` in simulated s. */
  readonly events: readonly { readonly time: number; readonly text: string }[];
}

/** Texts for viewers (X1), each a JSON object with a `type`. */
export interface GuestView {
  /** Texts that have changed since the last call. */
  update(): readonly string[];
  /** All texts, for a viewer that has missed some. */
  readonly all: readonly string[];
}

/** Makes a guest for a simulation whose world has a place for it. */
export type GuestFactory = (simulation: Simulation) => Guest;
