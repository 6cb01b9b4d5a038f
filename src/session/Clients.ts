// The sessions of a simulation, and how robots leave the world: those of closed sessions, those that a verb removes, and those
// that the physics guard has removed. Whether a session may join is decided by Admission.

import { inNameOrder } from "../describe/entity/Entity.js";
import { explainError, SimError } from "../describe/SimError.js";
import type { Robot } from "../world/Robot.js";
import type { Session } from "./clients/Session.js";
import type { Simulation } from "./Simulation.js";
import type { Waits } from "./Waits.js";

export class Clients {
  sessions: readonly Session[] = [];
  readonly #simulation: Simulation;
  readonly #waits: Waits;
  /** Errors that are in the log already. */
  readonly #logged = new WeakSet<SimError>();

  constructor(simulation: Simulation, waits: Waits) {
    this.#simulation = simulation;
    this.#waits = waits;
  }

  add(session: Session): void {
    this.sessions = [...this.sessions, session];
  }

  /** The running session of a robot; undefined: it has no client. */
  driverOf(robot: string): Session | undefined {
    return this.sessions.find((session) => session.state === "running" && session.robot?.name === robot);
  }

  /**
   * Removes the robots of closed sessions from the world. `mayWait`: not before the model without them is compiled. `isNoted`
   * false: the input that is being done has closed them.
   */
  release(mayWait = false, isNoted = true): void {
    if (!this.#hasClosed()) return;
    const { world, inputs } = this.#simulation;
    const gone = inNameOrder(this.sessions.filter(({ state }) => state === "closed"));
    const isHere = (robot: Robot | undefined): robot is Robot => robot !== undefined && world.robots.includes(robot);
    const robots = gone.flatMap(({ robot, leavesBody }) => (!leavesBody && isHere(robot) ? [robot] : []));
    const names = robots.map(({ name }) => name);
    if (mayWait && robots.length > 0 && !this.#waits.canLeave(names)) return;
    this.dropClosed();
    if (robots.length > 0) {
      if (isNoted) inputs.noteBefore({ kind: "leave", robots: names });
      world.removeAll(names);
    }
    for (const { robot, leavesBody } of gone)
      if (leavesBody && isHere(robot)) inputs.noteBefore({ kind: "free", robot: robot.name });
    for (const session of gone) this.#logLeaving(session, robots);
  }

  /** Forgets closed sessions, whose robots have left already. */
  dropClosed(): void {
    this.sessions = this.sessions.filter(({ state }) => state !== "closed");
  }

  #hasClosed(): boolean {
    for (const session of this.sessions) if (session.state === "closed") return true;
    return false;
  }

  #logLeaving({ name, robot, error, leavesBody }: Session, left: readonly Robot[]): void {
    const { world, options } = this.#simulation;
    const reason = error ? `: ${explainError(error)}` : "";
    if (robot && left.includes(robot)) options.log(`${robot.name} left at ${world.timeSec} s${reason}`);
    else if (robot && leavesBody) options.log(`${robot.name} has no driver since ${world.timeSec} s${reason}`);
    else if (error && !this.#logged.has(error)) options.log(`${name} closed${reason}`);
  }

  /** The physics guard removed an entity: its client gets the error. */
  fail(name: string, error: SimError): void {
    this.#simulation.options.log(`${name}: removed: ${explainError(error)}`);
    this.#logged.add(error);
    this.#simulation.absent.delete(name);
    for (const session of this.sessions) if (session.robot?.name === name) session.fail(error);
  }

  /** Removes an entity. The client of a robot gets REMOVED. Throws if it is not there. */
  remove(name: string): void {
    this.release();
    const driver = this.driverOf(name);
    driver?.fail(new SimError("REMOVED", { where: name, found: `remove ${name}` }));
    if (driver) this.release(false, false);
    if (!driver || driver.leavesBody) this.#removeDriverless([name]);
  }

  /** Removes entities, those without a client in one change of the world. Names that are not there are left out. */
  removeAll(names: readonly string[]): void {
    this.release();
    for (const name of names) if (this.driverOf(name)) this.remove(name);
    this.#removeDriverless(names.filter((name) => this.#simulation.world.physics.has(name)));
  }

  #removeDriverless(names: readonly string[]): void {
    if (names.length === 0) return;
    const { world, absent, options } = this.#simulation;
    world.removeAll(names);
    for (const name of names) {
      absent.delete(name);
      options.log(`${name} removed at ${world.timeSec} s`);
    }
  }
}
