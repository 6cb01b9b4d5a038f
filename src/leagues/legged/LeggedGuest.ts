// A match of the four-legged league as a guest of the simulation (L4).

import type { StallPolicy } from "../../describe/robot/RobotDescription.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { GuestFactory, GuestGame } from "../../session/Guest.js";
import type { Simulation } from "../../session/Simulation.js";
import { gameTeam } from "../shared/GameTeam.js";
import { noReferee, REFEREE_VERB, type RefereedGuest, type SaidToReferee } from "../shared/RefereeVerb.js";
import { LEGGED_FIELD, leggedFieldIn } from "./field/LeggedFieldElement.js";
import type { LeggedGeometry } from "./field/LeggedGeometry.js";
import { LeggedMatch, type LeggedMatchState } from "./LeggedMatch.js";
import type { LeggedStatus } from "./LeggedStatus.js";
import { LeggedView } from "./LeggedView.js";
import { LeggedReferee } from "./referee/LeggedReferee.js";
import type { LeggedSettings } from "./referee/LeggedRules.js";
import type { GameControllerVersion } from "./wire/GameControllerPacket.js";

export interface LeggedGuestOptions extends Partial<Omit<LeggedSettings, "field">> {
  /** Default none: robots play without rules. */
  readonly referee?: "built-in" | "none" | undefined;
  /** Robots that the first frame waits for; default none. */
  readonly expect?: readonly string[] | undefined;
  /** Of the game controller's packet; default 6, that of 2006. */
  readonly packetVersion?: GameControllerVersion | undefined;
}

/** Wall-clock s. */
const HANG_SEC = 20;

export class LeggedGuest implements RefereedGuest {
  readonly verbs = [REFEREE_VERB];
  readonly name = LEGGED_FIELD.guest;
  readonly match: LeggedMatch;

  /** With a referee a robot whose program hangs is lost, and the game goes on. */
  readonly stall?: StallPolicy;

  constructor(simulation: Simulation, options: LeggedGuestOptions = {}) {
    const { referee = "none", packetVersion = 6, expect = [], ...settings } = options;
    const { world } = simulation;
    if (referee === "built-in") this.stall = { policy: "drop", seconds: HANG_SEC };
    simulation.expect(expect);
    const field = leggedFieldIn(world.file) as LeggedGeometry;
    this.match = new LeggedMatch(world, {
      referee: referee === "built-in" ? new LeggedReferee({ ...settings, field }) : undefined,
      version: packetVersion,
    });
  }

  beforeStep(): void {
    this.match.beforeStep();
  }

  afterStep(): void {
    this.match.afterStep();
  }

  reset(): void {
    this.match.restart();
  }

  save(): LeggedMatchState {
    return this.match.save();
  }

  restore(state: LeggedMatchState): void {
    this.match.restore(state);
  }

  addTo(hash: Hash64): void {
    this.match.addTo(hash);
  }

  commandReferee(said: SaidToReferee) {
    const { referee } = this.match;
    if (!referee) throw noReferee("a match without the built-in referee");
    referee.command(said);
    const { stage, state, teams } = referee.status();
    const score = { red: teams.red.score, blue: teams.blue.score };
    return { message: `${stage}: ${state}, ${score.red} to ${score.blue}`, data: { stage, state, score } };
  }

  game(): GuestGame | undefined {
    const { referee, stage, state, timeLeft, teams, events } = this.match.status();
    if (referee === "none") return undefined;
    const named = (["red", "blue"] as const).map((team) => gameTeam(teams[team], team));
    return { stage, state, timeLeft, teams: named, events };
  }

  openView(): LeggedView {
    return new LeggedView(this.match);
  }

  status(): LeggedStatus {
    return this.match.status();
  }
}

export const leggedGuest =
  (options: LeggedGuestOptions = {}): GuestFactory =>
  (simulation) =>
    new LeggedGuest(simulation, options);
