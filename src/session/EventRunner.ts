// Says the lines of a world's events when they are due (E2, E3, E4): in phase 2 of a frame, while the world stands at it, before
// answers count and before the step. The verbs are those of the console, but for a few that make no sense there. A
// line that fails is told to the log and changes nobody else; the same failure of the same line is told once.

import { asSimError, explainError, type SimError } from "../describe/SimError.js";
import type { DueLine } from "../world/EventSchedule.js";
import type { Simulation } from "./Simulation.js";
import { runCall, type VerbCall } from "./verbs/Verbs.js";

/** Their answer is what they are for. */
const QUESTIONS: readonly string[] = ["get", "list"];

export class EventRunner {
  readonly #simulation: Simulation;
  readonly #understood = new Map<string, VerbCall>();
  readonly #failures = new Set<string>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** All that is due now. False: the world does not step from here, it was paused, reset or stopped. */
  run(nowMs: number): boolean {
    const simulation = this.#simulation;
    const { epoch, world } = simulation;
    for (let due = world.events.next(world.timeNs); due; due = world.events.next(world.timeNs)) {
      this.#say(due, nowMs);
      // another instant: what was due before is void
      if (simulation.epoch !== epoch || simulation.isStopped) return false;
    }
    return !simulation.isPaused || simulation.framesToGo > 0;
  }

  #say({ event, line }: DueLine, nowMs: number): void {
    const simulation = this.#simulation;
    try {
      const said = this.#understand(line);
      if (this.#isVoid(said)) return;
      const { robots } = simulation.world;
      const { epoch } = simulation;
      const { data } = runCall({ simulation, nowMs }, said);
      if (QUESTIONS.includes(said.verb.name))
        simulation.options.log(`event ${event}: ${line}: ${JSON.stringify(data)}`);
      if (simulation.epoch !== epoch || simulation.isStopped) return;
      for (const robot of simulation.world.robots) if (!robots.includes(robot)) simulation.world.events.addGuest(robot);
    } catch (problem) {
      this.#complain(`event ${event}: ${line}`, asSimError(problem, line));
    }
  }

  /** Who steps frame by frame is paused already; at t = 0 there is nothing to reset, and it would never end. */
  #isVoid({ verb: { name } }: VerbCall): boolean {
    const { isPaused, world } = this.#simulation;
    return (name === "pause" && isPaused) || (name === "reset" && world.timeNs === 0);
  }

  #understand(line: string): VerbCall {
    const said = this.#understood.get(line) ?? this.#simulation.verbs.readEventLine(line);
    this.#understood.set(line, said);
    return said;
  }

  #complain(where: string, error: SimError): void {
    const key = `${where} ${error.code}`;
    if (this.#failures.has(key)) return;
    this.#failures.add(key);
    this.#simulation.options.log(`${where}: ${explainError(error)}`);
  }
}
