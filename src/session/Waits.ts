// What the next frame waits for: answers of clients (T1), guests, pictures that are being drawn, and models that another
// thread compiles (M8). Clients that answer too late time out (T4). Pure: the wall clock is an argument.

import type { RobotDescription, StallPolicy } from "../describe/robot/RobotDescription.js";
import type { CompileJob } from "../physics/Ahead.js";
import { ClientTimeouts } from "./clients/ClientTimeouts.js";
import type { Session } from "./clients/Session.js";
import { StallNotices } from "./clients/StallNotices.js";
import { Preparation } from "./Preparation.js";
import type { Simulation } from "./Simulation.js";

export class Waits {
  readonly #simulation: Simulation;
  readonly #timeouts: ClientTimeouts;
  readonly #notices: StallNotices;
  readonly #preparation: Preparation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { compileAhead: compile, afterRead, limits, log } = simulation.options;
    this.#preparation = new Preparation({ compile, done: () => afterRead?.() });
    this.#timeouts = new ClientTimeouts(() => this.#stall, limits.documentSeconds);
    this.#notices = new StallNotices(log);
  }

  get #stall(): StallPolicy | undefined {
    const { options, guests } = this.#simulation;
    return options.stall ?? guests.find(({ stall }) => stall)?.stall;
  }

  // ---- clients and guests

  /** True: the next step needs input from a client or guest. */
  isWaiting(heardMs: number): boolean {
    return this.isGuestWaiting || this.isOwed(heardMs);
  }

  get isGuestWaiting(): boolean {
    for (const guest of this.#simulation.guests) if (guest.isWaiting) return true;
    return false;
  }

  /** True: an answer is owed and its client is not skipped, or a frame is not sent yet. */
  isOwed(heardMs: number): boolean {
    const { options, sessions } = this.#simulation;
    if (!options.isAsync && this.hasDrawing) return true;
    for (const session of sessions) if (session.owes && !this.#timeouts.isSkipped(session, heardMs)) return true;
    return false;
  }

  /** True: a frame waits for its pictures. */
  get hasDrawing(): boolean {
    for (const session of this.#simulation.sessions) if (session.isDrawing) return true;
    return false;
  }

  /** Ends sessions that have timed out. */
  enforce(heardMs: number): void {
    this.#timeouts.enforce(this.#simulation.sessions, heardMs);
    this.#notices.notice(this.#simulation.sessions, heardMs);
  }

  /** Milliseconds until the next timeout; Infinity: none is pending. */
  untilTimeout(nowMs: number, heardMs: number): number {
    const { sessions } = this.#simulation;
    return Math.min(this.#timeouts.wait(sessions, nowMs, heardMs), this.#notices.wait(sessions, nowMs));
  }

  // ---- models

  /** True: the world waits for a model. */
  get isPreparing(): boolean {
    return this.#preparation.isBusy;
  }

  /** Compiles, then does the change, while the world waits. Undefined: there is nothing to compile; nothing was done. */
  prepare<T>(jobs: readonly CompileJob[], change: () => T): Promise<T> | undefined {
    return this.#preparation.prepare(jobs, change);
  }

  /** False: the model without these robots is not compiled yet. */
  canLeave(names: readonly string[]): boolean {
    const { world } = this.#simulation;
    const change = `${world.physics.builds} leave ${names.join(" ")}`;
    return this.#preparation.isReady(change, () => world.planLeave(names));
  }

  /** False: the models of the join are not compiled yet. */
  canJoin(session: Session, robot: RobotDescription): boolean {
    const { world } = this.#simulation;
    const change = `${world.physics.builds} join ${session.id}`;
    return this.#preparation.isReady(change, () => world.planAgain(robot));
  }
}
