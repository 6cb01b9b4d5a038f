// The Small Size League as a guest of a simulation (F3, F4, F5): the match around every step, and the synchronous clients that
// step with the world. Loads protobuf, so import it only where the world has a soccer field (SslLeague.ts does).

import type { Hash64 } from "../../math/Hash64.js";
import type { GuestFactory, GuestGame } from "../../session/Guest.js";
import type { Simulation } from "../../session/Simulation.js";
import { gameTeam } from "../shared/GameTeam.js";
import { REFEREE_VERB, type RefereedGuest, type SaidToReferee } from "../shared/RefereeVerb.js";
import { SOCCER_FIELD } from "./field/SoccerFieldElement.js";
import { LockStep, type LockStepState, type SyncSeat } from "./LockStep.js";
import { Match } from "./Match.js";
import type { MatchInput } from "./MatchInputs.js";
import type { MatchHost, MatchOptions, MatchState } from "./MatchOptions.js";
import { MatchReplay } from "./MatchReplay.js";
import type { MatchStatus } from "./MatchStatus.js";
import { type RefereeCommand, refereeCommand } from "./referee/RefereeCommand.js";
import { ViewMatch } from "./ViewMatch.js";

export interface SslGuestOptions extends Partial<MatchOptions> {
  /** Synchronous clients that the first frame waits for; default none. */
  readonly expect?: readonly SyncSeat[];
  /** True: synchronous clients see the field as late as the vision's delay, unless a request says otherwise. */
  readonly syncDelay?: boolean | undefined;
}

/** A program that the world waits for, beside synchronous clients. */
export interface Gate {
  /** For people. */
  readonly name: string;
  readonly isWaiting: boolean;
  /** Takes a person's command to the referee. */
  command(said: RefereeCommand): void;
}

export class SslGuest implements RefereedGuest {
  readonly name = SOCCER_FIELD.guest;
  readonly verbs = [REFEREE_VERB];
  readonly match: Match;
  readonly lockStep: LockStep;
  readonly #replay: MatchReplay;
  /** A game controller in CI mode; undefined: there is none. */
  gate: Gate | undefined;

  constructor(simulation: Simulation, { expect, syncDelay: isDelayed, ...options }: SslGuestOptions = {}) {
    const { world } = simulation;
    const host = matchHost(simulation);
    this.match = new Match(world, host, options);
    this.lockStep = new LockStep(this.match, world.stepNs, { expect, isDelayed, input: host.input });
    this.#replay = new MatchReplay(this.match, this.lockStep);
  }

  readonly drives = (robot: string): boolean => this.match.drives(robot);

  get isWaiting(): boolean {
    return this.lockStep.isWaiting || (this.gate?.isWaiting ?? false);
  }

  get waitingFor(): readonly string[] {
    return [...this.lockStep.waitingFor, ...(this.gate?.isWaiting ? [this.gate.name] : [])];
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

  replay(what: string, data: Uint8Array): void {
    this.#replay.replay(what as MatchInput, data);
  }

  saveClients(): LockStepState {
    return this.lockStep.save();
  }

  restoreClients(state: LockStepState): void {
    for (const [number, member] of this.lockStep.restore(state)) this.#replay.add(number, member);
  }

  commandReferee(said: SaidToReferee) {
    if (this.gate) {
      this.gate.command(refereeCommand(said));
      return { message: `sent to ${this.gate.name}`, data: {} };
    }
    const { stage, command, teams } = this.match.commandReferee(refereeCommand(said));
    const score = { blue: teams.blue.score, yellow: teams.yellow.score };
    return { message: `${stage}: ${command}, ${score.blue} to ${score.yellow}`, data: { stage, command, score } };
  }

  status(): MatchStatus {
    return this.match.status();
  }

  game(): GuestGame | undefined {
    const { referee, stage, command: state, timeLeft, teams, events } = this.match.status();
    if (referee === "none") return undefined;
    const named = (["blue", "yellow"] as const).map((team) => gameTeam(teams[team], team));
    return { stage, state, timeLeft, teams: named, events };
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

const matchHost = (simulation: Simulation): MatchHost & Required<Pick<MatchHost, "input">> => ({
  input: (what, data, work) =>
    simulation.inputs.act(() => ({ kind: "guest", guest: SOCCER_FIELD.guest, what, data: data() }), work),
  setRate: (factor) => {
    if (factor === 0) return simulation.pause();
    simulation.rate = factor;
    if (simulation.isPaused) simulation.resume();
  },
  spawnAll: (descriptions) => simulation.spawnAll(descriptions),
  removeAll: (names) => simulation.removeAll(names),
  isDriven: (name) => simulation.isDriven(name),
  describe: (text) => simulation.describe(text),
  log: (line) => simulation.options.log(line),
});
