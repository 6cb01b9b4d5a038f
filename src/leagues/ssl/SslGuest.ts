// The Small Size League as a guest of a simulation (F3, F4, F5): the match around every step, and the synchronous clients that
// step with the world. Loads protobuf, so import it only where the world has a soccer field (SslLeague.ts does).

import type { Hash64 } from "../../math/Hash64.js";
import type { GuestFactory } from "../../session/Guest.js";
import type { Simulation } from "../../session/Simulation.js";
import { REFEREE_VERB, type RefereedGuest, type SaidToReferee } from "../shared/RefereeVerb.js";
import { SOCCER_FIELD } from "./field/SoccerFieldElement.js";
import { LockStep, type SyncSeat } from "./LockStep.js";
import { Match } from "./Match.js";
import type { MatchHost, MatchOptions, MatchState } from "./MatchOptions.js";
import type { MatchStatus } from "./MatchStatus.js";
import { refereeCommand } from "./referee/RefereeCommand.js";
import { ViewMatch } from "./ViewMatch.js";

export interface SslGuestOptions extends Partial<MatchOptions> {
  /** Synchronous clients that the first frame waits for; default none. */
  readonly expect?: readonly SyncSeat[];
}

export class SslGuest implements RefereedGuest {
  readonly name = SOCCER_FIELD.guest;
  readonly verbs = [REFEREE_VERB];
  readonly match: Match;
  readonly lockStep: LockStep;

  constructor(simulation: Simulation, { expect = [], ...options }: SslGuestOptions = {}) {
    const { world } = simulation;
    this.match = new Match(world, matchHost(simulation), options);
    this.lockStep = new LockStep(this.match, world.stepNs, expect);
  }

  get isWaiting(): boolean {
    return this.lockStep.isWaiting;
  }

  get waitingFor(): readonly string[] {
    return this.lockStep.waitingFor;
  }

  get clientCount(): number {
    return this.lockStep.size;
  }

  beforeStep(): void {
    this.lockStep.begin();
    this.match.beforeStep();
  }

  afterStep(): void {
    this.match.afterStep();
  }

  afterFrame(): void {
    this.lockStep.end();
  }

  reset(): void {
    this.match.restart();
    this.lockStep.restart();
  }

  save(): MatchState {
    return this.match.save();
  }

  restore(state: MatchState): void {
    this.match.restore(state);
    this.lockStep.restart();
  }

  addTo(hash: Hash64): void {
    this.match.addTo(hash);
  }

  commandReferee(said: SaidToReferee) {
    const { stage, command, teams } = this.match.commandReferee(refereeCommand(said));
    const score = { blue: teams.blue.score, yellow: teams.yellow.score };
    return { message: `${stage}: ${command}, ${score.blue} to ${score.yellow}`, data: { stage, command, score } };
  }

  status(): MatchStatus {
    return this.match.status();
  }

  openView(): ViewMatch {
    return new ViewMatch(this.match);
  }
}

/** A match for `new Simulation(world, { guests: [sslGuest()] })`; throws STATE_WRONG where the world has no soccer field. */
export const sslGuest =
  (options: SslGuestOptions = {}): GuestFactory =>
  (simulation) =>
    new SslGuest(simulation, options);

/** Undefined: the simulation has no match. */
export function sslGuestOf(simulation: Simulation): SslGuest | undefined {
  const guest = simulation.guest(SOCCER_FIELD.guest);
  return guest instanceof SslGuest ? guest : undefined;
}

export const matchOf = (simulation: Simulation): Match | undefined => sslGuestOf(simulation)?.match;

const matchHost = (simulation: Simulation): MatchHost => ({
  setRate: (factor) => {
    if (factor === 0) return simulation.pause();
    simulation.rate = factor;
    if (simulation.isPaused) simulation.resume();
  },
  spawnAll: (descriptions) => simulation.spawnAll(descriptions),
  removeAll: (names) => simulation.removeAll(names),
  isDriven: (name) => simulation.driverOf(name) !== undefined,
  describe: (text) => simulation.describe(text),
  log: (line) => simulation.options.log(line),
});
